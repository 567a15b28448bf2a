//! `layout-flatten-memrefs`: memrefs whose layout is one of ours become flat ones.
//!
//! `plan` reads a function and says what has to be done or why it cannot be; `rewrite` does it. What becomes
//! of a type does not depend on where it is, so functions are planned apart, all of them before the first is
//! changed. A plan cannot move between threads, so each one is made twice.

mod buffers;
mod plan;
mod rewrite;
mod types;

use self::buffers::Buffers;
use self::plan::plan;
use self::rewrite::Rewriter;
use super::declared::flatten_memrefs::{Options, Statistics};
use super::pass::{Failed, Ir, Pass};

/// The pass.
///
/// It fails after an error at each operation that it cannot rewrite, and then changes nothing.
pub struct FlattenMemRefs;

impl Pass for FlattenMemRefs {
    fn run(ir: Ir<'_>, _: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let (parts, buffers) = (ir.parts(), Buffers::default());
        // Nothing is changed if something cannot be.
        parts.each(&mut (), |part, (), ()| plan(&part, &buffers).map(drop))?;
        parts.each(statistics, |part, statistics, ()| {
            let plan = plan(&part, &buffers)?;
            let mut rewriter = Rewriter::new(part.ir.context);
            rewriter.apply_plan(&plan)?;
            statistics.flattened += i64::try_from(plan.values.len()).unwrap_or(i64::MAX);
            statistics.accesses += rewriter.accesses();
            Ok(())
        })
    }
}
