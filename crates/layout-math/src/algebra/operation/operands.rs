use std::fmt;

/// How many layouts an operation takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operands {
    Exactly(usize),
    AtLeast(usize),
}

impl Operands {
    /// True if an operation that takes so many layouts takes `found`.
    pub(super) fn fit(self, found: usize) -> bool {
        match self {
            Operands::Exactly(n) => found == n,
            Operands::AtLeast(n) => n <= found,
        }
    }
}

impl fmt::Display for Operands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operands::Exactly(1) => f.write_str("1 layout"),
            Operands::Exactly(n) => write!(f, "{n} layouts"),
            Operands::AtLeast(1) => f.write_str("at least 1 layout"),
            Operands::AtLeast(n) => write!(f, "at least {n} layouts"),
        }
    }
}
