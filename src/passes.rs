//! The passes, one module each.
//!
//! Options and statistics are declared in `dialect/Layout*Passes.td`; the structures here that mirror
//! them have their C side in `dialect/LayoutC.h`. A pass is registered once the table in
//! `ffi::mlir::hooks` has its function.

pub mod analyze;
pub mod draw;
pub mod flatten_memrefs;
pub mod fold;
pub mod import_cute;
pub mod insert_bounds;
pub mod lower_applies;
pub mod lower_to_relations;
pub mod raise_relations;
mod surroundings;
pub mod verify;
pub mod verify_lowering;

use melior::Context;
use melior::ir::OperationRef;

use crate::ffi::mlir;

/// A pass: what the user chooses, what it counts, and what it does.
pub trait Pass {
    /// `()` for a pass without options.
    type Options;
    /// What it did, also when it failed.
    type Statistics: Default;

    /// Runs on `root` and everything inside.
    ///
    /// # Errors
    ///
    /// [`Failed`], after at least one error was emitted. A pass that finds several things wrong
    /// emits an error for each before it fails.
    fn run<'c>(
        context: &'c Context,
        root: OperationRef<'c, 'c>,
        options: &Self::Options,
        statistics: &mut Self::Statistics,
    ) -> Result<(), Failed>;
}

/// A pass failed, after it emitted at least one error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failed;

/// Adds the passes to the process' pass registry, unless they are there already.
pub fn register() {
    mlir::register_passes();
}
