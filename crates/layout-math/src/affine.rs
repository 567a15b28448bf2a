//! Integers, and sums of multiples of what is not known: the arithmetic below every module that asks what a
//! number can be.
//!
//! `Sum` is a constant plus multiples of atoms, whatever these are; `Polynomial` has products of atoms.
//! [`Interval`] is what is known of a number, [`Fact`] of a symbol. A [`Quantity`] is a sum of numbered
//! variables, their quotients and remainders; a [`Comparison`] bounds one, and a [`Predicate`] joins several.

mod comparison;
mod fact;
mod implied;
mod interval;
mod member;
mod number;
mod overflow;
mod polynomial;
mod predicate;
mod quantity;
mod sum;
mod symbolic;

pub use comparison::{Comparison, Order, Sides};
pub use fact::{Fact, contradiction, implies};
pub use interval::Interval;
pub use member::Member;
pub(crate) use member::joined;
pub use number::NumberError;
pub(crate) use overflow::{fits, narrowed, solved};
pub(crate) use polynomial::{Polynomial, without};
pub use predicate::Predicate;
pub use quantity::{AffineTerm, Quantity};
pub(crate) use sum::{Atom, Sum, add, as_sorted, as_written, multiply};
pub use symbolic::Symbolic;
