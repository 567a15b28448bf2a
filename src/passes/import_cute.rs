//! `layout-import-cute`: what operations of CUTLASS' `cute` dialect claim, as obligations.
//!
//! The dialect is read in generic form: its operations are not registered and its types are opaque
//! text, such as `!cute.layout<"(4,8):(1,4)">`. What the text says is read by the parser of
//! `#layout.cute`.

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value, ValueLike};

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
/// `None` if the operation is not read: another operation, operands that are not layouts, or a
/// form of it that says more than its operands. Nothing is put anywhere then.
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
            let (left, right) = (layout_of(left.r#type())?, layout_of(right.r#type())?);
            let claimed = layout_of(result)?;
            let (left, right) = (inserter.constant(&left)?, inserter.constant(&right)?);
            let composed = inserter.compose(left, right)?;
            let claimed = inserter.constant(&claimed)?;
            inserter.assert_equivalent(composed, claimed)?;
        }
        ("coalesce" | "flatten", [source]) => {
            let (source, claimed) = (layout_of(source.r#type())?, layout_of(result)?);
            let source = inserter.constant(&source)?;
            let answer = inserter.unary(mnemonic, source)?;
            let claimed = inserter.constant(&claimed)?;
            inserter.assert_equivalent(answer, claimed)?;
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

/// True if the operation asks about the whole layout, not about a mode of it.
fn is_of_whole(operation: OperationRef<'_, '_>) -> bool {
    match operation.attribute("mode") {
        Ok(mode) => mode.to_string() == "array<i32>",
        Err(_) => true,
    }
}

/// The layout of integers that a type `!cute.layout<"...">` says.
///
/// A `?` in a type says nothing about which value it is, so that nothing could be claimed of it.
fn layout_of(r#type: Type<'_>) -> Option<AnyLayout> {
    let text = r#type.to_string();
    let body = text.strip_prefix("!cute.layout<\"")?.strip_suffix("\">")?;
    if body.contains('?') {
        return None;
    }
    AnyLayout::parse(Kind::Cute, body).ok()
}

/// The number that a type `!cute.int_tuple<"...">` says.
fn number_of(r#type: Type<'_>) -> Option<i64> {
    let text = r#type.to_string();
    text.strip_prefix("!cute.int_tuple<\"")?.strip_suffix("\">")?.parse().ok()
}
