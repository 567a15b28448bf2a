//! The comparisons that the definition of an access needs.

use super::definition::{Definition, add, at_hand, bounds};
use super::question::Question;
use crate::affine::{Comparison, Predicate, Quantity, joined};
use crate::algebra::relations::NotAnswered;
use crate::relation::{Computed, Map, predicate};

impl Question {
    /// The definition, without the comparisons that hold in all of the region, which is where the
    /// results of the layouts are, and where `results` are what they are. `None` if the region is not a
    /// conjunction.
    ///
    /// An index is compared as the number that it is, whatever was computed to get it: its
    /// comparison holds exactly where the number is in bounds, even if a sum wrapped around, and
    /// so it is never a reason to leave out another comparison.
    pub(super) fn definition(
        &self,
        known: &Map,
        (results, region): (&[Map], &Map),
        quantities: &[Quantity],
        computed: &[Computed<'_>],
    ) -> Result<Option<Definition>, NotAnswered> {
        let of_variables: Vec<Quantity> = (quantities.iter())
            .filter(|quantity| quantity.variables().range(self.n_free..).next().is_none())
            .cloned()
            .collect();
        let mut members = match predicate(known, region, &of_variables, &[], computed) {
            Ok(Predicate::Always) => Vec::new(),
            Ok(Predicate::Any(mut union)) if union.len() == 1 => union.remove(0),
            _ => return Ok(None),
        };
        let mut cost = Predicate::Any(vec![members.clone()]).cost();
        let mut of_indices = 0;
        let region = known.intersection(region)?;
        for (dimension, size) in self.access.sizes.iter().enumerate() {
            let index = &self.access.indices[dimension];
            let step = self.access.steps.get(dimension).cloned().unwrap_or_default();
            let mut is_compared = false;
            let [low_follows, high_follows] = self.follows(dimension);
            for comparison in bounds(index, &step, size.as_ref()) {
                let Some(mut comparison) = comparison else { return Ok(None) };
                comparison.low = comparison.low.filter(|_| !low_follows);
                comparison.high = comparison.high.filter(|_| !high_follows);
                if comparison.low.is_none() && comparison.high.is_none() {
                    continue;
                }
                // What is not known to hold is asked.
                let needed = self.needed(&comparison, results, &region);
                let Some(needed) = needed.unwrap_or(Some(comparison)) else { continue };
                cost += needed.cost().saturating_sub(at_hand(index).cost());
                add(&mut members, needed);
                is_compared = true;
            }
            of_indices += if is_compared { index.cost() } else { 0 };
        }
        let ranges = self.access.bounds().unwrap_or_default();
        Ok(Some(Definition { members: joined(members, &ranges), cost, of_indices }))
    }

    /// Whether what an index is at least, and at most, follows from what is asked of the same number a
    /// constant before it, and behind it, in a dimension of the same size: the ends of a part.
    fn follows(&self, at: usize) -> [bool; 2] {
        let step = |at: usize| self.access.steps.get(at).cloned().unwrap_or_default();
        let mut follows = [false; 2];
        for other in 0..self.access.sizes.len() {
            let is_same = self.access.indices[other] == self.access.indices[at]
                && self.access.sizes[other] == self.access.sizes[at];
            let Some(Ok(difference)) = is_same.then(|| step(at).minus(&step(other))) else {
                continue;
            };
            let Some(difference) = difference.as_constant() else { continue };
            follows[0] |= 0 < difference;
            follows[1] |= difference < 0;
        }
        follows
    }

    /// A comparison with those of its bounds that something in the region fails. What passes 64 bits
    /// wrapped around to some other number.
    fn needed(
        &self,
        comparison: &Comparison,
        results: &[Map],
        region: &Map,
    ) -> Result<Option<Comparison>, NotAnswered> {
        let values = self.values(&comparison.quantity, results)?.with_domain_of(region)?;
        let holds = |low: Option<i64>, high: Option<i64>| -> Result<bool, NotAnswered> {
            Ok(region.is_within(&values.where_output_is(low, high)?)?)
        };
        let Comparison { quantity, mut low, mut high } = comparison.clone();
        // A variable that nobody computes here is a number of 64 bits.
        let is_free = quantity.as_variable().is_some_and(|variable| variable < self.n_free);
        let [least, greatest] = [i64::MIN, i64::MAX].map(|end| (!is_free).then_some(end));
        if low.is_some() && holds(low, greatest)? {
            low = None;
        }
        if high.is_some() && holds(least, high)? {
            high = None;
        }
        let is_needed = low.is_some() || high.is_some();
        Ok(is_needed.then_some(Comparison { quantity, low, high }))
    }
}
