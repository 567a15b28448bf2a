//! Composition as the other operations use it: a layout, or an error that says why there is none.

use std::fmt::Display;

use super::algebra_error::AlgebraError;
use super::composition::{Composition, composition_within};
use super::coordinate_composition::coordinate_composition;
use super::layout::Layout;
use super::stride::{Basis, Stride};
use super::tuple::Tuple;
use crate::budget::Budget;

/// The layout that equals `g o f`, or why there is none.
fn compose<D: Stride>(
    g: &Layout<D>,
    f: &Layout,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    decided(composition_within(g, f, budget), g, f, |coordinate| f.offset(coordinate))
}

/// The layout that equals `g o f` and whose shape refines the shape of `f`.
pub(super) fn compose_refining<D: Stride>(
    g: &Layout<D>,
    f: &Layout,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    refine(compose(g, f, budget)?, f.shape(), budget)
}

/// The layout that equals `g o f`, where the offsets of `f` are coordinates of `g`, and whose shape
/// refines the shape of `f`: that of [`coordinate_composition`], or why there is none.
///
/// # Errors
///
/// Those of [`coordinate_composition`], and [`AlgebraError::NotALayout`], [`AlgebraError::BelowZero`],
/// [`AlgebraError::DoesNotSplit`] and [`AlgebraError::CompositionUndecided`].
pub(crate) fn compose_coordinates<D: Stride>(
    g: &Layout<D>,
    f: &Layout<Basis>,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    let components = f.components()?;
    let least = |coordinate| components.iter().filter_map(|(_, of)| of.offset(coordinate)).min();
    let found = coordinate_composition(g, f, budget)?;
    refine(decided(found, g, f, least)?, f.shape(), budget)
}

/// The layout that was found, or why there is none; `offset` is the offset of `f` that is below 0.
fn decided<D: Stride>(
    found: Composition<D>,
    g: &impl Display,
    f: &impl Display,
    offset: impl FnOnce(i64) -> Option<i64>,
) -> Result<Layout<D>, AlgebraError> {
    match found {
        Composition::Layout(layout) => Ok(layout),
        Composition::NotALayout { witness } => Err(AlgebraError::NotALayout {
            outer: g.to_string(),
            inner: f.to_string(),
            coordinate: witness,
        }),
        Composition::Undefined { coordinate } => Err(AlgebraError::BelowZero {
            layout: f.to_string(),
            coordinate,
            offset: offset(coordinate).expect("the coordinate is in the domain"),
        }),
        Composition::Undecided { .. } => {
            Err(AlgebraError::CompositionUndecided { outer: g.to_string(), inner: f.to_string() })
        }
    }
}

/// The same function with a shape that refines another one of its size.
///
/// Composition answers with a flat layout where CuTe's algorithm fails. Such a layout is split
/// into the modes of the shape: that is its composition with the identity on the shape.
fn refine<D: Stride>(
    layout: Layout<D>,
    shape: &Tuple<i64>,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    if shape.is_compatible(layout.shape()) {
        return Ok(layout);
    }
    let identity = Layout::column_major(shape.clone())?;
    match composition_within(&layout, &identity, budget) {
        Composition::Layout(split) if shape.is_compatible(split.shape()) => Ok(split),
        Composition::Undecided { .. } => Err(AlgebraError::CompositionUndecided {
            outer: layout.to_string(),
            inner: identity.to_string(),
        }),
        _ => {
            Err(AlgebraError::DoesNotSplit { layout: layout.to_string(), shape: shape.to_string() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 4 does not divide 6, and no coordinate may be looked at.
    #[test]
    fn a_shape_that_carries_is_undecided_without_a_walk() {
        let layout: Layout = "(4,6,8):(2,3,5)".parse().unwrap();
        let shape = Tuple::Node(vec![Tuple::Leaf(6), Tuple::Leaf(32)]);
        assert_eq!(
            refine(layout, &shape, &Budget::CLOSED_FORMS).unwrap_err().to_string(),
            "whether a layout equals (4,6,8):(2,3,5) o (6,32):(1,6) is unknown: it carries between \
             modes and has too many coordinates to evaluate"
        );
    }
}
