//! What passes ask of the IR, and how they change it.
//!
//! melior's types are used as they are. An [`OperationRef`] stays valid until the operation is
//! erased; nothing but care keeps a pass from using it after.

use melior::Context;
use melior::ir::attribute::{
    ArrayAttribute, DenseElementsAttribute, DenseI32ArrayAttribute, DenseI64ArrayAttribute,
    StringAttribute,
};
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{
    Attribute, AttributeLike, BlockRef, Location, OperationRef, RegionLike, Type, TypeLike, Value,
    ValueLike,
};

mod inserter;
mod parts;
mod place;
mod types;
mod visit;

pub use inserter::{IMPORTED, Inserter, Reused, assert_offset, build};
pub use parts::{argument, arguments, as_argument, as_result, operand, region, result};
pub use place::{block_of, defining_op, function_around, is_inside};
pub use types::{integer_of_any_type, integer_type, memref_type};
pub use visit::visit;

use super::attribute::content;
use super::foreign::name;
use crate::algebra::AnyLayout;
use crate::ffi::mlir;

pub(crate) use crate::ffi::mlir::{
    AffineExpr, AffineOperator, ValueNames, affine_map, affine_results, affine_set, argument_block,
    dictionary, dims_and_symbols, element_type, erase, fixed_vector, for_each, has_uses, is_before,
    is_function, is_llvm_array, is_llvm_struct, is_vector, layout_of_type, layouts_and_types_of,
    layouts_of, map_input_count, map_of_result, move_to_end, name, named_attribute, opaque,
    replace_affine_attributes, replace_all_uses, replace_layout_attributes, set_attribute,
    set_operands, with_element_type,
};

/// An operation and everything nested in it, an operation before its regions, in the order of the
/// text.
///
/// The list is made at once, so that a pass may change the IR while it goes through it.
pub fn walk<'c: 'a, 'a>(root: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    walk_where(root, |_| true)
}

/// The operations of [`walk`] without those, and what is nested in them, that are not of interest.
pub fn walk_where<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    mut is_of_interest: impl FnMut(OperationRef<'c, 'a>) -> bool,
) -> Vec<OperationRef<'c, 'a>> {
    let mut found = Vec::with_capacity(32);
    // What is still to visit, the next one last.
    let mut pending = Vec::with_capacity(32);
    pending.push(root);
    while let Some(operation) = pending.pop() {
        if !is_of_interest(operation) {
            continue;
        }
        found.push(operation);
        let nested = pending.len();
        for region in operation.regions() {
            let mut block = region.first_block();
            while let Some(current) = block {
                let mut next = current.first_operation();
                while let Some(operation) = next {
                    pending.push(operation);
                    next = operation.next_in_block();
                }
                block = current.next_in_region();
            }
        }
        pending[nested..].reverse();
    }
    found
}

/// Removes the operations that make layouts nobody uses any more.
pub fn erase_unused<'c>(context: &'c Context, root: OperationRef<'c, 'c>) {
    let layout = mlir::layout_type(context);
    for operation in walk(root).into_iter().rev() {
        let makes_layouts = layout_mnemonic(operation).is_some()
            && operation.result_count() != 0
            && operation
                .results()
                .all(|result| Value::from(result).r#type() == layout && !has_uses(result.into()));
        if makes_layouts {
            erase(operation);
        }
    }
}

/// Where an operation is; of a module that its author did not write, which MLIR places at line 0, that is
/// the beginning of its file.
pub fn location<'c>(context: &'c Context, operation: OperationRef<'c, '_>) -> Location<'c> {
    let location = operation.location();
    match mlir::FilePosition::of(location) {
        Some(place) if place.line == 0 => Location::new(context, &place.file, 1, 1),
        _ => location,
    }
}

/// What tells an operation from others while it lives.
pub fn key(operation: OperationRef<'_, '_>) -> usize {
    operation.to_raw().ptr as usize
}

/// What tells a block from others while it lives.
pub fn block_key(block: BlockRef<'_, '_>) -> usize {
    block.to_raw().ptr as usize
}

/// What tells a value from others while it lives.
pub fn value_key(value: Value<'_, '_>) -> usize {
    value.to_raw().ptr as usize
}

/// What tells a type from others.
pub fn type_key(r#type: Type<'_>) -> usize {
    r#type.to_raw().ptr as usize
}

/// True for the operation `layout.<mnemonic>`.
pub fn is_layout_op(operation: OperationRef<'_, '_>, mnemonic: &str) -> bool {
    layout_mnemonic(operation) == Some(mnemonic)
}

/// The part of the name after `layout.`, if the operation is one of the dialect.
pub fn layout_mnemonic<'c>(operation: OperationRef<'c, '_>) -> Option<&'c str> {
    name(operation).strip_prefix("layout.")
}

/// The layout that the type of a value names, or that of the `layout.constant` that it is the result of.
pub fn stated_layout<'c>(value: Value<'c, '_>) -> Option<Attribute<'c>> {
    mlir::layout_of_value(value)
}

/// The attribute of a constant operation.
pub fn constant_attribute<'c>(operation: OperationRef<'c, '_>) -> Option<Attribute<'c>> {
    match name(operation) {
        "layout.constant" | name::CONSTANT | name::INDEX_CONSTANT => {
            named_attribute(operation, "value")
        }
        _ => None,
    }
}

/// The integer of a constant of type index or of a signless integer type of at most 64 bits.
pub fn constant(value: Value<'_, '_>) -> Option<i64> {
    integer(constant_attribute(defining_op(value)?)?)
}

