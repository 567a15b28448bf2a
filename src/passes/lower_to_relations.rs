//! `layout-lower-to-relations`: every layout attribute becomes the relation that it denotes, or the
//! affine map and set of it; and these become relations again.

mod affine;

use std::borrow::Cow;
use std::fmt::Display;
use std::sync::Arc;

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};
use rustc_hash::FxHashMap;

use super::decided::{Decided, Held, LayoutKey};
use super::declared::lower_to_relations::{Options, Statistics};
use super::declared::{RelationForm, RelationSource, RelationSpace};
use super::function_facts::FunctionFacts;
use super::pass::{Failed, Ir, Pass};
use crate::algebra::{AnyLayout, Budget, Kind, View, to_relation};
use crate::dialect::attribute::attribute;
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::relation::{AffineForm, Context as IslContext, Relation};

/// The name of the attribute of a `layout.constant` that has its affine form.
const AFFINE: &str = "affine";

/// The pass.
///
/// It fails after an error at each operation with an attribute that has no relation or no affine form;
/// such an attribute stays, and all others are lowered.
pub struct LowerToRelations;

impl Pass for LowerToRelations {
    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let Ir { root, .. } = ir;
        if (options.from, options.form) == (RelationSource::Affine, RelationForm::Affine) {
            let message = "from=affine makes relations, and form=affine asks for none";
            Diagnostic::error(root.location(), message).emit();
            return Err(Failed);
        }
        let view = match options.space {
            RelationSpace::Integral => View::Integral,
            RelationSpace::Natural => View::Natural,
        };
        let known = LoweredLayouts::default();
        ir.in_parts(statistics, |part, statistics| {
            let context = part.ir.context;
            let operations = part.operations();
            let applies = applies(&operations);
            let (view, known, facts) = (&view, &known, FunctionFacts::of(&operations));
            let mut lowering =
                Lowering { context, view, statistics, known, facts, applies, is_complete: true };
            for operation in operations {
                match options.from {
                    RelationSource::Affine => lowering.raise(operation),
                    RelationSource::Layouts => lowering.lower(operation, options.form),
                }
            }
            if lowering.is_complete { Ok(()) } else { Err(Failed) }
        })
    }
}

/// What layouts become, as relations or in their affine forms, or why they stay.
type LoweredLayouts = Decided<(LayoutKey, RelationForm), Result<Lowered, String>>;

#[derive(Clone)]
enum Lowered {
    Relation(Relation),
    Affine(Arc<AffineForm>),
}

struct Lowering<'c, 's> {
    context: &'c Context,
    view: &'s View,
    statistics: &'s mut Statistics,
    known: &'s LoweredLayouts,
    facts: FunctionFacts<'c>,
    applies: FxHashMap<usize, Vec<OperationRef<'c, 'c>>>,
    is_complete: bool,
}

/// The operations that apply constants to coordinates, by the keys of the constants.
fn applies<'c>(operations: &[OperationRef<'c, 'c>]) -> FxHashMap<usize, Vec<OperationRef<'c, 'c>>> {
    let mut applies: FxHashMap<usize, Vec<_>> = FxHashMap::default();
    for &operation in operations {
        let is_apply = ["apply", "assert_offset"].map(|it| ir::is_layout_op(operation, it));
        if is_apply.contains(&true)
            && let Some(layout) = ir::operand(operation, 0).and_then(ir::defining_op)
        {
            applies.entry(ir::key(layout)).or_default().push(operation);
        }
    }
    applies
}

