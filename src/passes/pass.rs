//! What a pass is.

use std::any::Any;

use melior::Context;
use melior::ir::OperationRef;

/// A pass: what it does. What the user chooses and what it counts is declared.
pub trait Pass: Declared {
    /// Runs on the root of the IR and everything inside.
    ///
    /// # Errors
    ///
    /// [`Failed`], after at least one error was emitted. A pass that finds several things wrong
    /// emits an error for each before it fails.
    fn run(
        ir: Ir<'_>,
        options: &Self::Options,
        statistics: &mut Self::Statistics,
    ) -> Result<(), Failed>;
}

/// What a pass runs on.
#[derive(Debug, Clone, Copy)]
pub struct Ir<'c> {
    pub context: &'c Context,
    pub root: OperationRef<'c, 'c>,
}

/// A pass failed, after it emitted at least one error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failed;

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
pub trait ReadOptions: Any + Sized {
    /// Returns the options where the user chose nothing.
    fn declared() -> Self;

    /// Sets an option; `None` if there is no such option, or no such value of it.
    fn set(&mut self, name: &str, value: &str) -> Option<()>;
}

/// Statistics in the order of their declaration.
pub trait Counts: Any + Default {
    /// Returns one number for each statistic.
    fn counts(&self) -> Vec<i64>;
}
