use std::error::Error;
use std::fmt;

use layout_math::cute::{AlgebraError, LayoutError};
use layout_math::relation::{QuestionError, RelationError};

/// Why an algorithm of the paper has no answer.
#[derive(Debug)]
pub enum PaperError {
    /// The condition that a layout violates.
    Algebra(AlgebraError),
    /// A shape that has not as many coordinates as the layout or the relation.
    Size { shape: String, size: i64, expected: i64 },
    /// The relation has not one input for each mode of the shape, or not one output.
    Arity { shape: String, inputs: usize, outputs: usize },
    /// The domain of the relation is not the coordinates of the shape.
    Domain { shape: String },
    /// The relation is not `0 -> 0` at the origin, so that no layout equals it.
    Origin { found: Option<i64> },
    /// The relation is not a sum of strides times coordinates of the shape: the strides that it has at
    /// the unit coordinates give `expected` at the coordinate, where it has `found`.
    NotStrictlyAffine { shape: String, coordinate: Vec<i64>, expected: i64, found: Option<i64> },
    /// No shape makes a layout with these strides out of the relation.
    NoShape { strides: String },
    /// The coordinates in G that a mode of F reaches are not a box: so many in the dimension, evenly
    /// spaced, would make another number of points than the mode has.
    NotABox { outer: String, mode: String, extents: String },
    /// A relation that is too large for 64 bits.
    Relation(RelationError),
    /// isl's reason, the end of the budget among them.
    Question(QuestionError),
}

impl PaperError {
    /// True if more budget might have helped.
    pub fn is_out_of_budget(&self) -> bool {
        matches!(self, PaperError::Question(error) if error.is_out_of_budget())
    }
}

impl From<AlgebraError> for PaperError {
    fn from(error: AlgebraError) -> Self {
        PaperError::Algebra(error)
    }
}

impl From<LayoutError> for PaperError {
    fn from(error: LayoutError) -> Self {
        PaperError::Algebra(AlgebraError::Layout(error))
    }
}

impl From<RelationError> for PaperError {
    fn from(error: RelationError) -> Self {
        PaperError::Relation(error)
    }
}

impl From<QuestionError> for PaperError {
    fn from(error: QuestionError) -> Self {
        PaperError::Question(error)
    }
}

impl fmt::Display for PaperError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use PaperError::*;
        match self {
            Algebra(error) => error.fmt(f),
            Size { shape, size, expected } => {
                write!(f, "shape {shape} has {size} coordinates and not {expected}")
            }
            Arity { shape, inputs, outputs } => write!(
                f,
                "a relation with {inputs} inputs and {outputs} outputs is not an index mapping of \
                 shape {shape}"
            ),
            Domain { shape } => {
                write!(f, "the domain of the relation is not the coordinates of shape {shape}")
            }
            Origin { found: None } => write!(f, "the relation has not one value at the origin"),
            Origin { found: Some(found) } => {
                write!(f, "the relation is {found} at the origin, where a layout is 0")
            }
            NotStrictlyAffine { shape, coordinate, expected, found } => {
                let parts: Vec<String> = coordinate.iter().map(i64::to_string).collect();
                write!(
                    f,
                    "the index mapping of shape {shape} is not strictly affine: at ({}) strides \
                     give {expected} and the relation ",
                    parts.join(",")
                )?;
                match found {
                    Some(found) => write!(f, "{found}"),
                    None => write!(f, "has no one value"),
                }
            }
            NoShape { strides } => {
                write!(f, "no layout with strides {strides} has this layout mapping")
            }
            NotABox { outer, mode, extents } => write!(
                f,
                "{mode} reaches no box of coordinates in {outer}: evenly spaced ones would have \
                 shape {extents}"
            ),
            Relation(error) => error.fmt(f),
            Question(error) => error.fmt(f),
        }
    }
}

impl Error for PaperError {}
