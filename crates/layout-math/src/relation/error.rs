//! What is wrong with a relation, or with a question about one.

use std::error::Error;
use std::fmt;

use super::limits::{MAX_CONSTRAINTS, MAX_DIMENSIONS, MAX_TERMS, MAX_TEXT};
use crate::affine::NumberError;

/// Why a text denotes no relation, or a layout has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RelationError {
    /// A text of more than 2^20 bytes.
    TextTooLong { bytes: usize },
    /// More than 4096 comparisons.
    TooManyConstraints,
    /// More than 2^14 expressions and comparisons, in a relation that is put together.
    TooManyTerms,
    /// More than 512 parameters, dimensions and bound variables in one piece.
    TooManyDimensions,
    /// Something of isl's notation that is not read here.
    NotRead { construct: &'static str },
    /// A name that nothing declares.
    UnknownName { name: String },
    /// A second declaration of a name.
    NameTaken { name: String },
    /// A word of the notation in the place of a name.
    ReservedWord { word: String },
    /// A text that cannot be a name.
    NotAName { text: String },
    /// A product of two expressions that are not constants.
    NotAffine,
    /// A division by a constant that is not the whole argument of `floor` or `ceil`.
    QuotientOutsideFloor,
    /// A calculation that has no result: a division by 0, or a number outside 64 bits.
    Number(NumberError),
    /// A formula where a number is wanted.
    FormulaAsNumber,
    /// A product of constants outside 64 bits.
    ConstantTooLarge,
    /// Pieces, joined by ';', with different tuples.
    PiecesDiffer,
    /// An extent below 1.
    BadExtent { mode: usize, extent: i64 },
    /// Two lists that belong together have different lengths.
    LengthsDiffer { what: &'static str, expected: usize, found: usize },
    /// A symbolic extent whose mode is not the last: `c mod M` is not Presburger.
    SymbolicExtent { mode: usize, extent: String },
    /// A symbolic stride times a coordinate is not Presburger.
    SymbolicStride { mode: usize, stride: String },
    /// A product of symbols is not Presburger.
    ProductOfSymbols { product: String },
    /// Fields of a swizzle outside the word: bits + base + |shift| > 63, or bits or base negative.
    BadSwizzle { bits: i64, base: i64, shift: i64 },
    /// A basis vector outside the out-dims of a linear layout.
    BadBasis { dim: String, value: i64, size: i64 },
    /// A size that is not a power of two.
    NotAPowerOfTwo { dim: String, size: i64 },
}

impl fmt::Display for RelationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TextTooLong { bytes } => {
                write!(f, "relation of {bytes} bytes is longer than {MAX_TEXT}")
            }
            Self::TooManyConstraints => {
                write!(f, "relation has more than {MAX_CONSTRAINTS} constraints")
            }
            Self::TooManyTerms => write!(f, "relation has more than {MAX_TERMS} terms"),
            Self::TooManyDimensions => {
                write!(f, "relation has more than {MAX_DIMENSIONS} parameters and dimensions")
            }
            Self::NotRead { construct } => {
                write!(f, "{construct} is in isl's notation but not in the one of relations here")
            }
            Self::UnknownName { name } => write!(f, "unknown name '{name}'"),
            Self::NameTaken { name } => write!(f, "name '{name}' is declared already"),
            Self::ReservedWord { word } => {
                write!(f, "'{word}' is a word of the notation and cannot be a name")
            }
            Self::NotAName { text } => write!(f, "'{text}' cannot be a name in a relation"),
            Self::NotAffine => {
                write!(f, "a product of two variables is not affine: one factor must be a constant")
            }
            Self::QuotientOutsideFloor => {
                write!(f, "a division must be the whole argument of 'floor' or 'ceil'")
            }
            Self::Number(error) => error.fmt(f),
            Self::FormulaAsNumber => write!(f, "expected a number but found a formula"),
            Self::ConstantTooLarge => write!(f, "constant does not fit in 64 bits"),
            Self::PiecesDiffer => {
                write!(
                    f,
                    "pieces of a relation have the same tuple names and numbers of dimensions"
                )
            }
            Self::BadExtent { mode, extent } => {
                write!(f, "extent {extent} of mode {mode} is less than 1")
            }
            Self::LengthsDiffer { what, expected, found } => {
                write!(f, "expected {expected} {what} but found {found}")
            }
            Self::SymbolicExtent { mode, extent } => write!(
                f,
                "extent {extent} of mode {mode} is symbolic and not the last: an integral \
                 coordinate modulo {extent} is not Presburger"
            ),
            Self::SymbolicStride { mode, stride } => write!(
                f,
                "stride {stride} of mode {mode} is symbolic: its product with a coordinate is not \
                 Presburger"
            ),
            Self::ProductOfSymbols { product } => {
                write!(f, "the product of symbols {product} is not Presburger")
            }
            Self::BadSwizzle { bits, base, shift } => {
                write!(f, "swizzle S<{bits},{base},{shift}> does not fit in 63 bits")
            }
            Self::BadBasis { dim, value, size } => {
                write!(f, "basis value {value} is outside out-dim {dim} of size {size}")
            }
            Self::NotAPowerOfTwo { dim, size } => {
                write!(f, "size {size} of {dim} is not a power of two")
            }
        }
    }
}

impl Error for RelationError {}

impl From<NumberError> for RelationError {
    fn from(error: NumberError) -> Self {
        RelationError::Number(error)
    }
}
