//! What is found of an access.

use std::fmt;

use crate::affine::Predicate;
use crate::algebra::verdict::Method;
use crate::point::{ForSymbols, Point};

/// What an access is.
#[derive(Debug, Clone, PartialEq)]
pub enum AccessVerdict {
    /// In bounds whenever it executes.
    Proved(Method),
    /// What is known contradicts itself: it does not execute.
    Unreachable,
    /// Out of bounds whenever it executes, for example like this.
    Never(Failure),
    /// In bounds exactly where the predicate holds.
    Sometimes(Predicate),
}

/// How an access is out of bounds, with values for which it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// A coordinate at which the layout has no offset, or which is outside its domain.
    Domain { layout: String, coordinate: Vec<i64>, symbols: Vec<(String, i64)> },
    /// The right layout of a composition gives an offset that is not a coordinate of the left one.
    Left {
        left: String,
        size: Option<i64>,
        right: String,
        coordinate: Vec<i64>,
        offset: i64,
        symbols: Vec<(String, i64)>,
    },
    /// An offset outside a dimension of the buffer; without a size it is negative.
    Offset { coordinate: Vec<i64>, offset: i64, dimension: usize, rank: usize, size: Option<i64> },
    /// An index outside a dimension of the buffer; without a size it is negative.
    Index { index: i64, dimension: usize, size: Option<i64> },
}

impl Failure {
    /// What else there is to say: where the offset comes from.
    pub fn note(&self) -> Option<String> {
        match self {
            Failure::Left { size, right, offset, .. } => {
                let size = match size {
                    Some(size) => format!("the left layout has size {size}"),
                    None => "the left layout has no offset there".to_owned(),
                };
                Some(format!("{right} gives {offset}, and {size}"))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Domain { layout, coordinate, symbols } => {
                let coordinate = Point::from(&coordinate[..]);
                write!(f, "coordinate {coordinate} is outside the domain of {layout}")?;
                ForSymbols(symbols).fmt(f)
            }
            Failure::Left { left, coordinate, symbols, .. } => {
                let coordinate = Point::from(&coordinate[..]);
                write!(f, "coordinate {coordinate} leaves the left layout {left}")?;
                ForSymbols(symbols).fmt(f)
            }
            Failure::Offset { coordinate, offset, dimension, rank, size } => {
                write!(
                    f,
                    "offset {offset} at coordinate {} is {}",
                    Point::from(&coordinate[..]),
                    Outside(*size)
                )?;
                if *rank == 1 { Ok(()) } else { write!(f, " of dimension {dimension}") }
            }
            Failure::Index { index, dimension, size } => {
                write!(f, "index {index} of dimension {dimension} is {}", Outside(*size))
            }
        }
    }
}

/// `outside [0, 8)`, or `negative` where nothing is asked of the end.
struct Outside(Option<i64>);

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(size) => write!(f, "outside [0, {size})"),
            None => f.write_str("negative"),
        }
    }
}
