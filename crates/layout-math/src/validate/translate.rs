//! Code as functions on integers without a width.
//!
//! A value of the code stands for such a function in one of two ways: it is the function's value, or
//! it has the same lowest bits. Sums, products and operations on bits only need the lowest bits of
//! their operands; quotients, comparisons and wider types need all of them, except that some bits of a
//! quotient by a power of two need only some more of the dividend. What is needed of a value and is
//! not seen from its bounds becomes a condition, to be proved by other means. So does what flags
//! promise.

use super::choices::{idle, sure};
use super::code::{CmpPredicate, Code, Flags, Node, Operation, Operator, operands};
use super::exact::{Exact, ExactTable};
use super::needs::{ALL, dividend, needs};
use crate::affine::Interval;

/// A value that has to be in a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Condition {
    pub value: Exact,
    pub range: Interval,
}

/// What a value of the code is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Read {
    pub value: Exact,
    /// True if it is the function's value read with a sign, false if the lowest bits are the same.
    pub is_exact: bool,
    pub bits: u32,
}

/// The functions of a code's values, made where they are asked for.
pub(super) struct Translation<'a> {
    pub(super) code: &'a Code,
    inputs: Vec<Exact>,
    found: Vec<Option<Read>>,
    /// How many of the lowest bits of each value are needed, or [`ALL`].
    needs: Vec<u32>,
    /// True to read signs out of numbers of any sign, rather than under the condition that they are
    /// not negative.
    pub(super) is_total: bool,
    /// The operations that make the values poison if they are: those on the way to a value where nothing is
    /// chosen, which may do without an operation. Empty where values may be poison.
    sure: Vec<bool>,
    /// True while one of these is read.
    pub(super) is_promised: bool,
    /// Sums that are only used where a choice reads something else in their place.
    idle: Vec<bool>,
    is_idle: bool,
    /// True to take note at once of what is true where nothing is poison.
    pub(super) assumes: bool,
    pub conditions: Vec<Condition>,
    /// What flags promise, where that need not be proved.
    pub promises: Vec<Condition>,
}

/// The numbers that a type of so many bits has with a sign.
pub(super) fn signed(bits: u32) -> Interval {
    let half = 1_i128 << (bits - 1);
    Interval::new(-half, half - 1)
}

/// Those of them that are not negative.
fn natural(bits: u32) -> Interval {
    Interval { low: Some(0), ..signed(bits) }
}

impl<'a> Translation<'a> {
    /// The inputs of the code as functions. The values of `exact` are needed with their signs, and
    /// the bits of `offsets`.
    pub fn new(code: &'a Code, inputs: Vec<Exact>, exact: &[Node], offsets: &[Node]) -> Self {
        let found = vec![None; code.operations().len()];
        let needs = needs(code, exact, offsets);
        Translation {
            code,
            inputs,
            found,
            needs,
            is_total: false,
            sure: Vec::new(),
            is_promised: false,
            idle: idle(code, exact),
            is_idle: false,
            assumes: false,
            conditions: Vec::new(),
            promises: Vec::new(),
        }
    }

    /// The same for one value, which is read for its bounds where it is not poison: its function may be
    /// longer than other methods like.
    pub fn total(code: &'a Code, inputs: Vec<Exact>, value: Node) -> Self {
        let mut translation = Translation::new(code, inputs, &[value], &[]);
        translation.is_total = true;
        translation.sure = sure(code, &[value]);
        translation
    }

    /// The same for several values, of which none is poison if `is_promised`.
    pub fn total_of(
        code: &'a Code,
        inputs: Vec<Exact>,
        values: &[Node],
        is_promised: bool,
    ) -> Self {
        let mut translation = Translation::new(code, inputs, values, &[]);
        translation.is_total = true;
        if is_promised {
            translation.sure = sure(code, values);
            translation.assumes = true;
        }
        translation
    }

    /// Which operations up to a value it depends on, without those that are read already.
    fn used(&self, node: Node) -> Vec<bool> {
        let mut is_used = vec![false; node.position() + 1];
        is_used[node.position()] = true;
        let operations = self.code.operations();
        for position in (0..=node.position()).rev().filter(|&p| self.found[p].is_none()) {
            if is_used[position] {
                for operand in operands(operations[position].1) {
                    is_used[operand.position()] = true;
                }
            }
        }
        is_used
    }

