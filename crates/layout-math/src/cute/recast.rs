use num_integer::{Integer, div_ceil};

use super::algebra_error::AlgebraError;
use super::complement::check_non_negative;
use super::composed::{Composed, Outer};
use super::cute_layout::CuteLayout;
use super::invariants::LayoutError;
use super::layout::{Layout, Mode};
use super::swizzle::Swizzle;
use super::tuple::Tuple;

/// The layout of the same memory in elements of `new_bits` instead of `old_bits`, CuTe's
/// `recast_layout`: [`upcast`] and then [`downcast`] by the reduced ratio.
///
/// # Errors
///
/// [`AlgebraError::NotPositive`] for a number of bits of less than 1, and those of the two.
///
/// ```
/// use layout_math::cute::{Layout, recast};
///
/// let halves: Layout = "(128,64):(1,128)".parse()?;
/// assert_eq!(recast(&halves, 128, 16).unwrap().to_string(), "(16,64):(1,16)");
/// // 8 bits from 6: four elements become three.
/// assert_eq!(recast(&halves, 8, 6).unwrap().to_string(), "(96,64):(1,96)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn recast(layout: &Layout, new_bits: i64, old_bits: i64) -> Result<Layout, AlgebraError> {
    let (joined, parts) = ratio(new_bits, old_bits)?;
    downcast(&upcast(layout, joined)?, parts)
}

/// How many old elements are joined into one, and into how many parts that one is then split.
fn ratio(new_bits: i64, old_bits: i64) -> Result<(i64, i64), AlgebraError> {
    if let Some(value) = [new_bits, old_bits].into_iter().find(|&bits| bits < 1) {
        return Err(AlgebraError::NotPositive { what: "number of bits", value });
    }
    let common = new_bits.gcd(&old_bits);
    Ok((new_bits / common, old_bits / common))
}

/// The layout with each `factor` neighboring elements joined into one, CuTe's `upcast<factor>`.
///
/// A mode whose stride `d` divides the factor steps within an element; `k = factor / d` of its steps
/// become one. Law: with the digit of each such mode divided by its `k`, the offset of the result is
/// the offset of `layout` divided by the factor, both rounded down. Modes of stride 0 stay. Extents
/// are rounded up: the last element of a mode may be there in part only.
///
/// # Errors
///
/// - [`AlgebraError::NotDivisible`] if a stride neither divides the factor nor is a multiple of it.
///   (Modes of extent 1 have no step and are free.)
/// - [`AlgebraError::ElementShared`] if modes that step within an element together leave it, as in
///   `(4,4):(1,1)`.
/// - [`AlgebraError::BelowZero`] if steps within an element go below 0.
/// - [`AlgebraError::NotPositive`] for a factor of less than 1.
///
/// ```
/// use layout_math::cute::{Layout, upcast};
///
/// let layout: Layout = "((2,2),1,8):((2,256),128,4)".parse()?;
/// assert_eq!(upcast(&layout, 16).unwrap().to_string(), "((1,2),1,2):((1,16),8,1)");
///
/// let error = upcast(&"(2,6):(1,3)".parse()?, 2).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "stride 3 of (2,6):(1,3) neither divides 2 nor is a multiple of it",
/// );
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn upcast(layout: &Layout, factor: i64) -> Result<Layout, AlgebraError> {
    if factor < 1 {
        return Err(AlgebraError::NotPositive { what: "number of elements", value: factor });
    }
    let (mut extents, mut strides) = (Vec::new(), Vec::new());
    // The largest step that the modes can make together within an element.
    let mut within = 0_i128;
    let joined = i128::from(factor);
    for mode in layout.flat_modes() {
        let (extent, stride) = (mode.extent, i128::from(mode.stride).abs());
        if stride == 0 {
            extents.push(extent);
            strides.push(0);
            continue;
        }
        if extent != 1 && stride % joined != 0 && joined % stride != 0 {
            let layout = layout.to_string();
            return Err(AlgebraError::NotDivisible { layout, stride: mode.stride, factor });
        }
        let steps = div_ceil(joined, stride);
        if stride < joined && extent != 1 {
            if mode.stride < 0 {
                check_non_negative(layout)?;
            }
            within = within.saturating_add((steps.min(extent.into()) - 1) * stride);
        }
        // Neither is greater than what it was.
        extents.push(div_ceil(extent.into(), steps) as i64);
        strides.push((div_ceil(stride, joined) * i128::from(mode.stride.signum())) as i64);
    }
    if joined <= within {
        return Err(AlgebraError::ElementShared { layout: layout.to_string(), factor });
    }
    with_modes(layout, extents, strides)
}

