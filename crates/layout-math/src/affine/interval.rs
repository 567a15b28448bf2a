//! What is known of a number.

use std::cmp::Ordering;

/// The integers between two ends, both included, either of which may be absent.
///
/// ```
/// use layout_math::affine::Interval;
///
/// let digit = Interval::new(0, 7);
/// let more = Interval { low: Some(1), high: None };
/// assert_eq!(digit.plus(more), Interval { low: Some(1), high: None });
/// assert_eq!(digit.times(Interval::new(-2, 1)), Interval::new(-14, 7));
/// assert!(digit.is_within(Interval::at_least(0)) && !more.is_within(digit));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Interval {
    pub low: Option<i128>,
    pub high: Option<i128>,
}

impl From<(i64, i64)> for Interval {
    fn from((low, high): (i64, i64)) -> Self {
        Interval::new(low.into(), high.into())
    }
}

/// An end, with those that are absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Below,
    At(i128),
    Above,
}

impl Interval {
    /// All integers.
    pub const ANY: Interval = Interval { low: None, high: None };

    pub fn new(low: i128, high: i128) -> Self {
        Interval { low: Some(low), high: Some(high) }
    }

    /// One number.
    pub fn of(number: i128) -> Self {
        Interval::new(number, number)
    }

    pub fn at_least(low: i128) -> Self {
        Interval { low: Some(low), high: None }
    }

    pub fn at_most(high: i128) -> Self {
        Interval { low: None, high: Some(high) }
    }

    /// The number, if there is only one.
    pub fn as_number(self) -> Option<i128> {
        self.low.filter(|_| self.low == self.high)
    }

    /// True if no number is below 0.
    pub fn is_natural(self) -> bool {
        self.low.is_some_and(|low| 0 <= low)
    }

    /// True if it holds no number.
    pub fn is_empty(self) -> bool {
        self.low.zip(self.high).is_some_and(|(low, high)| high < low)
    }

    pub fn contains(self, number: i128) -> bool {
        Interval::of(number).is_within(self)
    }

    pub fn is_within(self, other: Interval) -> bool {
        let [low, high] = self.ends();
        let [least, greatest] = other.ends();
        least <= low && high <= greatest
    }

    /// How many bits the numbers have, if none is negative and one is the greatest.
    pub(crate) fn bits(self) -> Option<u32> {
        self.high.filter(|_| self.is_natural()).map(|high| 128 - high.leading_zeros())
    }

    /// The ends within 64 bits: what passes them is as far as they go.
    pub fn clamped(self) -> (i64, i64) {
        let clamped = |end: i128| end.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        (self.low.map_or(i64::MIN, clamped), self.high.map_or(i64::MAX, clamped))
    }

    /// The ends, if both are numbers of 64 bits.
    pub(crate) fn as_ends(self) -> Option<(i64, i64)> {
        Some((i64::try_from(self.low?).ok()?, i64::try_from(self.high?).ok()?))
    }

    /// The numbers in both.
    #[must_use]
    pub fn intersection(self, other: Interval) -> Self {
        let low = self.low.max(other.low);
        let high = [self.high, other.high].into_iter().flatten().min();
        Interval { low, high }
    }

    /// The numbers in both, or the first that could be if there are none: what is known of a number that
    /// there is.
    #[must_use]
    pub(crate) fn narrowed(self, other: Interval) -> Self {
        let both = self.intersection(other);
        if both.is_empty() { Interval { high: both.low, ..both } } else { both }
    }

    /// The least interval that holds both.
    #[must_use]
    pub fn hull(self, other: Interval) -> Self {
        let low = self.low.zip(other.low).map(|(a, b)| a.min(b));
        let high = self.high.zip(other.high).map(|(a, b)| a.max(b));
        Interval { low, high }
    }

    /// The sums. An end past 128 bits is absent, as for all that follow.
    #[must_use]
    pub fn plus(self, other: Interval) -> Self {
        let sum = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Interval { low: sum(self.low, other.low), high: sum(self.high, other.high) }
    }

    /// The differences.
    #[must_use]
    pub fn minus(self, other: Interval) -> Self {
        self.plus(other.negated())
    }

    #[must_use]
    pub fn negated(self) -> Self {
        let [low, high] = [self.high, self.low].map(|end| end.and_then(i128::checked_neg));
        Interval { low, high }
    }

    /// The multiples by a number.
    #[must_use]
    pub fn scaled(self, factor: impl Into<i128>) -> Self {
        let factor = factor.into();
        let (low, high) = match factor.cmp(&0) {
            Ordering::Less => (self.high, self.low),
            Ordering::Equal => return Interval::of(0),
            Ordering::Greater => (self.low, self.high),
        };
        let [low, high] = [low, high].map(|end| end.and_then(|end| end.checked_mul(factor)));
        Interval { low, high }
    }

    /// The products.
    #[must_use]
    pub fn times(self, other: Interval) -> Self {
        let [least, greatest] = self.ends();
        let others = other.ends();
        let products = [others.map(|end| least.times(end)), others.map(|end| greatest.times(end))];
        let [[a, b], [c, d]] = products;
        let number = |end: End| if let End::At(number) = end { Some(number) } else { None };
        Interval { low: number(a.min(b).min(c).min(d)), high: number(a.max(b).max(c).max(d)) }
    }

