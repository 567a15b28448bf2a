//! Answers: proved, refuted with a witness, or unknown.

use std::error::Error;
use std::fmt;

use super::{IslError, RelationError};
use crate::affine::NumberError;

/// The answer to a question about relations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer<W> {
    /// True, for all values of the parameters.
    Proved,
    /// False, as the witness shows.
    Refuted(W),
    /// The budget ran out before isl knew.
    Unknown { operations: u64 },
}

impl<W> Answer<W> {
    /// True if the answer is a proof. False is not a refutation.
    pub fn is_proved(&self) -> bool {
        matches!(self, Answer::Proved)
    }

    /// The witness of a refutation.
    pub fn witness(&self) -> Option<&W> {
        if let Answer::Refuted(witness) = self { Some(witness) } else { None }
    }

    /// The answer with another witness.
    pub(crate) fn map_witness<V>(self, change: impl FnOnce(W) -> V) -> Answer<V> {
        match self {
            Answer::Proved => Answer::Proved,
            Answer::Refuted(witness) => Answer::Refuted(change(witness)),
            Answer::Unknown { operations } => Answer::Unknown { operations },
        }
    }

    /// The answer with another witness, if there is one.
    ///
    /// # Errors
    ///
    /// Those of `change`.
    pub(crate) fn try_map_witness<V, E>(
        self,
        change: impl FnOnce(W) -> Result<V, E>,
    ) -> Result<Answer<V>, E> {
        Ok(match self {
            Answer::Proved => Answer::Proved,
            Answer::Refuted(witness) => Answer::Refuted(change(witness)?),
            Answer::Unknown { operations } => Answer::Unknown { operations },
        })
    }

    /// Turns the end of the budget into an answer; other errors stay errors.
    pub(super) fn within_budget(
        answer: Result<Answer<W>, QuestionError>,
    ) -> Result<Answer<W>, QuestionError> {
        match answer {
            Err(QuestionError::Isl(IslError::OutOfBudget { operations })) => {
                Ok(Answer::Unknown { operations })
            }
            answer => answer,
        }
    }
}

/// A point where two relations differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The values of the parameters.
    pub parameters: Vec<(String, i64)>,
    /// The least input at which the relations differ, where that was cheap to find; else some.
    pub input: Vec<i64>,
    /// What the left relation gives there; none if nothing. One of the outputs that differ.
    pub left: Option<Vec<i64>>,
    /// What the right relation gives there; none if nothing. One of the outputs that differ.
    pub right: Option<Vec<i64>>,
}

/// A pair of a relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The values of the parameters.
    pub parameters: Vec<(String, i64)>,
    pub input: Vec<i64>,
    pub output: Vec<i64>,
}

/// Two inputs with one output, which injectivity forbids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collision {
    /// The values of the parameters.
    pub parameters: Vec<(String, i64)>,
    /// The lexicographically lesser input.
    pub first: Vec<i64>,
    pub second: Vec<i64>,
    pub output: Vec<i64>,
}

/// Two outputs of one input, which a function forbids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fork {
    /// The values of the parameters.
    pub parameters: Vec<(String, i64)>,
    pub input: Vec<i64>,
    /// The lexicographically lesser output.
    pub first: Vec<i64>,
    pub second: Vec<i64>,
}

/// A point that no input reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missed {
    /// The values of the parameters.
    pub parameters: Vec<(String, i64)>,
    pub output: Vec<i64>,
}

/// Why a question about relations could not be asked, or its answer not be given.
#[derive(Debug)]
pub enum QuestionError {
    /// isl's own reason, the end of the budget among them.
    Isl(IslError),
    /// The tuples of two relations differ; numbers of inputs and outputs.
    SpacesDiffer { left: (usize, usize), right: (usize, usize) },
    /// Two lists that belong together have different lengths.
    LengthsDiffer { what: &'static str, expected: usize, found: usize },
    /// A parameter without a value, where values are wanted.
    UnboundParameter { name: String },
    /// A relation that a question needs on the way cannot be made: a number does not fit.
    Relation(RelationError),
    /// A relation with infinitely many pairs, where they are to be listed.
    Unbounded,
    /// More pairs than the limit.
    TooManyPairs { limit: usize },
}

impl From<RelationError> for QuestionError {
    fn from(error: RelationError) -> Self {
        QuestionError::Relation(error)
    }
}

impl From<NumberError> for QuestionError {
    fn from(error: NumberError) -> Self {
        RelationError::from(error).into()
    }
}

impl From<IslError> for QuestionError {
    fn from(error: IslError) -> Self {
        QuestionError::Isl(error)
    }
}

impl QuestionError {
    /// True if more budget might have helped.
    pub fn is_out_of_budget(&self) -> bool {
        matches!(self, QuestionError::Isl(IslError::OutOfBudget { .. }))
    }
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Isl(error) => error.fmt(f),
            Self::Relation(error) => error.fmt(f),
            Self::SpacesDiffer { left, right } => write!(
                f,
                "relations with {} inputs and {} outputs, and with {} inputs and {} outputs, have \
                 different spaces",
                left.0, left.1, right.0, right.1
            ),
            Self::LengthsDiffer { what, expected, found } => {
                write!(f, "expected {expected} {what} but found {found}")
            }
            Self::UnboundParameter { name } => write!(f, "parameter {name} has no value"),
            Self::Unbounded => write!(f, "the relation has infinitely many pairs"),
            Self::TooManyPairs { limit } => write!(f, "the relation has more than {limit} pairs"),
        }
    }
}

impl Error for QuestionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unknown_stays_so() {
        let unknown = Answer::<i64>::Unknown { operations: 5 };
        assert_eq!(unknown.map_witness(|it| it + 1), Answer::Unknown { operations: 5 });
        assert_eq!(Answer::Refuted(3).map_witness(|it| it + 1), Answer::Refuted(4));
    }

    #[test]
    fn why_there_is_no_answer() {
        assert_eq!(QuestionError::from(NumberError::ZeroDivisor).to_string(), "division by 0");
        let error = QuestionError::from(RelationError::TooManyDimensions);
        assert_eq!(error.to_string(), "relation has more than 512 parameters and dimensions");
    }
}
