//! Where a pass puts new operations, and how they are built.

use melior::Context;
use melior::ir::attribute::{DenseI32ArrayAttribute, IntegerAttribute, StringAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::IntegerType;
use melior::ir::{
    Attribute, AttributeLike, Identifier, Location, Operation, OperationRef, Type, Value,
};
use rustc_hash::FxHashMap;

use super::{block_key, name, named_attribute, operand, operand_segment, parts};
use crate::algebra::AnyLayout;
use crate::dialect::attribute::{attribute, content};
use crate::ffi::mlir;

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
    origin: Origin<'c>,
    constants: Option<Constants<'c, 'a>>,
}

/// The attribute of an obligation that says what it is of.
#[derive(Clone, Copy)]
enum Origin<'c> {
    None,
    /// The anchor, which no obligation has named yet.
    Anchor,
    Named(Identifier<'c>, Attribute<'c>),
}

/// The constants of layouts that inserters have put into blocks, by the [`block_key`] of each.
pub type Constants<'c, 'a> = FxHashMap<usize, FxHashMap<&'c AnyLayout, Value<'c, 'a>>>;

/// The attribute of an obligation that names the operation that it is of.
pub const IMPORTED: &str = "imported";

impl<'c: 'a, 'a> Inserter<'c, 'a> {
    /// New operations go right before `anchor` and have its location.
    pub fn before(context: &'c Context, anchor: OperationRef<'c, 'a>) -> Self {
        let (location, origin) = (anchor.location(), Origin::None);
        Inserter { context, location, anchor, is_before: true, origin, constants: None }
    }

    /// New operations go right after `anchor` and have its location.
    pub fn after(context: &'c Context, anchor: OperationRef<'c, 'a>) -> Self {
        Inserter { is_before: false, ..Inserter::before(context, anchor) }
    }

    /// The same, with obligations that name the anchor as what they are of.
    pub fn naming_anchor(self) -> Self {
        Inserter { origin: Origin::Anchor, ..self }
    }

    /// The same, with one constant for equal layouts of a block: it uses those that inserters before
    /// operations further up in the text have left.
    pub fn reusing(self, constants: Constants<'c, 'a>) -> Self {
        Inserter { constants: Some(constants), ..self }
    }

    /// The constants that are there for the next inserter.
    pub fn into_constants(self) -> Constants<'c, 'a> {
        self.constants.unwrap_or_default()
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
        if mnemonic.starts_with("assert_") {
            attributes.extend(self.origin());
        }
        self.operation(&["layout.", mnemonic].concat(), operands, results, &attributes).ok()
    }

    /// What each obligation has, made for the first one: most anchors have none.
    fn origin(&mut self) -> Option<(Identifier<'c>, Attribute<'c>)> {
        if let Origin::Anchor = self.origin {
            let anchor = StringAttribute::new(self.context, name(self.anchor)).into();
            self.origin = Origin::Named(Identifier::new(self.context, IMPORTED), anchor);
        }
        match self.origin {
            Origin::Named(name, anchor) => Some((name, anchor)),
            _ => None,
        }
    }

    /// `layout.constant` of `layout`.
    pub fn constant(&mut self, layout: &AnyLayout) -> Option<Value<'c, 'a>> {
        if self.constants.is_none() {
            return self.constant_of(attribute(self.context, layout));
        }
        let block = block_key(self.anchor.block()?);
        let of_block = self.constants.as_ref().and_then(|constants| constants.get(&block));
        if let Some(&known) = of_block.and_then(|constants| constants.get(layout)) {
            return Some(known);
        }
        let held = attribute(self.context, layout);
        let value = self.constant_of(held)?;
        if let (Some(constants), Some(layout)) = (&mut self.constants, content(held)) {
            constants.entry(block).or_default().insert(layout, value);
        }
        Some(value)
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
