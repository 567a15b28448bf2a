//! The sizes of memrefs, by the operations that make them.

use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ShapedTypeLike, Value};

use super::Number;
use super::memory::{View, allocation, expanded_shape, memref_type, static_size};
use crate::dialect::ir::{self, AffineExpr};

/// How many memrefs of each other are gone through.
const MAX_MEMREFS: usize = 64;

/// The size of a dimension of a memref.
#[derive(Debug, Clone)]
pub enum Size<'c> {
    Number(Number<'c>),
    /// The product of the sizes of some dimensions of another memref.
    Product(Value<'c, 'c>, Vec<usize>),
    /// That of a dimension of a memref of which no more is known.
    Of(Value<'c, 'c>, usize),
}

/// The size of a dimension of a memref, as its type says it, or else the operations that make it.
pub fn size<'c>(mut memref: Value<'c, 'c>, mut dimension: usize) -> Size<'c> {
    for _ in 0..MAX_MEMREFS {
        let size = memref_type(memref).and_then(|r#type| static_size(&r#type, dimension));
        match size
            .map(|size| Size::Number(Number::Constant(size)))
            .or_else(|| made(memref, dimension))
        {
            Some(Size::Of(source, of)) => (memref, dimension) = (source, of),
            Some(size) => return size,
            None => break,
        }
    }
    Size::Of(memref, dimension)
}

/// The dimensions whose sizes are those of a memref, or the factors of those: it has elements where none of
/// them is 0.
pub fn all<'c>(memref: Value<'c, 'c>) -> Vec<(Value<'c, 'c>, usize)> {
    let rank = memref_type(memref).map_or(0, |r#type| r#type.rank());
    let mut pending: Vec<_> = (0..rank).rev().map(|dimension| (memref, dimension)).collect();
    let mut found = Vec::new();
    let mut n_products = 0;
    while let Some((of, dimension)) = pending.pop() {
        match size(of, dimension) {
            Size::Product(source, dimensions) if n_products < MAX_MEMREFS => {
                n_products += 1;
                pending.extend(dimensions.into_iter().rev().map(|dimension| (source, dimension)));
            }
            _ => found.push((of, dimension)),
        }
    }
    found
}

/// True for a dimension of the dynamic shared memory of a kernel, whose memref has the size 0 whatever the launch
/// makes it.
pub fn is_set_by_launch(memref: Value<'_, '_>, dimension: usize) -> bool {
    let Size::Of(made, _) = size(memref, dimension) else { return false };
    ir::defining_op(made).is_some_and(|it| ir::name(it) == "gpu.dynamic_shared_memory")
}

/// What the operation that makes a memref says of a size that the type does not; `None` if it says
/// nothing.
fn made<'c>(memref: Value<'c, 'c>, dimension: usize) -> Option<Size<'c>> {
    let operation = ir::defining_op(memref)?;
    let r#type = memref_type(memref)?;
    let is_dynamic = |dimension: &usize| static_size(&r#type, *dimension).is_none();
    // How many sizes that the type does not say come before this one.
    let before = (0..dimension).filter(is_dynamic).count();
    let value = |sizes: &[Value<'c, 'c>]| sizes.get(before).copied().map(Number::Value);
    let number = match View::of(operation) {
        // Dimensions that are dropped have a size that is known.
        Some(View::Part(part)) => {
            let is_value = |size: &Number<'c>| matches!(size, Number::Value(_));
            part.extents.into_iter().map(|extent| extent.size).filter(is_value).nth(before)
        }
        Some(View::Strided { sizes, .. }) => sizes.get(dimension).copied(),
        Some(View::Bytes { sizes, .. }) => value(&sizes),
        Some(View::Whole(source)) => return of_whole(operation, source, dimension),
        // One element has no dimensions.
        Some(View::Base(_)) => None,
        None => value(&allocation(operation)?.sizes),
    };
    number.map(Size::Number)
}

/// The size of a memref that has all elements of another one.
fn of_whole<'c>(
    operation: OperationRef<'c, 'c>,
    source: Value<'c, 'c>,
    dimension: usize,
) -> Option<Size<'c>> {
    match ir::name(operation) {
        "memref.cast"
        | "memref.memory_space_cast"
        | "memref.assume_alignment"
        | super::name::FAT_RAW_BUFFER_CAST => Some(Size::Of(source, dimension)),
        "memref.transpose" => {
            let map = ir::affine_results(operation.attribute("permutation").ok()?)?;
            match map.get(dimension)? {
                AffineExpr::Operand(of) => Some(Size::Of(source, *of)),
                _ => None,
            }
        }
        "memref.expand_shape" => {
            let size = expanded_shape(operation)?.into_iter().flatten().nth(dimension);
            size.map(Size::Number)
        }
        "memref.collapse_shape" => {
            let groups = operation.attribute("reassociation").ok()?;
            let group = ArrayAttribute::try_from(groups).ok()?.element(dimension).ok()?;
            let group = ir::integers(group)?.into_iter();
            let dimensions: Vec<usize> =
                group.map(|of| usize::try_from(of).ok()).collect::<Option<_>>()?;
            match dimensions[..] {
                [of] => Some(Size::Of(source, of)),
                _ => Some(Size::Product(source, dimensions)),
            }
        }
        _ => None,
    }
}
