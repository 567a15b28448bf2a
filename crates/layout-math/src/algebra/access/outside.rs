//! Indices and coordinates that bounds of single variables do not keep inside.

use super::at_hand::number;
use crate::affine::{AffineTerm, Comparison, Interval, Member, Order, Quantity};

/// An index that may be out of bounds, and how.
pub(super) struct Outside {
    pub index: Quantity,
    pub is_below: bool,
    /// The size, where there are indices that are not less.
    pub end: Option<Quantity>,
}

impl Outside {
    /// The comparison with a size that is another variable; `None` if that takes more to find out,
    /// or there is none.
    pub(super) fn below_a_variable(&self, ranges: &[Interval]) -> Option<Member> {
        let size = self.end.as_ref()?;
        let end = size.as_variable()?;
        let Some(index) = self.index.as_variable() else { return self.sum_below(end, ranges) };
        if index == end {
            return None;
        }
        let [index, end] = [ranges.get(index)?, ranges.get(end)?];
        // Some size is more than some index that is not negative.
        let least = index.low.map_or(0, |low| low.max(0));
        let is_sometimes =
            end.high.is_none_or(|high| least < high) && index.high.is_none_or(|high| 0 <= high);
        let upper = Comparison::at_most(self.index.minus(size).ok()?, -1);
        match Some(upper).filter(|_| is_sometimes)? {
            upper if self.is_below => Member::natural(&upper, ranges),
            upper => Some(upper.into()),
        }
    }

    /// The comparison of a sum that is not negative with a variable. Nothing less says when it is below: where
    /// all variables of the sum are at their ends, one more of any of them takes it past some size.
    fn sum_below(&self, end: usize, ranges: &[Interval]) -> Option<Member> {
        let of_variable = |variable: usize| ranges.get(variable).copied().unwrap_or_default();
        let varies = |(term, _): &(AffineTerm, i64)| match term {
            AffineTerm::Variable(variable) => {
                let Interval { low, high } = of_variable(*variable);
                *variable != end && (low.is_none() || low != high)
            }
            _ => false,
        };
        let least = self.index.interval(&of_variable).low.filter(|_| !self.is_below)?;
        let is_sum = !self.index.terms().is_empty() && self.index.terms().iter().all(varies);
        let has_next = !of_variable(end).intersection(Interval::of(least + 1)).is_empty();
        let upper =
            self.index.minus(&Quantity::variable(end)).ok().filter(|_| is_sum && has_next)?;
        Some(Comparison::at_most(upper, -1).into())
    }

    /// The comparison with a constant that is needed, where variables are within bounds; `None` if
    /// that takes more to find out, or there is none.
    pub(super) fn comparison(&self, bounds: &[Interval]) -> Option<Comparison> {
        let of_variable = &|variable: usize| bounds.get(variable).copied().unwrap_or_default();
        let end = match &self.end {
            Some(end) => Some(i128::from(end.as_constant()?) - 1),
            None => None,
        };
        let terms = self.index.terms();
        let Interval { low, high } = self.index.interval(of_variable);
        let first = if self.is_below { Some(0) } else { low };
        let last = end.or(high);
        // Where every number is an index, the ones beside the bounds are.
        if !has_no_gaps(terms, of_variable)
            || first.zip(last).is_some_and(|(first, last)| last < first)
        {
            return None;
        }
        let bound = |end: i128| i64::try_from(end).ok();
        if let &[(AffineTerm::Variable(variable), sign @ (1 | -1))] = terms {
            // The variable costs nothing to compare.
            let constant = i128::from(self.index.constant());
            let of = |end: i128| bound(i128::from(sign) * (end - constant));
            let low = if self.is_below { Some(of(0)?) } else { None };
            let high = if let Some(last) = end { Some(of(last)?) } else { None };
            let (low, high) = if sign < 0 { (high, low) } else { (low, high) };
            let found = Comparison { quantity: Quantity::variable(variable), low, high };
            return Some(found);
        }
        self.index.varying().range(&|variable| of_variable(variable).clamped())?;
        let is_needed = (0..terms.len()).all(|at| self.needs_more(at, end, of_variable));
        if terms.len() < 2 || !is_needed {
            return None;
        }
        let is_one = first == last;
        let low = if self.is_below || is_one { Some(bound(first?)?) } else { None };
        let high = if end.is_some() || is_one { Some(bound(last?)?) } else { None };
        Some(Comparison { quantity: self.index.clone(), low, high })
    }

