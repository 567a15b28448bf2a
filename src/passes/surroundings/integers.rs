//! What the operations of `arith` and `index` compute.
//!
//! A quantity is the value as a signed number. What an unsigned operation says of it depends on
//! signs: unsigned, the numbers that are not negative come first, in their order, and then the
//! negative ones, in theirs.

use melior::ir::{Value, ValueLike};

use melior::ir::operation::OperationLike;

use super::arithmetic::Reading;
use super::conditions;
use super::known_sums::{Extreme, ExtremeOf};
use super::source::Source;
use super::variables::Variables;
use super::widths::{is_long, narrow};
use crate::affine::{Comparison, Interval, Quantity};
use crate::dialect::foreign::arithmetic::Arithmetic::{self, Binary};
use crate::dialect::foreign::arithmetic::Operator;
use crate::dialect::foreign::control::{Condition, Taken};
use crate::dialect::ir;
use crate::dialect::ir::constant;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Natural,
    Negative,
    Unknown,
}

impl<'c> Reading<'c, '_> {
    pub fn integer(&mut self, arithmetic: Arithmetic) -> Option<Quantity> {
        if is_long(self.value) || self.operand(0).is_some_and(is_long) {
            return None;
        }
        match arithmetic {
            Binary(Operator::Add) => {
                let sum = self.quantity(0)?.plus(&self.quantity(1)?).ok()?;
                self.fitting(sum)
            }
            Binary(Operator::Subtract) => {
                let difference = self.quantity(0)?.minus(&self.quantity(1)?).ok()?;
                self.fitting(difference)
            }
            Binary(Operator::Multiply) => self.product(),
            Binary(Operator::ShiftLeft) => {
                let product = self.quantity(0)?.times(1 << self.shift()?).ok()?;
                self.fitting(product)
            }
            Binary(Operator::FloorDivide) => {
                let (operand, divisor) = self.ratio()?;
                operand.floor(divisor).ok()
            }
            Binary(Operator::CeilDivideSigned) => {
                let (operand, divisor) = self.ratio()?;
                ceil(&operand, divisor)
            }
            Binary(Operator::CeilDivideUnsigned) => ceil(&self.natural(0)?, self.divisor()?),
            Binary(Operator::DivideSigned) => self.quotient(),
            Binary(Operator::DivideUnsigned) => match self.divisor() {
                Some(divisor) => self.unsigned_quotient(divisor),
                None => self.at_most_naturals(&[0]),
            },
            Binary(Operator::ShiftRightSigned) => self.quantity(0)?.floor(1 << self.shift()?).ok(),
            Binary(Operator::ShiftRightUnsigned) => match self.shift() {
                Some(shift) => self.unsigned_quotient(1 << shift),
                None => self.at_most_naturals(&[0]),
            },
            Binary(Operator::RemainderSigned) => self.remainder(),
            Binary(Operator::RemainderUnsigned) => self.unsigned_remainder(),
            Binary(Operator::And) => self.masked(),
            Arithmetic::SignedCast => {
                let operand = self.quantity(0)?;
                self.fitting(operand)
            }
            Arithmetic::UnsignedCast => self.unsigned_cast(),
            Binary(Operator::MinimumSigned) => self.extreme(Extreme::Least),
            Binary(Operator::MaximumSigned) => self.extreme(Extreme::Greatest),
            Binary(Operator::MinimumUnsigned) => self.unsigned_extreme(Extreme::Least),
            Binary(Operator::MaximumUnsigned) => self.unsigned_extreme(Extreme::Greatest),
            Arithmetic::Select => {
                let (yes, no) = (self.chosen(1, true)?, self.chosen(2, false)?);
                self.bounded(yes.hull(no))
            }
            _ => None,
        }
    }

    /// How many bits the result has; an index is taken to have 64.
    fn width(&self) -> u32 {
        width(self.value)
    }

    /// A constant operand that is at least 1.
    fn divisor(&self) -> Option<i64> {
        constant(self.operand(1)?).filter(|&divisor| 0 < divisor)
    }

    /// The operand and a constant that it is divided by, at least 1: both with the other sign if the
    /// constant is negative.
    fn ratio(&mut self) -> Option<(Quantity, i64)> {
        let operand = self.quantity(0)?;
        let divisor = constant(self.operand(1)?).filter(|&divisor| divisor != 0)?;
        if 0 < divisor {
            return Some((operand, divisor));
        }
        // The least number of a type has no number of the other sign.
        self.variables.interval(&operand).low.filter(|&low| i128::from(i64::MIN) < low)?;
        let turned = operand.times(-1).ok()?;
        Some((self.fitting(turned)?, divisor.checked_neg()?))
    }

    /// Bounds of an operand of a selection where it is chosen.
    fn chosen(&mut self, position: usize, holds: bool) -> Option<Interval> {
        let quantity = self.quantity(position)?;
        let known = self.variables.interval(&quantity);
        let (condition, value) = (self.operand(0)?, self.operand(position)?);
        // A comparison of the operand itself with a constant, which takes no reading of other values.
        let is_of_it = ir::defining_op(condition).is_some_and(|comparison| {
            let mut operands = comparison.operands();
            operands.all(|operand| operand == value || constant(operand).is_some())
        });
        if !is_of_it || constant(value).is_some() {
            return Some(known);
        }
        let mut there = Variables::default();
        let it = there.own(value);
        conditions::branch(
            &Taken { condition: Some(Condition::Truth(condition)), holds },
            &mut there,
        );
        Some(known.intersection(there.interval(&it)))
    }

    /// By how many bits a shift is; one by all bits or more gives poison.
    fn shift(&self) -> Option<u32> {
        let shift = u32::try_from(constant(self.operand(1)?)?).ok()?;
        (shift < self.width().min(63)).then_some(shift)
    }

    fn sign(&self, quantity: &Quantity) -> Sign {
        match self.variables.interval_as_known(quantity) {
            values if values.is_natural() => Sign::Natural,
            Interval { high: Some(..0), .. } => Sign::Negative,
            _ => Sign::Unknown,
        }
    }

    /// An operand that is known not to be negative, so that it is the same number unsigned.
    fn natural(&mut self, position: usize) -> Option<Quantity> {
        let quantity = self.quantity(position)?;
        self.variables.is_natural(&quantity).then_some(quantity)
    }

    /// The quantity, if the type of the result has room for it: an index and an integer of 64 bits
    /// are taken to have it.
    fn fitting(&self, quantity: Quantity) -> Option<Quantity> {
        match narrow(self.value) {
            Some(range) if !self.is_within(&quantity, range) => None,
            _ => Some(quantity),
        }
    }

    fn is_within(&self, quantity: &Quantity, range: (i64, i64)) -> bool {
        self.variables.interval(quantity).is_within(range.into())
    }

    fn product(&mut self) -> Option<Quantity> {
        let (left, right) = (self.quantity(0)?, self.quantity(1)?);
        let product = match (left.as_constant(), right.as_constant()) {
            (Some(factor), _) => right.times(factor).ok()?,
            (_, Some(factor)) => left.times(factor).ok()?,
            // The product of two variables is another variable.
            _ => {
                self.natural(0)?;
                self.natural(1)?;
                let ends = [&left, &right].map(|factor| self.variables.interval(factor).high);
                let high = ends[0].zip(ends[1]).and_then(|(left, right)| left.checked_mul(right));
                // A narrow product may wrap around to a negative number.
                let fits = narrow(self.value)
                    .is_none_or(|(_, greatest)| high.is_some_and(|high| high <= greatest.into()));
                return if fits { self.bounded(Interval { low: Some(0), high }) } else { None };
            }
        };
        self.fitting(product)
    }

    /// What division that rounds to 0 gives.
    fn quotient(&mut self) -> Option<Quantity> {
        if constant(self.operand(1)?).is_none() {
            let by = self.quantity(1)?;
            return if self.variables.is_positive(&by) {
                self.at_most_naturals(&[0])
            } else {
                None
            };
        }
        let (operand, divisor) = self.ratio()?;
        if self.variables.is_natural(&operand) {
            return operand.floor(divisor).ok();
        }
        let Interval { low, high } = self.variables.interval(&operand);
        let [low, high] = [low, high].map(|end| end.map(|end| end / i128::from(divisor)));
        self.bounded(Interval { low, high })
    }

    /// The quotient of the unsigned number, whose greatest one is a bound for the unknown signs.
    fn unsigned_quotient(&mut self, divisor: i64) -> Option<Quantity> {
        let operand = self.quantity(0)?;
        if divisor == 1 {
            return Some(operand);
        }
        if self.variables.is_natural(&operand) {
            return operand.floor(divisor).ok();
        }
        let high = unsigned_greatest(self.width()) / u64::try_from(divisor).ok()?;
        self.bounded(Interval::new(0, high.into()))
    }

    /// What is left by division that rounds to 0: it has the sign of the operand.
    fn remainder(&mut self) -> Option<Quantity> {
        let operand = self.quantity(0)?;
        let is_natural = self.variables.is_natural(&operand);
        let Some(divisor) = constant(self.operand(1)?) else {
            let by = self.quantity(1)?;
            if !is_natural {
                return None;
            }
            let rest = self.at_most_naturals(&[0])?;
            if self.variables.is_positive(&by) {
                self.know_difference(&rest, &by, None, Some(-1));
            }
            return Some(rest);
        };
        let divisor = divisor.checked_abs().filter(|&divisor| divisor != 0)?;
        if is_natural {
            return operand.modulo(divisor).ok();
        }
        self.bounded(Interval::new((1 - divisor).into(), (divisor - 1).into()))
    }

    fn unsigned_remainder(&mut self) -> Option<Quantity> {
        let operand = self.quantity(0)?;
        if let Some(divisor) = self.divisor() {
            // The remainder by a power of two is the last bits, whatever the sign.
            let is_exact = divisor.count_ones() == 1 || self.variables.is_natural(&operand);
            return match is_exact {
                true => operand.modulo(divisor).ok(),
                false => self.bounded(Interval::new(0, (divisor - 1).into())),
            };
        }
        let by = self.quantity(1)?;
        let rest = self.at_most_naturals(&[0, 1])?;
        if self.variables.is_natural(&by) {
            self.know_difference(&rest, &by, None, Some(-1));
        }
        Some(rest)
    }

    /// `x and (2^k - 1)` is the remainder by 2^k, whatever the sign of x; `x and -2^k` is what is
    /// left of x without it.
    fn masked(&mut self) -> Option<Quantity> {
        let at = |position| self.operand(position).and_then(constant);
        let (position, mask) = match (at(0), at(1)) {
            (Some(mask), _) => (1, mask),
            (_, Some(mask)) => (0, mask),
            _ => return self.at_most_naturals(&[0, 1]),
        };
        let operand = self.quantity(position)?;
        if mask == 0 {
            return Some(Quantity::default());
        }
        if let Some(size) = mask.checked_add(1).filter(|size| 0 < mask && size.count_ones() == 1) {
            return operand.modulo(size).ok();
        }
        if let Some(size) = mask.checked_neg().filter(|size| mask < 0 && size.count_ones() == 1) {
            return operand.minus(&operand.modulo(size).ok()?).ok();
        }
        self.at_most_naturals(&[0, 1])
    }

    /// A conversion to a type with more bits, the new ones 0, or to one with fewer.
    fn unsigned_cast(&mut self) -> Option<Quantity> {
        let from = width(self.operand(0)?);
        let operand = self.quantity(0)?;
        if from == self.width() {
            return Some(operand);
        }
        if self.variables.is_natural(&operand) {
            return self.fitting(operand);
        }
        let high = i64::try_from(unsigned_greatest(from)).ok()?;
        if from < self.width() { self.bounded(Interval::new(0, high.into())) } else { None }
    }

    /// A variable that is in an interval.
    pub(super) fn bounded(&mut self, values: Interval) -> Option<Quantity> {
        let quantity = self.variables.variable(Source::Value(self.value));
        let comparison = Comparison::within(quantity.clone(), values);
        if comparison.low.is_some() || comparison.high.is_some() {
            self.variables.know(comparison);
        }
        Some(quantity)
    }

    /// A result that unsigned is at most each of some operands: of those that are not negative it
    /// is at most each as a signed number too, and not negative itself. `None` if no operand is
    /// known not to be negative.
    fn at_most_naturals(&mut self, positions: &[usize]) -> Option<Quantity> {
        let naturals: Vec<Quantity> =
            positions.iter().filter_map(|&position| self.natural(position)).collect();
        if naturals.is_empty() {
            return None;
        }
        let found = self.bounded(Interval::at_least(0))?;
        for natural in naturals {
            self.know_difference(&found, &natural, None, Some(0));
        }
        Some(found)
    }

    /// `found - quantity` is between bounds.
    fn know_difference(
        &mut self,
        found: &Quantity,
        quantity: &Quantity,
        low: Option<i64>,
        high: Option<i64>,
    ) {
        let Ok(difference) = found.minus(quantity) else { return };
        let shifted = |bound: Option<i64>| bound?.checked_sub(difference.constant());
        let (low, high) = (shifted(low), shifted(high));
        if low.is_some() || high.is_some() {
            self.variables.know(Comparison { quantity: difference.varying(), low, high });
        }
    }

    /// The extreme of both operands as signed numbers.
    fn extreme(&mut self, extreme: Extreme) -> Option<Quantity> {
        let operands = [self.quantity(0)?, self.quantity(1)?];
        self.extreme_of(&operands, extreme)
    }

    /// The extreme of both operands as unsigned numbers.
    fn unsigned_extreme(&mut self, extreme: Extreme) -> Option<Quantity> {
        let operands = [self.quantity(0)?, self.quantity(1)?];
        let signs = [self.sign(&operands[0]), self.sign(&operands[1])];
        match (signs, extreme) {
            // Within one sign the order is that of signed numbers.
            ([Sign::Natural, Sign::Natural] | [Sign::Negative, Sign::Negative], _) => {
                self.extreme_of(&operands, extreme)
            }
            // Every negative number is greater.
            ([Sign::Natural, Sign::Negative], Extreme::Least)
            | ([Sign::Negative, Sign::Natural], Extreme::Greatest) => Some(operands[0].clone()),
            ([Sign::Negative, Sign::Natural], Extreme::Least)
            | ([Sign::Natural, Sign::Negative], Extreme::Greatest) => Some(operands[1].clone()),
            // What is at most a number that is not negative is not negative either. The number is
            // a bound and no more than that: the other operand may be less.
            (_, Extreme::Least) => self.at_most_naturals(&[0, 1]),
            // What is at least a negative number is negative too.
            (_, Extreme::Greatest) => {
                let at = signs.iter().position(|&sign| sign == Sign::Negative)?;
                let found = self.bounded(Interval::at_most(-1))?;
                self.know_difference(&found, &operands[at], Some(0), None);
                Some(found)
            }
        }
    }

    /// A variable that is at most, or at least, each of some quantities, and one of them.
    pub(super) fn extreme_of(
        &mut self,
        quantities: &[Quantity],
        extreme: Extreme,
    ) -> Option<Quantity> {
        let found = self.variables.variable(Source::Value(self.value));
        let is_least = extreme == Extreme::Least;
        let of = ExtremeOf::new(found.clone(), quantities.to_vec(), extreme);
        self.variables.know_extreme(of);
        let (low, high) = if is_least { (None, Some(0)) } else { (Some(0), None) };
        for quantity in quantities {
            self.know_difference(&found, quantity, low, high);
        }
        Some(found)
    }
}

/// How many bits a value has; an index is taken to have 64.
fn width(value: Value<'_, '_>) -> u32 {
    ir::integer_type(value.r#type()).map_or(64, |integer| integer.width())
}

/// The greatest unsigned number of at most 64 bits.
fn unsigned_greatest(width: u32) -> u64 {
    u64::MAX.checked_shr(64_u32.saturating_sub(width)).unwrap_or(0)
}

/// The least integer at least `quantity / divisor`, for a divisor that is at least 1.
pub(super) fn ceil(quantity: &Quantity, divisor: i64) -> Option<Quantity> {
    // What the constant has of whole divisors is taken out, so that the sum does not pass 64 bits.
    let whole = quantity.constant().div_euclid(divisor);
    let rest = quantity.minus(&whole.checked_mul(divisor)?.into()).ok()?;
    let rest = rest.plus(&(divisor - 1).into()).ok()?.floor(divisor).ok()?;
    rest.plus(&whole.into()).ok()
}
