//! What the condition of a branch says.

use melior::ir::Value;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashSet;

use super::affine::affine_quantity;
use super::variables::Variables;
use super::widths::is_long;
use crate::affine::{Comparison, Quantity};
use crate::dialect::foreign::arithmetic::{Arithmetic, Operator, Predicate, arithmetic};
use crate::dialect::foreign::control::{Condition, Taken};
use crate::dialect::ir::{self, AffineExpr, constant};

/// How many conditions are read one inside the other.
const MAX_DEPTH: usize = 64;

/// Tells what the condition of a branch says in one of its regions.
pub(super) fn branch<'c>(taken: &Taken<'c>, variables: &mut Variables<'c>) {
    match &taken.condition {
        Some(Condition::Truth(condition)) => {
            tell(*condition, taken.holds, variables, &mut FxHashSet::default(), MAX_DEPTH);
        }
        Some(Condition::Number(value, number)) if taken.holds && !is_long(*value) => {
            let quantity = variables.quantity(*value);
            if let Ok(difference) = quantity.minus(&(*number).into()) {
                know(&difference, true, variables);
            }
        }
        Some(Condition::Set { constraints, operands }) => {
            integer_set(constraints, operands, taken.holds, variables);
        }
        Some(Condition::Number(..)) | None => {}
    }
}

/// `sum` is at least, or equal to, 0.
fn know(sum: &Quantity, is_equality: bool, variables: &mut Variables<'_>) {
    let Some(value) = sum.constant().checked_neg() else { return };
    let varying = sum.varying();
    variables.know(match is_equality {
        true => Comparison::equal(varying, value),
        false => Comparison::at_least(varying, value),
    });
}

fn integer_set<'c>(
    constraints: &[(AffineExpr, bool)],
    operands: &[Value<'c, 'c>],
    holds: bool,
    variables: &mut Variables<'c>,
) {
    let inputs: Vec<Quantity> =
        operands.iter().map(|&operand| variables.quantity(operand)).collect();
    variables.derive_inside(&inputs);
    if holds {
        for (constraint, is_equality) in constraints {
            if let Some(sum) = affine_quantity(constraint, &inputs) {
                know(&sum, *is_equality, variables);
            }
        }
    } else if let [(constraint, false)] = constraints {
        // Not 0 <= e is 0 <= -1 - e.
        let sum = affine_quantity(constraint, &inputs);
        if let Some(Ok(negative)) = sum.map(|sum| Quantity::from(-1).minus(&sum)) {
            know(&negative, false, variables);
        }
    }
}

/// Tells what follows from a condition that holds, or that does not. One that occurs several times
/// is told once.
fn tell<'c>(
    condition: Value<'c, 'c>,
    holds: bool,
    variables: &mut Variables<'c>,
    told: &mut FxHashSet<(usize, bool)>,
    depth: usize,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    if !told.insert((ir::value_key(condition), holds)) {
        return;
    }
    if let Some(value) = constant(condition) {
        if (value != 0) != holds {
            // It is never so.
            variables.know(Comparison::at_least(Quantity::default(), 1));
        }
        return;
    }
    let Some(operation) = ir::defining_op(condition) else { return };
    let Some(arithmetic) = arithmetic(operation) else { return };
    let [left, right] = operation.operands().collect::<Vec<_>>()[..] else { return };
    match (arithmetic, holds) {
        (Arithmetic::Binary(Operator::And), true) | (Arithmetic::Binary(Operator::Or), false) => {
            for member in [left, right] {
                tell(member, holds, variables, told, depth);
            }
        }
        (Arithmetic::Binary(Operator::Xor), _) => {
            for (member, other) in [(left, right), (right, left)] {
                if let Some(value) = constant(other) {
                    return tell(member, holds == (value == 0), variables, told, depth);
                }
            }
        }
        (Arithmetic::Compare, _) if !is_long(left) => {
            if let Some(predicate) = Predicate::of(operation) {
                compare(predicate, holds, [left, right], variables);
            }
        }
        _ => {}
    }
}

fn compare<'c>(
    predicate: Predicate,
    holds: bool,
    [left, right]: [Value<'c, 'c>; 2],
    variables: &mut Variables<'c>,
) {
    let (left, right) = (variables.quantity(left), variables.quantity(right));
    let predicate = if holds { predicate } else { predicate.negated() };
    let Predicate::Less { or_equal, is_swapped, is_signed } = predicate else {
        // That two numbers differ is not a range of either.
        if predicate == Predicate::Equal
            && let Ok(difference) = left.minus(&right)
        {
            know(&difference, true, variables);
        }
        return;
    };
    let (left, right) = if is_swapped { (right, left) } else { (left, right) };
    if !is_signed {
        // Below a number that is not negative there are only such numbers.
        if !variables.is_natural(&right) {
            return;
        }
        know(&left, false, variables);
    }
    let difference = right.minus(&left).and_then(|sum| sum.plus(&(i64::from(or_equal) - 1).into()));
    if let Ok(sum) = difference {
        know(&sum, false, variables);
    }
}
