//! The complement and the inverses as the paper *Modeling Layout Abstractions Using Integer Set
//! Relations* computes them (section "Complement", "Inverse"), with its errata applied.
//!
//! The paper works on the relation of the layout: it looks for the first number that is not reached
//! yet, fills the gap there with copies of everything so far, and goes on. Here the same steps are
//! taken on the modes: a gap that is long enough for a second copy can only end at a stride, so
//! that one look at each stride is enough, whatever the size.

use num_integer::div_ceil;

use super::algebra_error::AlgebraError;
use super::complement::{check_injective, check_non_negative};
use super::digit::{Exhausted, Steps};
use super::filter::filter;
use super::invariants::LayoutError;
use super::layout::{Layout, Mode};
use super::left_inverse::prove;
use super::right_inverse::inverse_within;
use super::tuple::Tuple;
use crate::budget::Budget;

/// The layout of the offsets that `layout` leaves out below `size`, as the paper finds it.
///
/// Law: that of [`complement`](super::complement()). The paper differs from CuTe in two ways. It fills the gap before a
/// stride with copies of what is reached so far, while CuTe counts a mode as long as its stride times
/// its extent; and past the last offset it goes on right after everything reached. So the
/// complement of `(2,2):(1,5)` in 20 is `(2,3):(2,9)`, where CuTe has `(2,2):(2,10)`.
///
/// Each filled gap is one mode; a third one is concatenated to the pair of the first two, as in the
/// paper: `((2,2),2):((1,4),18)`.
///
/// # Errors
///
/// Those of [`complement`](super::complement()) but [`AlgebraError::Interleaved`], for modes may interleave here:
/// `(2,2,2):(1,5,9)` in 20 is `(2,2):(2,18)`. And [`AlgebraError::NotInjective`] of the layout and
/// its complement together if copies that fill a gap meet others, which is a case the paper does not
/// consider: the gaps of `(2,2,2,2):(1,5,20,100)` do. [`AlgebraError::ComplementUndecided`] past the
/// search steps of the budget.
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, complement_paper};
///
/// let layout: Layout = "(2,2):(2,10)".parse()?;
/// let filled = complement_paper(&layout, 20, &Budget::DEFAULT).unwrap();
/// assert_eq!(filled.to_string(), "((2,2),2):((1,4),18)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn complement_paper(
    layout: &Layout,
    size: i64,
    budget: &Budget,
) -> Result<Layout, AlgebraError> {
    if size < 1 {
        return Err(AlgebraError::NotPositive { what: "size", value: size });
    }
    let filtered = filter(layout);
    check_non_negative(&filtered)?;
    check_injective(&filtered, budget)?;
    let mut modes = filtered.flat_modes().to_vec();
    modes.retain(|mode| mode.extent != 1);
    modes.sort_by_key(|mode| mode.stride);

    let undecided = |Exhausted| AlgebraError::ComplementUndecided { layout: layout.to_string() };
    let mut steps = Steps { left: budget.search_steps };
    let mut filled = Filled { modes: Vec::new(), result: None };
    for (position, mode) in modes.iter().enumerate() {
        // The greatest offset of the layout below the stride.
        let last = greatest_sum_below(&modes[..position], mode.stride.into(), &mut steps);
        let begin = last.and_then(|last| filled.least_missing(last, &mut steps));
        let begin = begin.map_err(undecided)?;
        filled.repeat(i128::from(mode.stride) / begin, begin)?;
        filled.modes.push(*mode);
    }
    if filled.least_missing(reach(&modes), &mut steps).map_err(undecided)? < i128::from(size) {
        let begin = filled.reach() + 1;
        filled.repeat((i128::from(size) - 1) / begin + 1, begin)?;
    }
    let result = match filled.result {
        Some(result) => result,
        None => Layout::new(Tuple::Leaf(1), Tuple::Leaf(0))?,
    };
    check_injective(&Layout::concat([filtered, result.clone()])?, budget)?;
    Ok(result)
}

/// A left inverse of `layout`, as the paper finds it: the right inverse of `(layout, H)`, where H is
/// the paper's complement below the cosize.
///
/// Law: that of [`left_inverse`](super::left_inverse()), proved for each answer. The two differ at
/// numbers that are not offsets: CuTe sends those below the first stride to 0, the paper counts them
/// as coordinates of H. The modes are those of the layout and of H in ascending order of their
/// strides, not coalesced.
///
/// # Errors
///
/// Those of [`left_inverse`](super::left_inverse()) and [`complement_paper`]. Where H leaves gaps,
/// as for `(2,2):(1,5)`, the right inverse ends at the first of them, and the error is
/// [`AlgebraError::NoLeftInverse`]. (The paper's own algorithm answers wrongly there.)
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, left_inverse_paper};
///
/// let layout: Layout = "(4,2,2):(4,2,32)".parse()?;
/// let inverse = left_inverse_paper(&layout, &Budget::DEFAULT).unwrap();
/// assert_eq!(inverse.to_string(), "(2,2,4,2,2):(16,4,1,32,8)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn left_inverse_paper(layout: &Layout, budget: &Budget) -> Result<Layout, AlgebraError> {
    check_non_negative(layout)?;
    check_injective(layout, budget)?;
    let rest = complement_paper(layout, layout.cosize(), budget)?;
    let whole = Layout::concat([layout.clone(), rest])?;
    let mut modes = Vec::new();
    let mut end = 1;
    for (stride, place) in places(&whole) {
        if stride != end {
            break;
        }
        end *= place.extent;
        modes.push(place);
    }
    prove(layout, from_places(&modes)?, budget)
}

