//! Inverses of a swizzled layout, where they are swizzled layouts again.

use super::algebra_error::AlgebraError;
use super::composed::{Composed, Outer};
use super::cute_layout::CuteLayout;
use super::layout::Layout;
use super::left_inverse::left_inverse_within;
use super::right_inverse::{inverse_within, right_inverse};
use super::sign::Domain;
use super::swizzle::Swizzle;
use crate::budget::Budget;

impl Composed {
    /// The layout R with `self(R(c)) = c`, for a swizzle after a layout.
    ///
    /// The inverse of `S o 0 o L` is `R o S` with R the right inverse of L. Where R moves whole bits,
    /// and the fields of S to fields again, that is `S' o 0 o R` with the swizzle S' of the moved
    /// fields. Law: as stated, for every `c` below the size of R; each answer is checked.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::SwizzledInverseUndecided`] if the inverse does not come about in this way, for example
    /// because of an offset, and [`AlgebraError::NotStatic`] if a part has symbols or basis strides or the outer
    /// function is a layout. [`AlgebraError::CompositionUndecided`] past the walk of the budget.
    ///
    /// ```
    /// use layout_math::algebra::Budget;
    /// use layout_math::cute::Composed;
    ///
    /// let rows: Composed = "S<3,3,3> o 0 o (8,64):(64,1)".parse()?;
    /// let inverse = rows.right_inverse(&Budget::DEFAULT).unwrap();
    /// assert_eq!(inverse.to_string(), "S<3,0,-6> o 0 o (64,8):(8,1)");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn right_inverse(&self, budget: &Budget) -> Result<Self, AlgebraError> {
        let is_inverse = |result: &Composed| leads_back(result, self, Domain::Inside, budget);
        self.inverted(|layout| Ok(right_inverse(layout)), is_inverse)
    }

    /// The layout R with `R(self(c)) = c`, for a swizzle after a layout.
    ///
    /// As [`Composed::right_inverse`], with the left inverse of the inner layout. Law: as stated, for
    /// every coordinate of the layout; each answer is checked.
    ///
    /// # Errors
    ///
    /// Those of [`left_inverse`](super::left_inverse()) and of [`Composed::right_inverse`].
    ///
    /// ```
    /// use layout_math::algebra::Budget;
    /// use layout_math::cute::Composed;
    ///
    /// let rows: Composed = "S<2,0,-2> o 0 o (4,4):(1,4)".parse()?;
    /// let inverse = rows.left_inverse(&Budget::DEFAULT).unwrap();
    /// assert_eq!(inverse.to_string(), "S<2,0,-2> o 0 o 16:1");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn left_inverse(&self, budget: &Budget) -> Result<Self, AlgebraError> {
        let is_inverse = |result: &Composed| leads_back(self, result, Domain::Extended, budget);
        self.inverted(|layout| left_inverse_within(layout, budget), is_inverse)
    }

    /// The inverse of a swizzle after a layout, if that is a bijection of `0..size` onto itself.
    ///
    /// Law: that of [`Composed::right_inverse`] and of [`Composed::left_inverse`].
    ///
    /// # Errors
    ///
    /// Those of [`inverse`](super::inverse) and of [`Composed::right_inverse`].
    pub fn inverse(&self, budget: &Budget) -> Result<Self, AlgebraError> {
        let is_inverse = |result: &Composed| {
            Ok(leads_back(result, self, Domain::Inside, budget)?
                && leads_back(self, result, Domain::Inside, budget)?)
        };
        self.inverted(|layout| inverse_within(layout, budget), is_inverse)
    }

    /// `S' o 0 o R` with `R = invert(inner)` and `S' o R = R o S` on the bits of the fields, if it is an inverse.
    fn inverted(
        &self,
        invert: impl FnOnce(&Layout) -> Result<Layout, AlgebraError>,
        is_inverse: impl Fn(&Composed) -> Result<bool, AlgebraError>,
    ) -> Result<Self, AlgebraError> {
        let not_static = || AlgebraError::NotStatic { layout: self.to_string() };
        let Outer::Swizzle(swizzle) = self.outer() else { return Err(not_static()) };
        let offset = self.offset_term().as_constant().ok_or_else(not_static)?;
        let inner = self.inner().as_static().ok_or_else(not_static)?;
        let inverse = invert(inner)?;
        let swizzles = if offset == 0 {
            [*swizzle, touched(*swizzle, inner), Swizzle::IDENTITY].to_vec()
        } else {
            Vec::new()
        };
        for moved in swizzles.into_iter().filter_map(|swizzle| move_fields(swizzle, &inverse)) {
            let inverse = CuteLayout::Static(inverse.clone());
            let result = Composed::new(Outer::Swizzle(moved), 0, inverse);
            if is_inverse(&result)? {
                return Ok(result);
            }
        }
        Err(AlgebraError::SwizzledInverseUndecided { layout: self.to_string() })
    }
}

