//! What an access in bounds is by definition, as comparisons of the numbers at hand.

use std::cmp::Ordering;

use super::at_hand::AtHand;
use crate::affine::{AffineTerm, Comparison, Member, Predicate, Quantity};

/// How many questions of full cost the many of a search may be together.
pub(super) const QUESTIONS: u64 = 4;

/// A condition that compares each index with its dimension, and the coordinates with what layouts
/// ask of them.
pub(super) struct Definition {
    pub members: Vec<Member>,
    /// How many operations it takes, the indices being computed already.
    pub cost: usize,
    /// How many operations the indices took that it compares.
    pub of_indices: usize,
}

impl Definition {
    /// How many operations a search for less may take where a question may take so many: a short
    /// definition is worth no long search.
    pub fn worth(&self, operations: u64) -> u64 {
        let longer = self.members.len().saturating_sub(3).max(1);
        operations.saturating_mul(QUESTIONS).saturating_mul(longer as u64)
    }

    /// True if a predicate compares as much and computes more: more than the indices take, too.
    pub fn is_cheaper_than(&self, found: &Predicate) -> bool {
        match self.members.len().cmp(&found.n_comparisons()) {
            Ordering::Less => self.cost + self.of_indices <= found.cost(),
            Ordering::Equal => self.cost + self.of_indices < found.cost(),
            Ordering::Greater => false,
        }
    }
}

/// Adds a comparison to others, as one with that of the same quantity if there is one.
pub(super) fn add(members: &mut Vec<Member>, added: Comparison) {
    let same = members.iter_mut().find_map(|member| match member {
        Member::Bounds(known) => (known.quantity == added.quantity).then_some(known),
        Member::Natural(_) => None,
    });
    match same {
        Some(known) => {
            known.low = known.low.into_iter().chain(added.low).max();
            known.high = known.high.into_iter().chain(added.high).min();
        }
        None => members.push(added.into()),
    }
}

/// That an index and what is a step behind it are in a dimension, in numbers at hand; `None` past 64
/// bits.
pub(super) fn bounds(
    at_hand: &mut AtHand,
    index: &Quantity,
    step: &Quantity,
    size: Option<&Quantity>,
) -> Vec<Option<Comparison>> {
    let (number, more) = (at_hand.written(index), at_hand.written(step));
    let Ok(reached) = at_hand.stepped(&number, &more) else { return vec![None] };
    let natural = Comparison::at_least(reached.clone(), 0);
    let Some(size) = size else { return vec![Some(natural)] };
    if let Some(size) = size.as_constant() {
        let last = size.checked_sub(1);
        return vec![last.map(|last| Comparison { high: Some(last), ..natural })];
    }
    let size = at_hand.written(size);
    let below = if step.is_zero() || reached.as_variable().is_some() {
        reached.minus(&size)
    } else {
        // What a step is short of the size is computed by itself.
        size.minus(&more)
            .and_then(|rest| number.minus(&AffineTerm::Floor(Box::new(rest), 1).into()))
    };
    let below = below.map(|difference| Comparison::at_most(difference, -1));
    vec![Some(natural), below.ok()]
}