/// The inverse of a bijection, as the paper finds it: the modes by ascending stride, not coalesced.
///
/// Law: that of [`inverse`](super::inverse()).
///
/// # Errors
///
/// Those of [`inverse`](super::inverse()).
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, inverse_paper};
///
/// let layout: Layout = "(2,3,5):(15,1,3)".parse()?;
/// assert_eq!(inverse_paper(&layout, &Budget::DEFAULT).unwrap().to_string(), "(3,5,2):(2,6,1)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn inverse_paper(layout: &Layout, budget: &Budget) -> Result<Layout, AlgebraError> {
    check_non_negative(layout)?;
    check_injective(layout, budget)?;
    inverse_within(layout, budget)?;
    let modes: Vec<Mode> = places(layout).into_iter().map(|(_, place)| place).collect();
    Ok(from_places(&modes)?)
}

/// The right inverse as the paper finds it: the modes by ascending stride up to the first gap, not
/// coalesced.
///
/// Law: that of [`right_inverse`](super::right_inverse()), but `1:0` if an offset below the first gap
/// has several coordinates.
///
/// # Errors
///
/// [`AlgebraError::BelowZero`].
///
/// ```
/// use layout_math::cute::{Layout, right_inverse_paper};
///
/// let layout: Layout = "(2,2,2):(1,8,2)".parse()?;
/// assert_eq!(right_inverse_paper(&layout).unwrap().to_string(), "(2,2):(1,4)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn right_inverse_paper(layout: &Layout) -> Result<Layout, AlgebraError> {
    check_non_negative(layout)?;
    let mut modes = Vec::new();
    let mut end = 1;
    for (stride, place) in places(layout) {
        if stride > end {
            break;
        }
        if stride < end {
            // The mode begins at an offset that is reached without it.
            modes.clear();
            break;
        }
        end *= place.extent;
        modes.push(place);
    }
    Ok(from_places(&modes)?)
}

/// The modes with more than one coordinate by ascending stride: the stride, and the extent with the
/// coordinate that a step along the mode is.
fn places(layout: &Layout) -> Vec<(i64, Mode)> {
    let mut begin = 1;
    let mut places = Vec::new();
    for mode in layout.flat_modes() {
        if mode.extent != 1 {
            places.push((mode.stride, Mode { extent: mode.extent, stride: begin }));
        }
        begin *= mode.extent;
    }
    places.sort_by_key(|&(stride, _)| stride);
    places
}

/// The layout of these modes; `1:0` for none.
fn from_places(modes: &[Mode]) -> Result<Layout, LayoutError> {
    match modes {
        [] => Layout::new(Tuple::Leaf(1), Tuple::Leaf(0)),
        _ => Layout::from_modes(modes),
    }
}

/// The offsets reached so far: sums of the modes, all of positive stride.
struct Filled {
    modes: Vec<Mode>,
    /// The modes that filled gaps.
    result: Option<Layout>,
}

impl Filled {
    /// Repeats everything reached so far, unless there is no second copy. A second one begins below
    /// a number of 64 bits, and so does each.
    fn repeat(&mut self, copies: i128, stride: i128) -> Result<(), LayoutError> {
        if copies <= 1 {
            return Ok(());
        }
        let [extent, stride] =
            [copies, stride].map(|it| i64::try_from(it).expect("less than a size or a stride"));
        let mode = Mode { extent, stride };
        self.modes.push(mode);
        let mode = Layout::from_modes(&[mode])?;
        self.result = Some(match self.result.take() {
            None => mode,
            Some(result) => Layout::concat([result, mode])?,
        });
        Ok(())
    }

    /// The greatest offset reached.
    fn reach(&self) -> i128 {
        reach(&self.modes)
    }

    /// The least number of at least `from` that is not reached.
    fn least_missing(&self, from: i128, steps: &mut Steps) -> Result<i128, Exhausted> {
        let mut modes = self.modes.clone();
        modes.sort_by_key(|mode| mode.stride);
        // The numbers below `run` are sums of the modes of the least strides; the others, which
        // begin past it, repeat this run at their own sums.
        let mut run = 1;
        let mut begun = 0;
        while let Some(mode) = modes.get(begun).filter(|mode| i128::from(mode.stride) <= run) {
            run += last_offset(mode);
            begun += 1;
        }
        let places = &modes[begun..];
        let mut missing = from;
        while let Some(place) =
            least_sum(places, missing - run + 1, steps)?.filter(|&place| place <= missing)
        {
            missing = place + run;
        }
        Ok(missing)
    }
}

