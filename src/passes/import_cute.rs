//! `layout-import-cute`: what operations of CUTLASS' `cute` dialect claim, as obligations.
//!
//! The dialect is read in generic form: its operations are not registered and its types are opaque
//! text, such as `!cute.layout<"(4,8):(1,4)">`. What the text says is read by the parsers of
//! `#layout.cute`, `#layout.composed` and `#layout.tile`.

mod claims;
mod dynamic;
mod tiled;
mod tiled_types;
mod tilers;
mod types;

use std::collections::BTreeMap;

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use self::claims::{
    appended, complements, composes, constants, coordinate, equals, has_offset, identity,
    is_identity, is_the_same, part, recast, same_function, same_modes, same_shape, with_modes,
    with_text,
};
use self::dynamic::{Leaves, answer_in_form, reason, with_facts};
use self::tiled::import_tiled;
use self::tilers::{projected, splits_whole_mode};
use self::types::{body_of, coordinate_of, integer, number_of, slice_of};
pub(crate) use self::types::{integers, text_of};
use super::declared::import_cute::{Options, Statistics};
use super::pass::{Failed, Ir, Pass};
use crate::algebra::{AnyLayout, Kind};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir::{self, Inserter};

/// The pass.
pub struct ImportCute;

impl Pass for ImportCute {
    fn run(ir: Ir<'_>, _: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let Ir { context, root } = ir;
        let mut left: BTreeMap<&str, usize> = BTreeMap::new();
        for operation in ir::walk(root) {
            let Some(mnemonic) = ir::name(operation).strip_prefix("cute.") else { continue };
            let Some(claim) = Claim::of(mnemonic) else { continue };
            let mut inserter = Inserter::before(context, operation);
            let imported = if claim == Claim::Tiled {
                import_tiled(&mut inserter, operation, mnemonic)
            } else if claim.is_filled(operation) {
                import_filled(&mut inserter, operation, mnemonic)
            } else {
                import(&mut inserter, operation, (mnemonic, claim))
                    .ok_or_else(|| reason(operation).unwrap_or_default())
            };
            match imported {
                Ok(()) => statistics.imported += 1,
                Err(reason) => {
                    if !reason.is_empty() {
                        left_alone(operation, mnemonic, &reason);
                    }
                    statistics.skipped += 1;
                    *left.entry(mnemonic).or_default() += 1;
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

/// What the result type of an operation, the peer's answer to a question about layouts, claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Claim {
    Composition,
    /// The same function as our operation on the same layouts.
    Function,
    /// The same, of layouts that are known alone.
    StaticFunction,
    /// The same function, with modes of the same sizes.
    Modes,
    /// Something of a tiled copy or product.
    Tiled,
    Other,
}

const CLAIMS: [(&str, Claim); 43] = [
    ("append_to_rank", Claim::Other),
    ("blocked_product", Claim::Modes),
    ("coalesce", Claim::Function),
    ("complement", Claim::Other),
    ("composed_get_outer", Claim::Other),
    ("composition", Claim::Composition),
    ("cosize", Claim::Other),
    ("crd2idx", Claim::Other),
    ("filter", Claim::StaticFunction),
    ("filter_zeros", Claim::StaticFunction),
    ("flat_divide", Claim::Modes),
    ("flat_product", Claim::Modes),
    ("flatten", Claim::Function),
    ("get_layout", Claim::Other),
    ("get_shape", Claim::Other),
    ("get_stride", Claim::Other),
    ("group_modes", Claim::Other),
    ("layout_eval", Claim::Other),
    ("left_inverse", Claim::Other),
    ("local_tile", Claim::Other),
    ("logical_divide", Claim::Modes),
    ("logical_product", Claim::Modes),
    ("make_composed_layout", Claim::Other),
    ("make_layout", Claim::Other),
    ("make_layout_like", Claim::Function),
    ("make_tiled_copy", Claim::Tiled),
    ("make_tiled_mma", Claim::Tiled),
    ("make_view", Claim::Other),
    ("mma.make_fragment", Claim::Tiled),
    ("raked_product", Claim::Modes),
    ("recast_layout", Claim::Other),
    ("right_inverse", Claim::Other),
    ("size", Claim::Other),
    ("slice", Claim::Other),
    ("tile_to_shape", Claim::Other),
    ("tiled.copy.partition_D", Claim::Tiled),
    ("tiled.copy.partition_S", Claim::Tiled),
    ("tiled.copy.retile", Claim::Tiled),
    ("tiled.mma.partition", Claim::Tiled),
    ("tiled_divide", Claim::Modes),
    ("tiled_product", Claim::Modes),
    ("zipped_divide", Claim::Modes),
    ("zipped_product", Claim::Modes),
];

impl Claim {
    fn of(mnemonic: &str) -> Option<Self> {
        CLAIMS.iter().find(|(name, _)| *name == mnemonic).map(|&(_, claim)| claim)
    }

    /// True for an operation of layouts alone whose result has leaves that are not static.
    fn is_filled(self, operation: OperationRef<'_, '_>) -> bool {
        let result = operation.results().next();
        matches!(self, Claim::Composition | Claim::Function | Claim::Modes)
            && result.is_some_and(|result| result.r#type().to_string().contains('?'))
    }
}

/// Puts the operation on constants and its obligation before the peer's operation.
///
/// `None` if the operation is not read: another operation, operands that are not layouts known
/// statically, or a form of it that says more than its operands. Nothing is put anywhere then.
fn import<'c>(
    inserter: &mut Inserter<'c, '_>,
    operation: OperationRef<'c, '_>,
    (mnemonic, claim): (&str, Claim),
) -> Option<()> {
    let operands: Vec<Value<'c, '_>> = operation.operands().collect();
    let result: Value<'c, '_> = operation.results().next()?.into();
    let leaves = Leaves::default();
    // Of a leaf that no operation says nothing is claimed.
    if !leaves.are_known(result) {
        return None;
    }
    match (claim, &operands[..]) {
        (Claim::Composition, [left, right]) => {
            let operands = [leaves.operand_of(*left)?, leaves.operand_of(*right)?];
            composes(inserter, &operands, &leaves.operand_of(result)?)?;
        }
        (Claim::Function | Claim::StaticFunction, [source]) => {
            let source = leaves.operand_of(*source)?;
            same_function(inserter, mnemonic, &[source], &leaves.operand_of(result)?)?;
        }
        (Claim::Modes, [left, right]) => {
            let mut operands = [leaves.operand_of(*left)?, leaves.operand_of(*right)?];
            let claimed = leaves.operand_of(result)?;
            if let Some((tiler, mode)) = splits_whole_mode(mnemonic, &operands, &claimed) {
                let message = format!(
                    "cute.{mnemonic} splits mode {mode}, which {} takes whole, into tile and rest",
                    operands[1]
                );
                Diagnostic::remark(operation.location(), message).emit();
                operands[1] = AnyLayout::Tile(tiler);
            }
            same_function(inserter, mnemonic, &operands, &claimed)?;
            same_modes(inserter, mnemonic, &operands, &claimed)?;
        }
        _ => return import_numbers(inserter, operation, mnemonic, &operands, &leaves),
    }
    Some(())
}

/// Operations that invert layouts or ask for a number.
fn import_numbers<'c>(
    inserter: &mut Inserter<'c, '_>,
    operation: OperationRef<'c, '_>,
    mnemonic: &str,
    operands: &[Value<'c, '_>],
    leaves: &Leaves,
) -> Option<()> {
    let result: Value<'c, '_> = operation.results().next()?.into();
    match (mnemonic, operands) {
        ("complement", [source, size]) => {
            let size = leaves.shape_of(*size).and_then(|shape| Some(shape.as_static()?.size()));
            let (source, claimed) = (leaves.layout_of(*source)?, leaves.layout_of(result)?);
            complements(inserter, source.as_static()?, claimed.as_static()?, size)?;
        }
        ("left_inverse", [source]) => {
            let (source, claimed) = (leaves.layout_of(*source)?, leaves.layout_of(result)?);
            let (identity, size) =
                (identity(source.as_static()?.size())?, claimed.as_static()?.size());
            let [source, claimed] = constants(inserter, [&source, &claimed])?;
            inserter.layout_op("assert_injective", &[source], &[], &[])?;
            // What leads back is the inverse, not its extension.
            inserter.assert_number("assert_in_bounds", source, size)?;
            is_identity(inserter, claimed, source, &identity)?;
        }
        ("right_inverse", [source]) => {
            let (source, claimed) = (leaves.layout_of(*source)?, leaves.layout_of(result)?);
            let (size, identity) =
                (source.as_static()?.size(), identity(claimed.as_static()?.size())?);
            let [source, claimed] = constants(inserter, [&source, &claimed])?;
            // The offsets of a right inverse are coordinates of the layout, not of its extension.
            inserter.assert_number("assert_in_bounds", claimed, size)?;
            is_identity(inserter, source, claimed, &identity)?;
        }
        ("cosize", [source]) if integers(operation, "mode").is_none_or(|mode| mode.is_empty()) => {
            let (source, claimed) = (leaves.layout_of(*source)?, number_of(result.r#type())?);
            let source = inserter.constant(&source)?;
            inserter.assert_number("assert_cosize", source, claimed)?;
        }
        ("size", [source]) => {
            let claimed = number_of(result.r#type())?;
            let mut source = leaves.operand_of(*source).or_else(|| leaves.shape_of(*source))?;
            let path = integers(operation, "mode").unwrap_or_default();
            if !path.is_empty() {
                source = part(source.as_static()?, &path)?.into();
            }
            let source = inserter.constant(&source)?;
            inserter.assert_number("assert_size", source, claimed)?;
        }
        _ => return import_parts(inserter, operation, mnemonic, operands, leaves),
    }
    Some(())
}

/// Operations that take layouts apart, put them together, or ask for an offset.
fn import_parts<'c>(
    inserter: &mut Inserter<'c, '_>,
    operation: OperationRef<'c, '_>,
    mnemonic: &str,
    operands: &[Value<'c, '_>],
    leaves: &Leaves,
) -> Option<()> {
    let result: Value<'c, '_> = operation.results().next()?.into();
    match (mnemonic, operands) {
        ("slice", [source, picks]) => {
            let (source, claimed) = (leaves.operand_of(*source)?, leaves.operand_of(result)?);
            let picks = slice_of(picks.r#type())?;
            let has_numbers = !source.has_symbols();
            let source = inserter.constant(&source)?;
            let answer = with_text(inserter, "slice", source, &[("coordinate", &picks)])?;
            is_the_same(inserter, answer, has_numbers, &claimed)?;
        }
        ("local_tile", [source, tile, picks]) => {
            let (source, tile) = (leaves.operand_of(*source)?, leaves.operand_of(*tile)?);
            let (picks, claimed) = (slice_of(picks.r#type())?, leaves.operand_of(result)?);
            let AnyLayout::Tile(tiler) = tile else { return None };
            let projection = match operation.attribute("proj") {
                Ok(projection) => Some(coordinate_of(&projection.to_string())?),
                Err(_) => None,
            };
            let (tiler, picks) = match projection {
                Some(projection) => projected(&tiler, &picks, &projection)?,
                None => (tiler, picks),
            };
            let whole = vec!["_"; tiler.modes().len()].join(",");
            let picks = format!("(({whole}),{picks})");
            let has_numbers = !source.has_symbols() && tiler.symbols().is_empty();
            let [source, tile] = constants(inserter, [&source, &AnyLayout::Tile(tiler)])?;
            let divided = inserter.layout_of("zipped_divide", &[source, tile])?;
            let answer = with_text(inserter, "slice", divided, &[("coordinate", &picks)])?;
            is_the_same(inserter, answer, has_numbers, &claimed)?;
        }
        ("group_modes", [source]) => {
            let (source, claimed) = (leaves.operand_of(*source)?, leaves.operand_of(result)?);
            let modes = [integer(operation, "begin")?, integer(operation, "end")?];
            let has_numbers = !source.has_symbols();
            let source = inserter.constant(&source)?;
            let answer = with_modes(inserter, "group", source, &modes)?;
            is_the_same(inserter, answer, has_numbers, &claimed)?;
        }
        ("append_to_rank", [source, mode]) => {
            let (source, mode) = (leaves.operand_of(*source)?, leaves.layout_of(*mode)?);
            let claimed = leaves.operand_of(result)?;
            let has_numbers = !source.has_symbols() && !mode.has_symbols();
            let answer = appended(inserter, &source, &mode, integer(operation, "rank")?)?;
            is_the_same(inserter, answer, has_numbers, &claimed)?;
        }
        ("tile_to_shape", [source, shape, order]) => {
            let (source, claimed) = (leaves.operand_of(*source)?, leaves.operand_of(result)?);
            let shape = text_of(shape.r#type(), &["shape"])?;
            let order = text_of(order.r#type(), &["int_tuple"])?;
            if shape.contains('?') {
                return None;
            }
            let has_numbers = !source.has_symbols();
            let source = inserter.constant(&source)?;
            let attributes = [("shape", shape.as_str()), ("order", order.as_str())];
            let answer = with_text(inserter, "tile_to_shape", source, &attributes)?;
            is_the_same(inserter, answer, has_numbers, &claimed)?;
        }
        ("recast_layout", [source]) => {
            let (source, claimed) = (leaves.operand_of(*source)?, leaves.operand_of(result)?);
            let bits =
                ["old", "new"].map(|which| integer(operation, &format!("{which}_type_bits")));
            let [Some(old_bits), Some(new_bits)] = bits else { return None };
            let has_numbers = !source.has_symbols();
            let source = inserter.constant(&source)?;
            let answer = recast(inserter, source, old_bits, new_bits)?;
            is_the_same(inserter, answer, has_numbers, &claimed)?;
        }
        ("crd2idx" | "layout_eval", [place, source]) => {
            let (source, claimed) = (leaves.layout_of(*source)?, number_of(result.r#type())?);
            let place = coordinate(&text_of(place.r#type(), &["coord"])?, source.as_static()?)?;
            has_offset(inserter, &source, place, claimed)?;
        }
        ("get_layout", [source]) | ("make_view", [_, source]) => {
            let (source, claimed) = (leaves.operand_of(*source)?, leaves.operand_of(result)?);
            let source = inserter.constant(&source)?;
            equals(inserter, source, &claimed)?;
        }
        ("get_shape", [source]) => {
            let (source, claimed) = (leaves.operand_of(*source)?, leaves.shape_of(result)?);
            if source.as_static().is_none() {
                let (shape, facts) = shape_and_facts(&source)?;
                let answer = AnyLayout::parse(Kind::Cute, &with_facts(&shape, &facts)).ok()?;
                let answer = inserter.constant(&answer)?;
                equals(inserter, answer, &claimed)?;
            } else {
                same_shape(inserter, &source, &claimed)?;
            }
        }
        ("make_layout", [shape]) => {
            let (answer, claimed) = (leaves.shape_of(*shape)?, leaves.layout_of(result)?);
            let answer = inserter.constant(&answer)?;
            equals(inserter, answer, &claimed)?;
        }
        ("make_layout", [shape, stride]) => {
            let (shape, of_shape) = leaves.text_and_facts(*shape, &["shape"])?;
            let (stride, of_stride) = leaves.text_and_facts(*stride, &["stride"])?;
            let claimed = leaves.layout_of(result)?;
            let facts = [of_shape, of_stride];
            let facts: Vec<&str> =
                facts.iter().map(String::as_str).filter(|facts| !facts.is_empty()).collect();
            let answer = with_facts(&format!("{shape}:{stride}"), &facts.join(", "));
            let answer = AnyLayout::parse(Kind::Cute, &answer).ok()?;
            let answer = inserter.constant(&answer)?;
            equals(inserter, answer, &claimed)?;
        }
        ("get_stride", [source]) => {
            let source = leaves.operand_of(*source)?;
            let (shape, facts) = shape_and_facts(&source)?;
            let (stride, _) = leaves.text_and_facts(result, &["stride"])?;
            let claimed = with_facts(&format!("{shape}:{stride}"), &facts);
            let claimed = AnyLayout::parse(Kind::Cute, &claimed).ok()?;
            let source = inserter.constant(&source)?;
            equals(inserter, source, &claimed)?;
        }
        ("make_composed_layout", [outer, offset, inner]) => {
            let outer = text_of(outer.r#type(), &["swizzle"])?;
            let offset = number_of(offset.r#type())?;
            let (inner, claimed) = (leaves.layout_of(*inner)?, leaves.operand_of(result)?);
            let answer = format!("{outer} o {offset} o {inner}");
            let answer = AnyLayout::parse(Kind::Composed, &answer).ok()?;
            let answer = inserter.constant(&answer)?;
            equals(inserter, answer, &claimed)?;
        }
        // The peer calls the layout of `swizzle o offset o layout` the outer one.
        ("composed_get_outer", [source]) => {
            let AnyLayout::Composed(source) = leaves.operand_of(*source)? else { return None };
            let claimed = leaves.layout_of(result)?;
            let source = inserter.constant(&AnyLayout::Cute(source.inner().clone()))?;
            equals(inserter, source, &claimed)?;
        }
        _ => return None,
    }
    Some(())
}

/// The shape of a CuTe layout, and what is known of its symbols, as text.
fn shape_and_facts(layout: &AnyLayout) -> Option<(String, String)> {
    let AnyLayout::Cute(layout) = layout else { return None };
    let text = layout.to_string();
    let (modes, facts) = text.split_once(" where ").unwrap_or((&text, ""));
    let (shape, _) = modes.split_once(':')?;
    Some((shape.to_owned(), facts.to_owned()))
}

/// The claim that the answer is ours in every leaf that the peer says.
fn import_filled<'c>(
    inserter: &mut Inserter<'c, '_>,
    operation: OperationRef<'c, '_>,
    mnemonic: &str,
) -> Result<(), String> {
    let leaves = Leaves::default();
    let operands = operation.operands().map(|operand| leaves.operand_of(operand));
    let operands: Vec<AnyLayout> =
        operands.collect::<Option<_>>().ok_or("an operand is no layout that is read")?;
    let result = operation.result(0).map_err(|_| "it has no result")?.r#type().to_string();
    let (claimed, _) = body_of(&result).ok_or("its result is no layout")?;
    let claimed = answer_in_form(mnemonic, &operands, &claimed)?;
    let not_built = || "the obligation does not build".to_owned();
    match (mnemonic, <[AnyLayout; 2]>::try_from(operands)) {
        ("composition", Ok(operands)) => composes(inserter, &operands, &claimed),
        (_, Ok(operands)) => same_function(inserter, mnemonic, &operands, &claimed),
        (_, Err(operands)) => same_function(inserter, mnemonic, &operands, &claimed),
    }
    .ok_or_else(not_built)
}
