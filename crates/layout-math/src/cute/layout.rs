use std::convert::Infallible;
use std::error::Error;
use std::fmt;

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
/// 3. The size fits in an `i64`, and so does the offset at every coordinate.
/// 4. There are at most [`MAX_MODES`] modes, nested at most [`MAX_DEPTH`] deep.
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
pub struct Layout<D = i64> {
    shape: Tuple<i64>,
    stride: Tuple<D>,
}

/// One flattened mode: the coordinates `0..extent`, each a `stride` apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mode<D = i64> {
    pub extent: i64,
    pub stride: D,
}

impl<D: Stride> Mode<D> {
    /// True if a mode of this stride goes on where this one ends.
    pub(super) fn is_continued_by(&self, stride: &D) -> bool {
        self.stride.times(self.extent).is_some_and(|end| end == *stride)
    }
}

/// The invariant of [`Layout`] that a shape and a stride break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LayoutError {
    /// Invariant 1: a tuple on each side, with different numbers of modes.
    ModeCount { shape: String, shape_modes: usize, stride: String, stride_modes: usize },
    /// Invariant 1: an integer against a tuple.
    LeafAgainstTuple { shape: String, stride: String },
    /// Invariant 2.
    ExtentNotPositive { extent: i64 },
    /// Invariant 3, the size.
    SizeTooLarge { shape: String },
    /// Invariant 3, the offsets.
    OffsetTooLarge { layout: String },
    /// Invariant 4, the number of modes.
    TooManyModes,
    /// Invariant 4, the nesting.
    TooDeep,
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::ModeCount { shape, shape_modes, stride, stride_modes } => {
                let plural = if *shape_modes == 1 { "mode" } else { "modes" };
                write!(
                    f,
                    "shape {shape} has {shape_modes} {plural} but stride {stride} has {stride_modes}"
                )
            }
            LayoutError::LeafAgainstTuple { shape, stride } => {
                write!(f, "shape {shape} and stride {stride} are not congruent")
            }
            LayoutError::ExtentNotPositive { extent } => {
                write!(f, "extent {extent} is less than 1")
            }
            LayoutError::SizeTooLarge { shape } => {
                write!(f, "the size of shape {shape} does not fit in 64 bits")
            }
            LayoutError::OffsetTooLarge { layout } => {
                write!(f, "an offset of {layout} does not fit in 64 bits")
            }
            LayoutError::TooManyModes => {
                write!(f, "the layout has more modes than the limit of {MAX_MODES}")
            }
            LayoutError::TooDeep => write!(f, "the layout is nested more than {MAX_DEPTH} deep"),
        }
    }
}

impl Error for LayoutError {}

/// The error for a shape with too many modes, or that is nested too deep.
///
/// The work is bounded by the limits, whatever the shape.
pub(super) fn check_limits<T>(shape: &Tuple<T>) -> Result<(), LayoutError> {
    count_modes(shape, 0, &mut 0)
}

fn count_modes<T>(tuple: &Tuple<T>, depth: usize, modes: &mut usize) -> Result<(), LayoutError> {
    match tuple {
        Tuple::Node(_) if depth == MAX_DEPTH => return Err(LayoutError::TooDeep),
        Tuple::Node(inner) if MAX_MODES < inner.len() => return Err(LayoutError::TooManyModes),
        Tuple::Node(inner) if !inner.is_empty() => {
            return inner.iter().try_for_each(|mode| count_modes(mode, depth + 1, modes));
        }
        _ => *modes += 1,
    }
    if MAX_MODES < *modes { Err(LayoutError::TooManyModes) } else { Ok(()) }
}

/// Why extents and strides are not a layout, whatever their nesting: invariants 2 and 3.
enum BadNumber {
    Extent(i64),
    Size,
    Offset,
}

/// The extents and the magnitudes of strides so far.
#[derive(Clone, Copy)]
struct Numbers {
    size: i64,
    reach: u64,
}

impl Numbers {
    const NONE: Numbers = Numbers { size: 1, reach: 0 };

    /// With one mode more.
    #[inline(always)]
    fn with<D: Stride>(self, extent: i64, stride: &D) -> Result<Numbers, BadNumber> {
        if extent < 1 {
            return Err(BadNumber::Extent(extent));
        }
        let size = self.size.checked_mul(extent).ok_or(BadNumber::Size)?;
        let span = (extent.unsigned_abs() - 1).checked_mul(stride.magnitude());
        let reach = span.and_then(|span| self.reach.checked_add(span));
        let reach = reach.filter(|&reach| reach < i64::MAX.unsigned_abs());
        Ok(Numbers { size, reach: reach.ok_or(BadNumber::Offset)? })
    }
}

/// What is known of a shape and a stride up to some place, if they break no invariant before it.
#[derive(Clone, Copy)]
struct Checked {
    numbers: Numbers,
    modes: usize,
}

