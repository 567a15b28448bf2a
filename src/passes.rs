//! The passes, one module each.
//!
//! Options and statistics are declared in `dialect/Layout*Passes.td`, and [`declared`] and the table
//! of the passes are made of them: a new pass is an entry there and a file here.

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
mod pass;
pub mod raise_relations;
mod surroundings;
mod table;
pub mod verify;
pub mod verify_lowering;

use melior::Context;
use melior::ir::OperationRef;

pub use self::pass::{Failed, Ir, Pass};
use self::table::PASSES;
use crate::ffi::mlir::{self, Passes};

/// Adds the passes to the process' pass registry, unless they are there already.
pub fn register() {
    mlir::register_passes::<All>();
}

/// Every pass, as MLIR asks for it.
struct All;

impl Passes for All {
    fn run<'c>(
        argument: &str,
        context: &'c Context,
        root: OperationRef<'c, 'c>,
        options: &str,
        counts: &mut [i64],
    ) -> bool {
        let entry = PASSES.iter().find(|entry| entry.argument == argument);
        entry.is_some_and(|entry| entry.run(context, root, options, counts))
    }
}
