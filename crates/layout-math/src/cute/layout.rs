use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::invariants::{LayoutError, are_layout, broken, numbers_fit};
use super::nesting::Nesting;
pub use super::stride::Mode;
use super::stride::Stride;
use super::tuple::Tuple;
use crate::budget::MAX_MODES;
use crate::text::MAX_DEPTH;

/// A CuTe layout `shape:stride`: a function from coordinates to offsets.
///
/// The coordinate `(c0, c1, …)` goes to the offset `c0*d0 + c1*d1 + …`, where `d0, d1, …` are the
/// strides. `(2,4):(4,1)` is a row-major matrix of 2 rows and 4 columns with the offsets
///
/// ```text
///          j=0  1  2  3
///     i=0    0  1  2  3
///     i=1    4  5  6  7
/// ```
///
/// A layout can also be given one integer, the *integral* coordinate, which is unfolded
/// colexicographically (leftmost mode fastest): 0, 1, 2, … walk down the columns of the table.
///
/// The stride type `D` is `i64`, or [`Basis`](super::Basis) for scaled-basis strides, whose
/// offsets are tuples. Extents and strides that are not known numbers are the business of
/// [`SymbolicLayout`](super::SymbolicLayout).
///
/// # Invariants
///
/// [`Layout::new`] checks these, and there is no other way to make a `Layout`.
///
/// 1. Shape and stride are congruent.
/// 2. Every extent is at least 1.
/// 3. The size fits in an `i64`, and so does the cosize, which the offset at every coordinate does with it.
/// 4. There are at most `MAX_MODES` modes, nested at most [`MAX_DEPTH`] deep.
///
/// A layout need not be injective: a mode with stride 0 sends all its coordinates to one offset.
///
/// # Example
///
/// ```
/// use layout_math::cute::Layout;
///
/// let row_major: Layout = "(2,4):(4,1)".parse()?;
/// assert_eq!((row_major.size(), row_major.cosize()), (8, 8));
///
/// let walk: Vec<_> = (0..8).map(|c| row_major.offset(c).unwrap()).collect();
/// assert_eq!(walk, [0, 4, 1, 5, 2, 6, 3, 7]);
///
/// let error = "(2,4):(4)".parse::<Layout>().unwrap_err();
/// assert_eq!(error.to_string(), "shape (2,4) has 2 modes but stride (4) has 1");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Layout<D: Stride = i64> {
    /// From left to right, whatever tuples they stand in: this is what the algebra works on.
    modes: OwnModes<D>,
    nesting: Nesting,
    tuples: Tuples<D>,
}

/// The modes of a layout, which are kept without an allocation if they are few.
pub(super) type OwnModes<D> = SmallVec<<D as Stride>::Few>;

/// Shape and stride as nested tuples, made of the modes for the first who asks.
#[derive(Clone)]
struct Tuples<D>(OnceLock<Arc<(Tuple<i64>, Tuple<D>)>>);

// What is made of the modes tells no layouts apart.
impl<D> PartialEq for Tuples<D> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<D> Eq for Tuples<D> {}

impl<D> Hash for Tuples<D> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<D> fmt::Debug for Tuples<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..")
    }
}

/// A copy of some modes, of which many take one allocation.
#[inline]
fn own<D: Stride>(modes: &[Mode<D>]) -> OwnModes<D> {
    let mut own = SmallVec::with_capacity(modes.len());
    own.extend(modes.iter().cloned());
    own
}

impl<D: Stride> Layout<D> {
    /// The layout `shape:stride`, or the invariant that the two break.
    pub fn new(shape: Tuple<i64>, stride: Tuple<D>) -> Result<Self, LayoutError> {
        if !are_layout(&shape, &stride) {
            return Err(broken(&shape, &stride));
        }
        let nesting = Nesting::of(&shape);
        let mut modes = SmallVec::with_capacity(shape.leaves().count());
        let mut extents = shape.leaves();
        stride.into_leaves(&mut |stride| {
            modes.extend(extents.next().map(|&extent| Mode { extent, stride }));
        });
        Ok(Layout::of(modes, nesting))
    }

    /// The flat layout of these modes. One mode gives a leaf, `4:1`, as CuTe's `coalesce` writes it.
    pub fn from_modes(modes: &[Mode<D>]) -> Result<Self, LayoutError> {
        Layout::check_modes(modes).map(|()| Layout::of_modes(modes))
    }

    /// The same for modes that are known to keep the invariants.
    #[inline]
    pub(super) fn of_modes(modes: &[Mode<D>]) -> Self {
        Layout::of_own_modes(own(modes))
    }

    /// The same for modes that need not be copied.
    #[inline]
    pub(super) fn of_own_modes(modes: OwnModes<D>) -> Self {
        let nesting = if modes.len() == 1 { Nesting::Leaf } else { Nesting::Flat(modes.len()) };
        Layout::of(modes, nesting)
    }

