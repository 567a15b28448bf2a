use super::algebra_error::AlgebraError;
use super::coalesce::coalesce;
use super::layout::Layout;
use super::stride::Stride;
use super::tuple::Tuple;

/// The layout with each mode that a leaf of `profile` stands for coalesced, CuTe's
/// `coalesce(layout, profile)`; its numbers do not matter. Modes that the profile does not reach stay as they are.
///
/// Law: same size and, at every integral coordinate of the domain, the same offset; each mode that
/// is coalesced is the same function as before.
///
/// # Errors
///
/// [`AlgebraError::Mismatch`] if a tuple of the profile stands for an extent or has more modes than
/// the layout there.
///
/// ```
/// use layout_math::cute::{Layout, coalesce_by_mode};
///
/// let layout: Layout = "(2,(1,6)):(1,(6,2))".parse()?;
/// let by_mode = coalesce_by_mode(&layout, &"(1,1)".parse()?).unwrap();
/// assert_eq!(by_mode.to_string(), "(2,6):(1,2)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn coalesce_by_mode<D: Stride>(
    layout: &Layout<D>,
    profile: &Tuple<i64>,
) -> Result<Layout<D>, AlgebraError> {
    let Tuple::Node(profiles) = profile else { return Ok(coalesce(layout)) };
    let is_leaf = matches!(layout.shape(), Tuple::Leaf(_));
    if layout.rank() < profiles.len() || is_leaf {
        return Err(AlgebraError::Mismatch {
            what: "profile",
            value: profile.to_string(),
            shape: layout.shape().to_string(),
        });
    }
    let mut modes: Vec<Layout<D>> = layout.modes().collect();
    for (mode, profile) in modes.iter_mut().zip(profiles) {
        *mode = coalesce_by_mode(mode, profile)?;
    }
    Ok(Layout::concat(modes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(layout: &str, profile: &str) -> Result<String, String> {
        let layout: Layout = layout.parse().unwrap();
        coalesce_by_mode(&layout, &profile.parse().unwrap())
            .map(|layout| layout.to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn modes_do_not_merge_with_each_other() {
        assert_eq!(of("(4,3,6):(1,4,12)", "(1,1,1)").unwrap(), "(4,3,6):(1,4,12)");
        assert_eq!(of("(4,3,6):(1,4,12)", "1").unwrap(), "72:1");
        assert_eq!(of("((2,2),(2,2)):((1,2),(4,8))", "((1,1),1)").unwrap(), "((2,2),4):((1,2),4)");
        assert_eq!(of("((2,2),(2,2)):((1,2),(4,8))", "(1)").unwrap(), "(4,(2,2)):(1,(4,8))");
        assert_eq!(of("(1,(4,1)):(6,(32,5))", "(1,(1,1))").unwrap(), "(1,(4,1)):(0,(32,0))");
    }

    #[test]
    fn a_profile_that_does_not_fit_is_refused() {
        assert_eq!(of("(4,3):(1,4)", "(1,1,1)").unwrap_err(), "profile (1,1,1) does not fit (4,3)");
        assert_eq!(of("(4,3):(1,4)", "((1))").unwrap_err(), "profile (1) does not fit 4");
    }
}
