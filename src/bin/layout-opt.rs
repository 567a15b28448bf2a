//! `mlir-opt` with the layout dialect and its passes.

use std::process::ExitCode;

/// MLIR, isl and our own code allocate much and little at a time, which jemalloc does in less time than the C
/// library. `build.rs` says how it becomes that of MLIR's libraries too.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    layout::driver::main()
}
