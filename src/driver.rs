//! The driver `layout-opt`: `mlir-opt` with everything upstream and the layout dialect.

use std::ffi::CString;
use std::os::unix::ffi::OsStringExt;
use std::process::ExitCode;

use crate::ffi::mlir;

/// Runs the driver on the arguments of this process.
pub fn main() -> ExitCode {
    // The operating system's arguments contain no zero byte, so none is dropped here.
    let arguments =
        std::env::args_os().filter_map(|argument| CString::new(argument.into_vec()).ok());
    ExitCode::from(u8::try_from(mlir::driver_main(arguments)).unwrap_or(1))
}
