//! MLIR's tools.

use std::ffi::{CString, c_char, c_int};

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
