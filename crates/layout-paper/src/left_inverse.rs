use super::complement::complement;
use super::conditions::{check_injective, check_non_negative};
use super::error::PaperError;
use super::mapping::{SlowestFirst, coordinate_mapping, index_mapping};
use super::right_inverse::right_inverse;
use super::strictly_affine::out_of_budget;
use layout_math::cute::{AlgebraError, Layout};
use layout_math::relation::{Answer, Context};

/// A left inverse L of a layout: `L(H(c)) = c` for every coordinate c of H. The text after
/// algorithm 6: the right inverse of `(H, H')`, where H' is the complement of H below its cosize.
///
/// Law: the layout mapping of H followed by that of L is the identity, which isl proves. At numbers
/// that are not offsets of H the answer differs from CuTe's (erratum 5): `(4,2,2):(4,2,32)` has the
/// left inverse `(2,2,4,2,2):(16,4,1,32,8)` here and `(2,2,16):(0,4,1)` there.
///
/// Put right: where H' leaves gaps, as it does for `(2,2):(1,5)`, the right inverse ends at the first
/// of them and is not a left inverse; the paper takes it for one. That is an error here.
///
/// Cost: those of [`complement`] and [`right_inverse`], and an inclusion.
///
/// # Errors
///
/// [`AlgebraError::BelowZero`] and [`AlgebraError::NotInjective`], for which there is no left
/// inverse, those of [`complement`], and [`AlgebraError::NoLeftInverse`] with the least coordinate
/// that is not led back to.
///
/// ```
/// use layout_paper::left_inverse;
/// use layout_math::relation::Context;
///
/// let context = Context::new(1_000_000);
/// let of = |text: &str| left_inverse(&context, &text.parse().unwrap());
/// assert_eq!(of("(4,2,2):(4,2,32)")?.to_string(), "(2,2,4,2,2):(16,4,1,32,8)");
/// assert_eq!(
///     of("(2,2):(1,5)").unwrap_err().to_string(),
///     "(2,2):(1,4) does not invert (2,2):(1,5): it sends the offset of coordinate 2 to 9"
/// );
/// # Ok::<(), layout_paper::PaperError>(())
/// ```
pub fn left_inverse(context: &Context, layout: &Layout) -> Result<Layout, PaperError> {
    check_non_negative(layout)?;
    check_injective(context, layout)?;
    let rest = complement(context, layout, layout.cosize())?;
    let inverse = right_inverse(context, &Layout::concat([layout.clone(), rest])?)?;
    // A coordinate whose offset is outside the domain of L, and one that is led elsewhere.
    let outside = layout.first_at_least(inverse.size());
    let natural = SlowestFirst::new(layout);
    let there = natural.map(context, |mode| mode.stride)?;
    let back = there.then(&coordinate_mapping(context, inverse.shape())?)?;
    let back = back.then(&index_mapping(context, &inverse)?)?;
    let moved = match back.contained_in(&natural.map(context, |mode| mode.begin)?)? {
        Answer::Proved => None,
        Answer::Refuted(difference) => Some(natural.integral(&difference.input)),
        Answer::Unknown { operations } => return Err(out_of_budget(operations)),
    };
    let Some(coordinate) = outside.into_iter().chain(moved).min() else { return Ok(inverse) };
    // Past its domain L goes on as CuTe has it.
    let found = layout.offset(coordinate).and_then(|offset| inverse.offset(offset));
    Err(AlgebraError::NoLeftInverse {
        layout: layout.to_string(),
        candidate: inverse.to_string(),
        coordinate,
        found: found.unwrap_or(i64::MAX),
    }
    .into())
}
