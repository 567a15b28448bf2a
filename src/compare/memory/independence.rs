//! Whether the iterations of a loop may be executed in any order.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::claims::Trace;
use super::inputs::Input;
use super::iterations::less;
use super::machine::Event;
use super::notes::LOOP;
use super::surroundings::surrounding_truths;
use super::terms::{Address, Buffer};
use super::verdict::Settled;
use super::world::World;
use crate::algebra::{Budget, Verdict};
use crate::validate::{
    CmpPredicate, FunctionVerdict, Node, Operation, Refinement, operands, refines,
};

/// More claims than this are not made of one loop.
const MAX_CLAIMS: usize = 512;

/// What is said of functions that were executed with their iterations in order, where those of some loops may
/// be executed in any order: of the loops after that begin at the events in `parallel` the iterations have to
/// be independent.
pub(super) fn in_any_order<'c>(
    settled: Settled,
    world: &mut World<'c>,
    [before, after]: [&Trace<'c>; 2],
    parallel: &[usize],
    budget: &Budget,
) -> Settled {
    match settled {
        Settled::Verdict(FunctionVerdict::Proved { .. }) => {
            let is_shared = after.shares
                || parallel.iter().any(|&begin| !is_independent(world, before, begin, budget));
            match is_shared {
                true => Settled::Unknown(
                    "the iterations of a loop that is parallel after are not seen to be independent"
                        .to_owned(),
                ),
                false => settled,
            }
        }
        Settled::Differ { .. } | Settled::Verdict(FunctionVerdict::Refuted { .. })
            if before.shares =>
        {
            Settled::Unknown(
                "the iterations of a loop that is parallel before depend on each other".to_owned(),
            )
        }
        settled => settled,
    }
}

/// An access in any iteration.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reference {
    buffer: Buffer,
    address: Address,
    /// What is true there.
    truths: Vec<Node>,
    stores: bool,
}

/// True if what an iteration of a loop stores is seen to be neither loaded nor stored by another one.
fn is_independent<'c>(
    world: &mut World<'c>,
    trace: &Trace<'c>,
    begin: usize,
    budget: &Budget,
) -> bool {
    let Some((Event::Begin { of_loop, numbers, kind, .. }, _)) = trace.events.get(begin) else {
        return false;
    };
    let Some(references) = references(world, trace, begin) else { return false };
    let is_any = references.iter().any(|reference| matches!(reference.buffer, Buffer::Result(..)));
    let mut another = Another { since: kind.since, known: FxHashMap::default() };
    let mut there = Vec::new();
    for reference in &references {
        there.push(another.reference(world, reference));
    }
    let mut variables = Vec::new();
    for (number, (&low, &is_signed)) in numbers.iter().step_by(3).zip(&kind.is_signed).enumerate() {
        let bits = world.reader.code().bits(low);
        let here = world.input(Input::Variable(*of_loop, number), bits);
        let there = another.node(world, here);
        let less = less(is_signed);
        variables.push(
            [(here, there), (there, here)].map(|(one, other)| world.compare(less, one, other)),
        );
    }
    let mut n_claims = 0;
    for (at, one) in references.iter().enumerate().filter(|(_, reference)| reference.stores) {
        for (other_at, other) in there.iter().enumerate() {
            // The other way round they are a pair of their own.
            if references[other_at].stores && other_at < at {
                continue;
            }
            if one.buffer != other.buffer {
                // What an operation gives that is not read may be any of the other buffers.
                if is_any {
                    return false;
                }
                continue;
            }
            for &order in variables.iter().flatten() {
                n_claims += 1;
                if MAX_CLAIMS < n_claims || !are_apart(world, [one, other], order, budget) {
                    return false;
                }
            }
        }
    }
    true
}

