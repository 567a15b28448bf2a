//! Obligations about which offsets layouts have.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::Verifier;
use super::describe::{describe, place_of};
use crate::algebra::{AnyLayout, Assertion, Budget, bijective, disjoint, surjective};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;

impl<'c> Verifier<'c, '_> {
    /// Every number below the size is an offset.
    pub(super) fn verify_surjective(&mut self, operation: OperationRef<'c, '_>) {
        let size = ir::integer_attribute(operation, "size");
        let question = format!("layout is surjective{}", onto(size));
        let ask = |[layout]: [&AnyLayout; 1], budget: &Budget| surjective(layout, size, budget);
        let claim = Assertion::Surjective { size };
        let Some(verdict) = self.settle(operation, claim, ask) else { return };
        if let Some(missed) = self.witness(operation, &question, verdict) {
            let note = format!("leaves out {}", missed.offset);
            self.refute_operand(operation, &missed, &note);
        }
    }

    /// Every number below the size is the offset of one coordinate, and no other is one.
    pub(super) fn verify_bijective(&mut self, operation: OperationRef<'c, '_>) {
        let size = ir::integer_attribute(operation, "size");
        let question = format!("layout is bijective{}", onto(size));
        let ask = |[layout]: [&AnyLayout; 1], budget: &Budget| bijective(layout, size, budget);
        let claim = Assertion::Bijective { size };
        let Some(verdict) = self.settle(operation, claim, ask) else { return };
        if let Some(why) = self.witness(operation, &question, verdict) {
            let note = why.note();
            self.refute_operand(operation, &why, &note);
        }
    }

    /// No offset of one layout is an offset of the other.
    pub(super) fn verify_disjoint(&mut self, operation: OperationRef<'c, '_>) {
        let question = "layouts are disjoint";
        let ask = |[left, right]: [&AnyLayout; 2], budget: &Budget| disjoint(left, right, budget);
        let Some(verdict) = self.settle(operation, Assertion::Disjoint, ask) else { return };
        if let Some(meeting) = self.witness(operation, question, verdict) {
            let mut error = Diagnostic::error(operation.location(), meeting.to_string());
            let coordinates = [meeting.left, meeting.right];
            for (operand, coordinate) in operation.operands().zip(coordinates) {
                let name = describe(&self.evaluator, operand);
                let offset = &meeting.offset;
                let note = format!("{name} gives {offset} at coordinate {coordinate}");
                error = error.note(place_of(operation, operand), note);
            }
            self.refute(error);
        }
    }
}

/// ` onto [0, 64)` for a size that is given.
fn onto(size: Option<i64>) -> String {
    size.map_or(String::new(), |size| format!(" onto [0, {size})"))
}