/// The layout with each element split into `parts`, CuTe's `downcast<parts>`.
///
/// The modes of stride 1 step over the parts; the other strides are multiplied. Law: if there is one
/// mode of stride 1, the offset of the result, divided by `parts` and rounded down, is the offset of
/// `layout` at the coordinate whose digit in that mode is divided by `parts` likewise.
///
/// As in CuTe every mode of stride 1 is split, those of extent 1 too. Where another mode has stride 1
/// beside one of extent 1, the result visits parts more than once and the law holds for the digit 0
/// of the mode of extent 1. A mode of extent 1 and another stride makes no step and keeps its extent;
/// so does one of stride -1, which CuTe splits into parts below 0.
///
/// # Errors
///
/// - [`AlgebraError::NotContiguous`] if no mode has stride 1.
/// - [`AlgebraError::ElementShared`] if several modes of an extent above 1 have stride 1.
/// - [`AlgebraError::BelowZero`] if a mode of an extent above 1 has stride -1.
/// - [`AlgebraError::NotPositive`] for less than 1 part.
///
/// ```
/// use layout_math::cute::{Layout, downcast};
///
/// let layout: Layout = "(8,64):(64,1)".parse()?;
/// assert_eq!(downcast(&layout, 2).unwrap().to_string(), "(8,128):(128,1)");
///
/// let error = downcast(&"(32):(64)".parse()?, 4).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "no mode of (32):(64) has stride 1, so its elements cannot be split",
/// );
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn downcast(layout: &Layout, parts: i64) -> Result<Layout, AlgebraError> {
    if parts < 1 {
        return Err(AlgebraError::NotPositive { what: "number of parts", value: parts });
    }
    if parts == 1 {
        return Ok(layout.clone());
    }
    let modes = layout.flat_modes();
    let steps_back = |mode: &Mode| mode.stride == -1 && mode.extent != 1;
    let mut contiguous =
        modes.iter().filter(|mode| mode.stride == 1 || steps_back(mode)).peekable();
    if contiguous.peek().is_none() {
        return Err(AlgebraError::NotContiguous { layout: layout.to_string() });
    }
    if 1 < contiguous.filter(|mode| mode.extent != 1).count() {
        return Err(AlgebraError::ElementShared { layout: layout.to_string(), factor: parts });
    }
    if modes.iter().any(steps_back) {
        check_non_negative(layout)?;
    }
    let (mut extents, mut strides) = (Vec::new(), Vec::new());
    for mode in modes {
        let too_large = || LayoutError::OffsetTooLarge { layout: layout.to_string() };
        let (split, scaled) = if mode.stride == 1 { (parts, 1) } else { (1, parts) };
        extents.push(mode.extent.checked_mul(split).ok_or_else(too_large)?);
        strides.push(mode.stride.checked_mul(scaled).ok_or_else(too_large)?);
    }
    with_modes(layout, extents, strides)
}

fn with_modes(
    layout: &Layout,
    extents: Vec<i64>,
    strides: Vec<i64>,
) -> Result<Layout, AlgebraError> {
    let profile: &Tuple<i64> = layout.shape();
    let shape = profile.with_leaves(extents).expect("there is an extent for every mode");
    let stride = profile.with_leaves(strides).expect("there is a stride for every mode");
    Ok(Layout::new(shape, stride)?)
}

