//! `layout-import-cute`: what operations of CUTLASS' `cute` dialect claim, as obligations.
//!
//! The dialect is read in generic form: its operations are not registered and its types are opaque
//! text, such as `!cute.layout<"(4,8):(1,4)">`. What the text says is read by the parsers of
//! `#layout.cute`, `#layout.composed` and `#layout.tile`.

mod claims;
mod tiled;
mod tiled_types;
mod types;

use std::collections::BTreeMap;

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use self::claims::{
    appended, complements, composes, constants, coordinate, equals, has_offset, identity,
    is_identity, part, same_function, same_shape, with_modes, with_text,
};
use self::tiled::{import_tiled, is_tiled};
use self::types::{
    integer, integers, layout_of, number_of, operand_of, shape_of, slice_of, text_of,
};
use super::{Failed, Pass};
use crate::algebra::{AnyLayout, Kind};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir::{self, Inserter};

/// What the pass did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Statistics {
    /// Operations that got an obligation.
    pub imported: i64,
    /// Operations on layouts that it does not read.
    pub skipped: i64,
}

/// The pass.
pub struct ImportCute;

impl Pass for ImportCute {
    type Options = ();
    type Statistics = Statistics;

    fn run<'c>(
        context: &'c Context,
        root: OperationRef<'c, 'c>,
        (): &(),
        statistics: &mut Statistics,
    ) -> Result<(), Failed> {
        let mut left: BTreeMap<&str, usize> = BTreeMap::new();
        for operation in ir::walk(root) {
            let Some(mnemonic) = ir::name(operation).strip_prefix("cute.") else { continue };
            if has_obligation(mnemonic) {
                let imported = if is_tiled(mnemonic) {
                    let mut inserter = Inserter::before(context, operation);
                    let tiled = import_tiled(&mut inserter, operation, mnemonic);
                    tiled.map_err(|reason| left_alone(operation, mnemonic, &reason)).ok()
                } else {
                    import(context, operation, mnemonic)
                };
                match imported {
                    Some(()) => statistics.imported += 1,
                    None => {
                        statistics.skipped += 1;
                        *left.entry(mnemonic).or_default() += 1;
                    }
                }
            }
        }
        let Statistics { imported, skipped } = *statistics;
        if 0 < skipped {
            let names: Vec<String> =
                left.iter().map(|(name, count)| format!("{name} ({count})")).collect();
            let message = format!(
                "left {skipped} of {} cute operations on layouts alone: {}",
                imported + skipped,
                names.join(", ")
            );
            Diagnostic::remark(root.location(), message).emit();
        }
        Ok(())
    }
}

/// Says at an operation why it is left alone.
fn left_alone(operation: OperationRef<'_, '_>, mnemonic: &str, reason: &str) {
    let message = format!("cute.{mnemonic} is left alone: {reason}");
    Diagnostic::remark(operation.location(), message).emit();
}

/// True for the operations whose result type is the peer's answer to a question about layouts.
fn has_obligation(mnemonic: &str) -> bool {
    const ANSWERS: [&str; 42] = [
        "append_to_rank",
        "blocked_product",
        "coalesce",
        "complement",
        "composed_get_outer",
        "composition",
        "cosize",
        "crd2idx",
        "filter",
        "filter_zeros",
        "flat_divide",
        "flat_product",
        "flatten",
        "get_layout",
        "get_shape",
        "get_stride",
        "group_modes",
        "left_inverse",
        "local_tile",
        "logical_divide",
        "logical_product",
        "make_composed_layout",
        "make_layout",
        "make_layout_like",
        "make_tiled_copy",
        "make_tiled_mma",
        "make_view",
        "mma.make_fragment",
        "raked_product",
        "recast_layout",
        "right_inverse",
        "size",
        "slice",
        "tile_to_shape",
        "tiled.copy.partition_D",
        "tiled.copy.partition_S",
        "tiled.copy.retile",
        "tiled.mma.partition",
        "tiled_divide",
        "tiled_product",
        "zipped_divide",
        "zipped_product",
    ];
    ANSWERS.contains(&mnemonic)
}

