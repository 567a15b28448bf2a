//! Where a layout leaves its bounds.

use std::fmt;

use crate::algebra::instances::Witness;
use crate::point::ForSymbols;

/// A coordinate whose offset lies outside `[0, size)`, or which has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departure {
    pub symbols: Vec<(String, i64)>,
    pub coordinate: i64,
    pub offset: i64,
    /// The outer function of a composed layout that has no value at `offset`, a number below 0 that
    /// it is applied to: the layout has no offset at the coordinate.
    pub outer: Option<String>,
    /// The bound that is passed, as a number: symbols have the values above.
    pub size: i64,
    /// For a tiler the mode whose coordinate, offset and size these are.
    pub mode: Option<usize>,
}

impl Departure {
    /// `at coordinate 12`, with the values of symbols if there are any.
    pub fn place(&self) -> String {
        let mode = self.mode.map_or(String::new(), |mode| format!(" of mode {mode}"));
        format!("at coordinate {}{mode}{}", self.coordinate, ForSymbols(&self.symbols))
    }

    /// `gives 12 at coordinate 15`, what the layout does there.
    pub fn gives(&self) -> String {
        let (offset, place) = (self.offset, self.place());
        match &self.outer {
            None => format!("gives {offset} {place}"),
            Some(outer) => format!("applies {outer} to {offset} {place}"),
        }
    }
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (offset, place, size) = (self.offset, self.place(), self.size);
        match &self.outer {
            None => write!(f, "offset {offset} {place} is outside [0, {size})"),
            Some(outer) => {
                write!(f, "there is no offset {place}: {outer} has no value at {offset}")
            }
        }
    }
}

impl Departure {
    pub(in crate::algebra) fn at(coordinate: i64, offset: i64, size: i64) -> Self {
        Departure { symbols: Vec::new(), coordinate, offset, outer: None, size, mode: None }
    }
}

impl Witness for Departure {
    fn symbols(&mut self) -> &mut Vec<(String, i64)> {
        &mut self.symbols
    }
}
