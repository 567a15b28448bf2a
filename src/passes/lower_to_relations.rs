//! `layout-lower-to-relations`: every layout attribute becomes the relation that it denotes.

use std::collections::HashMap;

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike};

use super::declared::RelationSpace;
use super::declared::lower_to_relations::{Options, Statistics};
use super::pass::{Failed, Ir, Pass};
use crate::algebra::{AnyLayout, Kind, View, to_relation};
use crate::dialect::attribute::{attribute, content};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;

/// The pass.
///
/// It fails after an error at each operation with an attribute that has no relation; such an
/// attribute stays, and all others are lowered.
pub struct LowerToRelations;

impl Pass for LowerToRelations {
    fn run<'c>(ir: Ir<'c>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let Ir { context, root } = ir;
        let view = match options.space {
            RelationSpace::Integral => View::Integral,
            RelationSpace::Natural => View::Natural,
        };
        // Attributes are unique in their context: what one means is found once.
        let mut known: HashMap<usize, Result<Attribute<'c>, String>> = HashMap::new();
        let mut is_complete = true;
        for operation in ir::walk(root) {
            ir::replace_layout_attributes(operation, |layout| {
                let relation = known
                    .entry(layout.to_raw().ptr as usize)
                    .or_insert_with(|| lowered(context, layout, &view));
                match relation {
                    Ok(relation) => {
                        statistics.lowered += i64::from(*relation != layout);
                        Some(*relation)
                    }
                    Err(message) => {
                        is_complete = false;
                        Diagnostic::error(operation.location(), message.as_str()).emit();
                        None
                    }
                }
            });
        }
        if is_complete { Ok(()) } else { Err(Failed) }
    }
}

/// The relation's attribute, or why there is none.
fn lowered<'c>(
    context: &'c Context,
    layout: Attribute<'c>,
    view: &View,
) -> Result<Attribute<'c>, String> {
    let Some(layout) = content(layout) else { return Ok(layout) };
    match layout.kind() {
        Kind::Tile => Err(format!("{layout} is a tiler, which is no function and has no relation")),
        _ => to_relation(layout, view)
            .map(|relation| attribute(context, &AnyLayout::Relation(relation)))
            .map_err(|reason| format!("{layout} has no relation: {reason}")),
    }
}
