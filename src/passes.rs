//! The passes, one module each.
//!
//! Options and statistics are declared in `dialect/Layout*Passes.td`, and [`declared`] and the table
//! of the passes are made of them: a new pass is an entry there and a file here.

mod accesses;
mod analyze;
mod declared;
mod draw;
pub(crate) mod exact;
mod flatten_memrefs;
mod fold;
mod import;
pub(crate) mod import_cute;
mod import_fly;
mod import_heir;
mod insert_bounds;
mod lower_applies;
mod lower_to_affine;
mod lower_to_arith;
mod lower_to_relations;
mod pass;
mod raise_relations;
mod surroundings;
mod table;
mod verify;
mod verify_lowering;

use melior::Context;
use melior::ir::OperationRef;

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
