//! Checks of operations beyond those that ODS states.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, TypeLike, Value, ValueLike};
use rustc_hash::FxHashSet;

use super::attribute::content;
use super::diagnostic::Diagnostic;
use super::ir;
use super::operation::{Attributes, algebra_operation};
use crate::algebra::{AnyLayout, Budget, Verdict, equivalent};
use crate::text::{Cursor, ParseError};
use crate::validate::Definition;

/// Checks an operation of the dialect.
///
/// # Errors
///
/// The error that MLIR shall show.
pub fn verify<'c>(operation: OperationRef<'c, '_>) -> Result<(), Diagnostic<'c>> {
    match ir::layout_mnemonic(operation) {
        Some("apply") => {
            let results: Vec<Value> = operation.results().map(Value::from).collect();
            verify_symbols(operation)
                .and_then(|()| verify_types(operation, &results, "result"))
                .and_then(|()| verify_counts(operation, results.len(), "results"))
        }
        Some("assert_offset") => {
            let offsets = ir::operand_segment(operation, 3);
            let is_index = |place: &Value| place.r#type().is_index();
            // At an index the code may have any integer type.
            let typed = match ir::operand_segment(operation, 1).iter().all(is_index) {
                true => &[][..],
                false => &offsets[..],
            };
            verify_symbols(operation)
                .and_then(|()| verify_types(operation, typed, "value"))
                .and_then(|()| verify_counts(operation, offsets.len(), "values"))
        }
        Some("assert_computes") => verify_definition(operation),
        Some("assume") => verify_promise(operation),
        Some("cast") => verify_cast(operation),
        Some("idx2crd") => verify_digits(operation),
        Some("free_variable_masks") => verify_masks(operation),
        _ => verify_parameters(operation),
    }
    .map_err(|reason| {
        let message = format!("'{}' op {reason}", ir::name(operation));
        Diagnostic::error(operation.location(), message)
    })
}

/// The parameters have their forms, as far as ODS does not say so.
fn verify_parameters(operation: OperationRef<'_, '_>) -> Result<(), String> {
    let Some(algebra) = algebra_operation(operation) else { return Ok(()) };
    // The property has another name, so that this is an attribute of nobody's.
    let has_flavor = algebra.parameters().iter().any(|parameter| parameter.name() == "flavor");
    if has_flavor && operation.attribute("flavor").is_ok() {
        return Err("has 'flavor' outside of its properties, where nothing reads it".to_owned());
    }
    algebra.check(&Attributes::of(operation)).map_err(|error| error.to_string())
}

