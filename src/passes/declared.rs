//! What `dialect/Layout*Passes.td` declares: the options and statistics of each pass, and the table
//! of the passes. `build.rs` writes all of it but the traits here.

use std::any::Any;

use melior::Context;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::Pass;
use crate::dialect::diagnostic::Diagnostic;

/// A pass as it is declared.
pub trait Declared {
    /// The argument that names it on a command line.
    const ARGUMENT: &'static str;
    /// What the user may choose.
    type Options: ReadOptions;
    /// What it counts.
    type Statistics: Counts;
}

/// Options that are read from the text of a pipeline.
pub trait ReadOptions: Any + Default {
    /// Sets an option; `None` if there is no such option, or no such value of it.
    fn set(&mut self, name: &str, value: &str) -> Option<()>;
}

/// Statistics in the order of their declaration.
pub trait Counts: Any + Default {
    /// Returns one number for each statistic.
    fn counts(&self) -> Vec<i64>;
}

/// A type that an option may have.
pub(crate) trait OptionValue: Sized {
    /// Reads a value as MLIR prints it.
    fn read(text: &str) -> Option<Self>;
}

macro_rules! option_values {
    ($($type:ty),*) => {
        $(impl OptionValue for $type {
            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        })*
    };
}

option_values!(bool, u32, u64);

/// A pass of the table.
pub(crate) struct Entry {
    pub argument: &'static str,
    run: for<'c> fn(&'c Context, OperationRef<'c, 'c>, &str, &mut [i64]) -> bool,
}

impl Entry {
    const fn of<P: Pass>() -> Self {
        Entry { argument: P::ARGUMENT, run: run::<P> }
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
    let has_succeeded = P::run(context, root, &options, &mut statistics).is_ok();
    for (count, more) in counts.iter_mut().zip(statistics.counts()) {
        *count += more;
    }
    has_succeeded
}

/// Reads what stands in braces after the name of a pass.
fn read<O: ReadOptions>(text: &str) -> Option<O> {
    let mut options = O::default();
    let inner = text.split_once('{').and_then(|(_, rest)| rest.strip_suffix('}'));
    for option in inner.unwrap_or("").split_whitespace() {
        let (name, value) = option.split_once('=')?;
        options.set(name, value)?;
    }
    Some(options)
}

include!(concat!(env!("OUT_DIR"), "/passes.rs"));
