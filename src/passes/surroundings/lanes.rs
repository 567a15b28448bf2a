//! Bounds of vectors of integers, which are not quantities: those that all lanes are in.

use melior::ir::operation::OperationLike;
use melior::ir::{Value, ValueLike};

use super::variables::Variables;
use super::widths::integers;
use crate::dialect::numbers::numbers;
use crate::dialect::{foreign, ir};

/// How many operations on vectors are read, one inside the other.
const MAX_DEPTH: usize = 8;

/// Bounds of a value, both included: of an integer, or of all lanes of a vector of integers.
pub(super) fn bounds<'c>(value: Value<'c, 'c>, variables: &mut Variables<'c>) -> (i64, i64) {
    if ir::is_vector(value.r#type()) {
        return lanes(value, variables, MAX_DEPTH);
    }
    let quantity = variables.quantity(value);
    variables.range(&quantity).unwrap_or((i64::MIN, i64::MAX))
}

/// What MLIR's interface says of an operation on vectors holds of each lane.
fn lanes<'c>(value: Value<'c, 'c>, variables: &mut Variables<'c>, depth: usize) -> (i64, i64) {
    let whole = integers(ir::element_type(value.r#type())).unwrap_or((i64::MIN, i64::MAX));
    let Some(result) = ir::as_result(value) else { return whole };
    let operation = result.owner();
    if let Some(lanes) = ir::constant_attribute(operation).and_then(numbers) {
        let ends = lanes.iter().min().copied().zip(lanes.iter().max().copied());
        return ends.unwrap_or(whole);
    }
    let Some(depth) = depth.checked_sub(1) else { return whole };
    let operands: Vec<Value> = operation.operands().collect();
    let ranges = operands.into_iter().map(|operand| {
        let found = operand.r#type();
        let (least, greatest) = integers(ir::element_type(found))?;
        let (low, high) = match ir::is_vector(found) {
            true => lanes(operand, variables, depth),
            false => bounds(operand, variables),
        };
        let (low, high) = (low.max(least), high.min(greatest));
        // Where nothing is executed bounds may contradict each other.
        (low <= high).then_some((low, high))
    });
    let ranges: Vec<Option<(i64, i64)>> = ranges.collect();
    foreign::result_range(operation, result.result_number(), &ranges).unwrap_or(whole)
}