    /// The quotients by positive numbers, rounded down.
    #[must_use]
    pub fn divided(self, other: Interval) -> Self {
        let Some(least @ 1..) = other.low else { return Interval::ANY };
        // The quotient by a number without end is 0, or -1.
        let by = |end: i128, divisor: Option<i128>| match divisor {
            Some(divisor) => end.div_euclid(divisor),
            None => end.signum().min(0),
        };
        let nearest = |end: i128| if end < 0 { other.high } else { Some(least) };
        let furthest = |end: i128| if end < 0 { Some(least) } else { other.high };
        let low = self.low.map(|low| by(low, furthest(low)));
        Interval { low, high: self.high.map(|high| by(high, nearest(high))) }
    }

    /// The remainders by a number that is positive.
    #[must_use]
    pub fn modulo(self, divisor: impl Into<i128>) -> Self {
        let all = Interval::new(0, divisor.into() - 1);
        if self.is_within(all) { self } else { all }
    }

    /// The numbers whose multiple by a factor other than 0 is in the interval.
    #[must_use]
    pub(crate) fn over_factor(self, factor: impl Into<i128>) -> Self {
        let factor = factor.into();
        if factor < 0 {
            return self.negated().over_factor(factor.saturating_neg());
        }
        let low = self.low.map(|low| num_integer::div_ceil(low, factor));
        Interval { low, high: self.high.map(|high| high.div_euclid(factor)) }
    }

    fn ends(self) -> [End; 2] {
        [self.low.map_or(End::Below, End::At), self.high.map_or(End::Above, End::At)]
    }
}

impl End {
    fn sign(self) -> Ordering {
        self.cmp(&End::At(0))
    }

    fn times(self, other: End) -> End {
        if let (End::At(a), End::At(b)) = (self, other)
            && let Some(product) = a.checked_mul(b)
        {
            return End::At(product);
        }
        match (self.sign(), other.sign()) {
            (Ordering::Equal, _) | (_, Ordering::Equal) => End::At(0),
            (a, b) if a == b => End::Above,
            _ => End::Below,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 alone, whatever ends are missing.
    #[test]
    fn nothing_is_left_of_a_multiple_by_0() {
        for interval in [Interval::ANY, Interval::at_least(3), Interval::new(-3, 5)] {
            assert_eq!(interval.scaled(0), Interval::of(0));
            assert_eq!(interval.scaled(-1), interval.negated());
        }
    }

    #[test]
    fn an_end_that_is_missing_stays_so() {
        let range = |low: i128, high: i128| Interval::new(low, high);
        let natural = range(0, i64::MAX.into());
        let many = Interval::at_least(0);
        assert_eq!(many.divided(range(1 << 60, 1 << 60)), many);
        assert_eq!(many.minus(many), Interval::ANY);
        assert_eq!(many.plus(range(-5, -5)), Interval::at_least(-5));
        assert_eq!(many.times(range(1, 4)), many);
        assert_eq!(many.times(range(-1, 4)), Interval::ANY);
        assert_eq!(many.times(range(-3, 0)), Interval::at_most(0));
        assert_eq!(natural.times(many), many);
        // What passes 128 bits has no end.
        let large = range(1 << 125, 1 << 125);
        assert_eq!(large.times(range(-4, 4)), Interval::at_least(i128::MIN));
        assert_eq!(range(-7, 9).divided(range(2, 4)), range(-4, 4));
        // By a number without end it is 0, or -1.
        assert_eq!(range(3, 9).divided(Interval::at_least(2)), range(0, 4));
        assert_eq!(range(-9, -3).divided(Interval::at_least(2)), range(-5, -1));
        assert_eq!(range(-7, 9).times(range(-2, 3)), range(-21, 27));
        assert_eq!(range(-7, 9).over_factor(2), range(-3, 4));
        assert_eq!(range(-7, 9).over_factor(-4), range(-2, 1));
        assert_eq!(Interval::at_least(5).over_factor(-2), Interval::at_most(-3));
        assert_eq!(range(2, 5).intersection(Interval::at_most(3)), range(2, 3));
        assert_eq!(range(2, 5).hull(Interval::at_most(3)), Interval::at_most(5));
        assert_eq!(range(2, 9).modulo(8), range(0, 7));
        assert_eq!(large.clamped(), (i64::MAX, i64::MAX));
        assert_eq!((large.as_ends(), natural.as_ends()), (None, Some((0, i64::MAX))));
    }

    /// Every result of an operation on numbers of two intervals is in the one that it gives, whose ends
    /// are reached.
    #[test]
    fn operations_give_the_least_interval() {
        let ends = || (-4..=4_i128).flat_map(|low| (low..=4).map(move |high| (low, high)));
        for (a, b) in ends().flat_map(|a| ends().map(move |b| (a, b))) {
            let (x, y) = (Interval::new(a.0, a.1), Interval::new(b.0, b.1));
            let check = |found: Interval, value: &dyn Fn(i128, i128) -> i128| {
                let values = (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y)));
                let values: Vec<i128> = values.map(|(x, y)| value(x, y)).collect();
                let [low, high] = [values.iter().min(), values.iter().max()];
                assert_eq!(
                    found,
                    Interval { low: low.copied(), high: high.copied() },
                    "{a:?} {b:?}"
                );
            };
            check(x.plus(y), &|x, y| x + y);
            check(x.minus(y), &|x, y| x - y);
            check(x.times(y), &|x, y| x * y);
            if 0 < b.0 {
                check(x.divided(y), &|x, y| x.div_euclid(y));
            }
        }
    }
}
