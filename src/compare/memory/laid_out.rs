//! Buffers whose layout became their shape.

use melior::ir::r#type::MemRefType;
use melior::ir::{ShapedTypeLike, Type};

use super::accesses::unraveled;
use crate::dialect::foreign::memory::{
    StridesAndOffset, has_identity_layout, static_size, strides_and_offset,
};
use crate::dialect::ir;

/// The elements of a buffer are looked at if it has no more.
const MAX_ELEMENTS: i64 = 1 << 16;

/// True for types that are the same, and for those of a buffer whose layout became its shape.
pub(super) fn are_laid_out_again(before: Type<'_>, after: Type<'_>) -> bool {
    if before == after {
        return true;
    }
    let memrefs = [before, after].map(|r#type| ir::memref_type(r#type));
    let [Some(before), Some(after)] = memrefs else { return false };
    let is_fixed = |r#type: &MemRefType<'_>| {
        (0..r#type.rank()).all(|dimension| static_size(r#type, dimension).is_some())
    };
    before.element() == after.element()
        && before.memory_space() == after.memory_space()
        && is_fixed(&before)
        && is_fixed(&after)
        && !has_identity_layout(&before)
        && has_identity_layout(&after)
        && holds(&after, &before)
}

/// True if the shape of a buffer has a place for each element that another one lays out.
fn holds(shape: &MemRefType<'_>, laid_out: &MemRefType<'_>) -> bool {
    let sizes = |of: &MemRefType<'_>| -> Vec<i64> {
        (0..of.rank()).filter_map(|dimension| static_size(of, dimension)).collect()
    };
    let (sizes, extents) = (sizes(shape), sizes(laid_out));
    let count = |sizes: &[i64]| sizes.iter().try_fold(1_i64, |n, size| n.checked_mul(*size));
    let (Some(places), Some(elements)) = (count(&sizes), count(&extents)) else { return false };
    let Some(results) = ir::affine_results(laid_out.layout()) else {
        // A layout of another kind says a number of each element.
        let last = strides_and_offset(laid_out).and_then(|it| last_of(&it, &extents));
        return sizes.len() == 1 && last.map_or(elements <= places, |last| last + 1 == places);
    };
    if sizes.len() != results.len() {
        return false;
    }
    if MAX_ELEMENTS < elements {
        return elements <= places;
    }
    // The shape is the least one that has them all.
    let mut ends = vec![0; results.len()];
    for element in 0..usize::try_from(elements).unwrap_or(0) {
        let at = unraveled(element, &extents);
        for (end, result) in ends.iter_mut().zip(&results) {
            let Some(place) = result.evaluate(&at).filter(|place| 0 <= *place) else {
                return false;
            };
            *end = place.saturating_add(1).max(*end);
        }
    }
    elements == 0 || ends == sizes
}

/// The greatest number of an element that is laid out in strides.
fn last_of(said: &StridesAndOffset, extents: &[i64]) -> Option<i64> {
    let steps = said.strides.iter().zip(extents);
    let steps = steps.map(|(stride, extent)| stride.filter(|it| 0 <= *it)?.checked_mul(extent - 1));
    steps.chain([said.offset]).try_fold(0_i64, |last, step| last.checked_add(step?))
}
