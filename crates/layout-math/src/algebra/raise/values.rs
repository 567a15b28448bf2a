//! Families of a function whose values are all known.

use super::families::{affine, behind, swizzled_of_affine, swizzles, with_offset};
use super::not_raised::NotLinear;
use crate::algebra::AnyLayout;
use crate::cute::from_values;
use crate::linear::f2::{Affine, fit_f2};

/// A function on [0, size), as the list of its values.
pub(super) struct Column {
    pub values: Vec<i64>,
}

impl Column {
    pub fn size(&self) -> i64 {
        self.values.len() as i64
    }

    /// The CuTe layout, with an offset if need be; else the least coordinate up to which no layout
    /// (without an offset) agrees.
    pub fn cute(&self) -> Result<AnyLayout, i64> {
        let first = self.values[0];
        let moved = from_values(self.size(), |c| self.values[c as usize].checked_sub(first));
        match moved {
            Ok(layout) => with_offset(layout, first).ok_or(0),
            Err(_) if first != 0 => Err(0),
            Err(coordinate) => Err(coordinate),
        }
    }

    /// The composed layout with a swizzle outer, else how many swizzles were tried.
    pub fn swizzled(&self, map: Option<&Affine>) -> Result<AnyLayout, usize> {
        if let Some(map) = map {
            return swizzled_of_affine(map);
        }
        if self.values.iter().any(|&value| value < 0) {
            // A swizzle of what is not negative is not negative.
            return Err(0);
        }
        let mut tried = 0;
        for swizzle in swizzles(self.bits_that_matter()) {
            tried += 1;
            let first = swizzle.apply(self.values[0]);
            let inner = |c: i64| swizzle.apply(self.values[c as usize]).checked_sub(first);
            if let Ok(layout) = from_values(self.size(), inner)
                && let Some(layout) = behind(swizzle, first, layout)
            {
                return Ok(layout);
            }
        }
        Err(tried)
    }

    /// How many bits a swizzle may read or write that makes a difference.
    ///
    /// With fields above the greatest value a swizzle that reads up changes nothing. One that
    /// reads down adds `2^|S|` times a field g of the value; if that makes a layout, so that
    /// `f + 2^|S|*g` is the sum of its values at the modes, then the same sums of f and of g miss
    /// f and g by multiples of `2^|S|` that are below the number of modes times the greatest value.
    /// Past that f is a layout by itself.
    fn bits_that_matter(&self) -> u32 {
        let greatest = self.values.iter().max().copied().unwrap_or(0);
        let sum = u128::try_from(greatest).unwrap_or(0) * self.values.len() as u128;
        (u128::BITS - sum.leading_zeros() + u64::BITS - greatest.leading_zeros()).min(63)
    }

    /// The affine map over F2, or why there is none.
    pub fn affine(&self) -> Result<Affine, NotLinear> {
        let size = self.size();
        if !size.cast_unsigned().is_power_of_two() {
            return Err(NotLinear::Size { size });
        }
        let fits = |value: &i64| (0..1 << 62).contains(value);
        if let Some(coordinate) = self.values.iter().position(|value| !fits(value)) {
            let output = self.values[coordinate];
            return Err(NotLinear::Offset { coordinate: coordinate as i64, output });
        }
        let bits = size.trailing_zeros();
        let map = fit_f2(bits, |x| self.values[x as usize].cast_unsigned());
        let map = map.map_err(NotLinear::NotAffine)?;
        Ok(affine(map.matrix().columns().to_vec(), map.constant()).unwrap_or(map))
    }
}
