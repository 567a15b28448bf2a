//! What has to be equal for two executions to do the same.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::alignment::{Pair, aligned, in_doubt, stops};
use super::machine::{Event, Machine, Read, Surrounding};
use super::notes::{Hazard, LOOP, Memory, Origin, Promises, keeps, stack};
use super::surroundings::is_behind_assertions;
use super::terms::{Address, Buffer, Datum, Lies, Memref, Scalar};
use super::world::World;
use crate::validate::Node;

/// What a function does.
pub(in crate::compare) struct Trace<'c> {
    pub events: Vec<(Event<'c>, usize)>,
    pub reads: Vec<Read>,
    pub hazards: Vec<Hazard<'c>>,
    pub surroundings: Vec<Surrounding>,
    pub memory: Memory,
    pub n_calls: usize,
    /// What surrounds the end of the function, if it may end before because of an assertion; else 0.
    pub last: usize,
    pub returned: Vec<Datum<'c>>,
    /// The buffers that the function makes.
    pub origins: FxHashMap<Buffer, Origin>,
    pub promises: Promises,
    /// True if an iteration of a parallel loop accesses what another one stores, or ends the function.
    pub shares: bool,
}

impl<'c> Trace<'c> {
    pub fn of(machine: Machine<'_, 'c>, returned: Vec<Datum<'c>>) -> Self {
        let last = machine.surrounding;
        let last = if is_behind_assertions(&machine.surroundings, last) { last } else { 0 };
        Trace {
            events: machine.events,
            reads: machine.reads,
            hazards: machine.hazards,
            surroundings: machine.surroundings,
            memory: machine.memory,
            n_calls: machine.n_calls,
            last,
            returned,
            origins: machine.lifetimes.origins,
            promises: machine.promises,
            shares: machine.shares,
        }
    }
}

/// What a number is.
#[derive(Debug, Clone)]
pub(in crate::compare) enum What {
    /// The element that an access is to.
    Element { access: usize, lane: Vec<i64> },
    /// How often, or where, something is done, which may be told in other ways.
    Bound(String),
    /// Anything else, such as `result 0`.
    Named(String),
}

impl What {
    /// The element that an access is to. Other elements of a constant may have the same value.
    pub fn of(buffer: &Buffer, access: usize, lane: Vec<i64>) -> Self {
        match buffer {
            Buffer::Constant(_) => What::Bound(format!("access {access}")),
            _ => What::Element { access, lane },
        }
    }
}

/// Two numbers that have to be equal.
#[derive(Debug, Clone)]
pub(in crate::compare) struct Equality {
    pub before: Node,
    pub after: Node,
    /// What surrounds the function before the pass there, and what else is true.
    pub surrounding: usize,
    pub truths: Vec<Node>,
    pub what: What,
}

/// Two values that do not come about alike.
#[derive(Debug)]
pub(in crate::compare) enum Unlike {
    /// Nothing follows from it.
    Unknown(String),
    /// They are of different elements: what each is, and where.
    Different { what: String, before: String, after: String },
}

pub(super) type Like = Result<(), Unlike>;

pub(super) fn unknown<T>(reason: impl Into<String>) -> Result<T, Unlike> {
    Err(Unlike::Unknown(reason.into()))
}

/// Where two values are compared.
#[derive(Clone)]
pub(super) struct At {
    pub surrounding: usize,
    pub truths: Vec<Node>,
    pub what: String,
}

