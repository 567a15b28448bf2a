//! The equation `digit_0*stride_0 + digit_1*stride_1 + … = target` in digits with bounds.

use rustc_hash::FxHashSet;

use super::digit::{Digit, Exhausted, Rest, Steps, candidates};
use super::halves;

/// The unknown digits: for each its stride and the least and the greatest value it may take.
///
/// # Invariants
///
/// 1. Each sum of a digit times its stride fits in 64 bits, so that sums of all fit in an `i128`.
#[derive(Debug, Clone)]
pub(super) struct BoundedSum {
    pub digits: Vec<Digit>,
}

/// A step down the tree of digits hashes what failed, and costs as much as so many sums of a half.
const DESCENT: u64 = 16;

/// So far the tree is searched before the digits are halved, and after that came to no end.
const FIRST_DESCENTS: u64 = 1 << 12;
const LAST_DESCENTS: u64 = 1 << 18;

impl BoundedSum {
    /// Digits within their bounds that sum to `target`; `None` if there are none.
    ///
    /// Exact unless the budget ends. The search fixes the digits from the largest stride down. What
    /// is left for the smaller strides must lie within their least and greatest sum and be a
    /// multiple of their greatest common divisor, which leaves one choice at each step if every
    /// stride is larger than the span of the smaller ones. Sums that were seen to fail are kept.
    /// Strides of one size leave nearly all choices; then the sums of the smaller and those of the
    /// larger strides meet in the middle, which takes the root of that many steps.
    pub(super) fn solve(
        &self,
        target: i128,
        steps: &mut Steps,
    ) -> Result<Option<Vec<i64>>, Exhausted> {
        if self.digits.iter().any(|digit| digit.greatest < digit.least) {
            return Ok(None);
        }
        // A digit with one value only moves the target.
        let mut solution: Vec<i64> = self.digits.iter().map(|digit| digit.least).collect();
        let free: Vec<usize> = (0..self.digits.len())
            .filter(|&position| self.digits[position].least < self.digits[position].greatest)
            .collect();
        let fixed = self.digits.iter().filter(|digit| digit.least == digit.greatest);
        let moved = fixed.map(|digit| i128::from(digit.least) * i128::from(digit.stride));
        let target = target - moved.sum::<i128>();
        let sum = BoundedSum { digits: free.iter().map(|&at| self.digits[at]).collect() };
        let found = (sum.descend(target, FIRST_DESCENTS, steps))
            .or_else(|Exhausted| halves::solve(&sum.digits, target, steps))
            .or_else(|Exhausted| sum.descend(target, LAST_DESCENTS, steps))?;
        Ok(found.map(|values| {
            for (position, value) in free.into_iter().zip(values) {
                solution[position] = value;
            }
            solution
        }))
    }

    /// The search down the tree of digits, of so many steps at most.
    fn descend(
        &self,
        target: i128,
        descents: u64,
        steps: &mut Steps,
    ) -> Result<Option<Vec<i64>>, Exhausted> {
        let mut order: Vec<usize> = (0..self.digits.len()).collect();
        order.sort_by_key(|&position| {
            std::cmp::Reverse(self.digits[position].stride.unsigned_abs())
        });
        let mut rests = vec![Rest::NOTHING];
        for &position in order.iter().rev() {
            rests.push(rests[rests.len() - 1].with(self.digits[position]));
        }
        rests.reverse();
        let mut search = SumSearch {
            sum: self,
            order,
            rests,
            failed: FxHashSet::default(),
            found: Vec::new(),
            steps,
            descents,
        };
        let is_solved = search.rests[0].holds(target) && search.descend(0, target)?;
        if !is_solved {
            return Ok(None);
        }
        let mut solution = vec![0; self.digits.len()];
        for (&position, &value) in search.order.iter().zip(&search.found) {
            solution[position] = value;
        }
        Ok(Some(solution))
    }
}

