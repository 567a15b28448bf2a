//! Memory, with who has accessed what since when.

use super::cell::{Accesses, Accessor, Cell, NOBODY, Stamp};
use super::in_flight::{Copy, InFlight};
use super::phases::Phases;
use super::stop::{Fault, SourceLines};
use super::tensor_address;
use crate::bits::{Contents, UNDEFINED_BYTE};

/// The bytes that are known by one address.
#[derive(Debug)]
struct Region {
    name: String,
    base: u64,
    length: u64,
    /// The line that gave it back: what is in it is there to be compared, and no more accessed.
    freed_at: Option<u32>,
    initial: Initial,
    /// As far as they were accessed.
    pages: Vec<Option<Box<[Cell]>>>,
}

/// What is in a memory before it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Initial {
    Undefined,
    /// The bytes of the input from this number on.
    Input(Contents, u32),
}

const PAGE: u64 = 1024;

/// A byte of a memory that was read or written, and the line that did it last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Access {
    pub offset: u64,
    pub is_write: bool,
    pub line: u32,
}

/// All memory that a block reaches.
#[derive(Debug)]
pub(crate) struct Memory {
    regions: Vec<Region>,
    lanes: usize,
    /// The threads of a warp execute in step, so that their accesses are in order.
    is_in_step: bool,
    pub(super) phases: Phases,
    warp_barriers: Vec<u32>,
    in_flight: InFlight,
}

impl Memory {
    pub fn new(warps: usize, lanes: usize, is_in_step: bool) -> Self {
        Memory {
            regions: Vec::new(),
            lanes,
            is_in_step,
            phases: Phases::new(is_in_step),
            warp_barriers: vec![0; warps],
            in_flight: InFlight::default(),
        }
    }

    /// Adds a memory of so many bytes at an address.
    pub fn add(&mut self, name: &str, base: u64, length: u64, initial: Initial) {
        self.regions.push(Region {
            name: name.to_owned(),
            base,
            length,
            freed_at: None,
            initial,
            pages: Vec::new(),
        });
    }

    /// Gives the memory at an address back, which is at odds with accesses that are not before that.
    pub fn free(&mut self, base: u64, thread: usize, place: SourceLines) -> Result<(), Fault> {
        let Some(at) = self.region(base) else { return Ok(()) };
        let now = self.accessor(base, thread, place);
        let region = &mut self.regions[at];
        region.freed_at = Some(place.line);
        let pages =
            region.pages.iter().zip(0..).filter_map(|(page, at)| Some((page.as_ref()?, at)));
        let mut cells = pages.flat_map(|(page, at)| page.iter().zip(at * PAGE..));
        let race = cells.find_map(|(cell, offset)| {
            let accesses =
                [(cell.write, "writes"), (cell.reads[0], "reads"), (cell.reads[1], "reads")];
            let before = accesses.into_iter().find(|(access, _)| !now.is_behind(*access))?;
            Some((offset, [before, (now.own, "deallocates")]))
        });
        match race {
            Some((offset, accesses)) => Err(self.race(base + offset, accesses, place, thread)),
            None => Ok(()),
        }
    }

    /// The first byte and the length of the memory that an address is in, if nobody gave it back.
    pub fn extent(&self, address: u64) -> Option<(u64, u64)> {
        let region = &self.regions[self.held(address)?];
        Some((region.base, region.length))
    }

    /// True if two addresses are in one memory, or at its end.
    pub fn has_both(&self, a: u64, b: u64) -> bool {
        let has = |own: &Region, address: u64| {
            address.checked_sub(own.base).is_some_and(|offset| offset <= own.length)
        };
        self.regions.iter().any(|own| has(own, a) && has(own, b))
    }

    pub fn warp_barrier(&mut self, warp: usize) {
        self.warp_barriers[warp] += 1;
    }

