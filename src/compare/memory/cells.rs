//! What is in buffers, or when they were accessed.

use std::rc::Rc;

use melior::ir::r#type::MemRefType;
use melior::ir::{Attribute, OperationRef};

use super::inputs::Input;
use super::lifetimes::ALLOCA;
use super::machine::{Done, Event, Machine, Read, Stop};
use super::notes::{Memory, Origin};
use super::terms::{Address, Buffer, Form, Memref, Scalar};
use super::world::{Integer, ReadInteger};
use crate::dialect::ir;
use crate::validate::Node;

/// So many writes are gone back to find the last one to an element.
const MAX_WRITES: usize = 256;

/// The space of memory that other threads have too, by one of its names; `None` for memory that each thread
/// has for itself, the only one that is not taken to be shared.
fn shared_space(space: Attribute<'_>) -> Option<Rc<str>> {
    let text = space.to_string();
    let is_numbered =
        |number: &str| text.strip_prefix(number).is_some_and(|it| it.starts_with(" :"));
    if text.contains("private") || is_numbered("5") || is_numbered("0") {
        return None;
    }
    let named = [("workgroup", "3"), ("global", "1")];
    let name = named.iter().find(|(name, number)| text.contains(name) || is_numbered(number));
    Some(name.map_or(&*text, |(name, _)| name).into())
}

