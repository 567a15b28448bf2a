//! Evaluation: the offset of a layout at a coordinate, inside and outside the domain.

use super::flat::Modes;
use super::layout::{Layout, Mode, fold_leaves};
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
        let unfolded = Unfolded::new(coordinate, D::Offset::default())?;
        self.try_fold_modes(unfolded, &mut Unfolded::pass).ok()?.end()
    }

    /// The offset at a natural coordinate: one integer for each flattened mode.
    ///
    /// Outside the domain every mode is extended. `None` for another number of integers than there
    /// are flattened modes, a negative one, and past 64 bits.
    pub fn natural_offset(&self, coordinates: &[i64]) -> Option<D::Offset> {
        let mut offset = D::Offset::default();
        let mut coordinates = coordinates.iter();
        for stride in self.stride().leaves() {
            let &coordinate = coordinates.next()?;
            stride.add_to(non_negative(coordinate)?, &mut offset)?;
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
        offset_at(coordinate, self.shape(), self.stride(), D::Offset::default())
    }
}

/// An offset and that of a nested coordinate.
fn offset_at<D: Stride>(
    coordinate: &Tuple<i64>,
    shape: &Tuple<i64>,
    stride: &Tuple<D>,
    offset: D::Offset,
) -> Option<D::Offset> {
    match (coordinate, shape, stride) {
        (Tuple::Leaf(coordinate), _, _) => {
            let unfolded = Unfolded::new(*coordinate, offset)?;
            fold_leaves(shape, stride, unfolded, &mut Unfolded::pass).ok()?.end()
        }
        (Tuple::Node(coordinates), Tuple::Node(shapes), Tuple::Node(strides))
            if coordinates.len() == shapes.len() =>
        {
            coordinates.iter().zip(shapes).zip(strides).try_fold(
                offset,
                |offset, ((coordinate, shape), stride)| {
                    offset_at(coordinate, shape, stride, offset)
                },
            )
        }
        _ => None,
    }
}

/// The offset of flattened modes at an integral coordinate; the last mode is unbounded.
pub(super) fn offset_of<D: Stride>(modes: &[Mode<D>], coordinate: i64) -> Option<D::Offset> {
    add_unfolded(modes, coordinate, D::Offset::default())
}

/// An offset and that of flattened modes at an integral coordinate; the last mode is unbounded.
pub(super) fn add_unfolded<'a, D: Stride>(
    modes: &'a [Mode<D>],
    coordinate: i64,
    offset: D::Offset,
) -> Option<D::Offset> {
    let unfolded = Unfolded::new(coordinate, offset)?;
    let pass = |unfolded: Unfolded<'a, D>, mode: &'a Mode<D>| {
        unfolded.pass(mode.extent, &mode.stride).ok()
    };
    modes.iter().try_fold(unfolded, pass)?.end()
}

/// An integral coordinate on its way through flattened modes.
struct Unfolded<'a, D: Stride> {
    /// What is left for the modes that follow; 0 inside of the domain of those that were passed.
    rest: i64,
    /// The last mode that was passed: where no other follows it is unbounded.
    last: (i64, Option<&'a D>),
    offset: D::Offset,
}

/// An offset is past 64 bits.
struct TooLarge;

impl<'a, D: Stride> Unfolded<'a, D> {
    /// `None` for a negative coordinate.
    #[inline]
    fn new(coordinate: i64, offset: D::Offset) -> Option<Self> {
        #[cfg(test)]
        crate::budget::work::add(1);
        Some(Unfolded { rest: non_negative(coordinate)?, last: (1, None), offset })
    }

    #[inline(always)]
    fn pass(mut self, extent: i64, stride: &'a D) -> Result<Self, TooLarge> {
        // Neither is negative: an unsigned division has no special cases. The last mode of most
        // coordinates needs none.
        let (rest, size) = (self.rest as u64, extent as u64);
        let (rounds, digit) = if rest < size { (0, rest) } else { (rest / size, rest % size) };
        (self.rest, self.last) = (rounds as i64, (extent, Some(stride)));
        stride.add_to(digit as i64, &mut self.offset).ok_or(TooLarge)?;
        Ok(self)
    }

    /// The offset: past the domain the last mode goes on.
    #[inline]
    fn end(mut self) -> Option<D::Offset> {
        if let (extent, Some(stride)) = self.last
            && self.rest != 0
        {
            // The product is no more than the coordinate.
            stride.add_to(self.rest * extent, &mut self.offset)?;
        }
        Some(self.offset)
    }
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
        let is_reached = bound <= self.offset_range().1;
        is_reached.then(|| first_at_least(&Modes::of(self), bound)).flatten()
    }

    /// The least integral coordinate whose offset is below `bound`; `None` if none is.
    pub fn first_below(&self, bound: i64) -> Option<i64> {
        if bound <= self.offset_range().0 {
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
}