    fn stamp(&self, address: u64, thread: usize, place: SourceLines) -> Stamp {
        let phase = self.phases.of(address).current;
        let warp = self.warp_barriers[thread / self.lanes];
        Stamp { thread: thread as u32, phase, warp, line: place.line }
    }

    /// Who accesses an address now.
    fn accessor(&self, address: u64, thread: usize, place: SourceLines) -> Accessor {
        Accessor {
            own: self.stamp(address, thread, place),
            lanes: self.lanes as u32,
            // A warp accesses tensor memory as a whole.
            is_in_step: self.is_in_step || tensor_address::BASE <= address,
            acquired: self.phases.of(address).acquired,
        }
    }

    fn cell(
        &mut self,
        address: u64,
        thread: usize,
        place: SourceLines,
    ) -> Result<&mut Cell, Fault> {
        let Some(at) = self.held(address) else {
            let what = format!("the address is {}", self.outside(address));
            return Err(Fault { thread: Some(thread), what, place });
        };
        Ok(self.cell_of(at, address))
    }

    /// An address that is in no memory, in words.
    pub fn outside(&self, address: u64) -> String {
        let freed = self.region(address).and_then(|at| self.regions[at].freed_at);
        match (self.nearest(address), freed) {
            (Some(near), Some(line)) => format!("{near}, deallocated at line {line}"),
            (Some(near), None) => format!("{near}, outside of it"),
            (None, _) => format!("0x{address:x}, in no memory"),
        }
    }

    /// The region that has an address, unless it was given back.
    fn held(&self, address: u64) -> Option<usize> {
        self.region(address).filter(|&at| self.regions[at].freed_at.is_none())
    }

    /// The region that has an address: the one that was added last.
    fn region(&self, address: u64) -> Option<usize> {
        let is_in = |region: &Region| {
            address.checked_sub(region.base).is_some_and(|offset| offset < region.length)
        };
        self.regions.iter().rposition(is_in)
    }

    fn cell_of(&mut self, at: usize, address: u64) -> &mut Cell {
        let offset = address - self.regions[at].base;
        &mut self.page(at, offset)[(offset % PAGE) as usize]
    }

    /// So many bytes from an address on, if all of them are in one page of a memory that is there.
    fn run(&mut self, address: u64, length: usize) -> Option<&mut [Cell]> {
        let at = self.held(address)?;
        let region = &self.regions[at];
        let offset = address - region.base;
        let is_in = offset % PAGE + length as u64 <= PAGE
            && offset + length as u64 <= region.length
            && self.region(address + length.saturating_sub(1) as u64) == Some(at);
        let begin = (offset % PAGE) as usize;
        is_in.then(|| &mut self.page(at, offset)[begin..begin + length])
    }

    /// The page of a region that an offset is in.
    fn page(&mut self, at: usize, offset: u64) -> &mut [Cell] {
        let region = &mut self.regions[at];
        let (page, initial) = ((offset / PAGE) as usize, region.initial);
        if region.pages.len() <= page {
            region.pages.resize_with(page + 1, || None);
        }
        region.pages[page].get_or_insert_with(|| {
            let first = offset / PAGE * PAGE;
            let byte = |at: u64| match initial {
                Initial::Undefined => UNDEFINED_BYTE,
                Initial::Input(contents, symbol) => contents.byte(symbol + (first + at) as u32),
            };
            let cell = |at| Cell {
                byte: byte(at),
                write: NOBODY,
                first_write: NOBODY,
                reads: [NOBODY; 2],
            };
            (0..PAGE).map(cell).collect()
        })
    }

    /// The memory that an address is a little before or behind, with the offset.
    fn nearest(&self, address: u64) -> Option<String> {
        const NEAR: i128 = 1 << 32;
        if let Some(offset) = address.checked_sub(tensor_address::BASE) {
            return Some(format!("{} of tensor memory", tensor_address::cell_name(offset)));
        }
        let offset = |region: &Region| i128::from(address) - i128::from(region.base);
        let near = self.regions.iter().filter(|region| offset(region).abs() < NEAR);
        let near = near.min_by_key(|region| offset(region).abs())?;
        Some(format!("byte {} of {}", offset(near), near.name))
    }

