//! What two layouts have in common: the elements that can be copied at once.

use super::algebra_error::AlgebraError;
use super::coalesce::coalesce;
use super::composition::{Composition, composition_within};
use super::layout::{Layout, Mode};
use super::right_inverse::right_inverse;
use super::tuple::Tuple;
use crate::budget::Budget;

/// The longest run of offsets 0, 1, 2, … that `a` and `b` have at the same coordinates, as a layout
/// of those coordinates: CuTe's `max_common_layout`.
///
/// Law: for every `i` below its size, `common(i)` is a coordinate of both layouts, and
/// `a(common(i)) = b(common(i)) = i`. So what is common can be copied at once from one to the other.
/// If `b` is injective and not below 0 anywhere, no longer layout is common to both. `1:0` if not even 0
/// and 1 are common.
///
/// CuTe extends `a` past its end and may answer with more coordinates than it has: `5:1` for `2:1` and
/// `(1,5):(5,1)`.
///
/// # Errors
///
/// [`AlgebraError::CompositionUndecided`] if how far the run goes is not decided within the budget.
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, max_common_layout};
///
/// let rows: Layout = "(8,32):(32,1)".parse()?;
/// let tiles: Layout = "(8,(16,2)):(16,(1,128))".parse()?;
/// assert_eq!(max_common_layout(&rows, &tiles, &Budget::DEFAULT).unwrap().to_string(), "16:8");
///
/// let pair: Layout = "2:1".parse()?;
/// let common = max_common_layout(&pair, &"(1,5):(5,1)".parse()?, &Budget::DEFAULT).unwrap();
/// assert_eq!(common.to_string(), "2:1");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn max_common_layout(a: &Layout, b: &Layout, budget: &Budget) -> Result<Layout, AlgebraError> {
    let all = right_inverse(b);
    let is_common = |i: i64| {
        let place = all.offset(i).filter(|&place| place < a.size());
        place.and_then(|place| a.offset(place)) == Some(i)
    };
    let undecided =
        || AlgebraError::CompositionUndecided { outer: a.to_string(), inner: all.to_string() };
    let modes = all.flat_modes();
    // Longest first: what `a` is at all places of `b` need not be decided, but then at the first.
    for taken in (1..=modes.len()).rev() {
        let places = Layout::from_modes(&modes[..taken])?;
        let Some(run) = run_of_identity(a, &places, budget) else { continue };
        let inside = places.first_at_least(a.size()).unwrap_or(places.size());
        let length = run.min(inside);
        if length == places.size() && length < all.size() && is_common(length) {
            // It goes on in a mode of which nothing is decided.
            return Err(undecided());
        }
        return Ok(coalesce(&beginning(&places, length)));
    }
    if is_common(1) {
        return Err(undecided());
    }
    Ok(Layout::new(Tuple::Leaf(1), Tuple::Leaf(0))?)
}

/// How many coordinates `0, 1, 2, …` the composition of `a` with the places, which are not negative,
/// sends to themselves; `None` if the composition is not decided.
fn run_of_identity(a: &Layout, places: &Layout, budget: &Budget) -> Option<i64> {
    match composition_within(a, places, budget) {
        Composition::Layout(offsets) => Some(match coalesce(&offsets).flat_modes().first() {
            Some(Mode { stride: 1, extent }) => *extent,
            _ => 1,
        }),
        Composition::Undecided { .. } => None,
        // This was found by evaluating every coordinate, so that walking over them is no more work.
        _ => {
            let moves = |&i: &i64| places.offset(i).and_then(|place| a.offset(place)) != Some(i);
            Some((0..places.size()).find(moves).unwrap_or(places.size()))
        }
    }
}

/// The layout on as many of the first `length` coordinates as a layout can have: whole modes, and a
/// part of the one after them.
fn beginning(layout: &Layout, length: i64) -> Layout {
    let mut rest = length;
    let mut modes = Vec::new();
    for mode in layout.flat_modes() {
        let extent = mode.extent.min(rest);
        modes.push(Mode { extent, ..*mode });
        // What is left are whole copies of the modes so far.
        rest = if extent == mode.extent { rest / extent } else { 1 };
    }
    Layout::from_modes(&modes).expect("a part of a layout")
}

/// The number of elements that can be copied at once between two layouts, CuTe's
/// `max_common_vector`: the size of [`max_common_layout`].
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, max_common_vector};
///
/// let rows: Layout = "(8,32):(32,1)".parse()?;
/// assert_eq!(max_common_vector(&rows, &rows, &Budget::DEFAULT), Ok(256));
/// assert_eq!(max_common_vector(&rows, &"(8,32):(1,8)".parse()?, &Budget::DEFAULT), Ok(1));
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn max_common_vector(a: &Layout, b: &Layout, budget: &Budget) -> Result<i64, AlgebraError> {
    Ok(max_common_layout(a, b, budget)?.size())
}
