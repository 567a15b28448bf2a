//! Straight-line programs on 64-bit integers.

use std::fmt;

use rustc_hash::FxHashMap;

use super::known::Known;

/// A value of a [`Program`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(usize);

/// How a value comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// An input of the program, by its number.
    Input(usize),
    Constant(i64),
    Binary(Operator, Value, Value),
}

/// The operations of a program; each is one machine instruction.
///
/// Quotients and remainders are of numbers that are not negative, where all conventions agree, but
/// for those that say that they are rounded down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    /// The quotient of any number, rounded down.
    FloorDivide,
    /// The quotient of any number by a power of two, rounded down.
    FloorShift,
    And,
    Or,
    Xor,
}

/// The operations that a program may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// All of them.
    Bits,
    /// Those of affine maps: sums, multiples, quotients and remainders by constants.
    Affine,
    /// Those, and products, quotients and remainders by inputs that are symbols.
    SemiAffine,
}

/// A program that computes numbers from its inputs, each value once.
///
/// Values are simplified as they are made: constants fold, what is known to change nothing is left
/// out, equal values are one. So the cost of a program is the number of operations in it that its
/// results depend on.
///
/// ```
/// use layout_math::code::{Known, Program, Style};
///
/// let mut program = Program::new(Style::Bits, &[Known::between(0, 511)]);
/// let x = program.input(0);
/// let row = program.quotient(x, 64);
/// let column = program.remainder(x, 64);
/// let column = program.scaled(column, 8);
/// let result = program.sum(row, column);
/// program.set_results(vec![result]);
/// assert_eq!(program.to_string(), "x0 >> 6\nx0 & 63\nv1 << 3\nv0 + v2");
/// assert_eq!((program.evaluate(&[65]), program.cost()), (vec![9], 4));
/// ```
#[derive(Debug, Clone)]
pub struct Program {
    style: Style,
    n_inputs: usize,
    values: Vec<(Source, Known)>,
    numbers: FxHashMap<Source, Value>,
    results: Vec<Value>,
}

impl Program {
    /// A program without operations. A program of layouts has no meaning at negative inputs, so
    /// bounds below 0 are raised to 0 by the caller.
    pub fn new(style: Style, inputs: &[Known]) -> Self {
        let mut program = Program {
            style,
            n_inputs: inputs.len(),
            values: Vec::new(),
            numbers: FxHashMap::default(),
            results: Vec::new(),
        };
        for (number, known) in inputs.iter().enumerate() {
            program.push(Source::Input(number), *known);
        }
        program
    }

    pub fn style(&self) -> Style {
        self.style
    }

    pub fn n_inputs(&self) -> usize {
        self.n_inputs
    }

    pub fn input(&self, number: usize) -> Value {
        assert!(number < self.n_inputs, "input {number} of {}", self.n_inputs);
        Value(number)
    }

    pub fn source(&self, value: Value) -> Source {
        self.values[value.0].0
    }

    pub fn known(&self, value: Value) -> Known {
        self.values[value.0].1
    }

    /// Takes note of what is known of a value besides.
    pub(crate) fn assume(&mut self, value: Value, known: Known) {
        let before = &mut self.values[value.0].1;
        *before = before.and_known(known);
    }

