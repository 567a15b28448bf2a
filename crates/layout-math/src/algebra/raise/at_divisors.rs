//! A function known at the divisors of its size, which leave one layout that it may be.

/// Values of a function: at 0, at the divisors of its size, in increasing order (none if they are
/// not known), and at other places.
pub struct AtDivisors {
    pub first: i64,
    pub steps: Vec<(i64, i64)>,
    pub others: Vec<(i64, i64)>,
}

impl AtDivisors {
    /// False if no layout has the values, each changed by `change`. True says nothing.
    ///
    /// A layout's steps are divisors of its size, the next one being the least multiple of the step
    /// before at which the value is not that multiple of the stride. So the values at the divisors
    /// leave one candidate.
    pub fn allow(&self, size: i64, change: impl Fn(i64) -> Option<i64>) -> bool {
        if self.steps.is_empty() {
            return true;
        }
        let mut modes: Vec<(i64, i64)> = Vec::new();
        for &(step, value) in &self.steps {
            let Some(value) = change(value) else { return true };
            let goes_on = |&(begin, stride): &(i64, i64)| {
                step % begin == 0 && stride.checked_mul(step / begin) == Some(value)
            };
            match modes.last() {
                Some(mode) if goes_on(mode) => {}
                // Only a multiple of the step before can be the next step.
                Some((begin, _)) if step % begin != 0 => {}
                _ => modes.push((step, value)),
            }
        }
        self.others.iter().all(|&(coordinate, value)| {
            let Some(value) = change(value) else { return true };
            let mut offset = 0_i128;
            let mut end = size;
            for &(begin, stride) in modes.iter().rev() {
                let digit = coordinate % end / begin;
                offset += i128::from(digit) * i128::from(stride);
                end = begin;
            }
            offset == i128::from(value)
        })
    }
}

/// The divisors of a positive integer in increasing order. None where finding them would be slow:
/// if two of its prime factors, or more, are above 2^20.
pub fn divisors(number: i64) -> Option<Vec<i64>> {
    let mut divisors = vec![1_i64];
    let mut add = |prime: i64| {
        let multiples: Vec<i64> = divisors.iter().map(|divisor| divisor * prime).collect();
        divisors.extend(multiples);
        divisors.sort_unstable();
        divisors.dedup();
    };
    let mut rest = number;
    let mut prime = 2;
    while prime * prime <= rest && prime < 1 << 20 {
        while rest % prime == 0 {
            rest /= prime;
            add(prime);
        }
        prime += 1;
    }
    if prime * prime <= rest {
        return None;
    }
    if rest != 1 {
        add(rest);
    }
    Some(divisors)
}

/// Coordinates below a size at which layouts are compared: the first ones, the last one, and
/// multiples of the golden ratio, which no layout lines up with.
pub fn spread(size: i64) -> impl Iterator<Item = i64> {
    let golden = 0x9E37_79B9_7F4A_7C15_u64.cast_signed();
    let multiples = (1..=64).map(move |k| golden.wrapping_mul(k).rem_euclid(size));
    (0..64.min(size)).chain([size - 1]).chain(multiples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_are_complete_or_none() {
        assert_eq!(divisors(1), Some(vec![1]));
        assert_eq!(divisors(60), Some(vec![1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60]));
        assert_eq!(divisors(1 << 62).map(|divisors| divisors.len()), Some(63));
        // A prime above 2^20 by itself, and twice.
        assert_eq!(divisors(2 * 1_048_583), Some(vec![1, 2, 1_048_583, 2 * 1_048_583]));
        assert_eq!(divisors(1_048_583 * 1_048_583), None);
    }

    #[test]
    fn a_candidate_from_the_divisors_is_compared_elsewhere() {
        let samples = |f: fn(i64) -> i64| AtDivisors {
            first: f(0),
            steps: [1, 2, 3, 4, 6].map(|c| (c, f(c))).to_vec(),
            others: (0..12).map(|c| (c, f(c))).collect(),
        };
        assert!(samples(|c| c % 3 * 5 + c / 3).allow(12, Some));
        assert!(samples(|c| 7 * c).allow(12, Some));
        assert!(!samples(|c| c % 5).allow(12, Some));
        assert!(!samples(|c| c + c / 5).allow(12, Some));
        assert!(!samples(|c| 7 * c).allow(12, |value| Some(value ^ 8)));
    }
}
