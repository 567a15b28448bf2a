//! Accesses that bounds of single variables decide.

use super::definition::at_hand;
use super::finding::Finding;
use super::parts::Access;
use crate::algebra::verdict::Method;
use crate::relation::{
    Comparison, Interval, Member, Order, Predicate, Quantity, RelationError, Term,
};

/// How often what is known of several variables is looked at.
const ROUNDS: usize = 2;

/// An index that may be out of bounds, and how.
struct Leaving {
    index: Quantity,
    is_below: bool,
    /// The size, where there are indices that are not less.
    end: Option<Quantity>,
}

impl Access {
    /// What the access is, if bounds of single variables say so: each index is in bounds, or one is
    /// not that has a constant size and variables of which nothing else is known.
    ///
    /// It is what isl would find, at a small part of the cost. That what is known contradicts
    /// itself is left to isl where bounds do not show it.
    pub(super) fn by_ranges(&self) -> Option<Finding> {
        if !self.applications.is_empty() || !self.wrapping.is_empty() {
            return None;
        }
        let bounds = self.bounds()?;
        let of_variable = |variable: usize| bounds.get(variable).copied().unwrap_or_default();
        let mut leaving = None;
        for (dimension, size) in self.sizes.iter().enumerate() {
            let index = self.reached(dimension).ok()?;
            let (low, _) = index.interval(&of_variable);
            let is_below = low.is_none_or(|low| low < 0);
            let is_above = match size {
                Some(size) => {
                    let most = self.greatest(&index.minus(size).ok()?, &of_variable);
                    most.is_none_or(|most| 0 <= most)
                }
                None => false,
            };
            if !is_below && !is_above {
                continue;
            }
            // An element beside the index has a number that nobody has computed.
            if leaving.is_some() || index != self.indices[dimension] {
                return None;
            }
            let end = size.as_ref().filter(|_| is_above).cloned();
            leaving = Some(Leaving { index, is_below, end });
        }
        let Some(leaving) = leaving else { return Some(Finding::Proved(Method::Ranges)) };
        let member = match leaving.end.as_ref().map(Quantity::as_constant) {
            Some(None) => leaving.below_a_variable(&bounds)?,
            end => leaving.comparison(end.flatten(), &of_variable)?.into(),
        };
        if member.quantity().variables().into_iter().any(|variable| self.is_related(variable)) {
            return None;
        }
        Some(Finding::Sometimes(Predicate::Any(vec![vec![member]])))
    }

    /// The index of the element that is accessed.
    ///
    /// # Errors
    ///
    /// Its constant passes 64 bits.
    pub(super) fn reached(&self, dimension: usize) -> Result<Quantity, RelationError> {
        let index = &self.indices[dimension];
        self.steps.get(dimension).map_or_else(|| Ok(index.clone()), |step| index.plus(step))
    }

    /// Bounds of the variables, by what is known; `None` if they contradict each other.
    pub(super) fn bounds(&self) -> Option<Vec<Interval>> {
        let mut bounds: Vec<Interval> = vec![(None, None); self.n_variables];
        for _ in 0..ROUNDS {
            let mut is_narrower = false;
            for known in &self.known {
                if known.quantity.terms().is_empty() && known.holds(&[]) == Some(false) {
                    return None;
                }
                let of_variable =
                    |variable: usize| bounds.get(variable).copied().unwrap_or_default();
                for (variable, (from, to)) in known.implied(&of_variable).collect::<Vec<_>>() {
                    let (low, high) = bounds.get_mut(variable)?;
                    // All numbers of 64 bits are within the others.
                    let number = |end: &i128| i64::try_from(*end).is_ok();
                    let (from, to) = (from.filter(number), to.filter(number));
                    let before = (*low, *high);
                    *low = from.into_iter().chain(*low).max();
                    *high = to.into_iter().chain(*high).min();
                    is_narrower |= 1 < known.quantity.terms().len() && before != (*low, *high);
                }
            }
            if !is_narrower {
                break;
            }
        }
        let is_empty =
            |(low, high): &Interval| low.zip(*high).is_some_and(|(low, high)| high < low);
        (!bounds.iter().any(is_empty)).then_some(bounds)
    }

    /// A bound of a quantity from above, by the bounds of its variables, or as another one that is
    /// known to have one and the rest.
    fn greatest(
        &self,
        quantity: &Quantity,
        of_variable: &impl Fn(usize) -> Interval,
    ) -> Option<i128> {
        let (_, by_itself) = quantity.interval(of_variable);
        let is_part = |known: &&Comparison| {
            let terms = known.quantity.terms();
            1 < terms.len() && terms.iter().all(|term| quantity.terms().contains(term))
        };
        let negative = |known: &Comparison| -> Option<Comparison> {
            let high = known.low.map(i64::checked_neg);
            Some(Comparison {
                quantity: known.quantity.times(-1).ok()?,
                low: None,
                high: Some(high??),
            })
        };
        let related = self.known.iter().filter(|known| 1 < known.quantity.terms().len());
        let both = related.flat_map(|known| [Some(known.clone()), negative(known)]).flatten();
        let by_others = both.filter(|known| is_part(&known)).filter_map(|known| {
            let (_, rest) = quantity.minus(&known.quantity).ok()?.interval(of_variable);
            rest?.checked_add(known.high?.into())
        });
        by_others.chain(by_itself).min()
    }

