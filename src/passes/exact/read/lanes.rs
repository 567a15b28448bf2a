//! Vectors, as the number that is in one of their lanes.

use melior::ir::{OperationRef, Value, ValueLike};

use crate::dialect::foreign::name;
use crate::dialect::ir;
use crate::dialect::numbers::numbers;

/// The number that is in all lanes of a vector.
pub(super) fn broadcast<'c>(operation: OperationRef<'c, 'c>) -> Option<Value<'c, 'c>> {
    let source = ir::operand(operation, 0)?;
    let is_number = !ir::is_vector(source.r#type());
    (ir::name(operation) == name::BROADCAST && is_number).then_some(source)
}

/// Bounds of all lanes of a vector that an operation without operands makes.
pub(super) fn bounds(vector: Value<'_, '_>) -> Option<(i64, i64)> {
    let operation = ir::defining_op(vector)?;
    if ir::name(operation) == name::STEP {
        let (shape, _) = ir::fixed_vector(vector.r#type())?;
        return Some((0, shape.first()? - 1));
    }
    let lanes = numbers(ir::constant_attribute(operation)?)?;
    Some((*lanes.iter().min()?, *lanes.iter().max()?))
}
