//! Integer sets.

use std::ffi::{c_int, c_void};

use super::object::{Affine, BasicSet, Map, Owned, Set, Space};
use super::raw::{self, Give, RawPoint, RawSet, RawValue, Take};
use super::space::{Dims, count, index};
use super::{Context, IslError};

impl BasicSet {
    pub fn universe(space: &Space) -> Result<Self, IslError> {
        space.clone().take(raw::isl_basic_set_universe)
    }

    /// The points where `affine` is also 0.
    pub fn with_zero(self, affine: Affine) -> Result<Self, IslError> {
        self.take_with_by(affine, |set, affine| {
            raw::isl_basic_set_add_constraint(set, raw::isl_equality_from_aff(affine).into())
        })
    }

    /// The points where `affine` is also at least 0.
    pub fn with_non_negative(self, affine: Affine) -> Result<Self, IslError> {
        self.take_with_by(affine, |set, affine| {
            raw::isl_basic_set_add_constraint(set, raw::isl_inequality_from_aff(affine).into())
        })
    }

    pub fn into_set(self) -> Result<Set, IslError> {
        self.take(raw::isl_set_from_basic_set)
    }

    /// The expressions that are 0 in the set, and those that are at least 0, without those that say no
    /// more than what a division is.
    pub fn constraints(&self) -> Result<(Vec<Affine>, Vec<Affine>), IslError> {
        let context = self.context();
        let constraints = context.elements(
            raw::isl_basic_set_get_constraint_list(self.keep()),
            raw::isl_constraint_list_n_constraint,
            raw::isl_constraint_list_get_constraint,
        )?;
        let (mut equalities, mut inequalities) = (Vec::new(), Vec::new());
        for constraint in constraints {
            if constraint.ask(raw::isl_constraint_is_div_constraint)? {
                continue;
            }
            let is_equality = constraint.ask(raw::isl_constraint_is_equality)?;
            let expression = context.own(raw::isl_constraint_get_aff(constraint.keep()))?;
            if is_equality { &mut equalities } else { &mut inequalities }.push(expression);
        }
        Ok((equalities, inequalities))
    }
}

impl Set {
    pub fn universe(space: &Space) -> Result<Self, IslError> {
        space.clone().take(raw::isl_set_universe)
    }

    pub fn empty(space: &Space) -> Result<Self, IslError> {
        space.clone().take(raw::isl_set_empty)
    }

    pub fn intersect(self, other: Self) -> Result<Self, IslError> {
        self.take_with(other, raw::isl_set_intersect)
    }

    pub fn union(self, other: Self) -> Result<Self, IslError> {
        self.take_with(other, raw::isl_set_union)
    }

    pub fn subtract(self, other: Self) -> Result<Self, IslError> {
        self.take_with(other, raw::isl_set_subtract)
    }

    pub fn complement(self) -> Result<Self, IslError> {
        self.take(raw::isl_set_complement)
    }

    /// The set without its dimensions from `first` on: each point for which they have some value.
    pub fn project_out(self, first: usize, n: usize) -> Result<Self, IslError> {
        let (first, n) = (count(first)?, count(n)?);
        self.take_by(|set| raw::isl_set_project_out(set, raw::SET, first, n))
    }

    /// The values of the parameters for which there is a point, as a set without dimensions.
    pub fn parameters(self) -> Result<Self, IslError> {
        self.take(raw::isl_set_params)
    }

    /// The points for parameter values in `parameters`, a set without dimensions.
    pub fn with_parameters(self, parameters: Self) -> Result<Self, IslError> {
        self.take_with(parameters, raw::isl_set_intersect_params)
    }

    /// The same points without the structure of a wrapped map, and with the parameters as further
    /// dimensions in front.
    pub fn with_parameters_as_dims(self) -> Result<Self, IslError> {
        let n = count(self.dim(Dims::Parameters)?)?;
        self.take(raw::isl_set_flatten)?
            .take_by(|set| raw::isl_set_move_dims(set, raw::SET, 0, raw::PARAMETER, 0, n))
    }

    /// The set, over `space`, which has as many dimensions.
    pub fn with_space(self, space: Space) -> Result<Self, IslError> {
        self.take_with(space, raw::isl_set_reset_space)
    }

    pub fn space(&self) -> Result<Space, IslError> {
        self.context().own(raw::isl_set_get_space(self.keep()))
    }

    /// The map whose pairs are the points of this set over a wrapped space.
    pub fn unwrap_map(self) -> Result<Map, IslError> {
        self.take(raw::isl_set_unwrap)
    }

