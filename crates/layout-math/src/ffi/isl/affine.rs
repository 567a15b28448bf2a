//! Quasi-affine expressions over the dimensions of a set, and piecewise ones.

use std::ffi::{c_int, c_uint, c_void};

use super::object::{Affine, PiecewiseAffine, Set, Space};
use super::raw::{self, Give, RawAffine, RawSet, Take};
use super::space::{Dims, index};
use super::{Context, IslError};

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
            affine = affine.take_with_by(coefficient, |affine, coefficient| {
                raw::isl_aff_add_coefficient_val(affine, dims.of_domain(), position, coefficient)
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

    /// The expression times its denominator, and that denominator.
    pub fn over_denominator(&self) -> Result<(Self, i64), IslError> {
        let value = |own| self.context().own(raw::isl_aff_get_denominator_val(own));
        let denominator = value(self.keep())?.to_whole()?;
        Ok((self.clone().take_with(value(self.keep())?, raw::isl_aff_scale_val)?, denominator))
    }

    /// The part of an expression over its denominator that depends on nothing.
    pub fn constant(&self) -> Result<i64, IslError> {
        self.context().own(raw::isl_aff_get_constant_val(self.keep()))?.to_whole()
    }

    /// The coefficients of the dimensions in an expression over its denominator.
    pub fn coefficients(&self, dims: Dims) -> Result<Vec<i64>, IslError> {
        self.coefficients_of(dims.of_domain())
    }

    /// The divisions in an expression over its denominator, each of which is rounded down, with their
    /// coefficients.
    pub fn divisions(&self) -> Result<Vec<(i64, Self)>, IslError> {
        let coefficients = self.coefficients_of(raw::DIVISION)?.into_iter().enumerate();
        coefficients
            .filter(|&(_, coefficient)| coefficient != 0)
            .map(|(position, coefficient)| {
                let division = raw::isl_aff_get_div(self.keep(), index(position));
                Ok((coefficient, self.context().own(division)?))
            })
            .collect()
    }

    fn coefficients_of(&self, kind: c_uint) -> Result<Vec<i64>, IslError> {
        let n = self.context().size(raw::isl_aff_dim(self.keep(), kind))?;
        let value = |at| raw::isl_aff_get_coefficient_val(self.keep(), kind, index(at));
        (0..n).map(|at| self.context().own(value(at))?.to_whole()).collect()
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
    /// The expressions of the pieces.
    pub fn expressions(&self) -> Result<Vec<Affine>, IslError> {
        struct Collector {
            context: Context,
            found: Result<Vec<Affine>, IslError>,
        }

        extern "C" fn collect(
            set: Give<RawSet>,
            affine: Give<RawAffine>,
            user: *mut c_void,
        ) -> c_int {
            // SAFETY: `user` is the collector below, which nothing else uses during the call.
            let collector = unsafe { &mut *user.cast::<Collector>() };
            let (set, affine) = (collector.context.own(set), collector.context.own(affine));
            let Ok(found) = &mut collector.found else { return -1 };
            match set.and(affine) {
                Ok(affine) => {
                    found.push(affine);
                    0
                }
                Err(error) => {
                    collector.found = Err(error);
                    -1
                }
            }
        }

        let mut collector = Collector { context: self.context().clone(), found: Ok(Vec::new()) };
        // SAFETY: the collector outlives the call.
        let status = unsafe {
            let user = (&raw mut collector).cast::<c_void>();
            raw::isl_pw_aff_foreach_piece(self.keep(), collect, user)
        };
        let found = collector.found?;
        self.context().truth(status)?;
        Ok(found)
    }
}
