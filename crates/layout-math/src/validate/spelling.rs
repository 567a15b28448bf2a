//! What CuTe's layouts are, digit by digit, in any arithmetic.

use super::exact::{Exact, ExactTable};
use crate::cute::Swizzle;

/// Arithmetic on integers that layouts are spelled out in. A result is `None` where there is none, such
/// as a quotient by what may be 0.
pub(super) trait Arithmetic {
    type Number: Copy;

    fn constant(&mut self, value: i128) -> Self::Number;
    fn multiply(&mut self, a: Self::Number, b: Self::Number) -> Self::Number;
    /// The quotient, rounded down.
    fn floor(&mut self, value: Self::Number, divisor: Self::Number) -> Option<Self::Number>;
    /// The remainder, which is not negative.
    fn modulo(&mut self, value: Self::Number, divisor: Self::Number) -> Option<Self::Number>;
    fn xor(&mut self, a: Self::Number, b: Self::Number) -> Self::Number;
}

impl Arithmetic for ExactTable {
    type Number = Exact;

    fn constant(&mut self, value: i128) -> Exact {
        self.constant(value)
    }

    fn multiply(&mut self, a: Exact, b: Exact) -> Exact {
        self.multiply(a, b)
    }

    fn floor(&mut self, value: Exact, divisor: Exact) -> Option<Exact> {
        self.floor(value, divisor)
    }

    fn modulo(&mut self, value: Exact, divisor: Exact) -> Option<Exact> {
        self.modulo(value, divisor)
    }

    fn xor(&mut self, a: Exact, b: Exact) -> Exact {
        self.xor(a, b)
    }
}

/// The digits of a coordinate, the first one fastest: one for each of these extents and the rest.
pub(super) fn digits<A: Arithmetic>(
    arithmetic: &mut A,
    extents: &[A::Number],
    coordinate: A::Number,
) -> Option<Vec<A::Number>> {
    let mut rest = coordinate;
    let mut digits = Vec::with_capacity(extents.len() + 1);
    for &extent in extents {
        digits.push(arithmetic.modulo(rest, extent)?);
        rest = arithmetic.floor(rest, extent)?;
    }
    digits.push(rest);
    Some(digits)
}

/// The value with its target field xored with its source field.
pub(super) fn swizzled<A: Arithmetic>(
    arithmetic: &mut A,
    swizzle: Swizzle,
    value: A::Number,
) -> Option<A::Number> {
    let (bits, base, shift) = (swizzle.bits(), swizzle.base(), swizzle.shift());
    let [from, modulus, to] =
        [base + shift.max(0), bits, base + (-shift).max(0)].map(|k| arithmetic.constant(1 << k));
    let field = arithmetic.floor(value, from)?;
    let field = arithmetic.modulo(field, modulus)?;
    let field = arithmetic.multiply(field, to);
    Some(arithmetic.xor(value, field))
}
