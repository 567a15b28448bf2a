//! Values as expressions of layouts with symbols.
//!
//! What an operation gives for layouts with symbols has no notation. For each value of the symbols it is a layout all the same,
//! so that a claim about it is decided value by value.

use std::borrow::Cow;

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use super::Verifier;
use crate::algebra::{self, AnyLayout, Budget, Unknown, Verdict, Witness, by_values_of};
use crate::dialect::fold::values;
use crate::dialect::ir;
use crate::text::is_anonymous;

/// So many operations may stand between a claim and the layouts that are known.
const MAX_OPERATIONS: usize = 32;

/// A value as an expression.
enum Expression<'c, 'a> {
    Layout(Cow<'c, AnyLayout>),
    /// One of the layouts with symbols, by its number.
    Symbolic(usize),
    Operation {
        operation: OperationRef<'c, 'a>,
        result: usize,
        operands: Vec<Expression<'c, 'a>>,
    },
}

/// The operands of a claim, each of which is a layout for each value of the symbols.
struct Expressions<'c, 'a> {
    values: Vec<Expression<'c, 'a>>,
    symbolic: Vec<Cow<'c, AnyLayout>>,
    n_operations: usize,
}

impl<'c> Verifier<'c, '_> {
    /// The verdict on a claim about operands that are expressions of layouts with symbols.
    pub(super) fn by_values<const N: usize, W: Witness>(
        &self,
        claim: OperationRef<'c, '_>,
        ask: impl Fn([&AnyLayout; N], &Budget) -> Verdict<W>,
    ) -> Verdict<W> {
        let expressions = Expressions::of(self, claim);
        let Some(expressions) = expressions else { return Verdict::Unknown(Unknown::NotStatic) };
        let make = |instances: Vec<AnyLayout>, budget: &Budget| expressions.at(&instances, budget);
        by_values_of(&expressions.symbolic(), &make, &self.budget, ask)
    }
}

impl<'c, 'a> Expressions<'c, 'a> {
    /// `None` if an operand is not an expression of layouts that are known.
    fn of(run: &Verifier<'c, '_>, claim: OperationRef<'c, 'a>) -> Option<Self> {
        let mut expressions =
            Expressions { values: Vec::new(), symbolic: Vec::new(), n_operations: 0 };
        for operand in claim.operands() {
            let value = expressions.value(run, claim, operand)?;
            expressions.values.push(value);
        }
        Some(expressions)
    }

    fn symbolic(&self) -> Vec<&AnyLayout> {
        self.symbolic.iter().map(|layout| &**layout).collect()
    }

    /// The operands, given the layouts with symbols for some values of these.
    fn at(&self, instances: &[AnyLayout], budget: &Budget) -> Option<Vec<AnyLayout>> {
        self.values.iter().map(|value| value.layout(instances, budget)).collect()
    }

    fn value(
        &mut self,
        run: &Verifier<'c, '_>,
        claim: OperationRef<'c, 'a>,
        value: Value<'c, 'a>,
    ) -> Option<Expression<'c, 'a>> {
        if let Some(layout) = run.layout(claim, value) {
            return match &*layout {
                known if !known.has_symbols() => Some(Expression::Layout(layout)),
                // A relation may have no pairs, and an anonymous name has no value that two uses share.
                AnyLayout::Relation(_) | AnyLayout::Tile(_) => None,
                known if known.symbols().into_iter().any(is_anonymous) => None,
                _ => {
                    self.symbolic.push(layout);
                    Some(Expression::Symbolic(self.symbolic.len() - 1))
                }
            };
        }
        let operation = ir::defining_op(value)?;
        self.n_operations += 1;
        if MAX_OPERATIONS < self.n_operations {
            return None;
        }
        let result = ir::as_result(value)?.result_number();
        let operands = operation.operands().map(|operand| self.value(run, claim, operand));
        let operands = operands.collect::<Option<Vec<_>>>()?;
        Some(Expression::Operation { operation, result, operands })
    }
}

impl Expression<'_, '_> {
    /// The layout, given those with symbols for some values of these.
    fn layout(&self, instances: &[AnyLayout], budget: &Budget) -> Option<AnyLayout> {
        match self {
            Expression::Layout(layout) => Some(layout.clone().into_owned()),
            Expression::Symbolic(number) => instances.get(*number).cloned(),
            Expression::Operation { operation, result, operands } => {
                let operands: Vec<AnyLayout> = operands
                    .iter()
                    .map(|operand| operand.layout(instances, budget))
                    .collect::<Option<_>>()?;
                let operands: Vec<&AnyLayout> = operands.iter().collect();
                match values(*operation, &operands, budget)?.into_iter().nth(*result)? {
                    algebra::OperationValue::Layout(layout) => Some(*layout),
                    algebra::OperationValue::Number(_) | algebra::OperationValue::Truth(_) => None,
                }
            }
        }
    }
}
