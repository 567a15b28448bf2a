//! What operators and predicates are in terms of [`Code`](crate::validate::Code).

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use crate::dialect::foreign::arithmetic::{Operator as Foreign, Predicate};
use crate::validate::{CmpPredicate, Operator, Poison};

/// The operator; `None` for the least and the greatest of two.
pub(super) fn operator(operator: Foreign) -> Option<Operator> {
    Some(match operator {
        Foreign::Add => Operator::Add,
        Foreign::Subtract => Operator::Subtract,
        Foreign::Multiply => Operator::Multiply,
        Foreign::DivideUnsigned => Operator::DivideUnsigned,
        Foreign::DivideSigned => Operator::DivideSigned,
        Foreign::RemainderUnsigned => Operator::RemainderUnsigned,
        Foreign::RemainderSigned => Operator::RemainderSigned,
        Foreign::FloorDivide => Operator::FloorDivide,
        Foreign::CeilDivideSigned => Operator::CeilDivide,
        Foreign::CeilDivideUnsigned => Operator::CeilDivideUnsigned,
        Foreign::ShiftLeft => Operator::ShiftLeft,
        Foreign::ShiftRightUnsigned => Operator::ShiftRightUnsigned,
        Foreign::ShiftRightSigned => Operator::ShiftRightSigned,
        Foreign::And => Operator::And,
        Foreign::Or => Operator::Or,
        Foreign::Xor => Operator::Xor,
        Foreign::MinimumSigned
        | Foreign::MinimumUnsigned
        | Foreign::MaximumSigned
        | Foreign::MaximumUnsigned => return None,
    })
}

/// The comparison that a predicate makes, and whether its operands change sides.
pub(super) fn relation(predicate: Predicate) -> (CmpPredicate, bool) {
    match predicate {
        Predicate::Equal => (CmpPredicate::Equal, false),
        Predicate::NotEqual => (CmpPredicate::NotEqual, false),
        Predicate::Less { or_equal, is_swapped, is_signed } => {
            let relation = match (or_equal, is_signed) {
                (false, true) => CmpPredicate::Less,
                (true, true) => CmpPredicate::LessOrEqual,
                (false, false) => CmpPredicate::LessUnsigned,
                (true, false) => CmpPredicate::LessOrEqualUnsigned,
            };
            (relation, is_swapped)
        }
    }
}

/// True for an operation that promises to leave nothing.
pub(super) fn is_exact(operation: OperationRef<'_, '_>) -> bool {
    operation.has_attribute("isExact")
}

/// Why an operation made poison.
pub(crate) fn poison_reason(operation: OperationRef<'_, '_>, poison: &Poison) -> &'static str {
    // Quotients and shifts to the right do not wrap.
    match poison.reason.starts_with("wraps") && is_exact(operation) {
        true => "leaves a remainder though it says exact",
        false => poison.reason,
    }
}
