//! Integer maps: sets of pairs.

use super::IslError;
use super::object::{Affine, Map, Owned, Set, Space};
use super::raw::{self, RawBasicMap};
use super::space::{Dims, c_string, count, index};

impl Map {
    pub fn intersect(self, other: Self) -> Result<Self, IslError> {
        self.take_with(other, raw::isl_map_intersect)
    }

    pub fn union(self, other: Self) -> Result<Self, IslError> {
        self.take_with(other, raw::isl_map_union)
    }

    pub fn subtract(self, other: Self) -> Result<Self, IslError> {
        self.take_with(other, raw::isl_map_subtract)
    }

    /// The pairs (a, c) with (a, b) in this map and (b, c) in `other`.
    pub fn then(self, other: Self) -> Result<Self, IslError> {
        self.take_with(other, raw::isl_map_apply_range)
    }

    /// The pairs (a, (b, c)) with (a, b) in this map and (a, c) in `other`, the two outputs as one
    /// tuple.
    pub fn beside(self, other: Self) -> Result<Self, IslError> {
        self.take_with(other, raw::isl_map_flat_range_product)
    }

    /// A map with few constraints that has the same pairs as this one among those of `known`.
    pub fn gist(self, known: Self) -> Result<Self, IslError> {
        self.take_with(known, raw::isl_map_gist)
    }

    /// The inputs, each with the one output of no dimensions.
    pub fn without_outputs(self) -> Result<Self, IslError> {
        self.domain()?.take(raw::isl_map_from_domain)
    }

    pub fn reverse(self) -> Result<Self, IslError> {
        self.take(raw::isl_map_reverse)
    }

    pub fn domain(self) -> Result<Set, IslError> {
        self.take(raw::isl_map_domain)
    }

    pub fn range(self) -> Result<Set, IslError> {
        self.take(raw::isl_map_range)
    }

    /// The pairs as the points of a set.
    pub fn wrap(self) -> Result<Set, IslError> {
        self.take(raw::isl_map_wrap)
    }

    pub fn with_domain(self, set: Set) -> Result<Self, IslError> {
        self.take_with(set, raw::isl_map_intersect_domain)
    }

    pub fn with_range(self, set: Set) -> Result<Self, IslError> {
        self.take_with(set, raw::isl_map_intersect_range)
    }

    pub fn without_range(self, set: Set) -> Result<Self, IslError> {
        self.take_with(set, raw::isl_map_subtract_range)
    }

    /// The pairs for parameter values in `set`.
    pub fn with_parameters(self, set: Set) -> Result<Self, IslError> {
        self.take_with(set, raw::isl_map_intersect_params)
    }

    /// The pairs (x, y) of points of a set space with x lexicographically less than y.
    pub fn lexicographically_less(set_space: Space) -> Result<Self, IslError> {
        set_space.take(raw::isl_map_lex_lt)
    }

    pub fn fixed(self, dims: Dims, position: usize, value: i64) -> Result<Self, IslError> {
        let value = self.context().integer(value)?;
        let position = count(position)?;
        self.take_with_by(value, |map, value| {
            raw::isl_map_fix_val(map, dims.raw(), position, value)
        })
    }

    /// The same map in a simpler form: fewer disjuncts, explicit equalities and divisions.
    pub fn simplify(self) -> Result<Self, IslError> {
        let map = self.take(raw::isl_map_compute_divs)?.without_empty_disjuncts()?;
        map.coalesce()?.take(raw::isl_map_detect_equalities)
    }

    /// The same map without the disjuncts that have no pairs. What isl does with these is not to be
    /// relied on: it coalesces them to pairs that none of them has, or crashes (isl 0.27).
    fn without_empty_disjuncts(self) -> Result<Self, IslError> {
        let disjuncts = self.disjuncts()?;
        if disjuncts.len() < 2 {
            return Ok(self);
        }
        let empty = self.space()?.take(raw::isl_map_empty)?;
        disjuncts.into_iter().try_fold(empty, |union, disjunct| {
            if disjunct.ask(raw::isl_basic_map_is_empty)? {
                return Ok(union);
            }
            union.union(disjunct.take(raw::isl_map_from_basic_map)?)
        })
    }

