//! What a pass is.

#[cfg(test)]
mod tests;

use std::any::Any;

use melior::Context;
use melior::ir::OperationRef;

use crate::dialect::ir;

/// A pass: what it does. What the user chooses and what it counts is declared.
pub trait Pass: Declared {
    /// Whether it leaves the IR as it is, which is then not verified again.
    const ONLY_LOOKS: bool = false;

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

/// A function, or what is outside of all functions.
#[derive(Debug, Clone, Copy)]
pub struct Part<'c> {
    pub ir: Ir<'c>,
    /// The functions inside are parts of their own.
    is_outside: bool,
}

impl<'c> Part<'c> {
    /// The operations of the part, in the order of the text.
    pub fn operations(&self) -> Vec<OperationRef<'c, 'c>> {
        let root = self.ir.root;
        ir::walk_where(root, |operation| {
            !self.is_outside || operation == root || !ir::is_function(operation)
        })
    }
}

impl<'c> Ir<'c> {
    /// Runs `run` on each function, at once if the context has threads, and then on what is outside of
    /// them. What is reported comes in this order.
    ///
    /// # Errors
    ///
    /// [`Failed`], after all parts, if one of them failed.
    pub fn in_parts<S: Counts + Send>(
        self,
        statistics: &mut S,
        run: impl Fn(Part<'_>, &mut S) -> Result<(), Failed> + Sync,
    ) -> Result<(), Failed> {
        let Ir { context, root } = self;
        let mut functions = Vec::new();
        ir::walk_where(root, |operation| {
            let is_part = operation != root && ir::is_function(operation);
            functions.extend(is_part.then_some(operation));
            !is_part
        });
        let of_groups = ir::for_each(context, &functions, |context, root, of_group| {
            let (counted, failed): &mut (S, bool) = of_group;
            let part = Part { ir: Ir { context, root }, is_outside: false };
            *failed |= run(part, counted).is_err();
        });
        let mut result = run(Part { ir: self, is_outside: true }, statistics);
        for of_group in of_groups {
            let Some((counted, failed)) = of_group else { return Err(Failed) };
            statistics.add(&counted);
            if failed {
                result = Err(Failed);
            }
        }
        result
    }
}

/// A pass failed, after it emitted at least one error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failed;

/// A pass as it is declared.
pub trait Declared {
    /// The argument that names it on a command line.
    const ARGUMENT: &'static str;
    const SUMMARY: &'static str;
    /// The options, each with what it means.
    const OPTIONS: &'static [(&'static str, &'static str)];
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

    /// Adds what was counted elsewhere.
    fn add(&mut self, more: &Self);
}
