//! What partitions that run at the same time do to the same memory.
//!
//! Each partition is a list of what it does. The lists are gone through together, so that a wait at a
//! barrier goes on when its phase has ended. On the way each partition knows how far the others were for
//! sure when it went on, and which asynchronous operations are done: an arrival at a barrier hands on what
//! the one who arrives knows, and a wait takes it. Two accesses to one element, of which one is a write,
//! clash if the later one is by someone who does not know that the earlier one is over. So a clash is found
//! whoever happens to be first.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::flight::AsyncOperation;
use super::flights::{Arrival, BarrierPlace, Flights, place};
use super::moment::{Met, Moment};
use super::progress::{Barrier, Earlier, FIRST, OperationId, TeamProgress};
use super::view::{MemoryPart, PartCounts};
use crate::triton::Position;

/// More accesses than these are not remembered: the oldest are forgotten.
const MAX_REMEMBERED: usize = 1024;

/// So many accesses are remembered before those that are over are forgotten, and twice as many as were left.
const MIN_REMEMBERED: usize = 64;

/// What a partition does at a time.
pub(super) struct Event {
    pub at: Moment,
    pub deed: Deed,
}

pub(super) enum Deed {
    /// An access by the partition, or at the beginning of an operation of this kind.
    Access { view: MemoryPart, is_write: bool, by: Option<AsyncOperation> },
    /// An asynchronous operation of this number begins.
    Begin { number: usize, kind: AsyncOperation, reads: Vec<MemoryPart>, writes: Vec<MemoryPart> },
    /// These operations have been waited for.
    Done(Vec<usize>),
    /// So many arrivals at a barrier, when these operations are done; one that expects data comes when the
    /// operations that [join](Deed::Join) it are, too.
    Arrive { barrier: MemoryPart, after: Vec<usize>, count: usize, expects: bool },
    /// An operation that the phase of a barrier ends with.
    Join { barrier: MemoryPart, number: usize },
    /// The end of a phase of this parity is waited for.
    Wait { barrier: MemoryPart, parity: i64 },
    /// Something whose effect on the others is not known.
    Unknown,
}

/// An access that meets an earlier one.
pub(super) struct Clash<'t> {
    pub at: &'t Moment,
    pub view: &'t MemoryPart,
    pub is_write: bool,
    pub met: Met,
}

/// A phase of a barrier that ends before the one before it has been waited for.
pub(super) struct Ahead<'t> {
    /// What ends it.
    pub at: &'t Moment,
    pub barrier: &'t MemoryPart,
    /// The wait that comes too late, where the phase that it is for had ended from the beginning, and the
    /// parity of that.
    pub late: Option<(&'t Moment, i64)>,
}

/// What is wrong between partitions.
#[derive(Default)]
pub(super) struct Together<'t> {
    pub clashes: Vec<Clash<'t>>,
    pub ahead: Vec<Ahead<'t>>,
}

/// Runs all partitions from what was under way before, which the first one goes on with, to what is after
/// them. Nothing is said if something is done that is not understood, and where all wait for each other, only
/// what is wrong until then.
pub(super) fn run<'t>(
    traces: &'t [Vec<Event>],
    before: &'t Flights,
    flights: &mut Flights,
    after: Flights,
) -> Together<'t> {
    let is_unknown = |event: &Event| match &event.deed {
        Deed::Unknown => true,
        Deed::Arrive { barrier, .. } | Deed::Wait { barrier, .. } => !barrier.is_known,
        _ => false,
    };
    let mut team = Team::new(traces, before, flights);
    flights.go_on_with(after);
    if traces.iter().flatten().any(is_unknown) {
        flights.land();
        return Together::default();
    }
    while team.goes_on() {}
    if (0..traces.len()).all(|own| team.next[own] == traces[own].len()) {
        team.end(flights);
    } else {
        flights.land();
        team.find_ahead();
    }
    team.found
}

/// All that is written.
fn unwritten(traces: &[Vec<Event>]) -> Vec<&MemoryPart> {
    let mut views: Vec<&MemoryPart> = Vec::new();
    for event in traces.iter().flatten() {
        if let Deed::Access { view, is_write: true, .. } = &event.deed
            && !views.contains(&view)
        {
            views.push(view);
        }
    }
    views
}