    /// The function of a value and of all before it that it needs; `None` if an operation has no such
    /// function.
    pub fn value(&mut self, table: &mut ExactTable, node: Node) -> Option<Read> {
        let is_needed = self.used(node);
        let operations = self.code.operations();
        for position in 0..=node.position() {
            if is_needed[position] && self.found[position].is_none() {
                let (bits, operation) = operations[position];
                let need = self.needs[position];
                self.is_idle = self.idle[position];
                self.is_promised = self.sure.get(position).copied().unwrap_or(false);
                self.found[position] = Some(self.read(table, bits, need, operation)?);
            }
        }
        self.found[node.position()]
    }

    pub(super) fn at(&self, node: Node) -> Option<Read> {
        self.found[node.position()]
    }

    fn require(&mut self, table: &ExactTable, value: Exact, range: Interval) {
        let condition = Condition { value, range };
        if !table.range(value).is_within(range) && !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
    }

    /// The value with its sign, which is needed.
    pub fn exact(&mut self, table: &ExactTable, read: Read) -> Exact {
        if !read.is_exact {
            self.require(table, read.value, signed(read.bits));
        }
        read.value
    }

    /// The value, which has to be the same with and without a sign.
    fn natural(&mut self, table: &ExactTable, read: Read) -> Exact {
        self.require(table, read.value, natural(read.bits));
        read.value
    }

    /// The value without a sign.
    fn unsigned(&mut self, table: &mut ExactTable, read: Read) -> Exact {
        if !self.is_total || table.range(read.value).is_within(natural(read.bits)) {
            return self.natural(table, read);
        }
        let value = self.exact(table, read);
        let (zero, limit) = (table.constant(0), table.constant(1 << read.bits));
        let is_negative = table.compare(CmpPredicate::Less, value, zero);
        let moved = table.add(value, limit);
        table.select(is_negative, moved, value)
    }

    /// The comparison of two values without signs, by one of the two relations that read none.
    fn compared(
        &mut self,
        table: &mut ExactTable,
        relation: CmpPredicate,
        left: Read,
        right: Read,
    ) -> Exact {
        let is_natural =
            |table: &ExactTable, read: Read| table.range(read.value).is_within(natural(read.bits));
        let (signed, negated) = match relation == CmpPredicate::LessUnsigned {
            true => (CmpPredicate::Less, CmpPredicate::LessOrEqual),
            false => (CmpPredicate::LessOrEqual, CmpPredicate::Less),
        };
        let (a, b, signed, is_swapped) =
            match (is_natural(table, left), is_natural(table, right), self.is_total) {
                (false, true, true) => (left, right, signed, false),
                // That it does not hold is that the other number is below.
                (true, false, true) => (right, left, negated, true),
                (false, false, true) => {
                    let (left, right) = (self.unsigned(table, left), self.unsigned(table, right));
                    return table.compare(signed, left, right);
                }
                _ => {
                    let (left, right) = (self.natural(table, left), self.natural(table, right));
                    return table.compare(relation, left, right);
                }
            };
        // Below a number that is not negative there are only such numbers.
        let (a, b, zero) = (self.exact(table, a), self.exact(table, b), table.constant(0));
        let is_natural = table.compare(CmpPredicate::LessOrEqual, zero, a);
        let is_below = table.compare(signed, a, b);
        let both = table.multiply(is_natural, is_below);
        if is_swapped { table.compare(CmpPredicate::Equal, both, zero) } else { both }
    }

    /// What has a function's lowest bits, and all of them if its bounds say so.
    fn low(table: &ExactTable, value: Exact, bits: u32) -> Read {
        Read { value, is_exact: table.range(value).is_within(signed(bits)), bits }
    }

    /// The lowest bit of a value as a truth.
    fn last_bit(table: &mut ExactTable, from: Read) -> Option<Read> {
        let value = if from.bits == 1 { from.value } else { table.modulo_by(from.value, 2)? };
        Some(Read { value, is_exact: true, bits: 1 })
    }

