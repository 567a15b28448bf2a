//! `layout-flatten-memrefs`: memrefs whose layout is one of ours become flat ones.
//!
//! `plan` reads the IR and says what has to be done or why it cannot be, and only then
//! `rewrite` changes it. Each operation and each type is looked at once.

mod plan;
mod rewrite;
mod types;

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

use self::plan::plan;
use self::rewrite::Rewriter;
use super::declared::flatten_memrefs::{Options, Statistics};
use super::pass::{Failed, Ir, Pass};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;

/// The pass.
///
/// It fails after an error at each operation that it cannot rewrite, and then changes nothing.
pub struct FlattenMemRefs;

impl Pass for FlattenMemRefs {
    fn run(ir: Ir<'_>, _: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let Ir { context, root } = ir;
        let plan = plan(context, root).ok_or(Failed)?;
        for &(operation, name, attribute) in &plan.attributes {
            ir::set_attribute(operation, name, attribute);
        }
        for &(value, r#type) in &plan.types {
            value.set_type(r#type);
            statistics.flattened += 1;
        }
        let mut rewriter = Rewriter::new(context);
        for (operation, step) in &plan.steps {
            let location = operation.location();
            // What can be wrong was found before; an operation that does not build is a defect here.
            if let Err(message) = rewriter.rewrite(*operation, step) {
                Diagnostic::error(location, message).emit();
                return Err(Failed);
            }
        }
        statistics.accesses += rewriter.accesses();
        Ok(())
    }
}