    /// The layout of modes that are known to keep the invariants.
    #[inline]
    fn of(modes: OwnModes<D>, nesting: Nesting) -> Self {
        Layout { modes, nesting, tuples: Tuples(OnceLock::new()) }
    }

    /// The layout of these modes in these tuples, which have as many, or the invariant that it breaks.
    #[inline]
    pub(super) fn of_nested(modes: OwnModes<D>, nesting: Nesting) -> Result<Self, LayoutError> {
        let numbers = modes.iter().map(|mode| (mode.extent, &mode.stride));
        // Less than MAX_DEPTH words are within the limits of modes and of nesting.
        let is_layout = nesting.len() < MAX_DEPTH && numbers_fit(numbers);
        let layout = Layout::of(modes, nesting);
        if is_layout { Ok(layout) } else { layout.checked() }
    }

    /// Itself, or the invariant that it breaks.
    #[cold]
    fn checked(self) -> Result<Self, LayoutError> {
        Layout::new(self.shape().clone(), self.stride().clone())
    }

    /// The invariant that the flat layout of these modes breaks.
    pub(super) fn check_modes(modes: &[Mode<D>]) -> Result<(), LayoutError> {
        let numbers = modes.iter().map(|mode| (mode.extent, &mode.stride));
        if modes.len() <= MAX_MODES && numbers_fit(numbers) {
            return Ok(());
        }
        let extents = modes.iter().map(|mode| mode.extent).collect();
        let strides = modes.iter().map(|mode| mode.stride.clone()).collect();
        Err(broken(&Tuple::of_leaves(extents), &Tuple::of_leaves(strides)))
    }

    /// The layout whose top-level modes are these layouts, CuTe's `make_layout(a, b, …)`.
    pub fn concat(modes: impl IntoIterator<Item = Layout<D>>) -> Result<Self, LayoutError> {
        let (mut flat, mut parts) = (SmallVec::new(), Vec::new());
        for part in modes {
            flat.extend(part.modes);
            parts.push(part.nesting);
        }
        if MAX_MODES < parts.len() {
            return Err(LayoutError::TooManyModes);
        }
        Layout::of_nested(flat, Nesting::tuple(parts.iter()))
    }

    /// The extents, nested as they are.
    pub fn shape(&self) -> &Tuple<i64> {
        &self.tuples().0
    }

    /// The strides, nested as they are.
    pub fn stride(&self) -> &Tuple<D> {
        &self.tuples().1
    }

    fn tuples(&self) -> &(Tuple<i64>, Tuple<D>) {
        self.tuples.0.get_or_init(|| {
            let extents = &mut self.modes.iter().map(|mode| mode.extent);
            let strides = &mut self.modes.iter().map(|mode| mode.stride.clone());
            Arc::new((self.nesting.with_leaves(extents), self.nesting.with_leaves(strides)))
        })
    }

    /// The layout of this shape whose offsets are all 0.
    pub(super) fn broadcast<E: Stride>(&self) -> Layout<E> {
        let zero = |mode: &Mode<D>| Mode { extent: mode.extent, stride: E::ZERO };
        Layout::of(self.modes.iter().map(zero).collect(), self.nesting.clone())
    }

    /// The tuples that the modes stand in.
    pub(super) fn nesting(&self) -> &Nesting {
        &self.nesting
    }

    /// True if two layouts have the same extents, nested alike.
    pub(super) fn has_shape_of<E: Stride>(&self, other: &Layout<E>) -> bool {
        let extents = other.modes.iter().map(|mode| mode.extent);
        self.nesting == other.nesting && self.modes.iter().map(|mode| mode.extent).eq(extents)
    }

    /// The number of top-level modes.
    pub fn rank(&self) -> usize {
        self.nesting.rank()
    }

    /// The nesting depth of the shape.
    pub fn depth(&self) -> usize {
        self.nesting.depth()
    }

    /// The number of coordinates: the product of the extents.
    pub fn size(&self) -> i64 {
        // Invariant 3: the product was checked when the layout was made.
        self.modes.iter().map(|mode| mode.extent).product()
    }

    /// The top-level modes as layouts; a layout of a leaf is its own only mode.
    pub fn modes(&self) -> impl Iterator<Item = Layout<D>> + '_ {
        let mut rest = self.flat_modes();
        self.nesting.parts().map(move |(nesting, count)| {
            let (mine, others) = rest.split_at(count);
            rest = others;
            Layout::of(own(mine), nesting)
        })
    }

    /// The flattened modes from left to right.
    #[inline]
    pub fn flat_modes(&self) -> &[Mode<D>] {
        &self.modes
    }

    /// The weight of the digit of each flattened mode in the integral coordinate: the product of the extents
    /// before it.
    pub(crate) fn weights(&self) -> impl Iterator<Item = i64> + '_ {
        self.flat_modes().iter().scan(1, |next, mode| {
            let weight = *next;
            *next *= mode.extent;
            Some(weight)
        })
    }

    /// The same modes without nesting, CuTe's `flatten`. A leaf stays a leaf.
    ///
    /// Law: same size and, at every integral coordinate, the same offset.
    pub fn flatten(&self) -> Self {
        match self.nesting {
            Nesting::Leaf => self.clone(),
            _ => Layout::of(self.modes.clone(), Nesting::Flat(self.modes.len())),
        }
    }
}

