//! What a function and a global say of themselves, besides what is executed.

use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Identifier, OperationRef};
use rustc_hash::FxHashMap;

use crate::dialect::foreign::{Effects, effects, properties};
use crate::dialect::ir;

/// What a pass may not add to a function, or take from it, without more.
const ATTRIBUTES: [&str; 11] = [
    "CConv",
    "gpu.kernel",
    "kernel",
    "nvvm.kernel",
    "rocdl.kernel",
    "gpu.known_block_size",
    "gpu.known_cluster_size",
    "gpu.known_grid_size",
    "known_block_size",
    "known_cluster_size",
    "known_grid_size",
];

/// The dialects whose attributes promise something to the compiler of a kernel, as what `gpu` says of its launch
/// is lowered to.
const PROMISING: [&str; 3] = ["llvm.", "nvvm.", "rocdl."];

/// What a function promises of itself besides the attributes of these dialects.
const PROMISES: [&str; 15] = [
    "alignment",
    "denormal_fp_math",
    "denormal_fp_math_f32",
    "fp_contract",
    "intel_reqd_sub_group_size",
    "memory_effects",
    "no_infs_fp_math",
    "no_nans_fp_math",
    "no_signed_zeros_fp_math",
    "no_unwind",
    "personality",
    "reqd_work_group_size",
    "unnamed_addr",
    "vscale_range",
    "will_return",
];

/// The words that are passed through to LLVM and promise nothing.
const HINTS: [&str; 8] =
    ["alwaysinline", "cold", "hot", "inlinehint", "minsize", "noinline", "optnone", "optsize"];

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
    let (known, promised) = (own_promises(before), own_promises(after));
    if let Some(promise) = promised.into_iter().find(|promise| !known.contains(promise)) {
        return Some(format!("{promise} is promised only after"));
    }
    if is_convergent(before) && !is_convergent(after) {
        return Some("it is convergent only before".to_owned());
    }
    let mut numbers = Numbers::default();
    let [known, promised] = [before, after].map(|function| numbers.disjoint(function));
    let promises_more = promised.iter().any(|promise| !known.contains(promise));
    promises_more.then(|| "that indices are disjoint is promised only after".to_owned())
}

/// Whether a function must stay where the threads of a group come to it together: that restricts its callers.
fn is_convergent(function: OperationRef<'_, '_>) -> bool {
    function.has_attribute("convergent")
        || passed_through(function).iter().any(|text| text == CONVERGENT)
}

/// As it stands in a list.
const CONVERGENT: &str = "\"convergent\"";

/// What a function passes through to LLVM, a text each.
fn passed_through(function: OperationRef<'_, '_>) -> Vec<String> {
    let passed = function.attribute("passthrough").ok();
    let passed = passed.and_then(|passed| ArrayAttribute::try_from(passed).ok());
    let each =
        passed.iter().flat_map(|list| (0..list.len()).filter_map(|at| list.element(at).ok()));
    each.map(|it| it.to_string()).collect()
}

/// True for the names of attributes that promise something to the compiler of a function.
fn is_promising(name: &str) -> bool {
    PROMISING.iter().any(|dialect| name.starts_with(dialect)) && name != "llvm.emit_c_interface"
}

/// What a function promises of itself, a text each.
fn own_promises(function: OperationRef<'_, '_>) -> Vec<String> {
    let text = |name: Identifier<'_>| name.as_string_ref().as_str().unwrap_or("").to_owned();
    let is_kind = |name: &str| ATTRIBUTES.contains(&name);
    let is_promise =
        |name: &str| !is_kind(name) && (PROMISES.contains(&name) || is_promising(name));
    let own = function.attributes().map(|(name, value)| (text(name), value));
    let own = own.filter(|(name, _)| is_promise(name));
    let is_hint = |text: &String| text == CONVERGENT || HINTS.contains(&text.trim_matches('"'));
    let passed = passed_through(function).into_iter().filter(|text| !is_hint(text));
    own.map(|(name, value)| format!("{name} = {value}"))
        .chain(passed.map(|text| format!("passthrough = {text}")))
        .collect()
}

/// What numbers of two functions come from: those that come about alike have the same one.
#[derive(Default)]
struct Numbers {
    of_words: FxHashMap<String, usize>,
}

impl Numbers {
    /// The sums of digits of a function that promise that these are below their sizes, each in its block.
    fn disjoint(&mut self, function: OperationRef<'_, '_>) -> Vec<usize> {
        let mut of_values: FxHashMap<usize, usize> = FxHashMap::default();
        let mut blocks: FxHashMap<usize, usize> = FxHashMap::default();
        let mut found = Vec::new();
        for operation in ir::walk(function) {
            let next = blocks.len();
            let block = operation.block().map(ir::block_key);
            let block = block.map(|key| *blocks.entry(key).or_insert(next));
            let words = self.words(operation, &blocks, &of_values);
            // The word is a property, and no attribute.
            let is_disjoint = || operation.to_string().contains("linearize_index disjoint ");
            if ir::name(operation) == "affine.linearize_index" && is_disjoint() {
                found.push(self.number(format!("{words} in block {block:?}")));
            }
            let own = self.number(words);
            for (at, result) in operation.results().enumerate() {
                let number = self.number(format!("result {at} of {own}"));
                of_values.insert(ir::value_key(result.into()), number);
            }
        }
        found
    }

    /// An operation and its operands; one that has regions or effects is like no other one.
    fn words<'c>(
        &mut self,
        operation: OperationRef<'c, 'c>,
        blocks: &FxHashMap<usize, usize>,
        of_values: &FxHashMap<usize, usize>,
    ) -> String {
        let name = ir::name(operation);
        if operation.region_count() != 0 || effects(operation) != Effects::None {
            return format!("{name} {}", ir::key(operation));
        }
        let mut operands = Vec::new();
        for operand in operation.operands() {
            let known = of_values.get(&ir::value_key(operand)).copied();
            operands.push(known.unwrap_or_else(|| {
                let number = ir::as_argument(operand).map(|argument| argument.argument_number());
                let block = ir::block_of(operand).and_then(|it| blocks.get(&ir::block_key(it)));
                self.number(format!("argument {number:?} of block {block:?}"))
            }));
        }
        if matches!(name, "arith.addi" | "arith.muli" | "index.add" | "index.mul") {
            operands.sort_unstable();
        }
        let properties = properties(operation).map(|it| it.to_string()).unwrap_or_default();
        format!("{name} {properties}{operands:?}")
    }

    fn number(&mut self, words: String) -> usize {
        let next = self.of_words.len();
        *self.of_words.entry(words).or_insert(next)
    }
}

/// What the attributes of these dialects promise of each argument or result of a function.
fn each_promise(function: OperationRef<'_, '_>, list: &str) -> Vec<Vec<String>> {
    let list = function.attribute(list).ok();
    let list = list.and_then(|list| ArrayAttribute::try_from(list).ok());
    let each = list.iter().flat_map(|list| (0..list.len()).map(|at| list.element(at)));
    each.map(|attributes| {
        let attributes = attributes.ok().and_then(ir::dictionary).unwrap_or_default();
        let promises = attributes.into_iter().filter(|(name, _)| is_promising(name));
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