    /// The comparison, or that of the number that the index is where something would have to be
    /// subtracted.
    pub(super) fn at_hand(&self, found: Comparison) -> Option<Comparison> {
        match found.sides()?.order {
            Order::Within { low } if low != 0 => Some(Comparison {
                quantity: number(&self.index).into(),
                low: Some(0),
                high: Some(self.end.as_ref()?.as_constant()? - 1),
            }),
            _ => Some(found),
        }
    }

    /// True if no bounds of the variable of a term say whether the index is in bounds: for some
    /// value of it the others decide.
    fn needs_more(
        &self,
        at: usize,
        end: Option<i128>,
        of_variable: &dyn Fn(usize) -> Interval,
    ) -> bool {
        let (term, factor) = &self.index.terms()[at];
        let beside = self.index.interval_beside(at, of_variable);
        let others = [&self.index.terms()[..at], &self.index.terms()[at + 1..]].concat();
        if self.is_below && end.is_some() && !has_no_gaps(&others, of_variable) {
            return false;
        }
        // With the others at one end the index is `end` or less, and with them at the other more.
        let is_between = |end: i128| {
            let values = Quantity::from(term.clone()).interval(of_variable);
            let deciding = Interval::new(end + 1, end).minus(beside).over_factor(*factor);
            !values.intersection(deciding).is_empty()
        };
        (self.is_below && is_between(-1)) || end.is_some_and(is_between)
    }
}

/// True if a sum of multiples of variables has all values between its least and its greatest.
pub(super) fn has_no_gaps(
    terms: &[(AffineTerm, i64)],
    of_variable: &dyn Fn(usize) -> Interval,
) -> bool {
    let mut steps = Vec::new();
    for (term, factor) in terms {
        let AffineTerm::Variable(variable) = term else { return false };
        let Interval { low, high } = of_variable(*variable);
        let count = low.zip(high).map(|(low, high)| high - low);
        steps.push((i128::from(factor.unsigned_abs()), count));
    }
    steps.sort_unstable();
    // The values of the sum so far, less the least of them, are those up to `reach`.
    let mut reach = Some(0_i128);
    steps.into_iter().all(|(step, count)| {
        let is_close = count == Some(0) || reach.is_none_or(|reach| step <= reach + 1);
        let added = count.and_then(|count| count.checked_mul(step));
        reach = reach.zip(added).and_then(|(reach, added)| reach.checked_add(added));
        is_close
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(factors: &[i64]) -> Quantity {
        let terms = factors.iter().enumerate();
        terms.fold(Quantity::default(), |sum, (at, &factor)| {
            sum.plus(&Quantity::variable(at).times(factor).unwrap()).unwrap()
        })
    }

    const NAMES: [&str; 3] = ["i", "j", "n"];

    /// i + j < n says all that there is to say of a sum below a size, unless the sum may be negative,
    /// or never is less than the size.
    #[test]
    fn a_sum_is_compared_with_a_size() {
        let below = |least: i64, greatest: i64, is_below: bool| {
            let end = Some(Quantity::variable(2));
            let outside = Outside { index: sum(&[1, 1]), is_below, end };
            let ranges = [(least, 7), (0, 3), (0, greatest)];
            let ranges = ranges.map(|(low, high)| Interval::new(low.into(), high.into()));
            let found = outside.below_a_variable(&ranges);
            found.map(|member| member.named(&NAMES).to_string())
        };
        assert_eq!(below(0, 9, false).as_deref(), Some("i + j < n"));
        assert_eq!(below(2, 3, false).as_deref(), Some("i + j < n"));
        assert_eq!(below(2, 2, false), None);
        assert_eq!(below(0, 9, true), None);
    }

    /// A difference is compared with 0 where each of its terms decides for some value of the others.
    #[test]
    fn both_terms_of_a_difference_decide() {
        let natural = |greatest: [i64; 2]| {
            let outside = Outside { index: sum(&[1, -1]), is_below: true, end: None };
            let bounds = greatest.map(|high| Interval::new(0, high.into()));
            let found = outside.comparison(&bounds)?;
            Some((found.quantity.named(&NAMES).to_string(), found.low, found.high))
        };
        let found = Some(("i - j".to_owned(), Some(0), None));
        assert_eq!(natural([1, 3]), found);
        assert_eq!(natural([1, 1]), found);
        // i - j is natural where j is 0.
        assert_eq!(natural([0, 3]), None);
    }
}
