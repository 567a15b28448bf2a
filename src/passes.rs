//! The passes, one module each.
//!
//! Options and statistics are declared in `dialect/Layout*Passes.td`, and [`declared`] and the table
//! of the passes are made of them: a new pass is an entry there and a file here.

mod accesses;
mod analyze;
mod decided;
mod declared;
pub(crate) mod defined;
mod draw;
pub(crate) mod exact;
mod flatten_memrefs;
mod fold;
mod function_facts;
mod import;
mod import_cute;
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
pub(crate) mod verify;
mod verify_lowering;
mod wrong;

use melior::Context;
use melior::ir::OperationRef;

use self::pass::Failed;
pub(crate) use self::table::PASSES;
use crate::ffi::mlir::{self, Passes};

/// Adds the passes to the process' pass registry, unless they are there already.
pub fn register() {
    mlir::register_passes::<All>();
}

/// Runs a pass of the package on its own, with options as in the text of a pipeline,
/// `layout-verify{report=true}`. What it counts is not kept. `None` if there is no pass of that name.
pub(crate) fn run<'c>(
    text: &str,
    context: &'c Context,
    root: OperationRef<'c, 'c>,
) -> Option<Result<(), Failed>> {
    let name = argument(text);
    let entry = PASSES.iter().find(|entry| entry.argument == name)?;
    Some(if entry.run(context, root, text, &mut []) { Ok(()) } else { Err(Failed) })
}

/// Whether there is such a pass with such options, as [`run`] takes them.
///
/// # Errors
///
/// What there is not: the pass, one of the options, or a value of one.
pub(crate) fn check(text: &str) -> Result<(), String> {
    let name = argument(text);
    let entry = PASSES.iter().find(|entry| entry.argument == name);
    entry.ok_or_else(|| format!("there is no pass '{name}'"))?.check(text)
}

/// The name of a pass without its options.
fn argument(text: &str) -> &str {
    text.split('{').next().unwrap_or(text).trim()
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

    fn only_looks(argument: &str) -> bool {
        PASSES.iter().any(|entry| entry.argument == argument && entry.only_looks)
    }
}
