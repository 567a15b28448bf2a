//! Layouts as straight-line integer code: the cheapest program that computes the offset.
//!
//! [`lower`] makes a [`Program`] of a layout of any notation, for coordinates whose bounds are
//! known. It tries the ways there are to write the function, which count operations differently,
//! and keeps the shortest: digits as remainders or as differences of quotients, bits that move
//! together moved once, the swizzle after its layout or merged with it.

mod array;
mod bounds;
mod buffer;
mod elimination;
mod error;
mod fields;
mod fits;
mod known;
mod linear;
mod lower;
mod modes;
mod program;
mod quantity;
mod strided;
mod strides;
mod swizzle;

pub use array::{ArrayLayout, NotAnArray};
pub use bounds::{digit_bounds, offset_bounds};
pub use error::NotLowered;
pub use fits::{Misfit, fits};
pub use known::Known;
pub use lower::{Symbol, lower};
pub use program::{Operator, Program, Source, Style, Value};
pub use strides::Strides;