/// An operation that is not read: its name, its operands, and where it is executed.
type Called<'e, 'c> = (&'e Rc<str>, &'e [Datum<'c>], Node);

/// The claims that two executions make together.
pub(in crate::compare) struct Claims<'w, 'c> {
    pub(super) world: &'w mut World<'c>,
    pub claims: Vec<Equality>,
    /// The events that begin loops whose iterations may be executed in any order after, and not before.
    pub parallel: Vec<usize>,
    /// How many things that may not end were before and after where the numbers differ: see [`stops`].
    pub stops: Option<Vec<[usize; 2]>>,
    /// The buffers of each function that do not outlive it.
    pub(super) on_stack: [FxHashSet<Buffer>; 2],
    /// What the buffers begin at a multiple of that a function makes.
    pub(super) alignments: [FxHashMap<Buffer, i64>; 2],
    pub(super) seen: FxHashSet<(Scalar, Scalar, usize, Vec<Node>)>,
    /// True if all that is accessed is known.
    pub(super) is_simulated: bool,
    /// What surrounds the function before the pass behind assertions.
    pub(super) behind_assertions: FxHashSet<usize>,
}

impl<'w, 'c> Claims<'w, 'c> {
    pub fn new(world: &'w mut World<'c>, is_simulated: bool) -> Self {
        let (claims, parallel, seen) = (Vec::new(), Vec::new(), FxHashSet::default());
        let (on_stack, alignments, behind_assertions) = Default::default();
        Claims {
            world,
            claims,
            parallel,
            stops: None,
            on_stack,
            alignments,
            seen,
            is_simulated,
            behind_assertions,
        }
    }

    /// All that has to be equal.
    ///
    /// # Errors
    ///
    /// Something is not alike, whatever numbers are equal.
    pub fn read(&mut self, [before, after]: [&Trace<'c>; 2]) -> Like {
        self.on_stack = [before, after].map(|trace| stack(&trace.origins));
        self.alignments = [before, after].map(|trace| {
            trace.origins.iter().map(|(buffer, it)| (buffer.clone(), it.alignment)).collect()
        });
        let all = 0..before.surroundings.len();
        self.behind_assertions =
            all.filter(|&at| is_behind_assertions(&before.surroundings, at)).collect();
        self.allocations([before, after])?;
        self.integers(before, after)?;
        let counts = [before, after].map(|trace| {
            trace.events.iter().filter(|(it, _)| !matches!(it, Event::Asserted(_))).count()
        });
        let told = [before, after].map(|trace| (&trace.events[..], &trace.surroundings[..]));
        let pairs = aligned(told[0], told[1]);
        self.stops = stops(&pairs, told);
        let in_doubt = in_doubt(&pairs, [told[0], told[1]]);
        for (pair, is_in_doubt) in pairs.into_iter().zip(in_doubt) {
            let (at, other) = match pair {
                Pair::Both(at, other) => (at, other),
                Pair::Runs(run, its) => {
                    let surrounding = before.events[run.start].1;
                    let outside = outside(&before.surroundings, surrounding);
                    self.runs([before, after], [&run, &its], [surrounding, outside])?;
                    continue;
                }
                Pair::Before(at) => {
                    self.asserted_alone(before, at, true, is_in_doubt)?;
                    continue;
                }
                Pair::After(at) => {
                    self.asserted_alone(after, at, false, is_in_doubt)?;
                    continue;
                }
            };
            let (one, surrounding) = &before.events[at];
            let (other, _) = &after.events[other];
            let outside = outside(&before.surroundings, *surrounding);
            self.events(one, other, [*surrounding, outside])?;
            if let (Event::Begin { kind, .. }, Event::Begin { kind: other, .. }) = (one, other)
                && kind.is_in_order
                && !other.is_in_order
            {
                self.parallel.push(at);
            }
        }
        if counts[0] != counts[1] {
            let [one, other] = counts;
            let things = if one == 1 { "thing" } else { "things" };
            return unknown(format!("it does {one} {things} before and {other} after"));
        }
        if before.returned.len() != after.returned.len() {
            let [one, other] = [before, after].map(|trace| trace.returned.len());
            return unknown(format!("it has {one} results before and {other} after"));
        }
        let mut locals: Vec<(Buffer, Buffer)> = Vec::new();
        for (number, pair) in before.returned.iter().zip(&after.returned).enumerate() {
            let surrounding = before.last;
            let at = At { surrounding, truths: Vec::new(), what: format!("result {number}") };
            self.outlives(pair.0, pair.1, &at)?;
            if let (Datum::Memref(one), Datum::Memref(other)) = pair
                && let (Buffer::Local(_), Buffer::Local(_)) = (&one.buffer, &other.buffer)
            {
                let is_apart = |(own, their): &(Buffer, Buffer)| {
                    (*own == one.buffer) == (*their == other.buffer)
                };
                if !locals.iter().all(is_apart) {
                    return unknown("memrefs that it returns share a buffer on one side only");
                }
                locals.push((one.buffer.clone(), other.buffer.clone()));
                self.views(one, other, &at, false)?;
                continue;
            }
            self.data(pair.0, pair.1, &at)?;
        }
        let observed = |memory: &Memory| -> Memory {
            let is_local = |buffer: &Buffer| matches!(buffer, Buffer::Local(_));
            memory
                .iter()
                .filter(|(b, _)| !is_local(b))
                .map(|(b, c)| (b.clone(), c.clone()))
                .collect()
        };
        let [one, other] = [before, after].map(|trace| observed(&trace.memory));
        let calls = [before.n_calls, after.n_calls];
        self.memories([&one, &other], (before.last, &[]), calls)?;
        let empty = BTreeMap::new();
        for (one, other) in locals {
            let [one, other] = [(before, one), (after, other)]
                .map(|(trace, buffer)| trace.memory.get(&buffer).unwrap_or(&empty));
            if one.keys().ne(other.keys()) {
                return unknown("it leaves other elements in the memref that it returns");
            }
            for ((place, &one), &other) in one.iter().zip(other.values()) {
                let what = format!("element {place:?} of the result");
                let surrounding = before.last;
                self.scalars(one, other, &At { surrounding, truths: Vec::new(), what })?;
            }
        }
        self.promises([before, after])?;
        self.left(before, after)?;
        self.unused(before, after)
    }

    /// The conditions of an event are compared where they are not known to hold.
    fn events(
        &mut self,
        before: &Event<'c>,
        after: &Event<'c>,
        [surrounding, outside]: [usize; 2],
    ) -> Like {
        let at = |what: String| At { surrounding, truths: Vec::new(), what };
        match (before, after) {
            (
                Event::Write { access, lane, buffer, address, value, guard },
                Event::Write {
                    buffer: other,
                    address: other_address,
                    value: other_value,
                    guard: other_guard,
                    ..
                },
            ) => {
                if buffer != other {
                    return unknown(format!(
                        "access {access} is not seen to be to the same buffer"
                    ));
                }
                let what = format!("the condition of access {access}");
                self.conditions(*guard, *other_guard, what, outside)?;
                let mut at = at(format!("what access {access} writes"));
                if self.world.constant(*guard).is_none() {
                    at.truths.push(*guard);
                }
                let what = What::Element { access: *access, lane: lane.clone() };
                self.addresses(address, other_address, &at, &what)?;
                self.scalars(*value, *other_value, &at)
            }
            (
                Event::Call { name, operands, guard, memory, before },
                Event::Call {
                    name: other,
                    operands: others,
                    guard: other_guard,
                    memory: other_memory,
                    before: after,
                },
            ) => {
                let both = [(name, &operands[..], *guard), (other, &others[..], *other_guard)];
                self.called_alike(both, [surrounding, outside])?;
                let memories =
                    self.memories([memory, other_memory], (surrounding, &[]), [*before, *after]);
                if &**name == LOOP { at_loop(memories) } else { memories }
            }
            (Event::Asserted(one), Event::Asserted(other)) => {
                self.assertions(one, other, [surrounding, outside])
            }
            (
                Event::Said { name, operands, guard },
                Event::Said { name: other, operands: others, guard: other_guard },
            ) => {
                let both = [(name, &operands[..], *guard), (other, &others[..], *other_guard)];
                self.called_alike(both, [surrounding, outside])
            }
            (
                Event::Begin { of_loop, numbers, guard, kind, carried },
                Event::Begin {
                    numbers: others,
                    guard: other_guard,
                    kind: other_kind,
                    carried: other,
                    ..
                },
            ) => {
                if numbers.len() != others.len() || carried.len() != other.len() {
                    return unknown(format!("loop {of_loop} is another one after"));
                }
                let what = format!("the condition of loop {of_loop}");
                self.conditions(*guard, *other_guard, what, outside)?;
                self.kinds((*of_loop, numbers), kind, other_kind, surrounding)?;
                let at = at(format!("a bound of loop {of_loop}"));
                for (&one, &other) in numbers.iter().zip(others) {
                    self.claim(one, other, &at, What::Bound(at.what.clone()))?;
                }
                let at = At { what: format!("an initial value of loop {of_loop}"), ..at };
                let mut pairs = carried.iter().zip(other);
                at_loop(pairs.try_for_each(|(one, other)| self.data(one, other, &at)))
            }
            (Event::End { carried }, Event::End { carried: other })
                if carried.len() == other.len() =>
            {
                let at = at("what a loop carries".to_owned());
                carried.iter().zip(other).try_for_each(|(one, other)| self.data(one, other, &at))
            }
            _ => unknown("it does other things after, or in another order"),
        }
    }

    /// Two operations that are not read have to be the same ones, on the same operands.
    fn called_alike(
        &mut self,
        [(name, operands, guard), (other, others, other_guard)]: [Called<'_, 'c>; 2],
        [surrounding, outside]: [usize; 2],
    ) -> Like {
        let short = |name: &str| name.split(' ').next().unwrap_or("").to_owned();
        if name != other || operands.len() != others.len() {
            let [name, other] = [name, other].map(|name| short(name));
            return unknown(format!("it does {name} before where it does {other} after"));
        }
        let what = format!("the condition of {}", short(name));
        self.conditions(guard, other_guard, what, outside)?;
        let what = format!("an operand of {}", short(name));
        let at = At { surrounding, truths: Vec::new(), what };
        for (one, other) in operands.iter().zip(others) {
            if keeps(name) {
                self.outlives(one, other, &at)?;
            }
            self.data(one, other, &at)?;
        }
        Ok(())
    }

    fn data(&mut self, before: &Datum<'c>, after: &Datum<'c>, at: &At) -> Like {
        match (before, after) {
            (Datum::Memref(one), Datum::Memref(other)) => self.views(one, other, at, true),
            (Datum::Memref(_), _) | (_, Datum::Memref(_)) => unknown("a memref is another value"),
            (one, other) => {
                let [one, other] = [one.scalars(), other.scalars()];
                if one.len() != other.len() {
                    return unknown(format!("{} has another type after", at.what));
                }
                one.iter().zip(other).try_for_each(|(&one, &other)| self.scalars(one, other, at))
            }
        }
    }

    fn views(
        &mut self,
        before: &Memref<'c>,
        after: &Memref<'c>,
        at: &At,
        compares_buffers: bool,
    ) -> Like {
        if compares_buffers && before.buffer != after.buffer {
            return unknown(format!("{} is not seen to be of the same buffer", at.what));
        }
        let alignment =
            |side: usize, buffer| self.alignments[side].get(buffer).copied().unwrap_or(1);
        let [one, other] = [alignment(0, &before.buffer), alignment(1, &after.buffer)];
        if other.checked_rem(one) != Some(0) {
            return unknown(format!("{} is aligned to {one} before and {other} after", at.what));
        }
        match (&before.lies, &after.lies) {
            (
                Lies::Strided { offset, strides },
                Lies::Strided { offset: other, strides: others },
            ) if strides.len() == others.len() => {
                self.numbers(*offset, *other, at)?;
                let sizes = before.sizes.iter().zip(&after.sizes);
                let strides = strides.iter().zip(others);
                sizes.chain(strides).try_for_each(|(&one, &other)| self.numbers(one, other, at))
            }
            // A whole buffer whose layout became its shape.
            _ if before.is_whole && after.is_whole => Ok(()),
            _ => unknown(format!("{} is another view after", at.what)),
        }
    }

    pub(super) fn conditions(
        &mut self,
        before: Node,
        after: Node,
        what: String,
        surrounding: usize,
    ) -> Like {
        let at = At { surrounding, truths: Vec::new(), what };
        self.claim(before, after, &at, What::Bound(at.what.clone()))
    }

    pub(super) fn numbers(&mut self, before: Node, after: Node, at: &At) -> Like {
        self.claim(before, after, at, What::Named(at.what.clone()))
    }

    pub(super) fn claim(&mut self, before: Node, after: Node, at: &At, what: What) -> Like {
        if before == after {
            return Ok(());
        }
        let code = self.world.reader.code();
        if code.bits(before) != code.bits(after) {
            return unknown(format!("{} has another type after", at.what));
        }
        // What an operation gives that is not read may be poison.
        if !code.is_poison_where(before, after) {
            return unknown(format!("{} may be poison after", at.what));
        }
        let (surrounding, truths) = (at.surrounding, at.truths.clone());
        self.claims.push(Equality { before, after, surrounding, truths, what });
        Ok(())
    }

    pub(super) fn addresses(
        &mut self,
        before: &Address,
        after: &Address,
        at: &At,
        what: &What,
    ) -> Like {
        match (before, after) {
            (Address { offset: Some(one), .. }, Address { offset: Some(other), .. }) => {
                self.claim(*one, *other, at, what.clone())
            }
            (Address { coordinate: Some(one), .. }, Address { coordinate: Some(other), .. })
                if one.len() == other.len() =>
            {
                one.iter()
                    .zip(other)
                    .try_for_each(|(&one, &other)| self.claim(one, other, at, what.clone()))
            }
            _ => unknown("an access goes through another layout after"),
        }
    }
}

/// What a loop begins with need not be the same where nothing comes of it: nothing is refuted by it.
pub(super) fn at_loop(like: Like) -> Like {
    match like {
        Err(Unlike::Different { what, before, after }) => {
            unknown(format!("{what} is {before} before and {after} after"))
        }
        like => like,
    }
}

/// What surrounds all conditions that an event is under, within the innermost loop.
fn outside(surroundings: &[Surrounding], surrounding: usize) -> usize {
    let mut outside = surrounding;
    while let Some(Surrounding { is_condition: true, around: Some(around), .. }) =
        surroundings.get(outside)
    {
        outside = *around;
    }
    outside
}
