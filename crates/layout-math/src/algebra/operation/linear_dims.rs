//! Operations on the dims of linear layouts.
//!
//! Those that Triton has for in-dims and for out-dims are one operation here, which says the dims
//! of either side, or of both: `ins [lane, warp] outs [dim0]`.

use super::arguments::Arguments;
use super::entry::{Evaluate, Operation};
use super::error::OperationError;
use super::linear_algebra::of_two;
use super::parameters::{Parameter, Syntax};
use crate::algebra::any_layout::AnyLayout;
use crate::linear::{LinearError, LinearLayout};

/// Dims of one side, of the other, or of both.
const NAMES: &[Parameter] =
    &[Parameter::optional("ins", Syntax::Names), Parameter::optional("outs", Syntax::Names)];

pub(super) const TABLE: &[Operation] = &[
    Operation::unary("sublayout", Evaluate::Layout(sublayout)).with(NAMES),
    Operation::unary("reshape", Evaluate::Layout(reshaped)).with(&[
        Parameter::optional("ins", Syntax::Sizes),
        Parameter::optional("outs", Syntax::Sizes),
    ]),
    Operation::unary("transpose", Evaluate::Layout(transposed)).with(NAMES),
    Operation::unary("unsqueeze", Evaluate::Layout(unsqueezed)).with(NAMES),
    Operation::unary("remove_zero_bases", Evaluate::Layout(without_zeros))
        .with(&[Parameter::required("ins", Syntax::Names)]),
    Operation::unary(
        "flatten_ins",
        Evaluate::Layout(|arguments| Ok(AnyLayout::Linear(arguments.linear(0)?.flatten_ins()))),
    ),
    Operation::unary(
        "flatten_outs",
        Evaluate::Layout(|arguments| Ok(AnyLayout::Linear(arguments.linear(0)?.flatten_outs()))),
    ),
    Operation::binary(
        "concat_ins",
        Evaluate::Layout(|arguments| of_two(arguments, LinearLayout::concat_ins)),
    ),
    Operation::binary(
        "concat_outs",
        Evaluate::Layout(|arguments| of_two(arguments, LinearLayout::concat_outs)),
    ),
];

/// All dims of a side that is not named.
fn sublayout(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let layout = arguments.linear(0)?;
    let ins = match arguments.has("ins") {
        true => arguments.names("ins")?,
        false => layout.in_dims().iter().map(|dim| dim.name().to_owned()).collect(),
    };
    let outs = match arguments.has("outs") {
        true => arguments.names("outs")?,
        false => layout.out_dims().iter().map(|dim| dim.name().to_owned()).collect(),
    };
    Ok(AnyLayout::Linear(layout.sublayout(&borrowed(&ins), &borrowed(&outs))?))
}

fn reshaped(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let sizes = |name| -> Result<Vec<(String, i64)>, OperationError> { arguments.sizes(name) };
    let mut layout = arguments.linear(0)?.clone();
    if arguments.has("ins") {
        layout = layout.reshape_ins(&with_sizes(&sizes("ins")?))?;
    }
    if arguments.has("outs") {
        layout = layout.reshape_outs(&with_sizes(&sizes("outs")?))?;
    }
    Ok(AnyLayout::Linear(layout))
}

fn transposed(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    on_sides(arguments, LinearLayout::transpose_ins, LinearLayout::transpose_outs)
}

fn unsqueezed(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    on_sides(
        arguments,
        |layout, names| each(layout, names, LinearLayout::unsqueeze_in),
        |layout, names| each(layout, names, LinearLayout::unsqueeze_out),
    )
}

fn without_zeros(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let names = arguments.names("ins")?;
    let layout = arguments.linear(0)?;
    Ok(AnyLayout::Linear(each(layout, &borrowed(&names), LinearLayout::remove_zero_bases)?))
}

/// An operation on the in-dims that are named, then one on the out-dims that are.
fn on_sides(
    arguments: &Arguments<'_>,
    on_ins: impl Fn(&LinearLayout, &[&str]) -> Result<LinearLayout, LinearError>,
    on_outs: impl Fn(&LinearLayout, &[&str]) -> Result<LinearLayout, LinearError>,
) -> Result<AnyLayout, OperationError> {
    let mut layout = arguments.linear(0)?.clone();
    if arguments.has("ins") {
        layout = on_ins(&layout, &borrowed(&arguments.names("ins")?))?;
    }
    if arguments.has("outs") {
        layout = on_outs(&layout, &borrowed(&arguments.names("outs")?))?;
    }
    Ok(AnyLayout::Linear(layout))
}

/// An operation on one dim after the other.
fn each(
    layout: &LinearLayout,
    names: &[&str],
    operation: fn(&LinearLayout, &str) -> Result<LinearLayout, LinearError>,
) -> Result<LinearLayout, LinearError> {
    names.iter().try_fold(layout.clone(), |layout, name| operation(&layout, name))
}

fn borrowed(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

fn with_sizes(sizes: &[(String, i64)]) -> Vec<(&str, i64)> {
    sizes.iter().map(|(name, size)| (name.as_str(), *size)).collect()
}