    /// The byte at an address, with its name.
    pub fn name(&self, address: u64) -> String {
        self.nearest(address).unwrap_or_else(|| format!("byte 0x{address:x}"))
    }

    fn who(&self, thread: usize) -> String {
        format!("lane {}, warp {}", thread % self.lanes, thread / self.lanes)
    }

    fn race(
        &self,
        address: u64,
        [first, second]: Accesses,
        place: SourceLines,
        thread: usize,
    ) -> Fault {
        let who = |stamp: Stamp| self.who(stamp.thread as usize);
        let what = format!(
            "race at {}: ({}) {} it at line {}, ({}) {} it at line {}, and {} is between",
            self.name(address),
            who(first.0),
            first.1,
            first.0.line,
            who(second.0),
            second.1,
            second.0.line,
            self.phases.lacks(),
        );
        Fault { thread: Some(thread), what, place }
    }

    pub fn read(&mut self, address: u64, thread: usize, place: SourceLines) -> Result<u32, Fault> {
        let mut bytes = [UNDEFINED_BYTE];
        self.read_all(address, &mut bytes, thread, place)?;
        Ok(bytes[0])
    }

    /// Reads as many bytes as there is room for.
    pub fn read_all(
        &mut self,
        address: u64,
        bytes: &mut [u32],
        thread: usize,
        place: SourceLines,
    ) -> Result<(), Fault> {
        self.access_all(address, bytes.len(), thread, place, |at, cell, now| {
            cell.read(now).map(|read| bytes[at] = read)
        })
    }

    pub fn write(
        &mut self,
        address: u64,
        byte: u32,
        thread: usize,
        place: SourceLines,
    ) -> Result<(), Fault> {
        self.write_all(address, &[byte], thread, place)
    }

    pub fn write_all(
        &mut self,
        address: u64,
        bytes: &[u32],
        thread: usize,
        place: SourceLines,
    ) -> Result<(), Fault> {
        self.check_in_flight(address, bytes, thread, place)?;
        self.put_all(address, bytes, thread, place)
    }

    fn put_all(
        &mut self,
        address: u64,
        bytes: &[u32],
        thread: usize,
        place: SourceLines,
    ) -> Result<(), Fault> {
        self.access_all(address, bytes.len(), thread, place, |at, cell, now| {
            cell.write(bytes[at], now)
        })
    }

    /// Nothing is written where a copy that is not waited for writes something else, or reads.
    fn check_in_flight(
        &mut self,
        address: u64,
        bytes: &[u32],
        thread: usize,
        place: SourceLines,
    ) -> Result<(), Fault> {
        if self.in_flight.is_empty() {
            return Ok(());
        }
        for (address, &byte) in (address..).zip(bytes) {
            let is_same = self.result(address).is_some_and(|(there, _)| there == byte);
            if let Some((copy, what)) = self.in_flight.odds(address, byte, is_same) {
                let what = format!(
                    "race at {}: ({}) writes it at line {}, and ({}) {what} it at line {} and has not \
                     waited for that",
                    self.name(address),
                    self.who(thread),
                    place.line,
                    self.who(copy.thread),
                    copy.place.line,
                );
                return Err(Fault { thread: Some(thread), what, place });
            }
        }
        Ok(())
    }

    /// A copy begins: until it is waited for nobody can say what is there.
    pub(super) fn begin_copy(&mut self, copy: &Copy) -> Result<(), Fault> {
        self.check_in_flight(copy.address, &[copy.byte], copy.thread, copy.place)?;
        self.put_all(copy.address, &[UNDEFINED_BYTE], copy.thread, copy.place)?;
        self.in_flight.begin(copy);
        Ok(())
    }

