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
#[derive(Debug)]
pub struct Part<'c> {
    pub ir: Ir<'c>,
    /// The operations that are outside of all functions, if the part is made of these.
    outside: Option<Vec<OperationRef<'c, 'c>>>,
}

impl<'c> Part<'c> {
    /// The operations of the part, in the order of the text: of a function each is found when the one
    /// before it is done with, as [`ir::visit`] has it, and what is outside of functions is a list.
    pub fn visit(&self) -> impl Iterator<Item = OperationRef<'c, 'c>> {
        let inside = self.outside.is_none().then(|| ir::visit(self.ir.root));
        self.outside.iter().flatten().copied().chain(inside.into_iter().flatten())
    }

    /// The operations of the part, in the order of the text, all at once.
    pub fn operations(&self) -> Vec<OperationRef<'c, 'c>> {
        self.outside.clone().unwrap_or_else(|| ir::walk(self.ir.root))
    }
}

/// The functions in the order of the text, and what is outside of them in the same order.
#[derive(Debug)]
pub struct Parts<'c> {
    ir: Ir<'c>,
    functions: Vec<OperationRef<'c, 'c>>,
    outside: Vec<OperationRef<'c, 'c>>,
}

impl<'c> Ir<'c> {
    /// Runs `run` on each function, at once if the context has threads, and then on what is outside of
    /// them. What is reported comes in this order.
    ///
    /// # Errors
    ///
    /// [`Failed`], after all parts, if one of them failed.
    pub fn in_parts<S: Merge + Send>(
        self,
        made: &mut S,
        run: impl Fn(Part<'_>, &mut S) -> Result<(), Failed> + Sync,
    ) -> Result<(), Failed> {
        self.parts().each(made, |part, made, ()| run(part, made))
    }

    /// The functions, and what is outside of them. They may be gone through as long as no pass adds or
    /// erases an operation outside of functions.
    pub fn parts(self) -> Parts<'c> {
        let mut functions = Vec::new();
        let outside = ir::walk_where(self.root, |operation| {
            let is_part = operation != self.root && ir::is_function(operation);
            functions.extend(is_part.then_some(operation));
            !is_part
        });
        Parts { ir: self, functions, outside }
    }
}

impl<'c> Parts<'c> {
    pub fn ir(&self) -> Ir<'c> {
        self.ir
    }

    pub fn function_count(&self) -> usize {
        self.functions.len()
    }

    /// The operations outside of all functions.
    pub fn outside(&self) -> &[OperationRef<'c, 'c>] {
        &self.outside
    }

    /// What [`Ir::in_parts`] does, of parts that are known. `C` is a cache: there is one for each group of
    /// neighboring functions, which the thread that takes the group makes and drops.
    ///
    /// # Errors
    ///
    /// [`Failed`], after all parts, if one of them failed.
    pub fn each<S: Merge + Send, C: Default>(
        &self,
        made: &mut S,
        run: impl Fn(Part<'_>, &mut S, &mut C) -> Result<(), Failed> + Sync,
    ) -> Result<(), Failed> {
        let of_groups =
            ir::for_each(self.ir.context, &self.functions, |context, root, of_group, cache| {
                let (made, failed): &mut (S, bool) = of_group;
                let part = Part { ir: Ir { context, root }, outside: None };
                *failed |= run(part, made, cache).is_err();
            });
        let outside = Some(self.outside.clone());
        let mut result = run(Part { ir: self.ir, outside }, made, &mut C::default());
        for of_group in of_groups {
            let Some((of_group, failed)) = of_group else { return Err(Failed) };
            made.merge(of_group);
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

/// What a pass makes of each part by itself.
pub trait Merge: Default {
    /// Adds what was made of parts that come later: first is what is outside of functions, then each
    /// function in the order of the text.
    fn merge(&mut self, more: Self);
}

impl Merge for () {
    fn merge(&mut self, (): Self) {}
}

/// Statistics in the order of their declaration.
pub trait Counts: Any + Merge {
    /// Returns one number for each statistic.
    fn counts(&self) -> Vec<i64>;
}
