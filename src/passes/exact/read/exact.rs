//! Promises that nothing is lost: of quotients and shifts to the right that they leave nothing, of truncations that
//! the number fits.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::CodeReader;
use crate::dialect::foreign::arithmetic::Operator as Foreign;
use crate::validate::{Flags, Node, Operation, Operator};

impl<'c> CodeReader<'c> {
    /// The result of a quotient or a shift that promises to leave nothing: 0 less what it leaves is added, which
    /// is promised not to wrap.
    pub(super) fn exact(
        &mut self,
        operation: OperationRef<'c, 'c>,
        operator: Foreign,
        (node, left, right): (Node, Node, Node),
    ) -> Option<Node> {
        let bits = self.code().bits(node);
        let mut binary = |operator, left, right, flags| {
            self.push(bits, Operation::Binary { operator, left, right, flags })
        };
        let none = Flags::default();
        let rest = match operator {
            Foreign::DivideUnsigned => binary(Operator::RemainderUnsigned, left, right, none),
            Foreign::DivideSigned => binary(Operator::RemainderSigned, left, right, none),
            Foreign::ShiftRightUnsigned | Foreign::ShiftRightSigned => {
                let back = binary(Operator::ShiftLeft, node, right, none);
                binary(Operator::Subtract, left, back, none)
            }
            _ => return None,
        };
        let zero = self.constant(bits, 0);
        let flags = Flags { nsw: true, nuw: true };
        let (operator, left, right) = (Operator::Subtract, zero, rest);
        let nothing = self.push(bits, Operation::Binary { operator, left, right, flags });
        self.note_origin(nothing, operation);
        let (operator, left, right) = (Operator::Add, node, nothing);
        Some(self.push(bits, Operation::Binary { operator, left, right, flags: none }))
    }

    /// A number that an operation truncates and promises to be one of its result's type: shifted up by as many bits
    /// as it loses it does not wrap.
    pub(super) fn truncated(
        &mut self,
        operation: OperationRef<'c, 'c>,
        from: Node,
        flags: Flags,
    ) -> Option<Node> {
        if flags == Flags::default() {
            return Some(from);
        }
        let result = Value::from(operation.results().next()?).r#type();
        let width = self.code().bits(from);
        let lost = width.checked_sub(self.bits(result).ok()?)?;
        let right = self.constant(width, lost.into());
        let (operator, left) = (Operator::ShiftLeft, from);
        let up = self.push(width, Operation::Binary { operator, left, right, flags });
        self.note_origin(up, operation);
        let (operator, left, flags) = (Operator::ShiftRightUnsigned, up, Flags::default());
        Some(self.push(width, Operation::Binary { operator, left, right, flags }))
    }
}
