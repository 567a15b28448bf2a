//! Accesses to memory: whether each is in bounds.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::Verifier;
use super::ledger::Outcome;
use crate::dialect::diagnostic::Diagnostic;
use crate::passes::accesses::{Accesses, InBounds, subject};

impl<'c> Verifier<'c, '_> {
    /// Says whether an access is in bounds.
    pub fn verify_access(&mut self, operation: OperationRef<'c, 'c>, accesses: &mut Accesses<'c>) {
        let location = operation.location();
        let subject = subject(operation);
        match accesses.answer(operation) {
            None => {}
            Some(InBounds::Proved(how)) => {
                self.ledger.statistics.proved += 1;
                let told = Diagnostic::remark(location, how.message);
                self.keep(Outcome::Proved, Some(how.method), &told);
                if self.options.report {
                    told.emit();
                }
            }
            Some(InBounds::Refuted(refutation)) => self.refute(refutation.error(location)),
            Some(InBounds::Sometimes(found, predicate)) => {
                if let Some(refutation) = accesses.refute(operation, &found) {
                    return self.refute(refutation.error(location));
                }
                let predicate = predicate.named(&found.names(&accesses.names)).to_string();
                let message = format!("{subject} is in bounds only if guarded by {predicate}");
                self.open(Outcome::Unknown, Some("unless guarded"), location, message);
            }
            Some(InBounds::Unknown(reason)) => {
                let message = format!("unknown whether the {subject} is in bounds: {reason}");
                self.open(Outcome::Unknown, Some(reason.kind()), location, message);
            }
        }
    }
}
