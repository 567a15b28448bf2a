//! `layout-flatten-memrefs`: memrefs whose layout is one of ours become flat ones.
//!
//! `plan` reads a function and says what has to be done or why it cannot be; `rewrite` does it. What becomes
//! of a type does not depend on where it is, so functions are planned apart, all of them before the first is
//! changed: threads keep no plans of others, so each is made twice.

mod plan;
mod rewrite;
mod types;

use self::plan::plan;
use self::rewrite::Rewriter;
use self::types::BufferSizes;
use super::declared::flatten_memrefs::{Options, Statistics};
use super::pass::{Failed, Ir, Pass};

/// The pass.
///
/// It fails after an error at each operation that it cannot rewrite, and then changes nothing.
pub struct FlattenMemRefs;

impl Pass for FlattenMemRefs {
    fn run(ir: Ir<'_>, _: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let (parts, sizes) = (ir.parts(), BufferSizes::default());
        // Nothing is changed if something cannot be.
        parts.each(&mut Statistics::default(), |part, _, ()| plan(&part, &sizes).map(drop))?;
        parts.each(statistics, |part, statistics, ()| {
            let plan = plan(&part, &sizes)?;
            let mut rewriter = Rewriter::new(part.ir.context);
            rewriter.apply_plan(&plan)?;
            statistics.flattened += i64::try_from(plan.values.len()).unwrap_or(i64::MAX);
            statistics.accesses += rewriter.accesses();
            Ok(())
        })
    }
}
