//! Loads and stores.

use super::in_flight::Copy;
use super::stop::{Fault, SourceLines, Stop};
use super::tensor_address::{BASE, SHARED_END};
use super::{Machine, Value, Vendor};
use crate::bits::{Mask, Row, UNDEFINED_BYTE};
use crate::llvm::Type;

/// No thread copies more at once.
const MAX_COPY: u64 = 16;

/// No address in LDS is so great.
const PAST_LDS: u64 = 1 << 30;

/// The memory that an instruction accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Space {
    Global,
    Shared,
    /// Any memory, by a window of each in the addresses: only that of global memory is followed, where
    /// addresses are the same.
    Generic,
}

impl Space {
    /// That of a pointer's type; nothing for one that is not followed.
    pub fn of(pointer: &Type, vendor: Vendor) -> Option<Space> {
        match pointer {
            Type::Pointer(0) => Some(Space::Generic),
            Type::Pointer(1) => Some(Space::Global),
            Type::Pointer(3) => Some(Space::Shared),
            // That of constants is a part of global memory.
            Type::Pointer(4) if vendor == Vendor::Amd => Some(Space::Global),
            _ => None,
        }
    }

    fn has(self, address: u64) -> bool {
        match self {
            Space::Shared => address < SHARED_END,
            Space::Global | Space::Generic => (SHARED_END..BASE).contains(&address),
        }
    }
}

