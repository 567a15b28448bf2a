//! The table of the passes, which `build.rs` makes of `dialect/Layout*Passes.td`.

use melior::Context;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::declared;
use super::pass::{Counts, Declared, Ir, Pass, ReadOptions};
use crate::dialect::diagnostic::Diagnostic;

/// A pass of the table.
pub(crate) struct PassEntry {
    pub argument: &'static str,
    pub summary: &'static str,
    /// The options, each with what it means.
    pub options: &'static [(&'static str, &'static str)],
    /// Whether it leaves the IR as it is.
    pub only_looks: bool,
    run: for<'c> fn(&'c Context, OperationRef<'c, 'c>, &str, &mut [i64]) -> bool,
}

impl PassEntry {
    const fn of<P: Pass>() -> Self {
        PassEntry {
            argument: P::ARGUMENT,
            summary: P::SUMMARY,
            options: P::OPTIONS,
            only_looks: P::ONLY_LOOKS,
            run: run::<P>,
        }
    }

    /// Runs the pass with options as MLIR prints them, `layout-verify{report=true unknown=error}`, and
    /// adds what it counted to `counts`. Returns false if the pass failed.
    pub fn run<'c>(
        &self,
        context: &'c Context,
        root: OperationRef<'c, 'c>,
        options: &str,
        counts: &mut [i64],
    ) -> bool {
        (self.run)(context, root, options, counts)
    }
}

fn run<'c, P: Pass>(
    context: &'c Context,
    root: OperationRef<'c, 'c>,
    text: &str,
    counts: &mut [i64],
) -> bool {
    let Some(options) = read::<P::Options>(text) else {
        let message = format!("the options {text} are not those of {}", P::ARGUMENT);
        Diagnostic::error(root.location(), message).emit();
        return false;
    };
    let mut statistics = P::Statistics::default();
    let has_succeeded = P::run(Ir { context, root }, &options, &mut statistics).is_ok();
    for (count, more) in counts.iter_mut().zip(statistics.counts()) {
        *count += more;
    }
    has_succeeded
}

/// Reads what stands in braces after the name of a pass.
fn read<O: ReadOptions>(text: &str) -> Option<O> {
    let mut options = O::declared();
    let inner = text.split_once('{').and_then(|(_, rest)| rest.strip_suffix('}'));
    for option in inner.unwrap_or("").split_whitespace() {
        let (name, value) = option.split_once('=')?;
        options.set(name, value)?;
    }
    Some(options)
}

include!(concat!(env!("OUT_DIR"), "/pass_table.rs"));
