//! What `layout.assume` promises.

use std::rc::Rc;

use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, RegionLike};

use super::variables::Variables;
use crate::dialect::promises::{Block, Promises};

/// Tells what is promised before an operation: earlier in its block, or in the first block of the
/// region, which comes before all others.
pub(super) fn before<'c>(
    promises: &Promises<'c>,
    operation: OperationRef<'c, 'c>,
    variables: &mut Variables<'c>,
) {
    let Some(block) = operation.block() else { return };
    of_block(promises.of_block(block), Some(operation), variables);
    let first = block.parent_region().and_then(|region| region.first_block());
    if let Some(first) = first.filter(|&first| first != block) {
        of_block(promises.of_block(first), None, variables);
    }
}

/// Tells the promises of a block up to an operation, if there is one.
fn of_block<'c>(
    block: Option<&Rc<Block<'c>>>,
    end: Option<OperationRef<'c, 'c>>,
    variables: &mut Variables<'c>,
) {
    let Some(block) = block else { return };
    if let Some(later) = block.later(end) {
        variables.tell_later(later);
    }
    for promise in block.others(end) {
        variables.tell(promise);
    }
}
