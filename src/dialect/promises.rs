//! The promises of a program, by where they stand.

use std::collections::HashMap;
use std::rc::Rc;

use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef};

use super::flow::Flow;
use super::ir;

/// All `layout.assume` inside of an operation, by their blocks, and how these lead to each other.
#[derive(Default)]
pub(crate) struct Promises<'c> {
    blocks: HashMap<usize, Vec<OperationRef<'c, 'c>>>,
    flow: Rc<Flow<'c>>,
}

impl<'c> Promises<'c> {
    pub fn collect(root: OperationRef<'c, 'c>) -> Self {
        let flow = Rc::new(Flow::collect(root));
        let mut promises = Promises { blocks: HashMap::new(), flow };
        for operation in ir::walk(root) {
            if ir::is_layout_op(operation, "assume")
                && let Some(block) = operation.block()
            {
                promises.blocks.entry(block.to_raw().ptr as usize).or_default().push(operation);
            }
        }
        promises
    }

    /// The same blocks, in which nothing is promised.
    pub fn without_promises(&self) -> Self {
        Promises { blocks: HashMap::new(), flow: Rc::clone(&self.flow) }
    }

    /// How blocks lead to each other.
    pub fn flow(&self) -> &Flow<'c> {
        &self.flow
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
