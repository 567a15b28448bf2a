//! isl's C interface, as declared in the headers of isl 0.27 (`isl/ctx.h`, `isl/map.h` and so on).
//!
//! An argument of type `*mut T` is taken by the function (`__isl_take`), one of type `*const T` is
//! kept by the caller (`__isl_keep`), and a returned `*mut T` belongs to the caller
//! (`__isl_give`). Contexts are never taken. A null pointer returned means failure, and so does -1
//! as a truth value or a size. An argument that is null makes a function fail, not crash.

use std::ffi::{c_char, c_int, c_long, c_uint, c_ulong, c_void};

// The library that these declarations are about is linked by this crate.
use isl_rs as _;

macro_rules! opaque {
    ($($name:ident)*) => { $(
        /// A C structure that only isl looks into.
        #[repr(C)]
        #[derive(Debug)]
        pub(crate) struct $name { _private: [u8; 0] }
    )* };
}

opaque!(RawContext RawSpace RawLocalSpace RawValue RawAffine RawPiecewiseAffine RawConstraint
    RawBasicSet RawSet RawBasicMap RawMap RawMatrix RawPoint RawPiecewiseMultiAffine);

/// `enum isl_dim_type`.
pub(super) const CONSTANT: c_uint = 0;
pub(super) const PARAMETER: c_uint = 1;
pub(super) const INPUT: c_uint = 2;
pub(super) const OUTPUT: c_uint = 3;
pub(super) const DIVISION: c_uint = 4;
/// The dimensions of a set are its outputs.
pub(super) const SET: c_uint = OUTPUT;

/// `enum isl_error`.
pub(super) const ERROR_QUOTA: c_uint = 6;

/// `ISL_ON_ERROR_CONTINUE`: report errors through return values only.
pub(super) const ON_ERROR_CONTINUE: c_int = 1;

pub(super) type PointCallback = extern "C" fn(point: *mut RawPoint, user: *mut c_void) -> c_int;
pub(super) type BasicMapCallback = extern "C" fn(map: *mut RawBasicMap, user: *mut c_void) -> c_int;

