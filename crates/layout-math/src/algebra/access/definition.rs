//! What an access in bounds is by definition, as comparisons of the numbers at hand.

use std::cmp::Ordering;

use crate::affine::{Comparison, Member, Predicate, Quantity, Term};

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

/// The number that an index is, which nothing has to compute.
pub(super) fn at_hand(index: &Quantity) -> Quantity {
    if index.as_variable().is_some() || index.as_constant().is_some() {
        return index.clone();
    }
    Term::Floor(Box::new(index.clone()), 1).into()
}

/// That an index and what is a step behind it are in a dimension; `None` past 64 bits.
pub(super) fn bounds(
    index: &Quantity,
    step: &Quantity,
    size: Option<&Quantity>,
) -> Vec<Option<Comparison>> {
    let number = at_hand(index);
    let Ok(reached) = number.plus(step) else { return vec![None] };
    let natural = Comparison::at_least(reached.clone(), 0);
    let Some(size) = size else { return vec![Some(natural)] };
    if let Some(size) = size.as_constant() {
        let last = size.checked_sub(1);
        return vec![last.map(|last| Comparison { high: Some(last), ..natural })];
    }
    // The size is not negative, so that 64 bits have room for what a step is short of it.
    let below = size.minus(step).and_then(|rest| {
        let rest = if step.is_zero() { rest } else { Term::Floor(Box::new(rest), 1).into() };
        number.minus(&rest)
    });
    let below = below.map(|difference| Comparison::at_most(difference, -1));
    vec![Some(natural), below.ok()]
}
