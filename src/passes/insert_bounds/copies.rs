//! The parts of buffers that copies access.

use melior::ir::{OperationRef, Value};

use crate::dialect::foreign::Number;
use crate::dialect::foreign::memory::{self, Part, subview, without_casts};
use crate::dialect::ir;

/// The values that say where a part is.
pub(super) fn values<'c>(part: &Part<'c>) -> Vec<Value<'c, 'c>> {
    let numbers =
        part.extents.iter().flat_map(|extent| [extent.offset, extent.size, extent.stride]);
    numbers
        .filter_map(|number| match number {
            Number::Value(value) => Some(value),
            Number::Constant(_) => None,
        })
        .collect()
}

/// The parts that a copy reads and writes, where they are subviews that have elements. A view of a
/// view is a part of both buffers.
pub(super) fn copied<'c>(copy: OperationRef<'c, 'c>) -> Vec<Part<'c>> {
    let is_empty =
        |part: &Part| part.extents.iter().any(|it| matches!(it.size, Number::Constant(..1)));
    let views = memory::copied(copy).into_iter().flatten().map(|view| {
        let next = |part: &Part<'c>| part_of(part.base);
        std::iter::successors(part_of(view), next).collect::<Vec<_>>()
    });
    views.filter(|parts| !parts.iter().any(is_empty)).flatten().collect()
}

/// The part of a buffer that a view is.
fn part_of<'c>(view: Value<'c, 'c>) -> Option<Part<'c>> {
    subview(ir::defining_op(without_casts(view))?)
}
