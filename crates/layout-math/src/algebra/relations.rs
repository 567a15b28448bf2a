//! Layouts as integer set relations, and questions about them put to isl.

mod domain;
mod facts;
mod integral;
mod modes;
mod no_relation;
mod solver;
mod stated;

pub(super) use domain::{domain_relation, group_extents, is_nonlinear};
pub(super) use integral::{
    counted_relation, departures, integral_map, integral_pair, is_enumeration, negatives,
    positions, view_with_inputs,
};
pub(super) use modes::flat_outputs;
pub use no_relation::NoRelation;
pub(super) use solver::{NotAnswered, Solver, Space};
pub(super) use stated::{stated, stated_apart, stated_pair};

use modes::{linear_relation, modes_of, symbolic};

use super::any_layout::AnyLayout;
use crate::affine::Symbolic;
use crate::cute::{Composed, Domain, Outer};
use crate::relation::{Facts, Relation};
pub(super) use facts::{contradicted, keeping_facts, known_facts};

pub use crate::relation::View;

/// The relation of a layout: coordinates to offsets, in the given view of the coordinates.
///
/// A linear layout has one output for each out-dim, a layout with basis strides one for each
/// position: `4:1@1` has two, the first of which is 0. A relation is returned as it is, whatever the view. The natural view of a composed
/// layout is that of its inner layout, and a swizzle has one coordinate in every view.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind, View, to_relation};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,(2,2)):(2,(1,8))")?;
/// assert_eq!(
///     to_relation(&layout, &View::Natural).unwrap().to_string(),
///     "{ [c0, c1, c2] -> [2c0 + c1 + 8c2] : 0 <= c0 < 4 and 0 <= c1 < 2 and 0 <= c2 < 2 }"
/// );
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
///
/// # Errors
///
/// The layout is a tiler, is not Presburger, or has offsets that are nested tuples, or whose positions pass 63:
/// outputs do not say where a part stands.
pub fn to_relation(layout: &AnyLayout, view: &View) -> Result<Relation, NoRelation> {
    if positions(layout).is_some_and(|positions| !is_enumeration(&positions)) {
        return Err(NoRelation::NestedOffsets { layout: layout.to_string() });
    }
    inside_relation(layout, view)
}

/// The same, with an output for each part of an offset wherever it stands. Who compares two of them has to know
/// that the parts stand at the same positions.
pub(super) fn inside_relation(layout: &AnyLayout, view: &View) -> Result<Relation, NoRelation> {
    relation_on(Domain::Inside, layout, view)
}

/// The relation of a layout on all coordinates at which an apply has a value: a CuTe layout and the
/// inner layout of a composed one are extended past their ends, and a swizzle acts on every offset.
/// Linear layouts and relations have no more values than [`inside_relation`] says.
///
/// # Errors
///
/// Those of [`inside_relation`].
pub(super) fn extended_relation(layout: &AnyLayout, view: &View) -> Result<Relation, NoRelation> {
    relation_on(Domain::Extended, layout, view)
}

fn relation_on(domain: Domain, layout: &AnyLayout, view: &View) -> Result<Relation, NoRelation> {
    let relation = match layout {
        AnyLayout::Cute(cute) => modes_of(cute).and_then(|(modes, n_outputs)| {
            let offsets = vec![Symbolic::from(0); n_outputs];
            let facts = Facts::of(cute.facts())?;
            match domain {
                Domain::Inside => Relation::from_modes(&modes, &offsets, view, &facts),
                Domain::Extended => Relation::extended_modes(&modes, &offsets, view, &facts),
            }
        }),
        AnyLayout::Swizzle(s) => match domain {
            Domain::Inside => Relation::from_swizzle(s.bits(), s.base(), s.shift()),
            Domain::Extended => Relation::extended_swizzle(s.bits(), s.base(), s.shift()),
        },
        AnyLayout::Composed(composed) => return composed_on(domain, composed, view),
        AnyLayout::Linear(linear) => linear_relation(linear, view),
        AnyLayout::Relation(relation) => Ok(relation.clone()),
        AnyLayout::Tile(tiler) => {
            return Err(NoRelation::NotAFunction { operand: tiler.to_string() });
        }
    };
    Ok(relation?)
}

fn composed_on(domain: Domain, composed: &Composed, view: &View) -> Result<Relation, NoRelation> {
    let offset = symbolic(composed.offset_term())?;
    let facts = Facts::of(composed.facts())?;
    let (modes, n_outputs) = modes_of(composed.inner())?;
    if n_outputs != 1 {
        return Err(NoRelation::NotAFunction { operand: composed.inner().to_string() });
    }
    let argument = composed.argument_sign(domain);
    match composed.outer() {
        Outer::Swizzle(swizzle) => {
            let of_swizzle = (swizzle.bits(), swizzle.base(), swizzle.shift());
            let relation = match domain {
                Domain::Inside => Relation::from_composed,
                Domain::Extended => Relation::extended_composed,
            };
            Ok(relation(of_swizzle, &offset, &modes, view, &facts, argument)?)
        }
        Outer::Layout(outer) => {
            let inner = match domain {
                Domain::Inside => Relation::from_modes(&modes, &[offset], view, &facts),
                Domain::Extended => Relation::extended_modes(&modes, &[offset], view, &facts),
            };
            let outer = extended_relation(&AnyLayout::Cute(outer.clone()), &View::Integral)?;
            // Both are layouts, whose relations have explicit outputs and one piece. The outer one has
            // no value below 0.
            inner?
                .substituted_into(&outer, argument.is_natural())
                .ok_or_else(|| NoRelation::NotAFunction { operand: composed.to_string() })
        }
    }
}
