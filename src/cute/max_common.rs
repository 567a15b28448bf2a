use super::coalesce::coalesce;
use super::composition::{Composition, composition};
use super::layout::{Layout, Mode};
use super::right_inverse::right_inverse;
use super::tuple::Tuple;

/// The longest run of offsets 0, 1, 2, … that `a` and `b` have at the same coordinates, as a layout
/// of those coordinates: CuTe's `max_common_layout`.
///
/// Law: `a(common(i)) = i` and `b(common(i)) = i` for every `i` below its size. What is common can be
/// copied at once from one to the other. `a` is extended in its last mode as everywhere, so that
/// the run can be longer than a small `a`. `1:0` if not even 0 and 1 are common.
///
/// ```
/// use layout::cute::{Layout, max_common_layout};
///
/// let rows: Layout = "(8,32):(32,1)".parse()?;
/// let tiles: Layout = "(8,(16,2)):(16,(1,128))".parse()?;
/// assert_eq!(max_common_layout(&rows, &tiles).to_string(), "16:8");
/// # Ok::<(), layout::text::ParseError>(())
/// ```
pub fn max_common_layout(a: &Layout, b: &Layout) -> Layout {
    let places = right_inverse(b).flat_modes();
    // Longest first: `a` need not be a layout over all the places of `b`, but over the first of them.
    for taken in (1..=places.len()).rev() {
        let places = Layout::from_modes(&places[..taken]).expect("a part of a layout");
        let Composition::Layout(offsets) = composition(a, &places) else { continue };
        let run = match coalesce(&offsets).flat_modes().first() {
            Some(Mode { stride: 1, extent }) => *extent,
            _ => 1,
        };
        let run = Layout::new(Tuple::Leaf(run), Tuple::Leaf(i64::from(run != 1)));
        let run = run.expect("not longer than the places");
        if let Composition::Layout(common) = composition(&places, &run) {
            return coalesce(&common);
        }
    }
    Layout::new(Tuple::Leaf(1), Tuple::Leaf(0)).expect("1:0 is a layout")
}

/// The number of elements that can be copied at once between two layouts, CuTe's
/// `max_common_vector`: the size of [`max_common_layout`].
///
/// ```
/// use layout::cute::{Layout, max_common_vector};
///
/// let rows: Layout = "(8,32):(32,1)".parse()?;
/// assert_eq!(max_common_vector(&rows, &rows), 256);
/// assert_eq!(max_common_vector(&rows, &"(8,32):(1,8)".parse()?), 1);
/// # Ok::<(), layout::text::ParseError>(())
/// ```
pub fn max_common_vector(a: &Layout, b: &Layout) -> i64 {
    max_common_layout(a, b).size()
}
