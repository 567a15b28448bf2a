//! Values of which each bit is 0, 1, a bit of the input, undefined, poison, or not followed.
//!
//! A [`Row`] holds a value for each thread of a block, or for each element of a tensor. Numbers that are
//! known are numbers; everything else is bytes, each of them eight [`Bit`]s that a [`Table`] keeps once.

mod arithmetic;
mod arriving;
mod bit;
mod bounds;
mod cast;
mod combination;
mod combine;
mod compare;
#[cfg(test)]
mod exhaustive;
mod input;
mod mask;
mod numeric;
mod poison;
mod row;
mod slices;
mod table;

pub(crate) use arithmetic::binary;
pub(crate) use bit::{
    LOST, MAYBE_POISON, PARTLY_UNDEFINED, POISON, UNDEFINED, UNDEFINED_BYTE, has_no_value, is_lost,
};
pub(crate) use bounds::{Bounds, are_independent, may_be};
pub(crate) use cast::{of_one_sign, promised_cast};
pub(crate) use combination::Combine;
pub(crate) use combine::{combine, or_combined};
pub(crate) use compare::{compare, select};
pub(crate) use input::{Inputs, coordinate};
pub(crate) use mask::Mask;
pub(crate) use poison::{doubted, frozen, poisoned, trusted};
pub(crate) use row::{Row, low_bits};
pub(crate) use slices::{concat, resize, sign_extend, slice};
pub(crate) use table::{Contents, Table};
