//! Which comparisons of a conjunction compute numbers past 64 bits, by what is known.

use super::Search;
use crate::affine::{Comparison, Quantity, fits, narrowed};
use crate::relation::QuestionError;

impl Search<'_> {
    /// The first comparison whose quantity could pass 64 bits where the comparisons of single
    /// variables hold.
    pub(super) fn overflow(
        &self,
        conjunction: &[Comparison],
    ) -> Result<Option<usize>, QuestionError> {
        let ranges = narrowed(&self.ranges, conjunction.iter());
        let is_plain = |comparison: &&Comparison| {
            let variable = comparison.quantity.as_variable();
            variable.is_some_and(|variable| variable < self.n_variables)
        };
        let plain: Vec<Comparison> = conjunction.iter().filter(is_plain).cloned().collect();
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
        fits(comparison, ranges, &|side| {
            let mut numbers =
                self.computed.iter().filter(|known| may_wrap || known.wraps.is_none());
            numbers.any(|known| known.quantity.is_same(side))
        })
    }
}
