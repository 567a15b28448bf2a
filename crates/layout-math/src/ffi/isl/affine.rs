//! Quasi-affine expressions over the dimensions of a set, and piecewise ones.

use std::ffi::c_int;

use super::object::Owned;
use super::raw::{self, RawAffine, RawPiecewiseAffine, RawValue};
use super::set::Set;
use super::space::Dims;
use super::{IslError, Space};

/// A quasi-affine expression: constants, dimensions, parameters and integer divisions.
pub(crate) type Affine = Owned<RawAffine>;

/// An expression that is quasi-affine on each of finitely many pieces.
pub(crate) type PiecewiseAffine = Owned<RawPiecewiseAffine>;

impl Affine {
    /// `constant` plus the sum of `coefficient * dimension`, on the points of the set space
    /// `space`.
    pub fn linear(
        space: &Space,
        constant: i64,
        terms: impl IntoIterator<Item = (Dims, usize, i64)>,
    ) -> Result<Self, IslError> {
        let context = space.context().clone();
        let constant = context.integer(constant)?;
        // SAFETY: isl's functions; each takes its arguments, which are live and of one context,
        // and passes a failure on.
        let mut affine = unsafe {
            let local = raw::isl_local_space_from_space(space.clone().into_raw());
            let zero = raw::isl_aff_zero_on_domain(local);
            Owned::new(&context, raw::isl_aff_set_constant_val(zero, constant.into_raw()))?
        };
        for (dims, position, coefficient) in terms {
            let position = c_int::try_from(position).unwrap_or(c_int::MAX);
            let coefficient = context.integer(coefficient)?;
            // The dimensions of the points of a set are the inputs of an expression on it.
            let kind = if dims == Dims::Parameters { raw::PARAMETER } else { raw::INPUT };
            // SAFETY: as above; a position outside the space is an error of isl's.
            affine = unsafe {
                let sum = raw::isl_aff_add_coefficient_val(
                    affine.into_raw(),
                    kind,
                    position,
                    coefficient.into_raw(),
                );
                Owned::new(&context, sum)?
            };
        }
        Ok(affine)
    }

    pub fn plus(self, other: Self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_aff_add) }
    }

    pub fn times(self, factor: i64) -> Result<Self, IslError> {
        let factor = self.context().integer(factor)?;
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(factor, raw::isl_aff_scale_val) }
    }

    pub fn floor_divided(self, divisor: i64) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { self.divided(divisor)?.take(raw::isl_aff_floor) }
    }

    pub fn ceil_divided(self, divisor: i64) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { self.divided(divisor)?.take(raw::isl_aff_ceil) }
    }

    pub fn modulo(self, modulus: i64) -> Result<Self, IslError> {
        let modulus = self.context().integer(modulus)?;
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(modulus, raw::isl_aff_mod_val) }
    }

    pub fn into_piecewise(self) -> Result<PiecewiseAffine, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { self.take(raw::isl_pw_aff_from_aff) }
    }

    fn divided(self, divisor: i64) -> Result<Self, IslError> {
        let divisor = self.context().integer(divisor)?;
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(divisor, raw::isl_aff_scale_down_val) }
    }
}

impl PiecewiseAffine {
    pub fn plus(self, other: Self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_pw_aff_add) }
    }

    pub fn minimum(self, other: Self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_pw_aff_min) }
    }

    pub fn maximum(self, other: Self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_pw_aff_max) }
    }

    pub fn times(self, factor: i64) -> Result<Self, IslError> {
        let factor = self.context().integer(factor)?;
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(factor, raw::isl_pw_aff_scale_val) }
    }

    pub fn floor_divided(self, divisor: i64) -> Result<Self, IslError> {
        let divisor = self.context().integer(divisor)?;
        // SAFETY: isl's functions, each takes its arguments and gives its result.
        unsafe {
            self.take_with(divisor, raw::isl_pw_aff_scale_down_val)?.take(raw::isl_pw_aff_floor)
        }
    }

    pub fn ceil_divided(self, divisor: i64) -> Result<Self, IslError> {
        let divisor = self.context().integer(divisor)?;
        // SAFETY: isl's functions, each takes its arguments and gives its result.
        unsafe {
            self.take_with(divisor, raw::isl_pw_aff_scale_down_val)?.take(raw::isl_pw_aff_ceil)
        }
    }

    pub fn modulo(self, modulus: i64) -> Result<Self, IslError> {
        let modulus: Owned<RawValue> = self.context().integer(modulus)?;
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(modulus, raw::isl_pw_aff_mod_val) }
    }

    /// The points where the two are equal.
    pub fn equal(self, other: Self) -> Result<Set, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_pw_aff_eq_set) }
    }

    /// The points where the two differ.
    pub fn not_equal(self, other: Self) -> Result<Set, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_pw_aff_ne_set) }
    }

    /// The points where this one is at most the other.
    pub fn at_most(self, other: Self) -> Result<Set, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_pw_aff_le_set) }
    }

    /// The points where this one is less than the other.
    pub fn less(self, other: Self) -> Result<Set, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_pw_aff_lt_set) }
    }
}
