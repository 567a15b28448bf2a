//! Which comparisons compute numbers past 64 bits, and how they are written so that they do not.

use super::Search;
use crate::affine::{Comparison, Order, Quantity, Term};
use crate::relation::QuestionError;

impl Search<'_> {
    /// The conjunction with a term alone in each comparison that could pass 64 bits as it is;
    /// `None` if one could all the same.
    pub(super) fn solved(
        &self,
        conjunction: &[Comparison],
    ) -> Result<Option<Vec<Comparison>>, QuestionError> {
        let mut solved = conjunction.to_vec();
        'next: while let Some(at) = self.overflow(&solved)? {
            let comparison = solved[at].clone();
            if let Comparison { quantity, low: Some(low), high: Some(high) } = comparison {
                solved[at] = Comparison::at_least(quantity.clone(), low);
                solved.insert(at + 1, Comparison::at_most(quantity, high));
                continue;
            }
            let terms = comparison.quantity.terms();
            // What takes no division comes first.
            let mut order: Vec<usize> = (0..terms.len()).collect();
            order.sort_by_key(|&term| terms[term].1.unsigned_abs() != 1);
            for alone in order.into_iter().filter_map(|term| comparison.solved(term)) {
                solved[at] = alone;
                if self.overflow(&solved)? != Some(at) {
                    continue 'next;
                }
            }
            return Ok(None);
        }
        Ok(Some(solved))
    }

    /// The first comparison whose quantity could pass 64 bits where the comparisons of single
    /// variables hold.
    pub(super) fn overflow(
        &self,
        conjunction: &[Comparison],
    ) -> Result<Option<usize>, QuestionError> {
        let mut ranges: Vec<(i64, i64)> = self.ranges.iter().map(|range| range.clamped()).collect();
        let mut plain = Vec::new();
        for comparison in conjunction {
            if let Some(variable) = comparison.quantity.as_variable() {
                let (low, high) = &mut ranges[variable];
                *low = comparison.low.map_or(*low, |bound| bound.max(*low));
                *high = comparison.high.map_or(*high, |bound| bound.min(*high));
                if variable < self.n_variables {
                    plain.push(comparison.clone());
                }
            }
        }
        let mut holding = self.holding(&plain)?;
        if !self.results.is_empty() {
            holding = holding.intersection(&self.numbers)?;
        }
        for (at, comparison) in conjunction.iter().enumerate() {
            // A result is a number that another operation computes: it has to be one of 64 bits.
            for variable in comparison.quantity.variables().range(self.n_variables..) {
                if self.ranges[*variable].as_ends().is_some() {
                    continue;
                }
                let range = self.range(&Quantity::variable(*variable), &holding)?;
                if range.is_some_and(|range| range.as_ends().is_none()) {
                    return Ok(Some(at));
                }
            }
            if self.fits(comparison, &ranges, false) {
                continue;
            }
            if !self.fits(comparison, &ranges, true) || !self.is_unwrapped(conjunction, &ranges)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// True if what a conjunction compares without numbers that may have wrapped around refuses all
    /// points where they may have.
    fn is_unwrapped(
        &self,
        conjunction: &[Comparison],
        ranges: &[(i64, i64)],
    ) -> Result<bool, QuestionError> {
        let Some(wraps) = self.computed.iter().find_map(|known| known.wraps) else {
            return Ok(true);
        };
        let sure: Vec<Comparison> =
            conjunction.iter().filter(|known| self.fits(known, ranges, false)).cloned().collect();
        self.holding(&sure)?.intersection(wraps)?.is_empty()
    }

    /// True if both sides of a comparison are numbers of 64 bits where variables are in ranges, with
    /// `may_wrap` those included that may have wrapped around somewhere.
    fn fits(&self, comparison: &Comparison, ranges: &[(i64, i64)], may_wrap: bool) -> bool {
        let Some(sides) = comparison.sides() else { return true };
        let range = |quantity: &Quantity| quantity.range(&|variable| ranges[variable]);
        // However a sum of 64 bits wraps around in between, it comes out right; what is divided
        // may not.
        let is_whole = |(term, _): &(Term, i64)| match term {
            Term::Variable(_) => true,
            Term::Floor(inner, _) | Term::Modulo(inner, _) => range(inner).is_some(),
        };
        let is_computed = |side: &Quantity| {
            let mut numbers =
                self.computed.iter().filter(|known| may_wrap || known.wraps.is_none());
            numbers.any(|known| known.quantity.is_same(side)) && side.terms().iter().all(is_whole)
        };
        let fits = |side: &Quantity| is_computed(side) || range(side).is_some();
        // Between two constants a sum is looked for among all numbers of 64 bits, so that it may
        // wrap around as long as it does not come back.
        let comes_back = |low: i64, high: Option<i64>| {
            let values = sides.left.interval(&|variable| ranges[variable].into());
            let Some((least, greatest)) = values.low.zip(values.high) else { return true };
            let turn = 1_i128 << 64;
            let high = high.map_or(i128::MAX, i128::from);
            least <= high - turn || i128::from(low) + turn <= greatest
        };
        if let Order::Within { low } = sides.order
            && sides.left.terms().iter().all(is_whole)
            && !comes_back(low, sides.right.as_constant())
        {
            return true;
        }
        fits(&sides.left) && fits(&sides.right)
    }
}
