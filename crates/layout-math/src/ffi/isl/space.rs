//! Spaces: which parameters and dimensions an object has.

use std::ffi::{CString, c_uint};

use super::object::Owned;
use super::raw::{self, RawSpace};
use super::{Context, IslError};

/// Parameters and one or two tuples of dimensions, with their names.
pub(crate) type Space = Owned<RawSpace>;

/// Which dimensions of an object are meant. Those of a set are its outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dims {
    Parameters,
    Inputs,
    Outputs,
}

impl Dims {
    pub(super) fn raw(self) -> c_uint {
        match self {
            Dims::Parameters => raw::PARAMETER,
            Dims::Inputs => raw::INPUT,
            Dims::Outputs => raw::OUTPUT,
        }
    }
}

/// `n` as isl counts dimensions.
pub(super) fn count(n: usize) -> Result<c_uint, IslError> {
    c_uint::try_from(n)
        .map_err(|_| IslError::Failed { reason: format!("{n} dimensions are too many") })
}

pub(super) fn c_string(text: &str) -> Result<CString, IslError> {
    CString::new(text).map_err(|_| IslError::Failed { reason: "a name with a zero byte".into() })
}

impl Space {
    /// The space of maps with these numbers of dimensions.
    pub fn map(
        context: &Context,
        n_parameters: usize,
        n_inputs: usize,
        n_outputs: usize,
    ) -> Result<Self, IslError> {
        let (parameters, inputs, outputs) =
            (count(n_parameters)?, count(n_inputs)?, count(n_outputs)?);
        // SAFETY: the context is live, and the result is new.
        unsafe {
            let space = raw::isl_space_alloc(context.as_ptr(), parameters, inputs, outputs);
            Owned::new(context, space)
        }
    }

    /// The space with the dimension at `position` named. isl tells equal names apart with primes.
    pub fn with_name(self, dims: Dims, position: usize, name: &str) -> Result<Self, IslError> {
        let name = c_string(name)?;
        let position = count(position)?;
        let context = self.context().clone();
        // SAFETY: the space is taken, the name is copied by isl, and the result is new. A position
        // outside the space is an error of isl's.
        unsafe {
            let space = self.into_raw();
            let space = raw::isl_space_set_dim_name(space, dims.raw(), position, name.as_ptr());
            Owned::new(&context, space)
        }
    }

    /// The space with a tuple named.
    pub fn with_tuple_name(self, dims: Dims, name: &str) -> Result<Self, IslError> {
        let name = c_string(name)?;
        let context = self.context().clone();
        // SAFETY: the space is taken, the name is copied by isl, and the result is new.
        unsafe {
            let space = raw::isl_space_set_tuple_name(self.into_raw(), dims.raw(), name.as_ptr());
            Owned::new(&context, space)
        }
    }

    /// The space of sets with the same parameters and `n` unnamed dimensions.
    pub fn set_with_parameters(&self, n: usize) -> Result<Self, IslError> {
        let n = count(n)?;
        let context = self.context().clone();
        // SAFETY: isl's functions, each takes its argument and gives its result.
        let space = unsafe {
            self.clone().take(raw::isl_space_params)?.take(raw::isl_space_set_from_params)?
        };
        // SAFETY: the space is taken, and the result is new.
        unsafe { Owned::new(&context, raw::isl_space_add_dims(space.into_raw(), raw::SET, n)) }
    }

    /// The space of sets whose points are the pairs of this space of maps.
    pub fn wrap(self) -> Result<Self, IslError> {
        // SAFETY: isl's function, which takes its argument and gives its result.
        unsafe { self.take(raw::isl_space_wrap) }
    }
}
