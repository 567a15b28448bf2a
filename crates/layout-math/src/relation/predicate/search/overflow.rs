//! Which comparisons of a conjunction compute numbers past 64 bits, by what is known, and what rules that out.

use std::collections::BTreeSet;
use std::iter;

use super::Search;
use crate::affine::{Comparison, Interval, Quantity, fits, narrowed, solved};
use crate::relation::{Map, QuestionError};

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

    /// A conjunction whose comparison `at` could pass 64 bits with its comparisons written otherwise, or with
    /// bounds on their variables that rule the overflow out. `None` if that does not.
    pub(super) fn without_overflow(
        &self,
        mut conjunction: Vec<Comparison>,
        at: usize,
        core: &Map,
    ) -> Result<Option<Vec<Comparison>>, QuestionError> {
        let overflow = |conjunction: &[Comparison]| self.overflow(conjunction);
        if let Some(solved) = solved(&conjunction, &overflow)? {
            return Ok(Some(solved));
        }
        let first = conjunction[at].quantity.variables();
        let all = conjunction.iter().flat_map(|known| known.quantity.variables()).collect();
        let others: BTreeSet<usize> = &all - &first;
        let sets = iter::once(first).chain(others.into_iter().map(|other| [other].into()));
        let mut added = Vec::new();
        for variables in sets {
            for &variable in &variables {
                let Some(bounds) = self.bounds(variable, core)? else { continue };
                let weaker = conjunction.iter().position(|it| it.quantity == bounds.quantity);
                let weaker = weaker.map(|at| conjunction.remove(at));
                conjunction.push(bounds.clone());
                added.push((bounds, weaker));
            }
            let Some(mut found) = solved(&conjunction, &overflow)? else { continue };
            for (bounds, weaker) in added {
                let mut fewer = conjunction.clone();
                fewer.retain(|known| *known != bounds);
                fewer.extend(weaker);
                if self.is_exact(&fewer)?
                    && let Some(solved) = solved(&fewer, &overflow)?
                {
                    (conjunction, found) = (fewer, solved);
                }
            }
            return Ok(Some(found));
        }
        Ok(None)
    }

    /// The bounds of a variable or a result in the core, if it has some that are not known.
    fn bounds(&self, variable: usize, core: &Map) -> Result<Option<Comparison>, QuestionError> {
        let quantity = Quantity::variable(variable);
        let Some(values) = self.range(&quantity, core)? else { return Ok(None) };
        let is_known = values == self.ranges[variable] || values == Interval::ANY;
        // Where a result has no value, points of the core may fail.
        if is_known || !core.is_within(&self.map_of(&quantity)?.map.without_outputs()?)? {
            return Ok(None);
        }
        Ok(Some(Comparison::within(quantity, values)))
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
