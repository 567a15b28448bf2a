//! Operations on linear layouts as maps: Triton's names, except that its product is `direct_sum`.

use super::arguments::Arguments;
use super::entry::{Evaluate, Operation};
use super::error::OperationError;
use crate::algebra::any_layout::AnyLayout;
use crate::linear::{LinearError, LinearLayout};

pub(super) const TABLE: &[Operation] = &[
    Operation::unary("invert", Evaluate::Layout(inverted)),
    Operation::unary("pseudoinvert", Evaluate::Layout(pseudoinverted)),
    Operation::binary("invert_and_compose", Evaluate::Layout(inverted_and_composed)),
    Operation::binary("direct_sum", Evaluate::Layout(summed)),
    Operation::binary("divide_left", Evaluate::Layout(divided_left)),
    Operation::binary("divide_right", Evaluate::Layout(divided_right)),
    Operation::unary("free_variable_masks", Evaluate::Numbers(masks)),
    Operation::unary("num_consecutive", Evaluate::Number(consecutive)),
];

fn inverted(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    Ok(AnyLayout::Linear(arguments.linear(0)?.invert()?))
}

fn pseudoinverted(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    Ok(AnyLayout::Linear(arguments.linear(0)?.pseudoinvert()?))
}

fn inverted_and_composed(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    of_two(arguments, LinearLayout::invert_and_compose)
}

fn summed(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    of_two(arguments, LinearLayout::product)
}

fn divided_left(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    of_two(arguments, LinearLayout::divide_left)
}

fn divided_right(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    of_two(arguments, LinearLayout::divide_right)
}

/// One mask an in-dim.
fn masks(arguments: &Arguments<'_>) -> Result<Vec<i64>, OperationError> {
    let masks = arguments.linear(0)?.free_variable_masks();
    Ok(masks.into_iter().map(|(_, mask)| mask).collect())
}

fn consecutive(arguments: &Arguments<'_>) -> Result<i64, OperationError> {
    Ok(arguments.linear(0)?.num_consecutive_in_out())
}

/// An operation of two linear layouts.
pub(super) fn of_two(
    arguments: &Arguments<'_>,
    operation: fn(&LinearLayout, &LinearLayout) -> Result<LinearLayout, LinearError>,
) -> Result<AnyLayout, OperationError> {
    Ok(AnyLayout::Linear(operation(arguments.linear(0)?, arguments.linear(1)?)?))
}
