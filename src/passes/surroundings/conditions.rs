//! What the condition of a branch says.

use std::collections::HashSet;

use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value};

use super::affine::affine_quantity;
use super::constant;
use super::variables::{Variables, is_long};
use crate::dialect::ir;
use crate::relation::{Comparison, Quantity};

/// How many conditions are read one inside the other.
const MAX_DEPTH: usize = 64;

/// Tells what a branch says where `inside`, an operation of one of its blocks, executes.
pub(super) fn branch<'c>(
    branch: OperationRef<'c, 'c>,
    inside: OperationRef<'c, 'c>,
    variables: &mut Variables<'c>,
) {
    let is_then = inside.block().and_then(|block| block.parent_region()) == branch.region(0).ok();
    if ir::name(branch) == "affine.if" {
        integer_set(branch, is_then, variables);
    } else if let Ok(condition) = branch.operand(0) {
        tell(condition, is_then, variables, &mut HashSet::new(), MAX_DEPTH);
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

fn integer_set<'c>(branch: OperationRef<'c, 'c>, is_then: bool, variables: &mut Variables<'c>) {
    let set = branch.attribute("condition").ok().and_then(ir::affine_set);
    let Some(constraints) = set else { return };
    let inputs: Vec<Quantity> =
        branch.operands().map(|operand| variables.quantity(operand)).collect();
    if is_then {
        for (constraint, is_equality) in &constraints {
            if let Some(sum) = affine_quantity(constraint, &inputs) {
                know(&sum, *is_equality, variables);
            }
        }
    } else if let [(constraint, false)] = &constraints[..] {
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
    told: &mut HashSet<(usize, bool)>,
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
    let operand = |position| operation.operand(position).ok();
    match (ir::name(operation), holds) {
        ("arith.andi", true) | ("arith.ori", false) => {
            for member in [0, 1].into_iter().filter_map(operand) {
                tell(member, holds, variables, told, depth);
            }
        }
        ("arith.xori", _) => {
            let [Some(left), Some(right)] = [0, 1].map(operand) else { return };
            for (member, other) in [(left, right), (right, left)] {
                if let Some(value) = constant(other) {
                    return tell(member, holds == (value == 0), variables, told, depth);
                }
            }
        }
        ("arith.cmpi" | "index.cmp", _) => {
            let [Some(left), Some(right)] = [0, 1].map(operand) else { return };
            let Some(order) = order(operation).filter(|_| !is_long(left)) else { return };
            compare(order, holds, [left, right], variables);
        }
        _ => {}
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Equal,
    NotEqual,
    Less { or_equal: bool, is_swapped: bool, is_signed: bool },
}

/// The predicate of a comparison.
fn order(operation: OperationRef<'_, '_>) -> Option<Order> {
    let name = match ir::name(operation) {
        "arith.cmpi" => {
            let number = ir::integer_attribute(operation, "predicate")?;
            let names = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
            (*names.get(usize::try_from(number).ok()?)?).to_owned()
        }
        _ => {
            let text = operation.attribute("pred").ok()?.to_string();
            let words: Vec<&str> =
                text.split(|c: char| !c.is_ascii_alphabetic()).filter(|w| !w.is_empty()).collect();
            (*words.last()?).to_owned()
        }
    };
    Some(match name.as_str() {
        "eq" => Order::Equal,
        "ne" => Order::NotEqual,
        name => {
            let (sign, order) = name.split_at_checked(1)?;
            let (is_swapped, or_equal) = match order {
                "lt" => (false, false),
                "le" => (false, true),
                "gt" => (true, false),
                "ge" => (true, true),
                _ => return None,
            };
            Order::Less { or_equal, is_swapped, is_signed: sign == "s" }
        }
    })
}

fn compare<'c>(
    order: Order,
    holds: bool,
    [left, right]: [Value<'c, 'c>; 2],
    variables: &mut Variables<'c>,
) {
    let (left, right) = (variables.quantity(left), variables.quantity(right));
    let (mut left, mut right, mut or_equal, is_signed) = match order {
        Order::Equal | Order::NotEqual => {
            // That two numbers differ is no range of either.
            if (order == Order::Equal) == holds
                && let Ok(difference) = left.minus(&right)
            {
                know(&difference, true, variables);
            }
            return;
        }
        Order::Less { or_equal, is_swapped: false, is_signed } => {
            (left, right, or_equal, is_signed)
        }
        Order::Less { or_equal, is_swapped: true, is_signed } => (right, left, or_equal, is_signed),
    };
    if !holds {
        (left, right, or_equal) = (right, left, !or_equal);
    }
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