struct Team<'t> {
    traces: &'t [Vec<Event>],
    /// How far each partition is.
    next: Vec<usize>,
    known: Vec<TeamProgress>,
    barriers: FxHashMap<BarrierPlace, Barrier<'t>>,
    earlier: VecDeque<Earlier<'t>>,
    /// The parts of those.
    parts: PartCounts,
    /// How many of them there are when those that all know to be over are forgotten.
    n_to_forget: usize,
    /// What others are yet to write for the first time.
    unwritten: Vec<&'t MemoryPart>,
    /// The latest wait of each partition at each barrier: its parity, and the number of its phase.
    waits: FxHashMap<(usize, BarrierPlace), (i64, i64)>,
    found: Together<'t>,
}

impl<'t> Team<'t> {
    fn new(traces: &'t [Vec<Event>], before: &'t Flights, flights: &Flights) -> Self {
        let known = TeamProgress { times: vec![0; traces.len()], done: FxHashSet::default() };
        let barriers = flights.barriers().map(|own| (own.place.clone(), Barrier::new(own)));
        let (mut earlier, mut parts) = (VecDeque::new(), PartCounts::default());
        for flight in before.under_way() {
            let (number, kind, position) = (flight.number, flight.kind, flight.position);
            let operation = Some(((FIRST, number), kind));
            for (views, is_write) in [(&flight.reads, false), (&flight.writes, true)] {
                let begun = views.iter().map(|view| Earlier {
                    partition: FIRST,
                    time: 0,
                    operation,
                    position,
                    view,
                    is_write,
                });
                views.iter().for_each(|view| parts.count(view, true));
                earlier.extend(begun);
            }
        }
        Team {
            traces,
            next: vec![0; traces.len()],
            barriers: barriers.collect(),
            known: vec![known; traces.len()],
            earlier,
            parts,
            n_to_forget: MIN_REMEMBERED,
            unwritten: unwritten(traces),
            waits: FxHashMap::default(),
            found: Together::default(),
        }
    }

    /// Each partition goes on until it waits for another one; false if none does. One that would read
    /// what is yet to be written lets the others go first, so that a wait that is missing is missed where
    /// it would have been.
    fn goes_on(&mut self) -> bool {
        let of_all = |team: &mut Self, is_patient: bool| {
            (0..team.traces.len()).fold(false, |any, own| team.run(own, is_patient) | any)
        };
        let goes_on = of_all(self, true);
        goes_on || (0..self.traces.len()).any(|own| self.run(own, false))
    }

    /// Runs a partition as far as it comes; true if it does anything. One that is not patient does one step
    /// at least unless it waits.
    fn run(&mut self, partition: usize, is_patient: bool) -> bool {
        let trace: &'t [Event] = &self.traces[partition];
        let begin = self.next[partition];
        while let Some(event) = trace.get(self.next[partition]) {
            let is_first = self.next[partition] == begin;
            let waits = match &event.deed {
                Deed::Wait { barrier, parity } => !self.wait(partition, barrier, *parity),
                Deed::Access { view, is_write: false, .. } => {
                    (is_patient || !is_first) && self.is_unwritten(view)
                }
                _ => false,
            };
            if waits {
                break;
            }
            let ends_phase = self.step(partition, event);
            self.next[partition] += 1;
            self.known[partition].times[partition] = self.next[partition];
            // Those who wait for it go on before the next phase ends, too.
            if ends_phase {
                break;
            }
        }
        begin < self.next[partition]
    }

    fn is_unwritten(&self, view: &MemoryPart) -> bool {
        self.unwritten.iter().any(|own| own.common(view).is_some())
    }

    /// Goes on past a wait, if its phase has ended.
    fn wait(&mut self, partition: usize, at: &MemoryPart, parity: i64) -> bool {
        let phase = self.phase(partition, at, parity);
        let Some(barrier) = self.barriers.get(&place(at)) else { return false };
        let has_ended = (barrier.n_ended % 2) as i64 != parity.rem_euclid(2);
        if has_ended {
            if let Some(known) = barrier.known_after(phase) {
                self.known[partition].learn(known);
            }
            self.waits.insert((partition, place(at)), (parity, phase));
            if self.n_to_forget <= self.earlier.len() {
                self.forget();
            }
        }
        has_ended
    }

