//! Evaluation: the offset of a layout at a coordinate, inside and outside the domain.

use super::flat::Modes;
use super::layout::{Layout, Mode};
use super::nesting::Nested;
use super::stride::Stride;
use super::tuple::Tuple;

impl<D: Stride> Layout<D> {
    /// The offset at an integral coordinate, CuTe's `layout(c)`.
    ///
    /// The coordinate is unfolded colexicographically; past the size it extends the last flattened
    /// mode as written, a unit mode included. So `(4,1):(1,0)` is 0 at coordinate 4.
    ///
    /// `None` for a negative coordinate, which is outside everything, and past 64 bits.
    ///
    /// ```
    /// use layout_math::cute::Layout;
    ///
    /// let tile: Layout = "(4,3):(3,1)".parse()?;
    /// assert_eq!(tile.offset(11), Some(11));
    /// assert_eq!(tile.offset(12), Some(3));
    /// assert_eq!(tile.offset(-1), None);
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn offset(&self, coordinate: i64) -> Option<D::Offset> {
        offset_of(self.flat_modes(), coordinate)
    }

    /// The offset at a natural coordinate: one integer for each flattened mode.
    ///
    /// Outside the domain every mode is extended. `None` for another number of integers than there
    /// are flattened modes, a negative one, and past 64 bits.
    pub fn natural_offset(&self, coordinates: &[i64]) -> Option<D::Offset> {
        let mut offset = D::Offset::default();
        let mut coordinates = coordinates.iter();
        for mode in self.flat_modes() {
            let &coordinate = coordinates.next()?;
            mode.stride.add_to(non_negative(coordinate)?, &mut offset)?;
        }
        coordinates.next().is_none().then_some(offset)
    }

    /// The offset at a nested coordinate, CuTe's `crd2idx`.
    ///
    /// A leaf of the coordinate that stands for several modes is an integral coordinate of them.
    /// `None` if the coordinate does not fit the shape, for negative leaves, and past 64 bits.
    ///
    /// ```
    /// use layout_math::cute::Layout;
    /// use layout_math::cute::Tuple::{Leaf, Node};
    ///
    /// let layout: Layout = "((3,4),2):((1,3),100)".parse()?;
    /// assert_eq!(layout.offset_at(&Node(vec![Leaf(5), Leaf(1)])), Some(105));
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn offset_at(&self, coordinate: &Tuple<i64>) -> Option<D::Offset> {
        let (words, modes) = (&mut self.nesting().words(), &mut self.flat_modes());
        let mut offset = D::Offset::default();
        add_offset_at(coordinate, words, modes, &mut offset)?;
        Some(offset)
    }
}

/// Adds the offset of a nested coordinate of the next part of a layout.
fn add_offset_at<D: Stride>(
    coordinate: &Tuple<i64>,
    words: &mut impl Iterator<Item = u16>,
    modes: &mut &[Mode<D>],
    offset: &mut D::Offset,
) -> Option<()> {
    match coordinate {
        Tuple::Leaf(coordinate) => {
            let own = modes.split_off(..Nested::read(words).modes)?;
            unfold(own, *coordinate, offset, D::add_to)
        }
        Tuple::Node(coordinates) => {
            let is_congruent = Nested::rank(words) == Some(coordinates.len());
            let mut coordinates = is_congruent.then_some(coordinates)?.iter();
            coordinates.try_for_each(|inner| add_offset_at(inner, words, modes, offset))
        }
    }
}

/// The offset of flattened modes of a layout at an integral coordinate; the last mode is unbounded.
#[inline]
pub(super) fn offset_of<D: Stride>(modes: &[Mode<D>], coordinate: i64) -> Option<D::Offset> {
    let mut offset = D::Offset::default();
    // Inside of the domain offsets are within 64 bits, and so are the sums on the way to them.
    let add = |stride: &D, digit, offset: &mut _| {
        stride.add_inside(digit, offset);
        Some(())
    };
    unfold(modes, coordinate, &mut offset, add)?;
    Some(offset)
}

