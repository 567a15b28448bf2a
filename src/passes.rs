//! The passes, one module each. Options and statistics are declared in `dialect/LayoutPasses.td`.

pub mod fold;

use crate::ffi::mlir;

/// A pass failed, after it emitted at least one error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failed;

/// Adds the passes to the process' pass registry, unless they are there already.
pub fn register() {
    mlir::register_passes();
}
