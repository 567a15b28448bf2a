//! Files that are not MLIR, or not MLIR that this package parses, as `layout` IR in text.
//!
//! [`import_triton`] is `layout-translate --import-triton`. The text parses with `layout-opt`, and each
//! operation has the location of what it comes from in the original file.

mod triton;

pub use triton::{Finding, Imported, import_triton};