/// An offset and that of flattened modes at an integral coordinate; the last mode is unbounded.
pub(super) fn add_unfolded<D: Stride>(
    modes: &[Mode<D>],
    coordinate: i64,
    mut offset: D::Offset,
) -> Option<D::Offset> {
    unfold(modes, coordinate, &mut offset, D::add_to)?;
    Some(offset)
}

/// Unfolds an integral coordinate into digits, each of which `add` adds to an offset, and then what is
/// past the domain: there the last mode goes on.
///
/// `None` for a negative coordinate and past 64 bits.
#[inline(always)]
fn unfold<D: Stride>(
    modes: &[Mode<D>],
    coordinate: i64,
    offset: &mut D::Offset,
    add: impl Fn(&D, i64, &mut D::Offset) -> Option<()>,
) -> Option<()> {
    #[cfg(test)]
    crate::budget::work::add(1);
    // Nothing here is negative: an unsigned division has no special cases.
    let mut rest = non_negative(coordinate)? as u64;
    for mode in modes {
        let size = mode.extent as u64;
        if rest < size {
            return add(&mode.stride, rest as i64, offset);
        }
        // Most extents are powers of two, and of all that is done here the division takes longest.
        let (digit, next) = match size.is_power_of_two() {
            true => (rest & (size - 1), rest >> size.trailing_zeros()),
            false => (rest % size, rest / size),
        };
        add(&mode.stride, digit as i64, offset)?;
        rest = next;
    }
    // The product is no more than the coordinate.
    let past = |last: &Mode<D>| last.stride.add_to(rest as i64 * last.extent, offset);
    modes.last().map_or(Some(()), past)
}

#[inline]
fn non_negative(coordinate: i64) -> Option<i64> {
    (0 <= coordinate).then_some(coordinate)
}

/// The least integral coordinate of the domain at which the offset reaches `bound`, if any does.
///
/// Law: `offset(c) >= bound` at the result and at no lesser coordinate of the domain. The cost is
/// linear in the number of modes: the coordinate is found digit by digit from the slowest mode,
/// each digit the least one that lets the faster modes still reach the bound.
pub(super) fn first_at_least(modes: &[Mode], bound: i64) -> Option<i64> {
    let reach_of = |mode: &Mode| i128::from((mode.extent - 1) * mode.stride.max(0));
    let mut missing = i128::from(bound);
    // What the modes before the current one reach.
    let mut faster: i128 = modes.iter().map(reach_of).sum();
    if faster < missing {
        return None;
    }
    let mut coordinate = 0_i64;
    for mode in modes.iter().rev() {
        faster -= reach_of(mode);
        let (stride, extent) = (i128::from(mode.stride), i128::from(mode.extent));
        let digit = if faster < missing { (missing - faster + stride - 1) / stride } else { 0 };
        missing -= digit * stride;
        coordinate = coordinate * mode.extent + (digit as i64);
        debug_assert!((0..extent).contains(&digit), "the reach was checked");
    }
    Some(coordinate)
}

impl Layout {
    /// The offsets at `N` integral coordinates in a row; `None` if one of them has none.
    pub(crate) fn offsets_in_a_row<const N: usize>(&self, first: i64) -> Option<[i64; N]> {
        let fastest = self.flat_modes().iter().find(|mode| mode.extent != 1);
        let (extent, stride) = fastest.map_or((1, 0), |mode| (mode.extent, mode.stride));
        let mut offsets = [0_i64; N];
        // As long as the fastest digit alone grows, an offset follows from the one before it.
        let (mut before, mut carries_at) = (0_i64, first);
        for (coordinate, offset) in (first..).zip(&mut offsets) {
            if coordinate < carries_at {
                *offset = before.checked_add(stride)?;
            } else {
                *offset = self.offset(coordinate)?;
                carries_at = coordinate.saturating_add(extent - coordinate % extent);
            }
            before = *offset;
        }
        Some(offsets)
    }

