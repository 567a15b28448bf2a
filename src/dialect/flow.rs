//! What holds before an operation by where its block stands among others.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, RegionLike, RegionRef, Value};
use rustc_hash::FxHashMap;

use super::foreign::control::{Condition, Taken};
use super::foreign::ending::Ending;
use super::foreign::flow::{Way, successors, ways_out};
use super::foreign::{is_called, region_sources};
use super::ir;

/// How many conditions, the last ones, are told of before an operation: each access is decided by
/// itself, and a block may have any number of assertions.
pub(crate) const MAX_CONDITIONS: usize = 64;

/// The ways between the blocks inside of an operation, and what in them ends a function or says what holds, by
/// the blocks that it is in.
#[derive(Default)]
pub(crate) struct Flow<'c> {
    /// The assertions and assumptions of truth values.
    told: ByBlock<'c>,
    /// The operations that a function may end in, and those that have one inside of them.
    stopping: ByBlock<'c>,
    /// What says more than is told: ends of the function, assumptions of more than a truth value, and operations
    /// that have an end, an assertion or an assumption inside of them.
    untold: ByBlock<'c>,
    /// The operations that have a `layout.assume` inside of them.
    promising: ByBlock<'c>,
    blocks: FxHashMap<usize, ReachedBlock<'c>>,
}

/// Operations by the keys of their blocks, in the order of the text.
type ByBlock<'c> = FxHashMap<usize, Vec<OperationRef<'c, 'c>>>;

/// A block that is reached from the first one of its region.
struct ReachedBlock<'c> {
    /// Blocks that are not reached are on no way.
    ways: Vec<Way<'c>>,
    /// The last block that all ways go through; `None` for the first block of a region.
    dominator: Option<BlockRef<'c, 'c>>,
    depth: usize,
}

/// What holds before an operation.
pub(crate) enum Holding<'c> {
    /// A condition: of the only way into a block, or of an assertion.
    Condition(Taken<'c>),
    /// A block with arguments was entered.
    Entered(BlockRef<'c, 'c>),
}

/// The truth value that holds behind an assertion or an assumption; `None` for other operations.
fn truth<'c>(operation: OperationRef<'c, 'c>) -> Option<Value<'c, 'c>> {
    match Ending::of(operation) {
        Ending::Asserts(truth) | Ending::Assumes(truth) => Some(truth),
        _ => None,
    }
}

fn key(block: BlockRef<'_, '_>) -> usize {
    block.to_raw().ptr as usize
}

impl<'c> Flow<'c> {
    /// # Panics
    ///
    /// Never: blocks that end in no operation have no ways out.
    pub fn collect(root: OperationRef<'c, 'c>) -> Self {
        let mut flow = Flow::default();
        for operation in ir::walk(root) {
            flow.note(operation);
            for region in operation.regions() {
                let has_ways = |first: &BlockRef| first.next_in_region().is_some();
                if region.first_block().as_ref().is_some_and(has_ways) {
                    flow.add(region);
                }
            }
        }
        flow
    }

    /// Adds an operation that ends a function, or says what holds behind it.
    fn note(&mut self, operation: OperationRef<'c, 'c>) {
        let ending = Ending::of(operation);
        if truth(operation).is_some() {
            add(&mut self.told, operation);
        }
        if ending.may_stop() {
            add(&mut self.stopping, operation);
            add_around(&mut self.stopping, operation);
        }
        let says_more = matches!(ending, Ending::Assumes(_)) && 1 < operation.operand_count();
        if ending.stops() || says_more {
            add(&mut self.untold, operation);
        }
        match ending {
            Ending::Promises => add_around(&mut self.promising, operation),
            _ if ending.may_stop() || truth(operation).is_some() => {
                add_around(&mut self.untold, operation);
            }
            _ => {}
        }
    }

