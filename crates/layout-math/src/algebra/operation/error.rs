use std::error::Error;
use std::fmt;

use super::operands::Operands;
use crate::algebra::any_layout::AnyLayout;
use crate::algebra::compose::ComposeError;
use crate::algebra::verdict::Unknown;
use crate::cute::{AlgebraError, CuteLayout};
use crate::linear::LinearError;

/// Why an operation has no value on its operands.
#[derive(Debug, Clone, PartialEq)]
pub enum OperationError {
    /// The number of operands is not that of the operation.
    Operands { expected: Operands, found: usize },
    /// A parameter that is missing or does not have its form.
    Parameter { name: &'static str, reason: String },
    /// An operand of a notation that the operation is not defined for.
    Notation { operand: String, wanted: &'static str },
    /// An operand with symbols: the condition cannot be decided.
    Symbolic { operand: String },
    /// A number of a layout that is not known.
    NotANumber { what: &'static str, operand: String },
    /// The condition of CuTe's algebra that the operands violate.
    Algebra(AlgebraError),
    /// The condition of the algebra of linear layouts that the operands violate.
    Linear(LinearError),
    /// Two layouts that have no composition, or none that was found.
    Compose(ComposeError),
    /// A question about the operands was not decided.
    Unknown(Unknown),
}

impl OperationError {
    /// True if the operands are not known to violate a condition: the operation may have a value
    /// that was not found.
    pub fn is_undecided(&self) -> bool {
        match self {
            OperationError::Symbolic { .. }
            | OperationError::NotANumber { .. }
            | OperationError::Unknown(_) => true,
            OperationError::Algebra(error) => error.is_undecided(),
            OperationError::Compose(error) => error.is_undecided(),
            OperationError::Operands { .. }
            | OperationError::Parameter { .. }
            | OperationError::Notation { .. }
            | OperationError::Linear(_) => false,
        }
    }

    /// True if the operation is not defined for operands of these notations, which says nothing of
    /// the layouts that they are.
    pub fn is_unsupported(&self) -> bool {
        match self {
            OperationError::Notation { .. } => true,
            OperationError::Algebra(error) => error.is_unsupported(),
            OperationError::Compose(error) => error.is_unsupported(),
            _ => false,
        }
    }

    /// The error that an operand is not the layout of integers that is wanted.
    pub(super) fn not_integers(operand: &AnyLayout) -> Self {
        match operand {
            AnyLayout::Cute(CuteLayout::Symbolic(_)) => Self::symbolic(operand),
            AnyLayout::Cute(CuteLayout::Basis(_)) => {
                AlgebraError::NotStatic { layout: operand.to_string() }.into()
            }
            _ => Self::notation(operand, "CuTe layout"),
        }
    }

    pub(super) fn symbolic(operand: &AnyLayout) -> Self {
        OperationError::Symbolic { operand: operand.to_string() }
    }

    pub(super) fn notation(operand: &AnyLayout, wanted: &'static str) -> Self {
        OperationError::Notation { operand: operand.to_string(), wanted }
    }
}

impl fmt::Display for OperationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OperationError::Operands { expected, found } => {
                write!(f, "it takes {expected}, not {found}")
            }
            OperationError::Parameter { name, reason } => write!(f, "{name} {reason}"),
            OperationError::Notation { operand, wanted } => {
                write!(f, "{operand} is not a {wanted}")
            }
            OperationError::Symbolic { operand } => {
                write!(f, "{operand} has symbols, of which the condition is not decided")
            }
            OperationError::NotANumber { what, operand } => {
                write!(f, "the {what} of {operand} is not a number")
            }
            OperationError::Algebra(error) => error.fmt(f),
            OperationError::Linear(error) => error.fmt(f),
            OperationError::Compose(error) => error.fmt(f),
            OperationError::Unknown(unknown) => unknown.fmt(f),
        }
    }
}

impl Error for OperationError {}

impl From<AlgebraError> for OperationError {
    fn from(error: AlgebraError) -> Self {
        OperationError::Algebra(error)
    }
}

impl From<LinearError> for OperationError {
    fn from(error: LinearError) -> Self {
        OperationError::Linear(error)
    }
}

impl From<ComposeError> for OperationError {
    fn from(error: ComposeError) -> Self {
        OperationError::Compose(error)
    }
}
