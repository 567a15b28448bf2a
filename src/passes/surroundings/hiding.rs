//! Values that are no numbers at hand where an operation is, though something follows from them.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, Value};
use rustc_hash::FxHashSet;

use crate::affine::Comparison;
use crate::dialect::ir;

/// The blocks whose values are hidden, and the variables that are such values.
#[derive(Default)]
pub(super) struct Hiding<'c> {
    blocks: Vec<BlockRef<'c, 'c>>,
    variables: FxHashSet<usize>,
    /// What is known of these variables, for when one of them is seen elsewhere.
    untold: Vec<Comparison>,
}

impl<'c> Hiding<'c> {
    /// From now on values of a block, and of what is inside of it, are hidden.
    pub fn hide(&mut self, block: BlockRef<'c, 'c>) {
        if !self.blocks.contains(&block) {
            self.blocks.push(block);
        }
    }

    /// True for a value of such a block.
    pub fn hides(&self, value: Value<'c, 'c>) -> bool {
        let mut block = if self.blocks.is_empty() { None } else { ir::block_of(value) };
        while let Some(at) = block {
            if self.blocks.contains(&at) {
                return true;
            }
            block = at.parent_operation().and_then(|operation| operation.block());
        }
        false
    }

    /// Says that a variable is a value that is hidden.
    pub fn add(&mut self, variable: usize) {
        self.variables.insert(variable);
    }

    /// The comparison, if no variable in it is hidden; else it is kept.
    pub fn told(&mut self, comparison: Comparison) -> Option<Comparison> {
        let is_hidden = |variable: &usize| self.variables.contains(variable);
        if !comparison.quantity.variables().iter().any(is_hidden) {
            return Some(comparison);
        }
        if !self.untold.contains(&comparison) {
            self.untold.push(comparison);
        }
        None
    }

    /// Says that a variable is not hidden, and gives what is known of those that are or were; `None` if it
    /// was none of them.
    pub fn reveal(&mut self, variable: usize) -> Option<Vec<Comparison>> {
        self.variables.remove(&variable).then(|| std::mem::take(&mut self.untold))
    }
}
