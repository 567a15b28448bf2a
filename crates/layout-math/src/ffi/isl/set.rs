//! Integer sets.

use std::ffi::{CStr, c_int, c_void};

use super::object::Owned;
use super::raw::{self, RawBasicSet, RawPoint, RawSet};
use super::space::{Dims, count};
use super::{Affine, Context, IslError, Map, Space};

/// A conjunction of equalities and inequalities between quasi-affine expressions.
pub(crate) type BasicSet = Owned<RawBasicSet>;

/// A union of conjunctions: any Presburger set.
pub(crate) type Set = Owned<RawSet>;

impl BasicSet {
    pub fn universe(space: &Space) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { space.clone().take(raw::isl_basic_set_universe) }
    }

    /// The points where `affine` is also 0.
    pub fn with_zero(self, affine: Affine) -> Result<Self, IslError> {
        // SAFETY: isl's functions, each takes its arguments, of one context, and passes a failure
        // on.
        unsafe { self.constrained(affine, raw::isl_equality_from_aff) }
    }

    /// The points where `affine` is also at least 0.
    pub fn with_non_negative(self, affine: Affine) -> Result<Self, IslError> {
        // SAFETY: as above.
        unsafe { self.constrained(affine, raw::isl_inequality_from_aff) }
    }

    /// # Safety
    ///
    /// `make` is isl's, takes its argument and gives its result.
    unsafe fn constrained(
        self,
        affine: Affine,
        make: unsafe extern "C" fn(*mut raw::RawAffine) -> *mut raw::RawConstraint,
    ) -> Result<Self, IslError> {
        if !self.context().same_as(affine.context()) {
            return Err(IslError::DifferentContexts);
        }
        let context = self.context().clone();
        // SAFETY: the caller vouches for `make`; the constraint is taken even if it is null.
        unsafe {
            let constraint = make(affine.into_raw());
            Owned::new(&context, raw::isl_basic_set_add_constraint(self.into_raw(), constraint))
        }
    }

    pub fn into_set(self) -> Result<Set, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { self.take(raw::isl_set_from_basic_set) }
    }
}

