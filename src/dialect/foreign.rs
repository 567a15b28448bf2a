//! What operations of other dialects are: the one place that knows their names.
//!
//! MLIR's interfaces are asked first, so that operations of dialects that nobody lists are read too;
//! a table by name is for what no interface says. Nothing here says what follows from an operation:
//! `passes::surroundings` and `passes::verify_lowering` draw their conclusions independently.

pub mod access;
pub mod arithmetic;
pub mod control;
pub mod ending;
pub mod flow;
pub mod kernel;
pub mod memory;
pub mod name;
pub mod sizes;
pub mod transfer;

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::ir;
pub(crate) use crate::ffi::mlir::{
    Effects, Number, effects, forwards_operands, is_affine_dim, is_call, is_speculatable,
    properties, region_sources, result_range,
};

/// True for a function, or something else that is called: nothing around it surrounds a call.
pub fn is_called(operation: OperationRef<'_, '_>) -> bool {
    operation.has_attribute("sym_name")
}

/// True if code may go from inside an operation to before it and means the same there.
pub fn may_be_left(operation: OperationRef<'_, '_>) -> bool {
    let (dialect, _) = ir::name(operation).split_once('.').unwrap_or_default();
    let is_isolated = kernel::is_launch(operation) || is_called(operation);
    matches!(dialect, "scf" | "affine") && !is_isolated && operation.region_count() != 0
}

/// The numbers of a list some of which an attribute says, the others a group of operands: the sizes
/// of a subview, the bounds of a loop.
pub fn mixed<'c>(
    operation: OperationRef<'c, 'c>,
    attribute: &str,
    operands: impl IntoIterator<Item = melior::ir::Value<'c, 'c>>,
) -> Option<Vec<Number<'c>>> {
    let mut operands = operands.into_iter();
    let number = |number| match number {
        // `ShapedType::kDynamic`
        i64::MIN => operands.next().map(Number::Value),
        number => Some(Number::Constant(number)),
    };
    ir::integers_attribute(operation, attribute)?.into_iter().map(number).collect()
}
