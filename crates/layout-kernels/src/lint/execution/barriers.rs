//! Operations on barriers in shared memory.

use super::expected::Misfit;
use super::flight::AsyncOperation;
use super::flights::{Arrival, place};
use super::integer::Integer;
use super::memory::is_set;
use super::moment::Moment;
use super::team::Deed;
use super::view::MemoryPart;
use super::{Binding, ExecutionState};
use crate::lint::rule::MISSING_WAIT;
use crate::triton::{AttributeValue, Position, Step};

impl ExecutionState {
    /// An operation on a barrier, which is its first memory, by its name without the dialect.
    pub(super) fn barrier_operation(
        &mut self,
        step: &Step,
        name: &str,
        first: Option<&MemoryPart>,
    ) {
        match name {
            "tc_gen5_commit" => {
                let products = self.flights.numbers(AsyncOperation::TensorCoreProduct);
                if let Some(barrier) = first {
                    self.arrive(step, barrier, products, 1);
                }
            }
            "inval_barrier" => {
                if let Some(barrier) = first {
                    self.gives_up(step, barrier);
                }
            }
            "init_barrier" => {
                if let Some(barrier) = first {
                    let count = step.operation.numbers().first().copied().unwrap_or(1);
                    self.flights.init_barrier(barrier, count);
                    match barrier.is_known {
                        true => self.made.insert(place(barrier)),
                        false => self.may_be_made.insert(barrier.allocation),
                    };
                    self.note(step, Deed::Unknown);
                }
            }
            "barrier_expect" | "arrive_barrier" => {
                // The number of one that expects is of bytes.
                let count = match (name, step.operation.numbers().first()) {
                    ("arrive_barrier", Some(&count)) => usize::try_from(count).unwrap_or(1),
                    _ => 1,
                };
                if let (Some(barrier), true) = (first, self.is_predicated(step, 1)) {
                    if name == "barrier_expect" {
                        self.expect(step, barrier);
                    }
                    self.arrive(step, barrier, Vec::new(), count);
                }
            }
            "wait_barrier" => {
                let parity = self.operand(step, 1).number();
                let predicate = self.operand(step, 2);
                let is_known = !matches!(predicate, Binding::Opaque(_) | Binding::Condition(_));
                self.varies |= parity.is_some_and(Integer::is_made_up);
                match (first.filter(|barrier| barrier.is_known), parity) {
                    _ if !self.is_predicated(step, 2) => {}
                    (Some(barrier), Some(parity)) => {
                        let (barrier, parity) = (barrier.clone(), parity.value());
                        let is_sure = is_known && self.is_alone();
                        let misfit = self.expected.settle(&place(&barrier));
                        let misfit = misfit.or_else(|| match is_sure {
                            true => self.expected.unmet(&place(&barrier)),
                            false => None,
                        });
                        self.report_bytes(misfit);
                        if is_sure {
                            self.report_endless(step, &barrier, parity);
                        }
                        self.flights.wait_for_barrier(&barrier, parity);
                        self.note(step, Deed::Wait { barrier, parity });
                    }
                    _ => self.land(step),
                }
            }
            // All threads arrive when the copies that they have begun are done. What they add to the arrivals
            // that the phase waits for they take from it again, but for those that it was made to count.
            "async_copy_mbarrier_arrive" => {
                let count = if is_set(step, "noIncrement") { self.n_threads } else { Some(0) };
                match (first.filter(|barrier| barrier.is_known), count) {
                    (Some(barrier), Some(count)) => {
                        let copies = self.flights.numbers(AsyncOperation::Copy);
                        self.arrive(step, barrier, copies, count);
                    }
                    _ => self.land(step),
                }
            }
            _ => {}
        }
    }

    /// True if nothing else than what has been run arrives at barriers: no partition, no other block, and no
    /// branch was taken of which it is not known that it is.
    fn is_alone(&self) -> bool {
        self.trace.is_none() && self.n_blocks.unwrap_or(1) == 1 && self.decided.is_empty()
    }

