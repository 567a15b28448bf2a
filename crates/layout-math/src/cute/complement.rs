use super::algebra_error::AlgebraError;
use super::filter::filter;
use super::flat::Modes;
use super::injectivity::Injectivity;
use super::invariants::LayoutError;
use super::layout::{Layout, Mode};
use super::tuple::Tuple;
use crate::budget::Budget;

/// The layout of the offsets that `layout` leaves out below `size`, CuTe's `complement`.
///
/// Law: with `A = filter(layout)`, the concatenation `(A, complement)` is injective and the
/// complement's offsets increase. Together they reach every offset below `size`, except where a
/// stride of A is not a multiple of what the faster modes and their gap cover: CuTe fills such a gap
/// as far as whole copies go. With `(2,2):(1,5)` and 20 the copies at 2 end before 5, and 16 of the
/// 20 offsets are reached.
///
/// The cost is that of sorting the modes.
///
/// # Errors
///
/// - [`AlgebraError::NotInjective`] if A is not injective, with two coordinates of A.
/// - [`AlgebraError::Interleaved`] if A is injective but a mode begins before the faster ones end,
///   as in `(3,2):(2,3)`. The law can be met there, but CuTe has no answer.
/// - [`AlgebraError::BelowZero`] for negative offsets.
/// - [`AlgebraError::NotPositive`] for a size of less than 1.
///
/// ```
/// use layout_math::cute::{Layout, complement};
///
/// let columns: Layout = "(4,2):(1,16)".parse()?;
/// assert_eq!(complement(&columns, 64).unwrap().to_string(), "(4,2):(4,32)");
///
/// let error = complement(&"(4,2):(1,2)".parse()?, 64).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "(4,2):(1,2) is not injective: coordinates 2 and 4 both have offset 2",
/// );
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn complement(layout: &Layout, size: i64) -> Result<Layout, AlgebraError> {
    complement_within(layout, size, &Budget::DEFAULT)
}

/// The same within a budget, which is for naming the condition that is violated.
pub(crate) fn complement_within(
    layout: &Layout,
    size: i64,
    budget: &Budget,
) -> Result<Layout, AlgebraError> {
    complement_in_shape(layout, &Tuple::Leaf(size), budget)
}

/// The complement below the size of a shape, CuTe's `complement` with a shape.
///
/// Law: that of [`complement()`], for a size of at least that of the shape. CuTe divides the extents
/// from left to right and rounds each up: `4:1` in `(10,20)` has the complement `60:4` and not
/// `50:4`, for 10 takes 3 copies of 4, and 20 such columns 60.
///
/// # Errors
///
/// As for [`complement()`].
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, complement_in_shape};
///
/// let columns: Layout = "4:1".parse()?;
/// let rest = complement_in_shape(&columns, &"(8,20)".parse()?, &Budget::DEFAULT).unwrap();
/// assert_eq!(rest.to_string(), "40:4");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn complement_in_shape(
    layout: &Layout,
    shape: &Tuple<i64>,
    budget: &Budget,
) -> Result<Layout, AlgebraError> {
    if let Some(&value) = shape.leaves().find(|&&extent| extent < 1) {
        return Err(AlgebraError::NotPositive { what: "size", value });
    }
    // The modes of the filtered layout, none of which has extent 1 or stride 0.
    let mut modes = Modes::new();
    let moving = layout.flat_modes().iter().filter(|mode| mode.stride != 0);
    moving.for_each(|mode| modes.join(mode.extent, mode.stride));
    modes.sort_by_key(|mode| mode.stride);
    if modes.first().is_some_and(|least| least.stride < 0) {
        check_non_negative(&filter(layout))?;
    }
    let mut gaps = Modes::new();
    // Every offset below `end` is reached, or lies in a gap that no whole copy fills.
    let mut end = 1_i64;
    for mode in modes.iter() {
        let copies = mode.stride / end;
        if copies == 0 {
            return Err(overlap(&filter(layout), mode.stride, end, budget));
        }
        gaps.push(Mode { extent: copies, stride: end });
        end = mode.stride.checked_mul(mode.extent).ok_or_else(|| {
            AlgebraError::Layout(LayoutError::OffsetTooLarge { layout: filter(layout).to_string() })
        })?;
    }
    gaps.push(Mode { extent: copies_in(shape, end)?, stride: end });
    Ok(gaps.finish_coalesced()?)
}

