//! Ownership of isl's objects.

use std::ffi::c_int;
use std::ptr::NonNull;

use super::raw::{
    self, RawAffine, RawBasicMap, RawBasicSet, RawMap, RawMatrix, RawPiecewiseAffine,
    RawPiecewiseMultiAffine, RawPoint, RawSet, RawSpace, RawValue,
};
use super::{Context, IslError};

/// A kind of isl object, with the function that frees it.
///
/// # Safety
///
/// `free` releases one reference of an object of this kind, whatever its state.
pub(crate) unsafe trait Kind {
    const FREE: unsafe extern "C" fn(*mut Self) -> *mut Self;
}

/// A kind of isl object that can be copied, which counts a reference.
///
/// # Safety
///
/// `copy` returns a new reference to the object, or null.
pub(crate) unsafe trait Shared: Kind {
    const COPY: unsafe extern "C" fn(*const Self) -> *mut Self;
}

macro_rules! kinds {
    ($($raw:ident $free:ident $($copy:ident)?;)*) => { $(
        // SAFETY: isl's own function for this kind.
        unsafe impl Kind for $raw {
            const FREE: unsafe extern "C" fn(*mut Self) -> *mut Self = raw::$free;
        }
        $(
            // SAFETY: isl's own function for this kind.
            unsafe impl Shared for $raw {
                const COPY: unsafe extern "C" fn(*const Self) -> *mut Self = raw::$copy;
            }
        )?
    )* };
}

kinds! {
    RawSpace isl_space_free isl_space_copy;
    RawValue isl_val_free;
    RawAffine isl_aff_free isl_aff_copy;
    RawPiecewiseAffine isl_pw_aff_free isl_pw_aff_copy;
    RawBasicSet isl_basic_set_free isl_basic_set_copy;
    RawSet isl_set_free isl_set_copy;
    RawBasicMap isl_basic_map_free;
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

impl<T: Kind> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: invariant 2, and the reference is ours. Null is allowed.
        unsafe { T::FREE(self.pointer) };
    }
}

impl<T: Shared> Clone for Owned<T> {
    fn clone(&self) -> Self {
        // SAFETY: the object is live. isl's copies only count, so they do not fail.
        let pointer = unsafe { T::COPY(self.pointer) };
        Owned { pointer, context: self.context.clone() }
    }
}

impl<T: Kind> Owned<T> {
    /// Takes over what isl returned, or learns why it failed.
    ///
    /// # Safety
    ///
    /// A pointer that is not null is a reference that nobody else will free, in `context`.
    pub(super) unsafe fn new(context: &Context, pointer: *mut T) -> Result<Self, IslError> {
        match NonNull::new(pointer) {
            Some(pointer) => Ok(Owned { pointer: pointer.as_ptr(), context: context.clone() }),
            None => Err(context.error()),
        }
    }

    pub(crate) fn context(&self) -> &Context {
        &self.context
    }

    pub(super) fn as_ptr(&self) -> *const T {
        self.pointer
    }

    /// The reference itself, which the caller must hand to isl.
    pub(super) fn into_raw(mut self) -> *mut T {
        std::mem::replace(&mut self.pointer, std::ptr::null_mut())
    }

    /// `function(self)`.
    ///
    /// # Safety
    ///
    /// `function` is isl's, takes its argument and gives its result.
    pub(super) unsafe fn take<R: Kind>(
        self,
        function: unsafe extern "C" fn(*mut T) -> *mut R,
    ) -> Result<Owned<R>, IslError> {
        let context = self.context.clone();
        // SAFETY: the caller vouches for the function; the argument is a live reference.
        unsafe { Owned::new(&context, function(self.into_raw())) }
    }

    /// `function(self, other)`.
    ///
    /// # Safety
    ///
    /// `function` is isl's, takes its arguments and gives its result.
    pub(super) unsafe fn take_with<U: Kind, R: Kind>(
        self,
        other: Owned<U>,
        function: unsafe extern "C" fn(*mut T, *mut U) -> *mut R,
    ) -> Result<Owned<R>, IslError> {
        if !self.context.same_as(&other.context) {
            return Err(IslError::DifferentContexts);
        }
        let context = self.context.clone();
        // SAFETY: the caller vouches for the function; both arguments are live references of one
        // context.
        unsafe { Owned::new(&context, function(self.into_raw(), other.into_raw())) }
    }

    /// The truth value `function(self)`.
    ///
    /// # Safety
    ///
    /// `function` is isl's, keeps its argument and returns an `isl_bool`.
    pub(super) unsafe fn ask(
        &self,
        function: unsafe extern "C" fn(*const T) -> c_int,
    ) -> Result<bool, IslError> {
        // SAFETY: the caller vouches for the function; the argument is live.
        self.context.truth(unsafe { function(self.pointer) })
    }

    /// The truth value `function(self, other)`.
    ///
    /// # Safety
    ///
    /// `function` is isl's, keeps its arguments and returns an `isl_bool`.
    pub(super) unsafe fn ask_with(
        &self,
        other: &Self,
        function: unsafe extern "C" fn(*const T, *const T) -> c_int,
    ) -> Result<bool, IslError> {
        if !self.context.same_as(&other.context) {
            return Err(IslError::DifferentContexts);
        }
        // SAFETY: the caller vouches for the function; both arguments are live and of one context.
        self.context.truth(unsafe { function(self.pointer, other.pointer) })
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

    pub(super) fn integer(&self, value: i64) -> Result<Owned<RawValue>, IslError> {
        // SAFETY: the context is live, and the result is new.
        unsafe { Owned::new(self, raw::isl_val_int_from_si(self.as_ptr(), value)) }
    }
}

impl Owned<RawValue> {
    /// The integer, unless it is infinite, a fraction or beyond 64 bits.
    pub(super) fn to_i64(&self) -> Result<Option<i64>, IslError> {
        // SAFETY: isl's function, which keeps its argument.
        if !unsafe { self.ask(raw::isl_val_is_int)? } {
            return Ok(None);
        }
        // SAFETY: the value is live.
        let chunks = unsafe { raw::isl_val_n_abs_num_chunks(self.as_ptr(), 8) };
        if self.context.size(chunks)? > 1 {
            return Err(IslError::NumberTooLarge);
        }
        // SAFETY: the context is live.
        unsafe { raw::isl_ctx_reset_error(self.context.as_ptr()) }
        // SAFETY: the value is live and an integer. Out of range is an error, which is asked next.
        let number = unsafe { raw::isl_val_get_num_si(self.as_ptr()) };
        // SAFETY: the context is live.
        if unsafe { raw::isl_ctx_last_error(self.context.as_ptr()) } != 0 {
            self.context.error();
            return Err(IslError::NumberTooLarge);
        }
        Ok(Some(number))
    }
}
