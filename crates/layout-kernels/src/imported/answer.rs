//! Our answer to what an operation of another dialect asks: an expression of operations of ours.

use layout_math::algebra::{
    AnyLayout, Budget, Operation, OperationError, OperationValue, Parameters,
};

use super::not_imported::NotImported;

/// An expression of layouts.
#[derive(Debug, Clone)]
pub enum LayoutExpression {
    Known(AnyLayout),
    Of(&'static str, Vec<LayoutExpression>, Given),
}

/// The parameters of an operation of ours.
#[derive(Debug, Clone, Default)]
pub struct Given {
    pub texts: Vec<(&'static str, String)>,
    pub integers: Vec<(&'static str, i64)>,
    pub modes: Option<Vec<i64>>,
}

impl Given {
    pub fn text(name: &'static str, text: impl Into<String>) -> Self {
        Given { texts: vec![(name, text.into())], ..Given::default() }
    }

    pub fn texts(texts: Vec<(&'static str, String)>) -> Self {
        Given { texts, ..Given::default() }
    }

    pub fn modes(modes: Vec<i64>) -> Self {
        Given { modes: Some(modes), ..Given::default() }
    }

    /// The modes that are given.
    pub fn chosen_modes(&self) -> Vec<i64> {
        self.modes.clone().unwrap_or_default()
    }

    /// True if modes are picked by a coordinate that is a tuple: another one takes everything or nothing.
    pub fn picks_modes(&self) -> bool {
        self.text("coordinate").is_some_and(|coordinate| coordinate.starts_with('('))
    }

    pub fn integers(integers: Vec<(&'static str, i64)>) -> Self {
        Given { integers, ..Given::default() }
    }
}

impl Parameters for Given {
    fn integer(&self, name: &str) -> Option<i64> {
        self.integers.iter().find(|(own, _)| *own == name).map(|&(_, integer)| integer)
    }

    fn integers(&self, name: &str) -> Option<Vec<i64>> {
        self.modes.clone().filter(|_| name == "modes")
    }

    fn text(&self, name: &str) -> Option<String> {
        self.texts.iter().find(|(own, _)| *own == name).map(|(_, text)| text.clone())
    }
}

/// Why an expression is not a layout.
enum NoLayout {
    Operation(OperationError),
    Other(&'static str),
}

impl From<NoLayout> for NotImported {
    fn from(why: NoLayout) -> Self {
        match why {
            NoLayout::Operation(error) => error.to_string().into(),
            NoLayout::Other(text) => text.into(),
        }
    }
}

impl From<AnyLayout> for LayoutExpression {
    fn from(layout: AnyLayout) -> Self {
        LayoutExpression::Known(layout)
    }
}

impl LayoutExpression {
    /// An operation of ours on layouts.
    pub fn of(mnemonic: &'static str, operands: impl IntoIterator<Item = AnyLayout>) -> Self {
        let operands = operands.into_iter().map(LayoutExpression::Known).collect();
        LayoutExpression::Of(mnemonic, operands, Given::default())
    }

    /// An operation of ours on an answer.
    pub fn then(self, mnemonic: &'static str, given: Given) -> Self {
        LayoutExpression::Of(mnemonic, vec![self], given)
    }

    /// The layout that the expression is.
    ///
    /// # Errors
    ///
    /// The condition of an operation that is violated, or not decided.
    pub fn evaluate(&self) -> Result<AnyLayout, NotImported> {
        self.layout().map_err(NotImported::from)
    }

    /// The layout that the expression is; `None` if a condition of an operation is violated or not decided.
    ///
    /// # Errors
    ///
    /// What is wrong with a parameter of the expression, which is no IR then.
    pub fn as_ir(&self) -> Result<Option<AnyLayout>, NotImported> {
        match self.layout() {
            Err(error @ NoLayout::Operation(OperationError::Parameter { .. })) => Err(error.into()),
            layout => Ok(layout.ok()),
        }
    }

    fn layout(&self) -> Result<AnyLayout, NoLayout> {
        let (mnemonic, operands, given) = match self {
            LayoutExpression::Known(layout) => return Ok(layout.clone()),
            LayoutExpression::Of(mnemonic, operands, given) => (mnemonic, operands, given),
        };
        let operation =
            Operation::named(mnemonic).ok_or(NoLayout::Other("it has no operation of ours"))?;
        let operands: Vec<AnyLayout> =
            operands.iter().map(LayoutExpression::layout).collect::<Result<_, _>>()?;
        let operands: Vec<&AnyLayout> = operands.iter().collect();
        let answer =
            operation.evaluate(&operands, given, &Budget::DEFAULT).map_err(NoLayout::Operation)?;
        match &answer[..] {
            [OperationValue::Layout(layout)] => Ok((**layout).clone()),
            _ => Err(NoLayout::Other("it gives no one layout")),
        }
    }
}
