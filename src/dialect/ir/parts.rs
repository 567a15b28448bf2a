//! Operands, results, regions and arguments by position, and values as what they are.
//!
//! melior's accessors answer a position that is not there, and its conversions a value of the other kind, with
//! an error that holds a text, and MLIR verifies the function and numbers every value of the module to print
//! one. A store was asked for its first result a thousand times, and that took half a second. Where threads
//! work on a module it is worse: to verify a function takes work of other threads along, whose diagnostics are
//! then lost. These ask first; `clippy.toml` disallows the other accessors, and a test the conversions.
#![expect(clippy::disallowed_methods, reason = "each is asked for a position that is there")]

use melior::ir::block::BlockArgument;
use melior::ir::operation::{OperationLike, OperationResult};
use melior::ir::{BlockLike, BlockRef, OperationRef, RegionRef, Value, ValueLike};

/// The operand at a position, if there is one.
pub fn operand<'c: 'a, 'a>(of: OperationRef<'c, 'a>, at: usize) -> Option<Value<'c, 'a>> {
    (at < of.operand_count()).then(|| of.operand(at).ok())?
}

/// The result at a position, if there is one.
pub fn result<'c: 'a, 'a>(of: OperationRef<'c, 'a>, at: usize) -> Option<Value<'c, 'a>> {
    (at < of.result_count()).then(|| of.result(at).ok().map(Value::from))?
}

/// The region at a position, if there is one.
pub fn region<'c: 'a, 'a>(of: OperationRef<'c, 'a>, at: usize) -> Option<RegionRef<'c, 'a>> {
    (at < of.region_count()).then(|| of.region(at).ok())?
}

/// The result of an operation that a value is; `None` for an argument of a block.
pub fn as_result<'c, 'a>(value: Value<'c, 'a>) -> Option<OperationResult<'c, 'a>> {
    value.is_operation_result().then(|| OperationResult::try_from(value).ok())?
}

/// The argument of a block that a value is; `None` for a result of an operation.
pub fn as_argument<'c, 'a>(value: Value<'c, 'a>) -> Option<BlockArgument<'c, 'a>> {
    value.is_block_argument().then(|| BlockArgument::try_from(value).ok())?
}

/// The argument of a block at a position, if there is one.
pub fn argument<'c: 'a, 'a>(of: BlockRef<'c, 'a>, at: usize) -> Option<Value<'c, 'a>> {
    (at < of.argument_count()).then(|| of.argument(at).ok().map(Value::from))?
}

/// All arguments of a block.
pub fn arguments<'c: 'a, 'a>(of: BlockRef<'c, 'a>) -> impl Iterator<Item = Value<'c, 'a>> {
    (0..of.argument_count()).filter_map(move |at| argument(of, at))
}
