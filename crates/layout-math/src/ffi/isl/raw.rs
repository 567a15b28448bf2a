//! isl's C interface, as declared in the headers of isl 0.27 (`isl/ctx.h`, `isl/map.h` and so on).
//!
//! The signatures say who owns what, as the headers do: `__isl_take` is [`Take`], `__isl_keep` is
//! [`Keep`], and `__isl_give` is [`Give`]. `Owned` alone makes the first two, of live objects of one
//! context, and it is all that a function needs to be safe: a null pointer returned means failure, so
//! does -1 as a truth value or a size, and an argument that is null makes a function fail, not
//! crash. What also reads a string or calls back is left unsafe.

use std::ffi::{c_char, c_int, c_long, c_uint, c_ulong, c_void};
use std::marker::PhantomData;

// The library that these declarations are about is linked by this crate.
use isl_rs as _;

/// A reference that the function takes over, or null.
#[repr(transparent)]
pub(crate) struct Take<T>(*mut T);

/// An object that the caller keeps, which lives during the call.
#[repr(transparent)]
pub(crate) struct Keep<'a, T>(*const T, PhantomData<&'a T>);

/// A reference that becomes the caller's, or null.
#[repr(transparent)]
#[must_use = "the reference would leak"]
pub(crate) struct Give<T>(*mut T);

impl<T> Take<T> {
    /// # Safety
    ///
    /// The pointer is null or a live reference that is the caller's to give away, and it meets no
    /// object of another context.
    pub unsafe fn new(pointer: *mut T) -> Self {
        Take(pointer)
    }
}

impl<T> Keep<'_, T> {
    /// # Safety
    ///
    /// The pointer is null or to an object that lives as long as this, and it meets no object of
    /// another context.
    pub unsafe fn new(pointer: *const T) -> Self {
        Keep(pointer, PhantomData)
    }
}

impl<T> Give<T> {
    pub fn pointer(self) -> *mut T {
        self.0
    }
}

impl<T> From<Give<T>> for Take<T> {
    /// Hands a result on to the next function, which passes a failure on.
    fn from(given: Give<T>) -> Self {
        Take(given.0)
    }
}

macro_rules! opaque {
    ($($name:ident)*) => { $(
        /// A C structure that only isl looks into.
        #[repr(C)]
        #[derive(Debug)]
        pub(crate) struct $name { _private: [u8; 0] }
    )* };
}

opaque!(RawContext RawSpace RawLocalSpace RawValue RawAffine RawPiecewiseAffine RawConstraint
    RawConstraintList RawBasicSet RawBasicSetList RawSet RawBasicMap RawBasicMapList RawMap RawMatrix
    RawPoint RawPiecewiseMultiAffine);

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

pub(super) type PointCallback = extern "C" fn(point: Give<RawPoint>, user: *mut c_void) -> c_int;

pub(super) type PieceCallback =
    extern "C" fn(set: Give<RawSet>, affine: Give<RawAffine>, user: *mut c_void) -> c_int;