impl Set {
    pub fn universe(space: &Space) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { space.clone().take(raw::isl_set_universe) }
    }

    pub fn empty(space: &Space) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { space.clone().take(raw::isl_set_empty) }
    }

    pub fn intersect(self, other: Self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_set_intersect) }
    }

    pub fn union(self, other: Self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_set_union) }
    }

    pub fn subtract(self, other: Self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_set_subtract) }
    }

    pub fn complement(self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { self.take(raw::isl_set_complement) }
    }

    /// The set without its dimensions from `first` on: each point for which they have some value.
    pub fn project_out(self, first: usize, n: usize) -> Result<Self, IslError> {
        let (first, n) = (count(first)?, count(n)?);
        let context = self.context().clone();
        // SAFETY: the set is taken, and the result is new. Bad positions are errors of isl's.
        unsafe {
            Owned::new(&context, raw::isl_set_project_out(self.into_raw(), raw::SET, first, n))
        }
    }

    /// The values of the parameters for which there is a point, as a set without dimensions.
    pub fn parameters(self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { self.take(raw::isl_set_params) }
    }

    /// The same points without the structure of a wrapped map, and with the parameters as further
    /// dimensions in front.
    pub fn with_parameters_as_dims(self) -> Result<Self, IslError> {
        let context = self.context().clone();
        let n = count(self.dim(Dims::Parameters)?)?;
        // SAFETY: isl's function, which takes its argument and gives its result.
        let flat = unsafe { self.take(raw::isl_set_flatten)? };
        // SAFETY: the set is taken, and the result is new.
        unsafe {
            let set = flat.into_raw();
            Owned::new(&context, raw::isl_set_move_dims(set, raw::SET, 0, raw::PARAMETER, 0, n))
        }
    }

    /// The set, over `space`, which has as many dimensions.
    pub fn with_space(self, space: Space) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(space, raw::isl_set_reset_space) }
    }

    pub fn space(&self) -> Result<Space, IslError> {
        // SAFETY: the set is live, and the result is new.
        unsafe { Owned::new(self.context(), raw::isl_set_get_space(self.as_ptr())) }
    }

    /// The map whose pairs are the points of this set over a wrapped space.
    pub fn unwrap_map(self) -> Result<Map, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { self.take(raw::isl_set_unwrap) }
    }

    /// The points whose dimension `position` is `value`.
    pub fn fixed(self, dims: Dims, position: usize, value: i64) -> Result<Self, IslError> {
        // SAFETY: isl's function, with the signature that `bounded` wants.
        unsafe { self.bounded(raw::isl_set_fix_val, dims, position, value) }
    }

    /// The points whose dimension `position` is at least `value`.
    pub fn at_least(self, dims: Dims, position: usize, value: i64) -> Result<Self, IslError> {
        // SAFETY: isl's function, with the signature that `bounded` wants.
        unsafe { self.bounded(raw::isl_set_lower_bound_val, dims, position, value) }
    }

    /// The points whose dimension `position` is at most `value`.
    pub fn at_most(self, dims: Dims, position: usize, value: i64) -> Result<Self, IslError> {
        // SAFETY: isl's function, with the signature that `bounded` wants.
        unsafe { self.bounded(raw::isl_set_upper_bound_val, dims, position, value) }
    }

    /// # Safety
    ///
    /// `function` is isl's, takes the set and the value and gives its result.
    unsafe fn bounded(
        self,
        function: unsafe extern "C" fn(*mut RawSet, u32, u32, *mut raw::RawValue) -> *mut RawSet,
        dims: Dims,
        position: usize,
        value: i64,
    ) -> Result<Self, IslError> {
        let context = self.context().clone();
        let value = context.integer(value)?;
        let position = count(position)?;
        // SAFETY: the caller vouches for the function; both arguments are live, of one context.
        unsafe {
            let set = function(self.into_raw(), dims.raw(), position, value.into_raw());
            Owned::new(&context, set)
        }
    }

    /// The least value of a dimension; none if there is no point or no least value.
    pub fn minimum(&self, position: usize) -> Result<Option<i64>, IslError> {
        let position = c_int::try_from(position).unwrap_or(c_int::MAX);
        // SAFETY: the copy is taken, and the result is new.
        unsafe {
            let value = raw::isl_set_dim_min_val(self.clone().into_raw(), position);
            Owned::new(self.context(), value)?.to_i64()
        }
    }

    /// The greatest value of a dimension; none if there is no point or no greatest value.
    pub fn maximum(&self, position: usize) -> Result<Option<i64>, IslError> {
        let position = c_int::try_from(position).unwrap_or(c_int::MAX);
        // SAFETY: the copy is taken, and the result is new.
        unsafe {
            let value = raw::isl_set_dim_max_val(self.clone().into_raw(), position);
            Owned::new(self.context(), value)?.to_i64()
        }
    }

    pub fn is_empty(&self) -> Result<bool, IslError> {
        // SAFETY: isl's function, which keeps its argument.
        unsafe { self.ask(raw::isl_set_is_empty) }
    }

    /// True if every dimension is bounded, for each value of the parameters.
    pub fn is_bounded(&self) -> Result<bool, IslError> {
        // SAFETY: isl's function, which keeps its argument.
        unsafe { self.ask(raw::isl_set_is_bounded) }
    }

    pub fn is_equal(&self, other: &Self) -> Result<bool, IslError> {
        // SAFETY: isl's function, which keeps its arguments.
        unsafe { self.ask_with(other, raw::isl_set_is_equal) }
    }

    pub fn dim(&self, dims: Dims) -> Result<usize, IslError> {
        // SAFETY: the set is live.
        self.context().size(unsafe { raw::isl_set_dim(self.as_ptr(), dims.raw()) })
    }

    /// The names of the parameters.
    pub fn parameter_names(&self) -> Result<Vec<String>, IslError> {
        (0..self.dim(Dims::Parameters)?)
            .map(|position| {
                let position = count(position)?;
                // SAFETY: the set is live; the name belongs to it and is copied at once.
                unsafe {
                    let name = raw::isl_set_get_dim_name(self.as_ptr(), raw::PARAMETER, position);
                    if name.is_null() {
                        return Err(self.context().error());
                    }
                    Ok(CStr::from_ptr(name).to_string_lossy().into_owned())
                }
            })
            .collect()
    }

    /// Some point; none if there is none. The set has no parameters.
    pub fn sample(&self) -> Result<Option<Vec<i64>>, IslError> {
        let n = self.dim(Dims::Outputs)?;
        // SAFETY: the copy is taken, and the result is new.
        let point: Owned<RawPoint> = unsafe {
            Owned::new(self.context(), raw::isl_set_sample_point(self.clone().into_raw()))?
        };
        // SAFETY: isl's function, which keeps its argument.
        if unsafe { point.ask(raw::isl_point_is_void)? } {
            return Ok(None);
        }
        coordinates(&point, n).map(Some)
    }

    /// The points, as many as `limit`, in no order; the second is true if there are more.
    ///
    /// The set is bounded and has no parameters.
    pub fn points(&self, limit: usize) -> Result<(Vec<Vec<i64>>, bool), IslError> {
        struct Collector {
            context: Context,
            n: usize,
            limit: usize,
            points: Vec<Vec<i64>>,
            error: Option<IslError>,
            more: bool,
        }

        extern "C" fn collect(point: *mut RawPoint, user: *mut c_void) -> c_int {
            // SAFETY: `user` is the collector below, which nothing else uses during the call.
            let collector = unsafe { &mut *user.cast::<Collector>() };
            // SAFETY: isl gives the point to the callback.
            let point = unsafe { Owned::new(&collector.context, point) };
            if collector.points.len() == collector.limit {
                collector.more = true;
                return -1;
            }
            match point.and_then(|point| coordinates(&point, collector.n)) {
                Ok(point) => collector.points.push(point),
                Err(error) => {
                    collector.error = Some(error);
                    return -1;
                }
            }
            0
        }

        let n = self.dim(Dims::Outputs)?;
        let context = self.context().clone();
        let mut collector =
            Collector { context, n, limit, points: Vec::new(), error: None, more: false };
        // SAFETY: the set is live, and the collector outlives the call.
        let status = unsafe {
            let user = (&raw mut collector).cast::<c_void>();
            raw::isl_set_foreach_point(self.as_ptr(), collect, user)
        };
        if let Some(error) = collector.error {
            return Err(error);
        }
        if !collector.more {
            self.context().truth(status)?;
        }
        Ok((collector.points, collector.more))
    }
}

/// The coordinates of a point with `n` dimensions.
fn coordinates(point: &Owned<RawPoint>, n: usize) -> Result<Vec<i64>, IslError> {
    (0..n)
        .map(|position| {
            let position = c_int::try_from(position).unwrap_or(c_int::MAX);
            // SAFETY: the point is live, and the value is new.
            let value = unsafe {
                let value = raw::isl_point_get_coordinate_val(point.as_ptr(), raw::SET, position);
                Owned::new(point.context(), value)?
            };
            value.to_i64()?.ok_or(IslError::NumberTooLarge)
        })
        .collect()
}
