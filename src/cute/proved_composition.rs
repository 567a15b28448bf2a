//! Composition as the other operations use it: a layout, or an error that says why there is none.

use super::algebra_error::AlgebraError;
use super::composition::{Composition, composition};
use super::layout::Layout;
use super::stride::Stride;

/// The layout that equals `g o f`, or why there is none.
pub(super) fn compose<D: Stride>(g: &Layout<D>, f: &Layout) -> Result<Layout<D>, AlgebraError> {
    match composition(g, f) {
        Composition::Layout(layout) => Ok(layout),
        Composition::NotALayout { witness } => Err(AlgebraError::NotALayout {
            outer: g.to_string(),
            inner: f.to_string(),
            coordinate: witness,
        }),
        Composition::Undefined { coordinate } => Err(AlgebraError::BelowZero {
            layout: f.to_string(),
            coordinate,
            offset: f.offset(coordinate).expect("the coordinate is in the domain"),
        }),
        Composition::Undecided { .. } => {
            Err(AlgebraError::CompositionUndecided { outer: g.to_string(), inner: f.to_string() })
        }
    }
}

/// The layout that equals `g o f` and whose shape refines the shape of `f`.
///
/// Composition answers with a flat layout where CuTe's algorithm fails. Such a layout is split
/// into the modes of `f`: that is its composition with the identity on the shape of `f`.
pub(super) fn compose_refining<D: Stride>(
    g: &Layout<D>,
    f: &Layout,
) -> Result<Layout<D>, AlgebraError> {
    let layout = compose(g, f)?;
    if f.shape().is_compatible(layout.shape()) {
        return Ok(layout);
    }
    let identity = Layout::column_major(f.shape().clone())?;
    match composition(&layout, &identity) {
        Composition::Layout(split) if f.shape().is_compatible(split.shape()) => Ok(split),
        _ => Err(AlgebraError::DoesNotSplit {
            layout: layout.to_string(),
            shape: f.shape().to_string(),
        }),
    }
}
