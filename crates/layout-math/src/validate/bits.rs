//! Functions as sums over the bits of the inputs.
//!
//! With `x = sum of 2^i x_i` a function is written as a constant and integer multiples of parities,
//! a parity being the exclusive or of some of the bits. Digits that are powers of two, masks, shifts
//! and exclusive ors stay in this form, and so do sums with any coefficients. Parities of different
//! sets of bits are linearly independent (they are the Walsh functions up to a constant and a factor),
//! so two functions are equal on all bits exactly if their forms are identical.

use rustc_hash::FxHashMap;

use super::exact::{Exact, ExactTable, Expression};
use crate::affine::{Atom, Interval, Sum, as_sorted};

/// The parity of a set of bits, which is not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Parity(u128);

/// A constant and multiples of parities.
type Parities = Sum<Parity, i128>;

impl Atom for Parity {
    fn place<N>(&self, terms: &[(Self, N)]) -> Result<usize, usize> {
        as_sorted(self, terms)
    }
}

/// A bit of a value: the parity of a set of bits, or its opposite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Bit {
    set: u128,
    is_flipped: bool,
}

/// Forms with more multiples than this are not looked at.
const MAX_TERMS: usize = 512;

/// The forms of the functions of a table, on inputs whose bits are at most 128 together.
pub(super) struct BitForms<'a> {
    table: &'a ExactTable,
    /// The first bit of each input and how many it has.
    inputs: Vec<(u32, u32)>,
    /// The value of each input that has one alone, and 0 for the others.
    fixed: Vec<i64>,
    found: FxHashMap<Exact, Option<Parities>>,
}

impl<'a> BitForms<'a> {
    /// The inputs take all numbers that have as many bits as their greatest ones. `None` if an input
    /// may be negative, or if the bits are too many.
    pub fn new(table: &'a ExactTable, ranges: &[Interval]) -> Option<Self> {
        let (mut inputs, mut fixed) = (Vec::new(), Vec::new());
        let mut next = 0;
        for range in ranges {
            let only = range.as_number();
            let n_bits = if only.is_some() { 0 } else { range.bits()? };
            inputs.push((next, n_bits));
            fixed.push(i64::try_from(only.unwrap_or(0)).ok()?);
            next += n_bits;
        }
        (next <= 128).then(|| BitForms { table, inputs, fixed, found: FxHashMap::default() })
    }

    /// True if the value is in the range at all inputs.
    pub fn is_within(&mut self, value: Exact, range: Interval) -> bool {
        self.form(value).is_some_and(|form| bounds(&form).is_within(range))
    }

    /// The inputs at which two values differ, the last input as small as possible, then the one
    /// before it; `Some(None)` if they are equal everywhere; `None` if a value has no form.
    pub fn difference(&mut self, a: Exact, b: Exact) -> Option<Option<Vec<i64>>> {
        let (a, b) = (self.form(a)?, self.form(b)?);
        let mut difference = plus(&a, &b, -1)?;
        if difference == Parities::default() {
            return Some(None);
        }
        let mut values = self.fixed.clone();
        for (value, &(first, n_bits)) in values.iter_mut().zip(&self.inputs).rev() {
            for bit in (0..n_bits).rev() {
                let at_zero = with(&difference, first + bit, false)?;
                if at_zero == Parities::default() {
                    difference = with(&difference, first + bit, true)?;
                    *value |= 1_i64.checked_shl(bit)?;
                } else {
                    difference = at_zero;
                }
            }
        }
        Some(Some(values))
    }

    fn form(&mut self, value: Exact) -> Option<Parities> {
        if let Some(known) = self.found.get(&value) {
            return known.clone();
        }
        let form = self.calculate(value);
        self.found.insert(value, form.clone());
        form
    }

    fn calculate(&mut self, value: Exact) -> Option<Parities> {
        let table = self.table;
        match table.form(value) {
            Expression::Input(number) => {
                let &(first, n_bits) = self.inputs.get(number)?;
                let mut form = Parities::default();
                for bit in 0..n_bits {
                    form.add_term(&Parity(1 << (first + bit)), 1 << bit).ok()?;
                }
                Some(form)
            }
            Expression::Constant(constant) => Some(Parities::number(constant)),
            Expression::Add(a, b) => plus(&self.form(a)?, &self.form(b)?, 1),
            Expression::Subtract(a, b) => plus(&self.form(a)?, &self.form(b)?, -1),
            Expression::Multiply(a, b) => {
                let (value, factor) = match (table.as_constant(a), table.as_constant(b)) {
                    (_, Some(factor)) => (a, factor),
                    (Some(factor), None) => (b, factor),
                    (None, None) => return None,
                };
                self.form(value)?.times(factor).ok()
            }
            Expression::Floor(a, b) => divided(&self.form(a)?, table.as_constant(b)?)?.0,
            Expression::Modulo(a, b) => Some(divided(&self.form(a)?, table.as_constant(b)?)?.1),
            Expression::And(a, b) => {
                let (a, b) = (bits(&self.form(a)?)?, bits(&self.form(b)?)?);
                joined(&a, &b, |a, b| if a.is_zero() { Some(a) } else { b.is_zero().then_some(b) })
            }
            Expression::Or(a, b) => {
                let (a, b) = (bits(&self.form(a)?)?, bits(&self.form(b)?)?);
                joined(&a, &b, |a, b| if a.is_zero() { Some(b) } else { b.is_zero().then_some(a) })
            }
            Expression::Xor(a, b) => {
                let (a, b) = (bits(&self.form(a)?)?, bits(&self.form(b)?)?);
                joined(&a, &b, |a, b| {
                    let is_flipped = a.is_flipped != b.is_flipped;
                    Some(Bit { set: a.set ^ b.set, is_flipped })
                })
            }
            Expression::Compare(..) | Expression::Select(..) => None,
        }
    }
}

