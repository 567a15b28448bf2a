//! Integer maps: sets of pairs.

use std::ffi::{CStr, c_int};

use super::object::Owned;
use super::raw::{self, RawMap};
use super::set::Set;
use super::space::{Dims, c_string, count};
use super::{IslError, Space};

/// A set of pairs of points, isl's map.
pub(crate) type Map = Owned<RawMap>;

impl Map {
    pub fn intersect(self, other: Self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_map_intersect) }
    }

    pub fn union(self, other: Self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_map_union) }
    }

    pub fn subtract(self, other: Self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_map_subtract) }
    }

    /// The pairs (a, c) with (a, b) in this map and (b, c) in `other`.
    pub fn then(self, other: Self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_map_apply_range) }
    }

    /// The pairs (a, (b, c)) with (a, b) in this map and (a, c) in `other`, the two outputs as one
    /// tuple.
    pub fn beside(self, other: Self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(other, raw::isl_map_flat_range_product) }
    }

    /// A map with few constraints that has the same pairs as this one among those of `known`.
    pub fn gist(self, known: Self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(known, raw::isl_map_gist) }
    }

    /// The inputs, each with the one output of no dimensions.
    pub fn without_outputs(self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { self.domain()?.take(raw::isl_map_from_domain) }
    }

    pub fn reverse(self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { self.take(raw::isl_map_reverse) }
    }

    pub fn domain(self) -> Result<Set, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { self.take(raw::isl_map_domain) }
    }

    pub fn range(self) -> Result<Set, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { self.take(raw::isl_map_range) }
    }

    /// The pairs as the points of a set.
    pub fn wrap(self) -> Result<Set, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { self.take(raw::isl_map_wrap) }
    }

    pub fn with_domain(self, set: Set) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(set, raw::isl_map_intersect_domain) }
    }

    pub fn with_range(self, set: Set) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(set, raw::isl_map_intersect_range) }
    }

    pub fn without_range(self, set: Set) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(set, raw::isl_map_subtract_range) }
    }

    /// The pairs for parameter values in `set`.
    pub fn with_parameters(self, set: Set) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its arguments and gives its result.
        unsafe { self.take_with(set, raw::isl_map_intersect_params) }
    }

    /// The pairs (x, y) of points of a set space with x lexicographically less than y.
    pub fn lexicographically_less(set_space: Space) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { set_space.take(raw::isl_map_lex_lt) }
    }

    pub fn fixed(self, dims: Dims, position: usize, value: i64) -> Result<Self, IslError> {
        let context = self.context().clone();
        let value = context.integer(value)?;
        let position = count(position)?;
        // SAFETY: the map and the value are taken, and the result is new.
        unsafe {
            let map = self.into_raw();
            let map = raw::isl_map_fix_val(map, dims.raw(), position, value.into_raw());
            Owned::new(&context, map)
        }
    }

    /// The same map in a simpler form: fewer disjuncts, explicit equalities and divisions.
    pub fn simplify(self) -> Result<Self, IslError> {
        // SAFETY: isl's functions, each takes its argument and gives its result.
        unsafe {
            self.take(raw::isl_map_compute_divs)?
                .take(raw::isl_map_coalesce)?
                .take(raw::isl_map_detect_equalities)
        }
    }

    pub fn is_empty(&self) -> Result<bool, IslError> {
        // SAFETY: isl's function, which keeps its argument.
        unsafe { self.ask(raw::isl_map_is_empty) }
    }

    pub fn is_equal(&self, other: &Self) -> Result<bool, IslError> {
        // SAFETY: isl's function, which keeps its arguments.
        unsafe { self.ask_with(other, raw::isl_map_is_equal) }
    }

    pub fn is_subset(&self, other: &Self) -> Result<bool, IslError> {
        // SAFETY: isl's function, which keeps its arguments.
        unsafe { self.ask_with(other, raw::isl_map_is_subset) }
    }

    pub fn is_single_valued(&self) -> Result<bool, IslError> {
        // SAFETY: isl's function, which keeps its argument.
        unsafe { self.ask(raw::isl_map_is_single_valued) }
    }

    pub fn is_injective(&self) -> Result<bool, IslError> {
        // SAFETY: isl's function, which keeps its argument.
        unsafe { self.ask(raw::isl_map_is_injective) }
    }

    /// True if the tuples have the same names and numbers of dimensions.
    pub fn has_same_tuples(&self, other: &Self) -> Result<bool, IslError> {
        // SAFETY: isl's function, which keeps its arguments.
        unsafe { self.space()?.ask_with(&other.space()?, raw::isl_space_has_equal_tuples) }
    }

    pub fn space(&self) -> Result<Space, IslError> {
        // SAFETY: the map is live, and the result is new.
        unsafe { Owned::new(self.context(), raw::isl_map_get_space(self.as_ptr())) }
    }

    pub fn dim(&self, dims: Dims) -> Result<usize, IslError> {
        // SAFETY: the map is live.
        self.context().size(unsafe { raw::isl_map_dim(self.as_ptr(), dims.raw()) })
    }

    /// The position of the parameter called `name`.
    pub fn parameter(&self, name: &str) -> Result<Option<usize>, IslError> {
        let name = c_string(name)?;
        // SAFETY: the map is live, and the name lives during the call.
        let position =
            unsafe { raw::isl_map_find_dim_by_name(self.as_ptr(), raw::PARAMETER, name.as_ptr()) };
        Ok(usize::try_from(position).ok())
    }

    /// The names of the parameters.
    pub fn parameter_names(&self) -> Result<Vec<String>, IslError> {
        (0..self.dim(Dims::Parameters)?)
            .map(|position| {
                let position = count(position)?;
                // SAFETY: the map is live; the name belongs to it and is copied at once.
                unsafe {
                    let name = raw::isl_map_get_dim_name(self.as_ptr(), raw::PARAMETER, position);
                    if name.is_null() {
                        return Err(self.context().error());
                    }
                    Ok(CStr::from_ptr(name).to_string_lossy().into_owned())
                }
            })
            .collect()
    }

    /// isl's own texts of the outputs as expressions of the inputs, rounded down: the outputs are
    /// integers. An error if an input has several outputs.
    pub fn output_texts(&self) -> Result<Vec<String>, IslError> {
        let n = count(self.dim(Dims::Outputs)?)?;
        // SAFETY: isl's functions, of which the first, the third and the fourth take their arguments;
        // each text is ours, is copied and then freed once.
        unsafe {
            let outputs = self.clone().take(raw::isl_pw_multi_aff_from_map)?;
            (0..n)
                .map(|position| {
                    let position = c_int::try_from(position).unwrap_or(c_int::MAX);
                    let output = raw::isl_pw_multi_aff_get_pw_aff(outputs.as_ptr(), position);
                    let output = Owned::new(self.context(), output)?
                        .take(raw::isl_pw_aff_floor)?
                        .take(raw::isl_pw_aff_coalesce)?;
                    let text = raw::isl_pw_aff_to_str(output.as_ptr());
                    if text.is_null() {
                        return Err(self.context().error());
                    }
                    let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
                    raw::free(text.cast());
                    Ok(copy)
                })
                .collect()
        }
    }

    /// isl's own text.
    pub fn to_text(&self) -> Result<String, IslError> {
        // SAFETY: the map is live; the text is ours, is copied and then freed once.
        unsafe {
            let text = raw::isl_map_to_str(self.as_ptr());
            if text.is_null() {
                return Err(self.context().error());
            }
            let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
            raw::free(text.cast());
            Ok(copy)
        }
    }

    /// What isl's own parser makes of `text`: the oracle of the tests of ours.
    #[cfg(test)]
    pub fn from_isl_text(context: &super::Context, text: &str) -> Result<Self, IslError> {
        let text = c_string(text)?;
        // SAFETY: the context and the text are live, and the result is new.
        unsafe { Owned::new(context, raw::isl_map_read_from_str(context.as_ptr(), text.as_ptr())) }
    }
}
