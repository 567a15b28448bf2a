use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::bounded_sum::BoundedSum;
use super::digit::{Digit, Exhausted, Steps};
use super::flat::Modes;
use super::layout::Layout;
use super::stride::Basis;
use crate::budget::Budget;

/// Whether a layout sends different coordinates of its domain to different offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Injectivity {
    /// No two coordinates have the same offset.
    Injective,
    /// `first < second` have the same offset. `second` is the least coordinate that shares its
    /// offset with a lesser one, and there is only one such `first`.
    Collision { first: i64, second: i64 },
    /// The search gave up: the layout has more than 2^20 coordinates, of which the first 2^20 have
    /// different offsets.
    Undecided,
}

impl Layout {
    /// Whether the layout is injective on its domain, with two coordinates that prove it if not.
    ///
    /// ```
    /// use layout_math::cute::{Injectivity, Layout};
    ///
    /// let tile: Layout = "(2,2,2):(1,8,2)".parse()?;
    /// assert_eq!(tile.injectivity(), Injectivity::Injective);
    ///
    /// // Coordinate 1 is (1,0) with offset 1*3, and 6 is (0,3) with offset 3*1.
    /// let carried: Layout = "(2,4):(3,1)".parse()?;
    /// assert_eq!(carried.injectivity(), Injectivity::Collision { first: 1, second: 6 });
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    ///
    /// Exact in both of its definite answers, and `Undecided` only past 2^20 coordinates.
    ///
    /// Two coordinates have the same offset exactly if their difference, digit by digit, is a
    /// solution of `e0*d0 + e1*d1 + … = 0` with each `|e|` below the extent. Such differences are
    /// searched for from the largest stride down, which takes one step a mode if every stride is
    /// larger than the span of the smaller ones, whatever the size, and has a budget. The least
    /// second coordinate is then found digit by digit from the slowest mode: for a difference `e`
    /// it is the positive part of `e`.
    pub fn injectivity(&self) -> Injectivity {
        self.injectivity_within(&Budget::DEFAULT)
    }

    /// The same within a budget: `Undecided` where its search steps and its last walk end.
    pub(crate) fn injectivity_within(&self, budget: &Budget) -> Injectivity {
        if are_separated(Modes::coalesced(self)) {
            return Injectivity::Injective;
        }
        let scales: Vec<i64> = self.stride().leaves().copied().collect();
        let all = vec![true; scales.len()];
        let extents: Vec<i64> = self.shape().leaves().copied().collect();
        decide(&extents, &scales, &all, budget, |coordinate| self.offset(coordinate))
    }
}

impl Layout<Basis> {
    /// Whether the layout is injective on its domain; see the same method of layouts of integers.
    ///
    /// Offsets are equal if they are equal at every basis position, so that the modes of each
    /// position decide for themselves.
    ///
    /// ```
    /// use layout_math::cute::{Basis, Injectivity, Layout};
    ///
    /// let tile: Layout<Basis> = "(4,2,2):(1@0,1@1,4@0)".parse()?;
    /// assert_eq!(tile.injectivity(), Injectivity::Injective);
    ///
    /// let twice: Layout<Basis> = "(4,2,2):(1@0,1@1,1@1)".parse()?;
    /// assert_eq!(twice.injectivity(), Injectivity::Collision { first: 4, second: 8 });
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn injectivity(&self) -> Injectivity {
        self.injectivity_within(&Budget::DEFAULT)
    }

    /// The same within a budget: `Undecided` where its search steps and its last walk end.
    pub(crate) fn injectivity_within(&self, budget: &Budget) -> Injectivity {
        let extents: Vec<i64> = self.shape().leaves().copied().collect();
        let scales: Vec<i64> = self.stride().leaves().map(Basis::scale).collect();
        let paths: BTreeSet<&[u32]> = self.stride().leaves().map(Basis::path).collect();
        let mut least = Injectivity::Injective;
        for path in paths {
            let mut modes = Modes::new();
            let of_path = self.flat_modes().iter().filter(|mode| mode.stride.path() == path);
            of_path.for_each(|mode| modes.join(mode.extent, mode.stride.scale()));
            if are_separated(modes) {
                continue;
            }
            let of_path: Vec<bool> = self.stride().leaves().map(|s| s.path() == path).collect();
            let found = decide(&extents, &scales, &of_path, budget, |c| self.offset(c));
            least = match (least, found) {
                (Injectivity::Undecided, _) | (_, Injectivity::Undecided) => {
                    return Injectivity::Undecided;
                }
                (
                    Injectivity::Collision { second: a, .. },
                    Injectivity::Collision { second: b, .. },
                ) if a <= b => least,
                (least, Injectivity::Injective) => least,
                (_, found) => found,
            };
        }
        least
    }
}

