//! Why a question about an access has no answer.

use std::error::Error;
use std::fmt;

use layout_math::linear::LinearError;

/// Why a question about an access has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnalyzeError {
    /// The layouts do not fit together: other dims, or elements that the memory does not hold.
    Linear(LinearError),
    /// Elements whose size in bits is not a power of two from 1 to 128.
    ElementSize { bits: u32 },
    /// A number of the machine that is not a power of two.
    Machine { what: &'static str, value: u32 },
    /// A layout that does not have this in-dim.
    NoInDim { name: &'static str },
    /// A dim of the tensor that is not there.
    NoSuchDim { dim: usize, rank: usize },
    /// Two layouts with different numbers of lanes, warps or blocks.
    PlacesDiffer { name: &'static str, from: i64, to: i64 },
    /// Extents and strides that are not as many.
    StrideCount { extents: usize, strides: usize },
    /// An extent below 1.
    Extent { dim: usize, extent: i64 },
    /// An offset that does not fit in 64 bits.
    Overflow { dim: usize },
    /// A tile whose layout does not take each offset below its size once.
    Tile { layout: String, what: &'static str, value: i64 },
    /// A tile of more elements than are looked at.
    LargeTile { layout: String, size: i64, most: i64 },
    /// A gap in a memory that is not one.
    Gap { interval: i64, padding: i64 },
    /// More places than can be looked at one by one: 2 to the power of `bits`.
    TooMany { bits: usize },
}

impl fmt::Display for AnalyzeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use AnalyzeError::*;
        match self {
            Linear(error) => error.fmt(f),
            ElementSize { bits } => {
                write!(f, "elements of {bits} bits: the size must be a power of two up to 128")
            }
            Machine { what, value } => write!(f, "{what} is {value}, which is not a power of two"),
            NoInDim { name } => write!(f, "the layout has no in-dim {name}"),
            NoSuchDim { dim, rank } => {
                write!(f, "there is no dim {dim} in a tensor of rank {rank}")
            }
            PlacesDiffer { name, from, to } => {
                write!(f, "in-dim {name} has size {from} before the conversion and {to} after it")
            }
            StrideCount { extents, strides } => {
                write!(f, "{strides} strides given for {extents} extents")
            }
            Extent { dim, extent } => write!(f, "extent {extent} of dim {dim} is below 1"),
            Tile { layout, what, value } if *value < 1 || value.count_ones() != 1 => {
                write!(f, "{what} {value} of {layout} is not a power of two")
            }
            Tile { layout, what, value } => write!(
                f,
                "{what} {value} of {layout} leads to an offset that another mode has or that is past its size"
            ),
            LargeTile { layout, size, most } => {
                write!(f, "{layout} has {size} elements, and a tile may have {most}")
            }
            Gap { interval, padding } => write!(
                f,
                "a gap of {padding} after every {interval} elements: {}",
                if *interval < 1 { "the interval must be at least 1" } else { "it is negative" }
            ),
            TooMany { bits } => {
                write!(f, "the 2^{bits} places of a warp are more than the 2^24 that are looked at")
            }
            Overflow { dim } => write!(f, "the offsets of dim {dim} do not fit in 64 bits"),
        }
    }
}

impl Error for AnalyzeError {}

impl From<LinearError> for AnalyzeError {
    fn from(error: LinearError) -> Self {
        AnalyzeError::Linear(error)
    }
}