impl Composed {
    /// The same memory in elements of `new_bits` instead of `old_bits`: [`recast`] of the inner
    /// layout, with the offset scaled and the fields of the swizzle moved.
    ///
    /// With `n` elements joined into one, a power of two, the swizzle's fields move down by log2(n)
    /// bits; with elements split they move up. Law: that of [`upcast`] and [`downcast`], of the
    /// composed layout's offsets.
    ///
    /// # Errors
    ///
    /// - [`AlgebraError::SwizzleInsideElement`] if a field would move below bit 0: the swizzle then
    ///   tears elements apart. (CuTe drops bits of the field.)
    /// - [`AlgebraError::FactorNotPowerOfTwo`], [`AlgebraError::OffsetNotDivisible`], and the errors
    ///   of [`recast`].
    /// - [`AlgebraError::NotStatic`] if a part has symbols or basis strides, or the outer function is
    ///   a layout.
    ///
    /// ```
    /// use layout_math::cute::Composed;
    ///
    /// let bytes: Composed = "S<3,4,3> o 16 o (8,64):(64,1)".parse()?;
    /// assert_eq!(bytes.recast(16, 8).unwrap().to_string(), "S<3,3,3> o 8 o (8,32):(32,1)");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn recast(&self, new_bits: i64, old_bits: i64) -> Result<Self, AlgebraError> {
        let not_static = || AlgebraError::NotStatic { layout: self.to_string() };
        let Outer::Swizzle(swizzle) = self.outer() else { return Err(not_static()) };
        let offset = self.offset_term().as_constant().ok_or_else(not_static)?;
        let inner = self.inner().as_static().ok_or_else(not_static)?;
        let (joined, parts) = ratio(new_bits, old_bits)?;
        let inner = recast(inner, new_bits, old_bits)?;
        let swizzle = move_fields(*swizzle, joined, parts)?;
        if offset % joined != 0 {
            return Err(AlgebraError::OffsetNotDivisible { offset, factor: joined });
        }
        let offset = (offset / joined)
            .checked_mul(parts)
            .ok_or_else(|| LayoutError::OffsetTooLarge { layout: self.to_string() })?;
        Ok(Composed::new(Outer::Swizzle(swizzle), offset, CuteLayout::Static(inner)))
    }
}

