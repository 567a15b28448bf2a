//! What two executions leave in memory, and read without using it.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::claims::{At, Claims, Like, Trace, Unlike, What, unknown};
use super::machine::{Event, Read};
use super::notes::Memory;
use super::terms::{Buffer, Form, Scalar, Term, element, memory};
use crate::validate::Node;

/// Operations that give another result in general for another operand, whatever the others are.
const DEPENDS: [&str; 14] = [
    "arith.addf",
    "arith.subf",
    "arith.mulf",
    "arith.divf",
    "arith.negf",
    "arith.extf",
    "arith.truncf",
    "arith.sitofp",
    "arith.uitofp",
    "math.absf",
    "math.exp",
    "math.fma",
    "math.sqrt",
    "vector.fma",
];

impl<'c> Claims<'_, 'c> {
    pub(super) fn memories(
        &mut self,
        [before, after]: [&Memory; 2],
        (surrounding, truths): (usize, &[Node]),
        calls: [usize; 2],
    ) -> Like {
        let places: BTreeSet<(&Buffer, &Vec<i64>)> = [before, after]
            .into_iter()
            .flat_map(|memory| memory.iter().flat_map(|(b, c)| c.keys().map(move |p| (b, p))))
            .collect();
        // A buffer whose layout became its shape names its elements otherwise.
        let ranks = |memory: &Memory| -> Vec<(Buffer, usize)> {
            let rank = |(buffer, cells): (&Buffer, &BTreeMap<Vec<i64>, Scalar>)| {
                Some((buffer.clone(), cells.keys().next()?.len()))
            };
            memory.iter().filter_map(rank).collect()
        };
        let (own, other) = (ranks(before), ranks(after));
        let is_like = |(buffer, rank): &(Buffer, usize)| {
            other.iter().all(|(known, their)| known != buffer || their == rank)
        };
        if !own.iter().all(is_like) {
            return unknown("the elements of a buffer are named otherwise after");
        }
        for (buffer, place) in places {
            let written = |memory: &Memory| memory.get(buffer).and_then(|c| c.get(place)).copied();
            let values = [written(before), written(after)];
            let width = values.iter().flatten().find_map(|value| match value {
                Scalar::Number(node) => Some(self.world.reader.code().bits(*node)),
                Scalar::Term(_) => None,
            });
            let mut filled = values.into_iter().zip(calls).map(|(value, after)| {
                value.unwrap_or_else(|| {
                    let (buffer, place) = (buffer.clone(), place.clone());
                    self.world.value(Form::Initial { buffer, place, after }, width)
                })
            });
            let (Some(one), Some(other)) = (filled.next(), filled.next()) else { continue };
            drop(filled);
            let what = element(buffer, place);
            let is_sure = self.is_simulated
                && truths.is_empty()
                && !self.behind_assertions.contains(&surrounding);
            if values.contains(&None) && is_sure && one != other {
                // One that only one of them writes.
                let value = |value: Option<Scalar>, claims: &Self| match value {
                    Some(Scalar::Term(term)) => claims.named(term),
                    Some(Scalar::Number(_)) => "a number".to_owned(),
                    None => "what was there".to_owned(),
                };
                let is_one = |value: &Scalar| match value {
                    Scalar::Term(term) => !matches!(self.world.terms.form(*term), Form::Chosen(..)),
                    Scalar::Number(_) => false,
                };
                if values.iter().flatten().all(is_one) {
                    let [before, after] = values.map(|it| value(it, self));
                    return Err(Unlike::Different { what, before, after });
                }
            }
            self.scalars(one, other, &At { surrounding, truths: truths.to_vec(), what })?;
        }
        Ok(())
    }

    /// What is left in buffers that nobody else sees, if both have as many of them: nothing is refuted by it.
    pub(super) fn left(&mut self, before: &Trace<'c>, after: &Trace<'c>) -> Like {
        let locals = |trace: &Trace<'c>| -> Vec<Vec<Vec<i64>>> {
            let is_local = |buffer: &Buffer| matches!(buffer, Buffer::Local(_));
            let memory = trace.memory.iter().filter(|(buffer, _)| is_local(buffer));
            memory.map(|(_, cells)| cells.keys().cloned().collect()).collect()
        };
        let [one, other] = [before, after].map(locals);
        // A buffer whose shape is another one after has other places.
        let rank = |all: &[Vec<Vec<i64>>]| -> Vec<Option<usize>> {
            all.iter().map(|places| places.first().map(Vec::len)).collect()
        };
        if rank(&one) == rank(&other) && one != other {
            return unknown("it writes other elements of a buffer that nobody else sees");
        }
        Ok(())
    }

    /// Elements that are read and not used.
    pub(super) fn unused(&mut self, before: &Trace<'c>, after: &Trace<'c>) -> Like {
        let [one, other] = [before, after].map(|trace| self.dead(trace));
        let is_known = |reads: &[Read]| {
            reads.iter().all(|read| match read.value {
                Scalar::Term(term) => matches!(self.world.terms.form(term), Form::Initial { .. }),
                Scalar::Number(_) => false,
            })
        };
        if is_known(&one) && is_known(&other) {
            let sorted = |reads: &[Read]| {
                let mut terms: Vec<Scalar> = reads.iter().map(|read| read.value).collect();
                terms.sort_by_key(|scalar| match scalar {
                    Scalar::Term(term) => Some(*term),
                    Scalar::Number(_) => None,
                });
                terms
            };
            let [mut one, mut other] = [sorted(&one), sorted(&other)];
            if one == other {
                return Ok(());
            }
            let is_as_many = one.len() == other.len();
            one.dedup();
            other.dedup();
            let only = |these: &[Scalar], those: &[Scalar]| {
                these.iter().find(|value| !those.contains(value)).copied()
            };
            let name = |value| match value {
                Some(Scalar::Term(term)) => self.named(term),
                _ => "nothing".to_owned(),
            };
            let found = [only(&one, &other), only(&other, &one)];
            return match found {
                [Some(Scalar::Term(one)), Some(Scalar::Term(other))]
                    if is_as_many
                        && self.named(one) != self.named(other)
                        && self.is_simulated
                        && !self.is_unwritten(one)
                        && !self.is_unwritten(other) =>
                {
                    let [before, after] = found.map(name);
                    let what = "what is read".to_owned();
                    Err(Unlike::Different { what, before, after })
                }
                [Some(_), Some(_)] => unknown("it reads other elements after than before"),
                _ => Ok(()),
            };
        }
        if other.is_empty() {
            return Ok(());
        }
        if one.len() != other.len() {
            let [one, other] = [one.len(), other.len()];
            return unknown(format!(
                "it reads {one} elements before that it does not use, and {other} after"
            ));
        }
        one.iter().zip(&other).try_for_each(|(one, other)| self.reads(one, other))
    }

    /// Integers that are read as the same number have to be of the same element.
    pub(super) fn integers(&mut self, before: &Trace<'c>, after: &Trace<'c>) -> Like {
        let mut first: FxHashMap<usize, Read> = FxHashMap::default();
        for read in &before.reads {
            let Some(number) = read.integer else { continue };
            let known = first.entry(number).or_insert_with(|| read.clone());
            // Where it is read in several places its element has to be the same everywhere.
            if known.surrounding != read.surrounding {
                known.surrounding = 0;
            }
        }
        for read in &after.reads {
            let same = read.integer.and_then(|number| first.get(&number));
            if let Some(one) = same.filter(|one| one.address != read.address) {
                self.reads(one, read)?;
            }
        }
        Ok(())
    }

    pub(super) fn reads(&mut self, one: &Read, other: &Read) -> Like {
        let at = At { surrounding: one.surrounding, truths: Vec::new(), what: String::new() };
        if one.buffer != other.buffer {
            return unknown(format!("access {} is not seen to be to the same buffer", one.access));
        }
        let what = What::of(&one.buffer, one.access, one.lane.clone());
        self.addresses(&one.address, &other.address, &at, &what)
    }

    fn dead(&self, trace: &Trace<'c>) -> Vec<Read> {
        let mut roots: Vec<Scalar> = Vec::new();
        let mut conditions = Vec::new();
        for (event, _) in &trace.events {
            match event {
                Event::Write { value, .. } => roots.push(*value),
                Event::Call { operands, memory, .. } => {
                    roots.extend(operands.iter().flat_map(|operand| operand.scalars()));
                    roots.extend(memory.values().flat_map(|cells| cells.values()));
                }
                Event::Asserted(asserted) => {
                    roots.extend(asserted.memory.values().flat_map(|cells| cells.values()));
                }
                Event::Said { operands: carried, .. }
                | Event::Begin { carried, .. }
                | Event::End { carried } => {
                    roots.extend(carried.iter().flat_map(|datum| datum.scalars()));
                }
            }
        }
        roots.extend(trace.returned.iter().flat_map(|datum| datum.scalars()));
        roots.extend(trace.memory.values().flat_map(|cells| cells.values()));
        conditions.extend(roots.iter().copied());
        let used: FxHashSet<Term> = self.world.terms.within(conditions).into_iter().collect();
        let is_dead = |read: &&Read| match read.value {
            Scalar::Term(term) => !used.contains(&term),
            Scalar::Number(_) => false,
        };
        trace.reads.iter().filter(is_dead).cloned().collect()
    }

    /// The elements of memory and arguments that a value is of.
    pub(super) fn elements(&self, scalar: Scalar) -> BTreeSet<Term> {
        let terms = &self.world.terms;
        let is_element =
            |term: &Term| matches!(terms.form(*term), Form::Initial { .. } | Form::Argument(..));
        terms.within([scalar]).into_iter().filter(is_element).collect()
    }

    /// True for an element of an allocation that was not written, or of a constant whose elements are not
    /// read: others may be the same.
    pub(super) fn is_unwritten(&self, term: Term) -> bool {
        let form = self.world.terms.form(term);
        matches!(form, Form::Initial { buffer: Buffer::Local(_) | Buffer::Constant(_), .. })
    }

    /// True if a value is another one in general where one of the elements that it is of is: one of operations
    /// that are not read may not depend on each of its operands.
    pub(super) fn is_of_all(&self, scalar: Scalar) -> bool {
        let terms = &self.world.terms;
        let depends = |name: &str| {
            let mut words = name.split(' ');
            let is_exact = !name.contains("fastmath") || name.contains("fastmath<none>");
            is_exact && words.next().is_some_and(|name| DEPENDS.contains(&name))
        };
        terms.within([scalar]).into_iter().all(|term| match terms.form(term) {
            Form::Result { name, .. } => depends(name),
            _ => true,
        })
    }

    /// A term in words.
    pub(super) fn named(&self, term: Term) -> String {
        match self.world.terms.form(term) {
            Form::Argument(number, 0) => format!("argument {number}"),
            Form::Argument(number, lane) => format!("lane {lane} of argument {number}"),
            Form::Constant(text) => text.clone(),
            Form::Initial { buffer, place, .. } => element(buffer, place),
            Form::Read { buffer, .. } => format!("an element of {}", memory(buffer)),
            Form::Result { name, .. } => {
                format!("a result of {}", name.split(' ').next().unwrap_or(""))
            }
            Form::Chosen(..) => "one of two values".to_owned(),
            Form::Carried { of_loop, .. } => format!("what loop {of_loop} carries"),
        }
    }
}
