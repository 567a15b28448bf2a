//! The equation of a [`BoundedSum`](super::bounded_sum::BoundedSum) by meeting in the middle.
//!
//! The digits of the smaller strides are one half and those of the larger strides the other one. Each
//! half grows digit by digit into the list of all sums that it can have and that the digits outside of
//! it can still complete; the shorter list grows next. When every digit is in a half, the two lists
//! are walked from both ends for a pair that sums to the target.

use super::digit::{Digit, Exhausted, Rest, Steps, candidates};

/// The most sums of a half: with the sums of its first digits they take some 100 MB.
const MAX_SUMS: usize = 1 << 21;

/// So many values of a digit are taken one by one, each with a sorted run of sums.
const MAX_RUNS: u64 = 16;

/// Digits within their bounds, of which there are none without a value, that sum to `target`.
pub(super) fn solve(
    digits: &[Digit],
    target: i128,
    steps: &mut Steps,
) -> Result<Option<Vec<i64>>, Exhausted> {
    let mut order: Vec<usize> = (0..digits.len()).collect();
    order.sort_by_key(|&position| digits[position].stride.unsigned_abs());
    let sorted: Vec<Digit> = order.iter().map(|&position| digits[position]).collect();
    // What the digits before, and the digits from each place on, can sum to.
    let mut before = vec![Rest::NOTHING];
    let mut from = vec![Rest::NOTHING];
    for place in 0..sorted.len() {
        before.push(before[place].with(sorted[place]));
        from.push(from[place].with(sorted[sorted.len() - 1 - place]));
    }
    from.reverse();
    let (mut small, mut large) = (Half::new(), Half::new());
    let (mut begin, mut end) = (0, sorted.len());
    while begin < end {
        if small.reach(sorted[begin]) <= large.reach(sorted[end - 1]) {
            small.extend(sorted[begin], from[begin + 1], target, steps)?;
            begin += 1;
        } else {
            large.extend(sorted[end - 1], before[end - 1], target, steps)?;
            end -= 1;
        }
    }
    let Some((of_small, of_large)) = meeting(small.sums(), large.sums(), target) else {
        return Ok(None);
    };
    let values = small.values(of_small).into_iter().rev().chain(large.values(of_large));
    let mut solution = vec![0; digits.len()];
    for (&position, value) in order.iter().zip(values) {
        solution[position] = value;
    }
    Ok(Some(solution))
}

/// One sum of each sorted list, together the target.
fn meeting(small: &[i128], large: &[i128], target: i128) -> Option<(i128, i128)> {
    let mut rest = large;
    for &sum in small {
        while let [others @ .., last] = rest {
            match target.cmp(&(sum + last)) {
                std::cmp::Ordering::Less => rest = others,
                std::cmp::Ordering::Equal => return Some((sum, *last)),
                std::cmp::Ordering::Greater => break,
            }
        }
    }
    None
}

/// Some of the digits, and the sorted sums of the first ones: none, one, two, and so on.
struct Half {
    digits: Vec<Digit>,
    levels: Vec<Vec<i128>>,
}

impl Half {
    fn new() -> Self {
        Half { digits: Vec::new(), levels: vec![vec![0]] }
    }

    /// The sums of all digits.
    fn sums(&self) -> &[i128] {
        self.levels.last().map_or(&[], Vec::as_slice)
    }

    /// How many sums there can be with one digit more.
    fn reach(&self, digit: Digit) -> u128 {
        self.sums().len() as u128 * digit.greatest.abs_diff(digit.least).saturating_add(1) as u128
    }

    /// With one digit more: the sums that the digits outside, whose sums are `rest`, complete to the
    /// target.
    fn extend(
        &mut self,
        digit: Digit,
        rest: Rest,
        target: i128,
        steps: &mut Steps,
    ) -> Result<(), Exhausted> {
        let stride = i128::from(digit.stride);
        let completed = |sum: &i128| rest.holds(target - sum);
        let mut sums: Vec<i128> = Vec::new();
        if stride == 0 {
            sums.extend(self.sums().iter().copied().filter(completed));
        } else if digit.greatest.abs_diff(digit.least) < MAX_RUNS {
            for value in digit.least..=digit.greatest {
                steps.take(self.sums().len() as u64)?;
                let moved = self.sums().iter().map(|sum| sum + stride * i128::from(value));
                sums.extend(moved.filter(completed));
                if 2 * MAX_SUMS < sums.len() {
                    return Err(Exhausted);
                }
            }
            sums.sort();
        } else {
            for &sum in self.sums() {
                let Some(values) = candidates(digit, rest, target - sum) else { continue };
                let count = (values.last - values.first) / values.step + 1;
                steps.take(u64::try_from(count).map_err(|_| Exhausted)?)?;
                if (2 * MAX_SUMS - sums.len()) as i128 <= count {
                    return Err(Exhausted);
                }
                sums.extend((0..count).map(|at| sum + stride * (values.first + at * values.step)));
            }
            sums.sort_unstable();
        }
        sums.dedup();
        if MAX_SUMS < sums.len() {
            return Err(Exhausted);
        }
        self.digits.push(digit);
        self.levels.push(sums);
        Ok(())
    }