/// The layout that the type of a value names.
pub fn typed_layout<'c>(value: Value<'c, '_>) -> Option<Attribute<'c>> {
    mlir::layout_of_type(value.r#type())
}

/// True for a cast to a type that names a layout: it says something of its operand, and no constant
/// has its type.
pub fn is_claim(operation: OperationRef<'_, '_>) -> bool {
    is_layout_op(operation, "cast")
        && operation.results().any(|result| typed_layout(result.into()).is_some())
}

/// The layout of a value that a `layout.constant` defines, or that a `layout.cast` takes from a
/// type that names it.
pub fn constant_layout<'c>(value: Value<'c, '_>) -> Option<&'c AnyLayout> {
    let definition = defining_op(value)?;
    if is_layout_op(definition, "cast") {
        return content(typed_layout(operand(definition, 0)?)?);
    }
    content(constant_attribute(definition)?)
}

/// The text of a string attribute of an operation, such as a compose's `promotion`.
pub fn string_attribute<'c>(operation: OperationRef<'c, '_>, name: &str) -> Option<&'c str> {
    let attribute = named_attribute(operation, name)?;
    StringAttribute::try_from(attribute).ok().map(|text| text.value())
}

/// The number of an integer attribute of an operation, such as the size of an assertion.
pub fn integer_attribute(operation: OperationRef<'_, '_>, name: &str) -> Option<i64> {
    let attribute = named_attribute(operation, name)?;
    integer_of_any_type(attribute).map(|number| number.value())
}

/// The number of an integer attribute of type index or of a signless integer type of at most 64
/// bits.
pub fn integer(attribute: Attribute<'_>) -> Option<i64> {
    let number = integer_of_any_type(attribute)?;
    let r#type = number.r#type();
    let fits = |integer: IntegerType<'_>| integer.is_signless() && integer.width() <= 64;
    (r#type.is_index() || integer_type(r#type).is_some_and(fits)).then(|| number.value())
}

/// The numbers of an attribute that is a list of integer attributes, such as the steps of
/// `affine.parallel`.
pub fn integer_array(operation: OperationRef<'_, '_>, name: &str) -> Option<Vec<i64>> {
    integers(named_attribute(operation, name)?)
}

/// The numbers of an array of them.
pub fn integers(array: Attribute<'_>) -> Option<Vec<i64>> {
    let numbers = ArrayAttribute::try_from(array).ok()?;
    (0..numbers.len()).map(|index| integer(numbers.element(index).ok()?)).collect()
}

/// The numbers of an attribute of 32-bit integers, such as the sizes of a block.
pub fn small_integers(operation: OperationRef<'_, '_>, name: &str) -> Option<Vec<i64>> {
    let attribute = named_attribute(operation, name)?;
    if let Ok(numbers) = DenseI32ArrayAttribute::try_from(attribute) {
        return (0..numbers.len()).map(|at| numbers.element(at).ok().map(i64::from)).collect();
    }
    let numbers = DenseElementsAttribute::try_from(attribute).ok()?;
    (0..numbers.len()).map(|at| numbers.i32_element(at).ok().map(i64::from)).collect()
}

/// The numbers of an attribute that is a list of them, such as the modes of a selection.
pub fn integers_attribute(operation: OperationRef<'_, '_>, name: &str) -> Option<Vec<i64>> {
    let attribute = named_attribute(operation, name)?;
    let numbers = DenseI64ArrayAttribute::try_from(attribute).ok()?;
    (0..numbers.len()).map(|index| numbers.element(index).ok()).collect()
}

/// The least and the greatest number of an integer type of less than 64 bits.
pub fn narrow(r#type: Type<'_>) -> Option<(i64, i64)> {
    let width = integer_type(r#type)?.width();
    let half = 1_i64.checked_shl(width.checked_sub(1)?).filter(|_| width < 64)?;
    Some((-half, half - 1))
}

/// How many bits a number of a type has, an index 64; `None` for a type of anything else, or of more bits.
pub fn width(r#type: Type<'_>) -> Option<u32> {
    if r#type.is_index() {
        return Some(64);
    }
    let width = integer_type(r#type)?.width();
    (1..=64).contains(&width).then_some(width)
}

/// The operands of one of the groups of an operation whose operands come in groups, such as the
/// layout (0), the coordinates (1) and the symbols' values (2) of an apply.
pub fn operand_segment<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    segment: usize,
) -> Vec<Value<'c, 'a>> {
    let sizes = named_attribute(operation, "operandSegmentSizes")
        .and_then(|sizes| DenseI32ArrayAttribute::try_from(sizes).ok());
    let size = |segment: usize| -> usize {
        let size = sizes.as_ref().and_then(|sizes| sizes.element(segment).ok());
        size.and_then(|size| usize::try_from(size).ok()).unwrap_or(0)
    };
    let start = (0..segment).map(size).sum();
    operation.operands().skip(start).take(size(segment)).collect()
}

/// The names that an apply binds, in the order of their values.
pub fn symbol_names<'c>(apply: OperationRef<'c, '_>) -> Vec<&'c str> {
    let Some(names) =
        named_attribute(apply, "symbols").and_then(|a| ArrayAttribute::try_from(a).ok())
    else {
        return Vec::new();
    };
    (0..names.len())
        .filter_map(|index| StringAttribute::try_from(names.element(index).ok()?).ok())
        .map(|name| name.value())
        .collect()
}
