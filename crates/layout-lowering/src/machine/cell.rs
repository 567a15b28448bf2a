//! A byte of a memory, and who accesses it.

pub(super) const NOBODY: Stamp = Stamp { thread: u32::MAX, phase: 0, warp: 0, line: 0 };

/// A byte.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub byte: u32,
    pub write: Stamp,
    /// The first of the writes that wrote this value.
    pub first_write: Stamp,
    pub reads: [Stamp; 2],
}

/// An access: who, when, and by which instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stamp {
    pub thread: u32,
    /// The phase of the block, and how often the warp had arrived at a barrier of its own.
    pub phase: u32,
    pub warp: u32,
    pub line: u32,
}

/// Who accesses a byte, and since when accesses of others are before that.
#[derive(Debug, Clone, Copy)]
pub(super) struct Accessor {
    pub own: Stamp,
    pub lanes: u32,
    pub is_in_step: bool,
    /// The phases before this one are behind it.
    pub acquired: u32,
}

/// Two accesses that no barrier separates, and what they do.
pub(super) type Accesses = [(Stamp, &'static str); 2];

impl Accessor {
    /// True if an access is before whatever is done now.
    pub fn is_behind(&self, access: Stamp) -> bool {
        access == NOBODY
            || access.thread == self.own.thread
            || access.phase < self.acquired
            || self.is_of_warp(access) && (self.is_in_step || access.warp < self.own.warp)
    }

    pub fn is_of_warp(&self, access: Stamp) -> bool {
        access.thread / self.lanes == self.own.thread / self.lanes
    }
}

impl Cell {
    pub fn read(&mut self, now: &Accessor) -> Result<u32, Accesses> {
        let own = now.own;
        // The last reads of two threads, of different warps if there are such: whoever writes next is
        // at odds with one of them, if with any.
        let [first, second] = self.reads;
        if now.is_in_step {
            // Those of the last two warps.
            self.reads = [own, if now.is_of_warp(first) { second } else { first }];
        } else if first == NOBODY || first.phase < own.phase || first.thread == own.thread {
            self.reads = [own, if first.thread == own.thread { second } else { NOBODY }];
        } else if second == NOBODY || !now.is_of_warp(first) || second.thread == own.thread {
            self.reads[1] = own;
        } else if first.warp < own.warp {
            self.reads[0] = own;
        }
        // Where one write is before the read, others of the same value make no difference.
        if !now.is_behind(self.write) && !now.is_behind(self.first_write) {
            return Err([(self.write, "writes"), (own, "reads")]);
        }
        Ok(self.byte)
    }

    pub fn write(&mut self, byte: u32, now: &Accessor) -> Result<(), Accesses> {
        let own = now.own;
        let (write, first_write, is_same) = (self.write, self.first_write, self.byte == byte);
        self.byte = byte;
        self.write = own;
        // To write what is there anyway is at odds with nobody.
        if is_same {
            if write == NOBODY {
                self.first_write = own;
            }
            return Ok(());
        }
        self.first_write = own;
        if let Some(write) = [write, first_write].into_iter().find(|own| !now.is_behind(*own)) {
            return Err([(write, "writes"), (own, "writes another value to")]);
        }
        match self.reads.iter().find(|&&read| !now.is_behind(read)) {
            Some(&read) => Err([(read, "reads"), (own, "writes")]),
            None => Ok(()),
        }
    }
}
