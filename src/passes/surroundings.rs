//! What is known of the values that an operation uses: from the operations that compute them, and
//! from the loops, branches, kernels and promises around it.

mod affine;
mod arithmetic;
mod conditions;
mod derived;
mod flow;
mod gpu;
mod hiding;
mod induction;
mod integers;
mod known_sums;
mod lanes;
mod loops;
mod nesting;
mod promises;
mod source;
mod variables;
mod whiles;
mod widths;

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

pub(super) use self::affine::{affine_quantity, mapped};
pub(super) use self::source::Source;
pub(super) use self::variables::Variables;
use crate::affine::{Comparison, Quantity};
use crate::dialect::foreign::control::{is_executed_once, taken, while_loop};
use crate::dialect::foreign::{is_called, kernel};
use crate::dialect::promises::Promises;

/// Goes from an operation outwards to its function and tells `variables` what holds where the
/// operation executes: of the variables of loops, of the threads of a kernel, by the conditions of
/// branches, and by every `layout.assume` that comes before.
///
/// Returns whether the operation executes at least once whenever its function does, provided that
/// what is known does not contradict itself.
pub(super) fn surroundings<'c>(
    operation: OperationRef<'c, 'c>,
    promises: &Promises<'c>,
    variables: &mut Variables<'c>,
) -> bool {
    let mut around = Vec::new();
    let mut is_sure = true;
    let mut executes = false;
    let mut inside = operation;
    while let Some(parent) = inside.parent_operation() {
        is_sure &= promises.flow().is_always_reached(inside);
        around.push((parent, inside));
        if is_called(parent) {
            executes = is_sure;
            break;
        }
        inside = parent;
    }
    // From the outside inwards: a bound may depend on the variable of a loop around.
    around.reverse();
    for &(parent, _) in &around {
        gpu::sizes(parent, variables);
    }
    for &(parent, inside) in &around {
        promises::before(promises, inside, variables);
        flow::before(promises.flow(), inside, variables);
        executes &= if kernel::is_launch(parent) {
            gpu::launched(parent, variables)
        } else if let Some(taken) = taken(parent, inside) {
            conditions::branch(&taken, variables);
            false
        } else if let Some(parent) = while_loop(parent) {
            whiles::around(&parent, inside, variables);
            false
        } else {
            let is_once = is_called(parent) || is_executed_once(parent);
            is_once || loops::around(parent, variables).unwrap_or(false)
        };
    }
    executes
}

/// The bounds, both included, of values where an operation uses them: of integers, and of all lanes of
/// vectors of them.
pub(super) fn bounds<'c>(
    user: OperationRef<'c, 'c>,
    promises: &Promises<'c>,
    values: &[Value<'c, 'c>],
) -> Vec<(i64, i64)> {
    let mut variables = Variables::default();
    surroundings(user, promises, &mut variables);
    values.iter().map(|&value| lanes::bounds(value, &mut variables)).collect()
}

/// The bounds, both included, that comparisons of single variables put on a quantity.
pub(super) fn range(quantity: &Quantity, known: &[Comparison]) -> Option<(i64, i64)> {
    let of_variable = |variable: usize| {
        known.iter().filter(|comparison| comparison.quantity.as_variable() == Some(variable)).fold(
            (i64::MIN, i64::MAX),
            |(low, high), comparison| {
                (
                    comparison.low.map_or(low, |bound| bound.max(low)),
                    comparison.high.map_or(high, |bound| bound.min(high)),
                )
            },
        )
    };
    quantity.range(&of_variable)
}

#[cfg(test)]
mod tests;
