//! Division by a number that many are divided by.

/// A divisor of at least 2, with the factor that a multiplication by it is the division: a division takes
/// several times as long as a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Divisor {
    divisor: i64,
    /// `floor(2^(64 + shift) / divisor) + 1`: it has 64 bits, as the divisor is more than `2^shift`.
    factor: u64,
    shift: u32,
}

impl Divisor {
    pub fn new(divisor: i64) -> Self {
        assert!(2 <= divisor, "a divisor of at least 2");
        let magnitude = divisor.unsigned_abs();
        let shift = (magnitude - 1).ilog2();
        let factor = (1_u128 << (64 + shift)) / u128::from(magnitude) + 1;
        Divisor { divisor, factor: factor as u64, shift }
    }

    /// The greatest integer at most `number / divisor`.
    ///
    /// The factor is too large by at most 1, so that a product of a number of 63 bits is too large by less than
    /// `2^63`, which is at most `2^(64 + shift) / divisor`: the least by which a quotient falls short of the next
    /// integer (Granlund and Montgomery 1994). What is negative is turned over: `floor(n / d)` is
    /// `-1 - floor((-1 - n) / d)`.
    pub fn floor(self, number: i64) -> i64 {
        let sign = number >> 63;
        let product = u128::from((number ^ sign).cast_unsigned()) * u128::from(self.factor);
        ((product >> 64) as u64 >> self.shift).cast_signed() ^ sign
    }

    /// The least integer at least `number / divisor`.
    pub fn ceil(self, number: i64) -> i64 {
        self.floor(number) + i64::from(self.remainder(number) != 0)
    }

    /// The remainder of a number in `[0, divisor)`.
    pub fn remainder(self, number: i64) -> i64 {
        number.wrapping_sub(self.floor(number).wrapping_mul(self.divisor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_those_of_a_division() {
        let near = |number: i64| (-3..=3).filter_map(move |more| number.checked_add(more));
        let powers = || (0..63).map(|bits| 1_i64 << bits);
        let ends = || powers().chain([3_i64.pow(39), 5_i64.pow(27), 10_i64.pow(18), i64::MAX]);
        for divisor in ends().flat_map(near).filter(|&divisor| 2 <= divisor) {
            let own = Divisor::new(divisor);
            let multiples = ends().map(|end| end - end % divisor);
            let numbers = ends().chain(multiples).flat_map(near).flat_map(|n| [n, !n]);
            for number in numbers.chain([i64::MIN, i64::MIN + 1]) {
                assert_eq!(own.floor(number), number.div_euclid(divisor), "{number} / {divisor}");
                let ceil = number.div_euclid(divisor) + i64::from(number.rem_euclid(divisor) != 0);
                assert_eq!(own.ceil(number), ceil, "{number} / {divisor}");
                assert_eq!(
                    own.remainder(number),
                    number.rem_euclid(divisor),
                    "{number} % {divisor}"
                );
            }
        }
    }

    #[test]
    fn small_numbers() {
        for divisor in 2..200 {
            let own = Divisor::new(divisor);
            for number in -1000..1000 {
                assert_eq!(own.floor(number), number.div_euclid(divisor));
                assert_eq!(own.remainder(number), number.rem_euclid(divisor));
            }
        }
    }
}
