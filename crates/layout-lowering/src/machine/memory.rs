//! Memory, with who has accessed what since when.

use super::stop::{Fault, Place};
use super::tensor_address;
use crate::bits::{Contents, UNDEFINED_BYTE};

/// The bytes that are known by one address.
#[derive(Debug)]
struct Region {
    name: String,
    base: u64,
    length: u64,
    /// It was given back: what is in it is there to be compared, and no more accessed.
    is_freed: bool,
    initial: Initial,
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

/// A byte.
#[derive(Debug, Clone, Copy)]
struct Cell {
    byte: u32,
    write: Stamp,
    /// The first of the writes that wrote this value.
    first_write: Stamp,
    reads: [Stamp; 2],
}

/// An access: who, when, and by which instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Stamp {
    thread: u32,
    /// How often the block had arrived at a barrier, and the warp at one of its own.
    block: u32,
    warp: u32,
    line: u32,
}

const NOBODY: Stamp = Stamp { thread: u32::MAX, block: 0, warp: 0, line: 0 };

/// A byte on its way to shared memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Copy {
    pub thread: usize,
    pub address: u64,
    pub byte: u32,
    pub place: Place,
}

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
    arrivals: u32,
    departures: u32,
    warp_barriers: Vec<u32>,
}

impl Memory {
    pub fn new(warps: usize, lanes: usize, is_in_step: bool) -> Self {
        Memory {
            regions: Vec::new(),
            lanes,
            is_in_step,
            arrivals: 0,
            departures: 0,
            warp_barriers: vec![0; warps],
        }
    }

    /// Adds a memory of so many bytes at an address.
    pub fn add(&mut self, name: &str, base: u64, length: u64, initial: Initial) {
        let pages = (0..length.div_ceil(PAGE)).map(|_| None).collect();
        self.regions.push(Region {
            name: name.to_owned(),
            base,
            length,
            is_freed: false,
            initial,
            pages,
        });
    }

    /// Gives the memory at an address back.
    pub fn free(&mut self, base: u64) {
        let regions = self.regions.iter_mut();
        regions.filter(|region| region.base == base).for_each(|region| region.is_freed = true);
    }

    /// The block arrives at a barrier: what it has done so far is done before whatever it does after
    /// the next departure.
    pub fn arrive(&mut self) {
        self.arrivals += 1;
    }

    pub fn depart(&mut self) {
        self.departures = self.arrivals;
    }

    pub fn warp_barrier(&mut self, warp: usize) {
        self.warp_barriers[warp] += 1;
    }

    fn stamp(&self, thread: usize, place: Place) -> Stamp {
        let warp = self.warp_barriers[thread / self.lanes];
        Stamp { thread: thread as u32, block: self.arrivals, warp, line: place.line }
    }

    /// True if an access to an address is before whatever a thread does next.
    fn is_before(&self, address: u64, access: Stamp, thread: usize) -> bool {
        // A warp accesses tensor memory as a whole.
        let is_in_step = self.is_in_step || tensor_address::BASE <= address;
        let own_warp = thread / self.lanes;
        access == NOBODY
            || access.thread as usize == thread
            || access.block < self.departures
            || access.thread as usize / self.lanes == own_warp
                && (is_in_step || access.warp < self.warp_barriers[own_warp])
    }

    fn cell(&mut self, address: u64, thread: usize, place: Place) -> Result<&mut Cell, Fault> {
        let Some(at) = self.region(address).filter(|&at| !self.regions[at].is_freed) else {
            let what = match self.nearest(address) {
                Some(near) => format!("the address is {near}, outside of it"),
                None => format!("the address 0x{address:x} is in no memory"),
            };
            return Err(Fault { thread: Some(thread), what, place });
        };
        Ok(self.cell_of(at, address))
    }

    /// The region that has an address: the one that was added last.
    fn region(&self, address: u64) -> Option<usize> {
        let is_in = |region: &Region| {
            address.checked_sub(region.base).is_some_and(|offset| offset < region.length)
        };
        self.regions.iter().rposition(is_in)
    }

    fn cell_of(&mut self, at: usize, address: u64) -> &mut Cell {
        let region = &mut self.regions[at];
        let offset = address - region.base;
        let (page, initial) = ((offset / PAGE) as usize, region.initial);
        let cells = region.pages[page].get_or_insert_with(|| {
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
        });
        &mut cells[(offset % PAGE) as usize]
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
    pub(super) fn name(&self, address: u64) -> String {
        self.nearest(address).unwrap_or_else(|| format!("byte 0x{address:x}"))
    }

    fn race(
        &self,
        address: u64,
        [first, second]: [(Stamp, &str); 2],
        place: Place,
        thread: usize,
    ) -> Fault {
        let who = |stamp: Stamp| {
            let (warp, lane) =
                (stamp.thread as usize / self.lanes, stamp.thread as usize % self.lanes);
            format!("lane {lane}, warp {warp}")
        };
        let what = format!(
            "race at {}: ({}) {} it at line {}, ({}) {} it at line {}, and no barrier is between",
            self.name(address),
            who(first.0),
            first.1,
            first.0.line,
            who(second.0),
            second.1,
            second.0.line,
        );
        Fault { thread: Some(thread), what, place }
    }

    pub fn read(&mut self, address: u64, thread: usize, place: Place) -> Result<u32, Fault> {
        let own = self.stamp(thread, place);
        let lanes = self.lanes as u32;
        let cell = self.cell(address, thread, place)?;
        let (byte, write, first_write) = (cell.byte, cell.write, cell.first_write);
        // The last reads of two threads, of different warps if there are such: whoever writes next is
        // at odds with one of them, if with any.
        let [first, second] = cell.reads;
        let is_same = |stamp: Stamp| stamp.thread / lanes == own.thread / lanes;
        if first == NOBODY || first.block < own.block || first.thread == own.thread {
            cell.reads = [own, if first.thread == own.thread { second } else { NOBODY }];
        } else if second == NOBODY || !is_same(first) || second.thread == own.thread {
            cell.reads[1] = own;
        } else if first.warp < own.warp {
            cell.reads[0] = own;
        }
        // Where one write is before the read, others of the same value make no difference.
        if !self.is_before(address, write, thread) && !self.is_before(address, first_write, thread)
        {
            return Err(self.race(address, [(write, "writes"), (own, "reads")], place, thread));
        }
        Ok(byte)
    }

    pub fn write(
        &mut self,
        address: u64,
        byte: u32,
        thread: usize,
        place: Place,
    ) -> Result<(), Fault> {
        let own = self.stamp(thread, place);
        let cell = self.cell(address, thread, place)?;
        let (write, reads, is_same) = (cell.write, cell.reads, cell.byte == byte);
        cell.byte = byte;
        cell.write = own;
        // To write what is there anyway is at odds with nobody.
        if is_same {
            if write == NOBODY {
                cell.first_write = own;
            }
            return Ok(());
        }
        cell.first_write = own;
        if !self.is_before(address, write, thread) {
            let accesses = [(write, "writes"), (own, "writes another value to")];
            return Err(self.race(address, accesses, place, thread));
        }
        match reads.iter().find(|&&read| !self.is_before(address, read, thread)) {
            Some(&read) => {
                Err(self.race(address, [(read, "reads"), (own, "writes")], place, thread))
            }
            None => Ok(()),
        }
    }

    /// A write that was under way is done; the first one of those that wrote the same, or a later one.
    pub(super) fn complete(&mut self, copy: &Copy, is_first: bool) -> Result<(), Fault> {
        let own = self.stamp(copy.thread, copy.place);
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
        if let Ok(cell) = self.cell(address, 0, Place::default()) {
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