    fn read(
        &mut self,
        table: &mut ExactTable,
        bits: u32,
        need: u32,
        operation: Operation,
    ) -> Option<Read> {
        Some(match operation {
            Operation::Input(number) => {
                let value = *self.inputs.get(number)?;
                match bits {
                    // Truths are told as 0 and 1.
                    1 => Read { value, is_exact: true, bits },
                    _ => Self::low(table, value, bits),
                }
            }
            Operation::Constant(constant) => {
                // The only number of one bit that is not 0 is told as 1.
                let constant = if bits == 1 { constant & 1 } else { constant };
                let value = table.constant(constant.into());
                Read { value, is_exact: true, bits }
            }
            Operation::Binary { operator, left, right, flags } => {
                let right = match operator {
                    Operator::FloorDivide | Operator::CeilDivide | Operator::Modulo => {
                        self.divisor(table, right)
                    }
                    _ => right,
                };
                let (left, right) = (self.at(left)?, self.at(right)?);
                match bits {
                    1 => self.logical(table, operator, left, right)?,
                    _ => self.binary(table, need, operator, [left, right], flags)?,
                }
            }
            Operation::SignExtend(from) => {
                let from = self.at(from)?;
                if from.bits == 1 {
                    return None;
                }
                if bits == 1 {
                    return Self::last_bit(table, from);
                }
                let value = if bits <= from.bits { from.value } else { self.exact(table, from) };
                Self::low(table, value, bits)
            }
            Operation::ZeroExtend(from) => {
                let from = self.at(from)?;
                if bits == 1 {
                    return Self::last_bit(table, from);
                }
                let value = match from.bits {
                    1 => from.value,
                    _ if bits <= from.bits => from.value,
                    _ => self.natural(table, from),
                };
                Self::low(table, value, bits)
            }
            Operation::Compare { relation, left, right } => {
                let (left, right) = (self.at(left)?, self.at(right)?);
                let value = match relation {
                    CmpPredicate::LessUnsigned | CmpPredicate::LessOrEqualUnsigned => {
                        self.compared(table, relation, left, right)
                    }
                    // Of two numbers of one bit the one that is not 0 is the less.
                    CmpPredicate::Less | CmpPredicate::LessOrEqual if left.bits == 1 => {
                        return None;
                    }
                    _ => {
                        let (left, right) = (self.exact(table, left), self.exact(table, right));
                        table.compare(relation, left, right)
                    }
                };
                Read { value, is_exact: true, bits }
            }
            Operation::Select(condition, yes, no) => {
                if let Some(read) = self.rounded(table, condition, yes, no) {
                    return Some(read);
                }
                let (condition, yes, no) = (self.at(condition)?, self.at(yes)?, self.at(no)?);
                let value = table.select(condition.value, yes.value, no.value);
                Read { value, is_exact: yes.is_exact && no.is_exact, bits }
            }
        })
    }

    /// Operations on truths.
    fn logical(
        &mut self,
        table: &mut ExactTable,
        operator: Operator,
        left: Read,
        right: Read,
    ) -> Option<Read> {
        let (a, b) = (left.value, right.value);
        let both = table.multiply(a, b);
        let sum = table.add(a, b);
        let value = match operator {
            Operator::And => both,
            Operator::Or => table.subtract(sum, both),
            Operator::Xor => {
                let twice = table.scale(both, 2);
                table.subtract(sum, twice)
            }
            _ => return None,
        };
        Some(Read { value, is_exact: true, bits: 1 })
    }