    /// The points whose dimension `position` is `value`.
    pub fn fixed(self, dims: Dims, position: usize, value: i64) -> Result<Self, IslError> {
        self.bounded(raw::isl_set_fix_val, dims, position, value)
    }

    /// The points whose dimension `position` is at least `value`.
    pub fn at_least(self, dims: Dims, position: usize, value: i64) -> Result<Self, IslError> {
        self.bounded(raw::isl_set_lower_bound_val, dims, position, value)
    }

    /// The points whose dimension `position` is at most `value`.
    pub fn at_most(self, dims: Dims, position: usize, value: i64) -> Result<Self, IslError> {
        self.bounded(raw::isl_set_upper_bound_val, dims, position, value)
    }

    fn bounded(
        self,
        function: extern "C" fn(Take<RawSet>, u32, u32, Take<RawValue>) -> Give<RawSet>,
        dims: Dims,
        position: usize,
        value: i64,
    ) -> Result<Self, IslError> {
        let value = self.context().integer(value)?;
        let position = count(position)?;
        self.take_with_by(value, |set, value| function(set, dims.raw(), position, value))
    }

    /// The least value of a dimension; none if there is no point or no least value.
    pub fn minimum(&self, position: usize) -> Result<Option<i64>, IslError> {
        self.optimum(position, raw::isl_set_dim_min_val, i64::min)
    }

    /// The greatest value of a dimension; none if there is no point or no greatest value.
    pub fn maximum(&self, position: usize) -> Result<Option<i64>, IslError> {
        self.optimum(position, raw::isl_set_dim_max_val, i64::max)
    }

    /// The best of the best values of the pieces. isl takes the value of a first piece without points
    /// for 0 where others follow, so that each is asked for by itself.
    fn optimum(
        &self,
        position: usize,
        of_piece: extern "C" fn(Take<RawSet>, c_int) -> Give<RawValue>,
        better: fn(i64, i64) -> i64,
    ) -> Result<Option<i64>, IslError> {
        let mut best: Option<i64> = None;
        for piece in self.pieces()? {
            let piece = piece.into_set()?;
            let value = piece.clone().take_by(|set| of_piece(set, index(position)))?.to_i64()?;
            match value {
                Some(value) => best = Some(best.map_or(value, |best| better(best, value))),
                None if piece.is_empty()? => {}
                None => return Ok(None),
            }
        }
        Ok(best)
    }

    /// The conjunctions whose union the set is.
    pub fn pieces(&self) -> Result<Vec<BasicSet>, IslError> {
        self.context().elements(
            raw::isl_set_get_basic_set_list(self.keep()),
            raw::isl_basic_set_list_n_basic_set,
            raw::isl_basic_set_list_get_basic_set,
        )
    }

    pub fn is_empty(&self) -> Result<bool, IslError> {
        self.ask(raw::isl_set_is_empty)
    }

    /// True if every dimension is bounded, for each value of the parameters.
    pub fn is_bounded(&self) -> Result<bool, IslError> {
        self.ask(raw::isl_set_is_bounded)
    }

    pub fn is_equal(&self, other: &Self) -> Result<bool, IslError> {
        self.ask_with(other, raw::isl_set_is_equal)
    }

    pub fn dim(&self, dims: Dims) -> Result<usize, IslError> {
        self.context().size(raw::isl_set_dim(self.keep(), dims.raw()))
    }

    /// The names of the parameters.
    pub fn parameter_names(&self) -> Result<Vec<String>, IslError> {
        let name = |at| raw::isl_set_get_dim_name(self.keep(), raw::PARAMETER, at);
        let n = count(self.dim(Dims::Parameters)?)?;
        (0..n).map(|at| self.context().text(name(at))).collect()
    }

    /// Some point; none if there is none. The set has no parameters.
    pub fn sample(&self) -> Result<Option<Vec<i64>>, IslError> {
        let n = self.dim(Dims::Outputs)?;
        let point = self.clone().take(raw::isl_set_sample_point)?;
        if point.ask(raw::isl_point_is_void)? {
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

        extern "C" fn collect(point: Give<RawPoint>, user: *mut c_void) -> c_int {
            // SAFETY: `user` is the collector below, which nothing else uses during the call.
            let collector = unsafe { &mut *user.cast::<Collector>() };
            let point = collector.context.own(point);
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
        // SAFETY: the collector outlives the call.
        let status = unsafe {
            let user = (&raw mut collector).cast::<c_void>();
            raw::isl_set_foreach_point(self.keep(), collect, user)
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
            let value = raw::isl_point_get_coordinate_val(point.keep(), raw::SET, index(position));
            point.context().own(value)?.to_whole()
        })
        .collect()
}