/// The value whose bits are made from those of two others.
fn joined(a: &[Bit], b: &[Bit], join: impl Fn(Bit, Bit) -> Option<Bit>) -> Option<Parities> {
    let mut value = Parities::default();
    for position in 0..a.len().max(b.len()) {
        let at = |bits: &[Bit]| bits.get(position).copied().unwrap_or_default();
        let (a, b) = (at(a), at(b));
        let bit = if a == b { join(a, b).unwrap_or(a) } else { join(a, b)? };
        value = plus(&value, &bit.value()?, 1_i128.checked_shl(position as u32)?)?;
    }
    Some(value)
}

impl Bit {
    fn is_zero(self) -> bool {
        self == Bit::default()
    }

    fn value(self) -> Option<Parities> {
        let parity = match self.set {
            0 => Parities::default(),
            set => Parities::atom(Parity(set)),
        };
        if self.is_flipped { plus(&Parities::number(1), &parity, -1) } else { Some(parity) }
    }
}

/// `a + factor * b`; `None` past 127 bits, and if it is too long.
fn plus(a: &Parities, b: &Parities, factor: i128) -> Option<Parities> {
    a.plus_times(b, factor).ok().filter(|sum| sum.terms().len() <= MAX_TERMS)
}

/// The function with a bit of the inputs replaced by a constant.
fn with(form: &Parities, bit: u32, is_set: bool) -> Option<Parities> {
    let mut replaced = Parities::number(form.constant());
    for &(Parity(set), multiple) in form.terms() {
        let others = Bit { set: set & !(1 << bit), is_flipped: is_set && set >> bit & 1 == 1 };
        // A parity with one bit more that is 1 is the opposite.
        replaced.add_times(&others.value()?, multiple).ok()?;
    }
    Some(replaced)
}

/// Bounds of the value.
fn bounds(form: &Parities) -> Interval {
    let terms = form.terms().iter();
    terms.fold(Interval::of(form.constant()), |sum, &(_, multiple)| {
        sum.plus(Interval::new(0, 1).scaled(multiple))
    })
}

/// The quotient, rounded down, and the remainder by a positive number. A remainder may have a form where
/// the quotient has none.
fn divided(form: &Parities, divisor: i128) -> Option<(Option<Parities>, Parities)> {
    if divisor < 1 {
        return None;
    }
    // What the divisor divides comes out, and the rest may be less than the divisor.
    let (whole, rest) = form.divided(divisor);
    if bounds(&rest).is_within(Interval::new(0, divisor - 1)) {
        return Some((Some(whole), rest));
    }
    // The remainder by 2 is the parity of what is odd.
    if divisor == 2 {
        let set = rest.terms().iter().fold(0, |all, (Parity(set), _)| all ^ set);
        let parity = Bit { set, is_flipped: rest.constant() == 1 }.value()?;
        let even = plus(&rest, &parity, -1).and_then(|even| even.quotient(2));
        return Some((even.and_then(|half| plus(&whole, &half, 1)), parity));
    }
    if divisor & (divisor - 1) != 0 {
        return None;
    }
    let bits = bits(&rest)?;
    let (low, high) = bits.split_at(bits.len().min(divisor.trailing_zeros() as usize));
    let number = |bits: &[Bit]| joined(bits, &[], |bit, _| Some(bit));
    let quotient = number(high).and_then(|high| plus(&whole, &high, 1));
    Some((quotient, number(low)?))
}

