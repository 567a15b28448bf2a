//! Fences between what threads write to shared memory and the units that read it by themselves.
//!
//! Stores and copies by threads pass another way to shared memory than descriptors and products do. What
//! those read of the former has to have a fence before it.

use super::flights::Flights;
use super::view::MemoryPart;
use crate::triton::Position;

/// More writes than so many are not kept: the oldest are taken to have a fence.
const MAX_UNFENCED: usize = 64;

/// A part that threads have written, with no fence since.
struct Unfenced {
    part: MemoryPart,
    position: Position,
    /// The copy that writes it.
    copy: Option<usize>,
}

/// The writes by threads that have no fence after them.
#[derive(Default)]
pub(super) struct Fences {
    unfenced: Vec<Unfenced>,
}

impl Fences {
    /// Threads write a part, by a copy of this number or themselves.
    pub fn write(&mut self, part: &MemoryPart, position: Position, copy: Option<usize>) {
        if part.is_known {
            self.unfenced.retain(|own| own.part != *part || own.copy.is_some());
            let n_old = (self.unfenced.len() + 1).saturating_sub(MAX_UNFENCED);
            self.unfenced.drain(..n_old);
            self.unfenced.push(Unfenced { part: part.clone(), position, copy });
        }
    }

    /// A fence is for all that is done.
    pub fn fence(&mut self, flights: &Flights) {
        self.unfenced.retain(|own| own.copy.is_some_and(|own| flights.is_under_way(own).is_some()));
    }

    /// Something else than threads writes the part, or it is freed.
    pub fn forget(&mut self, part: &MemoryPart) {
        self.unfenced.retain(|own| own.part != *part);
    }

    /// The first element of a part that has no fence, and what has written it.
    pub fn meet(&self, part: &MemoryPart) -> Option<(Vec<i64>, Position)> {
        self.unfenced.iter().find_map(|own| Some((own.part.common(part)?, own.position)))
    }
}