    /// The same map with fewer disjuncts, if isl finds it and it has the same pairs.
    fn coalesce(self) -> Result<Self, IslError> {
        match self.clone().take(raw::isl_map_coalesce) {
            Ok(coalesced) if coalesced.is_equal(&self)? => Ok(coalesced),
            // Some coalescing fails a check of isl's own ("total dimensionality changed unexpectedly").
            Ok(_) | Err(IslError::Failed { .. }) => Ok(self),
            Err(error) => Err(error),
        }
    }

    /// The disjuncts whose union the map is.
    pub(super) fn disjuncts(&self) -> Result<Vec<Owned<RawBasicMap>>, IslError> {
        self.context().elements(
            raw::isl_map_get_basic_map_list(self.keep()),
            raw::isl_basic_map_list_n_basic_map,
            raw::isl_basic_map_list_get_basic_map,
        )
    }

    pub fn is_empty(&self) -> Result<bool, IslError> {
        self.ask(raw::isl_map_is_empty)
    }

    pub fn is_equal(&self, other: &Self) -> Result<bool, IslError> {
        self.ask_with(other, raw::isl_map_is_equal)
    }

    pub fn is_subset(&self, other: &Self) -> Result<bool, IslError> {
        self.ask_with(other, raw::isl_map_is_subset)
    }

    pub fn is_single_valued(&self) -> Result<bool, IslError> {
        self.ask(raw::isl_map_is_single_valued)
    }

    pub fn is_injective(&self) -> Result<bool, IslError> {
        self.ask(raw::isl_map_is_injective)
    }

    /// True if the tuples have the same names and numbers of dimensions.
    pub fn has_same_tuples(&self, other: &Self) -> Result<bool, IslError> {
        self.space()?.ask_with(&other.space()?, raw::isl_space_has_equal_tuples)
    }

    pub fn space(&self) -> Result<Space, IslError> {
        self.context().own(raw::isl_map_get_space(self.keep()))
    }

    pub fn dim(&self, dims: Dims) -> Result<usize, IslError> {
        self.context().size(raw::isl_map_dim(self.keep(), dims.raw()))
    }

    /// The position of the parameter called `name`.
    pub fn parameter(&self, name: &str) -> Result<Option<usize>, IslError> {
        let name = c_string(name)?;
        // SAFETY: the name lives during the call.
        let position =
            unsafe { raw::isl_map_find_dim_by_name(self.keep(), raw::PARAMETER, name.as_ptr()) };
        Ok(usize::try_from(position).ok())
    }

    /// The names of the parameters.
    pub fn parameter_names(&self) -> Result<Vec<String>, IslError> {
        let name = |at| raw::isl_map_get_dim_name(self.keep(), raw::PARAMETER, at);
        let n = count(self.dim(Dims::Parameters)?)?;
        (0..n).map(|at| self.context().text(name(at))).collect()
    }

    /// The name of a dimension, if it has one.
    pub fn dim_name(&self, dims: Dims, position: usize) -> Result<Option<String>, IslError> {
        let name = raw::isl_map_get_dim_name(self.keep(), dims.raw(), count(position)?);
        self.context().optional_text(name)
    }

    /// The name of a tuple, if it has one.
    pub fn tuple_name(&self, dims: Dims) -> Result<Option<String>, IslError> {
        self.context().optional_text(raw::isl_map_get_tuple_name(self.keep(), dims.raw()))
    }

    /// The outputs as expressions of the inputs, rounded down: the outputs are integers. Each has an
    /// expression for each piece of the inputs. An error if an input has several outputs.
    pub fn outputs(&self) -> Result<Vec<Vec<Affine>>, IslError> {
        let map = self.clone().without_empty_disjuncts()?;
        let outputs = map.take(raw::isl_pw_multi_aff_from_map)?;
        (0..self.dim(Dims::Outputs)?)
            .map(|position| {
                let output = raw::isl_pw_multi_aff_get_pw_aff(outputs.keep(), index(position));
                self.context().own(output)?.take(raw::isl_pw_aff_floor)?.expressions()
            })
            .collect()
    }
}
