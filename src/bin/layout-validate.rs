//! `layout-validate`: functions before and after a pass compared.

use std::process::ExitCode;

/// As in `layout-opt`.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    layout::compare::main()
}
