//! Layouts of the same memory in larger or smaller elements.

use super::arguments::Arguments;
use super::entry::{Evaluate, Operation};
use super::error::OperationError;
use super::parameters::{Parameter, Syntax};
use crate::algebra::any_layout::AnyLayout;
use crate::cute::{downcast, recast, upcast};

/// How many elements are joined, or into how many one is split.
const FACTOR: &[Parameter] = &[Parameter::required("factor", Syntax::Integer)];

pub(super) const TABLE: &[Operation] = &[
    Operation::unary("recast", Evaluate::Layout(recasted)).with(&[
        Parameter::required("old_bits", Syntax::Integer),
        Parameter::required("new_bits", Syntax::Integer),
    ]),
    Operation::unary("upcast", Evaluate::Layout(joined)).with(FACTOR),
    Operation::unary("downcast", Evaluate::Layout(split)).with(FACTOR),
];

fn recasted(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let (old_bits, new_bits) = (arguments.integer("old_bits")?, arguments.integer("new_bits")?);
    if let AnyLayout::Composed(composed) = arguments.operand(0) {
        return Ok(AnyLayout::Composed(composed.recast(new_bits, old_bits)?));
    }
    Ok(recast(arguments.integers(0)?, new_bits, old_bits)?.into())
}

fn joined(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let factor = arguments.integer("factor")?;
    if let AnyLayout::Composed(composed) = arguments.operand(0) {
        return Ok(AnyLayout::Composed(composed.recast(factor, 1)?));
    }
    Ok(upcast(arguments.integers(0)?, factor)?.into())
}

fn split(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let factor = arguments.integer("factor")?;
    if let AnyLayout::Composed(composed) = arguments.operand(0) {
        return Ok(AnyLayout::Composed(composed.recast(1, factor)?));
    }
    Ok(downcast(arguments.integers(0)?, factor)?.into())
}
