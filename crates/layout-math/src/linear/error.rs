//! What can be wrong with a linear layout or with what is asked of it.

use std::error::Error;
use std::fmt;

use super::limits::{MAX_BITS, MAX_DIMS};

/// One of the two sides of a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    In,
    Out,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::In => "in-dim",
            Side::Out => "out-dim",
        })
    }
}

/// Why there is no such linear layout, or no answer to a question about one.
///
/// `position` is the number of a basis within its in-dim and `coordinate` a place within a basis or
/// a constant, both from 0. Multi-dimensional values are listed in the order of their dims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinearError {
    /// A name that is not a letter or underscore, then letters, digits and underscores.
    NameNotAnIdentifier { side: Side, name: String },
    /// A name that a side has twice.
    DuplicateDim { side: Side, name: String },
    /// More dims on one side than a layout can have.
    TooManyDims { side: Side, dims: usize },
    /// A side whose sizes multiply to more than 2^62.
    TooManyBits { side: Side, bits: u64 },
    /// A size that is not a power of two. Such a layout is not a matrix over F2.
    SizeNotPowerOfTwo { side: Side, name: String, size: i64 },
    /// A basis that does not have one coordinate for each out-dim.
    BasisLength { in_dim: String, position: usize, expected: usize, found: usize },
    /// A coordinate of a basis that is below 0.
    NegativeBasis { in_dim: String, position: usize, coordinate: usize, value: i64 },
    /// A coordinate of a basis that is not below the size of its out-dim.
    BasisOutside {
        in_dim: String,
        position: usize,
        coordinate: usize,
        value: i64,
        out_dim: String,
        size: i64,
    },
    /// A constant that does not have one coordinate for each out-dim.
    ConstantLength { expected: usize, found: usize },
    /// A coordinate of a constant that is not in [0, size).
    ConstantOutside { coordinate: usize, value: i64, out_dim: String, size: i64 },

    /// A name that is not a dim of this side.
    UnknownDim { side: Side, name: String },
    /// A dim that should have been named and was not.
    MissingDim { side: Side, name: String },
    /// Too many coordinates, or too few: only trailing in-dims of size 1 may be left out.
    CoordinateCount { expected: usize, found: usize },
    /// A coordinate that is not in [0, size) of its in-dim.
    CoordinateOutside { in_dim: String, value: i64, size: i64 },
    /// An integral coordinate that is not in [0, size).
    IntegralOutside { value: i64, size: i64 },

    /// Values that no coordinate is sent to; the least ones, leftmost out-dim fastest.
    NotSurjective { uncovered: Vec<i64> },
    /// Two coordinates with the same values.
    NotInjective { first: Vec<i64>, second: Vec<i64> },
    /// The dims that two layouts must share are not the same.
    DimsDiffer { side: Side, left: Vec<String>, right: Vec<String> },
    /// A dim that is larger than the dim of the same name it must fit in.
    DimTooLarge { name: String, size: i64, limit: i64 },
    /// A dim whose two sizes must be the same.
    SizesDiffer { side: Side, name: String, left: i64, right: i64 },
    /// New dims that do not have the size of the old ones together.
    TotalSizeDiffers { side: Side, old: i64, new: i64 },
    /// A dim that must have size 1.
    SizeNotOne { side: Side, name: String, size: i64 },
    /// Two constants that must be the same.
    ConstantsDiffer { left: Vec<i64>, right: Vec<i64> },
    /// Values of the first layout, at these coordinates, that the second does not reach.
    NotCovered { coordinates: Vec<i64>, values: Vec<i64> },
    /// A basis that is in the way of a division: the matrix is not block diagonal there.
    NotDivisible { in_dim: String, position: usize },
    /// A constant that is in the way of a division.
    ConstantNotDivisible { constant: Vec<i64> },
}

