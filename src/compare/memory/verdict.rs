//! What is said of the claims that two executions make.

use std::collections::BTreeMap;

use super::claims::{Equality, Trace, What};
use super::inputs::{Input, Sample};
use super::surroundings::surrounding_truths;
use super::terms::Buffer;
use super::where_defined::where_defined;
use super::world::World;
use crate::algebra::{Budget, Verdict};
use crate::dialect::ir;
use crate::passes::exact::poison_reason;
use crate::validate::{Difference, FunctionVerdict, Node, Outcome, Refinement, refines};

/// How a number of memory is told.
pub(super) const IS_READ: &str = " is read";

/// What an attempt to compare two functions gives.
pub(in crate::compare) enum Settled {
    Verdict(FunctionVerdict),
    /// Numbers differ at some inputs, which have to be tried if other things are done in an order.
    Differ {
        verdict: FunctionVerdict,
        sample: Sample,
        /// What is said unless both are seen to differ when they are executed there; `None` if that is not
        /// asked.
        unless: Option<String>,
    },
    Unknown(String),
    /// The function before the pass does nothing that is defined.
    Nothing,
}

/// Claims that are asked together: what surrounds them, what else is true, whether they are about elements, and
/// which one it is if it is alone.
type Group = (usize, Vec<Node>, bool, Option<usize>);

/// What is said of all claims: the first one that is not proved says it.
pub(super) fn settle<'c>(
    world: &mut World<'c>,
    claims: &[Equality],
    before: &Trace<'c>,
    budget: &Budget,
) -> Settled {
    let mut groups: BTreeMap<Group, Vec<&Equality>> = BTreeMap::new();
    for (number, claim) in claims.iter().enumerate() {
        let is_element = matches!(claim.what, What::Element { .. });
        // Where an element or a bound is poison nothing is defined; where a value is, the others still are.
        let is_value = matches!(claim.what, What::Named(_));
        // What is given poison is asked for when it is claimed.
        let may_be_poison = || world.reader.code().may_make_poison(&[claim.before]);
        let alone = (is_value && may_be_poison()).then_some(number);
        let key = (claim.surrounding, claim.truths.clone(), is_element, alone);
        groups.entry(key).or_default().push(claim);
    }
    let written = world.written();
    let mut method = "canonical form".to_owned();
    let is_executed = claims.is_empty() && world.names.is_empty();
    if is_executed {
        method = "execution".to_owned();
    }
    let mut unknown = None;
    for ((surrounding, truths_of_claim, is_element, _), claims) in groups {
        let mut premises = surrounding_truths(&before.surroundings, surrounding);
        premises.extend(&truths_of_claim);
        premises.sort();
        premises.dedup();
        // What is behind an assertion that never holds is not done.
        if premises.iter().any(|&premise| world.constant(premise) == Some(0)) {
            continue;
        }
        let mut settled = |claims: &[&Equality]| {
            let mut numbers: Vec<Node> = claims.iter().map(|claim| claim.before).collect();
            let mut others: Vec<Node> = claims.iter().map(|claim| claim.after).collect();
            if is_element {
                // The number of an element that is there fits, and so do the sums that say it. Whether it is poison
                // after is asked where it is asked what is defined.
                numbers = world.fitting(&numbers, &written);
                others = world.unpromised(&others);
            }
            let is_part = surrounding != 0 || !truths_of_claim.is_empty();
            let ask = |world: &mut World<'c>, premises: &[Node]| {
                let claim = Refinement {
                    code: world.reader.code(),
                    before: numbers.clone(),
                    after: others.clone(),
                    premises: premises.to_vec(),
                    bounds: world.bounds.clone(),
                    fits: false,
                    is_part,
                };
                refines(&claim, budget)
            };
            let stops = before.surroundings[surrounding].stops;
            let premises = premises.clone();
            let (verdict, premises) =
                where_defined(world, |world| world, (before, stops), premises, ask);
            match verdict {
                Verdict::Proved(found) => {
                    method = found.to_string();
                    None
                }
                Verdict::Refuted(difference) => {
                    Some(refuted(world, claims, &premises, &difference))
                }
                Verdict::Unknown(unknown) => Some(Settled::Unknown(unknown.to_string())),
            }
        };
        match settled(&claims) {
            Some(Settled::Unknown(_)) if 1 < claims.len() => {
                // One by one some of them may be decided, and the first one that is not is named.
                for claim in claims {
                    match settled(&[claim]) {
                        Some(Settled::Unknown(reason)) => {
                            unknown = unknown.or(Some(named(claim, &reason)));
                        }
                        Some(found) => return found,
                        None => {}
                    }
                }
            }
            Some(Settled::Unknown(reason)) => {
                unknown = unknown.or(Some(named(claims[0], &reason)));
            }
            Some(found) => return found,
            None => {}
        }
    }
    match unknown {
        Some(reason) => Settled::Unknown(reason),
        None => Settled::Verdict(FunctionVerdict::Proved { method }),
    }
}

