//! `layout-raise-relations`: every relation becomes the simplest layout that equals it.

mod known;
mod symbols;
mod uses;

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Location};

use self::known::Known;
use self::symbols::Symbols;
use self::uses::{Obstacle, Uses};
use super::decided::Held;
use super::declared::raise_relations::{Options, Statistics};
use super::pass::{Failed, Ir, Part, Pass};
use crate::algebra::{AnyLayout, Budget};
use crate::dialect::attribute::attribute;
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;

/// The pass. It never fails: what cannot be raised is left alone.
pub struct RaiseRelations;

impl Pass for RaiseRelations {
    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let known = Known::default();
        ir.in_parts(statistics, |part, statistics| {
            raise_part(&part, options, &known, statistics);
            Ok(())
        })
    }
}

fn raise_part<'c>(part: &Part<'c>, options: &Options, known: &Known, statistics: &mut Statistics) {
    let context = part.ir.context;
    let budget = Budget::with_isl_operations(options.max_operations);
    let operations = part.operations();
    let uses = Uses::new(context, &operations, budget, options.assume_in_bounds);
    let symbols = Symbols::new(&operations, known, budget);
    for &operation in &operations {
        ir::replace_layout_attributes(operation, |relation| {
            let Held { layout: relation, key } = Held::of(relation)?;
            let AnyLayout::Relation(before) = relation else { return None };
            let fate = match known.raised(&key, before, &budget) {
                Err(reason) => Fate::InNoFamily(reason),
                Ok(layout) => {
                    let of_uses = uses.obstacle(operation, before, &layout);
                    let of_symbols = || symbols.obstacle(operation, relation, &layout);
                    match of_uses.or_else(of_symbols) {
                        None => Fate::Raised(layout),
                        Some(obstacle) => Fate::Used(layout, obstacle),
                    }
                }
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
}

/// What becomes of a relation.
enum Fate<'c> {
    Raised(AnyLayout),
    /// No layout equals it, as far as is known.
    InNoFamily(String),
    /// A layout equals it, and a use or a layout with the same symbols could tell the two apart.
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
