//! What is in buffers, or when they were accessed.

use super::machine::{Done, Event, Machine, Memory, Read, Stop};
use super::notes::Origin;
use super::terms::{Address, Buffer, Form, Memref, Scalar};
use super::world::Input;
use crate::validate::Node;

impl<'c> Machine<'_, 'c> {
    /// A new buffer.
    pub(super) fn allocated(&mut self, is_on_stack: bool) -> Buffer {
        let local = Buffer::Local(self.n_allocations);
        self.n_allocations += 1;
        let (depth, guard, since) = (self.depth, self.guard, self.events.len());
        let number = self.n_allocations - 1;
        let origin = Origin { depth, guard, since, number, is_on_stack };
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
        // What is in it is always the same.
        let is_constant = matches!(buffer, Buffer::Constant(_));
        let is_known = is_constant && self.place(memref, &address).is_ok();
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
            self.n_integers += 1;
            Scalar::Number(self.world.input(Input::Read(self.n_integers - 1, bits), bits))
        } else {
            let (buffer, address) = (buffer.clone(), address.clone());
            let after = if is_constant { 0 } else { self.events.len() };
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
            is_integer: width.is_some(),
            since: if is_constant { 0 } else { self.events.len() },
        });
        Ok(value)
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
        self.memory.entry(buffer).or_default().insert(place, value);
        Ok(())
    }
}