impl Checked {
    /// With two more tuples that are nested so deep; nothing if they break any invariant.
    fn with<D: Stride>(
        mut self,
        shape: &Tuple<i64>,
        stride: &Tuple<D>,
        depth: usize,
    ) -> Option<Self> {
        match (shape, stride) {
            (Tuple::Leaf(extent), Tuple::Leaf(stride)) => self.with_mode(*extent, stride),
            (Tuple::Node(shape), Tuple::Node(stride))
                if depth < MAX_DEPTH && shape.len() == stride.len() =>
            {
                self.modes += usize::from(shape.is_empty());
                for pair in shape.iter().zip(stride) {
                    self = match pair {
                        // Most leaves are reached without a call.
                        (Tuple::Leaf(extent), Tuple::Leaf(stride)) => {
                            self.with_mode(*extent, stride)?
                        }
                        (shape, stride) => self.with(shape, stride, depth + 1)?,
                    };
                }
                (self.modes <= MAX_MODES).then_some(self)
            }
            _ => None,
        }
    }

    #[inline]
    fn with_mode<D: Stride>(self, extent: i64, stride: &D) -> Option<Self> {
        let numbers = self.numbers.with(extent, stride).ok()?;
        Some(Checked { numbers, modes: self.modes + 1 })
    }
}

/// The error for a shape and a stride that are not congruent: the outermost place they differ at.
pub(super) fn check_congruent<A: fmt::Display, B: fmt::Display>(
    shape: &Tuple<A>,
    stride: &Tuple<B>,
) -> Result<(), LayoutError> {
    match (shape, stride) {
        (Tuple::Leaf(_), Tuple::Leaf(_)) => Ok(()),
        (Tuple::Node(a), Tuple::Node(b)) if a.len() == b.len() => {
            a.iter().zip(b).try_for_each(|(a, b)| check_congruent(a, b))
        }
        (Tuple::Node(a), Tuple::Node(b)) => Err(LayoutError::ModeCount {
            shape: shape.to_string(),
            shape_modes: a.len(),
            stride: stride.to_string(),
            stride_modes: b.len(),
        }),
        _ => Err(LayoutError::LeafAgainstTuple {
            shape: shape.to_string(),
            stride: stride.to_string(),
        }),
    }
}

/// True if there is a flat layout of these modes.
fn is_layout<D: Stride>(modes: &[Mode<D>]) -> bool {
    let with = |numbers: Numbers, mode: &Mode<D>| numbers.with(mode.extent, &mode.stride).ok();
    modes.len() <= MAX_MODES && modes.iter().try_fold(Numbers::NONE, with).is_some()
}

/// Goes through the leaves of two congruent tuples, from left to right, with a state that each step
/// replaces, until one gives an error.
#[inline]
pub(super) fn fold_leaves<'a, A: Copy, B, S, E>(
    left: &'a Tuple<A>,
    right: &'a Tuple<B>,
    mut state: S,
    step: &mut impl FnMut(S, A, &'a B) -> Result<S, E>,
) -> Result<S, E> {
    // Most leaves are reached without a call, so that the state stays in registers.
    for pair in left.modes().iter().zip(right.modes()) {
        state = match pair {
            (Tuple::Leaf(a), Tuple::Leaf(b)) => step(state, *a, b)?,
            (a, b) => fold_nested(a, b, state, step)?,
        };
    }
    Ok(state)
}

#[inline(never)]
fn fold_nested<'a, A: Copy, B, S, E>(
    left: &'a Tuple<A>,
    right: &'a Tuple<B>,
    state: S,
    step: &mut impl FnMut(S, A, &'a B) -> Result<S, E>,
) -> Result<S, E> {
    fold_leaves(left, right, state, step)
}

impl<D: Stride> Layout<D> {
    /// The layout `shape:stride`, or the invariant that the two break.
    pub fn new(shape: Tuple<i64>, stride: Tuple<D>) -> Result<Self, LayoutError> {
        let none = Checked { numbers: Numbers::NONE, modes: 0 };
        match none.with(&shape, &stride, 0) {
            Some(checked) if checked.modes <= MAX_MODES => Ok(Layout { shape, stride }),
            _ => Err(Layout::broken(&shape, &stride)),
        }
    }

    /// The first invariant that a shape and a stride break, of which they break one.
    #[cold]
    fn broken(shape: &Tuple<i64>, stride: &Tuple<D>) -> LayoutError {
        if let Err(error) = check_limits(shape).and_then(|()| check_congruent(shape, stride)) {
            return error;
        }
        let mut with = |numbers: Numbers, extent, stride: &D| numbers.with(extent, stride);
        match fold_leaves(shape, stride, Numbers::NONE, &mut with) {
            Err(BadNumber::Extent(extent)) => LayoutError::ExtentNotPositive { extent },
            Err(BadNumber::Size) => LayoutError::SizeTooLarge { shape: shape.to_string() },
            Err(BadNumber::Offset) | Ok(_) => {
                LayoutError::OffsetTooLarge { layout: format!("{shape}:{stride}") }
            }
        }
    }

