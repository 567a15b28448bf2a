//! Bounds of numbers.

/// Bounds of a value, both included. A low end at `-FAR` and a high end at `FAR` are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub low: i128,
    pub high: i128,
}

/// The numbers that count as too large to tell apart.
pub(super) const FAR: i128 = 1 << 120;

impl Range {
    pub const ANY: Range = Range { low: -FAR, high: FAR };

    pub fn new(low: i128, high: i128) -> Self {
        Range { low: low.clamp(-FAR, FAR), high: high.clamp(-FAR, FAR) }
    }

    /// The number, if there is only one.
    pub fn as_number(self) -> Option<i128> {
        (self.low == self.high && -FAR < self.low && self.high < FAR).then_some(self.low)
    }

    /// How many bits the numbers have, if none is negative or too large to tell.
    pub fn bits(self) -> Option<u32> {
        (0 <= self.low && self.high < FAR).then(|| 128 - self.high.leading_zeros())
    }

    /// True if an end is missing.
    fn is_open(self) -> bool {
        self.low <= -FAR || FAR <= self.high
    }

    pub fn plus(self, other: Range) -> Self {
        let low = if self.low.min(other.low) <= -FAR { -FAR } else { self.low + other.low };
        let high = if FAR <= self.high.max(other.high) { FAR } else { self.high + other.high };
        Range::new(low, high)
    }

    pub fn minus(self, other: Range) -> Self {
        self.plus(Range::new(-other.high, -other.low))
    }

    pub fn times(self, other: Range) -> Self {
        if !self.is_open() && !other.is_open() {
            return self.over(other, i128::checked_mul);
        }
        match 0 <= self.low && 0 <= other.low {
            true => Range::new(self.low.saturating_mul(other.low), FAR),
            false => Range::ANY,
        }
    }

    /// The quotients, rounded down, by positive numbers.
    pub fn divided(self, other: Range) -> Self {
        if !self.is_open() && !other.is_open() {
            return self.over(other, i128::checked_div_euclid);
        }
        // A quotient is between the dividend and 0, or -1.
        let high = if FAR <= self.high { FAR } else { self.high.max(0) };
        Range::new(self.low.min(0), high)
    }

    /// The numbers whose multiple by a factor other than 0 is in the range.
    pub fn over_factor(self, factor: i128) -> Self {
        if factor < 0 {
            return Range::new(-self.high, -self.low).over_factor(factor.saturating_neg());
        }
        let low = if self.low <= -FAR { -FAR } else { -(-self.low).div_euclid(factor) };
        let high = if FAR <= self.high { FAR } else { self.high.div_euclid(factor) };
        Range { low, high }
    }

    pub fn is_within(self, other: Range) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    pub fn intersection(self, other: Range) -> Self {
        let low = self.low.max(other.low);
        Range { low, high: self.high.min(other.high).max(low) }
    }

    /// The least range that holds what an operation, which is monotonous or bilinear in each
    /// argument, gives at the ends.
    fn over(self, other: Range, value: impl Fn(i128, i128) -> Option<i128>) -> Self {
        let ends = [(self.low, other.low), (self.low, other.high), (self.high, other.low)];
        let ends = ends.into_iter().chain([(self.high, other.high)]);
        let values: Option<Vec<i128>> = ends.map(|(a, b)| value(a, b)).collect();
        let Some(values) = values else { return Range::ANY };
        let (low, high) = (values.iter().min(), values.iter().max());
        Range::new(*low.unwrap_or(&-FAR), *high.unwrap_or(&FAR))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_that_is_missing_stays_so() {
        let range = Range::new;
        let natural = range(0, i64::MAX.into());
        let square = natural.times(natural);
        assert_eq!(square, range(0, FAR));
        assert_eq!(square.divided(range(1 << 60, 1 << 60)), range(0, FAR));
        assert_eq!(square.minus(square), Range::ANY);
        assert_eq!(square.plus(range(-5, -5)), range(-5, FAR));
        assert_eq!(square.times(range(1, 4)), range(0, FAR));
        assert_eq!(square.times(range(-1, 4)), Range::ANY);
        // Numbers past the end are above it.
        let large = range(1 << 125, 1 << 125);
        assert_eq!((large.low, large.high, large.as_number()), (FAR, FAR, None));
        assert_eq!(square.minus(large).high, FAR);
        assert_eq!(range(-7, 9).divided(range(2, 4)), range(-4, 4));
        assert_eq!(range(-7, 9).divided(large), range(-7, 9));
        assert_eq!(range(-7, 9).times(range(-2, 3)), range(-21, 27));
        assert_eq!(range(-7, 9).over_factor(2), range(-3, 4));
        assert_eq!(range(-7, 9).over_factor(-4), range(-2, 1));
        assert_eq!(range(5, FAR).over_factor(-2), range(-FAR, -3));
    }
}
