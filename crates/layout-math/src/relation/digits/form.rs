//! Sums of digits.

use crate::affine::{self, Sum, as_sorted};

/// A variable with a known range that expressions are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Atom {
    /// A digit, by its number.
    Digit(usize),
    /// The parity of the digits in the mask, all of extent 2.
    Parity(u128),
}

impl affine::Atom for Atom {
    fn place<N>(&self, terms: &[(Self, N)]) -> Result<usize, usize> {
        as_sorted(self, terms)
    }
}

pub(crate) type DigitForm = Sum<Atom, i128>;