    /// The value, if it is a constant.
    pub fn as_constant(&self, value: Value) -> Option<i64> {
        match self.source(value) {
            Source::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    pub fn results(&self) -> &[Value] {
        &self.results
    }

    pub fn set_results(&mut self, results: Vec<Value>) {
        self.results = results;
    }

    fn push(&mut self, source: Source, known: Known) -> Value {
        if let Some(&value) = self.numbers.get(&source) {
            return value;
        }
        let value = Value(self.values.len());
        self.values.push((source, known));
        self.numbers.insert(source, value);
        value
    }

    pub fn constant(&mut self, constant: i64) -> Value {
        self.push(Source::Constant(constant), Known::constant(constant))
    }

    /// An operation as it is, unless both operands are constants or the result is known.
    pub fn binary(&mut self, operator: Operator, left: Value, right: Value) -> Value {
        if let (Some(a), Some(b)) = (self.as_constant(left), self.as_constant(right))
            && let Some(value) = operator.apply(a, b)
        {
            return self.constant(value);
        }
        let known = operator.known(self.known(left), self.known(right));
        if let Some(value) = known.as_constant() {
            return self.constant(value);
        }
        self.push(Source::Binary(operator, left, right), known)
    }

    pub fn sum(&mut self, left: Value, right: Value) -> Value {
        match (self.as_constant(left), self.as_constant(right)) {
            (Some(0), _) => right,
            (_, Some(0)) => left,
            (Some(_), None) => self.binary(Operator::Add, right, left),
            _ => self.binary(Operator::Add, left, right),
        }
    }

    pub fn difference(&mut self, left: Value, right: Value) -> Value {
        if self.as_constant(right) == Some(0) {
            return left;
        }
        self.binary(Operator::Subtract, left, right)
    }

    /// `value * factor`.
    pub fn scaled(&mut self, value: Value, factor: i64) -> Value {
        match factor {
            0 => self.constant(0),
            1 => value,
            _ if is_power_of_two(factor) && self.style == Style::Bits => {
                let shift = self.constant(factor.trailing_zeros().into());
                self.binary(Operator::ShiftLeft, value, shift)
            }
            _ => {
                let factor = self.constant(factor);
                self.product(value, factor)
            }
        }
    }

    pub fn product(&mut self, left: Value, right: Value) -> Value {
        match (self.as_constant(left), self.as_constant(right)) {
            (Some(1), _) => right,
            (_, Some(1)) => left,
            (Some(_), None) => self.binary(Operator::Multiply, right, left),
            _ => self.binary(Operator::Multiply, left, right),
        }
    }

    /// `floor(value / divisor)`, of a value that is not negative.
    pub fn quotient(&mut self, value: Value, divisor: i64) -> Value {
        if divisor == 1 {
            return value;
        }
        if is_power_of_two(divisor) && self.style == Style::Bits {
            let shift = self.constant(divisor.trailing_zeros().into());
            return self.binary(Operator::ShiftRight, value, shift);
        }
        let divisor = self.constant(divisor);
        self.binary(Operator::Divide, value, divisor)
    }

    /// `floor(value / divisor)`, of any value.
    pub fn floor(&mut self, value: Value, divisor: i64) -> Value {
        if 0 <= self.known(value).low() || self.style != Style::Bits {
            return self.quotient(value, divisor);
        }
        if is_power_of_two(divisor) {
            let shift = self.constant(divisor.trailing_zeros().into());
            return self.binary(Operator::FloorShift, value, shift);
        }
        let divisor = self.constant(divisor);
        self.binary(Operator::FloorDivide, value, divisor)
    }

    /// `value mod divisor`, of a value that is not negative.
    pub fn remainder(&mut self, value: Value, divisor: i64) -> Value {
        let known = self.known(value);
        if 0 <= known.low() && known.high() < divisor {
            return value;
        }
        if is_power_of_two(divisor) && self.style == Style::Bits {
            return self.masked(value, divisor - 1);
        }
        let divisor = self.constant(divisor);
        self.binary(Operator::Remainder, value, divisor)
    }

    /// The bits of a value that a mask has; a mask without a bit that may be 0 is left out.
    pub fn masked(&mut self, value: Value, mask: i64) -> Value {
        if self.known(value).possible() & !(mask as u64) == 0 {
            return value;
        }
        let mask = self.constant(mask);
        self.binary(Operator::And, value, mask)
    }

    /// The exclusive or, written as a sum where no bit is 1 in both.
    pub(crate) fn xor(&mut self, left: Value, right: Value) -> Value {
        match (self.as_constant(left), self.as_constant(right)) {
            (Some(0), _) => right,
            (_, Some(0)) => left,
            _ if self.known(left).is_disjoint(self.known(right)) => self.sum(left, right),
            (Some(_), None) => self.binary(Operator::Xor, right, left),
            _ => self.binary(Operator::Xor, left, right),
        }
    }

    /// The sum of values times their coefficients; `None` past 64 bits.
    pub(crate) fn weighted(&mut self, mut parts: Vec<(Value, i64)>) -> Option<Value> {
        // What is subtracted comes last: a difference then needs no sign of its own.
        parts.sort_by_key(|&(_, coefficient)| coefficient < 0);
        let mut parts = parts.into_iter();
        let Some((value, coefficient)) = parts.next() else { return Some(self.constant(0)) };
        let mut result = self.scaled(value, coefficient);
        for (value, coefficient) in parts {
            result = if coefficient < 0 {
                let value = self.scaled(value, coefficient.checked_neg()?);
                self.difference(result, value)
            } else {
                let value = self.scaled(value, coefficient);
                self.sum(result, value)
            };
        }
        Some(result)
    }

    /// The operations that the results depend on, each after its operands.
    pub fn operations(&self) -> Vec<(Value, Operator, Value, Value)> {
        let mut is_needed = vec![false; self.values.len()];
        for result in &self.results {
            is_needed[result.0] = true;
        }
        let mut operations = Vec::new();
        for at in (0..self.values.len()).rev() {
            if let (true, Source::Binary(operator, left, right)) =
                (is_needed[at], self.values[at].0)
            {
                is_needed[left.0] = true;
                is_needed[right.0] = true;
                operations.push((Value(at), operator, left, right));
            }
        }
        operations.reverse();
        operations
    }

    /// How many operations the results take. Constants are free.
    pub fn cost(&self) -> usize {
        self.operations().len()
    }

    /// The results at these inputs, in wrapping 64-bit arithmetic; a quotient by 0 is 0.
    pub fn evaluate(&self, inputs: &[i64]) -> Vec<i64> {
        let mut found: Vec<i64> = Vec::with_capacity(self.values.len());
        for (source, _) in &self.values {
            found.push(match source {
                Source::Input(number) => inputs[*number],
                Source::Constant(constant) => *constant,
                Source::Binary(operator, left, right) => {
                    operator.apply(found[left.0], found[right.0]).unwrap_or(0)
                }
            });
        }
        self.results.iter().map(|result| found[result.0]).collect()
    }
}

impl Operator {
    /// The value, wrapping; `None` for a division by 0.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        Some(match self {
            Operator::Add => a.wrapping_add(b),
            Operator::Subtract => a.wrapping_sub(b),
            Operator::Multiply => a.wrapping_mul(b),
            Operator::Divide | Operator::FloorDivide => a.checked_div_euclid(b)?,
            Operator::Remainder => a.checked_rem_euclid(b)?,
            Operator::ShiftLeft => a.wrapping_shl(b as u32),
            Operator::ShiftRight => ((a as u64).wrapping_shr(b as u32)) as i64,
            Operator::FloorShift => a.wrapping_shr(b as u32),
            Operator::And => a & b,
            Operator::Or => a | b,
            Operator::Xor => a ^ b,
        })
    }

    fn known(self, a: Known, b: Known) -> Known {
        // The power of two that a shift by a constant multiplies or divides by.
        let factor = || {
            let shift = b.as_constant().filter(|shift| (0..63).contains(shift))?;
            Some(Known::constant(1 << shift))
        };
        match self {
            Operator::Add => a.plus(b),
            Operator::Subtract => a.minus(b),
            Operator::Multiply => a.times(b),
            Operator::Divide => a.divided(b),
            Operator::FloorDivide => a.floor_divided(b),
            Operator::FloorShift => {
                factor().map_or(Known::ANYTHING, |factor| a.floor_divided(factor))
            }
            Operator::Remainder => a.remainder(b),
            Operator::ShiftLeft => factor().map_or(Known::ANYTHING, |factor| a.times(factor)),
            Operator::ShiftRight => factor().map_or(Known::ANYTHING, |factor| a.divided(factor)),
            Operator::And => a.and(b),
            Operator::Or | Operator::Xor => a.or(b),
        }
    }

    /// The sign of the operation.
    pub fn sign(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::FloorDivide => "floordiv",
            Operator::FloorShift => ">>>",
            Operator::Remainder => "mod",
            Operator::ShiftLeft => "<<",
            Operator::ShiftRight => ">>",
            Operator::And => "&",
            Operator::Or => "|",
            Operator::Xor => "^",
        }
    }
}

