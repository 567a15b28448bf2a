//! Copies to shared memory that are issued and not waited for: what they are going to write, and what they
//! may not have read so far.

use rustc_hash::FxHashMap;

use super::stop::SourceLines;

/// A byte on its way to shared memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Copy {
    pub thread: usize,
    pub address: u64,
    pub byte: u32,
    pub place: SourceLines,
    /// Where it is read, if it is not a constant or from a register.
    pub source: Option<u64>,
}

/// The bytes of copies, by their addresses.
#[derive(Debug, Default)]
pub(super) struct InFlight {
    targets: FxHashMap<u64, Going>,
    sources: FxHashMap<u64, Going>,
}

/// The first of the copies of a byte, and how many there are.
#[derive(Debug, Clone, Copy)]
struct Going {
    first: Copy,
    count: usize,
}

/// A copy that a write is at odds with, and what it does.
pub(super) type Odds = (Copy, &'static str);

impl InFlight {
    /// The copy that a write of a value is at odds with: one that writes another value there, or reads what
    /// is there.
    pub fn odds(&self, address: u64, byte: u32, is_same: bool) -> Option<Odds> {
        let writes = self.targets.get(&address).filter(|own| own.first.byte != byte);
        let reads = self.sources.get(&address).filter(|_| !is_same);
        let writes = writes.map(|own| (own.first, "copies another value to"));
        writes.or(reads.map(|own| (own.first, "copies from")))
    }

    pub fn is_empty(&self) -> bool {
        self.targets.is_empty() && self.sources.is_empty()
    }

    pub fn begin(&mut self, copy: &Copy) {
        for (map, address) in self.maps(copy) {
            map.entry(address).or_insert(Going { first: *copy, count: 0 }).count += 1;
        }
    }

    pub fn end(&mut self, copy: &Copy) {
        for (map, address) in self.maps(copy) {
            if let Some(own) = map.get_mut(&address) {
                own.count -= 1;
                if own.count == 0 {
                    map.remove(&address);
                }
            }
        }
    }

    fn maps(&mut self, copy: &Copy) -> impl Iterator<Item = (&mut FxHashMap<u64, Going>, u64)> {
        let source = copy.source.map(|source| (&mut self.sources, source));
        std::iter::once((&mut self.targets, copy.address)).chain(source)
    }
}
