//! `layout-lower-to-relations`: every layout attribute becomes the relation that it denotes, or the
//! affine map and set of it; and these become relations again.

mod affine;

use std::collections::HashMap;

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, OperationRef};

use super::declared::lower_to_relations::{Options, Statistics};
use super::declared::{RelationForm, RelationSource, RelationSpace};
use super::pass::{Failed, Ir, Pass};
use crate::algebra::{AnyLayout, Budget, Kind, View, to_relation};
use crate::dialect::attribute::{attribute, content};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::relation::{Context as IslContext, Relation};

/// The name of the attribute of a `layout.constant` that has its affine form.
const AFFINE: &str = "affine";

/// The pass.
///
/// It fails after an error at each operation with an attribute that has no relation or no affine form;
/// such an attribute stays, and all others are lowered.
pub struct LowerToRelations;

impl Pass for LowerToRelations {
    fn run<'c>(ir: Ir<'c>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let Ir { context, root } = ir;
        if (options.from, options.form) == (RelationSource::Affine, RelationForm::Affine) {
            let message = "from=affine makes relations, and form=affine asks for none";
            Diagnostic::error(root.location(), message).emit();
            return Err(Failed);
        }
        let view = match options.space {
            RelationSpace::Integral => View::Integral,
            RelationSpace::Natural => View::Natural,
        };
        let mut lowering =
            Lowering { context, view, statistics, known: HashMap::new(), is_complete: true };
        for operation in ir::walk(root) {
            match options.from {
                RelationSource::Affine => lowering.raise(operation),
                RelationSource::Layouts => lowering.lower(operation, options.form),
            }
        }
        if lowering.is_complete { Ok(()) } else { Err(Failed) }
    }
}

struct Lowering<'c, 's> {
    context: &'c Context,
    view: View,
    statistics: &'s mut Statistics,
    /// What an attribute becomes, as a relation or in its affine form. Attributes are unique in their
    /// context: it is found once.
    known: HashMap<(usize, bool), Result<Attribute<'c>, String>>,
    is_complete: bool,
}

impl<'c> Lowering<'c, '_> {
    /// The layouts of an operation as relations, or in their affine form.
    fn lower(&mut self, operation: OperationRef<'c, 'c>, form: RelationForm) {
        if form == RelationForm::Affine && ir::is_layout_op(operation, "constant") {
            return self.lower_constant(operation);
        }
        ir::replace_layout_attributes(operation, |layout| {
            self.replacement(operation, layout, form)
        });
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
        let key = (layout.to_raw().ptr as usize, form == RelationForm::Affine);
        let (context, view) = (self.context, &self.view);
        let found = self.known.entry(key).or_insert_with(|| match form {
            RelationForm::Relation => lowered(context, layout, view),
            RelationForm::Affine => in_affine_form(context, layout, view),
        });
        match found {
            Ok(found) => {
                self.statistics.lowered += i64::from(*found != layout);
                Some(*found)
            }
            Err(message) => {
                self.is_complete = false;
                Diagnostic::error(operation.location(), message.as_str()).emit();
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

/// The relation's attribute, or why there is none.
fn lowered<'c>(
    context: &'c Context,
    layout: Attribute<'c>,
    view: &View,
) -> Result<Attribute<'c>, String> {
    let Some(known) = content(layout) else { return Ok(layout) };
    relation_of(known, view).map(|relation| attribute_of(context, relation))
}

/// The attribute of the affine form, or why there is none.
fn in_affine_form<'c>(
    context: &'c Context,
    layout: Attribute<'c>,
    view: &View,
) -> Result<Attribute<'c>, String> {
    let Some(layout) = content(layout) else { return Ok(layout) };
    let isl = IslContext::new(Budget::default().isl_operations);
    let form = relation_of(layout, view)?.affine_form(&isl);
    let written = match form {
        Ok(form) => affine::written(context, &form),
        Err(reason) => Err(reason.to_string()),
    };
    written.map_err(|reason| format!("{layout} has no affine form: {reason}"))
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
