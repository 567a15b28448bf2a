//! Comparisons of quantities, and the one form in which each is written and computed.

use std::fmt;

use super::{AffineTerm, Interval, Quantity};

/// A quantity between two bounds, either of which may be absent: `low <= quantity <= high`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Comparison {
    pub quantity: Quantity,
    pub low: Option<i64>,
    pub high: Option<i64>,
}

impl Comparison {
    pub fn at_least(quantity: Quantity, low: i64) -> Self {
        Comparison { quantity, low: Some(low), high: None }
    }

    pub fn at_most(quantity: Quantity, high: i64) -> Self {
        Comparison { quantity, low: None, high: Some(high) }
    }

    /// The comparison with the ends of an interval, as far as they are numbers of 64 bits.
    pub fn within(quantity: Quantity, values: Interval) -> Self {
        let number = |end: Option<i128>| i64::try_from(end?).ok();
        Comparison { quantity, low: number(values.low), high: number(values.high) }
    }

    pub fn equal(quantity: Quantity, value: i64) -> Self {
        Comparison { quantity, low: Some(value), high: Some(value) }
    }

    /// Where the quantity has to be.
    pub fn interval(&self) -> Interval {
        Interval { low: self.low.map(i128::from), high: self.high.map(i128::from) }
    }

    /// Whether it holds where variable i has `values[i]`, computed as it is written; `None` past 64
    /// bits.
    pub fn holds(&self, values: &[i64]) -> Option<bool> {
        self.sides().map_or(Some(true), |sides| sides.hold(values))
    }

    /// The comparison in the form in which it is written and computed: what is subtracted stands
    /// on the other side, so that `i - M <= -1` is `i < M`.
    ///
    /// `None` for no bound at all.
    ///
    /// ```
    /// use layout_math::affine::{Comparison, Quantity};
    ///
    /// let [i, m] = [Quantity::variable(0), Quantity::variable(1)];
    /// let below = Comparison::at_most(i.minus(&m)?, -1);
    /// assert_eq!(below.named(&["i", "M"]).to_string(), "i < M");
    /// let above = Comparison::at_least(m.minus(&i)?, 1);
    /// assert_eq!(above.sides(), below.sides());
    /// # Ok::<(), layout_math::affine::NumberError>(())
    /// ```
    pub fn sides(&self) -> Option<Sides> {
        let constant = self.quantity.constant();
        let shifted = |bound: Option<i64>| match bound {
            Some(bound) => bound.checked_sub(constant).map(Some),
            None => Some(None),
        };
        let split = match (shifted(self.low), shifted(self.high)) {
            (Some(low), Some(high)) => Sides::of(&self.quantity.varying(), low, high),
            _ => None,
        };
        // Past 64 bits the quantity is compared as it is.
        split.or_else(|| match (self.low, self.high) {
            (None, None) => None,
            (Some(low), None) => {
                Some(Sides::new(self.quantity.clone(), Order::GreaterOrEqual, low.into()))
            }
            (None, Some(high)) => {
                Some(Sides::new(self.quantity.clone(), Order::LessOrEqual, high.into()))
            }
            (Some(low), Some(high)) => {
                Some(Sides::new(self.quantity.clone(), Order::Within { low }, high.into()))
            }
        })
    }

    /// A comparison with one bound, with one of its terms alone on a side: `x + y <= M` as
    /// `x <= M - y`, and `2*x + y <= M` as `x <= floor((M - y)/2)`. It holds for the same values,
    /// and what is computed is something else.
    ///
    /// `None` if the term is alone anyhow, and past 64 bits.
    pub(crate) fn solved(&self, at: usize) -> Option<Self> {
        let (quantity, high) = match (self.low, self.high) {
            (None, Some(high)) => (self.quantity.clone(), high),
            (Some(low), None) => (self.quantity.times(-1).ok()?, low.checked_neg()?),
            _ => return None,
        };
        let (term, factor) = quantity.terms().get(at)?.clone();
        let term = Quantity::from(term);
        // factor*term + rest <= 0
        let rest = quantity.minus(&term.times(factor).ok()?).ok()?;
        let rest = rest.minus(&high.into()).ok()?;
        if rest.terms().is_empty() {
            return None;
        }
        // floor(sum/divisor) is whole + floor(rest/divisor), with a constant in the rest that does
        // not count against 64 bits.
        let divided = |sum: Quantity, divisor: i64| {
            let constant = sum.constant();
            let whole = match divisor {
                1 if sum.terms().iter().any(|(_, factor)| 0 < *factor) => constant,
                1 => 0,
                _ => constant.max(0) / divisor + i64::from(0 < constant.max(0) % divisor),
            };
            let rest = sum.minus(&whole.checked_mul(divisor)?.into()).ok()?;
            Some((whole, Quantity::from(AffineTerm::Floor(rest.into(), divisor))))
        };
        let (high, difference) = match factor {
            1.. => {
                let (whole, quotient) = divided(rest.times(-1).ok()?, factor)?;
                (whole, term.minus(&quotient).ok()?)
            }
            _ => {
                let divisor = factor.checked_neg()?;
                let (whole, quotient) = divided(rest.plus(&(divisor - 1).into()).ok()?, divisor)?;
                (whole.checked_neg()?, quotient.minus(&term).ok()?)
            }
        };
        Some(Comparison::at_most(difference, high))
    }

