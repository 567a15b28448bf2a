//! What may access memory and is not looked at.

use melior::ir::attribute::FlatSymbolRefAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Location, OperationRef, RegionLike, TypeLike, ValueLike};
use rustc_hash::FxHashSet;

use super::operations::is_access;
use crate::dialect::foreign::memory::{Role, View};
use crate::dialect::foreign::{Effects, effects, is_call};
use crate::dialect::ir;

/// Operations of one name.
pub(in crate::passes) struct Unread<'c> {
    pub name: &'c str,
    pub count: usize,
    /// Where the first one is.
    pub location: Location<'c>,
}

impl Unread<'_> {
    /// What there is to say of them.
    pub fn message(&self) -> String {
        let Unread { name, count, .. } = self;
        let plural = if *count == 1 { "" } else { "s" };
        format!("accesses of {name} are not looked at: {count} operation{plural}")
    }
}

/// The operations that may access memory or elements of a tensor and that nobody reads here, by name, in the
/// order of the text. What a called function accesses is its own, if it has a body.
pub(in crate::passes) fn unread<'c>(root: OperationRef<'c, 'c>) -> Vec<Unread<'c>> {
    let operations = ir::walk(root);
    let is_declared = |operation: &&OperationRef<'c, 'c>| {
        let region = ir::region(**operation, 0);
        region.is_some_and(|region| region.first_block().is_none())
    };
    let name = |operation: &OperationRef<'c, 'c>| ir::string_attribute(*operation, "sym_name");
    let declared: FxHashSet<&str> =
        operations.iter().filter(is_declared).filter_map(name).collect();
    let is_module = |operation: &&OperationRef<'c, 'c>| ir::name(**operation) == "gpu.module";
    let modules: FxHashSet<&str> = operations.iter().filter(is_module).filter_map(name).collect();
    let mut found: Vec<Unread<'c>> = Vec::new();
    for operation in operations {
        let is_unread = is_unread(operation, &declared)
            || launches_other(operation, &modules)
            || accesses_tensor(operation);
        if !is_unread {
            continue;
        }
        let name = ir::name(operation);
        match found.iter_mut().find(|known| known.name == name) {
            Some(known) => known.count += 1,
            None => found.push(Unread { name, count: 1, location: operation.location() }),
        }
    }
    found
}

/// True for an operation on elements of a tensor, which may be out of its bounds.
fn accesses_tensor(operation: OperationRef<'_, '_>) -> bool {
    let is_tensor =
        |at: usize| ir::operand(operation, at).is_some_and(|it| it.r#type().is_ranked_tensor());
    match ir::name(operation) {
        "tensor.extract"
        | "tensor.insert"
        | "tensor.extract_slice"
        | "tensor.insert_slice"
        | "tensor.parallel_insert_slice"
        | "tensor.gather"
        | "tensor.scatter" => true,
        "vector.transfer_read" | "vector.gather" => is_tensor(0),
        "vector.transfer_write" | "vector.scatter" => is_tensor(1),
        _ => false,
    }
}

/// True for a call of a function that has a body, or of one that is somewhere else.
fn is_own_call(operation: OperationRef<'_, '_>, declared: &FxHashSet<&str>) -> bool {
    // An indirect call is of a function that nobody knows.
    let Ok(callee) = operation.attribute("callee") else { return false };
    let callee = FlatSymbolRefAttribute::try_from(callee).ok();
    callee.is_none_or(|callee| !declared.contains(callee.value()))
}

/// True for a launch of a kernel that is in none of these modules, with a memory.
fn launches_other(operation: OperationRef<'_, '_>, modules: &FxHashSet<&str>) -> bool {
    if ir::name(operation) != "gpu.launch_func" || !takes_memory(operation) {
        return false;
    }
    let Ok(kernel) = operation.attribute("kernel") else { return true };
    let kernel = kernel.to_string();
    let module = kernel.trim_start_matches('@').split("::").next().unwrap_or("");
    !modules.contains(module.trim_matches('"'))
}

/// What the types of pointers, descriptors and variables in memory begin with, in dialects that have some.
const POINTERS: &[&str] = &[
    "!emitc.array<",
    "!emitc.lvalue<",
    "!emitc.ptr<",
    "!ptr.ptr<",
    "!spirv.ptr<",
    "!xegpu.mem_desc<",
    "!xegpu.tensor_desc<",
];

fn takes_memory(operation: OperationRef<'_, '_>) -> bool {
    let (dialect, _) = ir::name(operation).split_once('.').unwrap_or_default();
    let has_pointers = matches!(dialect, "emitc" | "ptr" | "spirv" | "xegpu");
    operation.operands().any(|operand| {
        let r#type = operand.r#type();
        let is_pointer = || {
            let text = r#type.to_string();
            POINTERS.iter().any(|begin| text.starts_with(begin))
        };
        ir::memref_type(r#type).is_some()
            || r#type.is_unranked_mem_ref()
            || r#type.is_llvm_pointer_type()
            || has_pointers && is_pointer()
    })
}

/// True for a role in which no element is read or written.
fn accesses_nothing(role: Role) -> bool {
    !matches!(role, Role::Strided | Role::Copies)
}

fn is_unread<'c>(operation: OperationRef<'c, 'c>, declared: &FxHashSet<&str>) -> bool {
    let takes_memory = takes_memory(operation);
    if is_call(operation) {
        return takes_memory && !is_own_call(operation, declared);
    }
    let is_known = || {
        is_access(operation)
            || View::of(operation).is_some()
            || ir::layout_mnemonic(operation).is_some()
            || Role::of(operation).is_some_and(accesses_nothing)
    };
    takes_memory && !is_known() && effects(operation) != Effects::None
}
