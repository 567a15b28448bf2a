use std::fmt;

use crate::text::ParseError;

/// The six notations. Each is one attribute of the dialect, `#layout.<name><...>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Kind {
    Cute = 0,
    Swizzle = 1,
    Composed = 2,
    Linear = 3,
    Tile = 4,
    Relation = 5,
}

/// A layout of any kind, immutable and shareable between threads.
#[derive(Debug, Clone)]
pub enum AnyLayout {}

impl AnyLayout {
    /// Reads the body of an attribute: what stands between the angle brackets.
    ///
    /// For [`Kind::Relation`] the body is the text between the quotes.
    pub fn parse(_kind: Kind, _body: &str) -> Result<Self, ParseError> {
        unimplemented!()
    }

    pub fn kind(&self) -> Kind {
        match *self {}
    }
}

impl fmt::Display for AnyLayout {
    /// The canonical body: it parses back to an equal layout.
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}
