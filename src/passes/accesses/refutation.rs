//! Accesses that are out of bounds in an execution.

use std::fmt;

use melior::ir::Location;

use super::found::Found;
use super::number_claim::Broken;
use crate::affine::{Comparison, Quantity};
use crate::algebra::Failure;
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::foreign::access::Elements;

/// An execution in which an access is out of bounds, or that it is in all of them.
pub(in crate::passes) struct Refutation {
    /// The variables of the loops around the access, with their values; `None` for all executions.
    iteration: Option<Vec<(String, i64)>>,
    failure: Failure,
    /// The lanes that are out of bounds, from the first to the last, of a vector.
    lanes: Option<(i64, i64)>,
    /// True if the access promises that none is.
    is_promised: bool,
    /// False if the index is one of those that are known to be out of bounds, and need not be one of an
    /// execution.
    is_seen: bool,
    /// What is out of bounds, in words.
    subject: &'static str,
    /// The claim that is wrong, if it is one.
    broken: Option<Broken>,
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = self.subject;
        match (self.is_promised, &self.iteration) {
            (true, _) => f.write_str("in_bounds is false")?,
            (false, Some(_)) => write!(f, "{subject} is out of bounds")?,
            (false, None) => write!(f, "{subject} is never in bounds")?,
        }
        let iteration = self.iteration.as_deref().unwrap_or_default();
        for (at, (name, number)) in iteration.iter().enumerate() {
            f.write_str(if at == 0 { " at iteration " } else { ", " })?;
            write!(f, "{name} = {number}")?;
        }
        if let Some(broken) = self.broken {
            return write!(f, ": {broken}");
        }
        match (self.lanes, &self.failure) {
            (Some((first, last)), Failure::Index { dimension, size: Some(size), .. }) => {
                if first == last {
                    write!(f, ": lane {first} is outside [0, {size}) of dimension {dimension}")
                } else {
                    let lanes = format!("lanes {first} to {last}");
                    write!(f, ": {lanes} are outside [0, {size}) of dimension {dimension}")
                }
            }
            (_, Failure::Index { dimension, size: Some(size), .. }) if !self.is_seen => {
                write!(f, ": no index of dimension {dimension} is in [0, {size})")
            }
            (_, failure) => write!(f, ": {failure}"),
        }
    }
}

impl Refutation {
    /// That an access is out of bounds whenever it executes, for example like this.
    pub(super) fn of_all(found: &Found<'_>, failure: Failure) -> Self {
        let broken = match failure {
            Failure::Index { index: number, dimension, .. } => {
                found.claims.get(dimension).map(|&claim| Broken { claim, number })
            }
            _ => None,
        };
        let failure = found.in_dimension(failure);
        let subject = found.subject;
        let (iteration, lanes, is_promised, is_seen) = (None, None, false, true);
        Refutation { iteration, failure, lanes, is_promised, is_seen, subject, broken }
    }

    /// The same with the numbers of an execution, if one is known.
    pub(super) fn seen_as(self, execution: Option<Refutation>) -> Self {
        match execution {
            Some(Refutation { failure, broken, .. }) => Refutation { failure, broken, ..self },
            None => Refutation { is_seen: false, ..self },
        }
    }

    /// How all lanes of a vector, as [`Found::with_all_lanes`] has them, are not in bounds.
    pub(super) fn of_lanes(
        found: &Found<'_>,
        failure: Failure,
        iteration: Option<Vec<(String, i64)>>,
    ) -> Self {
        let refutation = Refutation::of_all(found, failure);
        let lanes = found.lanes_outside(&refutation.failure);
        Refutation { iteration, lanes, is_promised: found.is_promised(), ..refutation }
    }

    /// The same of one lane.
    pub(super) fn of_lane(self, lane: i64) -> Self {
        Refutation { lanes: Some((lane, lane)), ..self }
    }

    /// The error, with what else there is to say.
    pub fn error<'c>(&self, location: Location<'c>) -> Diagnostic<'c> {
        let error = Diagnostic::error(location, self.to_string());
        match self.failure.note() {
            Some(note) => error.note(location, note),
            None => error,
        }
    }
}

impl<'c> Found<'c> {
    /// True if the access promises that its lanes are in bounds.
    pub(super) fn is_promised(&self) -> bool {
        self.how.is_some_and(|how| how.elements == Elements::Transfer)
            && self.lanes.iter().any(|(_, lanes)| !lanes.is_checked)
    }

    /// The access of all lanes of a vector that are accessed at once; `None` for other accesses.
    pub(super) fn with_all_lanes(&self) -> Option<Found<'c>> {
        if self.lanes.is_empty() {
            return None;
        }
        let mut whole = self.clone();
        let access = &mut whole.access;
        for (at, (variable, lanes)) in self.lanes.iter().enumerate() {
            let dimension = lanes.dimension;
            let step = access.steps.get(dimension)?;
            let lane = |lane: i64| {
                step.substituted(&|it| {
                    Some(if it == *variable { lane.into() } else { Quantity::variable(it) })
                })
            };
            let (first, last) = (lane(0)?, lane(self.n_held(at)?.checked_sub(1)?)?);
            access.steps[dimension] = first;
            if !lanes.is_checked {
                access.indices.push(access.indices[dimension].clone());
                access.steps.push(last);
                access.sizes.push(access.sizes[dimension].clone());
                whole.dimensions.push(dimension);
            }
        }
        Some(whole)
    }

    /// How many lanes along a dimension of a vector are accessed.
    fn n_held(&self, at: usize) -> Option<i64> {
        match &self.held {
            Some(held) => held.get(at).copied(),
            None => self.lanes.get(at).map(|(_, lanes)| lanes.count),
        }
    }

    /// The accesses of those lanes of a gather, with the lanes, of which one is out of bounds if any is.
    pub(super) fn end_lanes(&self) -> Vec<(Found<'c>, i64)> {
        let Some(gathered) = &self.gathered else { return Vec::new() };
        let [variable] = gathered.variables[..] else { return Vec::new() };
        let of_lane = |&(lane, number): &(i64, i64)| {
            let mut found = self.clone();
            let is_number = Comparison::equal(Quantity::variable(variable), number);
            found.access.known.push(is_number.clone());
            found.fixed.push(is_number);
            (found, lane)
        };
        gathered.ends.iter().map(of_lane).collect()
    }

    /// The lanes of a vector that are outside, if the last or the first one is at an index.
    fn lanes_outside(&self, failure: &Failure) -> Option<(i64, i64)> {
        let Failure::Index { index, dimension, size: Some(size) } = failure else { return None };
        let at = self.lanes.iter().position(|(_, lanes)| lanes.dimension == *dimension)?;
        let count = self.n_held(at)?;
        Some(if *index < 0 {
            (0, index.checked_neg()?.min(count) - 1)
        } else {
            (count - (index - size + 1).min(count), count - 1)
        })
    }
}