    /// The values of the digits that give a sum, the last digit first.
    fn values(&self, mut sum: i128) -> Vec<i64> {
        let mut values = Vec::new();
        for (digit, sums) in self.digits.iter().zip(&self.levels).rev() {
            let stride = i128::from(digit.stride);
            let value_after = |before: &i128| match stride {
                0 => (*before == sum).then(|| digit.least.max(0).min(digit.greatest)),
                _ if (sum - before) % stride == 0 => i64::try_from((sum - before) / stride)
                    .ok()
                    .filter(|value| (digit.least..=digit.greatest).contains(value)),
                _ => None,
            };
            let value = sums.iter().find_map(value_after);
            let value = value.expect("the sum came from one of those before it");
            sum -= stride * i128::from(value);
            values.push(value);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn halved(digits: &[(i64, i64, i64)], target: i128) -> Option<Vec<i64>> {
        let digit = |&(stride, least, greatest)| Digit { stride, least, greatest };
        let digits: Vec<Digit> = digits.iter().map(digit).collect();
        solve(&digits, target, &mut Steps { left: 1 << 24 }).unwrap()
    }

    #[test]
    fn digits_that_sum_to_the_target_are_found_in_their_order() {
        assert_eq!(halved(&[(5, 0, 3), (1, 0, 2), (-7, 1, 1)], 4), Some(vec![2, 1, 1]));
        assert_eq!(halved(&[(6, -3, 3), (0, 4, 9), (4, -5, 5)], 3), None);
        assert_eq!(halved(&[(0, 4, 9)], 0), Some(vec![4]));
        assert_eq!(halved(&[], 0), Some(vec![]));
        assert_eq!(halved(&[], 1), None);
        // More values than are taken one by one.
        assert_eq!(halved(&[(1000, 0, 99), (1, 0, 99)], 41_077), Some(vec![41, 77]));
        assert_eq!(halved(&[(1000, 0, 99), (1, 0, 99)], 41_100), None);
    }

    #[test]
    fn every_small_equation_is_solved_as_by_trying_all_digits() {
        let (mut solved, mut unsolved) = (0, 0);
        for index in 0..9_i64.pow(3) * 7 {
            let stride = |place: i64| index / place % 9 - 4;
            let digits = [(stride(1), -2, 2), (stride(9), 0, 3), (stride(81), 1, 2)];
            let target = index / 729 * 5 - 13;
            let sum = |x, y, z| x * digits[0].0 + y * digits[1].0 + z * digits[2].0;
            let expected = (-2..=2)
                .flat_map(|x| (0..=3).flat_map(move |y| (1..=2).map(move |z| (x, y, z))))
                .any(|(x, y, z)| sum(x, y, z) == target);
            match halved(&digits, target.into()) {
                Some(found) => {
                    assert_eq!(sum(found[0], found[1], found[2]), target, "{digits:?}");
                    assert!(digits.iter().zip(&found).all(|(d, v)| d.1 <= *v && *v <= d.2));
                    solved += 1;
                }
                None => unsolved += 1,
            }
            assert_eq!(halved(&digits, target.into()).is_some(), expected, "{digits:?} {target}");
        }
        assert!(1000 < solved && 1000 < unsolved, "{solved} {unsolved}");
    }

    /// Two runs of sums that overlap are not more than fit.
    #[test]
    fn sums_are_counted_once_they_are_merged() {
        let count = MAX_SUMS as i128 * 3 / 5;
        let digit = Digit { stride: 1, least: 0, greatest: 1 };
        let outside = Digit { stride: 1, least: 0, greatest: i64::MAX };
        let rest = Rest::NOTHING.with(outside);
        let mut half = Half { digits: vec![outside], levels: vec![vec![0], (0..count).collect()] };
        let mut steps = Steps { left: 1 << 30 };
        half.extend(digit, rest, i128::from(i64::MAX), &mut steps).unwrap();
        assert_eq!((half.sums().len() as i128, half.sums().last()), (count + 1, Some(&count)));
    }

    #[test]
    fn the_budget_ends_lists_that_are_too_long() {
        let digit = |stride| Digit { stride, least: 0, greatest: 1 << 20 };
        let digits = [(1 << 40) + 7, (1 << 40) + 12, (1 << 40) + 91, (1 << 40) + 100].map(digit);
        let solved = solve(&digits, 1 << 58, &mut Steps { left: 1 << 20 });
        assert_eq!(solved, Err(Exhausted));
    }

    /// 2^21 sums are kept, and twice as many are made before that is seen.
    #[test]
    fn too_many_sums_end_the_search() {
        let digit = |stride, greatest| Digit { stride, least: 0, greatest };
        let rest = Rest::NOTHING.with(Digit { stride: 1, least: -(1 << 40), greatest: 1 << 40 });
        let mut steps = Steps { left: 1 << 30 };
        let mut half = Half::new();
        for place in 0..5 {
            half.extend(digit(1 << (4 * place), 15), rest, 0, &mut steps).unwrap();
        }
        assert_eq!(half.sums().len(), 1 << 20);
        let before = steps.left;
        assert_eq!(half.extend(digit(1 << 20, 15), rest, 0, &mut steps), Err(Exhausted));
        assert_eq!(before - steps.left, 5 << 20);
        let before = steps.left;
        assert_eq!(
            Half::new().extend(digit(1, (1 << 23) - 1), rest, 0, &mut steps),
            Err(Exhausted)
        );
        assert_eq!(before - steps.left, 1 << 23);
    }
}
