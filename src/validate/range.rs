//! Bounds of numbers.

/// Bounds of a value, both included.
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

    pub fn plus(self, other: Range) -> Self {
        Range::new(self.low.saturating_add(other.low), self.high.saturating_add(other.high))
    }

    pub fn times(self, other: Range) -> Self {
        self.over(other, i128::checked_mul)
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
    pub fn over(self, other: Range, value: impl Fn(i128, i128) -> Option<i128>) -> Self {
        let ends = [(self.low, other.low), (self.low, other.high), (self.high, other.low)];
        let ends = ends.into_iter().chain([(self.high, other.high)]);
        let values: Option<Vec<i128>> = ends.map(|(a, b)| value(a, b)).collect();
        let Some(values) = values else { return Range::ANY };
        let (low, high) = (values.iter().min(), values.iter().max());
        Range::new(*low.unwrap_or(&-FAR), *high.unwrap_or(&FAR))
    }
}
