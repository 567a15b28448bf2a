//! Why arithmetic fails.

use std::error::Error;
use std::fmt;

/// Why a calculation has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NumberError {
    /// The result is outside 64 bits.
    Overflow { left: i128, operator: char, right: i128 },
    /// A division by a number below 1.
    ZeroDivisor,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overflow { left, operator, right } => {
                write!(f, "{left} {operator} {right} does not fit in 64 bits")
            }
            Self::ZeroDivisor => f.write_str("division by 0"),
        }
    }
}

impl Error for NumberError {}
