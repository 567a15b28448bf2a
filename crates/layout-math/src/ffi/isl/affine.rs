//! Quasi-affine expressions over the dimensions of a set, and piecewise ones.

use super::IslError;
use super::object::{Affine, PiecewiseAffine, Set, Space};
use super::raw::{self, Take};
use super::space::{Dims, index};

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
        let zero = |space: Take<_>| {
            raw::isl_aff_zero_on_domain(raw::isl_local_space_from_space(space).into())
        };
        let mut affine =
            space.clone().take_by(zero)?.take_with(constant, raw::isl_aff_set_constant_val)?;
        for (dims, position, coefficient) in terms {
            let position = index(position);
            let coefficient = context.integer(coefficient)?;
            // The dimensions of the points of a set are the inputs of an expression on it.
            let kind = if dims == Dims::Parameters { raw::PARAMETER } else { raw::INPUT };
            affine = affine.take_with_by(coefficient, |affine, coefficient| {
                raw::isl_aff_add_coefficient_val(affine, kind, position, coefficient)
            })?;
        }
        Ok(affine)
    }

    pub fn plus(self, other: Self) -> Result<Self, IslError> {
        self.take_with(other, raw::isl_aff_add)
    }

    pub fn times(self, factor: i64) -> Result<Self, IslError> {
        let factor = self.context().integer(factor)?;
        self.take_with(factor, raw::isl_aff_scale_val)
    }

    pub fn floor_divided(self, divisor: i64) -> Result<Self, IslError> {
        self.divided(divisor)?.take(raw::isl_aff_floor)
    }

    pub fn ceil_divided(self, divisor: i64) -> Result<Self, IslError> {
        self.divided(divisor)?.take(raw::isl_aff_ceil)
    }

    pub fn modulo(self, modulus: i64) -> Result<Self, IslError> {
        let modulus = self.context().integer(modulus)?;
        self.take_with(modulus, raw::isl_aff_mod_val)
    }

    pub fn into_piecewise(self) -> Result<PiecewiseAffine, IslError> {
        self.take(raw::isl_pw_aff_from_aff)
    }

    fn divided(self, divisor: i64) -> Result<Self, IslError> {
        let divisor = self.context().integer(divisor)?;
        self.take_with(divisor, raw::isl_aff_scale_down_val)
    }
}

impl PiecewiseAffine {
    pub fn plus(self, other: Self) -> Result<Self, IslError> {
        self.take_with(other, raw::isl_pw_aff_add)
    }

    pub fn minimum(self, other: Self) -> Result<Self, IslError> {
        self.take_with(other, raw::isl_pw_aff_min)
    }

    pub fn maximum(self, other: Self) -> Result<Self, IslError> {
        self.take_with(other, raw::isl_pw_aff_max)
    }

    pub fn times(self, factor: i64) -> Result<Self, IslError> {
        let factor = self.context().integer(factor)?;
        self.take_with(factor, raw::isl_pw_aff_scale_val)
    }

    pub fn floor_divided(self, divisor: i64) -> Result<Self, IslError> {
        let divisor = self.context().integer(divisor)?;
        self.take_with(divisor, raw::isl_pw_aff_scale_down_val)?.take(raw::isl_pw_aff_floor)
    }

    pub fn ceil_divided(self, divisor: i64) -> Result<Self, IslError> {
        let divisor = self.context().integer(divisor)?;
        self.take_with(divisor, raw::isl_pw_aff_scale_down_val)?.take(raw::isl_pw_aff_ceil)
    }

    pub fn modulo(self, modulus: i64) -> Result<Self, IslError> {
        let modulus = self.context().integer(modulus)?;
        self.take_with(modulus, raw::isl_pw_aff_mod_val)
    }

    /// The points where the two are equal.
    pub fn equal(self, other: Self) -> Result<Set, IslError> {
        self.take_with(other, raw::isl_pw_aff_eq_set)
    }

    /// The points where the two differ.
    pub fn not_equal(self, other: Self) -> Result<Set, IslError> {
        self.take_with(other, raw::isl_pw_aff_ne_set)
    }

    /// The points where this one is at most the other.
    pub fn at_most(self, other: Self) -> Result<Set, IslError> {
        self.take_with(other, raw::isl_pw_aff_le_set)
    }

    /// The points where this one is less than the other.
    pub fn less(self, other: Self) -> Result<Set, IslError> {
        self.take_with(other, raw::isl_pw_aff_lt_set)
    }
}