    /// True if more is known of a variable than bounds.
    fn is_related(&self, variable: usize) -> bool {
        self.known.iter().any(|known| {
            let is_bound = matches!(known.quantity.terms(), [(Term::Variable(_), _)]);
            !is_bound && known.quantity.depends_on(variable)
        })
    }
}

impl Leaving {
    /// The comparison with a size that is another variable; `None` if that takes more to find out,
    /// or there is none.
    fn below_a_variable(&self, ranges: &[Interval]) -> Option<Member> {
        let size = self.end.as_ref()?;
        let (index, end) = (self.index.as_variable()?, size.as_variable()?);
        if index == end {
            return None;
        }
        let [index, end] = [ranges.get(index)?, ranges.get(end)?];
        // Some size is more than some index that is not negative.
        let least = index.0.map_or(0, |low| low.max(0));
        let is_sometimes =
            end.1.is_none_or(|high| least < high) && index.1.is_none_or(|high| 0 <= high);
        let upper = Comparison::at_most(self.index.minus(size).ok()?, -1);
        match Some(upper).filter(|_| is_sometimes)? {
            upper if self.is_below => Member::natural(&upper, ranges),
            upper => Some(upper.into()),
        }
    }

    /// The comparison with a constant that is needed; `None` if that takes more to find out, or
    /// there is none.
    fn comparison(
        &self,
        end: Option<i64>,
        of_variable: &impl Fn(usize) -> Interval,
    ) -> Option<Comparison> {
        let end = end.map(|end| i128::from(end) - 1);
        let terms = self.index.terms();
        let (low, high) = self.index.interval(of_variable);
        let first = if self.is_below { Some(0) } else { low };
        let last = end.or(high);
        // Where every number is an index, the ones beside the bounds are.
        if !has_no_gaps(terms, of_variable)
            || first.zip(last).is_some_and(|(first, last)| last < first)
        {
            return None;
        }
        let bound = |end: i128| i64::try_from(end).ok();
        if let &[(Term::Variable(variable), sign @ (1 | -1))] = terms {
            // The variable costs nothing to compare.
            let constant = i128::from(self.index.constant());
            let of = |end: i128| bound(i128::from(sign) * (end - constant));
            let low = if self.is_below { Some(of(0)?) } else { None };
            let high = if let Some(last) = end { Some(of(last)?) } else { None };
            let (low, high) = if sign < 0 { (high, low) } else { (low, high) };
            let found = Comparison { quantity: Quantity::variable(variable), low, high };
            return self.without_shift(found, end);
        }
        let within = |variable: usize| {
            let (low, high) = of_variable(variable);
            (low.and_then(bound).unwrap_or(i64::MIN), high.and_then(bound).unwrap_or(i64::MAX))
        };
        self.index.varying().range(&within)?;
        let is_needed = (0..terms.len()).all(|at| self.needs_more(at, end, of_variable));
        if terms.len() < 2 || !is_needed {
            return None;
        }
        let is_one = first == last;
        let low = if self.is_below || is_one { Some(bound(first?)?) } else { None };
        let high = if end.is_some() || is_one { Some(bound(last?)?) } else { None };
        self.without_shift(Comparison { quantity: self.index.clone(), low, high }, end)
    }

    /// The comparison, or that of the index itself where something would have to be subtracted.
    fn without_shift(&self, found: Comparison, end: Option<i128>) -> Option<Comparison> {
        match found.sides()?.order {
            Order::Within { low } if low != 0 => Some(Comparison {
                quantity: at_hand(&self.index),
                low: Some(0),
                high: Some(i64::try_from(end?).ok()?),
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
        of_variable: &impl Fn(usize) -> Interval,
    ) -> bool {
        let (term, factor) = &self.index.terms()[at];
        let (low, high) = self.index.interval_beside(at, of_variable);
        let others = [&self.index.terms()[..at], &self.index.terms()[at + 1..]].concat();
        if self.is_below && end.is_some() && !has_no_gaps(&others, of_variable) {
            return false;
        }
        // With the others at one end the index is `end` or less, and with them at the other more.
        let is_between = |end: i128| {
            let values = Quantity::from(term.clone()).interval(of_variable);
            let from = high.map(|high| (end + 1).saturating_sub(high));
            let to = low.map(|low| end.saturating_sub(low));
            let (from, to) = match *factor {
                0.. => (from, to),
                _ => (to.map(|to| to.saturating_neg()), from.map(|from| from.saturating_neg())),
            };
            let factor = i128::from(factor.unsigned_abs());
            let least = from.map(|from| -from.saturating_neg().div_euclid(factor));
            let greatest = to.map(|to| to.div_euclid(factor));
            let least = least.into_iter().chain(values.0).max();
            let greatest = greatest.into_iter().chain(values.1).min();
            least.zip(greatest).is_none_or(|(least, greatest)| least <= greatest)
        };
        (self.is_below && is_between(-1)) || end.is_some_and(is_between)
    }
}

/// True if a sum of multiples of variables has all values between its least and its greatest.
fn has_no_gaps(terms: &[(Term, i64)], of_variable: &impl Fn(usize) -> Interval) -> bool {
    let mut steps = Vec::new();
    for (term, factor) in terms {
        let Term::Variable(variable) = term else { return false };
        let count = match of_variable(*variable) {
            (Some(low), Some(high)) => Some(high - low),
            _ => None,
        };
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
