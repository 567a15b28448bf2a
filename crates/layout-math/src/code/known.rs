//! What is known about a value before the program runs.

/// Bounds of a value, both included, and bits of it that are 0.
///
/// Invariants: `low <= high`; if `low < 0` then no bit is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    low: i64,
    high: i64,
    zeros: u64,
}

impl Known {
    /// Nothing is known.
    pub(crate) const ANYTHING: Known = Known { low: i64::MIN, high: i64::MAX, zeros: 0 };

    pub fn constant(value: i64) -> Self {
        Known { zeros: if value < 0 { 0 } else { !(value as u64) }, ..Known::between(value, value) }
    }

    /// A value in `[low, high]`.
    pub fn between(low: i64, high: i64) -> Self {
        let zeros = if low < 0 { 0 } else { !above(high) };
        Known { low, high: high.max(low), zeros }
    }

    /// The same value with some more bits that are 0.
    pub(crate) fn with_zeros(self, zeros: u64) -> Self {
        if self.low < 0 {
            return self;
        }
        let zeros = self.zeros | zeros;
        Known { zeros, high: self.high.min((!zeros) as i64).max(self.low), ..self }
    }

    /// What is known if both of these hold.
    pub(crate) fn and_known(self, other: Known) -> Self {
        let low = self.low.max(other.low);
        let known = Known::between(low, self.high.min(other.high));
        let bits = |known: Known| if known.low < 0 { 0 } else { known.zeros };
        known.with_zeros(bits(self) | bits(other))
    }

    /// How many of the lowest bits are 0.
    pub(crate) fn low_zeros(self) -> u32 {
        self.zeros.trailing_ones()
    }

    pub fn low(self) -> i64 {
        self.low
    }

    pub fn high(self) -> i64 {
        self.high
    }

    /// The bits that may be 1.
    pub(crate) fn possible(self) -> u64 {
        !self.zeros
    }

