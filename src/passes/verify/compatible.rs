//! Shapes whose coordinates are coordinates of another.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::Verifier;
use crate::algebra::{AnyLayout, Assertion, Budget, compatible};
use crate::dialect::diagnostic::Diagnostic;

impl<'c> Verifier<'c, '_> {
    /// The shape of the left layout is compatible with that of the right one.
    pub(super) fn verify_compatible(&mut self, operation: OperationRef<'c, '_>) {
        let question = "shapes are compatible";
        let ask = |[left, right]: [&AnyLayout; 2], budget: &Budget| compatible(left, right, budget);
        let Some(verdict) = self.settle(operation, Assertion::Compatible, ask) else { return };
        if let Some(shapes) = self.witness(operation, question, verdict) {
            self.refute(Diagnostic::error(operation.location(), shapes.to_string()));
        }
    }
}
