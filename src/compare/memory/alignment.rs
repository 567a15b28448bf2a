//! Which things that two functions do are compared with each other.

use std::ops::Range;

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
                let runs = [run(before, one), run(after, other)];
                let nodes = |(events, _): Told<'_, '_>, run: &Range<usize>| -> Vec<Node> {
                    run.clone().filter_map(|at| Some(asserted(events, at)?.condition)).collect()
                };
                let [all, others] = [nodes(before, &runs[0]), nodes(after, &runs[1])];
                let moves = |(node, their): (&Node, &Node)| node != their && others.contains(node);
                match all.len() != others.len() || all.iter().zip(&others).any(moves) {
                    true => {
                        let [run, its] = runs;
                        Pair::Runs(run, its)
                    }
                    false => Pair::Both(one, other),
                }
            }
            // What is said to hold may have been moved over an assertion that both have.
            (Some(_), _) if !is_said(after, other) => Pair::Before(one),
            (None, Some(_)) if !is_said(before, one) => Pair::After(other),
            _ if one < counts[0] && other < counts[1] => Pair::Both(one, other),
            // One of them does more.
            _ => break,
        };
        (one, other) = match &pair {
            Pair::Both(..) => (one + 1, other + 1),
            Pair::Runs(run, its) => (run.end, its.end),
            Pair::Before(_) => (one + 1, other),
            Pair::After(_) => (one, other + 1),
        };
        found.push(pair);
    }
    found
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