    /// How many arithmetic operations the two sides take.
    pub fn cost(&self) -> usize {
        self.sides().map_or(0, |sides| sides.left.cost() + sides.right.cost())
    }

    /// The comparison with variable i called `rename(i)`.
    pub(crate) fn renamed(&self, rename: &dyn Fn(usize) -> usize) -> Self {
        Comparison { quantity: self.quantity.renamed(rename), ..self.clone() }
    }

    /// The comparison with the variables called by names: `0 <= i < 4`, `i < M`, `i >= 1` or
    /// `i = 3`.
    pub fn named<'a, N: AsRef<str>>(&'a self, names: &'a [N]) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| match self.sides() {
            Some(sides) => write!(f, "{}", sides.named(names)),
            None => f.write_str("true"),
        })
    }
}

/// How the sides of a comparison are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    Less,
    LessOrEqual,
    GreaterOrEqual,
    Equal,
    /// At least `low`, and at most the right side, which is a constant.
    Within {
        low: i64,
    },
    /// At least 0, and less than the right side, or equal, which is not negative.
    Natural {
        or_equal: bool,
    },
}

/// A comparison as it is written and computed. Neither side subtracts, unless two bounds of one
/// quantity are asked at once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sides {
    pub left: Quantity,
    pub order: Order,
    pub right: Quantity,
}

impl Sides {
    fn new(left: Quantity, order: Order, right: Quantity) -> Self {
        Sides { left, order, right }
    }

    /// Whether they compare so where variable i has `values[i]`; `None` past 64 bits.
    pub(super) fn hold(&self, values: &[i64]) -> Option<bool> {
        let (left, right) = (self.left.evaluate(values)?, self.right.evaluate(values)?);
        Some(match self.order {
            Order::Less => left < right,
            Order::LessOrEqual => left <= right,
            Order::GreaterOrEqual => left >= right,
            Order::Equal => left == right,
            Order::Within { low } => low <= left && left <= right,
            Order::Natural { or_equal: false } => 0 <= left && left < right,
            Order::Natural { or_equal: true } => 0 <= left && left <= right,
        })
    }

    /// The sides with the variables called by names.
    pub(super) fn named<'a, N: AsRef<str>>(&'a self, names: &'a [N]) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| {
            let (left, right) = (self.left.named(names), self.right.named(names));
            match self.order {
                Order::Equal => write!(f, "{left} = {right}"),
                Order::GreaterOrEqual => write!(f, "{left} >= {right}"),
                Order::Less => write!(f, "{left} < {right}"),
                Order::LessOrEqual => write!(f, "{left} <= {right}"),
                Order::Within { low } => match self.right.plus(&1.into()) {
                    Ok(end) => write!(f, "{low} <= {left} < {}", end.named(names)),
                    Err(_) => write!(f, "{low} <= {left} <= {right}"),
                },
                Order::Natural { or_equal: false } => write!(f, "0 <= {left} < {right}"),
                Order::Natural { or_equal: true } => write!(f, "0 <= {left} <= {right}"),
            }
        })
    }

    /// `low <= varying <= high` for a sum without a constant; `None` past 64 bits.
    fn of(varying: &Quantity, low: Option<i64>, high: Option<i64>) -> Option<Self> {
        let (plus, minus) = varying.by_sign()?;
        match (low, high) {
            (None, None) => None,
            (Some(low), Some(high)) if low == high => {
                // Read from the side that comes first.
                let is_swapped = varying.terms().first().is_some_and(|(_, factor)| *factor < 0);
                let (left, right, value) =
                    if is_swapped { (minus, plus, low.checked_neg()?) } else { (plus, minus, low) };
                let (left, right) = apart(left, right, value)?;
                Some(Sides::new(left, Order::Equal, right))
            }
            (Some(low), Some(high)) => {
                Some(Sides::new(varying.clone(), Order::Within { low }, high.into()))
            }
            (Some(low), None) if minus.is_zero() => {
                Some(Sides::new(plus, Order::GreaterOrEqual, low.into()))
            }
            (None, Some(high)) if plus.is_zero() => {
                Some(Sides::new(minus, Order::GreaterOrEqual, high.checked_neg()?.into()))
            }
            (Some(low), None) => Sides::at_most(minus, plus, low.checked_neg()?),
            (None, Some(high)) => Sides::at_most(plus, minus, high),
        }
    }

    /// `left - right <= value`.
    fn at_most(left: Quantity, right: Quantity, value: i64) -> Option<Self> {
        let is_constant = right.is_zero();
        if let Some(end) = value.checked_add(1).filter(|&end| is_constant || end <= 0) {
            let (left, right) = apart(left, right, end)?;
            return Some(Sides::new(left, Order::Less, right));
        }
        let (left, right) = apart(left, right, value)?;
        Some(Sides::new(left, Order::LessOrEqual, right))
    }
}

