//! What passes ask of the IR, and how they change it.
//!
//! melior's types are used as they are. An [`OperationRef`] stays valid until the operation is
//! erased; nothing but care keeps a pass from using it after.

use melior::Context;
use melior::ir::attribute::{
    ArrayAttribute, DenseElementsAttribute, DenseI32ArrayAttribute, DenseI64ArrayAttribute,
    IntegerAttribute, StringAttribute,
};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::IntegerType;
use melior::ir::{
    Attribute, AttributeLike, BlockRef, Identifier, Location, Operation, OperationRef, RegionLike,
    Type, TypeLike, Value, ValueLike,
};

mod parts;
mod place;
mod types;

pub use parts::{argument, arguments, operand, region, result};
pub use place::{block_of, defining_op, function_around, is_inside};
pub use types::{integer_of_any_type, integer_type, memref_type};

use super::attribute::{attribute, content};
use super::foreign::name;
use crate::algebra::AnyLayout;
use crate::ffi::mlir;

pub(crate) use crate::ffi::mlir::{
    AffineExpr, AffineOperator, ValueNames, affine_results, affine_set, argument_block, dictionary,
    dims_and_symbols, element_type, erase, fixed_vector, for_each, has_uses, is_before,
    is_function, is_vector, layout_of_type, layouts_of, map_input_count, map_of_result,
    move_to_end, name, named_attribute, opaque, replace_affine_attributes, replace_all_uses,
    replace_layout_attributes, set_attribute, set_operands, with_element_type,
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
    match mlir::Place::of(location) {
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

/// Puts `layout.assert_offset` before an apply: the values are what the apply gives. `None` if the
/// apply is in no block.
pub fn assert_offset<'c>(
    context: &'c Context,
    apply: OperationRef<'c, 'c>,
    values: &[Value<'c, 'c>],
) -> Option<OperationRef<'c, 'c>> {
    let mut operands = vec![operand(apply, 0)?];
    let mut sizes = vec![1];
    for part in [operand_segment(apply, 1), operand_segment(apply, 2), values.to_vec()] {
        sizes.push(i32::try_from(part.len()).ok()?);
        operands.extend(part);
    }
    let sizes = DenseI32ArrayAttribute::new(context, &sizes).into();
    let mut attributes = vec![("operandSegmentSizes", sizes)];
    if let Some(symbols) = named_attribute(apply, "symbols") {
        attributes.push(("symbols", symbols));
    }
    Inserter::before(context, apply).layout_op("assert_offset", &operands, &[], &attributes)
}

/// A new operation without regions.
///
/// # Errors
///
/// MLIR does not build it, which would be a bug in the caller.
pub fn build<'c>(
    name: &str,
    location: Location<'c>,
    operands: &[Value<'c, '_>],
    results: &[Type<'c>],
    attributes: &[(Identifier<'c>, Attribute<'c>)],
) -> Result<Operation<'c>, String> {
    OperationBuilder::new(name, location)
        .add_operands(operands)
        .add_results(results)
        .add_attributes(attributes)
        .build()
        .map_err(|error| error.to_string())
}

/// Where a pass puts new operations: before or after an operation, each after those before it.
pub struct Inserter<'c, 'a> {
    context: &'c Context,
    location: Location<'c>,
    anchor: OperationRef<'c, 'a>,
    is_before: bool,
    /// The attribute of each obligation.
    origin: Option<(Identifier<'c>, Attribute<'c>)>,
}

/// The attribute of an obligation that names the operation that it is of.
pub const IMPORTED: &str = "imported";

