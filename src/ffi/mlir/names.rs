//! What values are called where the IR is printed.

use std::cell::OnceCell;
use std::ffi::c_void;

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use mlir_sys::{
    MlirAsmState, MlirStringRef, mlirAsmStateCreateForOperation, mlirAsmStateDestroy,
    mlirOpPrintingFlagsCreate, mlirOpPrintingFlagsDestroy, mlirOpPrintingFlagsUseLocalScope,
    mlirValuePrintAsOperand,
};

use super::foreign::is_function;

/// The names of all values of the IR, such as `%arg0`: it is numbered once, when the first name is
/// asked for.
///
/// A value that is made later has no name.
pub(crate) struct ValueNames<'c> {
    root: OperationRef<'c, 'c>,
    state: OnceCell<State>,
}

impl<'c> ValueNames<'c> {
    /// The names in the function that an operation is part of, or in all of the IR if it is in none.
    pub fn around(operation: OperationRef<'c, 'c>) -> Self {
        let mut root = operation;
        while !is_function(root)
            && let Some(parent) = root.parent_operation()
        {
            root = parent;
        }
        ValueNames { root, state: OnceCell::new() }
    }

    /// What a value is called.
    pub fn of(&self, value: Value<'c, '_>) -> String {
        extern "C" fn append(text: MlirStringRef, data: *mut c_void) {
            // SAFETY: `data` is the name below, and the text is valid during the call.
            unsafe {
                let name = &mut *data.cast::<String>();
                let bytes = std::slice::from_raw_parts(text.data.cast::<u8>(), text.length);
                name.push_str(&String::from_utf8_lossy(bytes));
            }
        }

        let State(state) = self.state.get_or_init(|| State::of(self.root));
        let mut name = String::new();
        let data = (&raw mut name).cast::<c_void>();
        // SAFETY: the value and the state are valid; a value that the state does not know is printed
        // as unknown.
        unsafe { mlirValuePrintAsOperand(value.to_raw(), *state, Some(append), data) };
        name
    }
}

/// Numbers of values, destroyed once.
struct State(MlirAsmState);

impl State {
    fn of(root: OperationRef<'_, '_>) -> Self {
        // SAFETY: the operation is valid, and the flags are destroyed once, here.
        unsafe {
            let flags = mlirOpPrintingFlagsCreate();
            // Without it all that is around the function would be numbered, too.
            mlirOpPrintingFlagsUseLocalScope(flags);
            let state = mlirAsmStateCreateForOperation(root.to_raw(), flags);
            mlirOpPrintingFlagsDestroy(flags);
            State(state)
        }
    }
}

impl Drop for State {
    fn drop(&mut self) {
        // SAFETY: nobody else has the state.
        unsafe { mlirAsmStateDestroy(self.0) }
    }
}
