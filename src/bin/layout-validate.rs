//! `layout-validate`: functions before and after a pass compared.

/// As in `layout-opt`.
#[cfg(feature = "allocator")]
extern crate libmimalloc_sys as _;

use std::process::ExitCode;

fn main() -> ExitCode {
    layout::compare::main()
}