struct SumSearch<'a> {
    sum: &'a BoundedSum,
    /// The positions of the digits, largest stride first.
    order: Vec<usize>,
    /// `rests[k]` is about the digits `order[k..]`.
    rests: Vec<Rest>,
    failed: FxHashSet<(usize, i128)>,
    /// The values of the digits fixed so far.
    found: Vec<i64>,
    steps: &'a mut Steps,
    /// How often this search may still go down.
    descents: u64,
}

impl SumSearch<'_> {
    /// True if `order[level..]` can sum to `target`, which `rests[level]` holds.
    fn descend(&mut self, level: usize, target: i128) -> Result<bool, Exhausted> {
        if level == self.order.len() {
            return Ok(target == 0);
        }
        self.descents = self.descents.checked_sub(1).ok_or(Exhausted)?;
        self.steps.take(DESCENT)?;
        let digit = self.sum.digits[self.order[level]];
        let rest = self.rests[level + 1];
        if digit.stride == 0 {
            // The strides are sorted, so that all that are left are 0 and any values do.
            self.found.push(digit.least.max(0).min(digit.greatest));
            return self.descend(level + 1, target);
        }
        if self.failed.contains(&(level, target)) {
            return Ok(false);
        }
        let Some(candidates) = candidates(digit, rest, target) else { return Ok(false) };
        let stride = i128::from(digit.stride);
        let mut value = candidates.first;
        while value <= candidates.last {
            self.found.push(value as i64);
            if self.descend(level + 1, target - value * stride)? {
                return Ok(true);
            }
            self.found.pop();
            value += candidates.step;
        }
        self.failed.insert((level, target));
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(digits: &[(i64, i64, i64)], target: i128) -> Option<Vec<i64>> {
        let digits = digits
            .iter()
            .map(|&(stride, least, greatest)| Digit { stride, least, greatest })
            .collect();
        BoundedSum { digits }.solve(target, &mut Steps { left: 1 << 20 }).unwrap()
    }

    #[test]
    fn agrees_with_trying_all_digits() {
        let mut solvable = 0;
        for strides in 0..1000_i64 {
            let stride = |place: i64| strides / place % 10 - 3;
            let digits = [(stride(1), -2, 1), (stride(10), 0, 2), (stride(100), -1, 2)];
            for target in -9..10_i64 {
                let mut all = (-2..=1)
                    .flat_map(|a| (0..=2).flat_map(move |b| (-1..=2).map(move |c| [a, b, c])));
                let sum = |values: &[i64]| -> i64 {
                    digits.iter().zip(values).map(|(digit, value)| digit.0 * value).sum()
                };
                let exists = all.any(|values| sum(&values) == target);
                let found = solve(&digits, target.into());
                assert_eq!(found.is_some(), exists, "{digits:?} to {target}");
                if let Some(values) = found {
                    assert_eq!(sum(&values), target, "{digits:?} gave {values:?}");
                    let fits = |(value, digit): (&i64, &(i64, i64, i64))| {
                        (digit.1..=digit.2).contains(value)
                    };
                    assert!(values.iter().zip(&digits).all(fits), "{digits:?} gave {values:?}");
                    solvable += 1;
                }
            }
        }
        assert!(1000 < solvable && solvable < 18_000);
    }

    #[test]
    fn wide_digits_are_not_enumerated() {
        let wide = 1 << 40;
        assert_eq!(solve(&[(2, 0, wide), (4, -wide, wide)], 7), None);
        assert_eq!(solve(&[(3, 1, wide), (-2, 1, wide)], 0), Some(vec![2, 3]));
        assert_eq!(solve(&[(wide, 1, 5), (1, 0, wide - 1)], 0), None);
    }

    #[test]
    fn the_budget_ends_a_hard_search() {
        // 40 strides of one size without a pattern: no stride bounds the others.
        let mut state = 1_u64;
        let digits = (0..40)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                Digit { stride: 1 << 55 | (state >> 9) as i64, least: 0, greatest: 1 }
            })
            .collect();
        let sum = BoundedSum { digits };
        assert_eq!(sum.solve(20 << 55 | 1 << 54, &mut Steps { left: 1000 }), Err(Exhausted));
    }
}
