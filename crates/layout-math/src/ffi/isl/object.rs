//! Ownership of isl's objects.

use std::ffi::{CStr, c_char, c_int};
use std::ptr::NonNull;

use super::raw::{
    self, Give, Keep, RawAffine, RawBasicMap, RawBasicMapList, RawBasicSet, RawBasicSetList,
    RawConstraint, RawConstraintList, RawMap, RawMatrix, RawPiecewiseAffine,
    RawPiecewiseMultiAffine, RawPoint, RawSet, RawSpace, RawValue, Take,
};
use super::{Context, IslError};

/// A kind of isl object, with the function that frees it.
pub(crate) trait Kind: Sized {
    const FREE: extern "C" fn(Take<Self>) -> Give<Self>;
}

/// A kind of isl object that can be copied, which counts a reference.
pub(crate) trait Shared: Kind {
    const COPY: extern "C" fn(Keep<'_, Self>) -> Give<Self>;
}

macro_rules! kinds {
    ($($raw:ident $free:ident $($copy:ident)?;)*) => { $(
        impl Kind for $raw {
            const FREE: extern "C" fn(Take<Self>) -> Give<Self> = raw::$free;
        }
        $(
            impl Shared for $raw {
                const COPY: extern "C" fn(Keep<'_, Self>) -> Give<Self> = raw::$copy;
            }
        )?
    )* };
}

kinds! {
    RawSpace isl_space_free isl_space_copy;
    RawValue isl_val_free;
    RawAffine isl_aff_free isl_aff_copy;
    RawPiecewiseAffine isl_pw_aff_free isl_pw_aff_copy;
    RawConstraint isl_constraint_free;
    RawConstraintList isl_constraint_list_free;
    RawBasicSet isl_basic_set_free isl_basic_set_copy;
    RawBasicSetList isl_basic_set_list_free;
    RawSet isl_set_free isl_set_copy;
    RawBasicMap isl_basic_map_free;
    RawBasicMapList isl_basic_map_list_free;
    RawMap isl_map_free isl_map_copy;
    RawMatrix isl_mat_free;
    RawPiecewiseMultiAffine isl_pw_multi_aff_free;
    RawPoint isl_point_free;
}

/// One reference to an isl object, with the context that it lives in.
///
/// 1. The pointer is null only while the reference is being handed to isl.
/// 2. The object belongs to the context.
#[derive(Debug)]
pub(crate) struct Owned<T: Kind> {
    pointer: *mut T,
    context: Context,
}

/// A quasi-affine expression: constants, dimensions, parameters and integer divisions.
pub(crate) type Affine = Owned<RawAffine>;

/// An expression that is quasi-affine on each of finitely many pieces.
pub(crate) type PiecewiseAffine = Owned<RawPiecewiseAffine>;

/// A set of pairs of points, isl's map.
pub(crate) type Map = Owned<RawMap>;

/// A conjunction of equalities and inequalities between quasi-affine expressions.
pub(crate) type BasicSet = Owned<RawBasicSet>;

/// A union of conjunctions: any Presburger set.
pub(crate) type Set = Owned<RawSet>;

/// Parameters and one or two tuples of dimensions, with their names.
pub(crate) type Space = Owned<RawSpace>;

impl<T: Kind> Drop for Owned<T> {
    fn drop(&mut self) {
        if !self.pointer.is_null() {
            // SAFETY: the reference is ours, and it is given away once.
            T::FREE(unsafe { Take::new(self.pointer) }).pointer();
        }
    }
}

impl<T: Shared> Clone for Owned<T> {
    fn clone(&self) -> Self {
        // isl's copies only count, so they do not fail.
        Owned { pointer: T::COPY(self.keep()).pointer(), context: self.context.clone() }
    }
}

impl<T: Kind> Owned<T> {
    pub(crate) fn context(&self) -> &Context {
        &self.context
    }

    /// The object as an argument of a function that leaves it to us.
    pub(super) fn keep(&self) -> Keep<'_, T> {
        // SAFETY: the object is live while this is borrowed; what meets a second one checks contexts.
        unsafe { Keep::new(self.pointer) }
    }

    /// The object as an argument of a function that takes it.
    fn give_away(mut self) -> Take<T> {
        // SAFETY: the reference is ours until here; what meets a second one checks contexts.
        unsafe { Take::new(std::mem::replace(&mut self.pointer, std::ptr::null_mut())) }
    }

    /// Returns `function(self)`.
    pub(super) fn take<R: Kind>(
        self,
        function: extern "C" fn(Take<T>) -> Give<R>,
    ) -> Result<Owned<R>, IslError> {
        self.take_by(|own| function(own))
    }

    /// Returns `function(self)`, for a function that has further arguments.
    pub(super) fn take_by<R: Kind>(
        self,
        function: impl FnOnce(Take<T>) -> Give<R>,
    ) -> Result<Owned<R>, IslError> {
        let context = self.context.clone();
        context.own(function(self.give_away()))
    }

    /// Returns `function(self, other)`.
    pub(super) fn take_with<U: Kind, R: Kind>(
        self,
        other: Owned<U>,
        function: extern "C" fn(Take<T>, Take<U>) -> Give<R>,
    ) -> Result<Owned<R>, IslError> {
        self.take_with_by(other, |own, other| function(own, other))
    }

    /// Returns `function(self, other)`, for a function that has further arguments.
    pub(super) fn take_with_by<U: Kind, R: Kind>(
        self,
        other: Owned<U>,
        function: impl FnOnce(Take<T>, Take<U>) -> Give<R>,
    ) -> Result<Owned<R>, IslError> {
        self.context.check_same(&other.context)?;
        let context = self.context.clone();
        context.own(function(self.give_away(), other.give_away()))
    }

    /// Returns the truth value `function(self)`.
    pub(super) fn ask(
        &self,
        function: extern "C" fn(Keep<'_, T>) -> c_int,
    ) -> Result<bool, IslError> {
        self.context.truth(function(self.keep()))
    }

    /// Returns the truth value `function(self, other)`.
    pub(super) fn ask_with(
        &self,
        other: &Self,
        function: extern "C" fn(Keep<'_, T>, Keep<'_, T>) -> c_int,
    ) -> Result<bool, IslError> {
        self.context.check_same(&other.context)?;
        self.context.truth(function(self.keep(), other.keep()))
    }
}

impl Context {
    /// An `isl_bool`, or an `isl_stat` with 0 for success.
    pub(super) fn truth(&self, value: c_int) -> Result<bool, IslError> {
        if value < 0 { Err(self.error()) } else { Ok(value != 0) }
    }

    /// An `isl_size`.
    pub(super) fn size(&self, value: c_int) -> Result<usize, IslError> {
        usize::try_from(value).map_err(|_| self.error())
    }

    /// Takes over what isl returned, or learns why it failed.
    pub(super) fn own<T: Kind>(&self, given: Give<T>) -> Result<Owned<T>, IslError> {
        match NonNull::new(given.pointer()) {
            Some(pointer) => Ok(Owned { pointer: pointer.as_ptr(), context: self.clone() }),
            None => Err(self.error()),
        }
    }

    fn check_same(&self, other: &Context) -> Result<(), IslError> {
        if self.same_as(other) { Ok(()) } else { Err(IslError::DifferentContexts) }
    }

    /// The elements of a list that isl returned, with its functions for their number and for one of them.
    pub(super) fn elements<L: Kind, T: Kind>(
        &self,
        list: Give<L>,
        number: extern "C" fn(Keep<'_, L>) -> c_int,
        element: extern "C" fn(Keep<'_, L>, c_int) -> Give<T>,
    ) -> Result<Vec<Owned<T>>, IslError> {
        let list = self.own(list)?;
        let n = number(list.keep());
        self.size(n)?;
        (0..n).map(|at| self.own(element(list.keep(), at))).collect()
    }

    pub(super) fn integer(&self, value: i64) -> Result<Owned<RawValue>, IslError> {
        // isl computes with imath, which says of how it takes a number over that the least is wrong.
        self.own(if value == i64::MIN {
            raw::isl_val_neg(raw::isl_val_int_from_ui(self.keep(), value.unsigned_abs()).into())
        } else {
            raw::isl_val_int_from_si(self.keep(), value)
        })
    }

    /// Copies a text that isl keeps.
    pub(super) fn text(&self, text: *const c_char) -> Result<String, IslError> {
        if text.is_null() {
            return Err(self.error());
        }
        // SAFETY: isl's texts end with a zero byte, and the object that holds this one is live.
        Ok(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
    }

    /// Copies a text that isl keeps, if it has it.
    pub(super) fn optional_text(&self, text: *const c_char) -> Result<Option<String>, IslError> {
        (!text.is_null()).then(|| self.text(text)).transpose()
    }
}

impl Owned<RawValue> {
    /// The integer, unless it is infinite, a fraction or beyond 64 bits.
    pub(super) fn to_i64(&self) -> Result<Option<i64>, IslError> {
        if !self.ask(raw::isl_val_is_int)? {
            return Ok(None);
        }
        if self.context.size(raw::isl_val_n_abs_num_chunks(self.keep(), 8))? > 1 {
            return Err(IslError::NumberTooLarge);
        }
        raw::isl_ctx_reset_error(self.context.keep());
        // Out of range is an error, which is asked next.
        let number = raw::isl_val_get_num_si(self.keep());
        if raw::isl_ctx_last_error(self.context.keep()) != 0 {
            self.context.error();
            return Err(IslError::NumberTooLarge);
        }
        Ok(Some(number))
    }
    /// The integer, of a value that is one.
    pub(super) fn to_whole(&self) -> Result<i64, IslError> {
        self.to_i64()?.ok_or(IslError::NumberTooLarge)
    }
}
