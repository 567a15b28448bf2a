//! Bits that move together, moved by one shift.

use std::collections::BTreeMap;

use super::program::{Program, Value};

/// Bits of values with the distance that they move up; equal distances of one value are one mask.
#[derive(Debug, Clone, Default)]
pub(super) struct Fields {
    masks: BTreeMap<(Value, i32), u64>,
}

impl Fields {
    /// The bits of `mask` of `value` go `distance` up, or down if it is negative. A bit that goes
    /// there twice, as of two coordinates that are the same constant, is left out.
    pub fn add(&mut self, value: Value, mask: u64, distance: i32) {
        *self.masks.entry((value, distance)).or_default() ^= mask;
    }

    /// The exclusive or of all moved bits and of a constant.
    pub fn xor(&self, program: &mut Program, constant: i64, order: Order) -> Value {
        // Disjoint parts first: their sum may still be disjoint from what follows.
        let moved: Vec<Value> =
            self.masks.iter().map(|(&at, &mask)| moved(program, at, mask, order)).collect();
        let mut result = program.constant(0);
        for value in moved {
            result = program.xor(result, value);
        }
        let constant = program.constant(constant);
        program.xor(result, constant)
    }

    /// The moved bits, one value for each distance.
    pub fn values(&self, program: &mut Program) -> Vec<Value> {
        self.masks.iter().map(|(&at, &mask)| moved(program, at, mask, Order::MaskFirst)).collect()
    }
}

/// What is done first to bits that move. It costs the same, but what is first may be shared: bits that
/// go to several places are masked once, and what goes the same distance is moved once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    MaskFirst,
    MoveFirst,
}

impl Order {
    pub const ALL: [Order; 2] = [Order::MaskFirst, Order::MoveFirst];
}

fn moved(program: &mut Program, (value, distance): (Value, i32), mask: u64, order: Order) -> Value {
    let steps = distance.unsigned_abs();
    let possible = program.known(value).possible();
    let wanted = possible & mask;
    if order == Order::MoveFirst && distance != 0 {
        let (value, wanted) = match distance < 0 {
            true => (program.quotient(value, 1 << steps), wanted >> steps),
            false => (program.scaled(value, 1 << steps), wanted << steps),
        };
        return program.masked(value, wanted as i64);
    }
    if distance < 0 {
        // What a shift down drops needs no mask.
        let value = match (possible ^ wanted) >> steps {
            0 => value,
            _ => program.masked(value, wanted as i64),
        };
        return program.quotient(value, 1 << steps);
    }
    let value = program.masked(value, wanted as i64);
    program.scaled(value, 1 << steps)
}