    /// The flat layout of these modes. One mode gives a leaf, `4:1`, as CuTe's `coalesce` writes it.
    pub fn from_modes(modes: &[Mode<D>]) -> Result<Self, LayoutError> {
        let (shape, stride) = match modes {
            [mode] => (Tuple::Leaf(mode.extent), Tuple::Leaf(mode.stride.clone())),
            _ => (
                Tuple::Node(modes.iter().map(|mode| Tuple::Leaf(mode.extent)).collect()),
                Tuple::Node(modes.iter().map(|mode| Tuple::Leaf(mode.stride.clone())).collect()),
            ),
        };
        // The two are congruent.
        if is_layout(modes) { Ok(Layout { shape, stride }) } else { Layout::new(shape, stride) }
    }

    /// The invariant that the flat layout of these modes breaks.
    pub(super) fn check_modes(modes: &[Mode<D>]) -> Result<(), LayoutError> {
        if is_layout(modes) { Ok(()) } else { Layout::from_modes(modes).map(|_| ()) }
    }

    /// The layout whose top-level modes are these layouts, CuTe's `make_layout(a, b, …)`.
    pub fn concat(modes: impl IntoIterator<Item = Layout<D>>) -> Result<Self, LayoutError> {
        let (shape, stride) = modes.into_iter().map(|mode| (mode.shape, mode.stride)).unzip();
        Layout::new(Tuple::Node(shape), Tuple::Node(stride))
    }

    pub fn shape(&self) -> &Tuple<i64> {
        &self.shape
    }

    pub fn stride(&self) -> &Tuple<D> {
        &self.stride
    }

    /// The number of top-level modes.
    pub fn rank(&self) -> usize {
        self.shape.rank()
    }

    /// The nesting depth of the shape.
    pub fn depth(&self) -> usize {
        self.shape.depth()
    }

    /// The number of coordinates: the product of the extents.
    pub fn size(&self) -> i64 {
        // Invariant 3: the product was checked when the layout was made.
        self.shape.leaves().product()
    }

    /// The top-level modes as layouts; a layout of a leaf is its own only mode.
    pub fn modes(&self) -> impl Iterator<Item = Layout<D>> + '_ {
        self.shape
            .modes()
            .iter()
            .zip(self.stride.modes())
            .map(|(shape, stride)| Layout { shape: shape.clone(), stride: stride.clone() })
    }

    /// Goes through the flattened modes, from left to right, with a state that each step replaces, until
    /// one gives an error.
    #[inline]
    pub(super) fn try_fold_modes<'a, S, E>(
        &'a self,
        state: S,
        step: &mut impl FnMut(S, i64, &'a D) -> Result<S, E>,
    ) -> Result<S, E> {
        fold_leaves(&self.shape, &self.stride, state, step)
    }

    /// The same without errors.
    #[inline]
    pub(super) fn fold_modes<'a, S>(
        &'a self,
        state: S,
        step: &mut impl FnMut(S, i64, &'a D) -> S,
    ) -> S {
        let step = &mut |state, extent, stride| Ok::<S, Infallible>(step(state, extent, stride));
        let Ok(state) = self.try_fold_modes(state, step);
        state
    }

    /// Calls `visit` with the extent and the stride of each flattened mode, from left to right.
    #[inline]
    pub(super) fn for_each_mode<'a>(&'a self, visit: &mut impl FnMut(i64, &'a D)) {
        self.fold_modes((), &mut |(), extent, stride| visit(extent, stride));
    }

    /// The flattened modes from left to right.
    pub fn flat_modes(&self) -> Vec<Mode<D>> {
        self.shape
            .leaves()
            .zip(self.stride.leaves())
            .map(|(&extent, stride)| Mode { extent, stride: stride.clone() })
            .collect()
    }

    /// The same modes without nesting, CuTe's `flatten`. A leaf stays a leaf.
    ///
    /// Law: same size and, at every integral coordinate, the same offset.
    pub fn flatten(&self) -> Self {
        if self.depth() <= 1 {
            return self.clone();
        }
        let flat = |extents: Vec<i64>| Tuple::Node(extents.into_iter().map(Tuple::Leaf).collect());
        Layout {
            shape: flat(self.shape.leaves().copied().collect()),
            stride: Tuple::Node(self.stride.leaves().cloned().map(Tuple::Leaf).collect()),
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
        self.fold_modes((0, 0), &mut |(least, greatest), extent, stride| {
            let span = (extent - 1) * stride;
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

impl<D: fmt::Display> fmt::Display for Layout<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape, self.stride)
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
}
