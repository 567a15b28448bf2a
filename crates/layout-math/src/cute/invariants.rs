//! What makes a shape and a stride a layout: the invariants of [`Layout`](super::Layout), and the error
//! for each.

use std::error::Error;
use std::fmt;

use super::stride::Stride;
use super::tuple::Tuple;
use crate::budget::MAX_MODES;
use crate::text::MAX_DEPTH;

/// The invariant of [`Layout`](super::Layout) that a shape and a stride break.
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
    /// An offset of what an operation makes of a layout.
    OffsetTooLarge { layout: String },
    /// Invariant 3, the cosize.
    CosizeTooLarge { layout: String },
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
            LayoutError::CosizeTooLarge { layout } => {
                write!(f, "the cosize of {layout} does not fit in 64 bits")
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
        Tuple::Node(inner) if !inner.is_empty() => {
            return inner.iter().try_for_each(|mode| count_modes(mode, depth + 1, modes));
        }
        _ => *modes += 1,
    }
    if MAX_MODES < *modes { Err(LayoutError::TooManyModes) } else { Ok(()) }
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

/// True if a shape and a stride break no invariant.
pub(super) fn are_layout<D: Stride>(shape: &Tuple<i64>, stride: &Tuple<D>) -> bool {
    let none = Checked { numbers: SizeAndReach::NONE, modes: 0 };
    none.with(shape, stride, 0).is_some_and(|checked| checked.modes <= MAX_MODES)
}

/// True if there is a layout of these extents and strides: invariants 2 and 3.
pub(super) fn numbers_fit<'a, D: Stride + 'a>(
    mut modes: impl Iterator<Item = (i64, &'a D)>,
) -> bool {
    let with = |numbers: SizeAndReach, (extent, stride)| numbers.with(extent, stride).ok();
    modes.try_fold(SizeAndReach::NONE, with).is_some()
}

/// The first invariant that a shape and a stride break, of which they break one.
#[cold]
pub(super) fn broken<D: Stride>(shape: &Tuple<i64>, stride: &Tuple<D>) -> LayoutError {
    if let Err(error) = check_limits(shape).and_then(|()| check_congruent(shape, stride)) {
        return error;
    }
    let mut modes = shape.leaves().zip(stride.leaves());
    let with = |numbers: SizeAndReach, (extent, stride): (&i64, &D)| numbers.with(*extent, stride);
    match modes.try_fold(SizeAndReach::NONE, with) {
        Err(BadNumber::Extent(extent)) => LayoutError::ExtentNotPositive { extent },
        Err(BadNumber::Size) => LayoutError::SizeTooLarge { shape: shape.to_string() },
        Err(BadNumber::Offset) | Ok(_) => {
            LayoutError::CosizeTooLarge { layout: format!("{shape}:{stride}") }
        }
    }
}

/// Why extents and strides are not a layout, whatever their nesting: invariants 2 and 3.
enum BadNumber {
    Extent(i64),
    Size,
    Offset,
}

/// The extents and the magnitudes of strides so far.
#[derive(Clone, Copy)]
struct SizeAndReach {
    size: i64,
    reach: u64,
}

impl SizeAndReach {
    const NONE: SizeAndReach = SizeAndReach { size: 1, reach: 0 };

    /// With one mode more.
    #[inline(always)]
    fn with<D: Stride>(self, extent: i64, stride: &D) -> Result<SizeAndReach, BadNumber> {
        if extent < 1 {
            return Err(BadNumber::Extent(extent));
        }
        let size = self.size.checked_mul(extent).ok_or(BadNumber::Size)?;
        let span = (extent.unsigned_abs() - 1).checked_mul(stride.magnitude());
        let reach = span.and_then(|span| self.reach.checked_add(span));
        let reach = reach.filter(|&reach| reach < i64::MAX.unsigned_abs());
        Ok(SizeAndReach { size, reach: reach.ok_or(BadNumber::Offset)? })
    }
}

/// What is known of a shape and a stride up to some place, if they break no invariant before it.
#[derive(Clone, Copy)]
struct Checked {
    numbers: SizeAndReach,
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
