//! Layouts as relations on all coordinates at which an apply has a value.

use super::facts::facts_of;
use super::{View, modes_of, symbolic, to_relation};
use crate::algebra::{AnyLayout, ComposeError};
use crate::cute::{Composed, Domain, Outer};
use crate::relation::{Relation, Symbolic};

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
) -> Result<Relation, ComposeError> {
    let relation = match layout {
        AnyLayout::Cute(cute) => modes_of(cute).and_then(|(modes, n_outputs)| {
            let offsets = vec![Symbolic::from(0); n_outputs];
            Relation::extended_modes(&modes, &offsets, view, &facts_of(cute.facts())?)
        }),
        AnyLayout::Swizzle(s) => Relation::extended_swizzle(s.bits(), s.base(), s.shift()),
        AnyLayout::Composed(composed) => return extended_composed(composed, view),
        AnyLayout::Linear(_) | AnyLayout::Relation(_) | AnyLayout::Tile(_) => {
            return to_relation(layout, view);
        }
    };
    relation.map_err(ComposeError::Relation)
}

fn extended_composed(composed: &Composed, view: &View) -> Result<Relation, ComposeError> {
    let offset = symbolic(composed.offset_term()).map_err(ComposeError::Relation)?;
    let facts = facts_of(composed.facts()).map_err(ComposeError::Relation)?;
    let (modes, n_outputs) = modes_of(composed.inner()).map_err(ComposeError::Relation)?;
    let not_a_function = || ComposeError::NotAFunction { operand: composed.to_string() };
    if n_outputs != 1 {
        return Err(not_a_function());
    }
    let argument = composed.argument_sign(Domain::Extended);
    match composed.outer() {
        Outer::Swizzle(swizzle) => {
            let parameters = (swizzle.bits(), swizzle.base(), swizzle.shift());
            Relation::extended_composed(parameters, &offset, &modes, view, &facts, argument)
                .map_err(ComposeError::Relation)
        }
        Outer::Layout(outer) => {
            let inner = Relation::extended_modes(&modes, &[offset], view, &facts);
            let outer = extended_relation(&AnyLayout::Cute(outer.clone()), &View::Integral)?;
            // Both have explicit outputs and one piece. The outer one has no value below 0.
            inner
                .map_err(ComposeError::Relation)?
                .substituted_into(&outer, argument.is_natural())
                .ok_or_else(not_a_function)
        }
    }
}