/// True if `second(first(c)) = c` for every coordinate of `first`, whose offsets are such places of `second`.
fn leads_back(
    first: &Composed,
    second: &Composed,
    domain: Domain,
    budget: &Budget,
) -> Result<bool, AlgebraError> {
    let size = first.inner().as_static().map_or(0, Layout::size);
    if budget.walk_last < size {
        return Err(AlgebraError::CompositionUndecided {
            outer: second.to_string(),
            inner: first.to_string(),
        });
    }
    let end = match domain {
        Domain::Inside => second.inner().as_static().map_or(0, Layout::size),
        Domain::Extended => i64::MAX,
    };
    let returns = |c: i64| {
        let offset = first.offset(c).filter(|&offset| offset < end);
        offset.and_then(|offset| second.offset(offset)) == Some(c)
    };
    Ok((0..size).all(returns))
}

/// The swizzle without those bits of its fields that no offset of the layout has set where it reads them: the same
/// function on its offsets.
fn touched(swizzle: Swizzle, layout: &Layout) -> Swizzle {
    let strides =
        layout.flat_modes().iter().filter(|mode| mode.extent != 1).map(|mode| mode.stride);
    let least = strides.fold(0, |set, stride| set | stride).trailing_zeros();
    let (_, greatest) = layout.offset_range();
    let end = u64::BITS - greatest.cast_unsigned().leading_zeros();
    let reads = swizzle.base() + swizzle.shift().max(0);
    let begin = reads.max(i64::from(least));
    let bits = (reads + swizzle.bits()).min(i64::from(end)) - begin;
    let base = swizzle.base() + (begin - reads);
    let narrower = (0 < bits).then(|| Swizzle::new(bits, base, swizzle.shift()).ok()).flatten();
    narrower.unwrap_or(Swizzle::IDENTITY)
}

