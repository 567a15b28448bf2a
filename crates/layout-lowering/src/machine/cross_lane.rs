//! What threads of a warp tell each other.

use super::Machine;
use crate::bits::{Mask, Row};

impl Machine<'_> {
    /// For each active thread what a thread of its warp has, by the lane that a function of the thread
    /// names; undefined where that lane does not execute, or there is none.
    pub(super) fn taken_from_lane(
        &self,
        row: &Row,
        mask: &Mask,
        lane: impl Fn(usize) -> Option<usize>,
    ) -> Row {
        let lanes = self.lanes;
        Row::gather(row.width(), self.threads, |thread| {
            let lane = lane(thread).filter(|&lane| lane < lanes)?;
            let source = thread / lanes * lanes + lane;
            mask.has(source).then_some((row, source))
        })
    }

    pub(super) fn lane(&self, thread: usize) -> usize {
        thread % self.lanes
    }

    /// The first lane of the thread's warp that executes.
    pub(super) fn first_lane(&self, thread: usize, mask: &Mask) -> Option<usize> {
        let warp = thread / self.lanes * self.lanes;
        (0..self.lanes).find(|lane| mask.has(warp + lane))
    }
}