    /// The phase that a wait of this parity is for, by those of the partition before it. The one before
    /// the first phase that nobody has waited for has the other parity and has always ended.
    fn phase(&self, partition: usize, barrier: &MemoryPart, parity: i64) -> i64 {
        match self.waits.get(&(partition, place(barrier))) {
            Some((before, phase)) => phase + i64::from(*before != parity),
            None => {
                let own = self.barriers.get(&place(barrier));
                let next = own.map_or(0, |own| own.n_before as i64);
                next - (next + parity).rem_euclid(2)
            }
        }
    }

    /// Those whose wait would never end, because the phase after the one that they wait for has ended, too.
    fn find_ahead(&mut self) {
        let trace = |partition: usize| self.traces[partition].get(self.next[partition]);
        let waiting = (0..self.traces.len()).filter_map(|own| Some((own, trace(own)?)));
        let ahead = waiting.filter_map(|(partition, event)| {
            let Deed::Wait { barrier, parity } = &event.deed else { return None };
            let own = self.barriers.get(&place(barrier))?;
            let phase = self.phase(partition, barrier, *parity);
            let at = own.last.filter(|_| phase + 2 <= own.n_ended as i64)?;
            let late = (phase < own.n_before as i64).then_some((&event.at, *parity));
            Some(Ahead { at, barrier, late })
        });
        self.found.ahead = ahead.collect();
    }

    /// Hands what is still to arrive at barriers on to what comes after the partitions.
    fn end(&self, flights: &mut Flights) {
        let mut all = TeamProgress::default();
        self.known.iter().for_each(|known| all.learn(known));
        let live = self.live();
        flights.end_all(|own| all.done.contains(&(FIRST, own.number)));
        let own = flights.under_way().map(|own| ((FIRST, own.number), own.number));
        let mut numbers: FxHashMap<OperationId, usize> = own.collect();
        let n_own = flights.n_begun();
        for (partition, trace) in self.traces.iter().enumerate().skip(1) {
            for event in trace {
                let Deed::Begin { number, kind, reads, writes } = &event.deed else { continue };
                let operation = (partition, *number);
                if live.contains(&operation) && !all.done.contains(&operation) {
                    let (reads, writes) = (reads.clone(), writes.clone());
                    let begun = flights.begin(*kind, event.at.position, reads, writes);
                    numbers.insert(operation, begun);
                }
            }
        }
        let to_come = |known: &TeamProgress| -> Vec<usize> {
            known.done.iter().filter_map(|operation| numbers.get(operation).copied()).collect()
        };
        let mut attached = FxHashSet::default();
        for (place, barrier) in &self.barriers {
            let ended = barrier.ended.back().map_or(Vec::new(), to_come);
            let arrived = to_come(&barrier.arrived);
            attached.extend(ended.iter().chain(&arrived).copied());
            // A phase that nobody has waited for has not ended for those who come.
            let n_waited = barrier.n_ended - usize::from(!ended.is_empty());
            let open = if ended.is_empty() { 0 } else { barrier.count };
            let arrivals = vec![
                Arrival { count: open, after: ended },
                Arrival { count: barrier.n_arrived, after: arrived },
            ];
            flights.set_barrier(place, n_waited, arrivals);
        }
        // What others have begun and arrives nowhere is taken as done, but for copies: those whom it could be
        // waited for by are gone.
        flights.end_all(|own| {
            let is_copy = own.kind == AsyncOperation::Copy;
            n_own <= own.number && !is_copy && !attached.contains(&own.number)
        });
    }

    /// Does a step, which is not a wait; true if it ends a phase of a barrier.
    fn step(&mut self, partition: usize, event: &'t Event) -> bool {
        match &event.deed {
            Deed::Access { view, is_write, by } => {
                self.meet(partition, &event.at, view, *is_write, *by);
                // An operation that begins here has its own accesses.
                if by.is_none() {
                    self.remember(partition, None, event.at.position, view, *is_write);
                }
            }
            Deed::Begin { number, kind, reads, writes } => {
                let operation = Some(((partition, *number), *kind));
                for (views, is_write) in [(reads, false), (writes, true)] {
                    for view in views {
                        self.remember(partition, operation, event.at.position, view, is_write);
                    }
                }
            }
            Deed::Done(numbers) => {
                let done = numbers.iter().map(|&number| (partition, number));
                self.known[partition].done.extend(done);
            }
            Deed::Arrive { barrier, after, count, expects } => {
                let n_to_join = if *expects { self.joins(partition, barrier) } else { 0 };
                let counts = [*count as i64, n_to_join];
                return self.arrive(partition, &event.at, barrier, after, counts);
            }
            Deed::Join { barrier, number } => {
                return self.arrive(partition, &event.at, barrier, &[*number], [0, -1]);
            }
            Deed::Wait { .. } | Deed::Unknown => {}
        }
        false
    }

