//! What an operation on constants is: the one evaluator that MLIR's folding and `layout-fold` use.

use melior::Context;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, OperationRef, Type, Value, ValueLike};

use super::attribute::{attribute, content, notation_named};
use super::ir;
use super::numbers::{constant_of, numbers};
use super::operation::{Attributes, algebra_operation};
use crate::algebra::{self, AnyLayout, Budget, Kind, Promotion, convert};

/// The value of each result of `operation`, given the constant value of each operand that has one.
///
/// `None` means that the operation stays: an operand that matters is not known, the operation is not
/// one of the dialect that has a value, or its value does not exist or is not found within the
/// budget.
pub fn fold<'c>(
    context: &'c Context,
    operation: OperationRef<'c, '_>,
    operands: &[Option<Attribute<'c>>],
    budget: &Budget,
) -> Option<Vec<Attribute<'c>>> {
    let layout = |index: usize| -> Option<&'c AnyLayout> {
        operands.get(index).copied().flatten().and_then(content)
    };
    let folded = match ir::layout_mnemonic(operation)? {
        "constant" => vec![ir::constant_attribute(operation)?],
        "cast" => {
            let named = ir::result(operation, 0).and_then(ir::typed_layout);
            vec![named.or(*operands.first()?)?]
        }
        "apply" => {
            let n_coordinates = ir::operand_segment(operation, 1).len();
            let (coordinates, values) = operands.get(1..)?.split_at_checked(n_coordinates)?;
            let coordinates: Option<Vec<Vec<i64>>> =
                coordinates.iter().map(|coordinate| numbers((*coordinate)?)).collect();
            let symbols: Vec<(&str, i64)> = ir::symbol_names(operation)
                .into_iter()
                .zip(values)
                .filter_map(|(name, value)| Some((name, integer((*value)?)?)))
                .collect();
            let layout = layout(0)?;
            let offsets = lanes(&coordinates?, |coordinate| {
                layout.apply_within(coordinate, &symbols, budget)
            })?;
            let results = operation.results().map(|result| Value::from(result).r#type());
            // An offset that does not fit is poison: the apply stays, for `layout-verify` to refute.
            let constants: Option<Vec<_>> =
                results.zip(&offsets).map(|(of, numbers)| constant_of(of, numbers)).collect();
            constants.filter(|constants| constants.len() == offsets.len())?
        }
        "idx2crd" => {
            let index = integer((*operands.get(1)?)?)?;
            let parameters = Attributes::with_index(operation, index);
            let values = algebra_operation(operation)?;
            let values = values.evaluate(&[layout(0)?], &parameters, budget).ok()?;
            values.into_iter().map(|value| constant(context, value)).collect()
        }
        _ => {
            let layouts: Option<Vec<_>> = (0..operands.len()).map(layout).collect();
            let values = values(operation, &layouts?, budget)?;
            values.into_iter().map(|value| constant(context, value)).collect()
        }
    };
    (folded.len() == operation.result_count()).then_some(folded)
}

/// The values of an operation that has layouts for operands, and nothing but them.
pub fn values(
    operation: OperationRef<'_, '_>,
    layouts: &[&AnyLayout],
    budget: &Budget,
) -> Option<Vec<algebra::OperationValue>> {
    if ir::is_layout_op(operation, "convert") {
        let converted = convert(layouts.first()?, notation(operation)?, budget).ok()?;
        return Some(vec![algebra::OperationValue::Layout(Box::new(converted))]);
    }
    algebra_operation(operation)?.evaluate(layouts, &Attributes::of(operation), budget).ok()
}

/// What a function of one coordinate gives in each lane, part by part. Each number of the coordinate has
/// one value a lane, or one for all lanes.
fn lanes(
    coordinates: &[Vec<i64>],
    apply: impl Fn(&[i64]) -> Option<Vec<i64>>,
) -> Option<Vec<Vec<i64>>> {
    let n_lanes = coordinates.iter().map(Vec::len).max().unwrap_or(1);
    let mut parts: Vec<Vec<i64>> = Vec::new();
    for lane in 0..n_lanes {
        let number = |lanes: &Vec<i64>| lanes.get(lane).or(lanes.first()).copied();
        let coordinate: Option<Vec<i64>> = coordinates.iter().map(number).collect();
        let offset = apply(&coordinate?)?;
        parts.resize(offset.len(), Vec::new());
        for (part, number) in parts.iter_mut().zip(offset) {
            part.push(number);
        }
    }
    Some(parts)
}

/// Whether a compose extends its left layout.
pub fn promotion(compose: OperationRef<'_, '_>) -> Promotion {
    match ir::string_attribute(compose, "promotion") {
        Some("none") => Promotion::None,
        _ => Promotion::Extend,
    }
}

/// The notation that a convert asks for.
pub fn notation(convert: OperationRef<'_, '_>) -> Option<Kind> {
    notation_named(ir::string_attribute(convert, "notation")?)
}

/// The attribute of a constant that has this value.
fn constant(context: &Context, value: algebra::OperationValue) -> Attribute<'_> {
    match value {
        algebra::OperationValue::Layout(layout) => attribute(context, &layout),
        algebra::OperationValue::Number(number) => index(context, number),
        algebra::OperationValue::Truth(truth) => {
            let bit = IntegerType::new(context, 1).into();
            IntegerAttribute::new(bit, i64::from(truth)).into()
        }
    }
}

fn index(context: &Context, value: i64) -> Attribute<'_> {
    IntegerAttribute::new(Type::index(context), value).into()
}

/// The number that an attribute of type index is.
fn integer(attribute: Attribute<'_>) -> Option<i64> {
    let number = IntegerAttribute::try_from(attribute).ok()?;
    Some(number.value())
}