fn named(claim: &Equality, reason: &str) -> String {
    match &claim.what {
        What::Element { access, .. } => format!("access {access}: {reason}"),
        What::Bound(what) | What::Named(what) => format!("{what}: {reason}"),
    }
}

fn refuted(
    world: &World<'_>,
    claims: &[&Equality],
    premises: &[Node],
    difference: &Difference,
) -> Settled {
    let outcomes = difference.before.iter().zip(&difference.after);
    let differs = |(before, after): (&i64, &Outcome)| match after {
        Outcome::Offset(after) => *after != (*before).into(),
        Outcome::Poison(_) => true,
    };
    let Some(at) = outcomes.clone().position(differs) else {
        return Settled::Unknown("the difference is not found again".to_owned());
    };
    let claim = claims[at];
    if let What::Bound(_) = claim.what {
        return Settled::Unknown("it is another one after".to_owned());
    }
    let of_claim = [claim.before, claim.after];
    if world.is_of_opaque(&of_claim) || world.is_of_opaque(premises) {
        return Settled::Unknown("it depends on what is not read".to_owned());
    }
    let (before, after) = (difference.before[at], &difference.after[at]);
    let after = match after {
        Outcome::Poison(poison) => {
            let origin = world.origin(poison.node);
            let reason = origin.map_or(poison.reason, |origin| poison_reason(origin, poison));
            format!("poison ({} {reason})", origin.map_or("an operation", ir::name))
        }
        outcome => outcome.to_string(),
    };
    let mut shown: Vec<Node> = of_claim.to_vec();
    shown.extend(premises);
    let at = place(world, claim, &shown, &difference.inputs);
    let (before, after) = match &claim.what {
        What::Element { access, .. } if after.starts_with("poison") => {
            (format!("element {before} in access {access}"), after)
        }
        What::Element { access, .. } => {
            (format!("element {before} in access {access}"), format!("element {after}"))
        }
        What::Bound(what) | What::Named(what) => (format!("{before} as {what}"), after),
    };
    let verdict = FunctionVerdict::Refuted { at, before, after };
    Settled::Differ { verdict, sample: world.sample_at(&difference.inputs), unless: None }
}

/// The inputs that a difference is at: the arguments, and of the others those that matter.
pub(super) fn place(world: &World<'_>, claim: &Equality, shown: &[Node], inputs: &[i64]) -> String {
    let sources = world.reader.code().sources(shown);
    let nodes = world.reader.code().inputs();
    let all = || world.names.iter().zip(nodes).zip(inputs);
    let mut arguments: Vec<(usize, usize, i64)> = all()
        .filter_map(|((name, _), &value)| match name {
            Input::Argument(number, lane) => Some((*number, *lane, value)),
            _ => None,
        })
        .collect();
    arguments.sort_unstable();
    let text =
        |numbers: Vec<i64>| numbers.iter().map(i64::to_string).collect::<Vec<String>>().join(", ");
    let mut parts = vec![text(arguments.into_iter().map(|(.., value)| value).collect())];
    let is_used = |node: &Node| sources.contains(&node.position());
    let mut variables = Vec::new();
    let mut others = Vec::new();
    for ((name, _), &value) in all().filter(|((_, node), _)| is_used(node)) {
        match name {
            Input::Variable(..) => variables.push(value),
            Input::Size(buffer, at) => {
                others.push(format!("size {at} of {} is {value}", of(buffer)))
            }
            Input::Stride(buffer, at) => {
                others.push(format!("stride {at} of {} is {value}", of(buffer)));
            }
            Input::Offset(buffer) => others.push(format!("offset of {} is {value}", of(buffer))),
            Input::Value(..) | Input::Read(..) => others.push(format!("{value}{IS_READ}")),
            Input::Argument(..) | Input::Other(..) => {}
        }
    }
    if !variables.is_empty() {
        parts.push(format!("iteration {}", text(variables)));
    }
    if let What::Element { lane, .. } = &claim.what
        && !lane.is_empty()
    {
        parts.push(format!("lane {}", text(lane.clone())));
    }
    parts.extend(others);
    parts.retain(|part| !part.is_empty());
    parts.join("; ")
}

fn of(buffer: &Buffer) -> String {
    match buffer {
        Buffer::Argument(number) => format!("argument {number}"),
        Buffer::Global(name) | Buffer::Constant(name) => format!("@{name}"),
        _ => "a buffer".to_owned(),
    }
}
