//! Compact layouts of a shape, and questions about shapes.

use super::arguments::Arguments;
use super::entry::{Evaluate, Operation};
use super::error::OperationError;
use super::operands::Operands;
use super::parameters::{Parameter, Syntax};
use crate::algebra::any_layout::AnyLayout;
use crate::cute::{
    AlgebraError, CuteLayout, Tiler, Tuple, idx2crd, make_layout_like, make_layout_tv,
    make_ordered_layout,
};

pub(super) const TABLE: &[Operation] = &[
    Operation::new("make_ordered_layout", Operands::Exactly(0), Evaluate::Layout(ordered)).with(&[
        Parameter::required("shape", Syntax::Tuple),
        Parameter::required("order", Syntax::Tuple),
    ]),
    Operation::unary("make_layout_like", Evaluate::Layout(alike)).total(),
    Operation::binary("make_layout_tv", Evaluate::Layouts(thread_values)),
    Operation::unary("idx2crd", Evaluate::Numbers(coordinate))
        .with(&[Parameter::required("index", Syntax::Integer)]),
    Operation::binary("is_congruent", Evaluate::Truth(is_congruent)).total(),
    Operation::binary("is_weakly_congruent", Evaluate::Truth(is_weakly_congruent)).total(),
    Operation::binary("is_compatible", Evaluate::Truth(is_compatible)).total(),
];

fn ordered(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    Ok(make_ordered_layout(&arguments.tuple("shape")?, &arguments.tuple("order")?)?.into())
}

/// That of a composed layout is that of its inner layout, as in CuTe.
fn alike(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let operand = arguments.operand(0);
    let layout = match operand {
        AnyLayout::Composed(composed) => composed.inner().as_static(),
        _ => operand.as_static(),
    };
    let layout = layout.ok_or_else(|| match operand {
        AnyLayout::Composed(_) => OperationError::symbolic(operand),
        _ => OperationError::not_integers(operand),
    })?;
    Ok(make_layout_like(layout).into())
}

/// The tiler and the layout from (thread, value) to coordinates in the tile.
fn thread_values(arguments: &Arguments<'_>) -> Result<Vec<AnyLayout>, OperationError> {
    let pair = make_layout_tv(arguments.integers(0)?, arguments.integers(1)?, arguments.budget())?;
    // Of layouts without modes the tile has none, which no tiler writes.
    let tile = Tiler::of_extents(pair.tile.leaves().copied()).ok_or_else(|| {
        let (value, shape) = (pair.tile.to_string(), pair.layout.shape().to_string());
        AlgebraError::Mismatch { what: "tile", value, shape }
    })?;
    Ok(vec![AnyLayout::Tile(tile), pair.layout.into()])
}

/// The coordinates in the flattened modes, or in the in-dims of a linear layout.
fn coordinate(arguments: &Arguments<'_>) -> Result<Vec<i64>, OperationError> {
    let index = arguments.integer("index")?;
    let shape = match arguments.operand(0) {
        AnyLayout::Linear(linear) => {
            Tuple::Node(linear.in_dims().iter().map(|dim| Tuple::Leaf(dim.size())).collect())
        }
        operand => extents(operand)?,
    };
    let coordinate = idx2crd(index, &shape).ok_or_else(|| AlgebraError::Mismatch {
        what: "index",
        value: index.to_string(),
        shape: shape.to_string(),
    })?;
    Ok(coordinate.leaves().copied().collect())
}

fn is_congruent(arguments: &Arguments<'_>) -> Result<bool, OperationError> {
    Ok(profile(arguments.operand(0))?.is_congruent(&profile(arguments.operand(1))?))
}

fn is_weakly_congruent(arguments: &Arguments<'_>) -> Result<bool, OperationError> {
    Ok(profile(arguments.operand(0))?.is_weakly_congruent(&profile(arguments.operand(1))?))
}

fn is_compatible(arguments: &Arguments<'_>) -> Result<bool, OperationError> {
    Ok(extents(arguments.operand(0))?.is_compatible(&extents(arguments.operand(1))?))
}

/// The CuTe layout whose shape is that of the operand.
fn modes(operand: &AnyLayout) -> Result<&CuteLayout, OperationError> {
    match operand {
        AnyLayout::Cute(layout) => Ok(layout),
        AnyLayout::Composed(composed) => Ok(composed.inner()),
        _ => Err(OperationError::notation(operand, "CuTe layout")),
    }
}

/// The nesting of the shape, whatever the extents are.
fn profile(operand: &AnyLayout) -> Result<Tuple<()>, OperationError> {
    Ok(match modes(operand)? {
        CuteLayout::Static(layout) => layout.shape().map(&mut |_| ()),
        CuteLayout::Basis(layout) => layout.shape().map(&mut |_| ()),
        CuteLayout::Symbolic(layout) => layout.shape().map(&mut |_| ()),
    })
}

/// The shape, if its extents are numbers.
fn extents(operand: &AnyLayout) -> Result<Tuple<i64>, OperationError> {
    match modes(operand)? {
        CuteLayout::Static(layout) => Ok(layout.shape().clone()),
        CuteLayout::Basis(layout) => Ok(layout.shape().clone()),
        CuteLayout::Symbolic(layout) => {
            let extents: Option<Vec<i64>> =
                layout.shape().leaves().map(|extent| extent.as_constant()).collect();
            extents
                .and_then(|extents| layout.shape().with_leaves(extents))
                .ok_or_else(|| OperationError::symbolic(operand))
        }
    }
}