    /// The value, if it is known.
    pub fn as_constant(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    /// True if no bit may be 1 in both.
    pub(crate) fn is_disjoint(self, other: Known) -> bool {
        0 <= self.low && 0 <= other.low && self.possible() & other.possible() == 0
    }

    fn spanning(low: i128, high: i128) -> Self {
        match (i64::try_from(low), i64::try_from(high)) {
            (Ok(low), Ok(high)) => Known::between(low, high),
            _ => Known::ANYTHING,
        }
    }

    pub fn plus(self, other: Known) -> Self {
        let sum = Known::spanning(
            i128::from(self.low) + i128::from(other.low),
            i128::from(self.high) + i128::from(other.high),
        );
        if self.is_disjoint(other) {
            return sum.with_zeros(self.zeros & other.zeros);
        }
        // Below the lowest bit of both nothing is added.
        let low_zeros = self.zeros.trailing_ones().min(other.zeros.trailing_ones());
        sum.with_zeros(below(low_zeros))
    }

    pub fn minus(self, other: Known) -> Self {
        Known::spanning(
            i128::from(self.low) - i128::from(other.high),
            i128::from(self.high) - i128::from(other.low),
        )
    }

    pub fn times(self, other: Known) -> Self {
        let ends = [
            i128::from(self.low) * i128::from(other.low),
            i128::from(self.low) * i128::from(other.high),
            i128::from(self.high) * i128::from(other.low),
            i128::from(self.high) * i128::from(other.high),
        ];
        let low = ends.into_iter().min().unwrap_or(0);
        let high = ends.into_iter().max().unwrap_or(0);
        let product = Known::spanning(low, high);
        match other.as_constant() {
            Some(factor) if 0 < factor && factor & (factor - 1) == 0 => {
                let shift = factor.trailing_zeros();
                product.with_zeros(self.zeros << shift | below(shift))
            }
            _ => {
                let low_zeros = self.zeros.trailing_ones() + other.zeros.trailing_ones();
                product.with_zeros(below(low_zeros))
            }
        }
    }

    /// The quotient by a positive number, of a value that is not negative.
    pub(crate) fn divided(self, divisor: Known) -> Self {
        if self.low < 0 || divisor.low < 1 {
            return Known::ANYTHING;
        }
        let quotient = Known::between(self.low / divisor.high, self.high / divisor.low);
        match divisor.as_constant() {
            Some(divisor) if divisor & (divisor - 1) == 0 => {
                let shift = divisor.trailing_zeros();
                quotient.with_zeros(self.zeros >> shift | !(u64::MAX >> shift))
            }
            _ => quotient,
        }
    }

    /// The quotient by a positive number, rounded down, of any value.
    pub(crate) fn floor_divided(self, divisor: Known) -> Self {
        if 0 <= self.low || divisor.low < 1 {
            return self.divided(divisor);
        }
        let high = self.high.div_euclid(if self.high < 0 { divisor.high } else { divisor.low });
        Known::between(self.low.div_euclid(divisor.low), high)
    }

    /// The remainder by a positive number, of a value that is not negative.
    pub fn remainder(self, divisor: Known) -> Self {
        if self.low < 0 || divisor.low < 1 {
            return Known::ANYTHING;
        }
        if self.high < divisor.low {
            return self;
        }
        Known::between(0, self.high.min(divisor.high - 1))
    }

    pub fn and(self, mask: Known) -> Self {
        if self.low < 0 && mask.low < 0 {
            return Known::ANYTHING;
        }
        let high = [self, mask].into_iter().filter(|known| 0 <= known.low).map(|known| known.high);
        Known::between(0, high.min().unwrap_or(i64::MAX)).with_zeros(self.zeros | mask.zeros)
    }

    /// Either or both of the bits, or exactly one of them.
    pub fn or(self, other: Known) -> Self {
        if self.low < 0 || other.low < 0 {
            return Known::ANYTHING;
        }
        Known::between(0, i64::MAX).with_zeros(self.zeros & other.zeros)
    }
}

/// The bits that a number up to `high` may have.
fn above(high: i64) -> u64 {
    below(64 - (high as u64).leading_zeros())
}

/// The lowest `n` bits.
fn below(n: u32) -> u64 {
    if n < 64 { (1 << n) - 1 } else { u64::MAX }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every result of an operation on values of the two ranges is within what is known of it.
    #[test]
    fn what_is_known_holds() {
        let ranges = [(0, 0), (0, 5), (3, 7), (0, 12), (4, 4), (-3, 2), (8, 8)];
        for a in ranges.map(|(low, high)| Known::between(low, high)) {
            for b in ranges.map(|(low, high)| Known::between(low, high)) {
                for x in a.low..=a.high {
                    for y in b.low..=b.high {
                        let check = |name, known: Known, value: i64| {
                            assert!(known.low <= value && value <= known.high, "{x} {name} {y}");
                            let bits = known.low < 0 || value as u64 & known.zeros == 0;
                            assert!(bits, "{x} {name} {y}: {known:?}");
                        };
                        check("+", a.plus(b), x + y);
                        check("-", a.minus(b), x - y);
                        check("*", a.times(b), x * y);
                        check("&", a.and(b), x & y);
                        check("|", a.or(b), x | y);
                        check("^", a.or(b), x ^ y);
                        if 0 < y {
                            check("floor", a.floor_divided(b), x.div_euclid(y));
                        }
                        if 0 <= x && 0 < y {
                            check("/", a.divided(b), x / y);
                            check("%", a.remainder(b), x % y);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn bits_that_are_zero() {
        let shifted = Known::between(0, 7).times(Known::constant(8));
        assert_eq!((shifted.possible(), shifted.high()), (0b111_000, 56));
        assert!(shifted.is_disjoint(Known::between(0, 7)));
        assert_eq!(shifted.plus(Known::between(0, 3)).possible(), 0b111_011);
    }

    #[test]
    fn bits_in_the_middle_of_a_factor_stay_known() {
        // 0, 1, 16 or 17, times 4.
        let some = Known::between(0, 17).with_zeros(!0b10001);
        assert_eq!(some.times(Known::constant(4)).possible(), 0b100_0100);
    }

    #[test]
    fn quotients_below_zero() {
        let quotient = Known::between(-10, -4).floor_divided(Known::between(2, 4));
        assert_eq!((quotient.low(), quotient.high()), (-5, -1));
    }
}