    /// Something is done with a barrier of which nothing is known.
    pub(super) fn lose_barrier(&mut self, barrier: &MemoryPart) {
        self.flights.lose(barrier);
        self.expected.lose(place(barrier));
        self.may_be_made.insert(barrier.allocation);
    }

    /// A wait that never ends, in a run in which nothing else arrives.
    fn report_endless(&mut self, step: &Step, barrier: &MemoryPart, parity: i64) {
        let name = self.allocations.get(barrier.allocation).map_or("", String::as_str);
        let is_made =
            self.made.contains(&place(barrier)) || self.may_be_made.contains(&barrier.allocation);
        let what = match self.flights.too_few(barrier, parity) {
            _ if !is_made => {
                format!("barrier %{name} is waited for, and nothing has initialized it")
            }
            Some([size, count]) => format!(
                "barrier %{name} ends a phase with {size} arrivals, and {count} come before this wait for it: it \
                 never ends"
            ),
            None => return,
        };
        let at = self.moment(step);
        let message = format!("{what}{}", at.when());
        self.report_alone(&at, message);
        // What comes after a wait that never ends is not run.
        self.flights.lose(barrier);
    }

    /// A barrier expects more bytes.
    fn expect(&mut self, step: &Step, barrier: &MemoryPart) {
        let size = step.operation.attribute("size").and_then(AttributeValue::as_integer);
        let bytes = step.operation.numbers().first().copied().or(size);
        if let Some(bytes) = bytes.filter(|_| barrier.is_known) {
            let at = self.moment(step);
            let misfit = self.expected.expect(place(barrier), bytes, at);
            self.report_bytes(misfit);
        }
    }

    pub(super) fn report_bytes(&mut self, misfits: impl IntoIterator<Item = Misfit>) {
        for misfit in misfits {
            let name = self.allocations.get(misfit.allocation).map_or("", String::as_str);
            let message = misfit.message(name);
            self.report_alone(&misfit.at, message);
        }
    }

    /// So many arrivals at a barrier, when these operations are done. A barrier that may then end a second
    /// phase is ahead of those that wait, who tell two phases apart by their parity.
    pub(super) fn arrive(
        &mut self,
        step: &Step,
        barrier: &MemoryPart,
        after: Vec<usize>,
        count: usize,
    ) {
        let expects = step.operation.name().ends_with("barrier_expect");
        self.flights.arrive(barrier, Arrival { count, after: after.clone() }, expects);
        self.note(step, Deed::Arrive { barrier: barrier.clone(), after, count, expects });
        if 0 < count && 2 <= self.flights.phases_ahead(barrier) {
            self.report_ahead(&self.moment(step), barrier);
        }
    }

    pub(super) fn report_ahead(&mut self, at: &Moment, barrier: &MemoryPart) {
        let what = "may end a second phase before anything has waited for the first";
        self.report_barrier(at, barrier, what);
    }

    /// A barrier that ends a phase before those who do not wait for it have found that the one before it is over.
    pub(super) fn report_late(
        &mut self,
        at: &Moment,
        barrier: &MemoryPart,
        wait: Position,
        parity: i64,
    ) {
        let name = self.allocations.get(barrier.allocation).map_or("", String::as_str);
        let message = format!(
            "barrier %{name} may end a phase before a wait for the one before it, of parity {parity}, which then \
             waits for another phase: a wait is missing, or this one has the wrong parity{}",
            at.when()
        );
        self.report(MISSING_WAIT, at, wait, false, message, "this wait");
    }

    /// A barrier that is given up, although what is to arrive needs it.
    fn gives_up(&mut self, step: &Step, barrier: &MemoryPart) {
        if self.flights.is_to_come(barrier) {
            let what = "is given up while an arrival may be to come";
            self.report_barrier(&self.moment(step), barrier, what);
        }
    }

    fn report_barrier(&mut self, at: &Moment, barrier: &MemoryPart, what: &str) {
        let name = self.allocations.get(barrier.allocation).map_or("", String::as_str);
        let message = format!("barrier %{name} {what}: a wait is missing{}", at.when());
        self.report_alone(at, message);
    }
}
