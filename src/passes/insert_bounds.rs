//! `layout-insert-bounds`: accesses that may leave their buffer are guarded by the smallest predicate.
//!
//! `passes::accesses` decides them, and `guard` writes the predicates.

mod guard;
mod users;

use std::sync::Arc;

use melior::Context;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use self::guard::{Guarded, guard_all};
use self::users::{User, users_of_views};
use super::accesses::{
    Accesses, Findings, Found, InBounds, Refutation, Scope, UnreadAccesses, subject,
};
use super::declared::insert_bounds::{Options, Statistics};
use super::declared::{BoundsMode, BoundsPromotion, BoundsScope};
use super::pass::{Failed, Ir, Pass};
use crate::affine::Predicate;
use crate::algebra::{Budget, Leaving, Unknown};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;

/// The pass.
///
/// It fails after an error for each access that executes and is never in bounds.
pub struct InsertBounds;

impl Pass for InsertBounds {
    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let scope = match options.scope {
            BoundsScope::All => Scope::All,
            BoundsScope::Layouts => Scope::Layouts,
        };
        let leaving = match options.promotion {
            BoundsPromotion::Guard => Leaving::OutOfBounds,
            BoundsPromotion::Allow => Leaving::Allowed,
        };
        let decided = Arc::new(Findings::default());
        let unread = (scope == Scope::All).then(|| UnreadAccesses::new(ir.root));
        let result = ir.in_parts(statistics, |part, statistics| {
            let Ir { context, root } = part.ir;
            let operations = part.operations();
            // What accesses memory has operands.
            if operations.iter().all(|operation| operation.operand_count() == 0) {
                return Ok(());
            }
            if let Some(unread) = &unread {
                unread.look_at(&operations);
            }
            let mut inserter = BoundsInserter {
                context,
                options,
                statistics,
                accesses: Accesses::new(
                    context,
                    root,
                    scope,
                    (leaving, Budget::default()),
                    Arc::clone(&decided),
                ),
                guarded: Vec::new(),
                refuted: Vec::new(),
                has_failed: false,
            };
            for &operation in &operations {
                inserter.access(operation);
            }
            inserter.views(&operations);
            inserter.guard();
            if inserter.has_failed { Err(Failed) } else { Ok(()) }
        });
        if let Some(unread) = unread {
            unread.report(ir.root);
        }
        result
    }
}

struct BoundsInserter<'c, 'o> {
    context: &'c Context,
    options: &'o Options,
    statistics: &'o mut Statistics,
    accesses: Accesses<'c>,
    /// Accesses that get a predicate, once all are decided.
    guarded: Vec<Guarded<'c>>,
    refuted: Vec<OperationRef<'c, 'c>>,
    has_failed: bool,
}

impl<'c> BoundsInserter<'c, '_> {
    fn access(&mut self, operation: OperationRef<'c, 'c>) {
        match self.accesses.answer(operation) {
            None => {}
            Some(InBounds::Proved(how)) => {
                self.statistics.proved += 1;
                if self.options.mode == BoundsMode::Report {
                    Diagnostic::remark(operation.location(), how.message).emit();
                }
            }
            Some(InBounds::Refuted(refutation)) => self.refuted(operation, &refutation),
            Some(InBounds::Sometimes(found, predicate)) => {
                self.sometimes(operation, *found, predicate);
            }
            Some(InBounds::Unknown(reason)) => self.unknown(operation, &reason),
        }
    }

    fn refuted(&mut self, operation: OperationRef<'c, 'c>, refutation: &Refutation) {
        self.has_failed = true;
        self.statistics.refuted += 1;
        self.refuted.push(operation);
        refutation.error(operation.location()).emit();
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
            Diagnostic::remark(operation.location(), text).emit();
        }
        self.guarded.push(Guarded { access: operation, found, predicate });
    }

    /// Says which views may be out of bounds and stay where they are, and which claims of memrefs are wrong.
    fn views(&mut self, operations: &[OperationRef<'c, 'c>]) {
        let users = users_of_views(operations, &self.guarded, &self.refuted);
        for &operation in operations {
            let user = users.get(&ir::key(operation));
            if let Some(User::Refuted) = user {
                continue;
            }
            let message = match self.accesses.answer_by_itself(operation) {
                None | Some(InBounds::Proved(_)) => continue,
                Some(InBounds::Refuted(refutation)) => {
                    self.refuted(operation, &refutation);
                    continue;
                }
                Some(InBounds::Sometimes(found, predicate)) => {
                    let names = found.names(&self.accesses.names);
                    let predicate = predicate.named(&names);
                    format!("view is in bounds only where {predicate}")
                }
                Some(InBounds::Unknown(reason)) => {
                    format!("unknown whether the view is in bounds: {reason}")
                }
            };
            let reason = match user {
                Some(User::Refuted) => continue,
                // The condition says nothing of what a cast or a shape claims.
                Some(User::Guarded(_)) if subject(operation) == "view" => continue,
                Some(User::Guarded(name) | User::Other(name)) => format!("{name} uses it"),
                None if subject(operation) == "view" => "nothing uses it".to_owned(),
                None => continue,
            };
            self.statistics.unknown += 1;
            let message = format!("{message}, and not guarded: {reason}");
            Diagnostic::remark(operation.location(), message).emit();
        }
    }

    /// Guards all accesses that have a predicate.
    fn guard(&mut self) {
        if self.options.mode == BoundsMode::Report {
            return;
        }
        for Guarded { access, found, predicate } in &mut self.guarded {
            let apart = found.apart.clone();
            let apart = apart.iter().flat_map(|apart| [&apart.of_views, &apart.of_lanes]);
            for predicate in std::iter::once(&*predicate).chain(apart) {
                if let Err(reason) = self.accesses.place(found, predicate) {
                    Diagnostic::error(access.location(), reason).emit();
                    self.has_failed = true;
                    return;
                }
            }
        }
        for is_guarded in guard_all(self.context, &self.guarded, self.options) {
            self.has_failed |= !is_guarded;
            self.statistics.guarded += i64::from(is_guarded);
        }
    }

    fn unknown(&mut self, operation: OperationRef<'c, 'c>, reason: &Unknown) {
        self.statistics.unknown += 1;
        let message = format!("unknown whether the access is in bounds: {reason}");
        Diagnostic::remark(operation.location(), message).emit();
    }
}
