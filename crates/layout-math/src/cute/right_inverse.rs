use super::algebra_error::AlgebraError;
use super::complement::{check_injective, check_non_negative};
use super::flat::{Modes, Short};
use super::layout::{Layout, Mode};
use crate::budget::Budget;

/// The layout R with `layout(R(c)) = c` that CuTe's `right_inverse` gives.
///
/// Law: the offset of `layout` at `R(c)` is `c`, for every `c` of the domain of R. If `layout` is
/// injective and nowhere below 0, no longer R exists: `size(R)` is the least number that is not an offset of
/// `layout`, or its size. A layout whose stride 1 is missing has the right inverse `1:0`; so has
/// `(2,4):(4,-1)`, of which `2:7` is a right inverse as well.
///
/// The modes are taken by ascending stride as long as each begins where the ones before it end,
/// which costs a sort. Modes of negative stride are never taken.
///
/// ```
/// use layout_math::cute::{Layout, right_inverse};
///
/// // The mode of stride 8 does not begin at 4, so that it is left out.
/// let layout: Layout = "(2,2,2):(1,8,2)".parse()?;
/// assert_eq!(right_inverse(&layout).to_string(), "(2,2):(1,4)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn right_inverse(layout: &Layout) -> Layout {
    let (mut sorted, mut modes) = (Short::new(), Modes::new());
    add_by_stride(layout, &mut sorted);
    let mut end = 1;
    for mode in sorted.iter() {
        if mode.stride == end {
            modes.join(mode.extent, mode.begin);
            end *= mode.extent;
        }
    }
    modes.finish()
}

/// The inverse of a layout that is a bijection of `0..size` onto itself.
///
/// Law: `layout(inverse(c)) = c` and `inverse(layout(c)) = c` for every `c` below the size.
///
/// # Errors
///
/// [`AlgebraError::BelowZero`], [`AlgebraError::NotInjective`] or [`AlgebraError::NotSurjective`],
/// which names the least offset that is missing.
///
/// ```
/// use layout_math::cute::{Layout, inverse};
///
/// let layout: Layout = "(2,3,5):(15,1,3)".parse()?;
/// assert_eq!(inverse(&layout).unwrap().to_string(), "(15,2):(2,1)");
///
/// let error = inverse(&"(2,2):(1,5)".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "(2,2):(1,5) is not onto its size: no coordinate has offset 2");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn inverse(layout: &Layout) -> Result<Layout, AlgebraError> {
    inverse_within(layout, &Budget::DEFAULT)
}

/// The same within a budget, which is for naming the condition that is violated.
pub(crate) fn inverse_within(layout: &Layout, budget: &Budget) -> Result<Layout, AlgebraError> {
    let inverse = right_inverse(layout);
    if inverse.size() < layout.size() {
        check_non_negative(layout)?;
        check_injective(layout, budget)?;
        let offset = inverse.size();
        return Err(AlgebraError::NotSurjective { layout: layout.to_string(), offset });
    }
    Ok(inverse)
}

/// A coalesced mode, and the coordinate at which it begins: the product of the extents before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacedMode {
    pub extent: i64,
    pub stride: i64,
    pub begin: i64,
}

/// Adds the coalesced modes to an empty list, by ascending stride.
pub(super) fn add_by_stride(layout: &Layout, sorted: &mut Short<PlacedMode>) {
    let mut begin = 1;
    for &Mode { extent, stride } in layout.flat_modes() {
        if extent == 1 {
            continue;
        }
        match sorted.last_mut() {
            Some(last) if last.stride.checked_mul(last.extent) == Some(stride) => {
                last.extent *= extent;
            }
            _ => sorted.push(PlacedMode { extent, stride, begin }),
        }
        begin *= extent;
    }
    sorted.sort_by_key(|mode| mode.stride);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_taken_while_they_join() {
        let of = |text: &str| right_inverse(&text.parse().unwrap()).to_string();
        assert_eq!(of("(4,8,2):(8,1,33)"), "(8,4):(4,1)");
        assert_eq!(of("(4,2,8):(3,12,97)"), "1:0");
        assert_eq!(of("(4,2):(-1,4)"), "1:0");
        assert_eq!(of("(4,2):(1,-4)"), "4:1");
        assert_eq!(of("():()"), "1:0");
    }

    #[test]
    fn what_keeps_a_layout_from_being_a_bijection_is_named() {
        let of = |text: &str| inverse(&text.parse().unwrap()).map_err(|error| error.to_string());
        assert_eq!(of("(4,2,2):(2,1,8)").unwrap().to_string(), "(2,4,2):(4,1,8)");
        assert_eq!(of("4:2").unwrap_err(), "4:2 is not onto its size: no coordinate has offset 1");
        assert_eq!(
            of("(2,2):(1,1)").unwrap_err(),
            "(2,2):(1,1) is not injective: coordinates 1 and 2 both have offset 1"
        );
        assert_eq!(
            of("(2,2):(1,-1)").unwrap_err(),
            "(2,2):(1,-1) goes below 0: coordinate 2 has offset -1"
        );
    }
}