impl Machine<'_> {
    /// The address that each active thread accesses; undefined ones and those that are not aligned are
    /// faults.
    pub(super) fn addresses(
        &self,
        row: &Row,
        alignment: u64,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Vec<u64>, Stop> {
        let mut addresses = vec![0; self.threads];
        for thread in mask.threads() {
            let Some(address) = row.number(thread) else {
                if !row.has_undefined(thread, self.table) {
                    return Err(Stop::unknown("an address that depends on data", place.line));
                }
                let what = "the address is undefined".to_owned();
                return Err(Stop::Fault(Fault { thread: Some(thread), what, place }));
            };
            if 1 < alignment && address % alignment != 0 {
                let what = format!("the address 0x{address:x} is not aligned to {alignment} bytes");
                return Err(Stop::Fault(Fault { thread: Some(thread), what, place }));
            }
            addresses[thread] = address;
        }
        Ok(addresses)
    }

    /// The same in a memory: an address of another one is a fault.
    pub(super) fn addresses_in(
        &self,
        space: Space,
        row: &Row,
        alignment: u64,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Vec<u64>, Stop> {
        let addresses = self.addresses(row, alignment, mask, place)?;
        let Some(thread) = mask.threads().find(|&thread| !space.has(addresses[thread])) else {
            return Ok(addresses);
        };
        let name = match space {
            Space::Global => "global",
            Space::Shared => "shared",
            Space::Generic => {
                let what = "a generic address that is not one of global memory";
                return Err(Stop::unknown(what, place.line));
            }
        };
        let address = self.memory.name(addresses[thread]);
        let what = format!("the address is {address}, accessed as {name} memory");
        Err(Stop::fault(Some(thread), what, place))
    }

    /// The memory that a pointer of a type points to.
    pub(super) fn space(&self, pointer: &Type, place: SourceLines) -> Result<Space, Stop> {
        Space::of(pointer, self.vendor).ok_or_else(|| {
            let what = match pointer {
                Type::Pointer(space) => format!("an access to address space {space}"),
                _ => "an access by what is not a pointer".to_owned(),
            };
            Stop::unknown(what, place.line)
        })
    }

    pub(super) fn load(
        &mut self,
        kind: &Type,
        (space, address): (Space, &Row),
        alignment: u64,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Value, Stop> {
        let width =
            kind.bits().ok_or_else(|| Stop::unknown("a load of a structure", place.line))?;
        let row = self.load_row(width, (space, address), alignment, mask, place)?;
        self.unpacked(&row, kind).ok_or_else(|| Stop::unknown("a load of this type", place.line))
    }

    /// The threads whose address is one that a machine can have. AMD's LDS ignores what is stored past its
    /// end, which Triton makes masks of, and gives 0 there.
    pub(super) fn reached(&self, space: Space, row: &Row, mask: &Mask) -> Mask {
        if self.vendor != Vendor::Amd || space != Space::Shared {
            return mask.clone();
        }
        mask.split(|thread| row.number(thread).is_none_or(|own| own < PAST_LDS)).0
    }

    /// So many bits from the address of each active thread.
    pub(super) fn load_row(
        &mut self,
        width: u32,
        (space, address): (Space, &Row),
        alignment: u64,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Row, Stop> {
        let reached = self.reached(space, address, mask);
        let addresses = self.addresses_in(space, address, alignment, &reached, place)?;
        let per = width.div_ceil(8) as usize;
        let mut bytes = vec![UNDEFINED_BYTE; self.threads * per];
        for thread in mask.threads() {
            if !reached.has(thread) {
                bytes[thread * per..(thread + 1) * per].fill(0);
                continue;
            }
            let own = &mut bytes[thread * per..(thread + 1) * per];
            self.memory.read_all(addresses[thread], own, thread, place).map_err(Stop::Fault)?;
        }
        let whole = Row::bytes(per as u32 * 8, bytes);
        Ok(crate::bits::resize(&whole, width, self.threads, self.table))
    }

    pub(super) fn store(
        &mut self,
        value: &Value,
        address: (Space, &Row),
        alignment: u64,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<(), Stop> {
        let row = self.packed(value);
        let whole = row.n_bytes() as u32 * 8;
        let row = crate::bits::resize(&row, whole, self.threads, self.table);
        self.store_row(&row, address, alignment, mask, place)
    }

    pub(super) fn store_row(
        &mut self,
        row: &Row,
        (space, address): (Space, &Row),
        alignment: u64,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<(), Stop> {
        let reached = self.reached(space, address, mask);
        let addresses = self.addresses_in(space, address, alignment, &reached, place)?;
        let mut bytes = Vec::with_capacity(row.n_bytes());
        for thread in reached.threads() {
            bytes.clear();
            bytes.extend((0..row.n_bytes()).map(|at| row.byte(thread, at)));
            let written = self.memory.write_all(addresses[thread], &bytes, thread, place);
            written.map_err(Stop::Fault)?;
        }
        Ok(())
    }

    /// Issues a copy of so many bytes, and then zeros: it reads when it is issued, and is there when it
    /// has been waited for.
    pub(super) fn copy(
        &mut self,
        [to, from]: [&Row; 2],
        [bytes, zeros]: [&[u64]; 2],
        mask: &Mask,
        place: SourceLines,
    ) -> Result<(), Stop> {
        let longest = mask.threads().map(|thread| bytes[thread].saturating_add(zeros[thread]));
        if longest.max().is_some_and(|own| MAX_COPY < own) {
            return Err(Stop::unknown(format!("a copy of more than {MAX_COPY} bytes"), place.line));
        }
        let targets = self.addresses_in(Space::Shared, to, 1, mask, place)?;
        let (reading, _) = mask.split(|thread| 0 < bytes[thread]);
        let sources = self.addresses_in(Space::Global, from, 1, &reading, place)?;
        for thread in mask.threads() {
            for at in 0..bytes[thread] + zeros[thread] {
                let source = (at < bytes[thread]).then(|| sources[thread] + at);
                let byte = match source {
                    Some(source) => self.memory.read(source, thread, place).map_err(Stop::Fault)?,
                    None => 0,
                };
                let address = targets[thread] + at;
                let copy = Copy { thread, address, byte, place, source };
                self.memory.begin_copy(&copy).map_err(Stop::Fault)?;
                self.copies.open.push(copy);
            }
        }
        Ok(())
    }

    /// Closes a group of copies, which is one of each thread.
    pub(super) fn commit_copies(&mut self, mask: &Mask, place: SourceLines) -> Result<(), Stop> {
        if mask.is_all() {
            self.close_group();
        } else if !mask.is_empty() {
            let what = "a group of copies that a part of the threads closes";
            return Err(Stop::unknown(what, place.line));
        }
        Ok(())
    }

    pub(super) fn close_group(&mut self) {
        let group = std::mem::take(&mut self.copies.open);
        self.copies.groups.push_back(group);
    }

    /// Each active thread waits until at most so many groups of its own copies are under way.
    pub(super) fn wait_for_copies(&mut self, left: usize, mask: &Mask) -> Result<(), Stop> {
        let n_done = self.copies.groups.len().saturating_sub(left);
        for group in self.copies.groups.iter_mut().take(n_done) {
            let is_waited = |copy: &Copy| mask.has(copy.thread);
            let (done, open) = std::mem::take(group).into_iter().partition(is_waited);
            *group = open;
            let done: Vec<Copy> = done;
            for copy in done {
                self.memory.end_copy(&copy).map_err(Stop::Fault)?;
            }
        }
        while self.copies.groups.front().is_some_and(Vec::is_empty) {
            self.copies.groups.pop_front();
        }
        Ok(())
    }
}
