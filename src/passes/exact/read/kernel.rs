//! Numbers of the threads of a kernel.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use crate::dialect::foreign::is_called;
use crate::dialect::foreign::kernel::{Count, is_launch, kernel_number};
use crate::dialect::ir;

/// A number of a kernel: the operation that is the kernel or calls it, what the number is, and the
/// axis, 0 to 2.
pub(super) type Axis = (usize, Count, usize);

/// The number of a kernel that a value is, and its bounds.
pub(super) fn number(value: Value<'_, '_>) -> Option<(Axis, (i64, i64))> {
    let operation = ir::defining_op(value)?;
    let number = kernel_number(operation)?;
    let (kernel, size) = kernel(operation, number.count, number.axis)?;
    let axis = (kernel, number.count, number.axis);
    let is_size = number.count.is_size();
    if let (Some(size), true) = (size, is_size) {
        return Some((axis, (size, size)));
    }
    // An attribute has the greatest size, or an end that ids are below.
    let ends = [size, number.upper_bound, number.count.most()];
    let bounds = match ends.into_iter().flatten().min() {
        Some(end) if is_size => (1, end),
        Some(end) => (0, end - 1),
        None => (i64::MIN, i64::MAX),
    };
    Some((axis, bounds))
}

/// The kernel around an operation, and what its attributes say of a size.
fn kernel(
    operation: OperationRef<'_, '_>,
    count: Count,
    axis: usize,
) -> Option<(usize, Option<i64>)> {
    let mut around = operation.parent_operation();
    while let Some(parent) = around {
        if is_launch(parent) || is_called(parent) {
            let known = count.known_sizes(parent);
            return Some((ir::key(parent), known.and_then(|sizes| sizes.get(axis).copied())));
        }
        around = parent.parent_operation();
    }
    None
}
