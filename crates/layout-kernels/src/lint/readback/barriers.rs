//! Which operations the threads of a block wait for each other in.
//!
//! What is said here of an operation is what the LLVM IR of Triton 3.9 has for it. One that is in no list
//! may wait: that nobody waits has to be certain.

use crate::analyze::{Carrier, conversion};
use crate::lint::layouts::Layouts;
use crate::triton::{AttributeValue, Movement, Operation, Type};
use layout_math::linear::Dim;

/// What has been done with shared memory since the last barrier.
///
/// Triton puts a barrier before an operation on shared memory that an earlier one stands in the way of:
/// where none does, there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum SharedUse {
    #[default]
    Untouched,
    Read,
    /// It was written, or that is not known.
    Written,
}

/// Operations in which no thread waits for one of another warp, by their names without the dialect.
const WITHOUT_WAIT: &[&str] = &[
    "addptr",
    "async_commit_group",
    "bitcast",
    "broadcast",
    "buffer_load",
    "buffer_store",
    "cat",
    "clampf",
    "dot",
    "expand_dims",
    "extern_elementwise",
    "fp4_to_fp",
    "fp_to_fp",
    "get_num_programs",
    "get_program_id",
    "int_to_ptr",
    "join",
    "load",
    "local_dealloc",
    "make_range",
    "map_elementwise",
    "memdesc_index",
    "memdesc_reinterpret",
    "memdesc_reshape",
    "memdesc_subslice",
    "memdesc_subview",
    "memdesc_trans",
    "mulhiui",
    "precise_divf",
    "precise_sqrt",
    "print",
    "ptr_to_int",
    "reshape",
    "return",
    "splat",
    "split",
    "store",
    "trans",
];

/// True if threads of different warps may wait for each other in an operation; what it does with shared
/// memory is added to `used`.
pub(super) fn may_wait(operation: &Operation, layouts: &mut Layouts, used: &mut SharedUse) -> bool {
    let (dialect, name) = operation.name().split_once('.').unwrap_or_default();
    if matches!(dialect, "arith" | "math" | "scf" | "cf" | "ub") {
        return false;
    }
    match name {
        "barrier" if waits_for_shared(operation) => {
            *used = SharedUse::Untouched;
            true
        }
        "local_load" => touches(used, SharedUse::Read),
        "local_store" | "async_copy_global_to_local" | "buffer_load_to_local" => {
            touches(used, SharedUse::Written)
        }
        "local_alloc" => match operation.movement() {
            Some(Movement::Allocation { .. }) => false,
            _ => touches(used, SharedUse::Written),
        },
        // What only a warp exchanges takes shuffles.
        "reduce" | "scan" if is_along_warps(operation, layouts) == Some(false) => false,
        "convert_layout" => match carrier(operation, layouts) {
            Some(Carrier::Registers | Carrier::Shuffles) => false,
            Some(Carrier::WarpMemory) => touches(used, SharedUse::Written),
            _ => unknown(used),
        },
        "atomic_rmw" | "atomic_cas" if is_of_each_thread(operation, layouts) => false,
        "assert" => operation.types().into_iter().flatten().any(|own| own.as_tensor().is_some()),
        "elementwise_inline_asm"
            if operation.attribute("pure").and_then(AttributeValue::as_flag) == Some(true) =>
        {
            false
        }
        _ if WITHOUT_WAIT.binary_search(&name).is_ok() => false,
        _ => unknown(used),
    }
}

fn unknown(used: &mut SharedUse) -> bool {
    *used = SharedUse::Written;
    true
}

/// Two reads do not stand in each other's way.
fn touches(used: &mut SharedUse, how: SharedUse) -> bool {
    let before = *used;
    *used = before.max(how);
    before == SharedUse::Written || (before == SharedUse::Read && how == SharedUse::Written)
}

/// True for a barrier after which what was done with shared memory is over.
fn waits_for_shared(operation: &Operation) -> bool {
    operation.name() == "gpu.barrier" || operation.has_word("all") || operation.has_word("local")
}

/// Whether several warps have elements along the axis of a reduction or a scan.
fn is_along_warps(operation: &Operation, layouts: &mut Layouts) -> Option<bool> {
    let axis = operation.attribute("axis").and_then(AttributeValue::as_integer)?;
    let axis = usize::try_from(axis).ok()?;
    let [operands, _] = operation.types();
    let operand = layouts.of_tensor(operands.iter().find_map(Type::as_tensor)?)?.ok()?;
    let is_in_warp = |dim: &Dim| matches!(dim.name(), "register" | "lane");
    let mut others = operand.layout.bases().filter(|(dim, _)| !is_in_warp(dim));
    Some(others.any(|(_, bases)| bases.iter().any(|basis| basis.get(axis) != Some(&0))))
}

fn carrier(operation: &Operation, layouts: &mut Layouts) -> Option<Carrier> {
    let Movement::Convert { from, to } = operation.movement()? else { return None };
    let (from, to) = (layouts.of_tensor(from)?.ok()?, layouts.of_tensor(to)?.ok()?);
    Some(conversion(&from.layout, &to.layout).ok()?.carrier())
}

/// True for an atomic operation that orders nothing, on a tensor of which each thread has elements of its
/// own. The result of one that several threads have goes to all of them through shared memory.
fn is_of_each_thread(operation: &Operation, layouts: &mut Layouts) -> bool {
    let [operands, _] = operation.types();
    let tensor = operands.iter().find_map(Type::as_tensor);
    let Some(Ok(laid)) = tensor.and_then(|tensor| layouts.of_tensor(tensor)) else { return false };
    let has_copies = |place| laid.layout.columns_of(place).contains(&0);
    operation.has_word("relaxed") && !["lane", "warp", "block"].into_iter().any(has_copies)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_in_order() {
        assert!(WITHOUT_WAIT.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
