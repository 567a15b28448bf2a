//! Where values and operations stand.

use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, BlockRef, OperationRef, Value};

use super::{argument_block, as_result};

/// The operation that a value is a result of; `None` for a block argument.
pub fn defining_op<'c, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    as_result(value).map(|result| result.owner())
}

/// The block that a value is an argument of, or that the operation is in whose result it is.
pub fn block_of<'c, 'a>(value: Value<'c, 'a>) -> Option<BlockRef<'c, 'a>> {
    match defining_op(value) {
        Some(operation) => operation.block(),
        None => argument_block(value),
    }
}

/// True if a value is an argument or a result of something inside of an operation.
pub fn is_inside<'c>(value: Value<'c, 'c>, of: OperationRef<'c, 'c>) -> bool {
    let around = |block: &BlockRef<'c, 'c>| block.parent_operation();
    let first = block_of(value).as_ref().and_then(around);
    std::iter::successors(first, |operation| operation.parent_operation()).any(|it| it == of)
}

/// The innermost function around an operation, or the operation itself if it is one; the outermost
/// operation where there is none.
pub fn function_around<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> OperationRef<'c, 'a> {
    let mut current = operation;
    // An operation with a function type is a function, in every dialect.
    while !current.has_attribute("function_type") {
        match current.parent_operation() {
            Some(parent) => current = parent,
            None => break,
        }
    }
    current
}
