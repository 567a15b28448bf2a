//! The comparisons that the definition of an access needs.

use super::at_hand::AtHand;
use super::definition::{Definition, add, bounds};
use super::parts::Access;
use super::question::AccessQuestion;
use crate::affine::{Comparison, Interval, Member, Predicate, Quantity, joined};
use crate::algebra::relations::NotAnswered;
use crate::relation::{Computed, Map, predicate};

impl AccessQuestion {
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
        let mut at_hand = AtHand::new(&self.access);
        let follows = self.follows(&mut at_hand);
        let mut written = Vec::new();
        for (dimension, size) in self.access.sizes.iter().enumerate() {
            let index = &self.access.indices[dimension];
            let step = self.access.steps.get(dimension).cloned().unwrap_or_default();
            let before = written.len();
            let [low_follows, high_follows] = follows[dimension];
            for comparison in bounds(&mut at_hand, index, &step, size.as_ref()) {
                let Some(mut comparison) = comparison else { return Ok(None) };
                comparison.low = comparison.low.filter(|_| !low_follows);
                comparison.high = comparison.high.filter(|_| !high_follows);
                if comparison.low.is_none() && comparison.high.is_none() {
                    continue;
                }
                // What is not known to hold is asked.
                let restored = at_hand.restored(&comparison);
                let needed = self.needed(&restored, results, &region);
                let Some(Comparison { low, high, .. }) = needed.unwrap_or(Some(restored)) else {
                    continue;
                };
                written.push(Comparison { low, high, ..comparison });
            }
            of_indices += if before < written.len() { index.cost() } else { 0 };
        }
        let others: Vec<Comparison> = members.iter().flat_map(Member::comparisons).collect();
        let Some(solved) = at_hand.solved(written, &others) else { return Ok(None) };
        for comparison in solved {
            cost += comparison.cost();
            add(&mut members, at_hand.restored(&comparison));
        }
        let ranges = self.access.bounds().unwrap_or_default();
        Ok(Some(Definition { members: joined(members, &ranges), cost, of_indices }))
    }

    /// For each index whether what it is at least, and at most, follows from what is asked of the same number
    /// some steps before it, and behind it, in a dimension of the same size: the ends of a part.
    fn follows(&self, at_hand: &mut AtHand) -> Vec<[bool; 2]> {
        let Access { indices, steps, sizes, .. } = &self.access;
        let n = sizes.len();
        let step = |at: usize| steps.get(at).cloned().unwrap_or_default();
        let is_same = |at: usize, other: usize| {
            at != other && indices[other] == indices[at] && sizes[other] == sizes[at]
        };
        // What is asked in other dimensions holds too, such as that the part has elements.
        let alone = (0..n).filter(|&at| !(0..n).any(|other| is_same(at, other)));
        let asked = alone
            .flat_map(|at| bounds(at_hand, &indices[at], &step(at), sizes[at].as_ref()))
            .flatten()
            .collect::<Vec<_>>();
        let ranges = at_hand.narrowed(&asked);
        let mut follows = vec![[false; 2]; n];
        for at in 0..n {
            for other in (0..n).filter(|&other| is_same(at, other)) {
                let Ok(difference) = step(at).minus(&step(other)) else { continue };
                let difference = at_hand.written(&difference);
                let values = difference.interval(&|variable| ranges[variable]);
                // What follows itself does not say anything.
                let [is_low_asked, is_high_asked] = follows[other].map(|follows| !follows);
                let is_equal = values == Interval::of(0);
                follows[at][0] |= !is_equal && is_low_asked && values.is_natural();
                follows[at][1] |=
                    !is_equal && is_high_asked && values.is_within(Interval::at_most(0));
            }
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
