//! How a layout value is called in a note, and where the note stands.

use melior::ir::operation::OperationLike;
use melior::ir::{Location, OperationRef, Value, ValueLike};

use super::super::fold::Evaluator;
use crate::dialect::ir;
use crate::dialect::operation::{Attributes, algebra_operation};

/// How deep the expression of a value is spelled out; below that a value is its layout.
const DEPTH: usize = 4;

/// The expression that a layout value is, such as `(4,6,8):(2,3,5) o 6:3`.
pub(super) fn describe(evaluator: &Evaluator<'_>, value: Value<'_, '_>) -> String {
    describe_to(evaluator, value, DEPTH)
}

fn describe_to(evaluator: &Evaluator<'_>, value: Value<'_, '_>, depth: usize) -> String {
    let known = || evaluator.layout(value).map_or("the layout".to_owned(), ToString::to_string);
    let Some(operation) = ir::defining_op(value).filter(|_| depth > 0) else { return known() };
    let operands = || -> Vec<String> {
        operation.operands().map(|v| describe_to(evaluator, v, depth - 1)).collect()
    };
    match ir::layout_mnemonic(operation) {
        Some("compose") => operands().join(" o "),
        Some("constant" | "cast") | None => known(),
        Some(mnemonic) => match algebra_operation(operation) {
            Some(algebra) => algebra.call(&operands(), &Attributes::of(operation)),
            None => format!("{mnemonic}({})", operands().join(", ")),
        },
    }
}

/// Where a note about an operand stands: at its definition, but at the operation if that is a constant of what
/// is imported, one for all that it is imported of.
pub(super) fn place_of<'c>(
    operation: OperationRef<'c, '_>,
    operand: Value<'c, '_>,
) -> Location<'c> {
    let is_shared = ir::named_attribute(operation, ir::IMPORTED).is_some()
        && ir::defining_op(operand).is_some_and(|made| ir::is_layout_op(made, "constant"));
    if is_shared { operation.location() } else { operand.location() }
}
