//! What the table has of each operation, and how it is evaluated.

use std::borrow::Cow;
use std::fmt;

use super::arguments::Arguments;
use super::error::OperationError;
use super::operands::Operands;
use super::parameters::{Parameter, Parameters};
use crate::algebra::any_layout::AnyLayout;
use crate::algebra::apart::apart;
use crate::algebra::relations::keeping_facts;
use crate::algebra::verdict::Budget;

/// An operation of the algebra, by its name.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, NoParameters, Operation};
///
/// let divide = Operation::named("zipped_divide").unwrap();
/// let rows = AnyLayout::parse(Kind::Composed, "S<3,4,3> o 0 o (8,64):(64,1)")?;
/// let tile = AnyLayout::parse(Kind::Tile, "[4:2;8:1]")?;
/// let divided = divide.evaluate(&[&rows, &tile], &NoParameters, &Budget::default()).unwrap();
/// assert_eq!(divided[0].to_string(), "S<3,4,3> o 0 o ((4,8),(2,8)):((128,1),(64,8))");
///
/// let inverse = Operation::named("left_inverse").unwrap();
/// let overlapping = AnyLayout::parse(Kind::Cute, "(4,2):(1,2)")?;
/// let error = inverse.evaluate(&[&overlapping], &NoParameters, &Budget::default()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "(4,2):(1,2) is not injective: coordinates 2 and 4 both have offset 2"
/// );
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Operation {
    name: &'static str,
    operands: Operands,
    parameters: &'static [Parameter],
    is_total: bool,
    is_division: bool,
    evaluate: Evaluate,
}

/// What an operation gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OperationValue {
    Layout(Box<AnyLayout>),
    Number(i64),
    Truth(bool),
}

/// The function of an operation, by what it gives.
#[derive(Debug, Clone, Copy)]
pub(super) enum Evaluate {
    Layout(fn(&Arguments<'_>) -> Result<AnyLayout, OperationError>),
    Layouts(fn(&Arguments<'_>) -> Result<Vec<AnyLayout>, OperationError>),
    Number(fn(&Arguments<'_>) -> Result<i64, OperationError>),
    Numbers(fn(&Arguments<'_>) -> Result<Vec<i64>, OperationError>),
    Truth(fn(&Arguments<'_>) -> Result<bool, OperationError>),
}

impl Operation {
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// How many layouts it takes.
    pub fn operands(&self) -> Operands {
        self.operands
    }

    /// What it takes beside layouts, in the order in which it is written.
    pub fn parameters(&self) -> &'static [Parameter] {
        self.parameters
    }

    /// True if every layout for which it is defined at all has a value: there is no condition that
    /// operands could violate.
    pub fn is_total(&self) -> bool {
        self.is_total
    }

    /// True if it divides its first layout by the second one, and may reach past the end of it.
    pub fn is_division(&self) -> bool {
        self.is_division
    }

    /// Checks what can be said of the parameters without the layouts.
    ///
    /// # Errors
    ///
    /// [`OperationError::Parameter`] for one that is missing or does not have its form.
    pub fn check(&self, parameters: &dyn Parameters) -> Result<(), OperationError> {
        let arguments = Arguments::new(&[], parameters, &Budget::CLOSED_FORMS);
        self.parameters.iter().try_for_each(|parameter| arguments.check(parameter))
    }

    /// What the operation gives on these layouts, of which no two share an anonymous symbol
    /// ([`apart`]).
    ///
    /// # Errors
    ///
    /// The condition that the operands violate, or that could not be decided within the budget
    /// ([`OperationError::is_undecided`]).
    pub fn evaluate(
        &self,
        operands: &[&AnyLayout],
        parameters: &dyn Parameters,
        budget: &Budget,
    ) -> Result<Vec<OperationValue>, OperationError> {
        if !self.operands.fit(operands.len()) {
            let (expected, found) = (self.operands, operands.len());
            return Err(OperationError::Operands { expected, found });
        }
        let separate = apart(operands.iter().map(|&operand| Cow::Borrowed(operand)));
        let operands: Vec<&AnyLayout> = separate.iter().map(|operand| &**operand).collect();
        let arguments = Arguments::new(&operands, parameters, budget);
        let kept = |result| OperationValue::from(keeping_facts(result, &operands));
        Ok(match self.evaluate {
            Evaluate::Layout(of) => vec![kept(of(&arguments)?)],
            Evaluate::Layouts(of) => of(&arguments)?.into_iter().map(kept).collect(),
            Evaluate::Number(of) => vec![OperationValue::Number(of(&arguments)?)],
            Evaluate::Numbers(of) => {
                of(&arguments)?.into_iter().map(OperationValue::Number).collect()
            }
            Evaluate::Truth(of) => vec![OperationValue::Truth(of(&arguments)?)],
        })
    }

    /// The operation with its operands and parameters, such as `complement((4,2):(1,2), 64)`. A
    /// parameter that may be left out stands with its name.
    pub fn call(&self, operands: &[String], parameters: &dyn Parameters) -> String {
        let mut written = operands.to_vec();
        for parameter in self.parameters {
            let Some(text) = parameter.text(parameters) else { continue };
            written.push(if parameter.is_optional() {
                format!("{} {text}", parameter.name())
            } else {
                text
            });
        }
        format!("{}({})", self.name, written.join(", "))
    }

    pub(super) const fn new(name: &'static str, operands: Operands, evaluate: Evaluate) -> Self {
        let (is_total, is_division) = (false, false);
        Operation { name, operands, parameters: &[], is_total, is_division, evaluate }
    }

    /// Of one layout.
    pub(super) const fn unary(name: &'static str, evaluate: Evaluate) -> Self {
        Self::new(name, Operands::Exactly(1), evaluate)
    }

    /// Of two layouts.
    pub(super) const fn binary(name: &'static str, evaluate: Evaluate) -> Self {
        Self::new(name, Operands::Exactly(2), evaluate)
    }

    /// With parameters.
    pub(super) const fn with(mut self, parameters: &'static [Parameter]) -> Self {
        self.parameters = parameters;
        self
    }

    /// Of a layout by a tile.
    pub(super) const fn division(name: &'static str, evaluate: Evaluate) -> Self {
        Operation { is_division: true, ..Self::binary(name, evaluate) }
    }

    /// Without a condition on the operands.
    pub(super) const fn total(mut self) -> Self {
        self.is_total = true;
        self
    }
}

impl From<AnyLayout> for OperationValue {
    fn from(layout: AnyLayout) -> Self {
        OperationValue::Layout(Box::new(layout))
    }
}

impl fmt::Display for OperationValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OperationValue::Layout(layout) => layout.fmt(f),
            OperationValue::Number(number) => number.fmt(f),
            OperationValue::Truth(truth) => truth.fmt(f),
        }
    }
}
