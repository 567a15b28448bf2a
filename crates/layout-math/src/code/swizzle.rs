//! Swizzles of a value.

use super::fields::Order;
use super::linear::Columns;
use super::program::{Operator, Program, Style, Value};
use crate::cute::Swizzle;

/// The swizzled value, which is not negative.
pub(super) fn swizzled(program: &mut Program, value: Value, swizzle: Swizzle) -> Value {
    let (bits, base, shift) = (swizzle.bits(), swizzle.base(), swizzle.shift());
    if bits == 0 {
        return value;
    }
    // The field that is read and the field that it is combined with, as the positions of their
    // lowest bits.
    let source = base + shift.max(0);
    let target = base + (-shift).max(0);
    match program.style() {
        Style::Bits => {
            let mask = ((1_i64 << bits) - 1) << source;
            let field = program.masked(value, mask);
            let field = match u32::try_from(shift) {
                Ok(down) => program.quotient(field, 1 << down),
                Err(_) => program.scaled(field, 1 << shift.unsigned_abs()),
            };
            // A sum where the target is known to be 0.
            program.xor(value, field)
        }
        Style::Affine => {
            let mut result = value;
            for bit in 0..bits {
                let from = program.quotient(value, 1 << (source + bit));
                let to = program.quotient(value, 1 << (target + bit));
                let sum = program.binary(Operator::Add, from, to);
                let sum = program.remainder(sum, 2);
                let before = program.remainder(to, 2);
                let change = program.difference(sum, before);
                let change = program.scaled(change, 1 << (target + bit));
                result = program.sum(result, change);
            }
            result
        }
        Style::SemiAffine => {
            // Every output bit by itself, or with neighbors that come from neighbors: readers of
            // affine maps bound such a sum, field by field.
            let n_bits = 64 - program.known(value).possible().leading_zeros();
            let columns = swizzle.to_columns(n_bits.min(63));
            Columns { inputs: vec![(value, columns)], constant: 0 }.emit(program, Order::MaskFirst)
        }
    }
}