unsafe extern "C" {
    pub(super) fn isl_ctx_alloc() -> *mut RawContext;
    pub(super) fn isl_ctx_free(context: *mut RawContext);
    pub(super) fn isl_options_set_on_error(context: *mut RawContext, value: c_int) -> c_int;
    pub(super) fn isl_ctx_set_max_operations(context: *mut RawContext, operations: c_ulong);
    pub(super) fn isl_ctx_abort(context: *mut RawContext);
    pub(super) fn isl_ctx_reset_operations(context: *mut RawContext);
    pub(super) fn isl_ctx_last_error(context: *mut RawContext) -> c_uint;
    pub(super) fn isl_ctx_last_error_msg(context: *mut RawContext) -> *const c_char;
    pub(super) fn isl_ctx_reset_error(context: *mut RawContext);
    #[cfg(test)]
    pub(super) fn isl_version() -> *const c_char;

    pub(super) fn isl_space_alloc(
        context: *mut RawContext,
        n_parameters: c_uint,
        n_inputs: c_uint,
        n_outputs: c_uint,
    ) -> *mut RawSpace;
    pub(super) fn isl_space_copy(space: *const RawSpace) -> *mut RawSpace;
    pub(super) fn isl_space_free(space: *mut RawSpace) -> *mut RawSpace;
    pub(super) fn isl_space_set_dim_name(
        space: *mut RawSpace,
        kind: c_uint,
        position: c_uint,
        name: *const c_char,
    ) -> *mut RawSpace;
    pub(super) fn isl_space_set_tuple_name(
        space: *mut RawSpace,
        kind: c_uint,
        name: *const c_char,
    ) -> *mut RawSpace;
    pub(super) fn isl_space_add_dims(
        space: *mut RawSpace,
        kind: c_uint,
        n: c_uint,
    ) -> *mut RawSpace;
    pub(super) fn isl_space_params(space: *mut RawSpace) -> *mut RawSpace;
    pub(super) fn isl_space_set_from_params(space: *mut RawSpace) -> *mut RawSpace;
    pub(super) fn isl_space_wrap(space: *mut RawSpace) -> *mut RawSpace;

    pub(super) fn isl_local_space_from_space(space: *mut RawSpace) -> *mut RawLocalSpace;

    pub(super) fn isl_val_int_from_si(context: *mut RawContext, value: c_long) -> *mut RawValue;
    pub(super) fn isl_val_get_num_si(value: *const RawValue) -> c_long;
    pub(super) fn isl_val_is_int(value: *const RawValue) -> c_int;
    pub(super) fn isl_val_n_abs_num_chunks(value: *const RawValue, size: usize) -> c_int;
    pub(super) fn isl_val_free(value: *mut RawValue) -> *mut RawValue;

    pub(super) fn isl_aff_zero_on_domain(space: *mut RawLocalSpace) -> *mut RawAffine;
    pub(super) fn isl_aff_copy(affine: *const RawAffine) -> *mut RawAffine;
    pub(super) fn isl_aff_free(affine: *mut RawAffine) -> *mut RawAffine;
    pub(super) fn isl_aff_set_constant_val(
        affine: *mut RawAffine,
        value: *mut RawValue,
    ) -> *mut RawAffine;
    pub(super) fn isl_aff_add_coefficient_val(
        affine: *mut RawAffine,
        kind: c_uint,
        position: c_int,
        value: *mut RawValue,
    ) -> *mut RawAffine;
    pub(super) fn isl_aff_add(left: *mut RawAffine, right: *mut RawAffine) -> *mut RawAffine;
    pub(super) fn isl_aff_floor(affine: *mut RawAffine) -> *mut RawAffine;
    pub(super) fn isl_aff_ceil(affine: *mut RawAffine) -> *mut RawAffine;
    pub(super) fn isl_aff_mod_val(affine: *mut RawAffine, modulus: *mut RawValue)
    -> *mut RawAffine;
    pub(super) fn isl_aff_scale_val(
        affine: *mut RawAffine,
        factor: *mut RawValue,
    ) -> *mut RawAffine;
    pub(super) fn isl_aff_scale_down_val(
        affine: *mut RawAffine,
        divisor: *mut RawValue,
    ) -> *mut RawAffine;

    pub(super) fn isl_pw_aff_from_aff(affine: *mut RawAffine) -> *mut RawPiecewiseAffine;
    pub(super) fn isl_pw_aff_copy(affine: *const RawPiecewiseAffine) -> *mut RawPiecewiseAffine;
    pub(super) fn isl_pw_aff_free(affine: *mut RawPiecewiseAffine) -> *mut RawPiecewiseAffine;
    pub(super) fn isl_pw_aff_add(
        left: *mut RawPiecewiseAffine,
        right: *mut RawPiecewiseAffine,
    ) -> *mut RawPiecewiseAffine;
    pub(super) fn isl_pw_aff_min(
        left: *mut RawPiecewiseAffine,
        right: *mut RawPiecewiseAffine,
    ) -> *mut RawPiecewiseAffine;
    pub(super) fn isl_pw_aff_max(
        left: *mut RawPiecewiseAffine,
        right: *mut RawPiecewiseAffine,
    ) -> *mut RawPiecewiseAffine;
    pub(super) fn isl_pw_aff_floor(affine: *mut RawPiecewiseAffine) -> *mut RawPiecewiseAffine;
    pub(super) fn isl_pw_aff_ceil(affine: *mut RawPiecewiseAffine) -> *mut RawPiecewiseAffine;
    pub(super) fn isl_pw_aff_mod_val(
        affine: *mut RawPiecewiseAffine,
        modulus: *mut RawValue,
    ) -> *mut RawPiecewiseAffine;
    pub(super) fn isl_pw_aff_scale_val(
        affine: *mut RawPiecewiseAffine,
        factor: *mut RawValue,
    ) -> *mut RawPiecewiseAffine;
    pub(super) fn isl_pw_aff_scale_down_val(
        affine: *mut RawPiecewiseAffine,
        divisor: *mut RawValue,
    ) -> *mut RawPiecewiseAffine;
    pub(super) fn isl_pw_aff_eq_set(
        left: *mut RawPiecewiseAffine,
        right: *mut RawPiecewiseAffine,
    ) -> *mut RawSet;
    pub(super) fn isl_pw_aff_ne_set(
        left: *mut RawPiecewiseAffine,
        right: *mut RawPiecewiseAffine,
    ) -> *mut RawSet;
    pub(super) fn isl_pw_aff_le_set(
        left: *mut RawPiecewiseAffine,
        right: *mut RawPiecewiseAffine,
    ) -> *mut RawSet;
    pub(super) fn isl_pw_aff_lt_set(
        left: *mut RawPiecewiseAffine,
        right: *mut RawPiecewiseAffine,
    ) -> *mut RawSet;

    pub(super) fn isl_equality_from_aff(affine: *mut RawAffine) -> *mut RawConstraint;
    pub(super) fn isl_inequality_from_aff(affine: *mut RawAffine) -> *mut RawConstraint;

    pub(super) fn isl_basic_set_universe(space: *mut RawSpace) -> *mut RawBasicSet;
    pub(super) fn isl_basic_set_copy(set: *const RawBasicSet) -> *mut RawBasicSet;
    pub(super) fn isl_basic_set_free(set: *mut RawBasicSet) -> *mut RawBasicSet;
    pub(super) fn isl_basic_set_add_constraint(
        set: *mut RawBasicSet,
        constraint: *mut RawConstraint,
    ) -> *mut RawBasicSet;

    pub(super) fn isl_set_from_basic_set(set: *mut RawBasicSet) -> *mut RawSet;
    pub(super) fn isl_set_universe(space: *mut RawSpace) -> *mut RawSet;
    pub(super) fn isl_set_empty(space: *mut RawSpace) -> *mut RawSet;
    pub(super) fn isl_set_copy(set: *const RawSet) -> *mut RawSet;
    pub(super) fn isl_set_free(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_intersect(left: *mut RawSet, right: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_union(left: *mut RawSet, right: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_subtract(left: *mut RawSet, right: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_complement(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_project_out(
        set: *mut RawSet,
        kind: c_uint,
        first: c_uint,
        n: c_uint,
    ) -> *mut RawSet;
    pub(super) fn isl_set_move_dims(
        set: *mut RawSet,
        to_kind: c_uint,
        to: c_uint,
        from_kind: c_uint,
        from: c_uint,
        n: c_uint,
    ) -> *mut RawSet;
    pub(super) fn isl_set_params(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_flatten(set: *mut RawSet) -> *mut RawSet;
    pub(super) fn isl_set_reset_space(set: *mut RawSet, space: *mut RawSpace) -> *mut RawSet;
    pub(super) fn isl_set_unwrap(set: *mut RawSet) -> *mut RawMap;
    pub(super) fn isl_set_fix_val(
        set: *mut RawSet,
        kind: c_uint,
        position: c_uint,
        value: *mut RawValue,
    ) -> *mut RawSet;
    pub(super) fn isl_set_upper_bound_val(
        set: *mut RawSet,
        kind: c_uint,
        position: c_uint,
        value: *mut RawValue,
    ) -> *mut RawSet;
    pub(super) fn isl_set_lower_bound_val(
        set: *mut RawSet,
        kind: c_uint,
        position: c_uint,
        value: *mut RawValue,
    ) -> *mut RawSet;
    pub(super) fn isl_set_dim_min_val(set: *mut RawSet, position: c_int) -> *mut RawValue;
    pub(super) fn isl_set_dim_max_val(set: *mut RawSet, position: c_int) -> *mut RawValue;
    pub(super) fn isl_set_is_empty(set: *const RawSet) -> c_int;
    pub(super) fn isl_set_is_bounded(set: *const RawSet) -> c_int;
    pub(super) fn isl_set_is_equal(left: *const RawSet, right: *const RawSet) -> c_int;
    pub(super) fn isl_set_dim(set: *const RawSet, kind: c_uint) -> c_int;
    pub(super) fn isl_set_get_dim_name(
        set: *const RawSet,
        kind: c_uint,
        position: c_uint,
    ) -> *const c_char;
    pub(super) fn isl_set_sample_point(set: *mut RawSet) -> *mut RawPoint;
    pub(super) fn isl_set_foreach_point(
        set: *const RawSet,
        callback: PointCallback,
        user: *mut c_void,
    ) -> c_int;

    pub(super) fn isl_map_copy(map: *const RawMap) -> *mut RawMap;
    pub(super) fn isl_map_free(map: *mut RawMap) -> *mut RawMap;
    pub(super) fn isl_map_intersect(left: *mut RawMap, right: *mut RawMap) -> *mut RawMap;
    pub(super) fn isl_map_union(left: *mut RawMap, right: *mut RawMap) -> *mut RawMap;
    pub(super) fn isl_map_subtract(left: *mut RawMap, right: *mut RawMap) -> *mut RawMap;
    pub(super) fn isl_map_apply_range(left: *mut RawMap, right: *mut RawMap) -> *mut RawMap;
    pub(super) fn isl_map_flat_range_product(left: *mut RawMap, right: *mut RawMap) -> *mut RawMap;
    pub(super) fn isl_map_from_domain(set: *mut RawSet) -> *mut RawMap;
    pub(super) fn isl_map_gist(map: *mut RawMap, known: *mut RawMap) -> *mut RawMap;
    pub(super) fn isl_map_reverse(map: *mut RawMap) -> *mut RawMap;
    pub(super) fn isl_map_domain(map: *mut RawMap) -> *mut RawSet;
    pub(super) fn isl_map_range(map: *mut RawMap) -> *mut RawSet;
    pub(super) fn isl_map_wrap(map: *mut RawMap) -> *mut RawSet;
    pub(super) fn isl_map_intersect_domain(map: *mut RawMap, set: *mut RawSet) -> *mut RawMap;
    pub(super) fn isl_map_intersect_range(map: *mut RawMap, set: *mut RawSet) -> *mut RawMap;
    pub(super) fn isl_map_intersect_params(map: *mut RawMap, set: *mut RawSet) -> *mut RawMap;
    pub(super) fn isl_map_subtract_range(map: *mut RawMap, set: *mut RawSet) -> *mut RawMap;
    pub(super) fn isl_map_fix_val(
        map: *mut RawMap,
        kind: c_uint,
        position: c_uint,
        value: *mut RawValue,
    ) -> *mut RawMap;
    pub(super) fn isl_map_coalesce(map: *mut RawMap) -> *mut RawMap;
    pub(super) fn isl_map_detect_equalities(map: *mut RawMap) -> *mut RawMap;
    pub(super) fn isl_map_compute_divs(map: *mut RawMap) -> *mut RawMap;
    pub(super) fn isl_map_lex_lt(set_space: *mut RawSpace) -> *mut RawMap;
    pub(super) fn isl_set_get_space(set: *const RawSet) -> *mut RawSpace;
    pub(super) fn isl_map_is_empty(map: *const RawMap) -> c_int;
    pub(super) fn isl_map_is_equal(left: *const RawMap, right: *const RawMap) -> c_int;
    pub(super) fn isl_map_is_subset(left: *const RawMap, right: *const RawMap) -> c_int;
    pub(super) fn isl_map_is_single_valued(map: *const RawMap) -> c_int;
    pub(super) fn isl_map_is_injective(map: *const RawMap) -> c_int;
    pub(super) fn isl_map_get_space(map: *const RawMap) -> *mut RawSpace;
    pub(super) fn isl_space_has_equal_tuples(
        left: *const RawSpace,
        right: *const RawSpace,
    ) -> c_int;
    pub(super) fn isl_map_dim(map: *const RawMap, kind: c_uint) -> c_int;
    pub(super) fn isl_map_find_dim_by_name(
        map: *const RawMap,
        kind: c_uint,
        name: *const c_char,
    ) -> c_int;
    pub(super) fn isl_map_get_dim_name(
        map: *const RawMap,
        kind: c_uint,
        position: c_uint,
    ) -> *const c_char;
    pub(super) fn isl_pw_multi_aff_from_map(map: *mut RawMap) -> *mut RawPiecewiseMultiAffine;
    pub(super) fn isl_pw_multi_aff_free(
        affine: *mut RawPiecewiseMultiAffine,
    ) -> *mut RawPiecewiseMultiAffine;
    pub(super) fn isl_pw_multi_aff_get_pw_aff(
        affine: *const RawPiecewiseMultiAffine,
        position: c_int,
    ) -> *mut RawPiecewiseAffine;
    pub(super) fn isl_pw_aff_coalesce(affine: *mut RawPiecewiseAffine) -> *mut RawPiecewiseAffine;
    pub(super) fn isl_pw_aff_to_str(affine: *const RawPiecewiseAffine) -> *mut c_char;
    pub(super) fn isl_map_to_str(map: *const RawMap) -> *mut c_char;
    #[cfg(test)]
    pub(super) fn isl_map_read_from_str(
        context: *mut RawContext,
        text: *const c_char,
    ) -> *mut RawMap;

    pub(super) fn isl_map_foreach_basic_map(
        map: *const RawMap,
        callback: BasicMapCallback,
        user: *mut c_void,
    ) -> c_int;

    pub(super) fn isl_basic_map_free(map: *mut RawBasicMap) -> *mut RawBasicMap;
    pub(super) fn isl_basic_map_dim(map: *const RawBasicMap, kind: c_uint) -> c_int;
    pub(super) fn isl_basic_map_equalities_matrix(
        map: *const RawBasicMap,
        first: c_uint,
        second: c_uint,
        third: c_uint,
        fourth: c_uint,
        fifth: c_uint,
    ) -> *mut RawMatrix;
    pub(super) fn isl_basic_map_inequalities_matrix(
        map: *const RawBasicMap,
        first: c_uint,
        second: c_uint,
        third: c_uint,
        fourth: c_uint,
        fifth: c_uint,
    ) -> *mut RawMatrix;
    pub(super) fn isl_mat_rows(matrix: *const RawMatrix) -> c_int;
    pub(super) fn isl_mat_cols(matrix: *const RawMatrix) -> c_int;
    pub(super) fn isl_mat_get_element_val(
        matrix: *const RawMatrix,
        row: c_int,
        column: c_int,
    ) -> *mut RawValue;
    pub(super) fn isl_mat_free(matrix: *mut RawMatrix) -> *mut RawMatrix;

    pub(super) fn isl_point_is_void(point: *const RawPoint) -> c_int;
    pub(super) fn isl_point_get_coordinate_val(
        point: *const RawPoint,
        kind: c_uint,
        position: c_int,
    ) -> *mut RawValue;
    pub(super) fn isl_point_free(point: *mut RawPoint) -> *mut RawPoint;

    /// The C library's: isl's strings are allocated with `malloc`.
    pub(super) fn free(memory: *mut c_void);
}