    /// How many operations join the arrival that a partition is at.
    fn joins(&self, partition: usize, barrier: &MemoryPart) -> i64 {
        let rest = &self.traces[partition][self.next[partition] + 1..];
        let of_barrier = |own: &MemoryPart| place(own) == place(barrier);
        let is_next = |deed: &Deed| matches!(deed, Deed::Arrive { barrier, .. } | Deed::Wait { barrier, .. } if of_barrier(barrier));
        let until = rest.iter().take_while(|event| !is_next(&event.deed));
        let joins = until.filter(
            |event| matches!(&event.deed, Deed::Join { barrier, .. } if of_barrier(barrier)),
        );
        joins.count() as i64
    }

    fn arrive(
        &mut self,
        partition: usize,
        at: &'t Moment,
        barrier: &MemoryPart,
        after: &[usize],
        counts: [i64; 2],
    ) -> bool {
        let Some(barrier) = self.barriers.get_mut(&place(barrier)) else { return false };
        let known = &mut self.known[partition];
        known.times[partition] = self.next[partition] + 1;
        barrier.arrived.learn(known);
        barrier.arrived.done.extend(after.iter().map(|&number| (partition, number)));
        barrier.n_arrived += counts[0] as usize;
        barrier.n_to_join += counts[1];
        barrier.end_phases(Some(at))
    }

    fn remember(
        &mut self,
        partition: usize,
        operation: Option<(OperationId, AsyncOperation)>,
        position: Position,
        view: &'t MemoryPart,
        is_write: bool,
    ) {
        if is_write {
            self.unwritten.retain(|own| own != &view);
        }
        if MAX_REMEMBERED <= self.earlier.len()
            && let Some(oldest) = self.earlier.pop_front()
        {
            self.parts.count(oldest.view, false);
        }
        let time = self.next[partition];
        self.parts.count(view, true);
        self.earlier.push_back(Earlier { partition, time, operation, position, view, is_write });
    }

    /// Looks for an access that is not known to be over.
    fn meet(
        &mut self,
        partition: usize,
        at: &'t Moment,
        view: &'t MemoryPart,
        is_write: bool,
        by: Option<AsyncOperation>,
    ) {
        if !self.parts.may_touch(view) {
            return;
        }
        let known = &self.known[partition];
        let clash = self.earlier.iter().find_map(|earlier| {
            let is_before = earlier.partition == partition
                && earlier.operation.is_none_or(|(_, kind)| kind.is_before(by));
            if is_before || !(is_write || earlier.is_write) || known.has(earlier) {
                return None;
            }
            let element = earlier.view.common(view)?;
            let kind = earlier.operation.map(|(_, kind)| kind);
            let position = earlier.position;
            Some(Met { kind, position, element, is_write: earlier.is_write })
        });
        self.found.clashes.extend(clash.map(|met| Clash { at, view, is_write, met }));
    }

    /// Forgets what all know to be over.
    fn forget(&mut self) {
        let (known, parts) = (&self.known, &mut self.parts);
        self.earlier.retain(|own| {
            let is_over = known.iter().all(|known| known.has(own));
            if is_over {
                parts.count(own.view, false);
            }
            !is_over
        });
        self.n_to_forget = MIN_REMEMBERED.max(2 * self.earlier.len());
        let live = self.live();
        self.known.iter_mut().for_each(|known| known.done.retain(|own| live.contains(own)));
    }

    /// The operations whose accesses are remembered.
    fn live(&self) -> FxHashSet<OperationId> {
        self.earlier.iter().filter_map(|own| Some(own.operation?.0)).collect()
    }
}
