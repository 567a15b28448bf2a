//! Coordinates at which functions of the digits of a coordinate are likely to differ, if they do.

/// So many coordinates are looked at one after the other, at both ends of the domain, and so many others are
/// spread over it: all of a domain that is no larger.
const FEW: i64 = 1 << 10;

/// So many have digits that are chosen one by one.
const CHOSEN: u64 = 1 << 9;

/// The weights of at most so many digits are looked at.
const MAX_WEIGHTS: usize = 48;

/// The coordinates of a domain that begins at 0, of which a few are looked at.
///
/// Functions that carry from one digit into another differ from those that do not where several digits are
/// large at once: that may be at none of the first coordinates, and at few of all.
pub(crate) struct Samples {
    size: i64,
    /// Of the digits, ascending: each of them is less than `size`, the first is 1.
    weights: Vec<i64>,
    n: i64,
}

impl Samples {
    /// Of a domain of this size, where the functions have digits of these weights.
    pub fn new(size: i64, weights: impl IntoIterator<Item = i64>) -> Self {
        let own = weights.into_iter().filter(|&weight| 1 < weight && weight < size);
        let mut weights: Vec<i64> = std::iter::once(1).chain(own).collect();
        weights.sort_unstable();
        weights.dedup();
        weights.truncate(MAX_WEIGHTS);
        Samples { size, weights, n: FEW }
    }

    /// The same with so many coordinates at each end, and so many that are spread over the domain. Of a function
    /// with as many offsets as half the square of that number, two likely are the same.
    pub fn many(self, n: i64) -> Self {
        Samples { n, ..self }
    }

    /// The least of the coordinates that are looked at with this property.
    pub fn find(&self, mut is_it: impl FnMut(i64) -> bool) -> Option<i64> {
        self.coordinates().into_iter().find(|&coordinate| is_it(coordinate))
    }

    /// A coordinate with this property that is no greater than one that has it: digit by digit less, as long
    /// as it has the property.
    pub fn lowered(&self, found: i64, mut is_it: impl FnMut(i64) -> bool) -> i64 {
        let mut lowered = found;
        for (at, &weight) in self.weights.iter().enumerate().rev() {
            let digit = (lowered % self.end(at)) / weight;
            let mut less = [0, 1, 2, digit / 2, digit - 1].into_iter().filter(|&less| less < digit);
            let better = less.find(|less| 0 <= *less && is_it(lowered - (digit - less) * weight));
            lowered -= better.map_or(0, |less| (digit - less) * weight);
        }
        lowered
    }

    /// The coordinates that are looked at, in ascending order, each once.
    pub fn coordinates(&self) -> Vec<i64> {
        let size = self.size;
        let n = self.n.clamp(0, size);
        let mut all: Vec<i64> = (0..n).flat_map(|c| [c, size - 1 - c]).collect();
        let mut drawn = 0;
        let mut below = |end: i64| {
            drawn += 1;
            scattered(drawn, end)
        };
        if n < size {
            all.extend((0..n).map(|_| below(size)));
        }
        let greatest = |at: usize| self.end(at) - self.weights[at];
        for (at, &weight) in self.weights.iter().enumerate() {
            all.extend([weight, greatest(at), size - weight, self.end(at) - 1]);
            all.extend((0..at).filter_map(|other| greatest(at).checked_add(greatest(other))));
        }
        all.extend((0..CHOSEN).filter_map(|_| {
            let digits = self.weights.iter().enumerate().map(|(at, weight)| {
                let n = self.end(at) / weight;
                match below(4) {
                    0 | 1 => 0,
                    2 => n - 1,
                    _ => below(n),
                }
            });
            let mut parts = digits.zip(&self.weights).map(|(digit, weight)| digit * weight);
            parts.try_fold(0_i64, |sum, part| sum.checked_add(part))
        }));
        all.retain(|coordinate| (0..size).contains(coordinate));
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Where the digit at a place ends: the weight of the next one.
    fn end(&self, at: usize) -> i64 {
        self.weights.get(at + 1).copied().unwrap_or(self.size)
    }
}

/// A number from 0 on below an end, in which the number that it is made of leaves no pattern. It is the same in
/// every run.
fn scattered(number: u64, end: i64) -> i64 {
    // An odd multiplier goes through the residues of 2^64; their high bits are the ones that mix.
    let number = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((mixed ^ (mixed >> 31)) % end.max(1).unsigned_abs()) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_domain_is_looked_at_whole() {
        let samples = Samples::new(200, [3, 3, 0, -1, 400]);
        assert_eq!(samples.coordinates(), (0..200).collect::<Vec<_>>());
        assert_eq!(samples.weights, [1, 3]);
        assert_eq!(Samples::new(0, []).coordinates(), []);
    }

    #[test]
    fn large_digits_are_looked_at_together() {
        // Two of five digits are large only at a thousandth of the coordinates.
        let samples = Samples::new(1 << 50, [10, 20, 30, 40].map(|bits| 1 << bits));
        let digit = |c: i64, at: u32| (c >> (10 * at)) % 1024;
        for (one, other) in (0..5).flat_map(|one| (0..one).map(move |other| (one, other))) {
            let are_large = |c: i64| 1010 < digit(c, one) && 1000 < digit(c, other);
            let found = samples.find(are_large).unwrap();
            assert!(are_large(found));
            let lowered = samples.lowered(found, are_large);
            assert!(are_large(lowered) && lowered <= found);
            assert!((0..5).all(|at| at == one || at == other || digit(lowered, at) == 0));
        }
        let all = samples.coordinates();
        assert!(all.len() < 5000 && all.is_sorted() && all.contains(&((1 << 50) - 1)));
    }

    /// Weights that do not divide one another, and numbers near the end of 64 bits.
    #[test]
    fn nothing_overflows() {
        let size = i64::MAX;
        let samples = Samples::new(size, (1..200).map(|n| (size / 200) * n));
        assert_eq!(samples.weights.len(), MAX_WEIGHTS);
        assert!(samples.coordinates().iter().all(|c| (0..size).contains(c)));
        assert_eq!(samples.lowered(size - 1, |c| c > 5), 6);
    }
}
