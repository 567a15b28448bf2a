//! `layout-insert-bounds`: accesses that may leave their buffer are guarded by the smallest predicate.
//!
//! `read` turns an access of the IR into the pure question of [`crate::algebra::Access`], and
//! `guard` writes the predicate.

mod bounds;
mod copies;
mod guard;
mod operations;
mod places;
mod read;

use std::collections::HashMap;

use melior::Context;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use self::guard::{Guarded, guard_all};
use self::read::{Found, Reader};
use super::declared::insert_bounds::{Options, Statistics};
use super::declared::{BoundsMode, BoundsPromotion};
use super::pass::{Failed, Ir, Pass};
use crate::algebra::{Access, Budget, Failure, Finding, Leaving, Unknown};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::relation::Predicate;

/// The pass.
///
/// It fails after an error for each access that executes and is never in bounds.
pub struct InsertBounds;

impl Pass for InsertBounds {
    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let Ir { context, root } = ir;
        let accesses: Vec<_> = ir::walk(root)
            .into_iter()
            .filter(|&operation| operations::is_access(operation))
            .collect();
        let mut run = Run {
            context,
            options,
            statistics,
            reader: Reader::new(context, root),
            budget: Budget::default(),
            decided: HashMap::new(),
            guarded: Vec::new(),
            has_failed: false,
        };
        for access in accesses {
            run.access(access);
        }
        run.guard();
        if run.has_failed { Err(Failed) } else { Ok(()) }
    }
}

struct Run<'c, 'o> {
    context: &'c Context,
    options: &'o Options,
    statistics: &'o mut Statistics,
    reader: Reader<'c>,
    budget: Budget,
    decided: HashMap<Access, Result<Finding, Unknown>>,
    /// Accesses that get a predicate, once all are decided.
    guarded: Vec<Guarded<'c>>,
    has_failed: bool,
}

impl<'c> Run<'c, '_> {
    fn access(&mut self, operation: OperationRef<'c, 'c>) {
        let found = match self.reader.read(operation, &self.budget) {
            Ok(Some(found)) => found,
            Ok(None) => return,
            Err(unknown) => return self.unknown(operation, &unknown.to_string()),
        };
        match self.decide(&found.access) {
            Ok(Finding::Proved) => {
                self.statistics.proved += 1;
                self.report(operation, || "proved in bounds by isl".to_owned());
            }
            Ok(Finding::Unreachable) => {
                self.statistics.proved += 1;
                self.report(operation, || "proved in bounds: it never executes".to_owned());
            }
            Ok(Finding::Never(failure)) if found.executes => {
                self.refuted(operation, &found.in_dimension(failure));
            }
            Ok(Finding::Never(_)) => self.sometimes(operation, found, Predicate::Never),
            Ok(Finding::Sometimes(predicate)) => self.sometimes(operation, found, predicate),
            Err(unknown) => self.unknown(operation, &unknown.to_string()),
        }
    }

    /// A kernel loads and stores at the same indices: each question is answered once.
    fn decide(&mut self, access: &Access) -> Result<Finding, Unknown> {
        if let Some(known) = self.decided.get(access) {
            return known.clone();
        }
        let leaving = match self.options.promotion {
            BoundsPromotion::Guard => Leaving::OutOfBounds,
            BoundsPromotion::Allow => Leaving::Allowed,
        };
        let finding = access.decide(leaving, &self.budget);
        self.decided.insert(access.clone(), finding.clone());
        finding
    }

    fn sometimes(
        &mut self,
        operation: OperationRef<'c, 'c>,
        found: Found<'c>,
        predicate: Predicate,
    ) {
        if self.options.mode == BoundsMode::Report {
            self.statistics.guarded += 1;
            let text = format!("guarded by {}", predicate.named(&found.names()));
            return Diagnostic::remark(operation.location(), text).emit();
        }
        self.guarded.push(Guarded { access: operation, found, predicate });
    }

    /// Guards all accesses that have a predicate.
    fn guard(&mut self) {
        for Guarded { access, found, predicate } in &mut self.guarded {
            if let Err(reason) = self.reader.place(found, predicate) {
                Diagnostic::error(access.location(), reason).emit();
                self.has_failed = true;
                return;
            }
        }
        for is_guarded in guard_all(self.context, &self.guarded, self.options) {
            self.has_failed |= !is_guarded;
            self.statistics.guarded += i64::from(is_guarded);
        }
    }

    fn refuted(&mut self, operation: OperationRef<'c, 'c>, failure: &Failure) {
        self.has_failed = true;
        self.statistics.refuted += 1;
        let location = operation.location();
        let mut error =
            Diagnostic::error(location, format!("access is never in bounds: {failure}"));
        if let Some(note) = failure.note() {
            error = error.note(location, note);
        }
        error.emit();
    }

    fn unknown(&mut self, operation: OperationRef<'c, 'c>, reason: &str) {
        self.statistics.unknown += 1;
        let message = format!("unknown whether the access is in bounds: {reason}");
        Diagnostic::remark(operation.location(), message).emit();
    }

    fn report(&self, operation: OperationRef<'c, 'c>, message: impl FnOnce() -> String) {
        if self.options.mode == BoundsMode::Report {
            Diagnostic::remark(operation.location(), message()).emit();
        }
    }
}
