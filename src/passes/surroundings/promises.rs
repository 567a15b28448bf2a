//! What `layout.assume` promises.

use std::collections::HashMap;

use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, RegionLike};

use super::variables::Variables;
use crate::dialect::ir;
use crate::relation::Comparison;

/// All promises inside of an operation, by their blocks.
#[derive(Default)]
pub(in crate::passes) struct Promises<'c> {
    blocks: HashMap<usize, Vec<OperationRef<'c, 'c>>>,
}

impl<'c> Promises<'c> {
    pub fn collect(root: OperationRef<'c, 'c>) -> Self {
        let mut promises = Promises::default();
        for operation in ir::walk(root) {
            if ir::is_layout_op(operation, "assume")
                && let Some(block) = operation.block()
            {
                let block = block.to_raw().ptr as usize;
                promises.blocks.entry(block).or_default().push(operation);
            }
        }
        promises
    }

    /// Removes all promises from the IR: nobody is left to use them.
    pub fn erase(self) {
        for promise in self.blocks.into_values().flatten() {
            ir::erase(promise);
        }
    }

    /// Tells what is promised before an operation: earlier in its block, or in the first block of
    /// the region, which comes before all others.
    pub(super) fn before(&self, operation: OperationRef<'c, 'c>, variables: &mut Variables<'c>) {
        let Some(block) = operation.block().filter(|_| !self.blocks.is_empty()) else { return };
        let first = block.parent_region().and_then(|region| region.first_block());
        for (block, is_same) in [(Some(block), true), (first.filter(|&b| b != block), false)] {
            let block = block.map(|block| block.to_raw().ptr as usize);
            let promises = block.and_then(|block| self.blocks.get(&block));
            for &promise in promises.into_iter().flatten() {
                if !is_same || ir::is_before(promise, operation) {
                    tell(promise, variables);
                }
            }
        }
    }
}

/// Tells what a promise says of its value.
pub(super) fn tell<'c>(promise: OperationRef<'c, 'c>, variables: &mut Variables<'c>) {
    let Ok(value) = promise.operand(0) else { return };
    let quantity = variables.quantity(value);
    let number = |name| ir::integer_attribute(promise, name);
    let shifted = |bound: Option<i64>| bound.and_then(|b| b.checked_sub(quantity.constant()));
    let (low, high) = (shifted(number("least")), shifted(number("greatest")));
    if low.is_some() || high.is_some() {
        variables.know(Comparison { quantity: quantity.varying(), low, high });
    }
    if let (Some(modulus), Some(residue)) = (number("modulus"), number("residue"))
        && let Ok(rest) = quantity.modulo(modulus)
    {
        variables.know(Comparison::equal(rest, residue));
    }
}
