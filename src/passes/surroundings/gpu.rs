//! What a kernel says of its threads.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use super::variables::Variables;
use crate::affine::{Comparison, Quantity};
use crate::dialect::foreign::kernel;
use crate::dialect::foreign::kernel::{Count, IDS, KernelNumber, is_launch};
use crate::dialect::ir;

/// A number of a kernel that is the same value wherever it is asked for: what it counts and along
/// which axis, 0 to 2.
pub(super) type Axis = (Count, usize);

/// The value of an operation like `gpu.thread_id x`, and what is known of it.
pub(super) fn axis<'c>(
    variables: &mut Variables<'c>,
    value: Value<'c, 'c>,
    operation: OperationRef<'c, 'c>,
    number: KernelNumber,
) -> Option<Quantity> {
    if launch_of(operation) != variables.launch {
        // Another kernel has other threads, and outside of a launch there are none of its threads.
        return None;
    }
    let quantity = variables.axis((number.count, number.axis), value);
    if let Some(bound) = number.upper_bound {
        let high = if number.count.is_size() { Some(bound) } else { bound.checked_sub(1) };
        variables.know(Comparison { quantity: quantity.clone(), low: Some(0), high });
    }
    Some(quantity)
}

/// What tells the innermost launch around an operation from others.
fn launch_of(operation: OperationRef<'_, '_>) -> Option<usize> {
    let mut around = operation.parent_operation();
    while let Some(parent) = around {
        if is_launch(parent) {
            return Some(ir::key(parent));
        }
        around = parent.parent_operation();
    }
    None
}

/// What is known of a number of a kernel whose first value was just met.
pub(super) fn know(variables: &mut Variables<'_>, (count, axis): Axis) {
    let get = |variables: &Variables<'_>, count| variables.axes.get(&(count, axis)).cloned();
    let Some(quantity) = get(variables, count) else { return };
    let most = count.most().or_else(|| {
        let sizes =
            [Count::Threads, Count::Blocks].map(|count| get(variables, count)?.as_constant());
        sizes[0]?.checked_mul(sizes[1]?)
    });
    let Some(most) = most else { return };
    let (low, high) = (i64::from(count.is_size()), most - i64::from(!count.is_size()));
    variables.know(Comparison { quantity, low: Some(low), high: Some(high) });
    for (id, size) in IDS {
        let (Some(id), Some(size)) = (get(variables, id), get(variables, size)) else { continue };
        if let Ok(difference) = id.minus(&size) {
            let high = -1 - difference.constant();
            variables.know(Comparison::at_most(difference.varying(), high));
        }
    }
}

/// Reads what an operation around says of the sizes of blocks and of the grid: a function by its
/// attributes, a launch by its operands.
pub(super) fn sizes<'c>(around: OperationRef<'c, 'c>, variables: &mut Variables<'c>) {
    for (_, count) in IDS {
        for (axis, size) in count.known_sizes(around).unwrap_or_default().into_iter().enumerate() {
            variables.axes.insert((count, axis), size.into());
        }
    }
    let Some(launched) = kernel::launched(around) else { return };
    // The threads of a launch around this one are others.
    variables.axes.clear();
    variables.launch = Some(ir::key(around));
    for of_axis in launched {
        let size = variables.quantity(of_axis.n);
        variables.axes.insert((of_axis.size, of_axis.axis), size);
    }
}

/// Tells what a launch says of the arguments of its body, and whether it has threads if that does
/// not contradict itself.
pub(super) fn launched<'c>(launch: OperationRef<'c, 'c>, variables: &mut Variables<'c>) -> bool {
    let launched = kernel::launched(launch);
    // Of a launch around another one nothing is known: the axes are those of the inner one.
    let Some(launched) = launched.filter(|_| variables.launch == Some(ir::key(launch))) else {
        return false;
    };
    let mut has_threads = true;
    for of_axis in launched {
        if let Some(size) = variables.axes.get(&(of_axis.size, of_axis.axis)).cloned() {
            has_threads &= size.as_constant().is_some();
            variables.define(of_axis.size_argument, size);
        }
        let id = variables.axis((of_axis.id, of_axis.axis), of_axis.id_argument);
        variables.define(of_axis.id_argument, id);
    }
    has_threads
}
