//! `mlir-lsp-server` with the layout dialect, for editors.

use std::process::ExitCode;

fn main() -> ExitCode {
    layout::driver::lsp_server_main()
}
