//! The views that an access goes through.

use melior::ir::{OperationRef, Value};

use crate::dialect::foreign::Number;
use crate::dialect::foreign::memory::{self, View};
use crate::dialect::foreign::sizes::{self, Size, size};
use crate::dialect::ir;

/// How many views of each other are gone through. Where nothing is executed one may be of itself.
pub(super) const MAX_VIEWS: usize = 64;

/// A view, and the operation that makes it.
#[derive(Debug, Clone)]
pub(in crate::passes) struct Viewed<'c> {
    pub operation: OperationRef<'c, 'c>,
    pub view: View<'c>,
    /// True if a view with strides, or the base of a buffer, is of it, directly or through other views of
    /// elements: those count from the beginning of the buffer, whatever the sizes of this view are.
    pub is_passed_over: bool,
}

impl Viewed<'_> {
    /// True for a view with a first element of its own, which views of it count from: one of bytes, and a fat
    /// pointer that has no offset.
    fn is_buffer(&self) -> bool {
        matches!(self.view, View::Bytes { .. }) || memory::resets_offset(self.operation)
    }

    /// True for a view that is one of elements of its source only where it is accessed.
    pub fn is_of_access(&self) -> bool {
        matches!(self.view, View::Base(_)) && !self.is_passed_over
    }
}

/// The view that an operation makes, if it may be one of elements that its source does not have.
pub(super) fn made<'c>(operation: OperationRef<'c, 'c>) -> Option<Viewed<'c>> {
    let view =
        View::of(operation).filter(|view| !matches!(view, View::Whole(_) | View::Base(_)))?;
    Some(Viewed { operation, view, is_passed_over: false })
}

/// The views that a memref is, the outermost first: each is of the next one. If there are more than
/// [`MAX_VIEWS`] it is so many.
pub(in crate::passes) fn views<'c>(memref: Value<'c, 'c>) -> impl Iterator<Item = Viewed<'c>> {
    let of = |memref: Value<'c, 'c>, is_passed_over| {
        let operation = ir::defining_op(memref)?;
        let view = View::of(operation)?;
        let mut viewed = Viewed { operation, view, is_passed_over: false };
        // What counts from the beginning of a buffer stays in it.
        viewed.is_passed_over = is_passed_over && !viewed.is_buffer();
        Some(viewed)
    };
    let first = of(memref, false);
    std::iter::successors(first, move |viewed: &Viewed<'c>| {
        let is_passed_over =
            viewed.is_passed_over || matches!(viewed.view, View::Strided { .. } | View::Base(_));
        of(viewed.view.source(), is_passed_over)
    })
    .take(MAX_VIEWS)
}

/// The memref whose first element is where the elements of all views of it are counted from; `None` if
/// there are too many views.
pub(super) fn buffer<'c>(memref: Value<'c, 'c>) -> Option<Value<'c, 'c>> {
    let views: Vec<_> = views(memref).take_while(|viewed| !viewed.is_buffer()).collect();
    let is_short = views.len() < MAX_VIEWS;
    is_short.then(|| views.last().map_or(memref, |viewed| viewed.view.source()))
}

/// The views that a copy reads and writes, where they have elements.
pub(super) fn copied<'c>(copy: OperationRef<'c, 'c>) -> Vec<Viewed<'c>> {
    let sides = memory::copied(copy).into_iter().flatten();
    sides.filter(|side| !has_no_elements(*side)).flat_map(views).collect()
}

/// Those memrefs that a copy reads and writes that are views which may be of elements that their sources do
/// not have, where they have elements.
pub(super) fn copied_sides<'c>(copy: OperationRef<'c, 'c>) -> impl Iterator<Item = Value<'c, 'c>> {
    let is_part = |viewed: Viewed| !matches!(viewed.view, View::Whole(_));
    let sides = memory::copied(copy).into_iter().flatten();
    sides.filter(move |side| !has_no_elements(*side) && views(*side).any(is_part))
}

/// True for a memref that has no elements, as its type says, or the operations that make it.
fn has_no_elements(memref: Value<'_, '_>) -> bool {
    let is_empty =
        |(of, dimension)| matches!(size(of, dimension), Size::Number(Number::Constant(0)));
    sizes::all(memref).into_iter().any(is_empty)
}

fn value<'c>(number: Number<'c>) -> Option<Value<'c, 'c>> {
    match number {
        Number::Value(value) => Some(value),
        Number::Constant(_) => None,
    }
}

/// The values that say where a view is.
pub(super) fn values<'c>(view: &View<'c>) -> Vec<Value<'c, 'c>> {
    let of = |numbers: &[Number<'c>]| -> Vec<Value<'c, 'c>> {
        numbers.iter().copied().filter_map(value).collect()
    };
    match view {
        View::Part(part) => part
            .extents
            .iter()
            .flat_map(|extent| of(&[extent.offset, extent.size, extent.stride]))
            .collect(),
        View::Whole(_) | View::Base(_) => Vec::new(),
        View::Strided { offset, sizes, strides, .. } => {
            [of(&[*offset]), of(sizes), of(strides)].concat()
        }
        View::Bytes { from, sizes, .. } => [&[*from], &sizes[..]].concat(),
    }
}