    fn binary(
        &mut self,
        table: &mut ExactTable,
        need: u32,
        operator: Operator,
        operands: [Read; 2],
        flags: Flags,
    ) -> Option<Read> {
        let [left, right] = operands;
        let bits = left.bits;
        let (a, b) = (left.value, right.value);
        let shifted = |table: &ExactTable| {
            let places = table.as_constant(b).filter(|places| (0..bits.into()).contains(places))?;
            Some(1_i128 << places)
        };
        let value = match operator {
            Operator::Add => table.add(a, b),
            Operator::Subtract => table.subtract(a, b),
            Operator::Multiply => table.multiply(a, b),
            Operator::ShiftLeft => {
                let factor = shifted(table)?;
                table.scale(a, factor)
            }
            Operator::And => table.and(a, b),
            Operator::Or => table.or(a, b),
            Operator::Xor => table.xor(a, b),
            // The remainder by a power of two is a matter of the lowest bits.
            Operator::Modulo | Operator::RemainderUnsigned if power(table, b, bits).is_some() => {
                table.modulo(a, b)?
            }
            // So are some bits of the quotient.
            Operator::FloorDivide | Operator::DivideUnsigned
                if dividend(need, power(table, b, bits), bits) != ALL =>
            {
                table.floor(a, b)?
            }
            Operator::DivideUnsigned
            | Operator::RemainderUnsigned
            | Operator::DivideSigned
            | Operator::RemainderSigned => {
                // Quotients of numbers that are not negative are the same in all conventions.
                let is_signed =
                    matches!(operator, Operator::DivideSigned | Operator::RemainderSigned);
                let mut operand = |table: &mut ExactTable, read| match (is_signed, self.is_total) {
                    (true, true) => self.exact(table, read),
                    (true, false) => self.natural(table, read),
                    (false, _) => self.unsigned(table, read),
                };
                let (a, b) = (operand(table, left), operand(table, right));
                let part = |table: &mut ExactTable, a| match operator {
                    Operator::DivideUnsigned | Operator::DivideSigned => table.floor(a, b),
                    _ => table.modulo(a, b),
                };
                if !is_signed || !self.is_total || table.is_natural(a) {
                    part(table, a)?
                } else {
                    let zero = table.constant(0);
                    let is_negative = table.compare(CmpPredicate::Less, a, zero);
                    let mirrored = table.subtract(zero, a);
                    let of_negative = part(table, mirrored)?;
                    let of_negative = table.subtract(zero, of_negative);
                    let of_natural = part(table, a)?;
                    table.select(is_negative, of_negative, of_natural)
                }
            }
            Operator::FloorDivide => {
                let (a, b) = (self.exact(table, left), self.exact(table, right));
                table.floor(a, b)?
            }
            Operator::Modulo => {
                let (a, b) = (self.exact(table, left), self.exact(table, right));
                table.modulo(a, b)?
            }
            Operator::CeilDivide | Operator::CeilDivideUnsigned => {
                let [a, b] = operands.map(|read| match operator {
                    Operator::CeilDivide => self.exact(table, read),
                    _ => self.unsigned(table, read),
                });
                let one = table.constant(1);
                let less = table.subtract(b, one);
                let sum = table.add(a, less);
                table.floor(sum, b)?
            }
            Operator::ShiftRightUnsigned | Operator::ShiftRightSigned => {
                let factor = shifted(table)?;
                let a = match operator {
                    _ if dividend(need, Some(factor.trailing_zeros()), bits) != ALL => a,
                    Operator::ShiftRightUnsigned => self.unsigned(table, left),
                    _ => self.exact(table, left),
                };
                table.floor_by(a, factor)?
            }
        };
        let may_wrap = matches!(
            operator,
            Operator::Add | Operator::Subtract | Operator::Multiply | Operator::ShiftLeft
        );
        if may_wrap && (flags.nsw || flags.nuw) && !self.is_idle {
            for read in operands {
                if flags.nuw {
                    self.natural(table, read)
                } else {
                    self.exact(table, read)
                };
            }
            let unsigned = Interval::new(0, (1 << bits) - 1);
            let range = match (flags.nsw, flags.nuw) {
                (true, true) => natural(bits),
                (true, false) => signed(bits),
                _ => unsigned,
            };
            if self.is_promised {
                self.promises.push(Condition { value, range });
            } else {
                self.require(table, value, range);
            }
            if flags.nsw {
                return Some(Read { value, is_exact: true, bits });
            }
        }
        Some(Self::low(table, value, bits))
    }
}

/// The exponent of a constant power of two that is a positive number of so many bits with a sign.
fn power(table: &ExactTable, value: Exact, bits: u32) -> Option<u32> {
    let is_power =
        |value: &i128| 0 < *value && *value < 1 << (bits - 1) && value & (value - 1) == 0;
    table.as_constant(value).filter(is_power).map(i128::trailing_zeros)
}

#[cfg(test)]
mod tests;
