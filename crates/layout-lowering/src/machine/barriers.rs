//! Barriers of warps and blocks, and AMD's in two halves, after PTX and the descriptions of gfx12.

use super::generic::Arguments;
use super::phases::NotFollowed;
use super::stop::{Fault, SourceLines, Stop};
use super::{Machine, Vendor};
use crate::bits::{Mask, Row};
use crate::llvm::{Fence, Scope};

/// A block of NVIDIA's has so many barriers.
const N_BARRIERS: u64 = 16;

/// AMD's barrier of the block.
const WORKGROUP: i64 = -1;
/// A barrier that nobody waits at.
const NULL: i64 = 0;
/// The last of those that are there by themselves, for traps and clusters.
const LAST: i64 = -4;

impl Machine<'_> {
    /// A barrier of all threads; one that some do not reach is not followed.
    pub(super) fn barrier(&mut self, mask: &Mask, place: SourceLines) -> Result<(), Stop> {
        if !mask.is_all() {
            return Err(Stop::unknown("a barrier in a branch", place.line));
        }
        self.memory.phases.arrive();
        self.memory.phases.depart();
        Ok(())
    }

    /// A fence of LLVM's, which puts what is before it, or behind, in an order with barriers.
    pub(super) fn fence(
        &mut self,
        fence: &Fence,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<(), Stop> {
        let order = fence.order;
        let unknown = || Stop::unknown("the memories of a fence", place.line);
        let memories = fence.memories.ok_or_else(unknown)?;
        if memories.global {
            self.ordered(order, true, mask, place);
        }
        if self.vendor != Vendor::Amd || order.scope < Scope::Block || mask.is_empty() {
            return Ok(());
        }
        let phases = &mut self.memory.phases;
        match (order.releases, mask.is_all()) {
            (true, true) => phases.release(memories),
            (true, false) => phases.release_otherwise(memories),
            (false, _) => {}
        }
        let acquired = match (order.acquires, mask.is_all()) {
            (true, true) => phases.acquire(memories),
            (true, false) => phases.acquire_in_part(memories),
            (false, _) => Ok(()),
        };
        acquired.map_err(|NotFollowed(what)| Stop::unknown(what, place.line))
    }

    /// The barrier of a number, which opens when so many threads have arrived, all if that is not said.
    pub(super) fn numbered_barrier(
        &mut self,
        number: u64,
        count: Option<u64>,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<(), Stop> {
        if N_BARRIERS <= number {
            let what = format!("there is no barrier {number}: a block has {N_BARRIERS}");
            return Err(Stop::fault(None, what, place));
        }
        let (threads, lanes) = (self.threads as u64, self.lanes as u64);
        let count = count.unwrap_or(threads);
        if count == 0 || !count.is_multiple_of(lanes) {
            let what = format!("a barrier of {count} threads, which is not a number of warps");
            return Err(Stop::fault(None, what, place));
        }
        if count == threads || !mask.is_all() {
            return self.barrier(mask, place);
        }
        if !threads.is_multiple_of(count) {
            let what = format!("a barrier of {count} threads, which {threads} threads wait at");
            return Err(Stop::fault(None, what, place));
        }
        // It opens for whoever comes first, and so orders the threads of a warp alone.
        for warp in 0..self.threads / self.lanes {
            self.memory.warp_barrier(warp);
        }
        Ok(())
    }

    /// A barrier of each warp that executes it as a whole.
    pub(super) fn warp_barrier(
        &mut self,
        members: &Row,
        arguments: &Arguments<'_>,
    ) -> Result<(), Stop> {
        let (lanes, place) = (self.lanes, arguments.place);
        for warp in 0..self.threads / lanes {
            let own = warp * lanes..(warp + 1) * lanes;
            let active: Vec<usize> = own.filter(|&thread| arguments.mask.has(thread)).collect();
            for &thread in &active {
                let named = members.number(thread).ok_or_else(|| arguments.unknown())?;
                if named >> (thread % lanes) & 1 == 0 {
                    let what = format!("a barrier of lanes 0x{named:x}, which it is not one of");
                    return Err(Stop::Fault(Fault { thread: Some(thread), what, place }));
                }
            }
            let all = (1_u64 << lanes) - 1;
            let is_whole = active.len() == lanes
                && active.iter().all(|&thread| members.number(thread) == Some(all));
            match (active.is_empty(), is_whole) {
                (true, _) => {}
                (_, true) => self.memory.warp_barrier(warp),
                _ => return Err(Stop::unknown("a barrier of a part of a warp", place.line)),
            }
        }
        Ok(())
    }

    /// `s_barrier_signal` and `s_barrier_wait`: who has waited is behind all that was done before the
    /// signals.
    pub(super) fn split_barrier(
        &mut self,
        is_signal: bool,
        arguments: &Arguments<'_>,
    ) -> Result<(), Stop> {
        let place = arguments.place;
        let width = arguments.row(0)?.width();
        let number = ((arguments.number(0)? << (64 - width)) as i64) >> (64 - width);
        if !arguments.mask.is_all() {
            return Err(Stop::unknown("a barrier in a branch", place.line));
        }
        if number < LAST {
            return Err(Stop::fault(None, format!("there is no barrier {number}"), place));
        }
        if number == NULL {
            return Ok(());
        }
        if NULL < number {
            return Err(Stop::unknown(format!("the named barrier {number}"), place.line));
        }
        let at = self.signaled.iter().position(|&own| own == number);
        match (is_signal, at) {
            (true, Some(_)) => {
                let what = format!("barrier {number} is signaled again before anyone waits");
                return Err(Stop::fault(None, what, place));
            }
            (true, None) => {
                self.signaled.push(number);
                if number == WORKGROUP {
                    self.memory.phases.arrive();
                }
            }
            (false, Some(at)) => {
                self.signaled.swap_remove(at);
                if number == WORKGROUP {
                    self.memory.phases.depart();
                }
            }
            (false, None) => {
                let what = format!("barrier {number} is waited for, and nobody has signaled it");
                return Err(Stop::fault(None, what, place));
            }
        }
        Ok(())
    }
}
