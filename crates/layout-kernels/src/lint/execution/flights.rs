//! What asynchronous operations still read and write.

use std::collections::HashMap;

use super::view::View;
use crate::triton::Position;

/// More than so many are not kept under way, or to come at a barrier: the oldest are taken as done, so
/// that a loop that never waits does not take the square of its turns.
const MAX_UNDER_WAY: usize = 256;

/// What waits for an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Copies by the threads, which `async_commit_group` collects into groups.
    Copy,
    /// Products by `warp_group_dot`, each a group.
    WarpGroupDot,
    /// Products in tensor memory, which are done in their order and arrive at a barrier.
    TensorCoreProduct,
    /// Loads through a descriptor, which arrive at a barrier.
    DescriptorLoad,
    /// Stores through a descriptor, each a group.
    DescriptorStore,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Copy => "asynchronous copy",
            Kind::WarpGroupDot => "warp group product",
            Kind::TensorCoreProduct => "tensor core product",
            Kind::DescriptorLoad => "load through a descriptor",
            Kind::DescriptorStore => "store through a descriptor",
        }
    }
}

/// An operation that may be under way.
#[derive(Debug, Clone)]
pub(super) struct Flight {
    pub number: usize,
    pub kind: Kind,
    pub position: Position,
    pub reads: Vec<View>,
    pub writes: Vec<View>,
    /// The group that it was collected into.
    group: Option<usize>,
}

/// A barrier in shared memory: how many arrivals end a phase, those that are to come, and how many
/// phases have ended for sure.
#[derive(Debug, Default)]
struct Barrier {
    count: i64,
    arrivals: Vec<Vec<usize>>,
    n_ended: usize,
}