/// True if every stride is greater than what all smaller ones reach together: then offsets differ where
/// the digit of the greatest stride does, whatever the others are.
fn are_separated(mut modes: Modes) -> bool {
    modes.sort_unstable_by_key(|mode| mode.stride.unsigned_abs());
    let mut reach = 0;
    modes.iter().all(|mode| {
        let (stride, span) = (mode.stride.unsigned_abs(), mode.extent.unsigned_abs() - 1);
        let is_separated = reach < stride;
        reach += span * stride;
        is_separated
    })
}

/// Decides for the modes that are `taken`; the coordinates of the other modes are 0.
fn decide<O: std::hash::Hash + Eq>(
    extents: &[i64],
    strides: &[i64],
    taken: &[bool],
    budget: &Budget,
    offset: impl Fn(i64) -> O,
) -> Injectivity {
    let mut steps = Steps { left: budget.search_steps };
    let difference = match least_difference(extents, strides, taken, &mut steps) {
        Ok(None) => return Injectivity::Injective,
        Ok(Some(difference)) => difference,
        Err(Ended { slowest }) => {
            let leading = taken.iter().take(slowest).take_while(|&&is_taken| is_taken).count();
            let (size, different) = (extents.iter().product(), extents[..leading].iter().product());
            return enumerate(size, budget.walk_last, different, offset);
        }
    };
    let coordinate = |digit: fn(i64) -> i64| {
        let digits = difference.iter().zip(extents).rev();
        digits.fold(0, |coordinate, (&e, extent)| coordinate * extent + digit(e))
    };
    Injectivity::Collision { first: coordinate(|e| (-e).max(0)), second: coordinate(|e| e.max(0)) }
}

/// The search gave up on coordinates that differ in the mode `slowest` and faster ones. Those that
/// differ in faster ones alone have different offsets.
struct Ended {
    slowest: usize,
}

/// The difference of two coordinates with the same offset whose second, greater one is least.
fn least_difference(
    extents: &[i64],
    strides: &[i64],
    taken: &[bool],
    steps: &mut Steps,
) -> Result<Option<Vec<i64>>, Ended> {
    let digit = |stride, least, greatest| Digit { stride, least, greatest };
    let digits = strides.iter().map(|&stride| digit(stride, 0, 0)).collect();
    let mut sum = BoundedSum { digits };
    // The slowest mode in which the two differ: as fast as can be.
    for slowest in (0..extents.len()).filter(|&position| taken[position]) {
        let span = extents[slowest] - 1;
        sum.digits[slowest] = digit(strides[slowest], 1, span);
        let ended = |Exhausted| Ended { slowest };
        if let Some(mut solution) = sum.solve(0, steps).map_err(ended)? {
            for position in (0..=slowest).rev().filter(|&position| taken[position]) {
                solution = shrink(&mut sum, 0, position, solution, steps).map_err(ended)?;
            }
            return Ok(Some(solution));
        }
        sum.digits[slowest] = digit(strides[slowest], -span, span);
    }
    Ok(None)
}

/// Makes the positive part of the digit at `position` as small as the bounds allow and narrows the
/// digit's bounds to that; `solution` is within the bounds and sums to `target`.
pub(super) fn shrink(
    sum: &mut BoundedSum,
    target: i128,
    position: usize,
    mut solution: Vec<i64>,
    steps: &mut Steps,
) -> Result<Vec<i64>, Exhausted> {
    let Digit { least, greatest, .. } = sum.digits[position];
    if least <= 0 {
        sum.digits[position].greatest = 0;
        if solution[position] <= 0 {
            return Ok(solution);
        }
        if let Some(better) = sum.solve(target, steps)? {
            return Ok(better);
        }
    }
    // Not below `low`, and `solution` has the least value seen.
    let mut low = least.max(1);
    while low < solution[position] {
        let middle = low + (solution[position] - low) / 2;
        sum.digits[position].least = low;
        sum.digits[position].greatest = middle.min(greatest - 1);
        match sum.solve(target, steps)? {
            Some(better) => solution = better,
            None => low = sum.digits[position].greatest + 1,
        }
    }
    sum.digits[position].least = solution[position];
    sum.digits[position].greatest = solution[position];
    Ok(solution)
}

