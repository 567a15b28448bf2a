//! MLIR's tools.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use melior::ir::OperationRef;
use mlir_sys::MlirOperation;

use super::glue;

/// Runs the driver on a command line, program name included, and returns its exit status. The hooks
/// are installed and the passes registered.
pub(crate) fn driver_main(arguments: impl Iterator<Item = CString>) -> i32 {
    tool_main(glue::layoutDriverMain, arguments)
}

/// The same for the language server, which needs no passes.
pub(crate) fn lsp_server_main(arguments: impl Iterator<Item = CString>) -> i32 {
    tool_main(glue::layoutLspServerMain, arguments)
}

fn tool_main(
    main: unsafe extern "C" fn(c_int, *mut *mut c_char) -> c_int,
    arguments: impl Iterator<Item = CString>,
) -> i32 {
    let arguments: Vec<CString> = arguments.collect();
    let mut pointers: Vec<*mut c_char> =
        arguments.iter().map(|argument| argument.as_ptr().cast_mut()).collect();
    let count = c_int::try_from(pointers.len()).unwrap_or(c_int::MAX);
    pointers.push(std::ptr::null_mut());
    // SAFETY: there are `count` strings that end in a zero, and they outlive the call. The tool
    // does not write to them.
    unsafe { main(count, pointers.as_mut_ptr()) }
}

/// Reads two files of MLIR, `-` being the standard input, and hands their modules on. The hooks are
/// installed. `None` after an error if a file is not read, or if what is called panics.
pub(crate) fn with_modules<T, F>(first: &CStr, second: &CStr, with: F) -> Option<T>
where
    F: for<'c> FnOnce(OperationRef<'c, 'c>, OperationRef<'c, 'c>) -> T,
{
    struct Callback<T, F> {
        with: Option<F>,
        found: Option<T>,
    }

    extern "C" fn call<T, F>(first: MlirOperation, second: MlirOperation, data: *mut c_void)
    where
        F: for<'c> FnOnce(OperationRef<'c, 'c>, OperationRef<'c, 'c>) -> T,
    {
        // SAFETY: `data` is the call below, which nothing else uses meanwhile; the modules live until
        // this returns.
        let (call, first, second) = unsafe {
            let call = &mut *data.cast::<Callback<T, F>>();
            (call, OperationRef::from_raw(first), OperationRef::from_raw(second))
        };
        if let Some(with) = call.with.take() {
            call.found = catch_unwind(AssertUnwindSafe(|| with(first, second))).ok();
        }
    }

    let mut data = Callback { with: Some(with), found: None };
    // SAFETY: the paths end in a zero, and all outlive the call.
    unsafe {
        let data = (&raw mut data).cast::<c_void>();
        glue::layoutWithModules(first.as_ptr(), second.as_ptr(), call::<T, F>, data);
    }
    data.found
}
