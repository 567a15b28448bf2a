//! `mlir-lsp-server` with the layout dialect, verdicts and descriptions of layouts, for editors.

use std::process::ExitCode;

fn main() -> ExitCode {
    layout::lsp::main()
}