impl fmt::Display for Program {
    /// A line for each operation: inputs are `x0`, `x1`, the values of the lines `v0`, `v1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operations = self.operations();
        let name = |value: Value| match self.source(value) {
            Source::Input(number) => format!("x{number}"),
            Source::Constant(constant) => constant.to_string(),
            Source::Binary(..) => {
                let line = operations.iter().position(|operation| operation.0 == value);
                line.map_or_else(String::new, |line| format!("v{line}"))
            }
        };
        for (line, (_, operator, left, right)) in operations.iter().enumerate() {
            let (left, right) = (name(*left), name(*right));
            let end = if line == 0 { "" } else { "\n" };
            write!(f, "{end}{left} {} {right}", operator.sign())?;
        }
        Ok(())
    }
}

pub(super) fn is_power_of_two(number: i64) -> bool {
    0 < number && number & (number - 1) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_computed_that_is_known() {
        let mut program = Program::new(Style::Bits, &[Known::between(0, 15)]);
        let x = program.input(0);
        assert_eq!(program.remainder(x, 16), x);
        assert_eq!(program.quotient(x, 1), x);
        let zero = program.quotient(x, 16);
        assert_eq!(program.as_constant(zero), Some(0));
        assert_eq!(program.sum(x, zero), x);
        let shifted = program.scaled(x, 16);
        assert_eq!(program.masked(shifted, 0xf0), shifted);
        let sum = program.xor(x, shifted);
        assert_eq!(program.source(sum), Source::Binary(Operator::Add, x, shifted));
        // Equal values are one.
        assert_eq!(program.scaled(x, 16), shifted);
    }

    #[test]
    fn an_affine_program_has_no_bits() {
        let mut program = Program::new(Style::Affine, &[Known::between(0, 511)]);
        let x = program.input(0);
        let quotient = program.quotient(x, 64);
        let rest = program.remainder(x, 64);
        let rest = program.scaled(rest, 8);
        let result = program.sum(quotient, rest);
        program.set_results(vec![result]);
        assert_eq!(program.to_string(), "x0 / 64\nx0 mod 64\nv1 * 8\nv0 + v2");
        assert_eq!(program.evaluate(&[65]), [9]);
    }

    #[test]
    fn constants_are_on_the_right_and_ones_are_left_out() {
        let mut program = Program::new(Style::Bits, &[Known::between(0, 15)]);
        let x = program.input(0);
        let (one, two, three) = (program.constant(1), program.constant(2), program.constant(3));
        let none = program.scaled(x, 0);
        assert_eq!(program.as_constant(none), Some(0));
        assert_eq!((program.product(x, one), program.product(one, x)), (x, x));
        let product = program.product(three, x);
        assert_eq!(program.source(product), Source::Binary(Operator::Multiply, x, three));
        let flipped = program.xor(three, x);
        assert_eq!(program.source(flipped), Source::Binary(Operator::Xor, x, three));
        // Of a number that is not negative the quotients are the same.
        let quotient = program.floor(x, 4);
        assert_eq!(program.source(quotient), Source::Binary(Operator::ShiftRight, x, two));
    }

    #[test]
    fn quotients_of_any_number_are_rounded_down() {
        let known = [Known::between(-100, 100), Known::between(0, 15), Known::between(0, 15)];
        let mut program = Program::new(Style::Bits, &known);
        let [x, y, z] = [0, 1, 2].map(|number| program.input(number));
        let difference = program.difference(x, y);
        let (third, fourth) = (program.floor(x, 3), program.floor(x, 4));
        let either = program.binary(Operator::Or, y, z);
        program.set_results(vec![difference, third, fourth, either]);
        assert_eq!(program.to_string(), "x0 - x1\nx0 floordiv 3\nx0 >>> 2\nx1 | x2");
        assert_eq!(program.evaluate(&[-7, 5, 10]), [-12, -3, -2, 15]);
    }
}