impl<'c> Machine<'_, 'c> {
    /// A new buffer of a type.
    pub(super) fn allocated(
        &mut self,
        operation: OperationRef<'c, 'c>,
        r#type: &MemRefType<'c>,
    ) -> Buffer {
        let is_on_stack = ir::name(operation) == ALLOCA;
        let shared = r#type.memory_space().and_then(shared_space);
        let alignment = ir::integer_attribute(operation, "alignment").unwrap_or(1);
        let local = Buffer::Local(self.n_allocations);
        self.n_allocations += 1;
        let (depth, guard, since) = (self.depth, self.guard, self.events.len());
        let number = self.n_allocations - 1;
        let origin = Origin { depth, guard, since, number, is_on_stack, shared, alignment };
        if self.mode.ordered[self.side].contains(&local) {
            let buffer = Buffer::Allocation(self.n_ordered);
            self.n_ordered += 1;
            self.lifetimes.origins.insert(buffer.clone(), origin);
            return buffer;
        }
        self.memory.remove(&local);
        self.lifetimes.origins.insert(local.clone(), origin);
        local
    }

    /// True for a buffer of which it is known what is in it.
    fn is_simulated(&self, buffer: &Buffer) -> bool {
        match buffer {
            Buffer::Local(_) => true,
            Buffer::Allocation(_) | Buffer::Constant(_) => false,
            _ => self.mode.simulates && !self.mode.ordered[self.side].contains(buffer),
        }
    }

    /// A buffer that comes from elsewhere may be one of the others.
    fn check_own(&self, buffer: &Buffer) -> Done<()> {
        self.check_buffer(buffer)?;
        match buffer {
            Buffer::Result(..) if self.mode.simulates => Err(Stop::Order(buffer.clone())),
            _ => Ok(()),
        }
    }

    /// What is in a buffer that others see is forgotten where they may write it: if that is not everywhere, when
    /// it was accessed has to be told.
    pub(super) fn check_told(&self) -> Done<()> {
        let is_everywhere = self.world.constant(self.guard).is_some();
        let seen = self.memory.keys().find(|buffer| !matches!(buffer, Buffer::Local(_)));
        match seen.filter(|_| !is_everywhere) {
            Some(buffer) => Err(Stop::Order(buffer.clone())),
            None => Ok(()),
        }
    }

    /// Forgets what is in the buffers that others see, and says what it was.
    pub(super) fn forgotten(&mut self) -> Memory {
        let is_local = |buffer: &Buffer| matches!(buffer, Buffer::Local(_));
        let memory = std::mem::take(&mut self.memory);
        let (kept, seen) = memory.into_iter().partition(|(buffer, _)| is_local(buffer));
        self.memory = kept;
        self.n_calls += 1;
        seen
    }

    /// What is in an element of a buffer.
    pub(super) fn read(
        &mut self,
        memref: &Memref<'c>,
        address: Address,
        lane: Vec<i64>,
        width: Option<u32>,
    ) -> Done<Scalar> {
        let buffer = &memref.buffer;
        self.check_own(buffer)?;
        if let Some(value) = self.constant_element(buffer, &address) {
            return Ok(value);
        }
        self.touch(memref, &address, false);
        if let Some(value) = self.stored(buffer, &address, width) {
            return Ok(value);
        }
        // What is in it is always the same.
        let is_constant = matches!(buffer, Buffer::Constant(_));
        let is_known = is_constant && self.place(memref, &address).is_ok();
        let mut integer = None;
        let value = if is_known || self.is_simulated(buffer) {
            let place = self.place(memref, &address)?;
            match self.memory.get(buffer).and_then(|cells| cells.get(&place)) {
                Some(&value) => return Ok(value),
                None => {
                    let is_own = matches!(buffer, Buffer::Local(_));
                    let after = if is_own || is_constant { 0 } else { self.n_calls };
                    let buffer = self.named(buffer);
                    self.world.value(Form::Initial { buffer, place, after }, width)
                }
            }
        } else if let Some(bits) = width {
            let since = if is_constant { 0 } else { self.n_changes() };
            let (buffer, address) = (buffer.clone(), address.clone());
            let integer_read = Integer { buffer, address, since, bits };
            let number = self.integer(integer_read, memref.whole.clone());
            integer = Some(number);
            Scalar::Number(self.world.input(Input::Read(number, bits), bits))
        } else {
            let (buffer, address) = (buffer.clone(), address.clone());
            let after = if is_constant { 0 } else { self.n_changes() };
            self.world.terms.make(Form::Read { buffer, address, after })
        };
        if let (true, Scalar::Number(node)) = (is_constant, value) {
            self.world.opaque.insert(node.position());
        }
        if let (0, Scalar::Term(term)) = (self.side, value) {
            self.world.places.entry(term).or_insert_with(|| (self.n_accesses, lane.clone()));
        }
        self.reads.push(Read {
            access: self.n_accesses,
            lane,
            buffer: memref.buffer.clone(),
            address,
            value,
            surrounding: self.surrounding,
            integer,
            since: if is_constant { 0 } else { self.events.len() },
        });
        Ok(value)
    }

    /// What was written to an element last, if nothing was done since that may have changed it.
    fn stored(&self, buffer: &Buffer, address: &Address, bits: Option<u32>) -> Option<Scalar> {
        // What an operation gives that is not read may be any of the other buffers.
        let is_own = |buffer: &Buffer| !matches!(buffer, Buffer::Result(..));
        let says = |event: &Event<'c>| matches!(event, Event::Asserted(_) | Event::Said { .. });
        for (event, surrounding) in self.events.iter().rev().take(MAX_WRITES) {
            if says(event) {
                continue;
            }
            let Event::Write { buffer: to, address: at, value, guard, .. } = event else { break };
            if to != buffer && is_own(to) && is_own(buffer) {
                continue;
            }
            let is_here = *surrounding == self.surrounding && self.world.constant(*guard).is_some();
            let is_like = match value {
                Scalar::Number(node) => bits == Some(self.world.reader.code().bits(*node)),
                Scalar::Term(_) => bits.is_none(),
            };
            return (to == buffer && at == address && is_here && is_like).then_some(*value);
        }
        None
    }

    /// The number of an integer that is read: that of the same element before; of others after the pass that of
    /// the access of the same number, or else the first one that is left, which is claimed to be right.
    fn integer(&mut self, read: Integer, whole: Option<Rc<[Node]>>) -> usize {
        if let Some(&number) = self.world.numbers.get(&read) {
            self.taken.insert(number);
            return number;
        }
        if self.side == 0 {
            let number = self.world.integers.len();
            self.world.numbers.insert(read.clone(), number);
            let (integer, access) = (read, self.n_accesses);
            self.world.integers.push(ReadInteger { integer, access, whole });
            return number;
        }
        if let Some(&number) = self.integers.get(&read) {
            return number;
        }
        let known = &self.world.integers;
        let is_open = |number: &usize| {
            let other = &known[*number].integer;
            (&other.buffer, other.since, other.bits) == (&read.buffer, read.since, read.bits)
                && !self.taken.contains(number)
        };
        let mut open = (0..known.len()).filter(is_open);
        let aligned = open.clone().find(|number| known[*number].access == self.n_accesses);
        let found = aligned.or_else(|| open.next());
        let number = found.unwrap_or(known.len() + self.integers.len());
        if found.is_none() {
            // Nothing is known of it, so that nothing follows from it.
            let node = self.world.input(Input::Read(number, read.bits), read.bits);
            self.world.opaque.insert(node.position());
        }
        self.taken.insert(number);
        self.integers.insert(read, number);
        number
    }

    /// A buffer as both functions name it.
    fn named(&mut self, buffer: &Buffer) -> Buffer {
        let Buffer::Local(number) = *buffer else { return buffer.clone() };
        let next = self.fresh.len();
        Buffer::Local(*self.fresh.entry(number).or_insert(next))
    }

    pub(super) fn write(
        &mut self,
        memref: &Memref<'c>,
        address: Address,
        lane: Vec<i64>,
        (value, guard): (Scalar, Node),
    ) -> Done<()> {
        let guard = self.world.both(self.guard, guard);
        if self.world.constant(guard) == Some(0) {
            return Ok(());
        }
        let buffer = memref.buffer.clone();
        self.check_own(&buffer)?;
        self.touch(memref, &address, true);
        if !self.is_simulated(&buffer) {
            let access = self.n_accesses;
            self.event(Event::Write { access, lane, buffer, address, value, guard });
            return Ok(());
        }
        if self.lifetimes.origins.get(&buffer).map_or(0, |origin| origin.depth) < self.depth {
            return Err(Stop::Order(buffer));
        }
        let place = self.place(memref, &address)?;
        let value = if self.world.constant(guard).is_some() {
            value
        } else {
            let known = self.memory.get(&buffer).and_then(|cells| cells.get(&place)).copied();
            let old = match (known, value) {
                (Some(old), _) => old,
                (None, value) => {
                    let after = if matches!(buffer, Buffer::Local(_)) { 0 } else { self.n_calls };
                    let width = match value {
                        Scalar::Number(node) => Some(self.world.reader.code().bits(node)),
                        Scalar::Term(_) => None,
                    };
                    let buffer = self.named(&buffer);
                    self.world.value(Form::Initial { buffer, place: place.clone(), after }, width)
                }
            };
            self.world.choose(guard, value, old)
        };
        self.n_writes += 1;
        self.memory.entry(buffer).or_default().insert(place, value);
        Ok(())
    }
}