/// Evaluates the first coordinates up to the limit, of which the first `different` ones are known to
/// have different offsets.
fn enumerate<O: std::hash::Hash + Eq>(
    size: i64,
    limit: i64,
    different: i64,
    offset: impl Fn(i64) -> O,
) -> Injectivity {
    if limit.min(size) <= different {
        return if size <= limit { Injectivity::Injective } else { Injectivity::Undecided };
    }
    let mut seen = FxHashMap::default();
    for second in 0..size.min(limit) {
        if let Some(first) = seen.insert(offset(second), second) {
            return Injectivity::Collision { first, second };
        }
    }
    if size <= limit { Injectivity::Injective } else { Injectivity::Undecided }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::work;
    use crate::cute::Mode;

    #[test]
    fn the_search_agrees_with_enumeration_on_every_small_layout() {
        let (mut injective, mut collisions) = (0, 0);
        for extents in [[1, 2, 3], [2, 2, 2], [4, 1, 2], [3, 4, 1], [2, 3, 4], [4, 4, 4]] {
            for strides in 0..11 * 11 * 11 {
                let stride = |place: i64| strides / place % 11 - 2;
                let modes =
                    [0, 1, 2].map(|i| Mode { extent: extents[i], stride: stride([1, 11, 121][i]) });
                let layout = Layout::from_modes(&modes).unwrap();
                let expected = enumerate(layout.size(), i64::MAX, 0, |c| layout.offset(c));
                assert_eq!(layout.injectivity(), expected, "{layout}");
                match expected {
                    Injectivity::Injective => injective += 1,
                    _ => collisions += 1,
                }
            }
        }
        assert!(1000 < injective && 1000 < collisions);
    }

    #[track_caller]
    fn check(text: &str, expected: Injectivity) {
        assert_eq!(text.parse::<Layout>().unwrap().injectivity(), expected);
    }

    #[test]
    fn size_does_not_matter() {
        let collision = |first, second| Injectivity::Collision { first, second };
        check("(1048576,1048576):(1048576,1)", Injectivity::Injective);
        check("(1048576,1048576):(1048575,1)", collision(1, 1_048_575 << 20));
        check("(1048576,1048576):(0,1)", collision(0, 1));
        check("(1048576,1048576):(3,2)", collision(2, 3 << 20));
        check("(1073741824,1073741824):(1,-1)", collision(0, (1 << 30) + 1));
        check("():()", Injectivity::Injective);
        check("(1,1):(0,0)", Injectivity::Injective);
    }

    #[test]
    fn modes_of_different_basis_positions_do_not_collide() {
        let check = |text: &str, expected| {
            assert_eq!(text.parse::<Layout<Basis>>().unwrap().injectivity(), expected, "{text}");
        };
        check("(4,4):(1@0,1@1)", Injectivity::Injective);
        check("(4,4):(1@0,1@1@0)", Injectivity::Injective);
        check("(4,4,3):(1@0,1@1,2@0)", Injectivity::Collision { first: 2, second: 16 });
        // Of two collisions the one with the lesser second coordinate: position 1 at 2.
        check("(2,3,2,2):(1@1,1@1,1@0,1@0)", Injectivity::Collision { first: 1, second: 2 });
        check("(4,2):(1@0,0)", Injectivity::Collision { first: 0, second: 4 });
    }

    #[test]
    fn a_search_without_end_is_undecided() {
        // 40 strides of one size without a pattern: their sums rarely meet, and not early.
        let mut state = 1_u64;
        let modes: Vec<Mode> = (0..40)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                Mode { extent: 2, stride: 1 << 55 | (state >> 9) as i64 }
            })
            .collect();
        let layout = Layout::from_modes(&modes).unwrap();
        let (work, found) = work::of(|| layout.injectivity());
        assert_eq!(found, Injectivity::Undecided);
        // What the search has proved of the first 2^20 coordinates is not evaluated again.
        assert!((1 << 20..=1 << 24).contains(&work), "{work}");
    }
}
