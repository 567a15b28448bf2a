//! CuTe's divisions and products, and the tiling of a shape.

use super::arguments::{Arguments, on_inner, on_modes};
use super::entry::{Evaluate, Operation};
use super::error::OperationError;
use super::parameters::{Parameter, Syntax};
use crate::algebra::any_layout::AnyLayout;
use crate::cute::{
    Tuple, blocked_product, flat_divide, flat_product, logical_divide, logical_product,
    raked_product, tile_to_shape, tiled_divide, tiled_product, zipped_divide, zipped_product,
};

/// A division of a layout, or of the inner one of a composed layout.
macro_rules! divided {
    ($divide:ident) => {
        |arguments| {
            let by = arguments.layout_or_tiler(1)?;
            on_modes!(arguments.operand(0), |layout| $divide(layout, by, arguments.budget()))
        }
    };
}

/// A product of a block, or of the inner one of a composed block.
macro_rules! repeated {
    ($multiply:ident) => {
        |arguments| {
            let order = arguments.layout_or_tiler(1)?;
            on_modes!(arguments.operand(0), |block| $multiply(block, order, arguments.budget()))
        }
    };
}

pub(super) const TABLE: &[Operation] = &[
    Operation::division("logical_divide", Evaluate::Layout(divided!(logical_divide))),
    Operation::division("zipped_divide", Evaluate::Layout(divided!(zipped_divide))),
    Operation::division("tiled_divide", Evaluate::Layout(divided!(tiled_divide))),
    Operation::division("flat_divide", Evaluate::Layout(divided!(flat_divide))),
    Operation::binary("logical_product", Evaluate::Layout(repeated!(logical_product))),
    Operation::binary("zipped_product", Evaluate::Layout(repeated!(zipped_product))),
    Operation::binary("tiled_product", Evaluate::Layout(repeated!(tiled_product))),
    Operation::binary("flat_product", Evaluate::Layout(repeated!(flat_product))),
    Operation::binary("blocked_product", Evaluate::Layout(blocked)),
    Operation::binary("raked_product", Evaluate::Layout(raked)),
    Operation::unary("tile_to_shape", Evaluate::Layout(tiled_to_shape)).with(&[
        Parameter::required("shape", Syntax::Tuple),
        Parameter::optional("order", Syntax::Tuple),
    ]),
];

fn blocked(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let order = arguments.integers(1)?;
    on_modes!(arguments.operand(0), |block| blocked_product(block, order, arguments.budget()))
}

fn raked(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let order = arguments.integers(1)?;
    on_modes!(arguments.operand(0), |block| raked_product(block, order, arguments.budget()))
}

/// Without an order the repetitions follow each other from left to right, as in CuTe.
fn tiled_to_shape(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let shape = arguments.tuple("shape")?;
    let order = if arguments.has("order") {
        arguments.tuple("order")?
    } else {
        Tuple::Node((0..).map(Tuple::Leaf).take(shape.rank()).collect())
    };
    on_inner(arguments.operand(0), |block| tile_to_shape(block, &shape, &order, arguments.budget()))
}
