//! What a function and a global say of themselves, besides what is executed.

use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{Attribute, Identifier, OperationRef, ShapedTypeLike, Type};

use crate::dialect::foreign::memory::{
    StridesAndOffset, has_identity_layout, static_size, strides_and_offset,
};
use crate::dialect::ir;

/// What a pass may not add to a function, or take from it, without more.
const ATTRIBUTES: [&str; 6] = [
    "gpu.kernel",
    "kernel",
    "gpu.known_block_size",
    "gpu.known_grid_size",
    "known_block_size",
    "known_grid_size",
];

/// The elements of a buffer are looked at if it has no more.
const MAX_ELEMENTS: i64 = 1 << 16;

/// True for types that are the same, and for those of a buffer whose layout became its shape.
pub(super) fn are_laid_out_again(before: Type<'_>, after: Type<'_>) -> bool {
    if before == after {
        return true;
    }
    let memrefs = [before, after].map(|r#type| MemRefType::try_from(r#type).ok());
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
    for element in 0..elements {
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

fn unraveled(element: i64, extents: &[i64]) -> Vec<i64> {
    let mut rest = element;
    let mut at: Vec<i64> = extents
        .iter()
        .rev()
        .map(|&extent| {
            let digit = rest % extent;
            rest /= extent;
            digit
        })
        .collect();
    at.reverse();
    at
}

/// What a function promises only after a pass, or no longer is: nothing follows from what it does.
pub(super) fn other_promise(
    before: OperationRef<'_, '_>,
    after: OperationRef<'_, '_>,
) -> Option<String> {
    for name in ATTRIBUTES {
        let [one, other] = [before, after].map(|function| function.attribute(name).ok());
        if one.map(|it| it.to_string()) != other.map(|it| it.to_string()) {
            return Some(format!("its {name} is another one after"));
        }
    }
    for (list, of) in [("arg_attrs", "argument"), ("res_attrs", "result")] {
        let [one, other] = [before, after].map(|function| each_promise(function, list));
        for (number, promised) in other.iter().enumerate() {
            let known = one.get(number);
            let is_new = |promise: &&String| known.is_none_or(|known| !known.contains(promise));
            if let Some(promise) = promised.iter().find(is_new) {
                return Some(format!("{promise} of {of} {number} is promised only after"));
            }
        }
    }
    let own = |function: OperationRef<'_, '_>| -> Vec<String> {
        let text = |name: Identifier<'_>| name.as_string_ref().as_str().unwrap_or("").to_owned();
        let all = function.attributes().map(|(name, value)| (text(name), value));
        let is_promise = |name: &str| name.starts_with("llvm.") && name != "llvm.emit_c_interface";
        all.filter(|(name, _)| is_promise(name))
            .map(|(name, it)| format!("{name} = {it}"))
            .collect()
    };
    let (known, promised) = (own(before), own(after));
    if let Some(promise) = promised.into_iter().find(|promise| !known.contains(promise)) {
        return Some(format!("{promise} is promised only after"));
    }
    let disjoint = |function| {
        let all = ir::walk(function).into_iter();
        // The word is a property, and no attribute.
        let is_disjoint = |it: &OperationRef<'_, '_>| {
            ir::name(*it) == "affine.linearize_index"
                && it.to_string().contains("linearize_index disjoint ")
        };
        all.filter(is_disjoint).count()
    };
    let promises_more = disjoint(before) < disjoint(after);
    promises_more.then(|| "that indices are disjoint is promised only after".to_owned())
}

/// What the attributes of `llvm` promise of each argument or result of a function.
fn each_promise(function: OperationRef<'_, '_>, list: &str) -> Vec<Vec<String>> {
    let list = function.attribute(list).ok();
    let list = list.and_then(|list| ArrayAttribute::try_from(list).ok());
    let each = list.iter().flat_map(|list| (0..list.len()).map(|at| list.element(at)));
    each.map(|attributes| {
        let attributes = attributes.ok().and_then(ir::dictionary).unwrap_or_default();
        let promises = attributes.into_iter().filter(|(name, _)| name.starts_with("llvm."));
        promises.map(|(name, value)| format!("{name} = {value}")).collect()
    })
    .collect()
}

/// Why two globals of the same name are not the same, or are not seen to be; `None` if they are.
pub(super) fn other_global(
    before: OperationRef<'_, '_>,
    after: OperationRef<'_, '_>,
) -> Option<&'static str> {
    let names = [
        ("type", "its type is another one after"),
        ("constant", "it is a constant on one side only"),
        ("initial_value", "it begins with other values after"),
        ("value", "it begins with other values after"),
        ("alignment", "it is aligned otherwise after"),
    ];
    let values = |name: &str| [before, after].map(|global| global.attribute(name).ok());
    names.into_iter().find_map(|(name, reason)| {
        let values = values(name);
        let is_resource = |value: &Attribute<'_>| value.to_string().starts_with("dense_resource");
        match values[0] == values[1] {
            true => None,
            false if values.iter().flatten().all(is_resource) => {
                Some("what it begins with is not read")
            }
            false => Some(reason),
        }
    })
}
