//! What the operations of the affine dialect compute.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Value};

use super::arithmetic::Reading;
use super::integers;
use super::known_sums::Extreme;
use super::source::Source;
use super::variables::Variables;
use crate::affine::{Comparison, Quantity};
use crate::dialect::foreign::Number;
use crate::dialect::foreign::arithmetic::{Arithmetic, basis};
use crate::dialect::ir::{self, AffineExpr, AffineOperator};

/// What an affine map makes of values, each result if it is a quantity of them; `None` for what is not a map.
pub(in crate::passes) fn mapped<'c>(
    variables: &mut Variables<'c>,
    map: Attribute<'c>,
    operands: &[Value<'c, 'c>],
) -> Option<Vec<Option<Quantity>>> {
    let inputs: Vec<Quantity> =
        operands.iter().map(|&operand| variables.quantity(operand)).collect();
    let results = ir::affine_results(map)?;
    Some(results.iter().map(|result| affine_quantity(result, &inputs)).collect())
}

impl<'c> Reading<'c, '_> {
    pub fn affine(&mut self, arithmetic: Arithmetic) -> Option<Quantity> {
        match arithmetic {
            Arithmetic::Apply => self.map()?.pop()?,
            Arithmetic::Minimum | Arithmetic::Maximum => {
                let results: Option<Vec<Quantity>> = self.map()?.into_iter().collect();
                let results = results?;
                if let [result] = &results[..] {
                    return Some(result.clone());
                }
                self.extreme_of(
                    &results,
                    match arithmetic {
                        Arithmetic::Minimum => Extreme::Least,
                        _ => Extreme::Greatest,
                    },
                )
            }
            Arithmetic::Digits => self.delinearized(),
            Arithmetic::FromDigits => self.linearized(),
            _ => None,
        }
    }

    /// The results of the operation's map, each if it is a quantity.
    fn map(&mut self) -> Option<Vec<Option<Quantity>>> {
        let results = ir::affine_results(self.operation.attribute("map").ok()?)?;
        let operands: Vec<Value> = self.operation.operands().collect();
        let inputs: Vec<Quantity> =
            operands.into_iter().map(|operand| self.variables.read(operand, self.depth)).collect();
        self.variables.derive_inside(&inputs);
        Some(results.iter().map(|result| affine_quantity(result, &inputs)).collect())
    }

    /// The sizes of the operation's digits.
    fn basis(&mut self) -> Option<Vec<Quantity>> {
        let size = |size| match size {
            Number::Constant(size) => size.into(),
            Number::Value(size) => self.variables.read(size, self.depth),
        };
        Some(basis(self.operation)?.into_iter().map(size).collect())
    }

    /// Digits of a number, the last one fastest. The first takes what is left.
    fn delinearized(&mut self) -> Option<Quantity> {
        let number = self.quantity(0)?;
        let results: Vec<Value> = self.operation.results().map(Value::from).collect();
        let mut basis = self.basis()?;
        if basis.len() == results.len() {
            // The outermost size says only that the number is less than all sizes together.
            basis.remove(0);
        }
        let mut rest = Some(number);
        for (at, &result) in results.iter().enumerate().rev() {
            let size = at.checked_sub(1).and_then(|at| basis.get(at));
            let digit = match (&rest, size.map(|size| (size, size.as_constant()))) {
                (Some(number), None) => Some(number.clone()),
                (Some(number), Some((_, Some(size)))) if 0 < size => {
                    let digit = number.modulo(size).ok();
                    rest = number.floor(size).ok();
                    digit
                }
                _ => {
                    rest = None;
                    None
                }
            };
            let digit = match (digit, size) {
                (Some(digit), _) => digit,
                (None, size) => {
                    let digit = self.variables.variable(Source::Value(result));
                    if let Some(size) = size {
                        self.variables.know(Comparison::at_least(digit.clone(), 0));
                        if let Ok(difference) = digit.minus(size) {
                            let high = difference.constant().checked_neg()?.checked_sub(1)?;
                            self.variables.know(Comparison::at_most(difference.varying(), high));
                        }
                    }
                    digit
                }
            };
            self.variables.define(result, digit);
        }
        None
    }

    fn linearized(&mut self) -> Option<Quantity> {
        let digits = ir::operand_segment(self.operation, 0);
        let mut basis = self.basis()?;
        if basis.len() == digits.len() {
            basis.remove(0);
        }
        let mut sum = Quantity::default();
        let mut weight = 1_i64;
        for (at, digit) in digits.into_iter().enumerate().rev() {
            let digit = self.variables.read(digit, self.depth);
            sum = sum.plus(&digit.times(weight).ok()?).ok()?;
            if let Some(at) = at.checked_sub(1) {
                weight = weight.checked_mul(basis.get(at)?.as_constant()?)?;
            }
        }
        Some(sum)
    }
}

/// An affine expression of quantities; `None` if it multiplies or divides by one that is not a
/// constant.
pub(in crate::passes) fn affine_quantity(
    expression: &AffineExpr,
    inputs: &[Quantity],
) -> Option<Quantity> {
    let (operator, [left, right]) = match expression {
        AffineExpr::Constant(value) => return Some((*value).into()),
        AffineExpr::Operand(position) => return inputs.get(*position).cloned(),
        AffineExpr::Binary(operator, parts) => (operator, &**parts),
    };
    let (left, right) = (affine_quantity(left, inputs)?, affine_quantity(right, inputs)?);
    let divisor = || right.as_constant().filter(|&divisor| 0 < divisor);
    match operator {
        AffineOperator::Add => left.plus(&right).ok(),
        AffineOperator::Multiply => match left.as_constant() {
            Some(factor) => right.times(factor).ok(),
            None => left.times(right.as_constant()?).ok(),
        },
        AffineOperator::Modulo => left.modulo(divisor()?).ok(),
        AffineOperator::FloorDivide => left.floor(divisor()?).ok(),
        AffineOperator::CeilDivide => integers::ceil(&left, divisor()?),
    }
}
