//! What has been stored since the last barrier, on the ways through a function that lead to a place.

use std::fmt;
use std::ptr;

use rustc_hash::FxHashSet;

use super::barriers::SharedUse;
use crate::triton::Operation;

/// More stores than this are not remembered.
const MAX_PENDING: usize = 256;

/// A condition, and which way it went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice<'p> {
    /// Without `%`; empty if the value is another one by now, or is not known.
    pub name: &'p str,
    pub is_true: bool,
}

impl Choice<'_> {
    fn is_against(&self, other: &Choice<'_>) -> bool {
        self.name == other.name && self.is_true != other.is_true && !self.name.is_empty()
    }
}

impl fmt::Display for Choice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{} is {}", self.name, self.is_true)
    }
}

/// A store that other warps may not have done yet.
#[derive(Debug, Clone)]
pub(super) struct Pending<'p> {
    pub store: &'p Operation,
    /// The conditions that the store is under, outermost first.
    under: Vec<Choice<'p>>,
    /// The conditions under which a barrier has been passed by, the last one being its own.
    passed: Option<Vec<Choice<'p>>>,
    pub is_of_earlier_turn: bool,
}

impl<'p> Pending<'p> {
    /// A store under these conditions, if it is known to which addresses.
    pub fn new(store: &'p Operation, choices: &[Choice<'p>]) -> Option<Self> {
        store.access()?.index()?.pointer()?;
        let under = choices.to_vec();
        Some(Pending { store, under, passed: None, is_of_earlier_turn: false })
    }

    /// True if a load under these conditions is of what is stored, in a run in which both are done.
    ///
    /// Of two conditions that are not around each other, one may be the opposite of the other.
    pub fn is_met_by(&self, load: &Operation, choices: &[Choice<'p>]) -> bool {
        let (Some(stored), Some(loaded)) = (self.store.access(), load.access()) else {
            return false;
        };
        let is_nested = self.under.starts_with(choices) || choices.starts_with(&self.under);
        let is_passed = self.passed.as_ref().is_none_or(|passed| passed.starts_with(choices));
        is_nested && is_passed && stored.shares_elements_with(loaded)
    }

    /// The condition under which there is no barrier, if there is one otherwise.
    pub fn passed_where(&self) -> Option<Choice<'p>> {
        self.passed.as_ref()?.last().copied()
    }

    fn is_same(&self, other: &Pending<'p>) -> bool {
        ptr::eq(self.store, other.store)
            && (&self.under, &self.passed, self.is_of_earlier_turn)
                == (&other.under, &other.passed, other.is_of_earlier_turn)
    }

    fn rules_out(&self, choice: Choice<'p>) -> bool {
        let all = self.under.iter().chain(self.passed.iter().flatten());
        { all }.any(|own| own.is_against(&choice))
    }
}

/// What is pending at a place.
#[derive(Debug, Clone, Default)]
pub(super) struct State<'p> {
    /// The latest store last.
    pub pending: Vec<Pending<'p>>,
    pub shared: SharedUse,
}

impl<'p> State<'p> {
    /// That of a place of which it is not known what is before it.
    pub fn unknown() -> Self {
        State { pending: Vec::new(), shared: SharedUse::Written }
    }

    pub fn forget_oldest(&mut self) {
        let n_more = self.pending.len().saturating_sub(MAX_PENDING);
        self.pending.drain(..n_more);
    }

    /// What is pending where a condition went one way.
    pub fn where_chosen(&self, choice: Choice<'p>) -> Self {
        let mut state = self.clone();
        state.pending.retain(|own| !own.rules_out(choice));
        state
    }

    /// What is pending after a branch under `choices`, of which both ways, with their conditions, have
    /// been walked.
    pub fn joined(&self, ways: [(Choice<'p>, State<'p>); 2], choices: &[Choice<'p>]) -> Self {
        let mut joined = State::default();
        let [(_, then), (_, otherwise)] = &ways;
        joined.shared = then.shared.max(otherwise.shared);
        for (at, (choice, state)) in ways.iter().enumerate() {
            let (other_choice, other) = &ways[1 - at];
            for pending in &state.pending {
                let is_in = |all: &[Pending<'p>]| all.iter().any(|own| own.is_same(pending));
                let (was_before, is_in_other) = (is_in(&self.pending), is_in(&other.pending));
                if !was_before || pending.rules_out(*other_choice) {
                    joined.pending.push(pending.clone());
                } else if is_in_other {
                    if at == 0 {
                        joined.pending.push(pending.clone());
                    }
                } else {
                    joined.pending.extend(passed_by(pending, *choice, choices));
                }
            }
        }
        joined.forget_oldest();
        joined
    }

    /// What is pending in the next turn of a loop that defines these names: what is of other elements
    /// there, or under conditions that are others, is left out.
    pub fn in_next_turn(self, names: &FxHashSet<&str>) -> Self {
        let mut state = self.outside(names);
        state.pending.retain(|own| {
            let is_same = own.store.access().is_some_and(|access| access.is_free_of(names));
            is_same && own.under.iter().all(|choice| !choice.name.is_empty())
        });
        state.pending.iter_mut().for_each(|own| own.is_of_earlier_turn = true);
        state
    }

    /// What is pending after a loop that defines these names.
    pub fn after_loop(self, names: &FxHashSet<&str>) -> Self {
        let mut state = self.outside(names);
        state.pending.iter_mut().for_each(|own| own.is_of_earlier_turn = false);
        state
    }

    /// What is pending where these names are not those of the same values.
    pub fn outside(mut self, names: &FxHashSet<&str>) -> Self {
        let is_inside = |choice: &Choice<'p>| names.contains(choice.name);
        self.pending.retain(|own| !own.passed.iter().flatten().any(is_inside));
        let under = self.pending.iter_mut().flat_map(|own| &mut own.under);
        under.filter(|choice| is_inside(choice)).for_each(|choice| choice.name = "");
        self
    }
}

/// What a barrier in the other way of a branch leaves pending, if that is certain: neither the store nor
/// another barrier is under a condition that may go with that of the branch.
fn passed_by<'p>(
    pending: &Pending<'p>,
    choice: Choice<'p>,
    choices: &[Choice<'p>],
) -> Option<Pending<'p>> {
    let all = [choices, &[choice]].concat();
    let is_certain = choices.starts_with(&pending.under) && !choice.name.is_empty();
    let is_first = pending.passed.as_ref().is_none_or(|passed| *passed == all);
    (is_certain && is_first).then(|| Pending { passed: Some(all), ..pending.clone() })
}
