use super::algebra_error::AlgebraError;
use super::complement::{check_injective, check_non_negative};
use super::composition::{Composition, composition_within};
use super::flat::{Modes, Short};
use super::layout::{Layout, Mode};
use super::right_inverse::{PlacedMode, add_by_stride};
use crate::budget::Budget;

/// The layout L with `L(layout(c)) = c` that CuTe's `left_inverse` gives.
///
/// Law: `L(layout(c)) = c` for every coordinate `c` of `layout`. What L is at numbers that are not
/// offsets of `layout` follows CuTe: the modes of L begin at the strides of `layout` in ascending
/// order, the numbers below the first stride go to 0.
///
/// The law is proved for each answer: the strides divide each other, or the composition of L with
/// `layout` is the identity.
///
/// # Errors
///
/// - [`AlgebraError::NotInjective`]: then no left inverse exists. (CuTe answers all the same.)
/// - [`AlgebraError::BelowZero`]: L has no coordinate for a negative offset.
/// - [`AlgebraError::NoLeftInverse`] if the strides do not divide each other in such a way that L
///   could read the digits off an offset, with the first coordinate that L does not lead back to.
///
/// ```
/// use layout_math::cute::{Layout, left_inverse};
///
/// let layout: Layout = "(4,2,2):(4,2,32)".parse()?;
/// assert_eq!(left_inverse(&layout).unwrap().to_string(), "(2,2,16):(0,4,1)");
///
/// let error = left_inverse(&"(2,2):(0,1)".parse()?).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "(2,2):(0,1) is not injective: coordinates 0 and 1 both have offset 0",
/// );
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn left_inverse(layout: &Layout) -> Result<Layout, AlgebraError> {
    left_inverse_within(layout, &Budget::DEFAULT)
}

/// The same within a budget: that of the search for two coordinates with one offset and of the walk
/// that proves the inverse.
pub(crate) fn left_inverse_within(
    layout: &Layout,
    budget: &Budget,
) -> Result<Layout, AlgebraError> {
    let mut sorted = Short::new();
    add_by_stride(layout, &mut sorted);
    if divide_each_other(&sorted) {
        return candidate(&sorted);
    }
    check_non_negative(layout)?;
    check_injective(layout, budget)?;
    prove(layout, candidate(&sorted)?, budget)
}

/// The candidate, if it leads back from every offset of `layout`, which is not negative anywhere.
pub(super) fn prove(
    layout: &Layout,
    candidate: Layout,
    budget: &Budget,
) -> Result<Layout, AlgebraError> {
    let back = |c: i64| layout.offset(c).and_then(|offset| candidate.offset(offset));
    let wrong = match composition_within(&candidate, layout, budget) {
        Composition::Layout(round_trip) => first_moved(&round_trip),
        Composition::Undecided { .. } => {
            return Err(AlgebraError::CompositionUndecided {
                outer: candidate.to_string(),
                inner: layout.to_string(),
            });
        }
        // This was found by evaluating every coordinate, so that walking over them is no more work.
        _ => (0..layout.size()).find(|&c| back(c) != Some(c)),
    };
    match wrong {
        None => Ok(candidate),
        Some(coordinate) => Err(AlgebraError::NoLeftInverse {
            layout: layout.to_string(),
            candidate: candidate.to_string(),
            coordinate,
            found: back(coordinate).unwrap_or(0),
        }),
    }
}

/// The least coordinate whose offset is another number; `None` for the identity.
fn first_moved(layout: &Layout) -> Option<i64> {
    match Modes::coalesced(layout).first() {
        None | Some(Mode { extent: 1, .. }) => None,
        Some(Mode { stride: 1, extent }) => (*extent < layout.size()).then_some(*extent),
        Some(_) => Some(1),
    }
}

/// True if every mode ends before the next one begins, at a multiple of its stride.
///
/// Then L reads the digits off an offset: they are the digits of it in the bases that the ratios of the
/// strides are.
fn divide_each_other(sorted: &[PlacedMode]) -> bool {
    let is_positive = sorted.first().is_none_or(|first| 0 < first.stride);
    let divides = |pair: &[PlacedMode]| {
        let (stride, next) = (pair[0].stride, pair[1].stride);
        next % stride == 0 && pair[0].extent <= next / stride
    };
    is_positive && sorted.windows(2).all(divides)
}

/// A mode of L for each stride, in ascending order, as long as the next stride allows.
fn candidate(sorted: &[PlacedMode]) -> Result<Layout, AlgebraError> {
    let mut modes = Modes::new();
    if let Some(first) = sorted.first() {
        modes.push(Mode { extent: first.stride, stride: 0 });
    }
    for (position, mode) in sorted.iter().enumerate() {
        let extent = match sorted.get(position + 1) {
            Some(next) => next.stride / mode.stride,
            None => mode.extent,
        };
        modes.push(Mode { extent, stride: mode.begin });
    }
    Ok(modes.finish_coalesced()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<String, String> {
        left_inverse(&text.parse().unwrap())
            .map(|layout| layout.to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn digits_are_read_off_the_strides() {
        assert_eq!(of("(2,2):(1,5)").unwrap(), "(5,2):(1,2)");
        assert_eq!(of("4:2").unwrap(), "(2,4):(0,1)");
        assert_eq!(of("1:7").unwrap(), "1:0");
        assert_eq!(of("():()").unwrap(), "1:0");
        assert_eq!(of("(4,4):(1,8589934592)").unwrap(), "(8589934592,4):(1,4)");
    }

    #[test]
    fn violated_conditions_are_named() {
        assert_eq!(
            of("(4,8,2):(8,1,33)").unwrap_err(),
            "(8,4,2):(4,1,32) does not invert (4,8,2):(8,1,33): it sends the offset of \
             coordinate 32 to 36"
        );
        assert_eq!(
            of("(8,4):(-4,1)").unwrap_err(),
            "(8,4):(-4,1) goes below 0: coordinate 1 has offset -4"
        );
        assert_eq!(
            of("(4,2):(1,2)").unwrap_err(),
            "(4,2):(1,2) is not injective: coordinates 2 and 4 both have offset 2"
        );
    }
}
