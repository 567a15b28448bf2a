//! Fences between what threads write to shared memory and the units that read it by themselves.
//!
//! Stores and copies by threads pass another way to shared memory than descriptors and products do. What
//! those read of the former has to have a fence before it.

use super::ExecutionState;
use super::flights::Flights;
use super::view::MemoryPart;
use crate::lint::finding::Finding;
use crate::lint::memories::tuple;
use crate::lint::rule::MISSING_FENCE;
use crate::triton::{Position, Step};

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
    fn meet(&self, part: &MemoryPart) -> Option<(Vec<i64>, Position)> {
        self.unfenced.iter().find_map(|own| Some((own.part.common(part)?, own.position)))
    }
}

impl ExecutionState {
    /// A descriptor or a product reads parts of shared memory.
    pub(super) fn read_by_unit(&mut self, step: &Step, parts: &[MemoryPart], unit: &str) {
        for part in parts {
            let Some((element, written)) = self.fences.meet(part) else { continue };
            let at = self.moment(step);
            let name = self.allocations.get(part.allocation).map_or("", String::as_str);
            let message = format!(
                "element {} of %{name} is read by the {unit}, and there is no fence after the threads have \
                 written it: it may read what was there before{}",
                tuple(&element),
                at.when()
            );
            // One of several writes is enough.
            let of_part = format!(" of %{name} is read by ");
            let is_known = |own: &Finding| {
                own.rule == MISSING_FENCE
                    && own.position == at.position
                    && own.message.contains(&of_part)
            };
            if !self.found.iter().any(is_known) {
                self.found.push(at.finding(MISSING_FENCE, written, message, "this writes it"));
            }
        }
    }
}
