//! Where a pass puts new operations, and how they are built.

use melior::Context;
use melior::ir::attribute::{DenseI32ArrayAttribute, IntegerAttribute, StringAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{
    Attribute, AttributeLike, BlockRef, Identifier, Location, Operation, OperationRef, Type, Value,
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
    Some(Inserter::before(context, apply)?.layout_op("assert_offset", &operands, &[], &attributes))
}

/// A new operation without regions, in no block.
pub fn build<'c>(
    name: &str,
    location: Location<'c>,
    operands: &[Value<'c, '_>],
    results: &[Type<'c>],
    attributes: &[(Identifier<'c>, Attribute<'c>)],
) -> Operation<'c> {
    mlir::operation(name, location, operands, results, mlir::dictionary_of(attributes))
}

/// Where a pass puts new operations: before or after an operation, each after those before it.
pub struct Inserter<'c, 'a> {
    context: &'c Context,
    location: Location<'c>,
    block: BlockRef<'c, 'a>,
    anchor: OperationRef<'c, 'a>,
    is_before: bool,
    /// If each obligation names the anchor as what it is of, what there is from those before it.
    reused: Option<Reused<'c, 'a>>,
}

/// What an inserter leaves for those before operations further down in the text.
#[derive(Default)]
pub struct Reused<'c, 'a> {
    /// The constants of layouts that are in blocks, by the [`block_key`] of each.
    constants: FxHashMap<usize, FxHashMap<&'c AnyLayout, Value<'c, 'a>>>,
    origin: Option<Origin<'c>>,
}

/// What the obligations of an operation have that say what they are of.
#[derive(Clone, Copy)]
struct Origin<'c> {
    /// The name of the operation.
    name: &'c str,
    entry: (Identifier<'c>, Attribute<'c>),
    /// The dictionary of nothing else.
    alone: Option<mlir::Dictionary<'c>>,
}

/// The attribute of an obligation that names the operation that it is of.
pub const IMPORTED: &str = "imported";

