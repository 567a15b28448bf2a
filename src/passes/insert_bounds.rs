//! `layout-insert-bounds`: accesses that may leave their buffer are guarded by the smallest predicate.
//!
//! `passes::accesses` decides them, and `guard` writes the predicates.

mod guard;

use melior::Context;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use self::guard::{Guarded, guard_all};
use super::accesses::{Accesses, Answer, Found, Scope, unread};
use super::declared::insert_bounds::{Options, Statistics};
use super::declared::{BoundsMode, BoundsPromotion, BoundsScope};
use super::pass::{Failed, Ir, Pass};
use crate::algebra::{Budget, Leaving};
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
        let scope = match options.scope {
            BoundsScope::All => Scope::All,
            BoundsScope::Layouts => Scope::Layouts,
        };
        let leaving = match options.promotion {
            BoundsPromotion::Guard => Leaving::OutOfBounds,
            BoundsPromotion::Allow => Leaving::Allowed,
        };
        let mut run = Run {
            context,
            options,
            statistics,
            accesses: Accesses::new(context, root, scope, leaving, Budget::default()),
            guarded: Vec::new(),
            has_failed: false,
        };
        for operation in ir::walk(root) {
            run.access(operation);
        }
        run.guard();
        if scope == Scope::All {
            for unread in unread(root) {
                Diagnostic::remark(unread.location, unread.message()).emit();
            }
        }
        if run.has_failed { Err(Failed) } else { Ok(()) }
    }
}

struct Run<'c, 'o> {
    context: &'c Context,
    options: &'o Options,
    statistics: &'o mut Statistics,
    accesses: Accesses<'c>,
    /// Accesses that get a predicate, once all are decided.
    guarded: Vec<Guarded<'c>>,
    has_failed: bool,
}

impl<'c> Run<'c, '_> {
    fn access(&mut self, operation: OperationRef<'c, 'c>) {
        match self.accesses.answer(operation) {
            None => {}
            Some(Answer::Proved(how)) => {
                self.statistics.proved += 1;
                if self.options.mode == BoundsMode::Report {
                    Diagnostic::remark(operation.location(), how).emit();
                }
            }
            Some(Answer::Refuted(refutation)) => {
                self.has_failed = true;
                self.statistics.refuted += 1;
                refutation.error(operation.location()).emit();
            }
            Some(Answer::Sometimes(found, predicate)) => {
                self.sometimes(operation, *found, predicate);
            }
            Some(Answer::Unknown(reason)) => self.unknown(operation, &reason),
        }
    }

    fn sometimes(
        &mut self,
        operation: OperationRef<'c, 'c>,
        found: Found<'c>,
        predicate: Predicate,
    ) {
        if let Some(reason) = found.is_fixed {
            let names = found.names(&self.accesses.names);
            let predicate = predicate.named(&names);
            let message = format!("in bounds only where {predicate}, and not guarded: {reason}");
            self.statistics.unknown += 1;
            return Diagnostic::remark(operation.location(), message).emit();
        }
        if self.options.mode == BoundsMode::Report {
            self.statistics.guarded += 1;
            let text =
                format!("guarded by {}", predicate.named(&found.names(&self.accesses.names)));
            return Diagnostic::remark(operation.location(), text).emit();
        }
        self.guarded.push(Guarded { access: operation, found, predicate });
    }

    /// Guards all accesses that have a predicate.
    fn guard(&mut self) {
        for Guarded { access, found, predicate } in &mut self.guarded {
            if let Err(reason) = self.accesses.place(found, predicate) {
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

    fn unknown(&mut self, operation: OperationRef<'c, 'c>, reason: &str) {
        self.statistics.unknown += 1;
        let message = format!("unknown whether the access is in bounds: {reason}");
        Diagnostic::remark(operation.location(), message).emit();
    }
}
