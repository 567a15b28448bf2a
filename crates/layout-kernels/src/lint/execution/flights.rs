//! What asynchronous operations still read and write.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::flight::{AsyncOperation, Flight};
use super::under_way::UnderWay;
use super::view::MemoryPart;
use crate::triton::Position;

/// Not more than so many arrivals are to come at a barrier.
const MAX_ARRIVALS: usize = 256;

/// Not more than so many copies that a warp has waited for are kept until the next barrier.
const MAX_APART: usize = 256;

/// So many arrivals at a barrier, which come when these operations are done. None at all is a phase that
/// does not end before the operations do.
#[derive(Debug, Clone)]
pub(super) struct Arrival {
    pub count: usize,
    pub after: Vec<usize>,
}

/// A barrier in shared memory: how many arrivals end a phase, those of which nobody knows whether they have
/// come, and how many phases have ended for sure.
#[derive(Debug, Clone, Default)]
struct Barrier {
    count: i64,
    arrivals: VecDeque<Arrival>,
    /// Operations whose data is not expected yet: they join the next arrival that expects some.
    early: Vec<usize>,
    n_ended: usize,
    /// Something has arrived, perhaps, of which nothing is known.
    is_lost: bool,
}

impl Barrier {
    /// The arrivals that end a phase.
    fn phase_size(&self) -> usize {
        usize::try_from(self.count).unwrap_or(1).max(1)
    }

    fn n_arrivals(&self) -> usize {
        self.arrivals.iter().fold(0, |n, own| n.saturating_add(own.count))
    }

    /// Takes the arrivals of a phase, and gives what they come after.
    fn take_phase(&mut self) -> FxHashSet<usize> {
        let mut missing = self.phase_size();
        let mut done = FxHashSet::default();
        while let Some(first) = self.arrivals.front_mut().filter(|_| 0 < missing) {
            let taken = first.count.min(missing);
            missing -= taken;
            first.count -= taken;
            done.extend(first.after.iter().copied());
            if first.count == 0 {
                self.arrivals.pop_front();
            }
        }
        done
    }
}

/// A barrier as partitions find it.
pub(super) struct BarrierState {
    pub place: BarrierPlace,
    pub phase_size: usize,
    pub n_ended: usize,
    pub arrivals: Vec<Arrival>,
}

/// Where a barrier is: its allocation, and its beginning there.
pub(super) type BarrierPlace = (usize, Vec<i64>);

/// Everything that is under way.
#[derive(Debug, Clone, Default)]
pub(super) struct Flights {
    under_way: UnderWay,
    /// Copies that each warp has waited for, and no barrier since.
    apart: Vec<Flight>,
    n_begun: usize,
    n_groups: usize,
    barriers: FxHashMap<BarrierPlace, Barrier>,
    /// Something has arrived at a barrier of which it is not known which one it is.
    is_vague: bool,
}

/// What of an operation that is under way an access meets.
pub(super) struct Conflict<'f> {
    pub flight: &'f Flight,
    pub element: Vec<i64>,
    pub is_write: bool,
}

impl Flights {
    /// Begins an operation and gives its number.
    pub fn begin(
        &mut self,
        kind: AsyncOperation,
        position: Position,
        reads: Vec<MemoryPart>,
        writes: Vec<MemoryPart>,
    ) -> usize {
        let number = self.n_begun;
        self.n_begun += 1;
        self.under_way.push(Flight { number, kind, position, reads, writes, group: None });
        number
    }

    pub fn is_under_way(&self, number: usize) -> Option<&Flight> {
        self.under_way.of_number(number)
    }

    /// What is under way of a kind.
    pub fn of_kind(&self, kind: AsyncOperation) -> impl Iterator<Item = &Flight> {
        self.under_way.iter().filter(move |flight| flight.kind == kind)
    }

    /// Collects the copies that are in no group into one.
    pub fn commit(&mut self) {
        self.n_groups += 1;
        self.under_way.group_copies(self.n_groups);
    }

    /// Waits until all groups of copies but the latest `pending` are done, and gives their numbers.
    pub fn wait_for_copies(&mut self, pending: usize) -> Vec<usize> {
        let done = self.n_groups.saturating_sub(pending);
        let is_done = |flight: &Flight| {
            flight.kind == AsyncOperation::Copy && flight.group.is_some_and(|group| group <= done)
        };
        let done = self.under_way.remove(is_done);
        let numbers = done.iter().map(|flight| flight.number).collect();
        self.apart.extend(done);
        let n_old = self.apart.len().saturating_sub(MAX_APART);
        self.apart.drain(..n_old);
        numbers
    }

