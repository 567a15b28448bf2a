//! Why an encoding has no linear layout, and what is wrong with a file.

use std::error::Error;
use std::fmt;

use super::lexer::Position;
use layout_math::linear::LinearError;

/// Why an encoding cannot be read, or has no linear layout on a shape.
///
/// `encoding` is the name without its dialect, such as `nvidia_mma`; `parameter` is the name that
/// Triton prints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EncodingError {
    /// A name that is not an encoding of Triton's that this package knows.
    Unknown { encoding: String },
    /// A parameter that this package does not know the meaning of: the layout may be another one with it.
    UnknownParameter { encoding: &'static str, parameter: String },
    /// A parameter that is given more than once.
    RepeatedParameter { encoding: &'static str, parameter: String },
    /// A value that should have a name.
    UnnamedValue { encoding: &'static str },
    /// A parameter that the encoding needs and does not have.
    Missing { encoding: &'static str, parameter: &'static str },
    /// A parameter whose value is of another kind, such as a list where a number belongs.
    Malformed { encoding: &'static str, parameter: &'static str, expected: &'static str },
    /// A number that is not among those that the parameter may have.
    OutOfRange {
        encoding: &'static str,
        parameter: &'static str,
        value: i64,
        expected: &'static str,
    },
    /// A list, or a shape, whose length is not the rank of the encoding.
    Rank { encoding: &'static str, what: &'static str, expected: usize, found: usize },
    /// A list that should have each dim once.
    NotAPermutation { encoding: &'static str, parameter: &'static str, list: Vec<i64> },
    /// A shape that is smaller in a dim than the encoding can be laid on.
    ShapeTooSmall { encoding: &'static str, dim: usize, size: i64, least: i64 },
    /// A shape that must be the one that the encoding was made for.
    ShapeDiffers { encoding: &'static str, expected: Vec<i64>, found: Vec<i64> },
    /// A combination of parameters for which Triton has no layout; `reason` says which.
    Unsupported { encoding: &'static str, reason: &'static str },
    /// The encoding sends offsets to elements by a map that is not linear over F2.
    NotLinear { encoding: &'static str },
    /// A combination that is not a linear layout, for example with a size that is not a power of two.
    Linear(LinearError),
}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use EncodingError::*;
        match self {
            Unknown { encoding } => write!(f, "unknown encoding {encoding}"),
            UnknownParameter { encoding, parameter } => {
                write!(f, "unknown parameter {parameter} of {encoding}")
            }
            RepeatedParameter { encoding, parameter } => {
                write!(f, "{encoding} has {parameter} more than once")
            }
            UnnamedValue { encoding } => write!(f, "{encoding} has a value without a name"),
            Missing { encoding, parameter } => write!(f, "{encoding} has no {parameter}"),
            Malformed { encoding, parameter, expected } => {
                write!(f, "{parameter} of {encoding} should be {expected}")
            }
            OutOfRange { encoding, parameter, value, expected } => {
                write!(f, "{parameter} of {encoding} is {value}, which is not {expected}")
            }
            Rank { encoding, what, expected, found } => {
                write!(f, "{what} of {encoding} has {found} dims but the encoding has {expected}")
            }
            NotAPermutation { encoding, parameter, list } => {
                write!(f, "{parameter} of {encoding} is {list:?}, which is not each dim once")
            }
            ShapeTooSmall { encoding, dim, size, least } => {
                write!(f, "dim {dim} has size {size} but {encoding} needs at least {least}")
            }
            ShapeDiffers { encoding, expected, found } => {
                write!(f, "{encoding} is made for shape {expected:?} but the shape is {found:?}")
            }
            Unsupported { encoding, reason } => write!(f, "{encoding}: {reason}"),
            NotLinear { encoding } => {
                write!(f, "{encoding} has no linear layout: its padding is not linear over F2")
            }
            Linear(error) => error.fmt(f),
        }
    }
}

impl Error for EncodingError {}

impl From<LinearError> for EncodingError {
    fn from(error: LinearError) -> Self {
        EncodingError::Linear(error)
    }
}

/// Something wrong with a file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    position: Position,
    problem: Problem,
}

/// What is wrong at the position of a [`ReadError`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Problem {
    /// Bytes that are not UTF-8 text: MLIR bytecode, for example.
    NotText { byte: u8 },
    /// The grammar wants something else here.
    Expected { expected: &'static str, found: String },
    /// A number that does not fit in 64 bits.
    NumberTooLarge { digits: String },
    /// Brackets, or aliases of aliases, beyond [`MAX_DEPTH`](layout_math::text::MAX_DEPTH).
    TooDeep,
    /// An alias that is used before it is defined, or never is.
    UndefinedAlias { alias: String },
    /// The file ends and a `{` of a region, at this position, is open.
    OpenRegion { opened: Position },
    /// A bracket, opened at this position, that is open where the one around it closes.
    NotClosed { bracket: char, opened: Position },
    /// A bracket that closes none.
    NotOpened { bracket: char },
    /// There is no module, no function and no operation in the file.
    NoModule,
}

impl ReadError {
    pub(super) fn new(position: Position, problem: Problem) -> Self {
        ReadError { position, problem }
    }

    pub fn position(&self) -> Position {
        self.position
    }
}

/// Without the position, which a caller prints in its own way.
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            Problem::NotText { byte } => {
                write!(f, "byte {byte:#04x} is not UTF-8 text; Triton's textual form is expected")
            }
            Problem::Expected { expected, found } => {
                write!(f, "expected {expected} but found {found}")
            }
            Problem::NumberTooLarge { digits } => {
                write!(f, "number {digits} does not fit in 64 bits")
            }
            Problem::TooDeep => write!(f, "nested more than {} deep", layout_math::text::MAX_DEPTH),
            Problem::UndefinedAlias { alias } => write!(f, "alias {alias} is not defined"),
            Problem::OpenRegion { opened } => {
                write!(f, "the file ends inside the region that begins at {opened}")
            }
            Problem::NotClosed { bracket, opened } => {
                write!(f, "'{bracket}' at {opened} is not closed before this")
            }
            Problem::NotOpened { bracket } => write!(f, "'{bracket}' closes nothing"),
            Problem::NoModule => f.write_str("there is no module, function or operation here"),
        }
    }
}

impl Error for ReadError {}

/// Why a text is not an encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotAnEncoding {
    /// The text is not an attribute.
    Syntax(ReadError),
    /// The attribute is not an encoding.
    Meaning(EncodingError),
}

impl fmt::Display for NotAnEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAnEncoding::Syntax(error) => error.fmt(f),
            NotAnEncoding::Meaning(error) => error.fmt(f),
        }
    }
}

impl Error for NotAnEncoding {}

impl From<ReadError> for NotAnEncoding {
    fn from(error: ReadError) -> Self {
        NotAnEncoding::Syntax(error)
    }
}

impl From<EncodingError> for NotAnEncoding {
    fn from(error: EncodingError) -> Self {
        NotAnEncoding::Meaning(error)
    }
}
