//! The parts of buffers that copies access.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use self::Number::Constant;
use crate::dialect::ir;
use crate::passes::surroundings::without_casts;

/// The number by which `memref.subview` says that an operand has the number.
const DYNAMIC: i64 = i64::MIN;

/// A number in the IR.
#[derive(Debug, Clone, Copy)]
pub(super) enum Number<'c> {
    Constant(i64),
    Value(Value<'c, 'c>),
}

/// The elements that a `memref.subview` is of, along one dimension of its buffer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent<'c> {
    pub offset: Number<'c>,
    pub size: Number<'c>,
    pub stride: Number<'c>,
}

/// A part of a buffer, all of which is accessed.
pub(super) struct Part<'c> {
    pub base: Value<'c, 'c>,
    pub extents: Vec<Extent<'c>>,
}

impl<'c> Part<'c> {
    /// The values that say where the part is.
    pub fn values(&self) -> Vec<Value<'c, 'c>> {
        let numbers =
            self.extents.iter().flat_map(|extent| [extent.offset, extent.size, extent.stride]);
        numbers
            .filter_map(|number| match number {
                Number::Value(value) => Some(value),
                Number::Constant(_) => None,
            })
            .collect()
    }
}

/// The parts that a `memref.copy` reads and writes, where they are subviews that have elements. A
/// view of a view is a part of both buffers.
pub(super) fn copied<'c>(copy: OperationRef<'c, 'c>) -> Vec<Part<'c>> {
    if ir::name(copy) != "memref.copy" {
        return Vec::new();
    }
    let is_empty = |part: &Part| part.extents.iter().any(|it| matches!(it.size, Constant(..1)));
    let views = copy.operands().map(|view| {
        let next = |part: &Part<'c>| part_of(part.base);
        std::iter::successors(part_of(view), next).collect::<Vec<_>>()
    });
    views.filter(|parts| !parts.iter().any(is_empty)).flatten().collect()
}

/// The part of a buffer that a subview is.
fn part_of<'c>(view: Value<'c, 'c>) -> Option<Part<'c>> {
    let subview = ir::defining_op(without_casts(view))
        .filter(|&operation| ir::name(operation) == "memref.subview")?;
    let numbers = |name: &str, segment: usize| -> Option<Vec<Number<'c>>> {
        let mut values = ir::operand_segment(subview, segment).into_iter();
        let number = |number| match number {
            DYNAMIC => values.next().map(Number::Value),
            number => Some(Number::Constant(number)),
        };
        ir::integers_attribute(subview, name)?.into_iter().map(number).collect()
    };
    let offsets = numbers("static_offsets", 1)?;
    let sizes = numbers("static_sizes", 2)?;
    let strides = numbers("static_strides", 3)?;
    let extents = offsets.into_iter().zip(sizes).zip(strides);
    let extent = |((offset, size), stride)| Extent { offset, size, stride };
    Some(Part { base: subview.operand(0).ok()?, extents: extents.map(extent).collect() })
}