    /// All warps meet at a barrier: what one of them has waited for is there for all.
    pub fn meet(&mut self) {
        self.apart.clear();
    }

    /// The place of a copy into this part that other warps may not have waited for, and the element.
    pub fn copy_of_others(&self, part: &MemoryPart) -> Option<(Position, Vec<i64>)> {
        self.apart.iter().find_map(|flight| {
            let element = flight.writes.iter().find_map(|own| own.common(part))?;
            Some((flight.position, element))
        })
    }

    /// Waits until all operations of a kind but the latest `pending` are done, and gives their numbers.
    pub fn wait_for(&mut self, kind: AsyncOperation, pending: usize) -> Vec<usize> {
        let count = self.of_kind(kind).count();
        let numbers = self.of_kind(kind).map(|flight| flight.number);
        let done: Vec<usize> = numbers.take(count.saturating_sub(pending)).collect();
        self.under_way.remove(|flight| done.contains(&flight.number));
        done
    }

    pub fn init_barrier(&mut self, barrier: &MemoryPart, count: i64) {
        let barrier = self.barriers.entry(place(barrier)).or_default();
        *barrier = Barrier { count, ..Barrier::default() };
    }

    /// Arrives at a barrier. What expects data comes when those that have brought some are done, too.
    pub fn arrive(&mut self, barrier: &MemoryPart, mut arrival: Arrival, expects: bool) {
        self.is_vague |= !barrier.is_known;
        let barrier = self.barriers.get_mut(&place(barrier));
        if let Some(barrier) = barrier {
            if MAX_ARRIVALS <= barrier.arrivals.len() {
                barrier.is_lost = true;
                return;
            }
            if expects {
                arrival.after.append(&mut barrier.early);
            }
            barrier.arrivals.push_back(arrival);
        }
    }

    /// How many phases of a barrier may end, or have ended, that nothing has waited for, if that is known.
    pub fn phases_ahead(&self, barrier: &MemoryPart) -> usize {
        let own = self.barriers.get(&place(barrier)).filter(|_| barrier.is_known && !self.is_vague);
        own.map_or(0, |own| own.n_arrivals() / own.phase_size())
    }

    /// True if a phase of a barrier may end by an operation that is under way.
    pub fn is_to_come(&self, barrier: &MemoryPart) -> bool {
        let own = self.barriers.get(&place(barrier));
        let mut operations = own.iter().flat_map(|own| &own.arrivals).flat_map(|own| &own.after);
        0 < self.phases_ahead(barrier)
            && operations.any(|&number| self.is_under_way(number).is_some())
    }

    /// The operations without the barriers: where partitions arrive at those, what one of them does says
    /// nothing of their phases. Of operations that have arrived at a barrier of which it is not known which
    /// one it is, nobody knows what waits for them.
    pub fn begun(&self) -> Flights {
        let under_way = if self.is_vague { UnderWay::default() } else { self.under_way.clone() };
        let (n_begun, n_groups) = (self.n_begun, self.n_groups);
        Flights { under_way, n_begun, n_groups, ..Flights::default() }
    }

    /// The barriers, and what has arrived at them that nobody has waited for.
    pub fn barriers(&self) -> impl Iterator<Item = BarrierState> {
        self.barriers.iter().map(|(place, own)| {
            let early = Arrival { count: 0, after: own.early.clone() };
            BarrierState {
                place: place.clone(),
                phase_size: own.phase_size(),
                n_ended: own.n_ended,
                arrivals: own.arrivals.iter().cloned().chain([early]).collect(),
            }
        })
    }

    /// What is under way.
    pub fn under_way(&self) -> impl Iterator<Item = &Flight> {
        self.under_way.iter()
    }

    /// Goes on with the operations of others, who have had no barriers of their own.
    pub fn go_on_with(&mut self, others: Flights) {
        let barriers = std::mem::take(&mut self.barriers);
        *self = Flights { barriers, is_vague: self.is_vague, apart: Vec::new(), ..others };
    }

