use super::bounded_sum::BoundedSum;
use super::digit::{Digit, Exhausted, Steps};
use super::injectivity::shrink;
use super::layout::{Layout, Mode};
use crate::budget::Budget;

/// Where two layouts have a common offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommonOffset {
    /// The least coordinate of the left layout that has an offset of the right one, and the least
    /// coordinate of the right one with that offset.
    At { left: i64, right: i64 },
    /// No offset is that of both.
    Nowhere,
    /// The search gave up.
    Undecided,
}

/// Where `left(a) = right(b) + moved`, for coordinates a and b of the domains.
///
/// Exact in both definite answers. The digits of both coordinates, those of b with the opposite
/// strides, have to sum to `moved`: that equation is searched as for
/// [`Layout::injectivity`], whatever the sizes.
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, CommonOffset, common_offset};
///
/// let even: Layout = "1099511627776:2".parse()?;
/// assert_eq!(common_offset(&even, &even, 7, &Budget::default()), CommonOffset::Nowhere);
/// let third: Layout = "1099511627776:3".parse()?;
/// assert_eq!(common_offset(&even, &third, 7, &Budget::default()), CommonOffset::At { left: 5, right: 1 });
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn common_offset(left: &Layout, right: &Layout, moved: i64, budget: &Budget) -> CommonOffset {
    let mut steps = Steps { left: budget.search_steps };
    match least(left, right, moved, &mut steps) {
        Ok(Some((left, right))) => CommonOffset::At { left, right },
        Ok(None) => CommonOffset::Nowhere,
        Err(Exhausted) => CommonOffset::Undecided,
    }
}

fn least(
    left: &Layout,
    right: &Layout,
    moved: i64,
    steps: &mut Steps,
) -> Result<Option<(i64, i64)>, Exhausted> {
    // A mode with one coordinate has any stride, also one that has no opposite.
    let wide = |layout: &Layout| -> Vec<Mode> {
        layout.flat_modes().iter().filter(|mode| mode.extent != 1).copied().collect()
    };
    let (left, right) = (wide(left), wide(right));
    let digit = |mode: &Mode, sign: i64| Digit {
        stride: sign * mode.stride,
        least: 0,
        greatest: mode.extent - 1,
    };
    let digits = left.iter().map(|mode| digit(mode, 1));
    let digits = digits.chain(right.iter().map(|mode| digit(mode, -1)));
    let mut sum = BoundedSum { digits: digits.collect() };
    let target = i128::from(moved);
    let Some(mut solution) = sum.solve(target, steps)? else { return Ok(None) };
    // The slowest digit of the left coordinate counts most, the fastest one of the right one least.
    let slowest_first = (0..left.len()).rev().chain((left.len()..sum.digits.len()).rev());
    for position in slowest_first {
        solution = shrink(&mut sum, target, position, solution, steps)?;
    }
    let (of_left, of_right) = solution.split_at(left.len());
    let coordinate = |digits: &[i64], modes: &[Mode]| {
        let pairs = digits.iter().zip(modes).rev();
        pairs.fold(0, |coordinate, (digit, mode)| coordinate * mode.extent + digit)
    };
    Ok(Some((coordinate(of_left, &left), coordinate(of_right, &right))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_agrees_with_enumeration() {
        let (mut at, mut nowhere) = (0, 0);
        for index in 0..8_i64.pow(4) {
            let stride = |place: u32| index / 8_i64.pow(place) % 8 - 2;
            let left = format!("(2,3):({},{})", stride(0), stride(1));
            let right = format!("(3,1,2):({},{},{})", stride(2), i64::MIN, stride(3));
            let [left, right] = [left, right].map(|text| text.parse::<Layout>().unwrap());
            let moved = index % 5;
            let offsets = |layout: &Layout, moved: i64| -> Vec<i64> {
                (0..6).map(|c| layout.offset(c).unwrap() + moved).collect()
            };
            let (a, b) = (offsets(&left, 0), offsets(&right, moved));
            let found = |offset: &i64| b.iter().position(|other| other == offset);
            let expected = a.iter().enumerate().find_map(|(at, offset)| Some((at, found(offset)?)));
            let expected = match expected {
                Some((left, right)) => CommonOffset::At { left: left as i64, right: right as i64 },
                None => CommonOffset::Nowhere,
            };
            assert_eq!(common_offset(&left, &right, moved, &Budget::DEFAULT), expected);
            *(if expected == CommonOffset::Nowhere { &mut nowhere } else { &mut at }) += 1;
        }
        assert!(500 < at && 500 < nowhere, "{at} {nowhere}");
    }

    #[test]
    fn a_search_without_steps_is_undecided() {
        let layout: Layout = "(4,4,4):(5,7,11)".parse().unwrap();
        let budget = Budget { search_steps: 0, ..Budget::DEFAULT };
        assert_eq!(common_offset(&layout, &layout, 3, &budget), CommonOffset::Undecided);
    }
}