    /// Adds the blocks of a region with their dominators, by the algorithm of Cooper, Harvey and
    /// Kennedy.
    fn add(&mut self, region: RegionRef<'c, 'c>) {
        let Some(first) = region.first_block() else { return };
        let order = in_order(first);
        let number: FxHashMap<usize, usize> =
            order.iter().enumerate().map(|(at, block)| (key(*block), at)).collect();
        let mut ways: Vec<Vec<Way<'c>>> = vec![Vec::new(); order.len()];
        for (to, way) in order.iter().flat_map(|block| ways_out(*block)) {
            if let Some(&to) = number.get(&key(to)) {
                ways[to].push(way);
            }
        }
        let mut dominators: Vec<Option<usize>> = vec![None; order.len()];
        dominators[0] = Some(0);
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for at in 1..order.len() {
                let froms = ways[at].iter().filter_map(|way| number.get(&key(way.from)).copied());
                let found = froms
                    .filter(|&from| dominators[from].is_some())
                    .reduce(|left, right| common(&dominators, left, right));
                has_changed |= dominators[at] != found;
                dominators[at] = found;
            }
        }
        let mut depths = vec![0; order.len()];
        for (at, ways) in ways.into_iter().enumerate() {
            let dominator = dominators[at].filter(|_| at != 0);
            depths[at] = dominator.map_or(0, |dominator| depths[dominator] + 1);
            let dominator = dominator.map(|dominator| order[dominator]);
            self.blocks.insert(key(order[at]), ReachedBlock { ways, dominator, depth: depths[at] });
        }
    }

    /// The ways into a block from blocks that are reached.
    pub fn ways(&self, block: BlockRef<'c, '_>) -> &[Way<'c>] {
        self.blocks.get(&key(block)).map_or(&[], |place| &place.ways)
    }

    /// What an argument of a block, or a result of an operation with regions, may be; nothing for one that is
    /// none of these values of the function.
    pub fn sources(&self, value: Value<'c, 'c>) -> Vec<Value<'c, 'c>> {
        let mut sources = region_sources(value);
        if let Some(argument) = ir::as_argument(value) {
            let ways = self.ways(argument.owner());
            sources.extend(ways.iter().filter_map(|way| way.given(argument.argument_number())));
        }
        sources
    }

    /// True if all ways from the first block of the region to one block go through another one, which
    /// may be the same.
    pub fn dominates(&self, block: BlockRef<'c, 'c>, of: BlockRef<'c, 'c>) -> bool {
        let depth = |block| self.blocks.get(&key(block)).map(|place| place.depth);
        let Some(depth) = depth(block) else { return false };
        let mut of = of;
        while of != block {
            match self.blocks.get(&key(of)) {
                Some(ReachedBlock { dominator: Some(dominator), depth: below, .. })
                    if depth < *below =>
                {
                    of = *dominator;
                }
                _ => return false,
            }
        }
        true
    }

    /// The blocks that all ways to one go through, it first and the first block of the region last.
    pub fn dominators(
        &self,
        block: BlockRef<'c, 'c>,
    ) -> impl Iterator<Item = BlockRef<'c, 'c>> + '_ {
        std::iter::successors(Some(block), |block| self.blocks.get(&key(*block))?.dominator)
    }

    /// What holds before an operation by where it stands in its region, in the order in which it came
    /// to hold.
    pub fn before(&self, operation: OperationRef<'c, 'c>) -> Vec<Holding<'c>> {
        let Some(block) = operation.block() else { return Vec::new() };
        let mut found = Vec::new();
        for at in self.dominators(block) {
            let told = self.told.get(&key(at)).map_or(&[][..], Vec::as_slice);
            let earlier = |assertion: &&OperationRef<'c, 'c>| {
                at != block || ir::is_before(**assertion, operation)
            };
            let holds =
                |condition| Taken { condition: Some(Condition::Truth(condition)), holds: true };
            let truths = told.iter().rev().filter(earlier).filter_map(|it| truth(*it));
            found.extend(truths.map(|truth| Holding::Condition(holds(truth))));
            if MAX_CONDITIONS <= found.len() {
                break;
            }
            let ways = self.ways(at);
            if let [way] = ways
                && let Some(taken) = way.taken()
            {
                found.push(Holding::Condition(taken));
            }
            if !ways.is_empty() && at.argument_count() != 0 {
                found.push(Holding::Entered(at));
            }
        }
        found.truncate(MAX_CONDITIONS);
        found.reverse();
        found
    }

    /// True unless an operation is in a block, or inside of an operation in a block, that no way leads
    /// to. Values there may depend on themselves.
    pub fn is_reached(&self, operation: OperationRef<'c, 'c>) -> bool {
        let is_first = |block: BlockRef<'c, 'c>| {
            block.parent_region().and_then(|region| region.first_block()) == Some(block)
        };
        let mut around = std::iter::successors(Some(operation), |inside| inside.parent_operation());
        around.all(|inside| {
            let block = inside.block();
            block.is_none_or(|block| is_first(block) || self.blocks.contains_key(&key(block)))
        })
    }

    /// True if an operation is executed whenever its region is, however it got there.
    pub fn is_always_reached(&self, operation: OperationRef<'c, 'c>) -> bool {
        let Some(block) = operation.block() else { return false };
        let first = block.parent_region().and_then(|region| region.first_block());
        let is_straight = |at: BlockRef<'c, 'c>| {
            let ways = self.ways(at);
            let is_only = matches!(ways, [way] if way.end.successor_count() == 1);
            let mut stopping = self.stopping.get(&key(at)).into_iter().flatten();
            let is_later =
                |it: &OperationRef<'c, 'c>| at == block && !ir::is_before(*it, operation);
            (Some(at) == first || is_only) && stopping.all(is_later)
        };
        self.dominators(block).all(is_straight)
    }

    /// True if a function may end inside of it, or of one of its operations.
    pub fn may_stop_in(&self, operation: OperationRef<'c, 'c>) -> bool {
        is_in(&self.stopping, operation)
    }

    /// True if what comes before an operation in its block, and in those that all ways to it go through, says more
    /// than is told; `promises` count if they are asked for.
    pub fn is_untold_before(&self, operation: OperationRef<'c, 'c>, promises: bool) -> bool {
        let Some(block) = operation.block() else { return false };
        let is_earlier = |at: BlockRef<'c, 'c>, it| at != block || ir::is_before(it, operation);
        self.dominators(block).any(|at| {
            let mut own = self.all_untold(promises).filter_map(|all| all.get(&key(at))).flatten();
            own.any(|&it| is_earlier(at, it))
        })
    }

    /// True if something in a block says what holds behind it, or ends the function; `promises` inside of its
    /// operations count if they are asked for.
    pub fn restricts(&self, block: BlockRef<'c, '_>, promises: bool) -> bool {
        self.told.contains_key(&key(block)) || self.is_untold(block, promises)
    }

    /// The same of what is not told.
    pub fn is_untold(&self, block: BlockRef<'c, '_>, promises: bool) -> bool {
        self.all_untold(promises).any(|all| all.contains_key(&key(block)))
    }

    fn all_untold(&self, promises: bool) -> impl Iterator<Item = &ByBlock<'c>> {
        std::iter::once(&self.untold).chain(promises.then_some(&self.promising))
    }

    /// True if the function ends in a block, whatever way it goes on.
    pub fn stops(&self, block: BlockRef<'c, '_>) -> bool {
        let untold = self.untold.get(&key(block));
        untold.is_some_and(|all| all.iter().any(|it| Ending::of(*it).stops()))
    }

    /// True if an operation is executed whenever its region is and what is told before it holds: behind ends of the
    /// function, and behind assertions inside of operations, that is not known.
    pub fn is_reached_by_conditions(&self, operation: OperationRef<'c, 'c>) -> bool {
        let Some(block) = operation.block() else { return false };
        let first = block.parent_region().and_then(|region| region.first_block());
        let mut n_conditions = 0;
        let mut has_one_way = |at: BlockRef<'c, 'c>| {
            n_conditions += 1 + self.told.get(&key(at)).map_or(0, Vec::len);
            let is_later =
                |it: &OperationRef<'c, 'c>| at == block && !ir::is_before(*it, operation);
            (Some(at) == first || self.ways(at).len() == 1)
                && n_conditions < MAX_CONDITIONS
                && self.untold.get(&key(at)).is_none_or(|all| all.iter().all(is_later))
        };
        self.dominators(block).all(&mut has_one_way)
    }
}

