//! Why there is no program of a layout.

use std::error::Error;
use std::fmt;

/// Why there is no program of a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotLowered {
    /// The layout is not applied to so many numbers.
    Coordinates { layout: String, found: usize },
    /// A tiler, which is not a function.
    Tiler { layout: String },
    /// The inner layout of a composed layout has offsets that are tuples.
    TupleOffset { layout: String },
    /// A name that no input stands for.
    UnboundSymbol { symbol: String },
    /// Products and quotients by symbols are in no affine map.
    NotAffine { layout: String },
    /// A relation whose outputs are not quasi-affine expressions of its inputs.
    NotExplicit { relation: String },
    /// A number past 64 bits.
    Overflow,
}

impl fmt::Display for NotLowered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotLowered::Coordinates { layout, found } => {
                write!(f, "{layout} is not applied to {found} coordinates")
            }
            NotLowered::Tiler { layout } => {
                write!(f, "{layout} is a tiler, which is not a function")
            }
            NotLowered::TupleOffset { layout } => {
                write!(f, "{layout} has tuples for offsets, which nothing is applied to")
            }
            NotLowered::UnboundSymbol { symbol } => write!(f, "the symbol {symbol} has no value"),
            NotLowered::NotAffine { layout } => {
                write!(f, "{layout} has symbols, whose products and quotients are not affine")
            }
            NotLowered::NotExplicit { relation } => {
                write!(f, "the outputs of {relation} are not expressions of its inputs")
            }
            NotLowered::Overflow => f.write_str("a number does not fit in 64 bits"),
        }
    }
}

impl Error for NotLowered {}
