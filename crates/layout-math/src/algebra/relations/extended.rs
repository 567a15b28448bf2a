//! Layouts as relations on all coordinates at which an apply has a value.

use super::modes::{linear_relation, modes_of, symbolic};
use super::no_relation::NoRelation;
use crate::affine::Symbolic;
use crate::algebra::AnyLayout;
use crate::cute::{Composed, Domain, Outer};
use crate::relation::{Facts, Relation, View};

/// The relation of a layout on all coordinates at which an apply has a value: a CuTe layout and the
/// inner layout of a composed one are extended past their ends, and a swizzle acts on every offset.
/// Linear layouts and relations have no more values than [`to_relation`] says.
///
/// # Errors
///
/// Those of [`to_relation`].
pub(in crate::algebra) fn extended_relation(
    layout: &AnyLayout,
    view: &View,
) -> Result<Relation, NoRelation> {
    let relation = match layout {
        AnyLayout::Cute(cute) => modes_of(cute).and_then(|(modes, n_outputs)| {
            let offsets = vec![Symbolic::from(0); n_outputs];
            Relation::extended_modes(&modes, &offsets, view, &Facts::of(cute.facts())?)
        }),
        AnyLayout::Swizzle(s) => Relation::extended_swizzle(s.bits(), s.base(), s.shift()),
        AnyLayout::Composed(composed) => return extended_composed(composed, view),
        AnyLayout::Linear(linear) => linear_relation(linear, view),
        AnyLayout::Relation(relation) => Ok(relation.clone()),
        AnyLayout::Tile(tiler) => {
            return Err(NoRelation::NotAFunction { operand: tiler.to_string() });
        }
    };
    Ok(relation?)
}

fn extended_composed(composed: &Composed, view: &View) -> Result<Relation, NoRelation> {
    let offset = symbolic(composed.offset_term())?;
    let facts = Facts::of(composed.facts())?;
    let (modes, n_outputs) = modes_of(composed.inner())?;
    let not_a_function = || NoRelation::NotAFunction { operand: composed.to_string() };
    if n_outputs != 1 {
        return Err(not_a_function());
    }
    let argument = composed.argument_sign(Domain::Extended);
    match composed.outer() {
        Outer::Swizzle(swizzle) => {
            let parameters = (swizzle.bits(), swizzle.base(), swizzle.shift());
            let relation =
                Relation::extended_composed(parameters, &offset, &modes, view, &facts, argument);
            Ok(relation?)
        }
        Outer::Layout(outer) => {
            let inner = Relation::extended_modes(&modes, &[offset], view, &facts);
            let outer = extended_relation(&AnyLayout::Cute(outer.clone()), &View::Integral)?;
            // Both have explicit outputs and one piece. The outer one has no value below 0.
            inner?.substituted_into(&outer, argument.is_natural()).ok_or_else(not_a_function)
        }
    }
}
