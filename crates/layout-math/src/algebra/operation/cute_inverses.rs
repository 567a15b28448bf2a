//! CuTe's complement and inverses, and what two layouts have in common.

use super::arguments::Arguments;
use super::entry::{Evaluate, Operation};
use super::error::OperationError;
use super::parameters::{Parameter, Syntax};
use crate::algebra::any_layout::AnyLayout;
use crate::cute::{
    CuteLayout, complement_paper, complement_within, inverse_paper, inverse_within,
    left_inverse_paper, left_inverse_within, max_common_layout, max_common_vector, nullspace,
    right_inverse, right_inverse_paper,
};

/// Whose answer is wanted where CuTe and the paper differ.
const FLAVOR: Parameter = Parameter::optional("flavor", Syntax::Word(FLAVORS));
const FLAVORS: &[&str] = &["cute", "paper"];

pub(super) const TABLE: &[Operation] = &[
    Operation::unary("complement", Evaluate::Layout(complemented))
        .with(&[Parameter::required("size", Syntax::Integer), FLAVOR]),
    Operation::unary("left_inverse", Evaluate::Layout(left_inverted)).with(&[FLAVOR]),
    Operation::unary("right_inverse", Evaluate::Layout(right_inverted)).with(&[FLAVOR]),
    Operation::unary("inverse", Evaluate::Layout(inverted)).with(&[FLAVOR]),
    Operation::unary("nullspace", Evaluate::Layout(null)),
    Operation::binary("max_common_layout", Evaluate::Layout(common)),
    Operation::binary("max_common_vector", Evaluate::Number(vector)),
];

/// True for the paper's flavor.
fn is_paper(arguments: &Arguments<'_>) -> Result<bool, OperationError> {
    Ok(arguments.word("flavor", FLAVORS)? == Some("paper"))
}

fn complemented(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let (layout, size) = (arguments.integers(0)?, arguments.integer("size")?);
    if is_paper(arguments)? {
        return Ok(complement_paper(layout, size, arguments.budget())?.into());
    }
    Ok(complement_within(layout, size, arguments.budget())?.into())
}

fn left_inverted(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    if is_paper(arguments)? {
        return Ok(left_inverse_paper(arguments.integers(0)?, arguments.budget())?.into());
    }
    if let AnyLayout::Composed(composed) = arguments.operand(0) {
        return Ok(AnyLayout::Composed(composed.left_inverse(arguments.budget())?));
    }
    Ok(left_inverse_within(arguments.integers(0)?, arguments.budget())?.into())
}

fn right_inverted(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    if is_paper(arguments)? {
        return Ok(right_inverse_paper(arguments.integers(0)?)?.into());
    }
    if let AnyLayout::Composed(composed) = arguments.operand(0) {
        return Ok(AnyLayout::Composed(composed.right_inverse(arguments.budget())?));
    }
    Ok(right_inverse(arguments.integers(0)?).into())
}

fn inverted(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    if is_paper(arguments)? {
        return Ok(inverse_paper(arguments.integers(0)?, arguments.budget())?.into());
    }
    match arguments.operand(0) {
        AnyLayout::Composed(composed) => {
            Ok(AnyLayout::Composed(composed.inverse(arguments.budget())?))
        }
        AnyLayout::Linear(linear) => Ok(AnyLayout::Linear(linear.invert()?)),
        _ => Ok(inverse_within(arguments.integers(0)?, arguments.budget())?.into()),
    }
}

fn null(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    if let AnyLayout::Cute(CuteLayout::Basis(layout)) = arguments.operand(0) {
        return Ok(nullspace(layout).into());
    }
    Ok(nullspace(arguments.integers(0)?).into())
}

fn common(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let (a, b) = (arguments.integers(0)?, arguments.integers(1)?);
    Ok(max_common_layout(a, b, arguments.budget())?.into())
}

fn vector(arguments: &Arguments<'_>) -> Result<i64, OperationError> {
    let (a, b) = (arguments.integers(0)?, arguments.integers(1)?);
    Ok(max_common_vector(a, b, arguments.budget())?)
}
