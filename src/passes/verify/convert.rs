//! Layouts that have the notation they are converted to.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::Verifier;
use crate::algebra::{Kind, Unknown, convert};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::fold::notation;
use crate::dialect::ir;

impl<'c> Verifier<'c, '_> {
    /// The layout has the notation.
    pub(super) fn verify_convert(&mut self, operation: OperationRef<'c, '_>) {
        let (Some(kind), Some(name)) =
            (notation(operation), ir::string_attribute(operation, "notation"))
        else {
            return;
        };
        let what = match kind {
            Kind::Relation => "relation".to_owned(),
            _ => format!("{name} layout"),
        };
        let question = format!("some {what} is the same function");
        let Some(operands) = self.operands(operation, &question) else { return };
        let Err(error) = convert(&operands[0], kind, &self.budget) else { return };
        if error.is_undecided() {
            let reason = error.to_string();
            self.unknown(operation, &question, &Unknown::NotFound { reason });
            return;
        }
        self.without_value.insert(ir::key(operation));
        let message = format!("no {what} equals {}: {error}", operands[0]);
        self.refute(Diagnostic::error(operation.location(), message));
    }
}