/// The text is a definition, and there are inputs and values as it says.
fn verify_definition(operation: OperationRef<'_, '_>) -> Result<(), String> {
    let text = ir::string_attribute(operation, "definition").unwrap_or_default();
    let definition: Definition = text.parse().map_err(|error: ParseError| {
        format!("has a definition that is not one at column {}: {error}", error.column)
    })?;
    let kinds = [
        ("inputs", definition.input_bits(), "takes"),
        ("values", definition.value_bits(), "gives"),
    ];
    for (segment, (what, wanted, verb)) in kinds.into_iter().enumerate() {
        let values = ir::operand_segment(operation, segment);
        let width = |value: &Value<'_, '_>| ir::width(value.r#type()).unwrap_or(0);
        let found: Vec<u32> = values.iter().map(width).collect();
        if found != wanted {
            let [found, wanted] = [found, wanted].map(|widths| {
                widths.iter().map(u32::to_string).collect::<Vec<String>>().join(", ")
            });
            return Err(format!(
                "has {what} of widths {found}, but the definition {verb} {wanted}"
            ));
        }
    }
    Ok(())
}

/// A promise can be kept.
fn verify_promise(promise: OperationRef<'_, '_>) -> Result<(), String> {
    let number = |name| ir::integer_attribute(promise, name);
    let (least, greatest) = (number("least"), number("greatest"));
    let (modulus, residue) = (number("modulus"), number("residue"));
    if least.is_some() != greatest.is_some() || modulus.is_some() != residue.is_some() {
        return Err("has one number of two: a range has two ends, a remainder a modulus".to_owned());
    }
    if least.is_none() && modulus.is_none() {
        return Err("promises neither a range nor a remainder".to_owned());
    }
    if let (Some(least), Some(greatest)) = (least, greatest)
        && greatest < least
    {
        return Err(format!("promises a value in [{least}, {greatest}], where there is none"));
    }
    if let (Some(modulus), Some(residue)) = (modulus, residue) {
        if modulus < 1 {
            return Err(format!("has the modulus {modulus}, which is less than 1"));
        }
        if !(0..modulus).contains(&residue) {
            return Err(format!("has the remainder {residue}, which is not in [0, {modulus})"));
        }
    }
    Ok(())
}

/// Two layouts that types name are not told apart by closed forms.
fn verify_cast(cast: OperationRef<'_, '_>) -> Result<(), String> {
    let source = ir::operand(cast, 0).and_then(ir::typed_layout).and_then(content);
    let result = ir::result(cast, 0);
    let result = result.and_then(ir::typed_layout).and_then(content);
    let (Some(source), Some(result)) = (source, result) else { return Ok(()) };
    match equivalent(source, result, &Budget::CLOSED_FORMS) {
        Verdict::Refuted(difference) if source != result => {
            Err(format!("casts {source} to {result}, but {difference}"))
        }
        _ => Ok(()),
    }
}

/// There is a digit for each flattened mode of the layout, if it is a constant.
fn verify_digits(operation: OperationRef<'_, '_>) -> Result<(), String> {
    let Some(layout) = ir::operand(operation, 0).and_then(ir::constant_layout) else {
        return Ok(());
    };
    let digits = match layout {
        AnyLayout::Cute(cute) => cute.flat_rank(),
        AnyLayout::Composed(composed) => composed.inner().flat_rank(),
        AnyLayout::Linear(linear) => linear.in_dims().len(),
        _ => return Ok(()),
    };
    verify_results(operation, digits, "a coordinate", layout)
}

/// There is a mask for each in-dim of the layout, if it is a constant.
fn verify_masks(operation: OperationRef<'_, '_>) -> Result<(), String> {
    match ir::operand(operation, 0).and_then(ir::constant_layout) {
        Some(layout @ AnyLayout::Linear(linear)) => {
            verify_results(operation, linear.in_dims().len(), "the list of masks", layout)
        }
        _ => Ok(()),
    }
}

fn verify_results(
    operation: OperationRef<'_, '_>,
    expected: usize,
    what: &str,
    layout: &AnyLayout,
) -> Result<(), String> {
    let results = operation.result_count();
    if results != expected {
        return Err(format!("has {results} results, but {what} of {layout} has {expected}"));
    }
    Ok(())
}

/// A binding has a name and a value, and no name is bound twice.
fn verify_symbols(apply: OperationRef<'_, '_>) -> Result<(), String> {
    let names = ir::symbol_names(apply);
    let values = ir::operand_segment(apply, 2).len();
    if names.len() != values {
        return Err(format!("binds {values} values to {} symbols", names.len()));
    }
    let mut bound = FxHashSet::default();
    for name in names {
        let mut cursor = Cursor::new(name);
        if cursor.name().is_none() || cursor.expect_end().is_err() {
            return Err(format!("binds '{name}', which is not a name"));
        }
        if !bound.insert(name) {
            return Err(format!("binds symbol '{name}' twice"));
        }
    }
    Ok(())
}

/// Coordinates and offsets are of one type, and values of symbols of the type of its elements.
fn verify_types(
    apply: OperationRef<'_, '_>,
    offsets: &[Value<'_, '_>],
    what: &str,
) -> Result<(), String> {
    let coordinates = ir::operand_segment(apply, 1);
    let Some(first) = offsets.iter().chain(&coordinates).next() else { return Ok(()) };
    let expected = first.r#type();
    if let Some(other) = offsets.iter().find(|offset| offset.r#type() != expected) {
        let found = other.r#type();
        return Err(format!("has a {what} of type '{expected}' and one of type '{found}'"));
    }
    if let Some(other) = coordinates.iter().find(|coordinate| coordinate.r#type() != expected) {
        let what = if offsets.is_empty() { "coordinate" } else { what };
        let found = other.r#type();
        return Err(format!(
            "has a {what} of type '{expected}' and a coordinate of type '{found}'"
        ));
    }
    let element = ir::element_type(expected);
    for (name, value) in ir::symbol_names(apply).iter().zip(ir::operand_segment(apply, 2)) {
        let found = value.r#type();
        if found != element {
            return Err(format!("binds '{name}' to a value of type '{found}', not '{element}'"));
        }
    }
    Ok(())
}

/// The numbers of coordinates and of parts of the offset fit the layout, if it is a constant.
fn verify_counts(apply: OperationRef<'_, '_>, parts: usize, what: &str) -> Result<(), String> {
    let Some(layout) = ir::operand(apply, 0).and_then(ir::constant_layout) else { return Ok(()) };
    let Some(outputs) = layout.output_count() else {
        return Err(format!("applies {layout}, a tiler, which is not a function"));
    };
    let coordinates = ir::operand_segment(apply, 1).len();
    let counts = layout.coordinate_counts();
    if !counts.contains(&coordinates) {
        let takes: Vec<String> = counts.iter().map(usize::to_string).collect();
        let takes = takes.join(" or ");
        return Err(format!("has {coordinates} coordinates, but {layout} takes {takes}"));
    }
    if parts != outputs {
        return Err(format!("has {parts} {what}, but an offset of {layout} has {outputs}"));
    }
    Ok(())
}
