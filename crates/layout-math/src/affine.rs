//! Integers, and sums of multiples of what is not known: the arithmetic below every module that asks what a
//! number can be.
//!
//! [`Sum`] is a constant plus multiples of atoms, whatever these are; [`Polynomial`] has products of atoms.
//! [`Interval`] is what is known of a number.

mod interval;
mod number;
mod polynomial;
mod sum;

pub use interval::Interval;
use number::NumberError;
pub(crate) use polynomial::{Polynomial, without};
pub(crate) use sum::{Atom, Sum, as_sorted};
