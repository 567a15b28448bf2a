//! `mlir-opt` with the layout dialect and its passes.

/// MLIR, isl and our own code allocate much and little at a time, which mimalloc does in less time than the C
/// library. It is linked in the place of that; `build.rs` says how MLIR's libraries come to use it too.
#[cfg(feature = "allocator")]
extern crate libmimalloc_sys as _;

use std::process::ExitCode;

fn main() -> ExitCode {
    layout::driver::main()
}
