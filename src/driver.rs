//! MLIR's tools with the layout dialect: the driver `layout-opt`, which is `mlir-opt` with
//! everything upstream, and the language server `layout-lsp-server`.

use std::ffi::CString;
use std::os::unix::ffi::OsStringExt;
use std::process::ExitCode;

use crate::ffi::mlir;
use crate::{dialect, passes};

/// Runs the driver on the arguments of this process.
pub fn main() -> ExitCode {
    dialect::install();
    passes::register();
    exit_code(mlir::driver_main(arguments()))
}

/// Runs the language server on the arguments of this process; it speaks with an editor on the
/// standard streams.
pub fn lsp_server_main() -> ExitCode {
    dialect::install();
    exit_code(mlir::lsp_server_main(arguments()))
}

/// The operating system's arguments contain no zero byte, so none is dropped here.
fn arguments() -> impl Iterator<Item = CString> {
    std::env::args_os().filter_map(|argument| CString::new(argument.into_vec()).ok())
}

fn exit_code(status: i32) -> ExitCode {
    ExitCode::from(u8::try_from(status).unwrap_or(1))
}
