//! Differences where the function before the pass is defined: elsewhere nothing is claimed.

use super::claims::Trace;
use super::surroundings::reached;
use super::world::World;
use crate::algebra::{Unknown, Verdict};
use crate::validate::{Difference, Node};

/// So often a difference is looked for at other inputs.
const MAX_ROUNDS: usize = 8;

/// What an asker says of a claim at inputs where the function before the pass is defined. So many things before
/// the claim may not end: what is done behind more of them proves nothing of it, and refutes nothing either
/// where it is undefined.
pub(super) fn where_defined<'c, T>(
    asker: &mut T,
    world: impl for<'a> Fn(&'a mut T) -> &'a mut World<'c>,
    (before, stops): (&Trace<'c>, usize),
    mut premises: Vec<Node>,
    mut ask: impl FnMut(&mut T, &[Node]) -> Verdict<Difference>,
) -> (Verdict<Difference>, Vec<Node>) {
    let mut verdict = ask(asker, &premises);
    let mut is_later = false;
    for _ in 0..MAX_ROUNDS {
        let Verdict::Refuted(difference) = &verdict else { break };
        let missed = missed(world(asker), before, &difference.inputs);
        if missed.is_empty() {
            return (verdict, premises);
        }
        is_later |= missed.iter().any(|(_, behind)| stops < *behind);
        premises.extend(missed.into_iter().map(|(truth, _)| truth));
        verdict = ask(asker, &premises);
    }
    let verdict = match verdict {
        Verdict::Proved(method) if !is_later => Verdict::Proved(method),
        Verdict::Unknown(unknown) if !is_later => Verdict::Unknown(unknown),
        _ => Verdict::Unknown(Unknown::NotFound {
            reason: "it differs where it may be undefined before the pass".to_owned(),
        }),
    };
    (verdict, premises)
}

/// What is true where the function before the pass is defined, and not at some inputs: each with how many things
/// there were before that may not end.
fn missed(world: &mut World<'_>, before: &Trace<'_>, inputs: &[i64]) -> Vec<(Node, usize)> {
    let values = world.reader.code().evaluate(inputs);
    let is_true = |node: &Node| values[node.position()].is_ok_and(|truth| truth != 0);
    let mut found = Vec::new();
    for (at, own) in before.surroundings.iter().enumerate() {
        let missed: Vec<Node> = own.known.iter().copied().filter(|it| !is_true(it)).collect();
        if missed.is_empty() {
            continue;
        }
        let conditions = reached(&before.surroundings, at);
        if !conditions.iter().all(is_true) {
            continue;
        }
        let mut all = world.reader.constant(1, -1);
        for condition in conditions {
            all = world.both(all, condition);
        }
        let not = world.not(all);
        found.extend(missed.into_iter().map(|truth| (world.either(not, truth), own.stops)));
    }
    found
}
