//! Blocks with several ways in: one of these was taken.

use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef};
use rustc_hash::FxHashMap;

use super::premises::Around;
use crate::dialect::flow::{Holding, MAX_CONDITIONS};
use crate::dialect::foreign::flow::{Way, blocks_between, successors, ways_out};
use crate::dialect::ir;
use crate::dialect::promises::Promises;
use crate::validate::Node;

/// So many blocks with several ways in are followed within each other.
const MAX_DEPTH: usize = 4;

/// So many numbers are computed of the ways into blocks: the code that is asked about has to be read, too.
const MAX_NODES: usize = 2048;

impl<'c> Around<'_, 'c> {
    /// What the ways say into those blocks that an operation is behind and that have several; `None` if that
    /// is not all read.
    pub(super) fn joined(
        &mut self,
        promises: &Promises<'c>,
        inside: OperationRef<'c, 'c>,
    ) -> Option<()> {
        let Some(block) = inside.block() else { return Some(()) };
        let flow = promises.flow();
        let mut is_read = Some(());
        for join in flow.dominators(block).filter(|&at| 1 < flow.ways(at).len()) {
            match self.one_way(promises, join, MAX_DEPTH) {
                Some(truth) if self.reader.code().constant(truth).is_none() => self.know(truth),
                // No way leads there.
                Some(truth) if self.reader.code().constant(truth) == Some(0) => is_read = None,
                Some(_) => {}
                None => is_read = None,
            }
        }
        is_read
    }

    /// What is true where a block is entered in one of several ways. The ways back from what only it leads to
    /// say nothing more: it was entered before, and what is computed before it is the same.
    fn one_way(
        &mut self,
        promises: &Promises<'c>,
        block: BlockRef<'c, 'c>,
        depth: usize,
    ) -> Option<Node> {
        let key = (ir::block_key(block), depth);
        if let Some(&known) = self.joins.truths.get(&key) {
            return known;
        }
        let found = self.any_way(promises, block, depth);
        self.joins.truths.insert(key, found);
        found
    }

    fn any_way(
        &mut self,
        promises: &Promises<'c>,
        block: BlockRef<'c, 'c>,
        depth: usize,
    ) -> Option<Node> {
        let flow = promises.flow();
        let dominator = flow.dominators(block).nth(1)?;
        if always_leads(promises, dominator, block) {
            return Some(self.reader.constant(1, -1));
        }
        let depth = depth.checked_sub(1)?;
        let ways = flow.ways(block).iter().filter(|way| !flow.dominates(block, way.from));
        let mut any = self.reader.constant(1, 0);
        for way in ways {
            let truth = self.along(promises, way, (dominator, depth))?;
            let before = self.reader.code().operations().len();
            any = self.reader.either(any, truth);
            self.count(before)?;
        }
        Some(any)
    }

    /// Counts what is computed since there were so many numbers; `None` if it is too much.
    fn count(&mut self, before: usize) -> Option<()> {
        self.joins.n_nodes += self.reader.code().operations().len() - before;
        (self.joins.n_nodes <= MAX_NODES).then_some(())
    }

    /// What is true where a way is taken.
    fn along(
        &mut self,
        promises: &Promises<'c>,
        way: &Way<'c>,
        (dominator, depth): (BlockRef<'c, 'c>, usize),
    ) -> Option<Node> {
        let flow = promises.flow();
        let (mut truths, mut kept) = (Vec::new(), Vec::new());
        let mut is_all = true;
        for at in flow.dominators(way.from).take_while(|&at| at != dominator) {
            if flow.stops(at) {
                return Some(self.reader.constant(1, 0));
            }
            is_all &= !flow.is_untold(at, promises.is_any());
            if 1 < flow.ways(at).len() {
                truths.push(self.one_way(promises, at, depth)?);
            }
            for promise in promises.of_block(at).into_iter().flat_map(|it| it.all()) {
                let (promised, says_all) = self.promised(promise).unwrap_or_default();
                is_all &= says_all;
                kept.extend(promised);
            }
        }
        self.note(is_all.then_some(()));
        let first = self.reader.code().operations().len();
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
        truths.extend(kept);
        // Behind a branch that is not taken a condition may be poison.
        let all = self.reader.constant(1, -1);
        let outwards = truths.into_iter().rev();
        let all = outwards.fold(all, |all, truth| self.reader.both_in_order(truth, all));
        self.count(first)?;
        Some(all)
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

/// True if all that goes on from a block comes to another one, whatever holds. Where it may go round first, that
/// it goes on at last says something.
fn always_leads<'c>(promises: &Promises<'c>, from: BlockRef<'c, 'c>, to: BlockRef<'c, 'c>) -> bool {
    let next: Vec<BlockRef<'c, 'c>> = successors(from).collect();
    let restricts = |&block: &BlockRef<'c, 'c>| {
        promises.flow().restricts(block, promises.is_any()) || promises.of_block(block).is_some()
    };
    blocks_between(&next, to)
        .is_some_and(|blocks| !blocks.iter().any(restricts) && !goes_round(from, &blocks))
}

/// True if a way from a block through some others comes to one of them, or to the block, again.
fn goes_round<'c>(from: BlockRef<'c, 'c>, between: &[BlockRef<'c, 'c>]) -> bool {
    // The ways into each of them that are not taken off: those without any are first in an order of all.
    let mut n_ways: FxHashMap<usize, usize> =
        between.iter().map(|block| (ir::block_key(*block), 0)).collect();
    for next in between.iter().flat_map(|block| successors(*block)) {
        if next == from {
            return true;
        }
        n_ways.entry(ir::block_key(next)).and_modify(|n| *n += 1);
    }
    let is_first = |block: &&BlockRef<'c, 'c>| n_ways[&ir::block_key(**block)] == 0;
    let mut first: Vec<BlockRef<'c, 'c>> = between.iter().filter(is_first).copied().collect();
    let mut n_ordered = 0;
    while let Some(block) = first.pop() {
        n_ordered += 1;
        for next in successors(block) {
            let Some(n) = n_ways.get_mut(&ir::block_key(next)) else { continue };
            *n -= 1;
            if *n == 0 {
                first.push(next);
            }
        }
    }
    n_ordered < between.len()
}
