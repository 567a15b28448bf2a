//! What may access memory and is not looked at.

use std::sync::atomic::{AtomicBool, Ordering};

use melior::ir::attribute::FlatSymbolRefAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Location, OperationRef, RegionLike, Type, TypeLike, ValueLike};
use rustc_hash::FxHashSet;

use super::operations::is_access;
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::foreign::memory::{Role, View};
use crate::dialect::foreign::{Effects, effects, is_call};
use crate::dialect::ir;

/// What a run meets of operations that may access memory or elements of a tensor and that nobody reads here.
pub(in crate::passes) struct UnreadAccesses {
    /// The functions without a body: what another one accesses is its own.
    declared: FxHashSet<String>,
    /// The modules that kernels are in.
    modules: FxHashSet<String>,
    are_met: AtomicBool,
}

/// Operations of one name.
struct Unread<'c> {
    name: &'c str,
    count: usize,
    /// Where the first one is.
    location: Location<'c>,
}

impl Unread<'_> {
    /// What there is to say of them.
    fn message(&self) -> String {
        let Unread { name, count, .. } = self;
        let plural = if *count == 1 { "" } else { "s" };
        format!("accesses of {name} are not looked at: {count} operation{plural}")
    }
}

impl UnreadAccesses {
    /// None yet, of what is in `root`.
    pub fn new(root: OperationRef<'_, '_>) -> Self {
        // What is in a function declares others only if a module is in it, which is seen when it is looked at.
        UnreadAccesses::of(root, |operation| operation == root || !ir::is_function(operation))
    }

    /// The same of those operations, and what is in them, that are of interest.
    fn of<'c: 'a, 'a>(
        root: OperationRef<'c, 'a>,
        is_of_interest: impl Fn(OperationRef<'c, 'a>) -> bool,
    ) -> Self {
        let (mut declared, mut modules) = (FxHashSet::default(), FxHashSet::default());
        ir::walk_where(root, |operation| {
            let name = || ir::string_attribute(operation, "sym_name").map(str::to_owned);
            if has_no_body(operation) {
                declared.extend(name());
            }
            if ir::name(operation) == "gpu.module" {
                modules.extend(name());
            }
            is_of_interest(operation)
        });
        UnreadAccesses { declared, modules, are_met: AtomicBool::new(false) }
    }

    /// Looks at operations, on any thread.
    pub fn look_at<'c>(&self, operations: &[OperationRef<'c, 'c>]) {
        let is_nested = |operation| {
            let is_new = |name: &str| !self.declared.contains(name);
            has_no_body(operation)
                && ir::string_attribute(operation, "sym_name").is_some_and(is_new)
        };
        if operations.iter().any(|&operation| self.is_unread(operation) || is_nested(operation)) {
            self.are_met.store(true, Ordering::Relaxed);
        }
    }

    /// Says of what was looked at how many operations of each name nobody reads, where the first one is.
    pub fn report<'c>(&self, root: OperationRef<'c, 'c>) {
        // Where they are says nobody who looks at a part.
        if self.are_met.load(Ordering::Relaxed) {
            let all = UnreadAccesses::of(root, |_| true);
            for unread in all.found(root) {
                Diagnostic::remark(unread.location, unread.message()).emit();
            }
        }
    }

    /// The operations by name, in the order of the text.
    fn found<'c>(&self, root: OperationRef<'c, 'c>) -> Vec<Unread<'c>> {
        let mut found: Vec<Unread<'c>> = Vec::new();
        for operation in ir::walk(root) {
            if !self.is_unread(operation) {
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

    fn is_unread<'c>(&self, operation: OperationRef<'c, 'c>) -> bool {
        accesses_unread(operation, &self.declared)
            || launches_other(operation, &self.modules)
            || accesses_tensor(operation)
    }
}

/// True for a function that is declared, and has no body here.
fn has_no_body(operation: OperationRef<'_, '_>) -> bool {
    ir::region(operation, 0).is_some_and(|region| region.first_block().is_none())
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
fn is_own_call(operation: OperationRef<'_, '_>, declared: &FxHashSet<String>) -> bool {
    // An indirect call is of a function that nobody knows.
    let Ok(callee) = operation.attribute("callee") else { return false };
    let callee = FlatSymbolRefAttribute::try_from(callee).ok();
    callee.is_none_or(|callee| !declared.contains(callee.value()))
}

/// True for a launch of a kernel that is in none of these modules, with a memory.
fn launches_other(operation: OperationRef<'_, '_>, modules: &FxHashSet<String>) -> bool {
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
    "!amdgpu.tdm_",
    "!emitc.array<",
    "!emitc.lvalue<",
    "!emitc.ptr<",
    "!nvgpu.mbarrier.",
    "!ptr.ptr<",
    "!spirv.ptr<",
    "!xegpu.mem_desc<",
    "!xegpu.tensor_desc<",
];

/// What the names of operations begin with that access memory by numbers.
const BY_NUMBERS: &[&str] = &["rocdl.raw.buffer."];

fn takes_memory(operation: OperationRef<'_, '_>) -> bool {
    let (dialect, _) = ir::name(operation).split_once('.').unwrap_or_default();
    let has_pointers = matches!(dialect, "amdgpu" | "emitc" | "nvgpu" | "ptr" | "spirv" | "xegpu");
    let is_pointer = |r#type: Type<'_>| {
        let text = r#type.to_string();
        POINTERS.iter().any(|begin| text.starts_with(begin))
    };
    operation.operands().any(|operand| {
        let r#type = operand.r#type();
        is_memory(r#type) || has_pointers && is_pointer(r#type)
    }) || BY_NUMBERS.iter().any(|begin| ir::name(operation).starts_with(begin))
}

/// True for the type of a memref or of a pointer of LLVM's, and for one that has such types in it.
fn is_memory(r#type: Type<'_>) -> bool {
    let element = ir::element_type(r#type);
    // The text of a structure, an array or a tuple has the types that are in it.
    let is_pointer = |text: String| {
        let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '"'));
        words.any(|word| matches!(word, "memref" | "ptr"))
    };
    let has_parts = || r#type.is_tuple() || ir::is_llvm_struct(r#type) || ir::is_llvm_array(r#type);
    r#type.is_mem_ref()
        || r#type.is_unranked_mem_ref()
        || element.is_llvm_pointer_type()
        || has_parts() && is_pointer(r#type.to_string())
}

/// True for an operation that gives memory another type, of which nobody reads what it says.
fn retypes_memory(operation: OperationRef<'_, '_>) -> bool {
    let is_given = |r#type| operation.operands().any(|operand| operand.r#type() == r#type);
    let mut results = operation.results().map(|result| result.r#type());
    results.any(|r#type| r#type.is_mem_ref() && !is_given(r#type))
}

/// True for a role in which no element is read or written.
fn accesses_nothing(role: Role) -> bool {
    !matches!(role, Role::Strided | Role::Copies)
}

fn accesses_unread<'c>(operation: OperationRef<'c, 'c>, declared: &FxHashSet<String>) -> bool {
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
    takes_memory
        && !is_known()
        && (effects(operation) != Effects::None || retypes_memory(operation))
}
