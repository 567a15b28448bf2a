//! Layouts as integer set relations, and questions about them put to isl.

mod composition;
mod domain;
mod extended;
mod facts;
mod integral;
mod question;

pub(super) use composition::{compose_relations, raise_composition};
pub(super) use domain::{domain_relation, group_extents, is_nonlinear};
pub(super) use extended::extended_relation;
pub(super) use integral::{
    departures, integral_map, integral_pair, negatives, positions, same_positions,
};
pub(super) use question::{NotAnswered, Question, Space};

use super::any_layout::AnyLayout;
use super::compose::ComposeError;
use crate::cute::{Composed, CuteLayout, Domain, Outer, Term};
use crate::linear::LinearLayout;
use crate::relation::{InDim, Mode, Relation, RelationError, Symbolic};
use facts::facts_of;
pub(super) use facts::known_facts;

pub use crate::relation::View;

/// The relation of a layout: coordinates to offsets, in the given view of the coordinates.
///
/// A linear layout has one output for each out-dim, a layout with basis strides one for each
/// position. A relation is returned as it is, whatever the view. The natural view of a composed
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
pub fn to_relation(layout: &AnyLayout, view: &View) -> Result<Relation, ComposeError> {
    let relation = match layout {
        AnyLayout::Cute(cute) => cute_relation(cute, view),
        AnyLayout::Swizzle(s) => Relation::from_swizzle(s.bits(), s.base(), s.shift()),
        AnyLayout::Composed(composed) => return composed_relation(composed, view),
        AnyLayout::Linear(linear) => linear_relation(linear, view),
        AnyLayout::Relation(relation) => Ok(relation.clone()),
        AnyLayout::Tile(tiler) => {
            return Err(ComposeError::NotAFunction { operand: tiler.to_string() });
        }
    };
    relation.map_err(ComposeError::Relation)
}

fn cute_relation(layout: &CuteLayout, view: &View) -> Result<Relation, RelationError> {
    let (modes, n_outputs) = modes_of(layout)?;
    let offsets = vec![Symbolic::from(0); n_outputs];
    Relation::from_modes(&modes, &offsets, view, &facts_of(layout.facts())?)
}

/// The flattened modes with a stride in each output, and the number of outputs.
fn modes_of(layout: &CuteLayout) -> Result<(Vec<Mode>, usize), RelationError> {
    let mut outputs = layout.positions();
    if outputs.is_empty() {
        outputs.push(Vec::new());
    }
    let mut modes = Vec::new();
    for (extent, stride) in layout.extents().iter().zip(layout.stride().leaves()) {
        let in_output = |path: &Vec<u32>| match stride.path() == path.as_slice() {
            true => symbolic(stride.scale()),
            false => Ok(0.into()),
        };
        let strides = outputs.iter().map(in_output).collect::<Result<_, _>>()?;
        modes.push(Mode { extent: symbolic(extent)?, strides });
    }
    Ok((modes, outputs.len()))
}

/// A term as an affine expression of symbols; an error for a product of symbols.
fn symbolic(term: &Term) -> Result<Symbolic, RelationError> {
    match term.symbols() {
        [] => Ok(term.coefficient().into()),
        [name] => Symbolic::parameter(name).times(term.coefficient()),
        _ => Err(RelationError::ProductOfSymbols { product: term.to_string() }),
    }
}

fn composed_relation(composed: &Composed, view: &View) -> Result<Relation, ComposeError> {
    let offset = symbolic(composed.offset_term()).map_err(ComposeError::Relation)?;
    let facts = facts_of(composed.facts()).map_err(ComposeError::Relation)?;
    let (modes, n_outputs) = modes_of(composed.inner()).map_err(ComposeError::Relation)?;
    if n_outputs != 1 {
        return Err(ComposeError::NotAFunction { operand: composed.inner().to_string() });
    }
    let argument = composed.argument_sign(Domain::Inside);
    match composed.outer() {
        Outer::Swizzle(swizzle) => {
            let parameters = (swizzle.bits(), swizzle.base(), swizzle.shift());
            let relation =
                Relation::from_composed(parameters, &offset, &modes, view, &facts, argument);
            relation.map_err(ComposeError::Relation)
        }
        Outer::Layout(outer) => {
            let inner = Relation::from_modes(&modes, &[offset], view, &facts);
            let inner = inner.map_err(ComposeError::Relation)?;
            let outer = extended_relation(&AnyLayout::Cute(outer.clone()), &View::Integral)?;
            // Both are layouts, whose relations have explicit outputs and one piece.
            inner
                .substituted_into(&outer, argument.is_natural())
                .ok_or_else(|| ComposeError::NotAFunction { operand: composed.to_string() })
        }
    }
}

fn linear_relation(linear: &LinearLayout, view: &View) -> Result<Relation, RelationError> {
    let in_dims: Vec<InDim> =
        linear.bases().map(|(dim, bases)| InDim { name: dim.name().to_owned(), bases }).collect();
    let out_dims: Vec<(&str, i64)> =
        linear.out_dims().iter().map(|dim| (dim.name(), dim.size())).collect();
    Relation::from_bases(&in_dims, &out_dims, &linear.constant(), view)
}

/// The relation from the integral coordinate to one offset, where the layout is no relation.
fn flat_relation(layout: &AnyLayout) -> Result<Relation, ComposeError> {
    let relation = to_relation(layout, &View::Integral)?;
    flat_outputs(layout, relation).map_err(ComposeError::Relation)
}

fn flat_outputs(layout: &AnyLayout, relation: Relation) -> Result<Relation, RelationError> {
    match layout {
        AnyLayout::Linear(linear) => {
            let sizes: Vec<i64> = linear.out_dims().iter().map(|dim| dim.size()).collect();
            relation.with_flat_outputs(&sizes)
        }
        _ => Ok(relation),
    }
}
