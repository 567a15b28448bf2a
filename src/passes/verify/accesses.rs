//! Accesses to memory: whether each is in bounds.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::Run;
use crate::dialect::diagnostic::{Diagnostic, Severity};
use crate::passes::accesses::{Accesses, Answer, subject};

impl<'c> Run<'c, '_> {
    /// Says whether an access is in bounds.
    pub fn verify_access(&mut self, operation: OperationRef<'c, 'c>, accesses: &mut Accesses<'c>) {
        let location = operation.location();
        let subject = subject(operation);
        match accesses.answer(operation) {
            None => {}
            Some(Answer::Proved(how)) => {
                self.statistics.proved += 1;
                if self.options.report {
                    Diagnostic::remark(location, how).emit();
                }
            }
            Some(Answer::Refuted(refutation)) => self.refute(refutation.error(location)),
            Some(Answer::Sometimes(found, predicate)) => {
                if let Some(refutation) = accesses.refute(operation, &found) {
                    return self.refute(refutation.error(location));
                }
                let predicate = predicate.named(&found.names(&accesses.names)).to_string();
                self.not_proved(
                    operation,
                    format!("{subject} is in bounds only if guarded by {predicate}"),
                );
            }
            Some(Answer::Unknown(reason)) => {
                let message = format!("unknown whether the {subject} is in bounds: {reason}");
                self.not_proved(operation, message);
            }
        }
    }

    fn not_proved(&mut self, operation: OperationRef<'c, 'c>, message: String) {
        self.statistics.unknown += 1;
        let severity = self.options.unknown.severity();
        self.has_failed |= severity == Severity::Error;
        Diagnostic::new(severity, operation.location(), message).emit();
    }
}
