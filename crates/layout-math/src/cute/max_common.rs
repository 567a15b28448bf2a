//! What two layouts have in common: the elements that can be copied at once.

use super::coalesce::coalesce;
use super::composition::{Composition, composition};
use super::layout::{Layout, Mode};
use super::right_inverse::right_inverse;
use super::tuple::Tuple;

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
/// ```
/// use layout_math::cute::{Layout, max_common_layout};
///
/// let rows: Layout = "(8,32):(32,1)".parse()?;
/// let tiles: Layout = "(8,(16,2)):(16,(1,128))".parse()?;
/// assert_eq!(max_common_layout(&rows, &tiles).to_string(), "16:8");
///
/// let pair: Layout = "2:1".parse()?;
/// assert_eq!(max_common_layout(&pair, &"(1,5):(5,1)".parse()?).to_string(), "2:1");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn max_common_layout(a: &Layout, b: &Layout) -> Layout {
    let places = right_inverse(b).flat_modes();
    // Longest first: what `a` is at all places of `b` need not be decided, but then at the first.
    for taken in (1..=places.len()).rev() {
        let places = Layout::from_modes(&places[..taken]).expect("a part of a layout");
        let Some(run) = run_of_identity(a, &places) else { continue };
        let inside = places.first_at_least(a.size()).unwrap_or(places.size());
        return coalesce(&beginning(&places, run.min(inside)));
    }
    Layout::new(Tuple::Leaf(1), Tuple::Leaf(0)).expect("1:0 is a layout")
}

/// How many coordinates `0, 1, 2, …` the composition of `a` with the places, which are not negative,
/// sends to themselves; `None` if the composition is not decided.
fn run_of_identity(a: &Layout, places: &Layout) -> Option<i64> {
    match composition(a, places) {
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
        modes.push(Mode { extent, ..mode });
        // What is left are whole copies of the modes so far.
        rest = if extent == mode.extent { rest / extent } else { 1 };
    }
    Layout::from_modes(&modes).expect("a part of a layout")
}

/// The number of elements that can be copied at once between two layouts, CuTe's
/// `max_common_vector`: the size of [`max_common_layout`].
///
/// ```
/// use layout_math::cute::{Layout, max_common_vector};
///
/// let rows: Layout = "(8,32):(32,1)".parse()?;
/// assert_eq!(max_common_vector(&rows, &rows), 256);
/// assert_eq!(max_common_vector(&rows, &"(8,32):(1,8)".parse()?), 1);
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn max_common_vector(a: &Layout, b: &Layout) -> i64 {
    max_common_layout(a, b).size()
}