    /// The least integral coordinate whose offset is at least `bound`; `None` if all are below.
    ///
    /// ```
    /// use layout_math::cute::Layout;
    ///
    /// let steps: Layout = "24:1".parse()?;
    /// assert_eq!(steps.first_at_least(12), Some(12));
    /// assert_eq!(steps.first_at_least(24), None);
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn first_at_least(&self, bound: i64) -> Option<i64> {
        first_at_least(&Modes::of(self), bound)
    }

    /// The least integral coordinate whose offset is below `bound`; `None` if none is.
    pub fn first_below(&self, bound: i64) -> Option<i64> {
        let has_negative = self.flat_modes().iter().any(|mode| mode.stride < 0);
        if bound <= 0 && !has_negative || bound <= self.offset_range().0 {
            return None;
        }
        // offset < bound is -offset >= 1 - bound; mirrored strides keep invariant 3 of a layout.
        let mut mirrored = Modes::of(self);
        mirrored.iter_mut().for_each(|mode| mode.stride = mode.stride.wrapping_neg());
        first_at_least(&mirrored, bound.checked_neg()?.checked_add(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> Layout {
        text.parse().unwrap()
    }

    #[test]
    fn the_domain_is_left_through_the_last_mode_as_written() {
        assert_eq!(layout("(4,1):(1,0)").offset(4), Some(0));
        assert_eq!(layout("(4,1):(1,80)").offset(5), Some(81));
        assert_eq!(layout("4:2").offset(7), Some(14));
        assert_eq!(layout("():()").offset(0), Some(0));
        assert_eq!(layout("4:2").offset(i64::MAX), None);
    }

    #[test]
    fn offsets_in_a_row_are_offsets() {
        for text in
            ["(4,3):(3,1)", "(1,7,2):(9,-2,5)", "(4,1):(1,80)", "(1,1):(5,9)", "():()", "24:1"]
        {
            let layout = layout(text);
            for first in -1..20 {
                let each: Option<Vec<i64>> =
                    (first..first + 9).map(|at| layout.offset(at)).collect();
                let in_a_row = layout.offsets_in_a_row::<9>(first).map(Vec::from);
                assert_eq!(in_a_row, each, "{text} from {first} on");
            }
        }
        let end = layout("4:2").offsets_in_a_row::<2>(i64::MAX / 2);
        assert_eq!(end, None);
    }

    #[test]
    fn natural_coordinates_extend_every_mode() {
        let tile = layout("(4,(2,2)):(2,(1,8))");
        assert_eq!(tile.natural_offset(&[4, 2, 3]), Some(8 + 2 + 24));
        assert_eq!(tile.natural_offset(&[0, 0]), None);
        assert_eq!(tile.natural_offset(&[0, 0, 0, 0]), None);
        assert_eq!(tile.natural_offset(&[0, -1, 0]), None);
    }

    #[test]
    fn the_first_coordinate_past_a_bound_is_the_least() {
        for text in
            ["(4,3):(3,1)", "(4,3):(-3,1)", "(3,2,2):(0,5,-2)", "24:1", "(2,3):(7,-7)", "1:5"]
        {
            let layout = layout(text);
            for bound in -12..30 {
                let at_least = (0..layout.size()).find(|&c| bound <= layout.offset(c).unwrap());
                let below = (0..layout.size()).find(|&c| layout.offset(c).unwrap() < bound);
                assert_eq!(layout.first_at_least(bound), at_least, "{text} at least {bound}");
                assert_eq!(layout.first_below(bound), below, "{text} below {bound}");
            }
        }
    }

    #[test]
    fn an_offset_past_the_last_is_not_reached() {
        assert_eq!(layout("(4,2):(1,4)").first_at_least(7), Some(7));
        assert_eq!(layout("(4,2):(1,4)").first_at_least(8), None);
        assert_eq!(layout("(4,2):(-1,4)").first_at_least(5), None);
    }
}
