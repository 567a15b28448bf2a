//! What is wrong with a file.

use std::fmt;

/// A place of a file that is not LLVM IR as it is read here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) message: String,
}

impl ReadError {
    /// The line of the place, from 1.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The column of the place, from 1.
    pub fn column(&self) -> u32 {
        self.column
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}
