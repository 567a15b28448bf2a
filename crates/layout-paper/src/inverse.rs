use super::conditions::{by_stride, check_injective, check_non_negative, shape_of};
use super::error::PaperError;
use super::mapping::{in_shape, index_mapping, reversed_mapping};
use super::strictly_affine::{layout_on_box, out_of_budget};
use layout_math::cute::{AlgebraError, Layout};
use layout_math::relation::{Answer, Context};

/// The inverse of a bijective layout: algorithm 6.
///
/// Law: `layout_mapping(result)` is the layout mapping reversed, so that `H(inverse(c)) = c` and
/// `inverse(H(c)) = c` for every c below the size. The modes are those of H in ascending order of
/// their strides. They are not coalesced, unlike those of [`cute::inverse`](layout_math::cute::inverse):
/// `(2,3,5):(15,1,3)` has the inverse `(3,5,2):(2,6,1)` here and `(15,2):(2,1)` there.
///
/// Put right (erratum 6): the shape is permuted by the order of the strides and not by the inverse of
/// that permutation, which is right for involutions only. `(2,3,5):(15,1,3)` has the order (1,2,0),
/// and (2,0,1) would give the shape `(5,2,3)`, along which the inverse is not strictly affine.
///
/// Cost: two questions about the index mapping, one reversal and algorithm 2.
///
/// # Errors
///
/// [`AlgebraError::BelowZero`], [`AlgebraError::NotInjective`] or [`AlgebraError::NotSurjective`] if
/// H is not a bijection of `[0, size)`, with a coordinate or an offset.
///
/// ```
/// use layout_paper::inverse;
/// use layout_math::relation::Context;
///
/// let context = Context::new(1_000_000);
/// let of = |text: &str| inverse(&context, &text.parse().unwrap());
/// assert_eq!(of("(4,2,2):(2,1,8)")?.to_string(), "(2,4,2):(4,1,8)");
/// assert_eq!(of("(2,3,5):(15,1,3)")?.to_string(), "(3,5,2):(2,6,1)");
/// assert_eq!(
///     of("(2,2):(1,5)").unwrap_err().to_string(),
///     "(2,2):(1,5) is not onto its size: no coordinate has offset 2"
/// );
/// # Ok::<(), layout_paper::PaperError>(())
/// ```
pub fn inverse(context: &Context, layout: &Layout) -> Result<Layout, PaperError> {
    check_non_negative(layout)?;
    check_injective(context, layout)?;
    match index_mapping(context, layout)?.onto(&[layout.size()])? {
        Answer::Proved => {}
        Answer::Refuted(missed) => {
            let (layout, offset) = (layout.to_string(), missed.output[0]);
            return Err(AlgebraError::NotSurjective { layout, offset }.into());
        }
        Answer::Unknown { operations } => return Err(out_of_budget(operations)),
    }
    let shape = shape_of(&by_stride(layout.flat_modes().iter().copied()));
    layout_on_box(&in_shape(&reversed_mapping(context, layout)?, &shape)?, &shape)
}
