//! What a function and a global say of themselves, besides what is executed.

use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{Attribute, OperationRef, ShapedTypeLike, Type};

use crate::dialect::foreign::memory::{has_identity_layout, static_size};
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
    let arguments = |function: OperationRef<'_, '_>| -> Vec<Vec<String>> {
        let list = function.attribute("arg_attrs").ok();
        let list = list.and_then(|list| melior::ir::attribute::ArrayAttribute::try_from(list).ok());
        let each = list.iter().flat_map(|list| (0..list.len()).map(|at| list.element(at)));
        each.map(|attributes| {
            let attributes = attributes.ok().and_then(ir::dictionary).unwrap_or_default();
            attributes.into_iter().map(|(name, value)| format!("{name} = {value}")).collect()
        })
        .collect()
    };
    let (one, other) = (arguments(before), arguments(after));
    for (number, promised) in other.iter().enumerate() {
        let known = one.get(number);
        let is_new = |promise: &&String| known.is_none_or(|known| !known.contains(promise));
        if let Some(promise) = promised.iter().filter(|it| it.starts_with("llvm.")).find(is_new) {
            return Some(format!("{promise} of argument {number} is promised only after"));
        }
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
