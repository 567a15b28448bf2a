//! What may access memory and is not looked at.

use melior::ir::TypeLike;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{Location, OperationRef, ValueLike};

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

/// The operations that may access memory and that nobody reads here, by name, in the order of the
/// text. What a called function accesses is its own.
pub(in crate::passes) fn unread<'c>(root: OperationRef<'c, 'c>) -> Vec<Unread<'c>> {
    let mut found: Vec<Unread<'c>> = Vec::new();
    for operation in ir::walk(root) {
        if !is_unread(operation) {
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

fn is_unread<'c>(operation: OperationRef<'c, 'c>) -> bool {
    let takes_memory = operation.operands().any(|operand| {
        let r#type = operand.r#type();
        MemRefType::try_from(r#type).is_ok()
            || r#type.is_unranked_mem_ref()
            || r#type.is_llvm_pointer_type()
    });
    let is_known = || {
        is_access(operation)
            || View::of(operation).is_some()
            || is_call(operation)
            || ir::layout_mnemonic(operation).is_some()
            || Role::of(operation).is_some_and(|role| role != Role::Strided)
    };
    takes_memory && !is_known() && effects(operation) != Effects::None
}
