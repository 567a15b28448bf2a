//! The one block of a function: what it takes, does and returns.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, RegionLike, Value, ValueLike};

use crate::dialect::foreign::{Effects, effects};
use crate::dialect::ir;
use crate::passes::exact::CodeReader;
use crate::validate::Node;

pub(super) fn body<'c>(function: OperationRef<'c, 'c>) -> Option<BlockRef<'c, 'c>> {
    function.regions().next()?.first_block()
}

pub(super) fn values<'c>(
    reader: &mut CodeReader<'c>,
    values: &[Value<'c, 'c>],
) -> Result<Vec<Node>, String> {
    reader.values(values).map_err(|error| error.reason().to_owned())
}

pub(super) fn only_block<'c>(
    function: OperationRef<'c, 'c>,
    which: &str,
) -> Result<BlockRef<'c, 'c>, String> {
    let block = body(function).ok_or_else(|| format!("it has no body {which}"))?;
    match block.next_in_region() {
        Some(_) => Err(format!("it has several blocks {which}")),
        None => Ok(block),
    }
}

pub(super) fn arguments<'c>(block: BlockRef<'c, 'c>) -> Vec<Value<'c, 'c>> {
    ir::arguments(block).collect()
}

pub(super) fn operations<'c>(block: BlockRef<'c, 'c>) -> Vec<OperationRef<'c, 'c>> {
    let mut found = Vec::new();
    let mut next = block.first_operation();
    while let Some(operation) = next {
        found.push(operation);
        next = operation.next_in_block();
    }
    found
}

/// True for the operation that says what a function returns.
pub(super) fn is_end(operation: OperationRef<'_, '_>) -> bool {
    ir::name(operation).ends_with("return")
}

/// A reader that takes the values of both sides for the same inputs.
pub(super) fn common_inputs<'c>(
    inputs: &[Value<'c, 'c>],
    others: &[Value<'c, 'c>],
) -> Result<CodeReader<'c>, String> {
    let mut reader = CodeReader::new(inputs).map_err(|error| error.reason().to_owned())?;
    for (&input, &other) in inputs.iter().zip(others) {
        if let Some(node) = reader.known(input) {
            reader.define(other, node);
        }
    }
    Ok(reader)
}

/// Values that a function takes or returns have to be of the same types on both sides.
pub(super) fn same_types(
    verb: &str,
    before: &[Value<'_, '_>],
    after: &[Value<'_, '_>],
) -> Result<(), String> {
    let [before, after] = [before, after].map(|values| {
        let types: Vec<String> = values.iter().map(|value| value.r#type().to_string()).collect();
        format!("({})", types.join(", "))
    });
    match before == after {
        true => Ok(()),
        false => Err(format!("it {verb} {before} before and {after} after")),
    }
}

/// An operation that may do something else than compute its results is not read.
pub(super) fn check_pure(operation: OperationRef<'_, '_>) -> Result<(), String> {
    match effects(operation) {
        Effects::None => Ok(()),
        _ => Err(format!("it has {}, whose effects are not read", ir::name(operation))),
    }
}