/// The accesses in a loop to buffers that are not made in it; `None` if there may be others.
fn references<'c>(world: &World<'c>, trace: &Trace<'c>, begin: usize) -> Option<Vec<Reference>> {
    let mut depth = 0;
    let length = trace.events[begin..].iter().position(|(event, _)| {
        match event {
            Event::Begin { .. } => depth += 1,
            Event::End { .. } => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let end = begin + length;
    let is_own =
        |buffer: &Buffer| trace.origins.get(buffer).is_some_and(|origin| begin < origin.since);
    let truths_of = |surrounding: usize| {
        let mut truths = surrounding_truths(&trace.surroundings, surrounding);
        truths.retain(|&truth| world.constant(truth).is_none());
        truths
    };
    let mut found = Vec::new();
    for (event, surrounding) in &trace.events[begin..end] {
        match event {
            Event::Call { name, .. } if **name != *LOOP => return None,
            Event::Asserted(_) => return None,
            Event::Write { buffer, address, guard, .. } if !is_own(buffer) => {
                let mut truths = truths_of(*surrounding);
                truths.extend(Some(*guard).filter(|&guard| world.constant(guard).is_none()));
                let (buffer, address) = (buffer.clone(), address.clone());
                found.push(Reference { buffer, address, truths, stores: true });
            }
            _ => {}
        }
    }
    let is_inside = |since: usize| (begin + 1..=end).contains(&since);
    for read in trace.reads.iter().filter(|read| is_inside(read.since) && !is_own(&read.buffer)) {
        let (buffer, address) = (read.buffer.clone(), read.address.clone());
        found.push(Reference {
            buffer,
            address,
            truths: truths_of(read.surrounding),
            stores: false,
        });
    }
    let mut is_known = FxHashSet::default();
    found.retain(|reference| is_known.insert(reference.clone()));
    Some(found)
}

/// True if an element in one iteration is another one than that in another iteration, where the iterations are
/// in an order.
fn are_apart(
    world: &mut World<'_>,
    [one, other]: [&Reference; 2],
    order: Node,
    budget: &Budget,
) -> bool {
    let mut pairs = Vec::new();
    if let (Some(here), Some(there)) = (&one.address.coordinate, &other.address.coordinate)
        && here.len() == there.len()
    {
        pairs.extend(here.iter().copied().zip(there.iter().copied()));
    }
    pairs.extend(one.address.offset.zip(other.address.offset));
    pairs.into_iter().any(|(here, there)| {
        let mut premises = vec![order, world.compare(CmpPredicate::Equal, here, there)];
        premises.extend(one.truths.iter().chain(&other.truths));
        let [never, always] = [0, -1].map(|bit| world.reader.constant(1, bit));
        if premises.contains(&never) {
            return true;
        }
        premises.retain(|&premise| world.constant(premise).is_none());
        let claim = Refinement {
            code: world.reader.code(),
            before: vec![never],
            after: vec![always],
            premises,
            bounds: world.bounds.clone(),
            fits: false,
            is_part: true,
        };
        matches!(refines(&claim, budget), Verdict::Proved(_))
    })
}

/// The same code in another iteration.
struct Another {
    /// How many nodes are the same in all iterations.
    since: usize,
    known: FxHashMap<Node, Node>,
}

impl Another {
    fn reference(&mut self, world: &mut World<'_>, reference: &Reference) -> Reference {
        let Reference { buffer, address, truths, stores } = reference.clone();
        let offset = address.offset.map(|node| self.node(world, node));
        let coordinate = address
            .coordinate
            .map(|nodes| nodes.into_iter().map(|node| self.node(world, node)).collect());
        let truths = truths.into_iter().map(|node| self.node(world, node)).collect();
        Reference { buffer, address: Address { offset, coordinate }, truths, stores }
    }

    fn node(&mut self, world: &mut World<'_>, node: Node) -> Node {
        let mut needed = BTreeSet::new();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            if self.known.contains_key(&node) || !needed.insert(node) {
                continue;
            }
            let (_, operation) = world.reader.code().operations()[node.position()];
            pending.extend(operands(operation));
        }
        // Operands have lower numbers.
        for node in needed {
            let (bits, operation) = world.reader.code().operations()[node.position()];
            let other = match operation {
                Operation::Input(_) if node.position() < self.since => node,
                Operation::Input(_) => world.input(Input::Other(node.position()), bits),
                Operation::Constant(_) => node,
                _ => {
                    let other = operation.renamed(|node| self.known.get(&node).copied());
                    world.reader.push(bits, other)
                }
            };
            self.known.insert(node, other);
        }
        self.known.get(&node).copied().unwrap_or(node)
    }
}
