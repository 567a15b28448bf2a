//! `layout-raise-relations`: every relation becomes the simplest layout that equals it.

mod uses;

use std::collections::HashMap;

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, Location};

use self::uses::{Obstacle, Uses};
use super::declared::raise_relations::{Options, Statistics};
use super::pass::{Failed, Ir, Pass};
use crate::algebra::{AnyLayout, Budget, raise};
use crate::dialect::attribute::{attribute, content};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;

/// The pass. It never fails: what cannot be raised is left alone.
pub struct RaiseRelations;

impl Pass for RaiseRelations {
    fn run<'c>(ir: Ir<'c>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let Ir { context, root } = ir;
        let budget = Budget::with_isl_operations(options.max_operations);
        let operations = ir::walk(root);
        let uses = Uses::new(context, &operations, budget, options.assume_in_bounds);
        // Attributes are unique in their context: what one becomes is found once.
        let mut known: HashMap<usize, Result<AnyLayout, String>> = HashMap::new();
        for &operation in &operations {
            ir::replace_layout_attributes(operation, |relation| {
                let AnyLayout::Relation(before) = content(relation)? else { return None };
                let raised = known
                    .entry(relation.to_raw().ptr as usize)
                    .or_insert_with(|| raise(before, &budget).map_err(|reason| reason.to_string()));
                let fate = match raised {
                    Err(reason) => Fate::InNoFamily(reason.clone()),
                    Ok(layout) => match uses.obstacle(operation, before, layout) {
                        None => Fate::Raised(layout.clone()),
                        Some(obstacle) => Fate::Used(layout.clone(), obstacle),
                    },
                };
                if options.report {
                    fate.remark(operation.location()).emit();
                }
                match fate {
                    Fate::Raised(layout) => {
                        statistics.raised += 1;
                        Some(attribute(context, &layout))
                    }
                    _ => {
                        statistics.kept += 1;
                        None::<Attribute<'c>>
                    }
                }
            });
        }
        Ok(())
    }
}

/// What becomes of a relation.
enum Fate<'c> {
    Raised(AnyLayout),
    /// No layout equals it, as far as is known.
    InNoFamily(String),
    /// A layout equals it, and a use could tell the two apart.
    Used(AnyLayout, Obstacle<'c>),
}

impl<'c> Fate<'c> {
    fn remark(&self, location: Location<'c>) -> Diagnostic<'c> {
        match self {
            Fate::Raised(layout) => Diagnostic::remark(location, format!("raised to {layout}")),
            Fate::InNoFamily(reason) => {
                Diagnostic::remark(location, format!("stays a relation: {reason}"))
            }
            Fate::Used(layout, obstacle) => {
                let message = format!("stays a relation, although it equals {layout}");
                Diagnostic::remark(location, message)
                    .note(obstacle.location, obstacle.reason.as_str())
            }
        }
    }
}