impl fmt::Display for LinearError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use LinearError::*;
        match self {
            NameNotAnIdentifier { side, name } => {
                write!(f, "{side} name '{name}' is not an identifier")
            }
            DuplicateDim { side, name } => write!(f, "{side} {name} is named twice"),
            TooManyDims { side, dims } => {
                write!(f, "{dims} {side}s are more than the {MAX_DIMS} that a layout can have")
            }
            TooManyBits { side, bits } => write!(
                f,
                "the {side}s have {bits} bits together, more than the {MAX_BITS} of a 64-bit size"
            ),
            SizeNotPowerOfTwo { side, name, size } => {
                write!(f, "{side} {name} has size {size}, which is not a power of two")
            }
            BasisLength { in_dim, position, expected, found } => write!(
                f,
                "basis {position} of in-dim {in_dim} has {found} coordinates but the layout has \
                 {expected} out-dims"
            ),
            NegativeBasis { in_dim, position, value, .. } => {
                write!(f, "basis {position} of in-dim {in_dim} has the negative coordinate {value}")
            }
            BasisOutside { in_dim, position, value, out_dim, size, .. } => write!(
                f,
                "basis {position} of in-dim {in_dim} has coordinate {value} but out-dim {out_dim} \
                 has size {size}"
            ),
            ConstantLength { expected, found } => write!(
                f,
                "the constant has {found} coordinates but the layout has {expected} out-dims"
            ),
            ConstantOutside { value, out_dim, size, .. } => write!(
                f,
                "the constant has coordinate {value} but out-dim {out_dim} has size {size}"
            ),
            UnknownDim { side, name } => write!(f, "there is no {side} {name}"),
            MissingDim { side, name } => write!(f, "{side} {name} is missing"),
            CoordinateCount { expected, found } => {
                write!(f, "{found} coordinates given but the layout has {expected} in-dims")
            }
            CoordinateOutside { in_dim, value, size } => {
                write!(f, "coordinate {value} is outside in-dim {in_dim} of size {size}")
            }
            IntegralOutside { value, size } => {
                write!(f, "coordinate {value} is outside the layout of size {size}")
            }
            NotSurjective { uncovered } => {
                write!(f, "layout is not surjective: nothing is sent to {}", List(uncovered))
            }
            NotInjective { first, second } => write!(
                f,
                "layout is not injective: {} and {} are sent to the same values",
                List(first),
                List(second)
            ),
            DimsDiffer { side, left, right } => {
                write!(f, "{side}s {} and {} are not the same", List(left), List(right))
            }
            DimTooLarge { name, size, limit } => {
                write!(f, "dim {name} has size {size}, which does not fit in size {limit}")
            }
            SizesDiffer { side, name, left, right } => {
                write!(f, "{side} {name} has size {left} in one layout and {right} in the other")
            }
            TotalSizeDiffers { side, old, new } => {
                write!(f, "the new {side}s have size {new} together but the old ones {old}")
            }
            SizeNotOne { side, name, size } => write!(f, "{side} {name} has size {size}, not 1"),
            ConstantsDiffer { left, right } => {
                write!(f, "the constants {} and {} are not the same", List(left), List(right))
            }
            NotCovered { coordinates, values } => write!(
                f,
                "the first layout sends {} to {}, where the second sends nothing",
                List(coordinates),
                List(values)
            ),
            NotDivisible { in_dim, position } => write!(
                f,
                "not divisible: basis {position} of in-dim {in_dim} is not in the block of one \
                 factor"
            ),
            ConstantNotDivisible { constant } => {
                write!(f, "not divisible: the constant {} is not made of two", List(constant))
            }
        }
    }
}

impl Error for LinearError {}

/// Writes `[1, 2]` for numbers or names.
struct List<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (position, item) in self.0.iter().enumerate() {
            let separator = if position == 0 { "" } else { ", " };
            write!(f, "{separator}{item}")?;
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coordinate_outside_is_told() {
        assert_eq!(
            LinearError::IntegralOutside { value: 9, size: 8 }.to_string(),
            "coordinate 9 is outside the layout of size 8"
        );
    }
}
