//! Which things that two functions do are compared with each other.

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::machine::{Event, Surrounding};
use super::notes::Asserted;
use super::surroundings::conditions;
use crate::validate::Node;

/// Events that are compared.
pub(super) enum Pair {
    Both(usize, usize),
    /// Assertions that fail alike, one after the other: all of these hold, or not all.
    Runs(Range<usize>, Range<usize>),
    /// An assertion that only one of the functions has.
    Before(usize),
    After(usize),
}

impl Pair {
    /// How many events of each function are in it.
    fn lengths(&self) -> [usize; 2] {
        match self {
            Pair::Both(..) => [1, 1],
            Pair::Runs(run, its) => [run.len(), its.len()],
            Pair::Before(_) => [1, 0],
            Pair::After(_) => [0, 1],
        }
    }
}

/// The events of a function with what surrounds each, and all surroundings.
type Told<'t, 'c> = (&'t [(Event<'c>, usize)], &'t [Surrounding]);

/// The assertion among events that has a number.
pub(super) fn asserted<'t>(events: &'t [(Event<'_>, usize)], at: usize) -> Option<&'t Asserted> {
    match events.get(at) {
        Some((Event::Asserted(asserted), _)) => Some(asserted),
        _ => None,
    }
}

/// The assertions from one on whose failures nothing tells apart.
fn run((events, surroundings): Told<'_, '_>, first: usize) -> Range<usize> {
    let around = |at: usize| conditions(surroundings, events[at].1);
    let is_like = |at: &usize| match (asserted(events, first), asserted(events, *at)) {
        (Some(one), Some(other)) => {
            (&one.name, one.guard, one.n_writes) == (&other.name, other.guard, other.n_writes)
                && !one.is_forgotten
                && !other.is_forgotten
                && around(first) == around(*at)
        }
        _ => false,
    };
    let length = (first + 1..events.len()).take_while(is_like).count();
    first..first + 1 + length
}

/// Which events are compared: those of the same number in an order that assertions are no part of.
pub(super) fn aligned(before: Told<'_, '_>, after: Told<'_, '_>) -> Vec<Pair> {
    let counts = [before, after].map(|(events, _)| events.len());
    let is_said = |(events, _): Told<'_, '_>, at: usize| {
        matches!(events.get(at), Some((Event::Said { .. }, _)))
    };
    let (mut one, mut other) = (0, 0);
    let mut found = Vec::new();
    while one < counts[0] || other < counts[1] {
        let pair = match (asserted(before.0, one), asserted(after.0, other)) {
            (Some(its), Some(their)) if its.name == their.name => {
                let [run, its] = [run(before, one), run(after, other)];
                (one, other) = (run.end, its.end);
                match is_reordered([before, after], [&run, &its]) {
                    true => found.push(Pair::Runs(run, its)),
                    false => found.extend(run.zip(its).map(|(one, other)| Pair::Both(one, other))),
                }
                continue;
            }
            // What is said to hold may have been moved over an assertion that both have.
            (Some(_), _) if !is_said(after, other) => Pair::Before(one),
            (None, Some(_)) if !is_said(before, one) => Pair::After(other),
            _ if one < counts[0] && other < counts[1] => Pair::Both(one, other),
            // One of them does more.
            _ => break,
        };
        let [its, their] = pair.lengths();
        (one, other) = (one + its, other + their);
        found.push(pair);
    }
    found
}

/// True if there are more assertions on one side, or some are in another order.
fn is_reordered([before, after]: [Told<'_, '_>; 2], [run, its]: [&Range<usize>; 2]) -> bool {
    let nodes = |(events, _): Told<'_, '_>, run: &Range<usize>| -> Vec<Node> {
        run.clone().filter_map(|at| Some(asserted(events, at)?.condition)).collect()
    };
    let [all, others] = [nodes(before, run), nodes(after, its)];
    let known: FxHashSet<Node> = others.iter().copied().collect();
    let moves = |(node, their): (&Node, &Node)| node != their && known.contains(node);
    all.len() != others.len() || all.iter().zip(&others).any(moves)
}

/// For each pair, whether the assertion that stands alone may be one of both functions: something that is not read
/// may have been moved over it, or be done on one side only.
pub(super) fn in_doubt(pairs: &[Pair], [before, after]: [Told<'_, '_>; 2]) -> Vec<bool> {
    let is_call = |pair: &Pair| match pair {
        Pair::Both(one, _) => matches!(before.0[*one].0, Event::Call { .. }),
        _ => false,
    };
    let mut n_calls = 0;
    let alone = pairs.iter().map(|pair| {
        n_calls += usize::from(is_call(pair));
        let (events, at, is_before) = match pair {
            Pair::Before(at) => (before.0, at, true),
            Pair::After(at) => (after.0, at, false),
            Pair::Both(..) | Pair::Runs(..) => return None,
        };
        Some((is_before, &asserted(events, *at)?.name, n_calls))
    });
    let alone: Vec<_> = alone.collect();
    // The first and the last place of each, by the calls before it.
    let mut places: FxHashMap<(bool, &Rc<str>), [usize; 2]> = FxHashMap::default();
    for &(is_before, name, at) in alone.iter().flatten() {
        places.entry((is_before, name)).or_insert([at; 2])[1] = at;
    }
    let [n_before, n_after] =
        pairs.iter().map(Pair::lengths).fold([0; 2], |all, own| [all[0] + own[0], all[1] + own[1]]);
    let is_left = n_before < before.0.len() || n_after < after.0.len();
    let doubt = |own: &Option<(bool, &Rc<str>, usize)>| {
        own.is_some_and(|(is_before, name, at)| {
            is_left || places.get(&(!is_before, name)).is_some_and(|others| *others != [at; 2])
        })
    };
    alone.iter().map(doubt).collect()
}

/// Numbers of things that may not end: so many were before something after the pass where so many were before the
/// same before it. `None` if they are the same everywhere.
pub(super) fn stops(pairs: &[Pair], [before, after]: [Told<'_, '_>; 2]) -> Option<Vec<[usize; 2]>> {
    let of = |(events, surroundings): Told<'_, '_>, at: usize| surroundings[events[at].1].stops;
    let last = |(_, surroundings): Told<'_, '_>| surroundings.iter().map(|own| own.stops).max();
    let mut found: Vec<[usize; 2]> = pairs
        .iter()
        .filter_map(|pair| match pair {
            Pair::Both(one, other) => Some([of(before, *one), of(after, *other)]),
            Pair::Runs(run, its) => Some([of(before, run.start), of(after, its.start)]),
            Pair::Before(_) | Pair::After(_) => None,
        })
        .collect();
    found.push([last(before)?, last(after)?]);
    let is_plain = |pair: &Pair| matches!(pair, Pair::Both(..));
    let is_same = pairs.iter().all(is_plain) && found.iter().all(|[one, other]| one == other);
    (!is_same).then_some(found)
}

/// Counts what may not end after the pass as before it.
pub(super) fn count_alike(after: &mut [Surrounding], stops: &[[usize; 2]]) {
    for own in after {
        let known = stops.iter().filter(|[_, other]| *other <= own.stops);
        own.stops = known.map(|[one, _]| *one).max().unwrap_or(0);
    }
}