impl<'c> Lowering<'c, '_> {
    /// The layouts of an operation as relations, or in their affine form.
    fn lower(&mut self, operation: OperationRef<'c, 'c>, form: RelationForm) {
        if self.has_other_coordinates(operation) {
            return;
        }
        if form == RelationForm::Affine && ir::is_layout_op(operation, "constant") {
            return self.lower_constant(operation);
        }
        ir::replace_layout_attributes(operation, |layout| {
            self.replacement(operation, layout, form)
        });
    }

    /// True after an error at a constant whose relation takes other coordinates than an apply has.
    fn has_other_coordinates(&mut self, constant: OperationRef<'c, 'c>) -> bool {
        let Some(applies) = self.applies.get(&ir::key(constant)) else { return false };
        let Some(held) = ir::constant_attribute(constant).and_then(Held::of) else { return false };
        let lowered = || lowered(held.layout, self.view, RelationForm::Relation);
        let key = (held.key, RelationForm::Relation);
        let Ok(Lowered::Relation(relation)) = self.known.answer(&key, lowered) else {
            return false;
        };
        let takes = relation.n_inputs();
        let count = |apply: &OperationRef<'c, 'c>| ir::operand_segment(*apply, 1).len();
        let Some(apply) = applies.iter().find(|apply| count(apply) != takes) else { return false };
        let (layout, has) = (held.layout, count(apply));
        let takes =
            if takes == 1 { "1 coordinate".to_owned() } else { format!("{takes} coordinates") };
        let message = format!("the relation of {layout} takes {takes}, and a use of it has {has}");
        let error = Diagnostic::error(constant.location(), message);
        error.note(apply.location(), "the coordinates are here").emit();
        self.is_complete = false;
        true
    }

    /// The value of a constant has to be a layout: its affine form stands beside its relation.
    fn lower_constant(&mut self, operation: OperationRef<'c, 'c>) {
        let Some(value) = ir::constant_attribute(operation) else { return };
        if let Some(affine) = self.replacement(operation, value, RelationForm::Affine) {
            self.lower(operation, RelationForm::Relation);
            ir::set_attribute(operation, AFFINE, affine);
        }
    }

    fn replacement(
        &mut self,
        operation: OperationRef<'c, 'c>,
        layout: Attribute<'c>,
        form: RelationForm,
    ) -> Option<Attribute<'c>> {
        let found = match Held::of(layout) {
            Some(held) => {
                let lowered = match self.facts.strengthen(operation, held.layout) {
                    Cow::Borrowed(layout) => {
                        self.known.answer(&(held.key, form), || lowered(layout, self.view, form))
                    }
                    Cow::Owned(layout) => lowered(&layout, self.view, form),
                };
                lowered.and_then(|lowered| written(self.context, held.layout, lowered))
            }
            None => Ok(layout),
        };
        match found {
            Ok(found) => {
                self.statistics.lowered += i64::from(found != layout);
                Some(found)
            }
            Err(message) => {
                self.is_complete = false;
                Diagnostic::error(operation.location(), message).emit();
                None
            }
        }
    }

    /// The affine forms among the discardable attributes of an operation as relations.
    fn raise(&mut self, operation: OperationRef<'c, 'c>) {
        ir::replace_affine_attributes(operation, |attribute| {
            let relation = affine::read(attribute)?.and_then(|form| {
                Relation::of_affine_form(&form).map_err(|reason| reason.to_string())
            });
            match relation {
                Ok(relation) => {
                    self.statistics.lowered += 1;
                    Some(attribute_of(self.context, relation))
                }
                Err(reason) => {
                    self.is_complete = false;
                    let message = format!("{attribute} is not a relation: {reason}");
                    Diagnostic::error(operation.location(), message).emit();
                    Some(attribute)
                }
            }
        });
    }
}

fn attribute_of(context: &Context, relation: Relation) -> Attribute<'_> {
    attribute(context, &AnyLayout::Relation(relation))
}

/// What a layout becomes, or why it stays.
fn lowered(layout: &AnyLayout, view: &View, form: RelationForm) -> Result<Lowered, String> {
    let relation = relation_of(layout, view)?;
    match form {
        RelationForm::Relation => Ok(Lowered::Relation(relation)),
        RelationForm::Affine => {
            let isl = IslContext::new(Budget::default().isl_operations);
            let form = relation.affine_form(&isl);
            let form = form.map_err(|reason| no_affine_form(layout, &reason))?;
            Ok(Lowered::Affine(Arc::new(form)))
        }
    }
}

/// The attribute of what a layout becomes, or why there is none.
fn written<'c>(
    context: &'c Context,
    layout: &AnyLayout,
    lowered: Lowered,
) -> Result<Attribute<'c>, String> {
    match lowered {
        Lowered::Relation(relation) => Ok(attribute_of(context, relation)),
        Lowered::Affine(form) => {
            affine::written(context, &form).map_err(|reason| no_affine_form(layout, &reason))
        }
    }
}

fn no_affine_form(layout: &AnyLayout, reason: &dyn Display) -> String {
    format!("{layout} has no affine form: {reason}")
}

fn relation_of(layout: &AnyLayout, view: &View) -> Result<Relation, String> {
    match layout.kind() {
        Kind::Tile => {
            Err(format!("{layout} is a tiler, which is not a function and has no relation"))
        }
        _ => to_relation(layout, view)
            .map_err(|reason| format!("{layout} has no relation: {reason}")),
    }
}
