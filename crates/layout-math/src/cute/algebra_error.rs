use std::error::Error;
use std::fmt;

use super::invariants::LayoutError;
use super::swizzle::SwizzleError;

/// Why an operation of the algebra has no answer: the condition that its operands violate.
///
/// Where a coordinate shows the violation, the error carries it. Layouts are kept as text, so that
/// one error serves integer and basis strides alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AlgebraError {
    /// Two coordinates have the same offset; `second` is the least that shares one.
    NotInjective { layout: String, first: i64, second: i64, offset: i64 },
    /// Whether two coordinates share an offset was not decided within the budget.
    InjectivityUndecided { layout: String },
    /// Which offsets the layout leaves out was not decided within the budget.
    ComplementUndecided { layout: String },
    /// An offset lies below 0, where the operation has no meaning.
    BelowZero { layout: String, coordinate: i64, offset: i64 },
    /// An offset below the size is the offset of no coordinate.
    NotSurjective { layout: String, offset: i64 },
    /// The offsets of a mode begin before the faster modes end, so that no mode fits between them.
    Interleaved { layout: String, stride: i64, end: i64 },
    /// A size, a number of elements or of bits that is less than 1.
    NotPositive { what: &'static str, value: i64 },
    /// The layout that CuTe's algorithm gives for the left inverse does not lead back.
    NoLeftInverse { layout: String, candidate: String, coordinate: i64, found: i64 },
    /// The inverse of a swizzled layout is not a swizzled layout.
    NoSwizzledInverse { layout: String },
    /// The inverse of a swizzled layout is not found from its parts.
    SwizzledInverseUndecided { layout: String },
    /// No layout equals the composition; none agrees with it up to the coordinate.
    NotALayout { outer: String, inner: String, coordinate: i64 },
    /// The composition carries between modes and is too large to evaluate.
    CompositionUndecided { outer: String, inner: String },
    /// The function is a layout, but not one whose shape refines the shape that is wanted.
    DoesNotSplit { layout: String, shape: String },
    /// A stride neither divides the number of elements joined into one nor is a multiple of it.
    NotDivisible { layout: String, stride: i64, factor: i64 },
    /// Several modes step within one element.
    ElementShared { layout: String, factor: i64 },
    /// No mode has stride 1, so that the parts of an element have no mode to go to.
    NotContiguous { layout: String },
    /// The swizzle moves bits of an offset that a coarser or other element size does not have.
    SwizzleInsideElement { swizzle: String, factor: i64 },
    /// The offset of a composed layout is not a multiple of the number of elements joined into one.
    OffsetNotDivisible { offset: i64, factor: i64 },
    /// The number of elements joined or split is not a power of two, under a swizzle.
    FactorNotPowerOfTwo { swizzle: String, factor: i64 },
    /// A tiler or a shape with more modes than the layout it is for.
    TooManyModes { layout: String, rank: usize, modes: usize },
    /// A mode that does not exist.
    NoSuchMode { layout: String, rank: usize, mode: usize },
    /// A range of modes whose beginning is past its end or whose end is past the last mode.
    ModeRange { layout: String, rank: usize, begin: usize, end: usize },
    /// A coordinate, an order or a profile that does not fit the shape.
    Mismatch { what: &'static str, value: String, shape: String },
    /// An extent of the target that is not a multiple of the extent of the block.
    TargetNotDivisible { mode: usize, target: i64, block: i64 },
    /// A part with symbols or basis strides, where integers are needed.
    NotStatic { layout: String },
    /// What is wrong is wrong in this mode.
    InMode { mode: usize, error: Box<AlgebraError> },
    /// The result is not a layout.
    Layout(LayoutError),
    /// The result is not a swizzle.
    Swizzle(SwizzleError),
}

impl AlgebraError {
    /// True if an operand is a layout that the operation is not defined for, such as one with scaled
    /// basis strides: then no condition is violated.
    pub fn is_unsupported(&self) -> bool {
        match self {
            AlgebraError::NotStatic { .. } => true,
            AlgebraError::InMode { error, .. } => error.is_unsupported(),
            _ => false,
        }
    }

    /// True if the operands are not known to violate a condition.
    pub fn is_undecided(&self) -> bool {
        match self {
            AlgebraError::InjectivityUndecided { .. }
            | AlgebraError::ComplementUndecided { .. }
            | AlgebraError::CompositionUndecided { .. }
            | AlgebraError::SwizzledInverseUndecided { .. } => true,
            AlgebraError::InMode { error, .. } => error.is_undecided(),
            _ => false,
        }
    }

    /// The same error, placed in a mode.
    pub(super) fn in_mode(self, mode: usize) -> Self {
        AlgebraError::InMode { mode, error: Box::new(self) }
    }
}

impl From<LayoutError> for AlgebraError {
    fn from(error: LayoutError) -> Self {
        AlgebraError::Layout(error)
    }
}

impl From<SwizzleError> for AlgebraError {
    fn from(error: SwizzleError) -> Self {
        AlgebraError::Swizzle(error)
    }
}

impl fmt::Display for AlgebraError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use AlgebraError::*;
        match self {
            NotInjective { layout, first, second, offset } => write!(
                f,
                "{layout} is not injective: coordinates {first} and {second} both have offset \
                 {offset}"
            ),
            InjectivityUndecided { layout } => {
                write!(f, "whether {layout} is injective is unknown: the search ended undecided")
            }
            ComplementUndecided { layout } => {
                write!(f, "the complement of {layout} is unknown: the search ended undecided")
            }
            BelowZero { layout, coordinate, offset } => {
                write!(f, "{layout} goes below 0: coordinate {coordinate} has offset {offset}")
            }
            NotSurjective { layout, offset } => {
                write!(f, "{layout} is not onto its size: no coordinate has offset {offset}")
            }
            Interleaved { layout, stride, end } => write!(
                f,
                "the modes of {layout} interleave: stride {stride} is less than {end}, where the \
                 faster modes end"
            ),
            NotPositive { what, value } => write!(f, "{what} {value} is less than 1"),
            NoLeftInverse { layout, candidate, coordinate, found } => write!(
                f,
                "{candidate} does not invert {layout}: it sends the offset of coordinate \
                 {coordinate} to {found}"
            ),
            NoSwizzledInverse { layout } => {
                write!(f, "the inverse of {layout} is not a swizzle after a layout")
            }
            SwizzledInverseUndecided { layout } => write!(
                f,
                "the inverse of {layout} is unknown: its layout does not move the swizzle to another \
                 one"
            ),
            NotALayout { outer, inner, coordinate } => write!(
                f,
                "no layout equals {outer} o {inner}: none agrees with it up to coordinate \
                 {coordinate}"
            ),
            CompositionUndecided { outer, inner } => write!(
                f,
                "whether a layout equals {outer} o {inner} is unknown: it carries between modes \
                 and has too many coordinates to evaluate"
            ),
            DoesNotSplit { layout, shape } => {
                write!(f, "{layout} does not split into modes of shape {shape}")
            }
            NotDivisible { layout, stride, factor } => write!(
                f,
                "stride {stride} of {layout} neither divides {factor} nor is a multiple of it"
            ),
            ElementShared { layout, factor } => {
                write!(f, "several modes of {layout} step within {factor} elements")
            }
            NotContiguous { layout } => {
                write!(f, "no mode of {layout} has stride 1, so its elements cannot be split")
            }
            SwizzleInsideElement { swizzle, factor } => {
                write!(f, "{swizzle} moves offsets within {factor} elements that become one")
            }
            OffsetNotDivisible { offset, factor } => {
                write!(f, "offset {offset} is not a multiple of {factor}")
            }
            FactorNotPowerOfTwo { swizzle, factor } => write!(
                f,
                "{swizzle} cannot follow elements joined or split by {factor}, which is not a power \
                 of two"
            ),
            TooManyModes { layout, rank, modes } => {
                write!(f, "{modes} modes are given for {layout}, which has {rank}")
            }
            NoSuchMode { layout, rank, mode } => {
                write!(f, "{layout} has {rank} modes and no mode {mode}")
            }
            ModeRange { layout, rank, begin, end } => {
                write!(f, "{layout} has {rank} modes and none from {begin} to {end}")
            }
            Mismatch { what, value, shape } => write!(f, "{what} {value} does not fit {shape}"),
            TargetNotDivisible { mode, target, block } => write!(
                f,
                "mode {mode} of the target has extent {target}, which is not a multiple of the \
                 block's {block}"
            ),
            NotStatic { layout } => write!(f, "{layout} is not a layout of integers"),
            InMode { mode, error } => write!(f, "mode {mode}: {error}"),
            Layout(error) => error.fmt(f),
            Swizzle(error) => error.fmt(f),
        }
    }
}

impl Error for AlgebraError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_undecided_says_of_what() {
        let [layout, outer, inner] = ["(4,2):(1,3)", "4:2", "2:1"].map(str::to_owned);
        let error = AlgebraError::InjectivityUndecided { layout: layout.clone() };
        assert_eq!(
            error.to_string(),
            "whether (4,2):(1,3) is injective is unknown: the search ended undecided"
        );
        assert_eq!(
            AlgebraError::ComplementUndecided { layout }.to_string(),
            "the complement of (4,2):(1,3) is unknown: the search ended undecided"
        );
        assert_eq!(
            AlgebraError::CompositionUndecided { outer, inner }.to_string(),
            "whether a layout equals 4:2 o 2:1 is unknown: it carries between modes and has too many \
             coordinates to evaluate"
        );
    }
}
