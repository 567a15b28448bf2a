//! `layout-validate`: functions before and after a pass compared.

use std::process::ExitCode;

fn main() -> ExitCode {
    layout::compare::main()
}
