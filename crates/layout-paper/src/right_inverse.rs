use super::complement::least_missing;
use super::conditions::{by_stride, check_non_negative, shape_of};
use super::error::PaperError;
use super::mapping::{check_size, in_shape, index_mapping, reversed_mapping};
use super::strictly_affine::{layout_on_box, out_of_budget};
use layout_math::cute::{Layout, Mode, Tuple};
use layout_math::relation::{Answer, Context};

/// A right inverse R of a layout: `H(R(c)) = c` for every c of the domain of R. The text after
/// algorithm 6.
///
/// Law: the domain of R is `[0, begin)`, begin being the least number that is not an offset of H, and
/// the layout mapping of R is that of H reversed there. If some offset below `begin` has several
/// coordinates, R is `1:0`, as the paper has it, where [`cute::right_inverse`] inverts as much as it
/// can. The modes are those of H in ascending order of their strides, not coalesced.
///
/// Put right (erratum 7): the paper looks for a layout K with the mapping of H below `begin` and
/// inverts that. K has no layout mapping where a skipped mode is not the last one, since the
/// coordinates in use are then no interval: for `(2,2,2):(1,8,2)` they are 0, 1, 4 and 5, and the
/// strides that the paper reads off give `(2,2):(1,2)`. Here the reversed relation itself is read
/// off, from the extents that are in use in each mode: `(2,2):(1,4)`.
///
/// Cost: the least number outside the range, two reversals and algorithm 2.
///
/// # Errors
///
/// [`AlgebraError::BelowZero`](layout_math::cute::AlgebraError::BelowZero) for negative offsets.
///
/// [`cute::right_inverse`]: layout_math::cute::right_inverse()
///
/// ```
/// use layout_paper::right_inverse;
/// use layout_math::relation::Context;
///
/// let context = Context::new(1_000_000);
/// let of = |text: &str| right_inverse(&context, &text.parse().unwrap());
/// assert_eq!(of("(4,8,2):(8,1,33)")?.to_string(), "(8,4):(4,1)");
/// assert_eq!(of("(2,2,2):(1,8,2)")?.to_string(), "(2,2):(1,4)");
/// assert_eq!(of("(2,4):(0,1)")?.to_string(), "1:0");
/// # Ok::<(), layout_paper::PaperError>(())
/// ```
pub fn right_inverse(context: &Context, layout: &Layout) -> Result<Layout, PaperError> {
    check_non_negative(layout)?;
    let size = layout.cosize();
    let mapping = index_mapping(context, layout)?;
    let begin = least_missing(&mapping, 0, size)?.unwrap_or(size);
    let below = mapping.with_outputs_in(&[(0, begin)])?;
    let is_bijective = match below.injective()? {
        Answer::Proved => true,
        Answer::Refuted(_) => false,
        Answer::Unknown { operations } => return Err(out_of_budget(operations)),
    };
    if begin == 1 || !is_bijective {
        return Ok(Layout::new(Tuple::Leaf(1), Tuple::Leaf(0))?);
    }
    // The extents that are in use, with the strides of H, which order them.
    let used = below.reverse()?.range_hull()?.unwrap_or_default();
    let modes = layout.flat_modes().iter().zip(used);
    let modes = by_stride(modes.map(|(mode, (_, extent))| Mode { extent, stride: mode.stride }));
    let shape = shape_of(&modes);
    let reversed = reversed_mapping(context, layout)?.with_inputs_in(&[(0, begin)])?;
    // `begin` offsets have one coordinate each, so that this many coordinates are in use.
    check_size(&shape, begin)?;
    layout_on_box(&in_shape(&reversed, &shape)?, &shape)
}
