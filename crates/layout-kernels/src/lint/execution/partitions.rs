//! Partitions of warps, which run at the same time.

use super::flight::AsyncOperation;
use super::flights::Flights;
use super::moment::{Met, Moment};
use super::team::{self, Deed, Event};
use super::view::MemoryPart;
use super::{Ended, ExecutionState, Yielded, product};
use crate::lint::rule::PAST_THE_BUFFER;
use crate::triton::{Region, Step};

impl ExecutionState {
    /// Partitions tell each other at barriers how far they are. Each is run by itself, since what it does
    /// depends on numbers alone, and then all that they did is held beside each other.
    pub(super) fn partitions(
        &mut self,
        step: &Step,
        partitions: &[Region],
    ) -> Result<Yielded, Ended> {
        let captured = self.operands(step);
        let outside = std::mem::take(&mut self.flights);
        let around = self.trace.take();
        let n_threads = self.n_threads;
        let mut traces = Vec::new();
        let mut ran = Ok(Vec::new());
        // The first partition is run by the warps that come here, who can wait for what they have begun.
        let (begun, mut after) = (outside.begun(), Flights::default());
        for partition in partitions {
            self.flights = if traces.is_empty() { begun.clone() } else { Flights::default() };
            self.trace = Some(Vec::new());
            // The default partition is run by the warps of the block.
            let own = partition.n_warps.zip(self.n_lanes);
            self.n_threads = own.map_or(n_threads, product);
            self.define(&partition.arguments, captured.clone());
            ran = self.region(partition);
            traces.extend(self.trace.take());
            if ran.is_err() {
                break;
            }
            let misfits = self.expected.settle_all();
            self.report_bytes(misfits);
            match traces.len() {
                1 => after = std::mem::take(&mut self.flights),
                _ => self.report_stores(),
            }
        }
        self.trace = around;
        self.n_threads = n_threads;
        self.flights = outside;
        ran?;
        let together = team::run(&traces, &begun, &mut self.flights, after);
        for clash in together.clashes {
            self.report_conflict(clash.at, clash.is_write, clash.view, &clash.met);
        }
        for ahead in together.ahead {
            match ahead.late {
                Some((wait, parity)) => {
                    self.report_late(ahead.at, ahead.barrier, wait.position, parity);
                }
                None => self.report_ahead(ahead.at, ahead.barrier),
            }
        }
        Ok(Vec::new())
    }

    /// Notes what a partition does; false if nothing is noted, since no partition is run.
    pub(super) fn note(&mut self, step: &Step, deed: Deed) -> bool {
        let at = self.moment(step);
        let Some(trace) = &mut self.trace else { return false };
        trace.push(Event { at, deed });
        true
    }

    pub(super) fn read(&mut self, step: &Step, view: &MemoryPart, by: Option<AsyncOperation>) {
        self.touch(step, view, by, false);
    }

    pub(super) fn write(&mut self, step: &Step, view: &MemoryPart, by: Option<AsyncOperation>) {
        self.touch(step, view, by, true);
    }

    fn touch(
        &mut self,
        step: &Step,
        view: &MemoryPart,
        by: Option<AsyncOperation>,
        is_write: bool,
    ) {
        self.use_freed(step, view, is_write);
        if self.note(step, Deed::Access { view: view.clone(), is_write, by }) {
            return;
        }
        let conflict = match is_write {
            true => self.flights.conflict_of_write(view, by),
            false => self.flights.conflict_of_read(view, by),
        };
        if let Some(met) = conflict.map(|own| Met::of(&own)) {
            let at = self.moment(step);
            self.report_conflict(&at, is_write, view, &met);
        }
    }

    /// An access to a memory that has been freed.
    fn use_freed(&mut self, step: &Step, view: &MemoryPart, is_write: bool) {
        let Some(&freed) = self.freed.get(&view.allocation) else { return };
        let is_freed_again = step.operation.name().ends_with(".local_dealloc");
        let at = self.moment(step);
        if is_freed_again || !self.reported.insert((at.position, freed, is_write)) {
            return;
        }
        let name = self.allocations.get(view.allocation).map_or("", String::as_str);
        let did = if is_write { "written" } else { "read" };
        let message = format!("%{name} is {did} after it has been freed{}", at.when());
        self.found.push(at.finding(PAST_THE_BUFFER, freed, message, "this frees it"));
    }

    /// The operation and the turns in which it is run.
    pub(super) fn moment(&self, step: &Step) -> Moment {
        Moment {
            position: step.operation.position(),
            operation: step.operation.name().to_owned(),
            turns: self.turns.iter().map(|(_, turn)| *turn).collect(),
        }
    }
}
