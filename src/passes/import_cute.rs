//! `layout-import-cute`: what operations of CUTLASS' `cute` dialect claim, as obligations.
//!
//! The dialect is read in generic form: its operations are not registered and its types are opaque
//! text, such as `!cute.layout<"(4,8):(1,4)">`. What the text says is read by the parsers of
//! `#layout.cute`, `#layout.composed` and `#layout.tile`.

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value, ValueLike};

use super::{Failed, Pass};
use crate::algebra::{AnyLayout, Kind};
use crate::cute::{Layout, Tuple, filter};
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
        for operation in ir::walk(root) {
            let Some(mnemonic) = ir::name(operation).strip_prefix("cute.") else { continue };
            if has_obligation(mnemonic) {
                match import(context, operation, mnemonic) {
                    Some(()) => statistics.imported += 1,
                    None => statistics.skipped += 1,
                }
            }
        }
        let Statistics { imported, skipped } = *statistics;
        if 0 < skipped {
            let message = format!(
                "left {skipped} of {} cute operations on layouts alone",
                imported + skipped
            );
            Diagnostic::remark(root.location(), message).emit();
        }
        Ok(())
    }
}

/// True for the operations whose result type is the peer's answer to a question about layouts.
fn has_obligation(mnemonic: &str) -> bool {
    const ANSWERS: [&str; 27] = [
        "append_to_rank",
        "blocked_product",
        "coalesce",
        "complement",
        "composition",
        "cosize",
        "crd2idx",
        "filter",
        "filter_zeros",
        "flat_divide",
        "flat_product",
        "flatten",
        "group_modes",
        "left_inverse",
        "logical_divide",
        "logical_product",
        "make_layout_like",
        "raked_product",
        "recast_layout",
        "right_inverse",
        "size",
        "slice",
        "tile_to_shape",
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
            same_function(&mut inserter, "compose", &operands, &operand_of(result)?)?;
        }
        ("coalesce" | "flatten", [source]) => {
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
        ("complement", [source, _]) => {
            let (source, claimed) = (layout_of(source.r#type())?, layout_of(result)?);
            complements(&mut inserter, source.as_static()?, claimed.as_static()?)?;
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
        ("size" | "cosize", [source]) if is_of_whole(operation) => {
            let (source, claimed) = (layout_of(source.r#type())?, number_of(result)?);
            let source = inserter.constant(&source)?;
            inserter.assert_number(&format!("assert_{mnemonic}"), source, claimed)?;
        }
        _ => return None,
    }
    Some(())
}

/// The claim that an operation of ours, on these layouts, is the same function as the peer's answer.
fn same_function(
    inserter: &mut Inserter<'_, '_>,
    mnemonic: &str,
    operands: &[AnyLayout],
    claimed: &AnyLayout,
) -> Option<()> {
    let operands: Vec<_> =
        operands.iter().map(|layout| inserter.constant(layout)).collect::<Option<_>>()?;
    let answer = inserter.layout_of(mnemonic, &operands)?;
    let claimed = inserter.constant(claimed)?;
    inserter.assert_equivalent(answer, claimed)?;
    Some(())
}

/// The claim that a layout is a complement: beside the layout without its broadcast modes it is
/// injective, and it increases.
fn complements(inserter: &mut Inserter<'_, '_>, source: &Layout, claimed: &Layout) -> Option<()> {
    let both = Layout::concat([filter(source), claimed.clone()]).ok()?;
    let [both, claimed] = constants(inserter, [&both.into(), &claimed.clone().into()])?;
    inserter.layout_op("assert_injective", &[both], &[], &[])?;
    inserter.layout_op("assert_increasing", &[claimed], &[], &[])?;
    Some(())
}

/// The claim that `left o right` is the identity on so many coordinates.
fn is_identity<'c>(
    inserter: &mut Inserter<'c, '_>,
    left: Value<'c, '_>,
    right: Value<'c, '_>,
    identity: &AnyLayout,
) -> Option<()> {
    let round_trip = inserter.layout_of("compose", &[left, right])?;
    let identity = inserter.constant(identity)?;
    inserter.assert_equivalent(round_trip, identity)?;
    Some(())
}

/// The layout whose offset at each of so many coordinates is the coordinate.
fn identity(size: i64) -> Option<AnyLayout> {
    Layout::column_major(Tuple::Leaf(size)).ok().map(AnyLayout::from)
}

fn constants<'c, 'a>(
    inserter: &mut Inserter<'c, 'a>,
    [left, right]: [&AnyLayout; 2],
) -> Option<[Value<'c, 'a>; 2]> {
    Some([inserter.constant(left)?, inserter.constant(right)?])
}

/// True if the operation asks about the whole layout, not about a mode of it.
fn is_of_whole(operation: OperationRef<'_, '_>) -> bool {
    match operation.attribute("mode") {
        Ok(mode) => mode.to_string() == "array<i32>",
        Err(_) => true,
    }
}

/// The layout, composed layout or tiler that a type of the peer says.
///
/// A `?` in a type says nothing about which value it is, so that nothing could be claimed of it.
fn operand_of(r#type: Type<'_>) -> Option<AnyLayout> {
    const NOTATIONS: [(&str, Kind); 3] = [
        ("!cute.layout<\"", Kind::Cute),
        ("!cute.composed_layout<\"", Kind::Composed),
        ("!cute.tile<\"", Kind::Tile),
    ];
    let text = r#type.to_string();
    let (body, kind) =
        NOTATIONS.iter().find_map(|(prefix, kind)| Some((text.strip_prefix(prefix)?, *kind)))?;
    let body = body.strip_suffix("\">")?;
    if body.contains('?') {
        return None;
    }
    AnyLayout::parse(kind, body).ok()
}

/// The layout that a type `!cute.layout<"...">` says.
fn layout_of(r#type: Type<'_>) -> Option<AnyLayout> {
    operand_of(r#type).filter(|layout| layout.kind() == Kind::Cute)
}

/// The number that a type `!cute.int_tuple<"...">` says.
fn number_of(r#type: Type<'_>) -> Option<i64> {
    let text = r#type.to_string();
    text.strip_prefix("!cute.int_tuple<\"")?.strip_suffix("\">")?.parse().ok()
}