/// The bits of the value, if it is not negative and each of them is a parity.
fn bits(form: &Parities) -> Option<Vec<Bit>> {
    let mut bits: Vec<Bit> = Vec::new();
    let mut constant = form.constant();
    let mut place = |position: u32, bit: Bit| -> Option<()> {
        let position = position as usize;
        if bits.len() <= position {
            bits.resize(position + 1, Bit::default());
        }
        bits[position].is_zero().then(|| bits[position] = bit)
    };
    for &(Parity(set), multiple) in form.terms() {
        // Less a parity is its opposite less 1.
        constant = constant.checked_add(multiple.min(0))?;
        let mut left = multiple.unsigned_abs();
        while left != 0 {
            place(left.trailing_zeros(), Bit { set, is_flipped: multiple < 0 })?;
            left &= left - 1;
        }
    }
    let mut left = u128::try_from(constant).ok()?;
    while left != 0 {
        place(left.trailing_zeros(), Bit { set: 0, is_flipped: true })?;
        left &= left - 1;
    }
    Some(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTE: Interval = Interval { low: Some(0), high: Some(255) };

    /// A table with one input of eight bits.
    fn byte() -> (ExactTable, Exact) {
        let mut table = ExactTable::default();
        let x = table.input(0, BYTE);
        (table, x)
    }

    fn difference(table: &ExactTable, a: Exact, b: Exact) -> Option<Option<Vec<i64>>> {
        BitForms::new(table, &[BYTE]).unwrap().difference(a, b)
    }

    /// x + y and x differ wherever y is -5, which is an input with one value.
    #[test]
    fn an_input_with_one_value_keeps_it() {
        let mut table = ExactTable::default();
        let ranges = [BYTE, Interval::of(-5)];
        let [x, y] = [0, 1].map(|number| table.input(number, ranges[number]));
        let moved = table.add(x, y);
        let difference = BitForms::new(&table, &ranges).unwrap().difference(moved, x);
        assert_eq!(difference, Some(Some(vec![0, -5])));
    }

    #[test]
    fn an_exclusive_or_is_a_sum_modulo_two() {
        let (mut table, x) = byte();
        // x ^ ((x >> 3) & 1) and x - x mod 2 + (x + floor(x/8)) mod 2.
        let eighth = table.floor_by(x, 8).unwrap();
        let bit = table.modulo_by(eighth, 2).unwrap();
        let swizzled = table.xor(x, bit);
        let before = table.modulo_by(x, 2).unwrap();
        let sum = table.add(x, eighth);
        let after = table.modulo_by(sum, 2).unwrap();
        let affine = table.subtract(x, before);
        let affine = table.add(affine, after);
        assert_eq!(difference(&table, swizzled, affine), Some(None));
        // The least difference from x itself is at bit 3.
        assert_eq!(difference(&table, swizzled, x), Some(Some(vec![8])));
    }

    #[test]
    fn any_coefficients() {
        let (mut table, x) = byte();
        // 3 * (x mod 4) + 5 * floor(x/4), and 3x - 7 * floor(x/4).
        let quotient = table.floor_by(x, 4).unwrap();
        let rest = table.modulo_by(x, 4).unwrap();
        let (a, b) = (table.scale(rest, 3), table.scale(quotient, 5));
        let left = table.add(a, b);
        let (c, d) = (table.scale(x, 3), table.scale(quotient, 7));
        let right = table.subtract(c, d);
        assert_eq!(difference(&table, left, right), Some(None));
        let wrong = table.add(c, d);
        assert_eq!(difference(&table, left, wrong), Some(Some(vec![4])));
        let mut forms = BitForms::new(&table, &[BYTE]).unwrap();
        assert!(forms.is_within(right, Interval::new(0, 9 + 5 * 63)));
        assert!(!forms.is_within(right, Interval::new(0, 8 + 5 * 63)));
    }

    #[test]
    fn what_carries_has_no_form() {
        let (mut table, x) = byte();
        let one = table.constant(1);
        let next = table.add(x, one);
        let rest = table.modulo_by(next, 8).unwrap();
        assert_eq!(difference(&table, rest, x), None);
        let third = table.floor_by(x, 3).unwrap();
        assert_eq!(difference(&table, third, x), None);
        assert_eq!(difference(&table, next, x), Some(Some(vec![0])));
    }

    #[test]
    fn bits_of_both_and_of_one_of_two() {
        let (mut table, x) = byte();
        // The bits 1 to 7 of x, the bits 0 to 3, and the bits 1 to 3.
        let last = table.modulo_by(x, 2).unwrap();
        let upper = table.subtract(x, last);
        let lower = table.modulo_by(x, 16).unwrap();
        let middle = table.subtract(lower, last);
        let (both, one) = (table.and(upper, lower), table.or(upper, lower));
        assert_eq!(difference(&table, both, middle), Some(None));
        assert_eq!(difference(&table, one, x), Some(None));
        assert_eq!(difference(&table, both, lower), Some(Some(vec![1])));
        assert_eq!(difference(&table, one, upper), Some(Some(vec![1])));
    }

    #[test]
    fn a_product_has_a_form_if_one_factor_is_a_number() {
        let (mut table, x) = byte();
        let three = table.constant(3);
        let (left, right) = (table.multiply(three, x), table.multiply(x, three));
        assert_eq!(difference(&table, left, right), Some(None));
        let square = table.multiply(x, x);
        assert_eq!(difference(&table, square, x), None);
    }
}
