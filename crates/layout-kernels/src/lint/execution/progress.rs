//! How far partitions are, as far as they know it of each other.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::flight::AsyncOperation;
use super::flights::BarrierState;
use super::moment::Moment;
use super::view::MemoryPart;
use crate::triton::Position;

/// Of a barrier that is further ahead of a wait, what its earlier phases knew is forgotten.
const MAX_PHASES: usize = 8;

/// The partition of the warps that run what is before and after all of them.
pub(super) const FIRST: usize = 0;

/// An operation: the partition that began it, and its number there.
pub(super) type OperationId = (usize, usize);

/// What is over for sure.
#[derive(Clone, Default)]
pub(super) struct TeamProgress {
    /// How much of what each partition does by itself.
    pub times: Vec<usize>,
    pub done: FxHashSet<OperationId>,
}

impl TeamProgress {
    pub fn learn(&mut self, other: &TeamProgress) {
        self.times.resize(self.times.len().max(other.times.len()), 0);
        for (own, other) in self.times.iter_mut().zip(&other.times) {
            *own = (*own).max(*other);
        }
        self.done.extend(&other.done);
    }

    pub fn has(&self, earlier: &Earlier<'_>) -> bool {
        match earlier.operation {
            Some((operation, _)) => self.done.contains(&operation),
            None => earlier.time < self.times[earlier.partition],
        }
    }
}

/// An access that has been begun.
pub(super) struct Earlier<'t> {
    pub partition: usize,
    pub time: usize,
    pub operation: Option<(OperationId, AsyncOperation)>,
    pub position: Position,
    pub view: &'t MemoryPart,
    pub is_write: bool,
}

/// A barrier, with what those know whose arrivals have ended its phases, and those of the phase that goes on.
pub(super) struct Barrier<'t> {
    pub count: usize,
    pub n_arrived: usize,
    /// The operations that are yet to join arrivals.
    pub n_to_join: i64,
    pub n_ended: usize,
    /// Those of them that had been waited for before the partitions began.
    pub n_before: usize,
    /// The latest phases that have ended.
    pub ended: VecDeque<TeamProgress>,
    pub arrived: TeamProgress,
    /// What has ended the latest phase.
    pub last: Option<&'t Moment>,
}

impl<'t> Barrier<'t> {
    /// A barrier as partitions find it.
    pub fn new(state: BarrierState) -> Self {
        let mut barrier = Barrier {
            count: state.phase_size,
            n_arrived: 0,
            n_to_join: 0,
            n_ended: state.n_ended,
            n_before: state.n_ended,
            ended: VecDeque::new(),
            arrived: TeamProgress::default(),
            last: None,
        };
        for arrival in state.arrivals {
            barrier.n_arrived += arrival.count;
            barrier.arrived.done.extend(arrival.after.iter().map(|&number| (FIRST, number)));
            barrier.end_phases(None);
        }
        barrier
    }

    /// Ends what phases have all their arrivals; true if there is one.
    pub fn end_phases(&mut self, at: Option<&'t Moment>) -> bool {
        let n_phases = if self.n_to_join <= 0 { self.n_arrived / self.count.max(1) } else { 0 };
        if n_phases == 0 {
            return false;
        }
        self.n_arrived -= n_phases * self.count;
        self.n_to_join = 0;
        self.n_ended += n_phases;
        self.last = at;
        // Who arrives once for several phases knows no more after the later ones.
        let mut known = self.ended.back().cloned().unwrap_or_default();
        known.learn(&std::mem::take(&mut self.arrived));
        self.ended.extend(std::iter::repeat_n(known, n_phases.min(MAX_PHASES)));
        let n_forgotten = self.ended.len().saturating_sub(MAX_PHASES);
        self.ended.drain(..n_forgotten);
        true
    }

    /// What those know who have waited for a phase, and nothing of later ones, which may have ended by chance.
    pub fn known_after(&self, phase: i64) -> Option<&TeamProgress> {
        let n_later = self.n_ended as i64 - 1 - phase;
        let at = self.ended.len() as i64 - 1 - n_later.max(0);
        self.ended.get(usize::try_from(at).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many phases as arrivals end at once, and the later ones are known to follow what the first one does.
    #[test]
    fn many_phases_end_at_once() {
        let place = (0, vec![0]);
        let state = BarrierState { place, phase_size: 3, n_ended: 2, arrivals: Vec::new() };
        let mut barrier = Barrier::new(state);
        barrier.n_arrived = 3 * (1 << 40) + 2;
        barrier.arrived.done.insert((1, 7));
        assert!(barrier.end_phases(None));
        assert_eq!((barrier.n_ended, barrier.n_arrived), ((1 << 40) + 2, 2));
        let last = (1_i64 << 40) + 1;
        assert!(barrier.known_after(last).unwrap().done.contains(&(1, 7)));
        assert!(barrier.known_after(last - MAX_PHASES as i64 + 1).is_some());
        assert!(barrier.known_after(last - MAX_PHASES as i64).is_none());
        assert!(!barrier.end_phases(None));
        barrier.n_arrived += 1;
        barrier.n_to_join = 1;
        assert!(!barrier.end_phases(None));
    }
}