unsafe extern "C" {
    pub(super) safe fn isl_ctx_alloc() -> *mut RawContext;
    pub(super) fn isl_ctx_free(context: *mut RawContext);
    pub(super) safe fn isl_options_set_on_error(
        context: Keep<'_, RawContext>,
        value: c_int,
    ) -> c_int;
    pub(super) safe fn isl_ctx_set_max_operations(
        context: Keep<'_, RawContext>,
        operations: c_ulong,
    );
    pub(super) safe fn isl_ctx_abort(context: Keep<'_, RawContext>);
    pub(super) safe fn isl_ctx_reset_operations(context: Keep<'_, RawContext>);
    pub(super) safe fn isl_ctx_last_error(context: Keep<'_, RawContext>) -> c_uint;
    pub(super) safe fn isl_ctx_last_error_msg(context: Keep<'_, RawContext>) -> *const c_char;
    pub(super) safe fn isl_ctx_reset_error(context: Keep<'_, RawContext>);
    #[cfg(test)]
    pub(super) safe fn isl_version() -> *const c_char;

    pub(super) safe fn isl_space_alloc(
        context: Keep<'_, RawContext>,
        n_parameters: c_uint,
        n_inputs: c_uint,
        n_outputs: c_uint,
    ) -> Give<RawSpace>;
    pub(super) safe fn isl_space_copy(space: Keep<'_, RawSpace>) -> Give<RawSpace>;
    pub(super) safe fn isl_space_free(space: Take<RawSpace>) -> Give<RawSpace>;
    pub(super) fn isl_space_set_dim_name(
        space: Take<RawSpace>,
        kind: c_uint,
        position: c_uint,
        name: *const c_char,
    ) -> Give<RawSpace>;
    pub(super) fn isl_space_set_tuple_name(
        space: Take<RawSpace>,
        kind: c_uint,
        name: *const c_char,
    ) -> Give<RawSpace>;
    pub(super) safe fn isl_space_add_dims(
        space: Take<RawSpace>,
        kind: c_uint,
        n: c_uint,
    ) -> Give<RawSpace>;
    pub(super) safe fn isl_space_params(space: Take<RawSpace>) -> Give<RawSpace>;
    pub(super) safe fn isl_space_set_from_params(space: Take<RawSpace>) -> Give<RawSpace>;
    pub(super) safe fn isl_space_wrap(space: Take<RawSpace>) -> Give<RawSpace>;

    pub(super) safe fn isl_local_space_from_space(space: Take<RawSpace>) -> Give<RawLocalSpace>;

    pub(super) safe fn isl_val_int_from_si(
        context: Keep<'_, RawContext>,
        value: c_long,
    ) -> Give<RawValue>;
    pub(super) safe fn isl_val_int_from_ui(
        context: Keep<'_, RawContext>,
        value: c_ulong,
    ) -> Give<RawValue>;
    pub(super) safe fn isl_val_neg(value: Take<RawValue>) -> Give<RawValue>;
    pub(super) safe fn isl_val_get_num_si(value: Keep<'_, RawValue>) -> c_long;
    pub(super) safe fn isl_val_is_int(value: Keep<'_, RawValue>) -> c_int;
    pub(super) safe fn isl_val_n_abs_num_chunks(value: Keep<'_, RawValue>, size: usize) -> c_int;
    pub(super) safe fn isl_val_free(value: Take<RawValue>) -> Give<RawValue>;

    pub(super) safe fn isl_aff_zero_on_domain(space: Take<RawLocalSpace>) -> Give<RawAffine>;
    pub(super) safe fn isl_aff_copy(affine: Keep<'_, RawAffine>) -> Give<RawAffine>;
    pub(super) safe fn isl_aff_free(affine: Take<RawAffine>) -> Give<RawAffine>;
    pub(super) safe fn isl_aff_set_constant_val(
        affine: Take<RawAffine>,
        value: Take<RawValue>,
    ) -> Give<RawAffine>;
    pub(super) safe fn isl_aff_add_coefficient_val(
        affine: Take<RawAffine>,
        kind: c_uint,
        position: c_int,
        value: Take<RawValue>,
    ) -> Give<RawAffine>;
    pub(super) safe fn isl_aff_get_constant_val(affine: Keep<'_, RawAffine>) -> Give<RawValue>;
    pub(super) safe fn isl_aff_get_coefficient_val(
        affine: Keep<'_, RawAffine>,
        kind: c_uint,
        position: c_int,
    ) -> Give<RawValue>;
    pub(super) safe fn isl_aff_get_denominator_val(affine: Keep<'_, RawAffine>) -> Give<RawValue>;
    pub(super) safe fn isl_aff_get_div(
        affine: Keep<'_, RawAffine>,
        position: c_int,
    ) -> Give<RawAffine>;
    pub(super) safe fn isl_aff_dim(affine: Keep<'_, RawAffine>, kind: c_uint) -> c_int;
    pub(super) safe fn isl_aff_add(
        left: Take<RawAffine>,
        right: Take<RawAffine>,
    ) -> Give<RawAffine>;
    pub(super) safe fn isl_aff_floor(affine: Take<RawAffine>) -> Give<RawAffine>;
    pub(super) safe fn isl_aff_ceil(affine: Take<RawAffine>) -> Give<RawAffine>;
    pub(super) safe fn isl_aff_mod_val(
        affine: Take<RawAffine>,
        modulus: Take<RawValue>,
    ) -> Give<RawAffine>;
    pub(super) safe fn isl_aff_scale_val(
        affine: Take<RawAffine>,
        factor: Take<RawValue>,
    ) -> Give<RawAffine>;
    pub(super) safe fn isl_aff_scale_down_val(
        affine: Take<RawAffine>,
        divisor: Take<RawValue>,
    ) -> Give<RawAffine>;

    pub(super) safe fn isl_pw_aff_from_aff(affine: Take<RawAffine>) -> Give<RawPiecewiseAffine>;
    pub(super) safe fn isl_pw_aff_copy(
        affine: Keep<'_, RawPiecewiseAffine>,
    ) -> Give<RawPiecewiseAffine>;
    pub(super) safe fn isl_pw_aff_free(
        affine: Take<RawPiecewiseAffine>,
    ) -> Give<RawPiecewiseAffine>;
    pub(super) safe fn isl_pw_aff_add(
        left: Take<RawPiecewiseAffine>,
        right: Take<RawPiecewiseAffine>,
    ) -> Give<RawPiecewiseAffine>;
    pub(super) safe fn isl_pw_aff_min(
        left: Take<RawPiecewiseAffine>,
        right: Take<RawPiecewiseAffine>,
    ) -> Give<RawPiecewiseAffine>;
    pub(super) safe fn isl_pw_aff_max(
        left: Take<RawPiecewiseAffine>,
        right: Take<RawPiecewiseAffine>,
    ) -> Give<RawPiecewiseAffine>;
    pub(super) safe fn isl_pw_aff_floor(
        affine: Take<RawPiecewiseAffine>,
    ) -> Give<RawPiecewiseAffine>;
    pub(super) safe fn isl_pw_aff_ceil(
        affine: Take<RawPiecewiseAffine>,
    ) -> Give<RawPiecewiseAffine>;
    pub(super) safe fn isl_pw_aff_mod_val(
        affine: Take<RawPiecewiseAffine>,
        modulus: Take<RawValue>,
    ) -> Give<RawPiecewiseAffine>;
    pub(super) safe fn isl_pw_aff_scale_val(
        affine: Take<RawPiecewiseAffine>,
        factor: Take<RawValue>,
    ) -> Give<RawPiecewiseAffine>;
    pub(super) safe fn isl_pw_aff_scale_down_val(
        affine: Take<RawPiecewiseAffine>,
        divisor: Take<RawValue>,
    ) -> Give<RawPiecewiseAffine>;
    pub(super) safe fn isl_pw_aff_eq_set(
        left: Take<RawPiecewiseAffine>,
        right: Take<RawPiecewiseAffine>,
    ) -> Give<RawSet>;
    pub(super) safe fn isl_pw_aff_ne_set(
        left: Take<RawPiecewiseAffine>,
        right: Take<RawPiecewiseAffine>,
    ) -> Give<RawSet>;
    pub(super) safe fn isl_pw_aff_le_set(
        left: Take<RawPiecewiseAffine>,
        right: Take<RawPiecewiseAffine>,
    ) -> Give<RawSet>;
    pub(super) safe fn isl_pw_aff_lt_set(
        left: Take<RawPiecewiseAffine>,
        right: Take<RawPiecewiseAffine>,
    ) -> Give<RawSet>;

    pub(super) safe fn isl_equality_from_aff(affine: Take<RawAffine>) -> Give<RawConstraint>;
    pub(super) safe fn isl_inequality_from_aff(affine: Take<RawAffine>) -> Give<RawConstraint>;

    pub(super) safe fn isl_constraint_free(constraint: Take<RawConstraint>) -> Give<RawConstraint>;
    pub(super) safe fn isl_constraint_get_aff(
        constraint: Keep<'_, RawConstraint>,
    ) -> Give<RawAffine>;
    pub(super) safe fn isl_constraint_is_equality(constraint: Keep<'_, RawConstraint>) -> c_int;
    pub(super) safe fn isl_constraint_is_div_constraint(
        constraint: Keep<'_, RawConstraint>,
    ) -> c_int;
    pub(super) safe fn isl_basic_set_get_constraint_list(
        set: Keep<'_, RawBasicSet>,
    ) -> Give<RawConstraintList>;
    pub(super) safe fn isl_constraint_list_free(
        list: Take<RawConstraintList>,
    ) -> Give<RawConstraintList>;
    pub(super) safe fn isl_constraint_list_n_constraint(list: Keep<'_, RawConstraintList>)
    -> c_int;
    pub(super) safe fn isl_constraint_list_get_constraint(
        list: Keep<'_, RawConstraintList>,
        position: c_int,
    ) -> Give<RawConstraint>;

    pub(super) safe fn isl_basic_set_universe(space: Take<RawSpace>) -> Give<RawBasicSet>;
    pub(super) safe fn isl_basic_set_copy(set: Keep<'_, RawBasicSet>) -> Give<RawBasicSet>;
    pub(super) safe fn isl_basic_set_free(set: Take<RawBasicSet>) -> Give<RawBasicSet>;
    pub(super) safe fn isl_basic_set_add_constraint(
        set: Take<RawBasicSet>,
        constraint: Take<RawConstraint>,
    ) -> Give<RawBasicSet>;

    pub(super) safe fn isl_set_get_basic_set_list(set: Keep<'_, RawSet>) -> Give<RawBasicSetList>;
    pub(super) safe fn isl_basic_set_list_free(
        list: Take<RawBasicSetList>,
    ) -> Give<RawBasicSetList>;
    pub(super) safe fn isl_basic_set_list_n_basic_set(list: Keep<'_, RawBasicSetList>) -> c_int;
    pub(super) safe fn isl_basic_set_list_get_basic_set(
        list: Keep<'_, RawBasicSetList>,
        position: c_int,
    ) -> Give<RawBasicSet>;

    pub(super) safe fn isl_set_from_basic_set(set: Take<RawBasicSet>) -> Give<RawSet>;
    pub(super) safe fn isl_set_universe(space: Take<RawSpace>) -> Give<RawSet>;
    pub(super) safe fn isl_set_empty(space: Take<RawSpace>) -> Give<RawSet>;
    pub(super) safe fn isl_set_copy(set: Keep<'_, RawSet>) -> Give<RawSet>;
    pub(super) safe fn isl_set_free(set: Take<RawSet>) -> Give<RawSet>;
    pub(super) safe fn isl_set_intersect(left: Take<RawSet>, right: Take<RawSet>) -> Give<RawSet>;
    pub(super) safe fn isl_set_union(left: Take<RawSet>, right: Take<RawSet>) -> Give<RawSet>;
    pub(super) safe fn isl_set_subtract(left: Take<RawSet>, right: Take<RawSet>) -> Give<RawSet>;
    pub(super) safe fn isl_set_complement(set: Take<RawSet>) -> Give<RawSet>;
    pub(super) safe fn isl_set_project_out(
        set: Take<RawSet>,
        kind: c_uint,
        first: c_uint,
        n: c_uint,
    ) -> Give<RawSet>;
    pub(super) safe fn isl_set_move_dims(
        set: Take<RawSet>,
        to_kind: c_uint,
        to: c_uint,
        from_kind: c_uint,
        from: c_uint,
        n: c_uint,
    ) -> Give<RawSet>;
    pub(super) safe fn isl_set_params(set: Take<RawSet>) -> Give<RawSet>;
    pub(super) safe fn isl_set_intersect_params(
        set: Take<RawSet>,
        parameters: Take<RawSet>,
    ) -> Give<RawSet>;
    pub(super) safe fn isl_set_flatten(set: Take<RawSet>) -> Give<RawSet>;
    pub(super) safe fn isl_set_reset_space(
        set: Take<RawSet>,
        space: Take<RawSpace>,
    ) -> Give<RawSet>;
    pub(super) safe fn isl_set_unwrap(set: Take<RawSet>) -> Give<RawMap>;
    pub(super) safe fn isl_set_fix_val(
        set: Take<RawSet>,
        kind: c_uint,
        position: c_uint,
        value: Take<RawValue>,
    ) -> Give<RawSet>;
    pub(super) safe fn isl_set_upper_bound_val(
        set: Take<RawSet>,
        kind: c_uint,
        position: c_uint,
        value: Take<RawValue>,
    ) -> Give<RawSet>;
    pub(super) safe fn isl_set_lower_bound_val(
        set: Take<RawSet>,
        kind: c_uint,
        position: c_uint,
        value: Take<RawValue>,
    ) -> Give<RawSet>;
    pub(super) safe fn isl_set_dim_min_val(set: Take<RawSet>, position: c_int) -> Give<RawValue>;
    pub(super) safe fn isl_set_dim_max_val(set: Take<RawSet>, position: c_int) -> Give<RawValue>;
    pub(super) safe fn isl_set_is_empty(set: Keep<'_, RawSet>) -> c_int;
    pub(super) safe fn isl_set_is_bounded(set: Keep<'_, RawSet>) -> c_int;
    pub(super) safe fn isl_set_is_equal(left: Keep<'_, RawSet>, right: Keep<'_, RawSet>) -> c_int;
    pub(super) safe fn isl_set_dim(set: Keep<'_, RawSet>, kind: c_uint) -> c_int;
    pub(super) safe fn isl_set_get_dim_name(
        set: Keep<'_, RawSet>,
        kind: c_uint,
        position: c_uint,
    ) -> *const c_char;
    pub(super) safe fn isl_set_sample_point(set: Take<RawSet>) -> Give<RawPoint>;
    pub(super) fn isl_set_foreach_point(
        set: Keep<'_, RawSet>,
        callback: PointCallback,
        user: *mut c_void,
    ) -> c_int;

    pub(super) safe fn isl_map_copy(map: Keep<'_, RawMap>) -> Give<RawMap>;
    pub(super) safe fn isl_map_free(map: Take<RawMap>) -> Give<RawMap>;
    pub(super) safe fn isl_map_intersect(left: Take<RawMap>, right: Take<RawMap>) -> Give<RawMap>;
    pub(super) safe fn isl_map_union(left: Take<RawMap>, right: Take<RawMap>) -> Give<RawMap>;
    pub(super) safe fn isl_map_subtract(left: Take<RawMap>, right: Take<RawMap>) -> Give<RawMap>;
    pub(super) safe fn isl_map_apply_range(left: Take<RawMap>, right: Take<RawMap>)
    -> Give<RawMap>;
    pub(super) safe fn isl_map_flat_range_product(
        left: Take<RawMap>,
        right: Take<RawMap>,
    ) -> Give<RawMap>;
    pub(super) safe fn isl_map_from_domain(set: Take<RawSet>) -> Give<RawMap>;
    pub(super) safe fn isl_map_gist(map: Take<RawMap>, known: Take<RawMap>) -> Give<RawMap>;
    pub(super) safe fn isl_map_reverse(map: Take<RawMap>) -> Give<RawMap>;
    pub(super) safe fn isl_map_domain(map: Take<RawMap>) -> Give<RawSet>;
    pub(super) safe fn isl_map_range(map: Take<RawMap>) -> Give<RawSet>;
    pub(super) safe fn isl_map_wrap(map: Take<RawMap>) -> Give<RawSet>;
    pub(super) safe fn isl_map_intersect_domain(
        map: Take<RawMap>,
        set: Take<RawSet>,
    ) -> Give<RawMap>;
    pub(super) safe fn isl_map_intersect_range(
        map: Take<RawMap>,
        set: Take<RawSet>,
    ) -> Give<RawMap>;
    pub(super) safe fn isl_map_intersect_params(
        map: Take<RawMap>,
        set: Take<RawSet>,
    ) -> Give<RawMap>;
    pub(super) safe fn isl_map_subtract_range(map: Take<RawMap>, set: Take<RawSet>)
    -> Give<RawMap>;
    pub(super) safe fn isl_map_fix_val(
        map: Take<RawMap>,
        kind: c_uint,
        position: c_uint,
        value: Take<RawValue>,
    ) -> Give<RawMap>;
    pub(super) safe fn isl_map_empty(space: Take<RawSpace>) -> Give<RawMap>;
    pub(super) safe fn isl_map_coalesce(map: Take<RawMap>) -> Give<RawMap>;
    pub(super) safe fn isl_map_detect_equalities(map: Take<RawMap>) -> Give<RawMap>;
    pub(super) safe fn isl_map_compute_divs(map: Take<RawMap>) -> Give<RawMap>;
    pub(super) safe fn isl_map_lex_lt(set_space: Take<RawSpace>) -> Give<RawMap>;
    pub(super) safe fn isl_set_get_space(set: Keep<'_, RawSet>) -> Give<RawSpace>;
    pub(super) safe fn isl_map_is_empty(map: Keep<'_, RawMap>) -> c_int;
    pub(super) safe fn isl_map_is_equal(left: Keep<'_, RawMap>, right: Keep<'_, RawMap>) -> c_int;
    pub(super) safe fn isl_map_is_subset(left: Keep<'_, RawMap>, right: Keep<'_, RawMap>) -> c_int;
    pub(super) safe fn isl_map_is_single_valued(map: Keep<'_, RawMap>) -> c_int;
    pub(super) safe fn isl_map_is_injective(map: Keep<'_, RawMap>) -> c_int;
    pub(super) safe fn isl_map_get_space(map: Keep<'_, RawMap>) -> Give<RawSpace>;
    pub(super) safe fn isl_space_has_equal_tuples(
        left: Keep<'_, RawSpace>,
        right: Keep<'_, RawSpace>,
    ) -> c_int;
    pub(super) safe fn isl_map_dim(map: Keep<'_, RawMap>, kind: c_uint) -> c_int;
    pub(super) fn isl_map_find_dim_by_name(
        map: Keep<'_, RawMap>,
        kind: c_uint,
        name: *const c_char,
    ) -> c_int;
    pub(super) safe fn isl_map_get_dim_name(
        map: Keep<'_, RawMap>,
        kind: c_uint,
        position: c_uint,
    ) -> *const c_char;
    pub(super) safe fn isl_pw_multi_aff_from_map(
        map: Take<RawMap>,
    ) -> Give<RawPiecewiseMultiAffine>;
    pub(super) safe fn isl_pw_multi_aff_free(
        affine: Take<RawPiecewiseMultiAffine>,
    ) -> Give<RawPiecewiseMultiAffine>;
    pub(super) safe fn isl_pw_multi_aff_get_pw_aff(
        affine: Keep<'_, RawPiecewiseMultiAffine>,
        position: c_int,
    ) -> Give<RawPiecewiseAffine>;
    pub(super) fn isl_pw_aff_foreach_piece(
        affine: Keep<'_, RawPiecewiseAffine>,
        callback: PieceCallback,
        user: *mut c_void,
    ) -> c_int;
    pub(super) safe fn isl_map_get_tuple_name(map: Keep<'_, RawMap>, kind: c_uint)
    -> *const c_char;

    pub(super) safe fn isl_map_get_basic_map_list(map: Keep<'_, RawMap>) -> Give<RawBasicMapList>;
    pub(super) safe fn isl_basic_map_list_free(
        list: Take<RawBasicMapList>,
    ) -> Give<RawBasicMapList>;
    pub(super) safe fn isl_basic_map_list_n_basic_map(list: Keep<'_, RawBasicMapList>) -> c_int;
    pub(super) safe fn isl_basic_map_list_get_basic_map(
        list: Keep<'_, RawBasicMapList>,
        position: c_int,
    ) -> Give<RawBasicMap>;

    pub(super) safe fn isl_basic_map_free(map: Take<RawBasicMap>) -> Give<RawBasicMap>;
    pub(super) safe fn isl_basic_map_is_empty(map: Keep<'_, RawBasicMap>) -> c_int;
    pub(super) safe fn isl_map_from_basic_map(map: Take<RawBasicMap>) -> Give<RawMap>;
    pub(super) safe fn isl_basic_map_dim(map: Keep<'_, RawBasicMap>, kind: c_uint) -> c_int;
    pub(super) safe fn isl_basic_map_equalities_matrix(
        map: Keep<'_, RawBasicMap>,
        first: c_uint,
        second: c_uint,
        third: c_uint,
        fourth: c_uint,
        fifth: c_uint,
    ) -> Give<RawMatrix>;
    pub(super) safe fn isl_basic_map_inequalities_matrix(
        map: Keep<'_, RawBasicMap>,
        first: c_uint,
        second: c_uint,
        third: c_uint,
        fourth: c_uint,
        fifth: c_uint,
    ) -> Give<RawMatrix>;
    pub(super) safe fn isl_mat_rows(matrix: Keep<'_, RawMatrix>) -> c_int;
    pub(super) safe fn isl_mat_cols(matrix: Keep<'_, RawMatrix>) -> c_int;
    pub(super) safe fn isl_mat_get_element_val(
        matrix: Keep<'_, RawMatrix>,
        row: c_int,
        column: c_int,
    ) -> Give<RawValue>;
    pub(super) safe fn isl_mat_free(matrix: Take<RawMatrix>) -> Give<RawMatrix>;

    pub(super) safe fn isl_point_is_void(point: Keep<'_, RawPoint>) -> c_int;
    pub(super) safe fn isl_point_get_coordinate_val(
        point: Keep<'_, RawPoint>,
        kind: c_uint,
        position: c_int,
    ) -> Give<RawValue>;
    pub(super) safe fn isl_point_free(point: Take<RawPoint>) -> Give<RawPoint>;
}