fn add<'c>(all: &mut ByBlock<'c>, operation: OperationRef<'c, 'c>) {
    if let Some(block) = operation.block() {
        all.entry(key(block)).or_default().push(operation);
    }
}

/// Adds the function and the operations of it that an operation is inside of. Those with the same ones around come
/// one after the other.
fn add_around<'c>(all: &mut ByBlock<'c>, operation: OperationRef<'c, 'c>) {
    let around = std::iter::successors(operation.parent_operation(), |it| it.parent_operation());
    for around in around {
        let Some(block) = around.block() else { break };
        let known = all.entry(key(block)).or_default();
        if known.last() == Some(&around) {
            break;
        }
        known.push(around);
        if is_called(around) {
            break;
        }
    }
}

fn is_in(all: &ByBlock<'_>, operation: OperationRef<'_, '_>) -> bool {
    let own = operation.block().and_then(|block| all.get(&key(block)));
    own.is_some_and(|own| own.iter().any(|it| it == &operation))
}

/// The last of the blocks that all ways to two blocks go through, by their numbers in the order in which
/// each comes before those that only it leads to.
fn common(dominators: &[Option<usize>], mut left: usize, mut right: usize) -> usize {
    while left != right {
        let later = if left < right { &mut right } else { &mut left };
        // Only the first block is its own dominator, and it has the least number.
        *later = dominators[*later].unwrap_or(0);
    }
    left
}

/// The blocks that the first one leads to, in reverse postorder.
fn in_order<'c>(first: BlockRef<'c, 'c>) -> Vec<BlockRef<'c, 'c>> {
    let mut seen = std::collections::HashSet::from([key(first)]);
    let mut found = Vec::new();
    let mut pending = vec![(first, successors(first))];
    while let Some((block, rest)) = pending.last_mut() {
        match rest.next() {
            Some(to) if seen.insert(key(to)) => pending.push((to, successors(to))),
            Some(_) => {}
            None => {
                found.push(*block);
                pending.pop();
            }
        }
    }
    found.reverse();
    found
}