/// Puts the operation on constants and its obligation before the peer's operation.
///
/// `None` if the operation is not read: another operation, operands that are not layouts known
/// statically, or a form of it that says more than its operands. Nothing is put anywhere then.
fn import<'c: 'a, 'a>(
    context: &'c Context,
    operation: OperationRef<'c, 'a>,
    mnemonic: &str,
) -> Option<()> {
    let operands: Vec<Value<'c, '_>> = operation.operands().collect();
    let result = operation.result(0).ok()?.r#type();
    let mut inserter = Inserter::before(context, operation);
    match (mnemonic, &operands[..]) {
        ("composition", [left, right]) => {
            let operands = [operand_of(left.r#type())?, operand_of(right.r#type())?];
            composes(&mut inserter, &operands, &operand_of(result)?)?;
        }
        ("coalesce" | "flatten" | "make_layout_like", [source]) => {
            let source = operand_of(source.r#type())?;
            same_function(&mut inserter, mnemonic, &[source], &operand_of(result)?)?;
        }
        (
            "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide" | "logical_product"
            | "zipped_product" | "tiled_product" | "flat_product" | "blocked_product"
            | "raked_product",
            [left, right],
        ) => {
            let operands = [operand_of(left.r#type())?, operand_of(right.r#type())?];
            same_function(&mut inserter, mnemonic, &operands, &operand_of(result)?)?;
        }
        ("complement", [source, size]) => {
            let size = shape_of(size.r#type()).and_then(|shape| Some(shape.as_static()?.size()));
            let (source, claimed) = (layout_of(source.r#type())?, layout_of(result)?);
            complements(&mut inserter, source.as_static()?, claimed.as_static()?, size)?;
        }
        ("left_inverse", [source]) => {
            let (source, claimed) = (layout_of(source.r#type())?, layout_of(result)?);
            let identity = identity(source.as_static()?.size())?;
            let [source, claimed] = constants(&mut inserter, [&source, &claimed])?;
            inserter.layout_op("assert_injective", &[source], &[], &[])?;
            is_identity(&mut inserter, claimed, source, &identity)?;
        }
        ("right_inverse", [source]) => {
            let (source, claimed) = (layout_of(source.r#type())?, layout_of(result)?);
            let identity = identity(claimed.as_static()?.size())?;
            let [source, claimed] = constants(&mut inserter, [&source, &claimed])?;
            is_identity(&mut inserter, source, claimed, &identity)?;
        }
        ("cosize", [source]) if integers(operation, "mode").is_none_or(|mode| mode.is_empty()) => {
            let (source, claimed) = (layout_of(source.r#type())?, number_of(result)?);
            let source = inserter.constant(&source)?;
            inserter.assert_number("assert_cosize", source, claimed)?;
        }
        ("size", [source]) => {
            let claimed = number_of(result)?;
            let mut source = operand_of(source.r#type()).or_else(|| shape_of(source.r#type()))?;
            let path = integers(operation, "mode").unwrap_or_default();
            if !path.is_empty() {
                source = part(source.as_static()?, &path)?.into();
            }
            let source = inserter.constant(&source)?;
            inserter.assert_number("assert_size", source, claimed)?;
        }
        _ => return import_parts(&mut inserter, operation, mnemonic, &operands),
    }
    Some(())
}

/// Operations that take layouts apart, put them together, or ask for an offset.
fn import_parts<'c>(
    inserter: &mut Inserter<'c, '_>,
    operation: OperationRef<'c, '_>,
    mnemonic: &str,
    operands: &[Value<'c, '_>],
) -> Option<()> {
    let result = operation.result(0).ok()?.r#type();
    match (mnemonic, operands) {
        ("slice", [source, picks]) => {
            let (source, claimed) = (operand_of(source.r#type())?, operand_of(result)?);
            let picks = slice_of(picks.r#type())?;
            let source = inserter.constant(&source)?;
            let answer = with_text(inserter, "slice", source, &[("coordinate", &picks)])?;
            equals(inserter, answer, &claimed)?;
        }
        ("local_tile", [source, tile, picks]) => {
            let (source, tile) = (operand_of(source.r#type())?, operand_of(tile.r#type())?);
            let (picks, claimed) = (slice_of(picks.r#type())?, operand_of(result)?);
            let AnyLayout::Tile(tiler) = &tile else { return None };
            let whole = vec!["_"; tiler.modes().len()].join(",");
            let picks = format!("(({whole}),{picks})");
            let [source, tile] = constants(inserter, [&source, &tile])?;
            let divided = inserter.layout_of("zipped_divide", &[source, tile])?;
            let answer = with_text(inserter, "slice", divided, &[("coordinate", &picks)])?;
            equals(inserter, answer, &claimed)?;
        }
        ("group_modes", [source]) => {
            let (source, claimed) = (operand_of(source.r#type())?, operand_of(result)?);
            let modes = [integer(operation, "begin")?, integer(operation, "end")?];
            let source = inserter.constant(&source)?;
            let answer = with_modes(inserter, "group", source, &modes)?;
            equals(inserter, answer, &claimed)?;
        }
        ("append_to_rank", [source, mode]) => {
            let (source, mode) = (operand_of(source.r#type())?, layout_of(mode.r#type())?);
            let claimed = operand_of(result)?;
            let answer = appended(inserter, &source, &mode, integer(operation, "rank")?)?;
            equals(inserter, answer, &claimed)?;
        }
        ("tile_to_shape", [source, shape, order]) => {
            let (source, claimed) = (operand_of(source.r#type())?, operand_of(result)?);
            let shape = text_of(shape.r#type(), &["shape"])?;
            let order = text_of(order.r#type(), &["int_tuple"])?;
            if shape.contains('?') {
                return None;
            }
            let source = inserter.constant(&source)?;
            let attributes = [("shape", shape.as_str()), ("order", order.as_str())];
            let answer = with_text(inserter, "tile_to_shape", source, &attributes)?;
            equals(inserter, answer, &claimed)?;
        }
        ("crd2idx", [place, source]) => {
            let (source, claimed) = (layout_of(source.r#type())?, number_of(result)?);
            let place = coordinate(&text_of(place.r#type(), &["coord"])?, source.as_static()?)?;
            has_offset(inserter, &source, place, claimed)?;
        }
        ("get_layout", [source]) | ("make_view", [_, source]) => {
            let (source, claimed) = (operand_of(source.r#type())?, operand_of(result)?);
            let source = inserter.constant(&source)?;
            equals(inserter, source, &claimed)?;
        }
        ("get_shape", [source]) => {
            let (source, claimed) = (operand_of(source.r#type())?, shape_of(result)?);
            same_shape(inserter, &source, &claimed)?;
        }
        ("make_layout", [shape]) => {
            let (answer, claimed) = (shape_of(shape.r#type())?, layout_of(result)?);
            let answer = inserter.constant(&answer)?;
            equals(inserter, answer, &claimed)?;
        }
        ("make_layout", [shape, stride]) => {
            let shape = text_of(shape.r#type(), &["shape"])?;
            let stride = text_of(stride.r#type(), &["stride"])?;
            let claimed = layout_of(result)?;
            let answer = AnyLayout::parse(Kind::Cute, &format!("{shape}:{stride}")).ok()?;
            let answer = inserter.constant(&answer)?;
            equals(inserter, answer, &claimed)?;
        }
        ("get_stride", [source]) => {
            let source = operand_of(source.r#type())?;
            let shape = source.as_static()?.shape().to_string();
            let stride = text_of(result, &["stride"])?;
            let claimed = AnyLayout::parse(Kind::Cute, &format!("{shape}:{stride}")).ok()?;
            let source = inserter.constant(&source)?;
            equals(inserter, source, &claimed)?;
        }
        ("make_composed_layout", [outer, offset, inner]) => {
            let outer = text_of(outer.r#type(), &["swizzle"])?;
            let offset = number_of(offset.r#type())?;
            let (inner, claimed) = (layout_of(inner.r#type())?, operand_of(result)?);
            let answer = format!("{outer} o {offset} o {inner}");
            let answer = AnyLayout::parse(Kind::Composed, &answer).ok()?;
            let answer = inserter.constant(&answer)?;
            equals(inserter, answer, &claimed)?;
        }
        // The peer calls the layout of `swizzle o offset o layout` the outer one.
        ("composed_get_outer", [source]) => {
            let AnyLayout::Composed(source) = operand_of(source.r#type())? else { return None };
            let claimed = layout_of(result)?;
            let source = inserter.constant(&AnyLayout::Cute(source.inner().clone()))?;
            equals(inserter, source, &claimed)?;
        }
        _ => return None,
    }
    Some(())
}