/// The copies of `block` numbers that fill a shape, each extent rounded up.
fn copies_in(shape: &Tuple<i64>, block: i64) -> Result<i64, AlgebraError> {
    let div_ceil = |a: i64, b: i64| (a - 1) / b + 1;
    let (mut copies, mut rest) = (1_i64, block);
    for &extent in shape.leaves() {
        copies = copies
            .checked_mul(div_ceil(extent, rest))
            .ok_or_else(|| LayoutError::SizeTooLarge { shape: shape.to_string() })?;
        rest = div_ceil(rest, extent);
    }
    Ok(copies)
}

/// The error for a layout that goes below 0, with its first such coordinate.
pub(super) fn check_non_negative(layout: &Layout) -> Result<(), AlgebraError> {
    match layout.first_below(0) {
        None => Ok(()),
        Some(coordinate) => {
            let offset = layout.offset(coordinate).expect("the coordinate is in the domain");
            Err(AlgebraError::BelowZero { layout: layout.to_string(), coordinate, offset })
        }
    }
}

/// The error for a layout that is not injective, with its least collision.
pub(super) fn check_injective(layout: &Layout, budget: &Budget) -> Result<(), AlgebraError> {
    match layout.injectivity_within(budget) {
        Injectivity::Injective => Ok(()),
        Injectivity::Collision { first, second } => {
            let offset = layout.offset(first).expect("the coordinate is in the domain");
            Err(AlgebraError::NotInjective { layout: layout.to_string(), first, second, offset })
        }
        Injectivity::Undecided => {
            Err(AlgebraError::InjectivityUndecided { layout: layout.to_string() })
        }
    }
}

fn overlap(layout: &Layout, stride: i64, end: i64, budget: &Budget) -> AlgebraError {
    match check_injective(layout, budget) {
        Err(error) => error,
        Ok(()) => AlgebraError::Interleaved { layout: layout.to_string(), stride, end },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(layout: &str, size: i64) -> Result<String, String> {
        complement(&layout.parse().unwrap(), size)
            .map(|layout| layout.to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn gaps_are_filled_with_whole_copies() {
        assert_eq!(of("(2,2):(1,5)", 20).unwrap(), "(2,2):(2,10)");
        assert_eq!(of("(2,2):(2,10)", 20).unwrap(), "(2,2):(1,4)");
        assert_eq!(of("4:1", 24).unwrap(), "6:4");
        assert_eq!(of("4:1", 10).unwrap(), "3:4");
        assert_eq!(of("(4,6):(1,4)", 24).unwrap(), "1:0");
        assert_eq!(of("1:2", 2).unwrap(), "2:1");
        assert_eq!(of("():()", 3).unwrap(), "3:1");
        assert_eq!(of("(128,(64,16)):(0,(1,64))", 4096).unwrap(), "4:1024");
    }

    #[test]
    fn violated_conditions_are_named() {
        assert_eq!(
            of("(2,(2,2)):(0,(1,1))", 6).unwrap_err(),
            "(2,2):(1,1) is not injective: coordinates 1 and 2 both have offset 1"
        );
        assert_eq!(
            of("(3,2):(2,3)", 6).unwrap_err(),
            "the modes of (3,2):(2,3) interleave: stride 3 is less than 6, where the faster modes \
             end"
        );
        assert_eq!(
            of("(8,4):(-4,1)", 24).unwrap_err(),
            "(8,4):(-4,1) goes below 0: coordinate 1 has offset -4"
        );
        assert_eq!(of("4:1", 0).unwrap_err(), "size 0 is less than 1");
        assert_eq!(
            of("2:4611686018427387904", 1).unwrap_err(),
            "an offset of 2:4611686018427387904 does not fit in 64 bits"
        );
    }
}
