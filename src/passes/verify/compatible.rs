//! Shapes whose coordinates are coordinates of another.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::Run;
use crate::algebra::{Assertion, compatible};
use crate::dialect::diagnostic::Diagnostic;

impl<'c> Run<'c, '_> {
    /// The shape of the left layout is compatible with that of the right one.
    pub(super) fn verify_compatible(&mut self, operation: OperationRef<'c, '_>) {
        let question = "shapes are compatible";
        let Some(operands) = self.operands(operation, question) else { return };
        let [left, right] = &operands[..] else { return };
        let verdict = compatible(left, right, &self.budget);
        self.judged(operation, Assertion::Compatible, &[left, right], &verdict);
        if let Some(shapes) = self.witness(operation, question, verdict) {
            self.refute(Diagnostic::error(operation.location(), shapes.to_string()));
        }
    }
}
