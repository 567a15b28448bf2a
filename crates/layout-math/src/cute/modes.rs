//! Rearranging the top-level modes of a layout: `group`, `select`, `append`, `prepend`.
//!
//! None of these changes what a mode is; `concat` is [`Layout::concat`].

use super::algebra_error::AlgebraError;
use super::any_modes::AnyModes;
use super::layout::Layout;
use super::stride::Stride;

/// The layout with the modes `begin..end` made into one, CuTe's `group_modes<begin, end>`.
///
/// Law: same size and, at every integral coordinate, the same offset.
///
/// # Errors
///
/// [`AlgebraError::ModeRange`] unless `begin <= end <= rank`.
///
/// ```
/// use layout_math::cute::{Layout, group};
///
/// let layout: Layout = "(6,9,32):(288,32,1)".parse()?;
/// assert_eq!(group(&layout, 1, 3).unwrap().to_string(), "(6,(9,32)):(288,(32,1))");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn group<M: AnyModes>(layout: &M, begin: usize, end: usize) -> Result<M, AlgebraError> {
    let mut modes = layout.list_modes();
    if end < begin || modes.len() < end {
        let layout = layout.to_string();
        return Err(AlgebraError::ModeRange { layout, rank: modes.len(), begin, end });
    }
    let grouped = M::of_modes(modes.drain(begin..end).collect())?;
    modes.insert(begin, grouped);
    M::of_modes(modes)
}

/// The layout of the chosen modes in the order given, CuTe's `select<i, j, …>`.
///
/// Law: mode `k` of the result is mode `chosen[k]` of `layout`.
///
/// # Errors
///
/// [`AlgebraError::NoSuchMode`] for a number that is not below the rank.
///
/// ```
/// use layout_math::cute::{Layout, select};
///
/// let layout: Layout = "(3,(10,2)):(20,(1,10))".parse()?;
/// assert_eq!(select(&layout, &[1, 0]).unwrap().to_string(), "((10,2),3):((1,10),20)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn select<M: AnyModes>(layout: &M, chosen: &[usize]) -> Result<M, AlgebraError> {
    let modes = layout.list_modes();
    let mode = |&mode: &usize| {
        modes.get(mode).cloned().ok_or_else(|| AlgebraError::NoSuchMode {
            layout: layout.to_string(),
            rank: modes.len(),
            mode,
        })
    };
    M::of_modes(chosen.iter().map(mode).collect::<Result<_, _>>()?)
}

/// The layout with one mode more at its end, CuTe's `append`.
///
/// ```
/// use layout_math::cute::{Layout, append};
///
/// let layout: Layout = "(9,2):(1,9)".parse()?;
/// let appended = append(&layout, &"(16):(1)".parse()?).unwrap();
/// assert_eq!(appended.to_string(), "(9,2,(16)):(1,9,(1))");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn append<M: AnyModes>(layout: &M, last: &M) -> Result<M, AlgebraError> {
    M::of_modes([layout.list_modes(), vec![last.clone()]].concat())
}

/// The layout with one mode more at its beginning, CuTe's `prepend`.
///
/// ```
/// use layout_math::cute::{Layout, prepend};
///
/// let layout: Layout = "(2,8):(8,40)".parse()?;
/// assert_eq!(prepend(&layout, &"2:1".parse()?).unwrap().to_string(), "(2,2,8):(1,8,40)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn prepend<M: AnyModes>(layout: &M, first: &M) -> Result<M, AlgebraError> {
    M::of_modes([vec![first.clone()], layout.list_modes()].concat())
}

/// The layout with modes `1:0` appended until it has `rank` modes, CuTe's `append<rank>`.
pub(super) fn pad<D: Stride>(layout: &Layout<D>, rank: usize) -> Result<Layout<D>, AlgebraError> {
    let unit = Layout::new(super::Tuple::Leaf(1), super::Tuple::Leaf(D::ZERO))?;
    let missing = rank.saturating_sub(layout.rank());
    Ok(Layout::concat(layout.modes().chain(std::iter::repeat_n(unit, missing)))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> Layout {
        text.parse().unwrap()
    }

    #[test]
    fn a_leaf_is_its_own_only_mode() {
        assert_eq!(group(&layout("4:1"), 0, 1).unwrap(), layout("((4)):((1))"));
        assert_eq!(select(&layout("4:1"), &[0, 0]).unwrap(), layout("(4,4):(1,1)"));
        assert_eq!(append(&layout("4:1"), &layout("2:4")).unwrap(), layout("(4,2):(1,4)"));
        assert_eq!(pad(&layout("4:1"), 3).unwrap(), layout("(4,1,1):(1,0,0)"));
    }

    #[test]
    fn empty_ranges_and_choices_are_allowed() {
        assert_eq!(group(&layout("(4,2):(1,4)"), 1, 1).unwrap(), layout("(4,(),2):(1,(),4)"));
        assert_eq!(select(&layout("(4,2):(1,4)"), &[]).unwrap(), layout("():()"));
    }

    #[test]
    fn modes_that_do_not_exist_are_refused() {
        let pair = layout("(4,2):(1,4)");
        assert_eq!(
            group(&pair, 1, 3).unwrap_err().to_string(),
            "(4,2):(1,4) has 2 modes and none from 1 to 3"
        );
        assert!(group(&pair, 2, 1).is_err());
        assert_eq!(
            select(&pair, &[0, 2]).unwrap_err().to_string(),
            "(4,2):(1,4) has 2 modes and no mode 2"
        );
        let wide = layout("4294967296:0");
        assert_eq!(
            append(&wide, &wide).unwrap_err().to_string(),
            "the size of shape (4294967296,4294967296) does not fit in 64 bits"
        );
    }
}
