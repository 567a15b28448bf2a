//! Whether an operation has a value.

use super::super::instances::Witness;
use super::entry::Operation;
use super::error::OperationError;
use super::parameters::Parameters;
use crate::algebra::{AnyLayout, Budget, Method, Unknown, Verdict};
use crate::point::ForSymbols;

/// Operands that violate the condition of an operation, for values of their symbols.
#[derive(Debug, Clone, PartialEq)]
pub struct NoValue {
    pub symbols: Vec<(String, i64)>,
    pub error: OperationError,
}

impl NoValue {
    /// ` for M = 3`, or nothing without symbols.
    pub fn place(&self) -> String {
        ForSymbols(&self.symbols).to_string()
    }
}

impl Witness for NoValue {
    fn symbols(&mut self) -> &mut Vec<(String, i64)> {
        &mut self.symbols
    }
}

impl Operation {
    /// Do the operands, which have no symbols, meet the condition of the operation?
    ///
    /// ```
    /// use layout_math::algebra::{AnyLayout, Budget, Kind, NoParameters, Operation, Verdict};
    ///
    /// let inverse = Operation::named("left_inverse").expect("it is in the table");
    /// let layout = |text| AnyLayout::parse(Kind::Cute, text);
    /// let has = |layout: &AnyLayout| inverse.has_value([layout], &NoParameters, &Budget::default());
    /// assert!(matches!(has(&layout("(4,2):(2,1)")?), Verdict::Proved(_)));
    /// let Verdict::Refuted(without) = has(&layout("(4,2):(1,1)")?) else { panic!() };
    /// assert!(without.error.to_string().contains("is not injective"), "{}", without.error);
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn has_value<const N: usize>(
        &self,
        operands: [&AnyLayout; N],
        parameters: &dyn Parameters,
        budget: &Budget,
    ) -> Verdict<NoValue> {
        match self.evaluate(&operands, parameters, budget) {
            Ok(_) => Verdict::Proved(Method::Evaluation),
            Err(error) if error.is_undecided() || error.is_unsupported() => {
                Verdict::Unknown(Unknown::NotFound { reason: error.to_string() })
            }
            Err(error) => Verdict::Refuted(NoValue { symbols: Vec::new(), error }),
        }
    }
}
