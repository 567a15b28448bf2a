//! Why a layout has no relation.

use std::error::Error;
use std::fmt;

use crate::relation::RelationError;

/// Why there is no relation of a layout.
#[derive(Debug, Clone, PartialEq)]
pub enum NoRelation {
    /// A tiler.
    NotAFunction { operand: String },
    /// The layout is not Presburger, or a number in it passes 64 bits.
    Relation(RelationError),
    /// The parts of the offsets of a layout do not stand at positions 0, 1 and so on.
    NestedOffsets { layout: String },
    /// The number of coordinates passes 64 bits.
    SizeTooLarge { layout: String },
}

impl From<RelationError> for NoRelation {
    fn from(error: RelationError) -> Self {
        NoRelation::Relation(error)
    }
}

impl fmt::Display for NoRelation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoRelation::NotAFunction { operand } => {
                write!(f, "{operand} is a tiler, which is not a function to compose")
            }
            NoRelation::Relation(error) => error.fmt(f),
            NoRelation::NestedOffsets { layout } => {
                write!(f, "the parts of the offsets of {layout} are not all at positions 0 to 63")
            }
            NoRelation::SizeTooLarge { layout } => {
                write!(f, "the size of {layout} passes 64 bits")
            }
        }
    }
}

impl Error for NoRelation {}