    /// A copy has been waited for.
    pub(super) fn end_copy(&mut self, copy: &Copy) -> Result<(), Fault> {
        self.in_flight.end(copy);
        self.put_all(copy.address, &[copy.byte], copy.thread, copy.place)
    }

    /// Accesses so many bytes, the first of them first, up to one that is in no memory or at odds with
    /// others.
    fn access_all(
        &mut self,
        address: u64,
        length: usize,
        thread: usize,
        place: SourceLines,
        mut access: impl FnMut(usize, &mut Cell, &Accessor) -> Result<(), Accesses>,
    ) -> Result<(), Fault> {
        let now = self.accessor(address, thread, place);
        let raced = match self.run(address, length) {
            Some(cells) => cells
                .iter_mut()
                .enumerate()
                .find_map(|(at, cell)| Some((at, access(at, cell, &now).err()?))),
            None => {
                let mut raced = None;
                for at in 0..length {
                    let cell = self.cell(address.wrapping_add(at as u64), thread, place)?;
                    if let Err(accesses) = access(at, cell, &now) {
                        raced = Some((at, accesses));
                        break;
                    }
                }
                raced
            }
        };
        match raced {
            Some((at, accesses)) => Err(self.race(address + at as u64, accesses, place, thread)),
            None => Ok(()),
        }
    }

    /// A write that was under way is done; the first one of those that wrote the same, or a later one.
    pub(super) fn complete(&mut self, copy: &Copy, is_first: bool) -> Result<(), Fault> {
        let own = self.stamp(copy.address, copy.thread, copy.place);
        let cell = self.cell(copy.address, copy.thread, copy.place)?;
        cell.write = own;
        if is_first {
            cell.first_write = own;
        }
        Ok(())
    }

    /// Leaves the byte at an address undefined.
    pub fn forget(&mut self, address: u64) {
        if let Some(at) = self.region(address) {
            self.cell_of(at, address).byte = UNDEFINED_BYTE;
        }
    }

    /// Puts a byte there before anything is executed.
    pub fn preset(&mut self, address: u64, byte: u32) {
        if let Ok(cell) = self.cell(address, 0, SourceLines::default()) {
            cell.byte = byte;
        }
    }

    /// What is at an address after everything is executed, and the line that wrote it.
    pub fn result(&mut self, address: u64) -> Option<(u32, u32)> {
        let at = self.region(address)?;
        let cell = self.cell_of(at, address);
        Some((cell.byte, cell.write.line))
    }

    /// The bytes that were accessed in the memory of a name, in order.
    pub fn accessed(&self, name: &str) -> Vec<Access> {
        let region = self.regions.iter().find(|region| region.name == name);
        let pages = region.into_iter().flat_map(|region| region.pages.iter().enumerate());
        let mut accesses = Vec::new();
        for (page, cells) in pages {
            for (at, cell) in cells.iter().flat_map(|cells| cells.iter().enumerate()) {
                let offset = page as u64 * PAGE + at as u64;
                for (stamp, is_write) in [(cell.write, true), (cell.reads[0], false)] {
                    if stamp != NOBODY {
                        accesses.push(Access { offset, is_write, line: stamp.line });
                    }
                }
            }
        }
        accesses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_access_may_go_from_one_page_to_the_next() {
        let base = 5 * PAGE;
        for begin in [base, base + PAGE - 4, base + PAGE - 2, base + 2 * PAGE - 1, base + 2 * PAGE]
        {
            let mut memory = Memory::new(1, 32, true);
            memory.add("m", base, 3 * PAGE, Initial::Undefined);
            let mut found = [UNDEFINED_BYTE; 6];
            assert!(memory.write_all(begin, &[1, 2, 3, 4], 0, SourceLines::default()).is_ok());
            assert!(memory.read_all(begin, &mut found, 0, SourceLines::default()).is_ok());
            assert_eq!(found, [1, 2, 3, 4, UNDEFINED_BYTE, UNDEFINED_BYTE], "{begin}");
        }
    }
}