/// The swizzle whose fields are where `layout` moves the fields of `swizzle`; `None` if they are torn.
fn move_fields(swizzle: Swizzle, layout: &Layout) -> Option<Swizzle> {
    if swizzle.is_identity() {
        return Some(swizzle);
    }
    let moved = |begin: i64| {
        let mut bits = (0..swizzle.bits()).map(|bit| {
            let image = layout.offset(1_i64.checked_shl(u32::try_from(begin + bit).ok()?)?)?;
            (image.count_ones() == 1).then_some(i64::from(image.trailing_zeros()))
        });
        let first = bits.next()??;
        bits.zip(first + 1..).all(|(bit, expected)| bit == Some(expected)).then_some(first)
    };
    let above = swizzle.base() + swizzle.shift().abs();
    let (lower, upper) = (moved(swizzle.base())?, moved(above)?);
    let (read, changed) = if 0 < swizzle.shift() { (upper, lower) } else { (lower, upper) };
    Swizzle::new(swizzle.bits(), read.min(changed), read - changed).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    type InverseFunction = fn(&Composed, &Budget) -> Result<Composed, AlgebraError>;

    #[track_caller]
    fn of(operation: InverseFunction, text: &str) -> String {
        operation(&text.parse().unwrap(), &Budget::DEFAULT)
            .map_or_else(|error| error.to_string(), |inverse| inverse.to_string())
    }

    #[test]
    fn fields_move_with_the_bits_of_the_layout() {
        for operation in
            [Composed::right_inverse as InverseFunction, Composed::left_inverse, Composed::inverse]
        {
            assert_eq!(
                of(operation, "S<3,3,3> o 0 o (8,64):(64,1)"),
                "S<3,0,-6> o 0 o (64,8):(8,1)"
            );
            assert_eq!(
                of(operation, "S<2,3,3> o 0 o (8,32):(32,1)"),
                "S<2,1,-5> o 0 o (32,8):(8,1)"
            );
            assert_eq!(of(operation, "S<0,4,3> o 0 o (8,8):(8,1)"), "S<0,4,3> o 0 o (8,8):(8,1)");
        }
        // The second field reaches past the layout, where only the extension of its inverse is.
        assert_eq!(
            of(Composed::right_inverse, "S<3,4,3> o 0 o (64,8):(1,64)"),
            "S<3,4,3> o 0 o 512:1"
        );
        assert_eq!(
            of(Composed::right_inverse, "S<1,5,2> o 0 o (16,32):(32,1)"),
            "S<1,0,2> o 0 o (32,16):(16,1)"
        );
        assert_eq!(
            of(Composed::left_inverse, "S<1,1,1> o 0 o (2,2):(2,4)"),
            "S<1,0,1> o 0 o (2,4):(0,1)"
        );
    }

    /// Bits that no offset has set are not moved: bit 2 of the first, all of the fields of the second, and the upper
    /// bit of the fields of the third, which is at 4 where it is read.
    #[test]
    fn bits_that_are_never_set_stay() {
        let swizzled = "S<1,1,1> o 0 o (2,2):(2,1)";
        assert_eq!(of(Composed::inverse, swizzled), "S<0,0,0> o 0 o (2,2):(2,1)");
        let swizzled = "S<3,3,3> o 0 o ((5,2,6)):((12,6,1))";
        assert_eq!(of(Composed::left_inverse, swizzled), "S<0,0,0> o 0 o (6,2,5):(10,5,1)");
        let swizzled = "S<2,1,2> o 0 o (4,4):(4,1)";
        assert_eq!(of(Composed::inverse, swizzled), "S<1,1,-2> o 0 o (4,4):(4,1)");
        // Bit 1 is set by the swizzle, and the inverse layout does not see it.
        let swizzled = "S<2,0,3> o 0 o 4:16";
        assert_eq!(of(Composed::left_inverse, swizzled), "S<0,0,0> o 0 o (16,4):(0,1)");
    }

    #[test]
    fn other_inverses_are_refused() {
        let none = |text: &str| {
            format!(
                "the inverse of {text} is unknown: its layout does not move the swizzle to another one"
            )
        };
        for text in [
            "S<1,2,1> o 3 o 16:1",
            // The field of bits 1 and 2 is torn by the transposition of 8 and 4.
            "S<2,1,2> o 0 o (8,4):(4,1)",
            "S<1,0,2> o 0 o (3,4):(4,1)",
            // The offset 3 of coordinate 1 is not one of the two coordinates, though the swizzle undoes itself.
            "S<1,0,-1> o 0 o 2:1",
        ] {
            assert_eq!(of(Composed::right_inverse, text), none(text));
        }
        assert_eq!(of(Composed::inverse, "S<1,0,-1> o 0 o 2:1"), none("S<1,0,-1> o 0 o 2:1"));
        assert_eq!(
            of(Composed::left_inverse, "S<1,0,1> o 0 o (4,2):(1,1)"),
            "(4,2):(1,1) is not injective: coordinates 1 and 4 both have offset 1"
        );
        assert_eq!(
            of(Composed::inverse, "S<1,0,1> o 0 o 4:2"),
            "4:2 is not onto its size: no coordinate has offset 1"
        );
        assert_eq!(
            of(Composed::inverse, "4:1 o 0 o 4:1"),
            "4:1 o 0 o 4:1 is not a layout of integers"
        );
    }
}
