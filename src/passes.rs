//! The passes, one module each.
//!
//! Options and statistics are declared in `dialect/Layout*Passes.td`, and [`declared`] is made of
//! them: a new pass is an entry there and a file here.

pub mod analyze;
pub mod declared;
pub mod draw;
pub mod flatten_memrefs;
pub mod fold;
pub mod import_cute;
pub mod insert_bounds;
mod lower_applies;
pub mod lower_to_affine;
pub mod lower_to_arith;
pub mod lower_to_relations;
pub mod raise_relations;
mod surroundings;
pub mod verify;
pub mod verify_lowering;

use melior::Context;
use melior::ir::OperationRef;

use self::declared::Declared;
use crate::ffi::mlir;

/// A pass: what it does. What the user chooses and what it counts is declared.
pub trait Pass: Declared {
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
