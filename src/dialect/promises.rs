//! The promises of a program, by where they stand.

use std::collections::HashMap;

use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef};

use super::ir;

/// All `layout.assume` inside of an operation, by their blocks.
#[derive(Default)]
pub(crate) struct Promises<'c> {
    blocks: HashMap<usize, Vec<OperationRef<'c, 'c>>>,
}

impl<'c> Promises<'c> {
    pub fn collect(root: OperationRef<'c, 'c>) -> Self {
        let mut promises = Promises::default();
        for operation in ir::walk(root) {
            if ir::is_layout_op(operation, "assume")
                && let Some(block) = operation.block()
            {
                promises.blocks.entry(block.to_raw().ptr as usize).or_default().push(operation);
            }
        }
        promises
    }

    /// The promises of a block, in the order of the text.
    pub fn of_block(&self, block: BlockRef<'c, '_>) -> &[OperationRef<'c, 'c>] {
        self.blocks.get(&(block.to_raw().ptr as usize)).map_or(&[], Vec::as_slice)
    }

    /// Removes all promises from the IR: nobody is left to use them.
    pub fn erase(self) {
        for promise in self.blocks.into_values().flatten() {
            ir::erase(promise);
        }
    }
}