    /// A barrier as partitions leave it: the phases that have ended, and the arrivals that are to come.
    pub fn set_barrier(&mut self, place: &BarrierPlace, n_ended: usize, arrivals: Vec<Arrival>) {
        if let Some(barrier) = self.barriers.get_mut(place) {
            barrier.n_ended = n_ended;
            barrier.arrivals = arrivals.into();
        }
    }

    /// Takes these operations as done.
    pub fn end_all(&mut self, is_done: impl Fn(&Flight) -> bool) {
        self.under_way.remove(is_done);
    }

    /// How many operations have begun: the number of the next one.
    pub fn n_begun(&self) -> usize {
        self.n_begun
    }

    /// One more operation for the latest arrival at a barrier, or for the next one that expects data if none has come.
    pub fn join_arrival(&mut self, barrier: &MemoryPart, operation: usize) {
        let Some(barrier) = self.barriers.get_mut(&place(barrier)) else { return };
        match barrier.arrivals.iter_mut().rfind(|own| 0 < own.count) {
            Some(latest) => latest.after.push(operation),
            None if barrier.early.len() < MAX_ARRIVALS => barrier.early.push(operation),
            None => {}
        }
    }

    /// All operations of a kind that are under way, such as products in tensor memory, which are done in
    /// their order.
    pub fn numbers(&self, kind: AsyncOperation) -> Vec<usize> {
        self.of_kind(kind).map(|flight| flight.number).collect()
    }

    /// Waits for the phase of this parity. If it has ended already, nothing is waited for.
    pub fn wait_for_barrier(&mut self, barrier: &MemoryPart, parity: i64) {
        let Some(barrier) = self.barriers.get_mut(&place(barrier)) else { return };
        if (barrier.n_ended % 2) as i64 != parity.rem_euclid(2) {
            return;
        }
        barrier.n_ended += 1;
        let done = barrier.take_phase();
        self.under_way.remove(|flight| done.contains(&flight.number));
    }

    /// Takes all as done: something was waited for that is not understood.
    pub fn land(&mut self) {
        self.under_way = UnderWay::default();
        self.apart.clear();
        for barrier in self.barriers.values_mut() {
            barrier.arrivals.clear();
            barrier.is_lost = true;
        }
    }

    /// Something is done with a barrier, perhaps, of which nothing is known.
    pub fn lose(&mut self, barrier: &MemoryPart) {
        match self.barriers.get_mut(&place(barrier)) {
            Some(own) if barrier.is_known => own.is_lost = true,
            _ => self.barriers.values_mut().for_each(|own| own.is_lost = true),
        }
    }

    /// How many arrivals a wait for this parity is for, and how many there are, if they are too few and
    /// nobody else is there to arrive.
    pub fn too_few(&self, barrier: &MemoryPart, parity: i64) -> Option<[usize; 2]> {
        let own =
            self.barriers.get(&place(barrier)).filter(|_| barrier.is_known && !self.is_vague)?;
        let has_ended = (own.n_ended % 2) as i64 != parity.rem_euclid(2);
        let counts = [own.phase_size(), own.n_arrivals()];
        (!has_ended && !own.is_lost && counts[1] < counts[0]).then_some(counts)
    }

    /// What a read of this part meets: something that may yet write there.
    pub fn conflict_of_read(
        &self,
        part: &MemoryPart,
        by: Option<AsyncOperation>,
    ) -> Option<Conflict<'_>> {
        self.conflict(part, by, true)
    }

    /// What a write of this part meets: something that may yet read or write there.
    pub fn conflict_of_write(
        &self,
        part: &MemoryPart,
        by: Option<AsyncOperation>,
    ) -> Option<Conflict<'_>> {
        self.conflict(part, by, false).or_else(|| self.conflict(part, by, true))
    }

    fn conflict(
        &self,
        part: &MemoryPart,
        by: Option<AsyncOperation>,
        with_writes: bool,
    ) -> Option<Conflict<'_>> {
        if !self.under_way.may_touch(part) {
            return None;
        }
        let others = self.under_way.iter().filter(|flight| !flight.kind.is_before(by));
        others.into_iter().find_map(|flight| {
            let parts = if with_writes { &flight.writes } else { &flight.reads };
            let element = parts.iter().find_map(|own| own.common(part))?;
            Some(Conflict { flight, element, is_write: with_writes })
        })
    }
}

pub(super) fn place(barrier: &MemoryPart) -> BarrierPlace {
    (barrier.allocation, barrier.ends.iter().map(|end| end.0).collect())
}