/// Everything that is under way.
#[derive(Debug, Default)]
pub(super) struct Flights {
    under_way: Vec<Flight>,
    /// Copies that each warp has waited for, and no barrier since.
    apart: Vec<Flight>,
    n_begun: usize,
    n_groups: usize,
    barriers: HashMap<(usize, Vec<i64>), Barrier>,
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
        kind: Kind,
        position: Position,
        reads: Vec<View>,
        writes: Vec<View>,
    ) -> usize {
        let number = self.n_begun;
        self.n_begun += 1;
        if MAX_UNDER_WAY <= self.under_way.len() {
            self.under_way.remove(0);
        }
        self.under_way.push(Flight { number, kind, position, reads, writes, group: None });
        number
    }

    pub fn is_under_way(&self, number: usize) -> Option<&Flight> {
        self.under_way.iter().find(|flight| flight.number == number)
    }

    /// What is under way of a kind.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Flight> {
        self.under_way.iter().filter(move |flight| flight.kind == kind)
    }

    /// Collects the copies that are in no group into one.
    pub fn commit(&mut self) {
        self.n_groups += 1;
        for flight in &mut self.under_way {
            if flight.kind == Kind::Copy && flight.group.is_none() {
                flight.group = Some(self.n_groups);
            }
        }
    }

    /// Waits until all groups of copies but the latest `pending` are done.
    pub fn wait_for_copies(&mut self, pending: usize) {
        let done = self.n_groups.saturating_sub(pending);
        let is_done = |flight: &Flight| {
            flight.kind == Kind::Copy && flight.group.is_some_and(|group| group <= done)
        };
        self.apart.extend(self.under_way.extract_if(.., |flight| is_done(flight)));
        let n_old = self.apart.len().saturating_sub(MAX_UNDER_WAY);
        self.apart.drain(..n_old);
    }

    /// All warps meet at a barrier: what one of them has waited for is there for all.
    pub fn meet(&mut self) {
        self.apart.clear();
    }

    /// The place of a copy into this part that other warps may not have waited for, and the element.
    pub fn copy_of_others(&self, part: &View) -> Option<(Position, Vec<i64>)> {
        self.apart.iter().find_map(|flight| {
            let element = flight.writes.iter().find_map(|own| own.common(part))?;
            Some((flight.position, element))
        })
    }

    /// Waits until all operations of a kind but the latest `pending` are done.
    pub fn wait_for(&mut self, kind: Kind, pending: usize) {
        let count = self.of_kind(kind).count();
        let mut left = count.saturating_sub(pending);
        self.under_way.retain(|flight| {
            let is_done = flight.kind == kind && 0 < left;
            left -= usize::from(is_done);
            !is_done
        });
    }

    pub fn init_barrier(&mut self, barrier: &View, count: i64) {
        let barrier = self.barriers.entry(key(barrier)).or_default();
        *barrier = Barrier { count, ..Barrier::default() };
    }

    /// One arrival at a barrier, to come when these operations are done.
    pub fn arrive(&mut self, barrier: &View, operations: Vec<usize>) {
        self.is_vague |= !barrier.is_known;
        let barrier = self.barriers.get_mut(&key(barrier));
        if let Some(barrier) = barrier.filter(|own| own.arrivals.len() < MAX_UNDER_WAY) {
            barrier.arrivals.push(operations);
        }
    }

    /// How many phases of a barrier may end, or have ended, that nothing has waited for, if that is known.
    pub fn phases_ahead(&self, barrier: &View) -> usize {
        let own = self.barriers.get(&key(barrier)).filter(|_| barrier.is_known && !self.is_vague);
        own.map_or(0, |own| own.arrivals.len() / usize::try_from(own.count).unwrap_or(1).max(1))
    }

    /// One more operation for the latest arrival at a barrier.
    pub fn join_arrival(&mut self, barrier: &View, operation: usize) {
        let barrier = self.barriers.get_mut(&key(barrier));
        if let Some(latest) = barrier.and_then(|barrier| barrier.arrivals.last_mut()) {
            latest.push(operation);
        }
    }

    /// All products in tensor memory that have begun: they are done in their order.
    pub fn products(&self) -> Vec<usize> {
        self.of_kind(Kind::TensorCoreProduct).map(|flight| flight.number).collect()
    }

    /// Waits for the phase of this parity. If it has ended already, nothing is waited for.
    pub fn wait_for_barrier(&mut self, barrier: &View, parity: i64) {
        let Some(barrier) = self.barriers.get_mut(&key(barrier)) else { return };
        if (barrier.n_ended % 2) as i64 != parity.rem_euclid(2) {
            return;
        }
        barrier.n_ended += 1;
        let count = usize::try_from(barrier.count).unwrap_or(1).max(1);
        let arrived = count.min(barrier.arrivals.len());
        let done: Vec<usize> = barrier.arrivals.drain(..arrived).flatten().collect();
        self.under_way.retain(|flight| !done.contains(&flight.number));
    }

    /// Takes all as done: something was waited for that is not understood.
    pub fn land(&mut self) {
        self.under_way.clear();
        self.apart.clear();
        self.barriers.values_mut().for_each(|barrier| barrier.arrivals.clear());
    }

    /// What a read of this part meets: something that may yet write there.
    pub fn conflict_of_read(&self, part: &View, by: Option<Kind>) -> Option<Conflict<'_>> {
        self.conflict(part, by, true)
    }

    /// What a write of this part meets: something that may yet read or write there.
    pub fn conflict_of_write(&self, part: &View, by: Option<Kind>) -> Option<Conflict<'_>> {
        self.conflict(part, by, false).or_else(|| self.conflict(part, by, true))
    }

    fn conflict(&self, part: &View, by: Option<Kind>, with_writes: bool) -> Option<Conflict<'_>> {
        // Products are done in the order in which they begin.
        let is_in_order = |kind: Kind| {
            by == Some(kind) && matches!(kind, Kind::TensorCoreProduct | Kind::WarpGroupDot)
        };
        let others = self.under_way.iter().filter(|flight| !is_in_order(flight.kind));
        others.into_iter().find_map(|flight| {
            let parts = if with_writes { &flight.writes } else { &flight.reads };
            let element = parts.iter().find_map(|own| own.common(part))?;
            Some(Conflict { flight, element, is_write: with_writes })
        })
    }
}

fn key(barrier: &View) -> (usize, Vec<i64>) {
    (barrier.allocation, barrier.ends.iter().map(|end| end.0).collect())
}
