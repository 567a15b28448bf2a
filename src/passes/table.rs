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
    check: fn(&str) -> Result<(), String>,
    run: for<'c> fn(&'c Context, OperationRef<'c, 'c>, &str, &mut [i64]) -> bool,
}

impl PassEntry {
    const fn of<P: Pass>() -> Self {
        PassEntry {
            argument: P::ARGUMENT,
            summary: P::SUMMARY,
            options: P::OPTIONS,
            only_looks: P::ONLY_LOOKS,
            check: |text| read::<P>(text).map(|_| ()),
            run: run::<P>,
        }
    }

    /// Whether these are options of the pass, as [`PassEntry::run`] takes them.
    ///
    /// # Errors
    ///
    /// What is no option, or no value of one.
    pub fn check(&self, options: &str) -> Result<(), String> {
        (self.check)(options)
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
    let options = match read::<P>(text) {
        Ok(options) => options,
        Err(message) => {
            Diagnostic::error(root.location(), message).emit();
            return false;
        }
    };
    let mut statistics = P::Statistics::default();
    let has_succeeded = P::run(Ir { context, root }, &options, &mut statistics).is_ok();
    for (count, more) in counts.iter_mut().zip(statistics.counts()) {
        *count += more;
    }
    has_succeeded
}

/// Reads what stands in braces after the name of a pass.
///
/// # Errors
///
/// The braces are not closed, or something in them is no option of the pass or no value of one.
fn read<P: Pass>(text: &str) -> Result<P::Options, String> {
    let mut options = P::Options::declared();
    let Some((_, rest)) = text.split_once('{') else { return Ok(options) };
    let inner = rest.strip_suffix('}');
    let inner = inner.ok_or_else(|| format!("the options of {} end without '}}'", P::ARGUMENT))?;
    for option in inner.split_whitespace() {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        if options.set(name, value).is_none() {
            let is_option = P::OPTIONS.iter().any(|(known, _)| *known == name);
            return Err(match is_option {
                true => format!("option '{name}' of {} has no value '{value}'", P::ARGUMENT),
                false => format!("{} has no option '{name}'", P::ARGUMENT),
            });
        }
    }
    Ok(options)
}

include!(concat!(env!("OUT_DIR"), "/pass_table.rs"));