impl Layout<i64> {
    /// The layout of a shape with the compact column-major strides, leftmost mode fastest.
    ///
    /// A mode of extent 1 has stride 0, as in CuTe: `(2,1,6)` has the strides `(1,0,2)`.
    pub fn column_major(shape: Tuple<i64>) -> Result<Self, LayoutError> {
        let mut next = Some(1_i64);
        let stride = shape.map(&mut |&extent| {
            let stride = if extent == 1 { Some(0) } else { next };
            next = next.and_then(|stride| stride.checked_mul(extent));
            stride.unwrap_or(0)
        });
        if next.is_none() {
            return Err(LayoutError::SizeTooLarge { shape: shape.to_string() });
        }
        Layout::new(shape, stride)
    }

    /// The least and the greatest offset over the domain.
    pub fn offset_range(&self) -> (i64, i64) {
        self.modes.iter().fold((0, 0), |(least, greatest), mode| {
            let span = (mode.extent - 1) * mode.stride;
            (least + span.min(0), greatest + span.max(0))
        })
    }

    /// One more than the offset at the last coordinate, CuTe's `cosize`.
    ///
    /// CuTe counts a stride by its magnitude, so that this is the extent of the range of offsets
    /// also for negative strides: `4:-1` has cosize 4.
    pub fn cosize(&self) -> i64 {
        let (least, greatest) = self.offset_range();
        greatest - least + 1
    }
}

impl<D: Stride> fmt::Display for Layout<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.nesting.print(&mut self.modes.iter().map(|mode| mode.extent), f)?;
        f.write_str(":")?;
        self.nesting.print(&mut self.modes.iter().map(|mode| &mode.stride), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_and_nesting_have_a_limit() {
        let modes = |n: usize| Tuple::Node(vec![Tuple::Leaf(1); n]);
        let flat = |n: usize| Layout::new(modes(n), modes(n));
        assert_eq!(flat(4096).unwrap().rank(), 4096);
        let error = flat(4097).unwrap_err().to_string();
        assert_eq!(error, "the layout has more modes than the limit of 4096");
        let most = Tuple::Node(vec![Tuple::Leaf(1); 4096]);
        assert_eq!(Layout::new(most.clone(), most.clone()).unwrap().size(), 1);
        let mut without = vec![Tuple::Leaf(1); 4096];
        without[4095] = Tuple::Leaf(0);
        let error = Layout::new(Tuple::Node(without), most).unwrap_err();
        assert_eq!(error.to_string(), "extent 0 is less than 1");
        // Tuples without a leaf are modes, too.
        let empty = Tuple::<i64>::Node(vec![Tuple::Node(Vec::new()); 4097]);
        assert_eq!(Layout::new(empty.clone(), empty).unwrap_err(), LayoutError::TooManyModes);
        let mut deep = Tuple::Leaf(2);
        for _ in 0..64 {
            deep = Tuple::Node(vec![deep]);
        }
        assert!(Layout::new(deep.clone(), deep.clone()).is_ok());
        let deeper = Tuple::Node(vec![deep]);
        let error = Layout::new(deeper.clone(), deeper).unwrap_err();
        assert_eq!(error.to_string(), "the layout is nested more than 64 deep");
        let text = format!("({}1)", "1,".repeat(1 << 15));
        let error = text.parse::<Layout>().unwrap_err();
        assert_eq!((error.column, error.to_string()), (0, LayoutError::TooManyModes.to_string()));
    }

    #[test]
    fn no_more_layouts_are_concatenated_than_there_may_be_modes() {
        let one: Layout = "1:0".parse().unwrap();
        let of = |n: usize| Layout::concat(std::iter::repeat_n(one.clone(), n));
        assert_eq!(of(4096).unwrap().rank(), 4096);
        assert_eq!(of(4097).unwrap_err(), LayoutError::TooManyModes);
        // The parts of what is longer than a layout have no modes at all.
        let empty: Layout = "()".parse::<Layout>().unwrap_or_else(|_| "():()".parse().unwrap());
        let of = |n: usize| Layout::concat(std::iter::repeat_n(empty.clone(), n));
        assert_eq!(of(4097).unwrap_err(), LayoutError::TooManyModes);
    }

    /// What is made for the first who asks is not shown: a layout looks the same before and after.
    #[test]
    fn a_layout_is_shown_by_its_modes() {
        let layout: Layout = "(4,2):(1,4)".parse().unwrap();
        let before = format!("{layout:?}");
        assert_eq!(layout.shape().to_string(), "(4,2)");
        assert_eq!(format!("{layout:?}"), before);
        assert!(before.ends_with("tuples: .. }"), "{before}");
    }
}
