//! MLIR's tools with the layout dialect: the driver `layout-opt`, which is `mlir-opt` with
//! everything upstream, and the language server `layout-lsp-server`.

use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStringExt;
use std::process::ExitCode;

use crate::ffi::mlir;
use crate::{dialect, passes};

/// Runs the driver on the arguments of this process.
pub fn main() -> ExitCode {
    dialect::install();
    passes::register();
    exit_code(mlir::driver_main(c_strings(std::env::args_os())))
}

/// Runs MLIR's language server on a command line, program name included; it speaks with an editor on
/// the standard streams.
pub(crate) fn lsp_server_main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    dialect::install();
    exit_code(mlir::lsp_server_main(c_strings(arguments)))
}

/// The operating system's arguments contain no zero byte, so none is dropped here.
fn c_strings(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = CString> {
    arguments.filter_map(|argument| CString::new(argument.into_vec()).ok())
}

fn exit_code(status: i32) -> ExitCode {
    ExitCode::from(u8::try_from(status).unwrap_or(1))
}