impl<'c: 'a, 'a> Inserter<'c, 'a> {
    /// New operations go right before `anchor` and have its location.
    pub fn before(context: &'c Context, anchor: OperationRef<'c, 'a>) -> Self {
        Inserter { context, location: anchor.location(), anchor, is_before: true, origin: None }
    }

    /// New operations go right after `anchor` and have its location.
    pub fn after(context: &'c Context, anchor: OperationRef<'c, 'a>) -> Self {
        Inserter { context, location: anchor.location(), anchor, is_before: false, origin: None }
    }

    /// The same, with obligations that name the anchor as what they are of.
    pub fn naming_anchor(self) -> Self {
        let origin = StringAttribute::new(self.context, name(self.anchor)).into();
        Inserter { origin: Some((Identifier::new(self.context, IMPORTED), origin)), ..self }
    }

    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// Puts an operation there. `None` if the anchor is in no block: it is the root of the IR.
    pub fn insert(&mut self, operation: Operation<'c>) -> Option<OperationRef<'c, 'a>> {
        let block = self.anchor.block()?;
        Some(if self.is_before {
            block.insert_operation_before(self.anchor, operation)
        } else {
            self.anchor = block.insert_operation_after(self.anchor, operation);
            self.anchor
        })
    }

    /// An operation that is built and put there.
    ///
    /// # Errors
    ///
    /// It does not build, or the anchor is in no block.
    pub fn operation(
        &mut self,
        name: &str,
        operands: &[Value<'c, '_>],
        results: &[Type<'c>],
        attributes: &[(Identifier<'c>, Attribute<'c>)],
    ) -> Result<OperationRef<'c, 'a>, String> {
        let operation = build(name, self.location, operands, results, attributes)?;
        self.insert(operation).ok_or_else(|| format!("there is no block for {name}"))
    }

    /// The result of an operation that is built and put there.
    ///
    /// # Errors
    ///
    /// As for [`operation`](Inserter::operation).
    pub fn value(
        &mut self,
        name: &str,
        operands: &[Value<'c, '_>],
        result: Type<'c>,
        attributes: &[(Identifier<'c>, Attribute<'c>)],
    ) -> Result<Value<'c, 'a>, String> {
        let operation = self.operation(name, operands, &[result], attributes)?;
        Ok(parts::result(operation, 0).ok_or("it has no result 0")?)
    }

    /// An operation of the dialect. `None` if the anchor is in no block or it does not build.
    pub fn layout_op(
        &mut self,
        mnemonic: &str,
        operands: &[Value<'c, '_>],
        results: &[Type<'c>],
        attributes: &[(&str, Attribute<'c>)],
    ) -> Option<OperationRef<'c, 'a>> {
        let mut attributes: Vec<_> = attributes
            .iter()
            .map(|&(name, attribute)| (Identifier::new(self.context, name), attribute))
            .collect();
        attributes.extend(self.origin.filter(|_| mnemonic.starts_with("assert_")));
        self.operation(&["layout.", mnemonic].concat(), operands, results, &attributes).ok()
    }

    /// `layout.constant` of `layout`.
    pub fn constant(&mut self, layout: &AnyLayout) -> Option<Value<'c, 'a>> {
        self.constant_of(attribute(self.context, layout))
    }

    /// The constant of an attribute: `layout.constant` for a layout, else `arith.constant` of the
    /// attribute's type.
    pub fn constant_of(&mut self, value: Attribute<'c>) -> Option<Value<'c, 'a>> {
        if content(value).is_some() {
            let constant = self.insert(mlir::constant(self.location, value))?;
            return parts::result(constant, 0);
        }
        let attributes = [(Identifier::new(self.context, "value"), value)];
        self.value(name::CONSTANT, &[], value.r#type(), &attributes).ok()
    }

    /// `layout.compose`, `layout.coalesce`, `layout.zipped_divide`, …: a layout of layouts.
    pub fn layout_of(
        &mut self,
        mnemonic: &str,
        operands: &[Value<'c, '_>],
    ) -> Option<Value<'c, 'a>> {
        self.layout_with(mnemonic, operands, &[])
    }

    /// `layout.slice`, `layout.group`, …: a layout of layouts and attributes.
    pub fn layout_with(
        &mut self,
        mnemonic: &str,
        operands: &[Value<'c, '_>],
        attributes: &[(&str, Attribute<'c>)],
    ) -> Option<Value<'c, 'a>> {
        let results = [mlir::layout_type(self.context)];
        first_result(self.layout_op(mnemonic, operands, &results, attributes)?)
    }

    /// `layout.assert_size`, `layout.assert_cosize`: a claim about a number of a layout.
    pub fn assert_number(
        &mut self,
        mnemonic: &str,
        source: Value<'c, '_>,
        number: i64,
    ) -> Option<OperationRef<'c, 'a>> {
        let i64_type = IntegerType::new(self.context, 64).into();
        let size = IntegerAttribute::new(i64_type, number).into();
        self.layout_op(mnemonic, &[source], &[], &[("size", size)])
    }

    /// `layout.assert_equivalent` of two layouts.
    pub fn assert_equivalent(
        &mut self,
        left: Value<'c, '_>,
        right: Value<'c, '_>,
    ) -> Option<OperationRef<'c, 'a>> {
        self.layout_op("assert_equivalent", &[left, right], &[], &[])
    }
}

fn first_result<'c, 'a>(operation: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    operation.results().next().map(Value::from)
}
