//! Shapes whose coordinates are coordinates of another.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::Run;
use crate::algebra::{AnyLayout, Unknown};
use crate::cute::{CuteLayout, Tuple};
use crate::dialect::diagnostic::Diagnostic;

impl<'c> Run<'c, '_> {
    /// The shape of the left layout is compatible with that of the right one.
    pub(super) fn verify_compatible(&mut self, operation: OperationRef<'c, '_>) {
        let question = "shapes are compatible";
        let Some(operands) = self.operands(operation, question) else { return };
        let [left, right] = &operands[..] else { return };
        let (Some(a), Some(b)) = (shape(left), shape(right)) else {
            let reason = format!("{left} and {right} are not both layouts with a shape of numbers");
            self.unknown(operation, question, &Unknown::NotPresburger { reason });
            return;
        };
        if a.is_compatible(b) {
            self.proved(operation, &"comparison of shapes", question);
            return;
        }
        let message = format!("shape {a} is not compatible with {b}");
        self.refute(Diagnostic::error(operation.location(), message));
    }
}

fn shape(layout: &AnyLayout) -> Option<&Tuple<i64>> {
    let modes = match layout {
        AnyLayout::Cute(cute) => cute,
        AnyLayout::Composed(composed) => composed.inner(),
        _ => return None,
    };
    match modes {
        CuteLayout::Static(layout) => Some(layout.shape()),
        CuteLayout::Basis(layout) => Some(layout.shape()),
        CuteLayout::Symbolic(_) => None,
    }
}
