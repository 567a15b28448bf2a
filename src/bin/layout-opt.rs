//! `mlir-opt` with the layout dialect and its passes.

use std::process::ExitCode;

fn main() -> ExitCode {
    layout::driver::main()
}
