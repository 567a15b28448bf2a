//! What is said of values, against what MLIR's definitions of their operations make of numbers.

mod facts;
mod folded;
#[path = "../../../test/rust/machine/mod.rs"]
mod machine;
mod operations;
mod programs;

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::Module;
use melior::ir::operation::OperationLike;

/// A module that lives as long as the tests do, with everything of MLIR in its context.
fn module(text: &str) -> (&'static Context, &'static mut Module<'static>) {
    let registry = DialectRegistry::new();
    melior::utility::register_all_dialects(&registry);
    crate::dialect::register(&registry);
    let context: &'static Context = Box::leak(Box::new(Context::new()));
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context.set_allow_unregistered_dialects(true);
    let module = Module::parse(context, text).unwrap_or_else(|| panic!("{text}"));
    assert!(module.as_operation().verify());
    (context, Box::leak(Box::new(module)))
}
