//! Blocks with several ways in: one of these was taken.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef};

use super::premises::Around;
use crate::dialect::flow::{Flow, Holding, MAX_CONDITIONS};
use crate::dialect::foreign::ending::Ending;
use crate::dialect::foreign::flow::{Way, blocks_between, ways_out};
use crate::dialect::ir;
use crate::validate::Node;

/// So many blocks with several ways in are followed within each other.
const MAX_DEPTH: usize = 4;

impl<'c> Around<'_, 'c> {
    /// What the ways say into those blocks that an operation is behind and that have several; `None` if that
    /// is not all read.
    pub(super) fn joined(&mut self, flow: &Flow<'c>, inside: OperationRef<'c, 'c>) -> Option<()> {
        let Some(block) = inside.block() else { return Some(()) };
        let mut is_read = Some(());
        for join in flow.dominators(block).filter(|&at| 1 < flow.ways(at).len()) {
            match self.one_way(flow, join, MAX_DEPTH) {
                Some(truth) if self.reader.code().constant(truth).is_none() => self.know(truth),
                Some(_) => {}
                None => is_read = None,
            }
        }
        is_read
    }

    /// What is true where a block is entered in one of several ways. The ways back from what only it leads to
    /// say nothing more: it was entered before, and what is computed before it is the same.
    fn one_way(&mut self, flow: &Flow<'c>, block: BlockRef<'c, 'c>, depth: usize) -> Option<Node> {
        let dominator = flow.dominators(block).nth(1)?;
        if always_leads(dominator, block) {
            return Some(self.reader.constant(1, -1));
        }
        let depth = depth.checked_sub(1)?;
        let ways = flow.ways(block).iter().filter(|way| !flow.dominates(block, way.from));
        let mut any = self.reader.constant(1, 0);
        for way in ways {
            let truth = self.along(flow, way, (dominator, depth))?;
            any = self.reader.either(any, truth);
        }
        Some(any)
    }

    /// What is true where a way is taken.
    fn along(
        &mut self,
        flow: &Flow<'c>,
        way: &Way<'c>,
        (dominator, depth): (BlockRef<'c, 'c>, usize),
    ) -> Option<Node> {
        let mut truths = Vec::new();
        let below = flow.dominators(way.from).take_while(|&at| at != dominator);
        for join in below.filter(|&at| 1 < flow.ways(at).len()) {
            truths.push(self.one_way(flow, join, depth)?);
        }
        let before = flow.before(way.end);
        if MAX_CONDITIONS <= before.len() {
            return None;
        }
        for holding in before {
            match holding {
                Holding::Condition(taken) => truths.push(self.truth(way.end, taken)?),
                Holding::Entered(block) => self.entered(flow, block)?,
            }
        }
        truths.push(self.taken(way)?);
        // Behind a branch that is not taken a condition may be poison.
        let all = self.reader.constant(1, -1);
        let outwards = truths.into_iter().rev();
        Some(outwards.fold(all, |all, truth| self.reader.both_in_order(truth, all)))
    }

    /// What is true where a block ends in one of the ways out of it.
    fn taken(&mut self, way: &Way<'c>) -> Option<Node> {
        let mut all = self.reader.constant(1, -1);
        let Some(taken) = way.taken() else { return Some(all) };
        if taken.condition.is_some() || ir::name(way.end) != "cf.switch" {
            return self.truth(way.end, taken);
        }
        // The first way of a switch is for all numbers that no other one is for.
        for (_, other) in ways_out(way.from).into_iter().skip(1) {
            let truth = self.truth(way.end, other.taken()?)?;
            let not = self.reader.not(truth);
            all = self.reader.both(all, not);
        }
        Some(all)
    }
}

/// True if all that goes on from a block comes to another one, whatever holds.
fn always_leads<'c>(from: BlockRef<'c, 'c>, to: BlockRef<'c, 'c>) -> bool {
    let next: Vec<BlockRef<'c, 'c>> = ways_out(from).into_iter().map(|(next, _)| next).collect();
    let asserts = |&block: &BlockRef<'c, 'c>| {
        let mut operations =
            std::iter::successors(block.first_operation(), |it| it.next_in_block());
        operations.any(|operation| matches!(Ending::of(operation), Ending::Asserts(_)))
    };
    blocks_between(&next, to).is_some_and(|blocks| !blocks.iter().any(asserts))
}
