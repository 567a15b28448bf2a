//! Ways between blocks.

use melior::ir::attribute::DenseElementsAttribute;
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, Value};
use rustc_hash::FxHashSet;

use super::control::{Condition, Taken};
use crate::dialect::ir;
use crate::dialect::numbers::elements;
use crate::ffi::mlir;

/// One way into a block: from the operation that ends another one, as one of its successors.
#[derive(Debug, Clone, Copy)]
pub struct Way<'c> {
    pub from: BlockRef<'c, 'c>,
    pub end: OperationRef<'c, 'c>,
    pub successor: usize,
    /// The number that a switch takes it for.
    case: Option<i64>,
}

impl<'c> Way<'c> {
    /// What holds where the way is taken; `None` for one that is always taken.
    ///
    /// Two ways from one operation to one block are two: neither is taken whenever the other is.
    pub fn taken(&self) -> Option<Taken<'c>> {
        if self.end.successor_count() == 1 {
            return None;
        }
        let (condition, holds) = match ir::name(self.end) {
            "cf.cond_br" => (ir::operand(self.end, 0).map(Condition::Truth), self.successor == 0),
            // The first successor is for all other numbers, of which nothing is read.
            "cf.switch" => (self.case(), true),
            _ => (None, true),
        };
        Some(Taken { condition, holds })
    }

    fn case(&self) -> Option<Condition<'c>> {
        Some(Condition::Number(ir::operand(self.end, 0)?, self.case?))
    }

    /// The value that an argument of the block gets on this way; `None` for one that the operation
    /// makes.
    pub fn given(&self, argument: usize) -> Option<Value<'c, 'c>> {
        mlir::successor_operand(self.end, self.successor, argument)
    }
}

/// The ways out of a block.
pub fn ways_out<'c>(from: BlockRef<'c, 'c>) -> Vec<(BlockRef<'c, 'c>, Way<'c>)> {
    let Some(end) = from.terminator() else { return Vec::new() };
    let numbers = cases(end);
    let way = |(successor, to): (usize, BlockRef<'c, 'c>)| {
        let case = successor.checked_sub(1).and_then(|case| match numbers[..] {
            [number] => Some(number),
            _ => numbers.get(case).copied(),
        });
        (to, Way { from, end, successor, case })
    };
    end.successors().enumerate().map(way).collect()
}

/// The numbers that a switch has ways for: one if they are equal, none if they are not read.
fn cases(end: OperationRef<'_, '_>) -> Vec<i64> {
    if ir::name(end) != "cf.switch" {
        return Vec::new();
    }
    let cases = end.attribute("case_values").ok();
    let cases = cases.and_then(|cases| DenseElementsAttribute::try_from(cases).ok());
    cases.and_then(elements).unwrap_or_default()
}

/// The blocks that a block leads to.
pub fn successors<'c>(from: BlockRef<'c, 'c>) -> impl Iterator<Item = BlockRef<'c, 'c>> {
    from.terminator().into_iter().flat_map(|end| end.successors().collect::<Vec<_>>())
}

/// The blocks on the ways from some blocks to another one, which all of them lead to; `None` if one does not.
pub fn blocks_between<'c>(
    from: &[BlockRef<'c, 'c>],
    to: BlockRef<'c, 'c>,
) -> Option<Vec<BlockRef<'c, 'c>>> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut pending = from.to_vec();
    while let Some(block) = pending.pop() {
        if block == to || !seen.insert(ir::block_key(block)) {
            continue;
        }
        let known = pending.len();
        pending.extend(successors(block));
        if pending.len() == known {
            return None;
        }
        found.push(block);
    }
    Some(found)
}
