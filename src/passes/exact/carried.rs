//! What a loop carries from one iteration to the next, as a function of its variable.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, RegionLike, Value, ValueLike};

use super::read::{CodeReader, bits};
use crate::dialect::ir;
use crate::validate::{Flags, Operation, Operator};

/// A value that grows by the same number in each iteration.
pub(super) struct Carried<'c> {
    pub argument: Value<'c, 'c>,
    pub first: Value<'c, 'c>,
    pub growth: i64,
    /// True if it is poison where it wraps around on the way.
    pub is_promised: bool,
}

/// The integers that a loop with one variable carries and that grow by a constant each time.
pub(super) fn growing<'c>(around: OperationRef<'c, 'c>) -> Vec<Carried<'c>> {
    let block = ir::region(around, 0).and_then(|region| region.first_block());
    let Some((block, end)) = block.and_then(|block| Some((block, block.terminator()?))) else {
        return Vec::new();
    };
    // What it begins with are its last operands.
    let n_carried = end.operand_count();
    let Some(n_bounds) = around.operand_count().checked_sub(n_carried) else { return Vec::new() };
    if block.argument_count() != 1 + n_carried {
        return Vec::new();
    }
    let pairs = around.operands().skip(n_bounds).zip(end.operands());
    let carried = pairs.enumerate().filter_map(|(at, (first, next))| {
        let argument: Value = ir::argument(block, at + 1)?;
        bits(argument.r#type()).ok()?;
        let (growth, is_promised) = growth(argument, next)?;
        Some(Carried { argument, first, growth, is_promised })
    });
    carried.collect()
}

/// By how much one value is more than another one, and whether a sum on the way promises not to wrap.
fn growth<'c>(from: Value<'c, 'c>, to: Value<'c, 'c>) -> Option<(i64, bool)> {
    let mut reader = CodeReader::new(&[from]).ok()?;
    let (mut node, start) = (reader.value(to).ok()?, reader.known(from)?);
    let (mut growth, mut is_promised) = (0_i64, false);
    while node != start {
        let code = reader.code();
        let Operation::Binary { operator, left, right, flags } =
            code.operations()[node.position()].1
        else {
            return None;
        };
        let (rest, by) = match (operator, code.constant(left), code.constant(right)) {
            (Operator::Add, None, Some(by)) => (left, by),
            (Operator::Add, Some(by), None) => (right, by),
            (Operator::Subtract, None, Some(by)) => (left, by.wrapping_neg()),
            _ => return None,
        };
        growth = growth.wrapping_add(by);
        is_promised |= flags != Flags::default();
        node = rest;
    }
    Some((growth, is_promised))
}
