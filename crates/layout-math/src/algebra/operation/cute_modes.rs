//! Operations on the modes of CuTe layouts.

use super::arguments::{Arguments, on_modes, on_symbolic};
use super::entry::{Evaluate, Operation};
use super::error::OperationError;
use super::operands::Operands;
use super::parameters::{Parameter, Syntax};
use crate::algebra::any_layout::AnyLayout;
use crate::cute::{
    AlgebraError, AnyModes, Basis, CuteLayout, Layout, Stride, append, dice, filter, filter_zeros,
    group, prepend, select, slice, slice_modes,
};

pub(super) const TABLE: &[Operation] = &[
    Operation::unary("filter", Evaluate::Layout(filtered)).total(),
    Operation::unary("filter_zeros", Evaluate::Layout(filtered_zeros)).total(),
    Operation::new("concat", Operands::AtLeast(1), Evaluate::Layout(concatenated)),
    Operation::unary("group", Evaluate::Layout(grouped))
        .with(&[Parameter::required("modes", Syntax::Range)]),
    Operation::unary("select", Evaluate::Layout(selected))
        .with(&[Parameter::required("modes", Syntax::Modes)]),
    Operation::unary("slice", Evaluate::Layout(sliced))
        .with(&[Parameter::required("coordinate", Syntax::Coordinate)]),
    Operation::unary("dice", Evaluate::Layout(diced))
        .with(&[Parameter::required("coordinate", Syntax::Coordinate)]),
    Operation::binary("append", Evaluate::Layout(appended)),
    Operation::binary("prepend", Evaluate::Layout(prepended)),
];

fn filtered(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    on_modes!(arguments.operand(0), |layout| Ok(filter(layout)))
}

fn filtered_zeros(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    on_modes!(arguments.operand(0), |layout| Ok(filter_zeros(layout)))
}

fn grouped(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let (begin, end) = arguments.range("modes")?;
    if let Some(found) = on_symbolic(arguments.operand(0), |layout| group(layout, begin, end)) {
        return found;
    }
    on_modes!(arguments.operand(0), |layout| group(layout, begin, end))
}

fn selected(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let modes = arguments.modes("modes")?;
    if let Some(found) = on_symbolic(arguments.operand(0), |layout| select(layout, &modes)) {
        return found;
    }
    on_modes!(arguments.operand(0), |layout| select(layout, &modes))
}

fn sliced(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let coordinate = arguments.coordinate("coordinate")?;
    if let Some(found) =
        on_symbolic(arguments.operand(0), |layout| slice_modes(&coordinate, layout))
    {
        return found;
    }
    on_modes!(arguments.operand(0), |layout| Ok(slice(&coordinate, layout)?.layout))
}

fn diced(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let coordinate = arguments.coordinate("coordinate")?;
    if let Some(found) = on_symbolic(arguments.operand(0), |layout| dice(&coordinate, layout)) {
        return found;
    }
    on_modes!(arguments.operand(0), |layout| dice(&coordinate, layout))
}

fn concatenated(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    Ok(match alike(arguments.operands())? {
        Alike::Integers(layouts) => joined(layouts)?.into(),
        Alike::Basis(layouts) => AnyLayout::Cute(CuteLayout::Basis(joined(layouts)?)),
        Alike::Symbolic(layouts) => AnyLayout::Cute(AnyModes::of_modes(layouts)?),
    })
}

fn appended(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    on_inner_mode(arguments.operand(0), |layout| match alike(&[layout, arguments.operand(1)])? {
        Alike::Integers(pair) => Ok(CuteLayout::Static(append(&pair[0], &pair[1])?)),
        Alike::Basis(pair) => Ok(CuteLayout::Basis(append(&pair[0], &pair[1])?)),
        Alike::Symbolic(pair) => Ok(append(&pair[0], &pair[1])?),
    })
}

fn prepended(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    on_inner_mode(arguments.operand(0), |layout| match alike(&[layout, arguments.operand(1)])? {
        Alike::Integers(pair) => Ok(CuteLayout::Static(prepend(&pair[0], &pair[1])?)),
        Alike::Basis(pair) => Ok(CuteLayout::Basis(prepend(&pair[0], &pair[1])?)),
        Alike::Symbolic(pair) => Ok(prepend(&pair[0], &pair[1])?),
    })
}

/// The operation on a CuTe layout, or on the inner layout of a composed one.
fn on_inner_mode(
    operand: &AnyLayout,
    operation: impl FnOnce(&AnyLayout) -> Result<CuteLayout, OperationError>,
) -> Result<AnyLayout, OperationError> {
    match operand {
        AnyLayout::Composed(composed) => {
            let inner = operation(&AnyLayout::Cute(composed.inner().clone()))?;
            Ok(AnyLayout::Composed(composed.with_inner(inner)))
        }
        _ => operation(operand).map(AnyLayout::Cute),
    }
}

/// CuTe layouts whose strides are all of one kind.
enum Alike {
    Integers(Vec<Layout>),
    Basis(Vec<Layout<Basis>>),
    Symbolic(Vec<CuteLayout>),
}

/// The layouts with strides of one kind: a layout of which all strides are 0 goes with both.
fn alike(operands: &[&AnyLayout]) -> Result<Alike, OperationError> {
    if operands.iter().any(|operand| matches!(operand, AnyLayout::Cute(CuteLayout::Symbolic(_)))) {
        let layout = |operand: &&AnyLayout| match operand {
            AnyLayout::Cute(layout) => Ok(layout.clone()),
            _ => Err(OperationError::not_integers(operand)),
        };
        return operands.iter().map(layout).collect::<Result<_, _>>().map(Alike::Symbolic);
    }
    let has_basis =
        operands.iter().any(|operand| matches!(operand, AnyLayout::Cute(CuteLayout::Basis(_))));
    if has_basis {
        return operands
            .iter()
            .map(|operand| basis(operand))
            .collect::<Result<_, _>>()
            .map(Alike::Basis);
    }
    let integers = |operand: &&AnyLayout| {
        operand.as_static().cloned().ok_or_else(|| OperationError::not_integers(operand))
    };
    operands.iter().map(integers).collect::<Result<_, _>>().map(Alike::Integers)
}

fn basis(operand: &AnyLayout) -> Result<Layout<Basis>, OperationError> {
    match operand {
        AnyLayout::Cute(CuteLayout::Basis(layout)) => Ok(layout.clone()),
        AnyLayout::Cute(CuteLayout::Static(layout))
            if layout.stride().leaves().all(|&stride| stride == 0) =>
        {
            let stride = layout.stride().map(&mut |_| Basis::ZERO);
            Ok(Layout::new(layout.shape().clone(), stride).map_err(AlgebraError::from)?)
        }
        _ => Err(OperationError::notation(operand, "layout with basis strides")),
    }
}

fn joined<D: Stride>(layouts: Vec<Layout<D>>) -> Result<Layout<D>, AlgebraError> {
    Ok(Layout::concat(layouts)?)
}
