//! What melior's view of the IR lacks.

use melior::Context;
use melior::ir::operation::{Operation, OperationLike, OperationMutLike, OperationRefMut};
use melior::ir::{OperationRef, Value, ValueLike};
use mlir_sys::{
    MlirOperation, mlirIdentifierStr, mlirOperationGetName, mlirValueGetFirstUse,
    mlirValueReplaceAllUsesOfWith,
};

/// Runs `body` on an operation of MLIR's and its context.
///
/// melior's reference to a context is a reference to the handle, so the handle has to stay where it
/// is for as long as `'c`: here, on the stack of this function.
pub(super) fn with_operation<R>(
    raw: MlirOperation,
    body: impl for<'c> FnOnce(&'c Context, OperationRef<'c, 'c>) -> R,
) -> R {
    // SAFETY: MLIR calls us with an operation that lives, in a context that lives, until we return.
    let operation = unsafe { OperationRef::from_raw(raw) };
    let handle = operation.context();
    // SAFETY: the handle outlives the body, and the higher-ranked lifetime keeps the reference in it.
    let context = unsafe { handle.to_ref() };
    body(context, operation)
}

/// The name of an operation, such as `layout.compose`.
pub(crate) fn name<'c>(operation: OperationRef<'c, '_>) -> &'c str {
    // SAFETY: the name is uniqued in the context, which lives for `'c`. Names are UTF-8: the lexer
    // accepts ASCII only, and for anything else the name is the empty string.
    unsafe {
        let text = mlirIdentifierStr(mlirOperationGetName(operation.to_raw()));
        std::str::from_utf8(std::slice::from_raw_parts(text.data.cast(), text.length)).unwrap_or("")
    }
}

/// True if an operation uses the value.
pub(crate) fn has_uses(value: Value<'_, '_>) -> bool {
    // SAFETY: the value is valid.
    unsafe { !mlirValueGetFirstUse(value.to_raw()).ptr.is_null() }
}

/// Lets every user of `value` use `with`.
pub(crate) fn replace_all_uses<'c, 'a>(value: Value<'c, 'a>, with: Value<'c, 'a>) {
    // SAFETY: both values are valid, and they are of one context.
    unsafe { mlirValueReplaceAllUsesOfWith(value.to_raw(), with.to_raw()) }
}

/// Removes an operation, whose results have no use, from the IR for good.
///
/// Nobody may use a reference to it again, to its regions or to its results.
pub(crate) fn erase(operation: OperationRef<'_, '_>) {
    // SAFETY: the operation is valid; once it is out of its block we are its owner.
    unsafe {
        OperationRefMut::from_raw(operation.to_raw()).remove_from_parent();
        drop(Operation::from_raw(operation.to_raw()));
    }
}