/// The greatest offset of a mode. Those of modes that fill gaps may add up to more than 64 bits.
fn last_offset(mode: &Mode) -> i128 {
    (i128::from(mode.extent) - 1) * i128::from(mode.stride)
}

fn reach(modes: &[Mode]) -> i128 {
    modes.iter().map(last_offset).sum()
}

/// The least sum of the modes, which are sorted by stride, that is at least `bound`.
fn least_sum(modes: &[Mode], bound: i128, steps: &mut Steps) -> Result<Option<i128>, Exhausted> {
    steps.take(1)?;
    if bound <= 0 {
        return Ok(Some(0));
    }
    let Some((mode, smaller)) = modes.split_last() else { return Ok(None) };
    let (extent, stride) = (i128::from(mode.extent), i128::from(mode.stride));
    let first = div_ceil((bound - reach(smaller)).max(0), stride);
    let last = div_ceil(bound, stride).min(extent - 1);
    let mut least: Option<i128> = None;
    for digit in first..=last {
        let begin = digit * stride;
        let sum = least_sum(smaller, bound - begin, steps)?.map(|rest| begin + rest);
        least = least.into_iter().chain(sum).min();
    }
    Ok(least)
}

/// The greatest sum of the modes, which are sorted by stride, that is less than `bound`, at least 1.
///
/// The sums are symmetric: with a sum, what it leaves of all modes together is one.
fn greatest_sum_below(modes: &[Mode], bound: i128, steps: &mut Steps) -> Result<i128, Exhausted> {
    let all = reach(modes);
    Ok(all - least_sum(modes, all - (bound - 1), steps)?.unwrap_or(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(layout: &str, size: i64) -> String {
        complement_paper(&layout.parse().unwrap(), size, &Budget::DEFAULT)
            .map_or_else(|error| error.to_string(), |layout| layout.to_string())
    }

    #[test]
    fn the_rows_of_the_table() {
        assert_eq!(filled("(2,2):(1,5)", 20), "(2,3):(2,9)");
        assert_eq!(filled("(4,2):(1,16)", 32), "4:4");
        assert_eq!(filled("(2,2):(2,10)", 20), "((2,2),2):((1,4),18)");
        assert_eq!(filled("(2,2):(1,4)", 20), "(2,3):(2,8)");
        let left =
            left_inverse_paper(&"(4,2,2):(4,2,32)".parse().unwrap(), &Budget::DEFAULT).unwrap();
        assert_eq!(left.to_string(), "(2,2,4,2,2):(16,4,1,32,8)");
    }

    #[test]
    fn size_does_not_matter() {
        // 2^39 pairs below 2^40, and then everything twice up to 2^42.
        assert_eq!(
            filled("(2,2):(1,1099511627776)", 1 << 42),
            "(549755813888,2):(2,2199023255552)"
        );
        // A gap of 1 in each 5 stays open, 2^30 times.
        assert_eq!(filled("(2,1073741824):(1,5)", 1), "2:2");
    }

    #[test]
    fn trivial_ends() {
        assert_eq!(filled("1:0", 6), "6:1");
        assert_eq!(filled("(4,3):(1,4)", 12), "1:0");
        assert_eq!(filled("(4,3):(0,1)", 6), "2:3");
        let identity = left_inverse_paper(&"1:7".parse().unwrap(), &Budget::DEFAULT).unwrap();
        assert_eq!(identity.to_string(), "1:0");
    }

    #[test]
    fn offsets_at_the_end_of_64_bits() {
        assert_eq!(
            filled("4:3070407671172865172", 1),
            "the size of shape (4,3070407671172865172) does not fit in 64 bits"
        );
        let left = left_inverse_paper(&"2:4611686018427387904".parse().unwrap(), &Budget::DEFAULT);
        assert!(left.is_err());
    }

    #[test]
    fn what_the_paper_does_not_consider_is_refused() {
        assert_eq!(filled("4:1", 0), "size 0 is less than 1");
        // 38 is 5 + 20 + 9 and 65 is 1 + 33.
        assert_eq!(
            filled("(2,2,2,2):(1,5,20,100)", 200),
            "((2,2,2,2),((2,2),3)):((1,5,20,100),((2,9),33)) is not injective: coordinates 38 and \
             65 both have offset 34"
        );
        let left =
            left_inverse_paper(&"(2,2):(1,5)".parse().unwrap(), &Budget::DEFAULT).unwrap_err();
        assert_eq!(
            left.to_string(),
            "(2,2):(1,4) does not invert (2,2):(1,5): it sends the offset of coordinate 2 to 9"
        );
    }
}
