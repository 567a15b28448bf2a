//! Conditions of the algorithms on their layouts, decided on relations.

use super::error::PaperError;
use super::mapping::index_mapping;
use super::strictly_affine::out_of_budget;
use layout_math::cute::{AlgebraError, Injectivity, Layout, Mode, Tuple};
use layout_math::relation::{Answer, Context};

/// The error for a layout that goes below 0: the paper takes offsets for sizes of what is filled, and
/// its cosize, the greatest offset plus 1, counts from 0 (erratum 9).
pub(super) fn check_non_negative(layout: &Layout) -> Result<(), PaperError> {
    let Some(coordinate) = layout.first_below(0) else { return Ok(()) };
    let offset = layout.offset(coordinate).expect("the coordinate is in the domain");
    Err(AlgebraError::BelowZero { layout: layout.to_string(), coordinate, offset }.into())
}

/// The error for a layout that is not injective.
pub(super) fn check_injective(context: &Context, layout: &Layout) -> Result<(), PaperError> {
    // Natural coordinates spare isl the divisions.
    match index_mapping(context, layout)?.injective()? {
        Answer::Proved => return Ok(()),
        Answer::Refuted(_) => {}
        Answer::Unknown { operations } => return Err(out_of_budget(operations)),
    }
    let text = layout.to_string();
    Err(match layout.injectivity() {
        Injectivity::Collision { first, second } => {
            let offset = layout.offset(first).expect("the coordinate is in the domain");
            AlgebraError::NotInjective { layout: text, first, second, offset }
        }
        // The search for the least collision gave up where isl did not.
        _ => AlgebraError::InjectivityUndecided { layout: text },
    }
    .into())
}

/// The modes with more than one coordinate in ascending order of their strides: the paper's
/// `get_dim_order`.
pub(super) fn by_stride(modes: impl IntoIterator<Item = Mode>) -> Vec<Mode> {
    let mut modes: Vec<Mode> = modes.into_iter().filter(|mode| mode.extent != 1).collect();
    modes.sort_by_key(|mode| mode.stride);
    modes
}

/// The shape with an extent for each mode: a leaf for one, and 1 for none.
pub(super) fn shape_of(modes: &[Mode]) -> Tuple<i64> {
    match modes {
        [] => Tuple::Leaf(1),
        [mode] => Tuple::Leaf(mode.extent),
        _ => Tuple::Node(modes.iter().map(|mode| Tuple::Leaf(mode.extent)).collect()),
    }
}