impl<'c: 'a, 'a> Inserter<'c, 'a> {
    /// New operations go right before `anchor` and have its location. `None` if it is in no block: it is
    /// the root of the IR.
    pub fn before(context: &'c Context, anchor: OperationRef<'c, 'a>) -> Option<Self> {
        let (location, block) = (anchor.location(), anchor.block()?);
        Some(Inserter { context, location, block, anchor, is_before: true, reused: None })
    }

    /// New operations go right after `anchor` and have its location. `None` as for
    /// [`before`](Inserter::before).
    pub fn after(context: &'c Context, anchor: OperationRef<'c, 'a>) -> Option<Self> {
        Some(Inserter { is_before: false, ..Inserter::before(context, anchor)? })
    }

    /// The same, with obligations that name the anchor as what they are of, and one constant for equal
    /// layouts of a block: it uses what inserters before operations further up in the text have left.
    pub fn naming_anchor(self, reused: Reused<'c, 'a>) -> Self {
        Inserter { reused: Some(reused), ..self }
    }

    /// What is there for the next inserter.
    pub fn into_reused(self) -> Reused<'c, 'a> {
        self.reused.unwrap_or_default()
    }

    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// Puts an operation there.
    pub fn insert(&mut self, operation: Operation<'c>) -> OperationRef<'c, 'a> {
        if self.is_before {
            return self.block.insert_operation_before(self.anchor, operation);
        }
        self.anchor = self.block.insert_operation_after(self.anchor, operation);
        self.anchor
    }

    /// An operation that is built and put there.
    pub fn operation(
        &mut self,
        name: &str,
        operands: &[Value<'c, '_>],
        results: &[Type<'c>],
        attributes: &[(Identifier<'c>, Attribute<'c>)],
    ) -> OperationRef<'c, 'a> {
        self.insert(build(name, self.location, operands, results, attributes))
    }

    /// The result of an operation that is built and put there.
    pub fn value(
        &mut self,
        name: &str,
        operands: &[Value<'c, '_>],
        result: Type<'c>,
        attributes: &[(Identifier<'c>, Attribute<'c>)],
    ) -> Value<'c, 'a> {
        first_result(self.operation(name, operands, &[result], attributes))
    }

    /// An operation of the dialect.
    pub fn layout_op(
        &mut self,
        mnemonic: &str,
        operands: &[Value<'c, '_>],
        results: &[Type<'c>],
        attributes: &[(&str, Attribute<'c>)],
    ) -> OperationRef<'c, 'a> {
        let origin = if mnemonic.starts_with("assert_") { self.origin() } else { None };
        let dictionary = match origin {
            Some(origin) if attributes.is_empty() => origin.alone,
            _ => {
                let named =
                    |&(name, value): &(&str, _)| (Identifier::new(self.context, name), value);
                let mut attributes: Vec<_> = attributes.iter().map(named).collect();
                attributes.extend(origin.map(|origin| origin.entry));
                mlir::dictionary_of(&attributes)
            }
        };
        let name = ["layout.", mnemonic].concat();
        self.insert(mlir::operation(&name, self.location, operands, results, dictionary))
    }

    /// What each obligation has, if it names the anchor; most follow one of the same name.
    fn origin(&mut self) -> Option<Origin<'c>> {
        let name = name(self.anchor);
        let reused = self.reused.as_mut()?;
        if let Some(known) = reused.origin.filter(|known| known.name == name) {
            return Some(known);
        }
        let anchor = StringAttribute::new(self.context, name).into();
        let entry = (Identifier::new(self.context, IMPORTED), anchor);
        reused.origin = Some(Origin { name, entry, alone: mlir::dictionary_of(&[entry]) });
        reused.origin
    }

    /// `layout.constant` of `layout`.
    pub fn constant(&mut self, layout: &AnyLayout) -> Value<'c, 'a> {
        let Some(reused) = &self.reused else {
            return self.constant_of(attribute(self.context, layout));
        };
        let block = block_key(self.block);
        let of_block = reused.constants.get(&block);
        if let Some(&known) = of_block.and_then(|constants| constants.get(layout)) {
            return known;
        }
        let held = attribute(self.context, layout);
        let value = self.constant_of(held);
        if let (Some(reused), Some(layout)) = (&mut self.reused, content(held)) {
            reused.constants.entry(block).or_default().insert(layout, value);
        }
        value
    }

    /// The constant of an attribute: `layout.constant` for a layout, else `arith.constant` of the
    /// attribute's type.
    pub fn constant_of(&mut self, value: Attribute<'c>) -> Value<'c, 'a> {
        if content(value).is_some() {
            return first_result(self.insert(mlir::constant(self.location, value)));
        }
        let attributes = [(Identifier::new(self.context, "value"), value)];
        self.value(name::CONSTANT, &[], value.r#type(), &attributes)
    }

    /// `layout.compose`, `layout.coalesce`, `layout.zipped_divide`, …: a layout of layouts.
    pub fn layout_of(&mut self, mnemonic: &str, operands: &[Value<'c, '_>]) -> Value<'c, 'a> {
        self.layout_with(mnemonic, operands, &[])
    }

    /// `layout.slice`, `layout.group`, …: a layout of layouts and attributes.
    pub fn layout_with(
        &mut self,
        mnemonic: &str,
        operands: &[Value<'c, '_>],
        attributes: &[(&str, Attribute<'c>)],
    ) -> Value<'c, 'a> {
        let results = [mlir::layout_type(self.context)];
        first_result(self.layout_op(mnemonic, operands, &results, attributes))
    }

    /// `layout.assert_size`, `layout.assert_cosize`: a claim about a number of a layout.
    pub fn assert_number(
        &mut self,
        mnemonic: &str,
        source: Value<'c, '_>,
        number: i64,
    ) -> OperationRef<'c, 'a> {
        let i64_type = IntegerType::new(self.context, 64).into();
        let size = IntegerAttribute::new(i64_type, number).into();
        self.layout_op(mnemonic, &[source], &[], &[("size", size)])
    }

    /// `layout.assert_equivalent` of two layouts.
    pub fn assert_equivalent(
        &mut self,
        left: Value<'c, '_>,
        right: Value<'c, '_>,
    ) -> OperationRef<'c, 'a> {
        self.layout_op("assert_equivalent", &[left, right], &[], &[])
    }
}

/// The first result of an operation that was built with one.
fn first_result<'c, 'a>(operation: OperationRef<'c, 'a>) -> Value<'c, 'a> {
    parts::result(operation, 0).expect("it was built with a result")
}