/// The sides of `left - right = value`, with the constant where it is positive, or where it stands
/// alone.
fn apart(left: Quantity, right: Quantity, value: i64) -> Option<(Quantity, Quantity)> {
    if 0 <= value || right.is_zero() {
        return Some((left, right.plus(&value.into()).ok()?));
    }
    Some((left.plus(&value.checked_neg()?.into()).ok()?, right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(quantity: &Quantity, low: Option<i64>, high: Option<i64>, text: &str) {
        let comparison = Comparison { quantity: quantity.clone(), low, high };
        assert_eq!(comparison.named(&["i", "M"]).to_string(), text);
        // What is written means the same.
        for (i, m) in (-9..9).flat_map(|i| (-9..9).map(move |m| (i, m))) {
            let value = quantity.evaluate(&[i, m]).unwrap();
            let is_within =
                low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high);
            assert_eq!(comparison.holds(&[i, m]), Some(is_within), "{text} at {i}, {m}");
        }
    }

    #[test]
    fn a_term_stands_alone() {
        let [i, m] = [Quantity::variable(0), Quantity::variable(1)];
        let sum = i.times(3).unwrap().minus(&m).unwrap();
        for (low, high, at, text) in [
            (None, Some(-1), 0, "i <= floor((M - 1)/3)"),
            (None, Some(4), 0, "i <= floor((M - 2)/3) + 2"),
            (None, Some(-1), 1, "3*i < M"),
            (Some(2), None, 0, "floor((M - 2)/3) + 1 < i"),
            (Some(2), None, 1, "M + 1 < 3*i"),
        ] {
            let comparison = Comparison { quantity: sum.clone(), low, high };
            let solved = comparison.solved(at).unwrap();
            check(&solved.quantity, solved.low, solved.high, text);
            for (i, m) in (-9..9).flat_map(|i| (-9..9).map(move |m| (i, m))) {
                assert_eq!(solved.holds(&[i, m]), comparison.holds(&[i, m]), "{text} at {i}, {m}");
            }
        }
        // There is nothing to move.
        assert_eq!(Comparison::at_most(i, 3).solved(0), None);
        assert_eq!(Comparison { quantity: sum, low: Some(0), high: Some(4) }.solved(0), None);
    }

    #[test]
    fn what_is_subtracted_stands_on_the_other_side() {
        let [i, m] = [Quantity::variable(0), Quantity::variable(1)];
        let difference = i.times(2).unwrap().minus(&m).unwrap();
        for (low, high, text) in [
            (None, Some(-1), "2*i < M"),
            (None, Some(0), "2*i <= M"),
            (None, Some(2), "2*i <= M + 2"),
            (None, Some(-4), "2*i + 3 < M"),
            (Some(0), None, "M <= 2*i"),
            (Some(1), None, "M < 2*i"),
            (Some(3), None, "M + 2 < 2*i"),
            (Some(-2), None, "M <= 2*i + 2"),
            (Some(2), Some(2), "2*i = M + 2"),
            (Some(-2), Some(-2), "2*i + 2 = M"),
            (Some(0), Some(3), "0 <= 2*i - M < 4"),
        ] {
            check(&difference, low, high, text);
        }
        // The other sign says the same.
        let negative = difference.times(-1).unwrap();
        check(&negative, Some(1), None, "2*i < M");
        check(&negative, Some(5), Some(5), "2*i + 5 = M");
        check(&i.times(-1).unwrap(), None, Some(-3), "i >= 3");
        check(&i.times(-1).unwrap(), Some(3), None, "i < -2");
        check(&i.plus(&2.into()).unwrap(), None, Some(4), "i < 3");
        check(&i.plus(&2.into()).unwrap(), None, Some(i64::MIN), "i + 2 <= -9223372036854775808");
    }

    /// No side of these can be moved: it would pass 64 bits.
    #[test]
    fn what_would_pass_64_bits_is_compared_as_it_is() {
        let before = Quantity::variable(0).minus(&1.into()).unwrap();
        check(&before, Some(i64::MAX), None, "i - 1 >= 9223372036854775807");
        check(&before, Some(0), Some(i64::MAX), "0 <= i - 1 <= 9223372036854775807");
        let text = "9223372036854775807 <= i - 1 <= 9223372036854775807";
        check(&before, Some(i64::MAX), Some(i64::MAX), text);
    }

    #[test]
    fn a_natural_number_is_at_least_0_and_at_most_its_end() {
        let [i, m] = [Quantity::variable(0), Quantity::variable(1)];
        for or_equal in [false, true] {
            let sides = Sides::new(i.clone(), Order::Natural { or_equal }, m.clone());
            let holds = |i, m| sides.hold(&[i, m]).unwrap();
            assert_eq!([holds(-1, 3), holds(0, 3), holds(2, 3)], [false, true, true]);
            assert_eq!([holds(3, 3), holds(4, 3)], [or_equal, false]);
        }
    }
}