/// The swizzle of offsets that count `joined` elements as one and then `parts` for one.
fn move_fields(swizzle: Swizzle, joined: i64, parts: i64) -> Result<Swizzle, AlgebraError> {
    if swizzle.is_identity() {
        return Ok(swizzle);
    }
    if let Some(factor) = [joined, parts].into_iter().find(|factor| factor.count_ones() != 1) {
        return Err(AlgebraError::FactorNotPowerOfTwo { swizzle: swizzle.to_string(), factor });
    }
    let base = swizzle.base() - i64::from(joined.trailing_zeros());
    if base < 0 {
        let swizzle = swizzle.to_string();
        return Err(AlgebraError::SwizzleInsideElement { swizzle, factor: joined });
    }
    let base = base + i64::from(parts.trailing_zeros());
    Ok(Swizzle::new(swizzle.bits(), base, swizzle.shift())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(
        operation: fn(&Layout, i64) -> Result<Layout, AlgebraError>,
        factor: i64,
        of: &str,
    ) -> String {
        operation(&of.parse().unwrap(), factor)
            .map_or_else(|error| error.to_string(), |layout| layout.to_string())
    }

    #[test]
    fn joining_divides_strides_and_extents() {
        assert_eq!(check(upcast, 2, "(4,2):(1,4)"), "(2,2):(1,2)");
        assert_eq!(check(upcast, 4, "8:2"), "4:1");
        assert_eq!(check(upcast, 16, "(4):(1)"), "(1):(1)");
        assert_eq!(check(upcast, 8, "(2,4):(1,2)"), "(1,1):(1,1)");
        assert_eq!(check(upcast, 2, "(4,2):(1,-4)"), "(2,2):(1,-2)");
        assert_eq!(check(upcast, 2, "(4,1):(0,3)"), "(4,1):(0,2)");
        assert_eq!(check(upcast, 3, "8:1"), "3:1");
        assert_eq!(check(upcast, 1, "(4,2):(1,5)"), "(4,2):(1,5)");
        // The least number of 64 bits has no absolute value there.
        let least = "(1):(-9223372036854775808)";
        assert_eq!(check(upcast, 1, least), least);
        assert_eq!(check(upcast, 2, least), "(1):(-4611686018427387904)");
    }

    #[test]
    fn joining_what_does_not_divide_is_refused() {
        assert_eq!(
            check(upcast, 3, "(2,8):(1,-2)"),
            "stride -2 of (2,8):(1,-2) neither divides 3 nor is a multiple of it"
        );
        assert_eq!(
            check(upcast, 2, "(4,4):(1,1)"),
            "several modes of (4,4):(1,1) step within 2 elements"
        );
        assert_eq!(check(upcast, 2, "4:-1"), "4:-1 goes below 0: coordinate 1 has offset -1");
        assert_eq!(check(upcast, 0, "4:1"), "number of elements 0 is less than 1");
    }

    #[test]
    fn splitting_needs_one_mode_of_stride_1() {
        assert_eq!(check(downcast, 2, "(4,2):(1,-4)"), "(8,2):(1,-8)");
        assert_eq!(check(downcast, 2, "((1,2),8):((1,1),4)"), "((2,4),8):((1,1),8)");
        assert_eq!(check(downcast, 1, "4:2"), "4:2");
        assert_eq!(
            check(downcast, 2, "(4,4):(1,1)"),
            "several modes of (4,4):(1,1) step within 2 elements"
        );
        assert_eq!(check(downcast, 2, "4:-1"), "4:-1 goes below 0: coordinate 1 has offset -1");
        assert_eq!(check(downcast, 0, "4:1"), "number of parts 0 is less than 1");
        assert_eq!(
            check(downcast, i64::MAX, "(4,2):(1,4)"),
            "an offset of (4,2):(1,4) does not fit in 64 bits"
        );
    }

    #[test]
    fn a_mode_without_a_step_is_not_split() {
        assert_eq!(check(downcast, 4, "(1,4):(-1,1)"), "(1,16):(-4,1)");
        assert_eq!(check(downcast, 2, "(1,1):(1,-1)"), "(2,1):(1,-2)");
        assert_eq!(
            check(downcast, 2, "(1,4):(-1,2)"),
            "no mode of (1,4):(-1,2) has stride 1, so its elements cannot be split"
        );
        let up_and_down = recast(&"(1,4):(-8,4)".parse().unwrap(), 4, 1);
        assert_eq!(up_and_down.unwrap().to_string(), "(1,4):(-2,1)");
        let up_and_down = recast(&"(1,8):(-1,1)".parse().unwrap(), 2, 3);
        assert_eq!(up_and_down.unwrap().to_string(), "(1,12):(-3,1)");
    }

    #[test]
    fn the_fields_of_a_swizzle_move_with_the_element_size() {
        let recast = |text: &str, new_bits, old_bits| {
            let composed: Composed = text.parse().unwrap();
            composed
                .recast(new_bits, old_bits)
                .map_or_else(|error| error.to_string(), |composed| composed.to_string())
        };
        assert_eq!(recast("S<2,2,3> o 16 o 16:1", 1, 16), "S<2,6,3> o 256 o 256:1");
        assert_eq!(recast("S<0,1,2> o 6 o 16:1", 8, 1), "offset 6 is not a multiple of 8");
        assert_eq!(recast("S<0,1,2> o 8 o 16:1", 8, 1), "S<0,1,2> o 1 o 2:1");
        assert_eq!(
            recast("S<2,0,3> o 0 o 16:1", 16, 8),
            "S<2,0,3> moves offsets within 2 elements that become one"
        );
        assert_eq!(
            recast("S<2,2,3> o 0 o 16:1", 8, 6),
            "S<2,2,3> cannot follow elements joined or split by 3, which is not a power of two"
        );
        assert_eq!(recast("S<2,2,3> o 0 o 16:1", 8, 0), "number of bits 0 is less than 1");
        assert_eq!(
            recast("S<2,2,3> o k o 16:1", 8, 4),
            "S<2,2,3> o k o 16:1 is not a layout of integers"
        );
        assert_eq!(
            recast("S<2,58,3> o 0 o 16:1", 4, 8),
            "S<2,59,3> leaves the 63 bits of an offset: S<B,M,S> needs B + M + |S| <= 63"
        );
    }
}
