//! What a function and a global say of themselves, besides what is executed.

use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Identifier, OperationRef, Value};

use crate::dialect::foreign::properties;
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
    let [known, promised] = [before, after].map(disjoint);
    let promises_more = promised.iter().any(|promise| !known.contains(promise));
    promises_more.then(|| "that indices are disjoint is promised only after".to_owned())
}

/// How deep a number is followed to what it is computed from.
const MAX_DEPTH: usize = 16;

/// The sums of digits of a function that promise that these are below their sizes, in words.
fn disjoint(function: OperationRef<'_, '_>) -> Vec<String> {
    let all = ir::walk(function);
    let mut blocks: Vec<usize> = Vec::new();
    for block in all.iter().filter_map(|operation| operation.block()).map(ir::block_key) {
        if !blocks.contains(&block) {
            blocks.push(block);
        }
    }
    // The word is a property, and no attribute.
    let is_disjoint = |it: &&OperationRef<'_, '_>| {
        ir::name(**it) == "affine.linearize_index"
            && it.to_string().contains("linearize_index disjoint ")
    };
    all.iter().filter(is_disjoint).map(|it| in_words(*it, &blocks, MAX_DEPTH)).collect()
}

/// An operation and its operands, as they are computed from the arguments of blocks.
fn in_words<'c>(operation: OperationRef<'c, 'c>, blocks: &[usize], depth: usize) -> String {
    let of = |operand: Value<'c, 'c>| match (ir::defining_op(operand), depth) {
        (Some(definition), 1..) => {
            let number = ir::as_result(operand).map(|result| result.result_number());
            format!("{}#{number:?}", in_words(definition, blocks, depth - 1))
        }
        // What is too deep is like nothing else.
        (Some(_), _) => format!("{:?}", ir::value_key(operand)),
        (None, _) => {
            let block = ir::block_of(operand).map(ir::block_key);
            let block = blocks.iter().position(|key| Some(*key) == block);
            let number = ir::as_argument(operand).map(|argument| argument.argument_number());
            format!("{block:?}.{number:?}")
        }
    };
    let operands: Vec<String> = operation.operands().map(of).collect();
    let properties = properties(operation).map(|it| it.to_string()).unwrap_or_default();
    format!("{} {properties}({})", ir::name(operation), operands.join(", "))
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
        ("global_type", "its type is another one after"),
        ("constant", "it is a constant on one side only"),
        ("initial_value", "it begins with other values after"),
        ("value", "it begins with other values after"),
        ("alignment", "it is aligned otherwise after"),
    ];
    let values = |name: &str| [before, after].map(|global| global.attribute(name).ok());
    let computed = |global| -> Vec<String> {
        ir::walk(global).into_iter().skip(1).map(|operation| operation.to_string()).collect()
    };
    if computed(before) != computed(after) {
        return Some("what it begins with is computed otherwise after");
    }
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
