//! Spaces: which parameters and dimensions an object has.

use std::ffi::{CString, c_int, c_uint};

use super::object::Space;
use super::raw;
use super::{Context, IslError};

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

    /// The dimensions of the points of a set are the inputs of an expression on it.
    pub(super) fn of_domain(self) -> c_uint {
        if self == Dims::Parameters { raw::PARAMETER } else { raw::INPUT }
    }
}

/// `n` as isl counts dimensions.
pub(super) fn count(n: usize) -> Result<c_uint, IslError> {
    c_uint::try_from(n)
        .map_err(|_| IslError::Failed { reason: format!("{n} dimensions are too many") })
}

/// A position as isl takes it where it may be negative. One that is too great is an error of isl's.
pub(super) fn index(position: usize) -> c_int {
    c_int::try_from(position).unwrap_or(c_int::MAX)
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
        context.own(raw::isl_space_alloc(context.keep(), parameters, inputs, outputs))
    }

    /// The space with the dimension at `position` named. isl tells equal names apart with primes.
    pub fn with_name(self, dims: Dims, position: usize, name: &str) -> Result<Self, IslError> {
        let name = c_string(name)?;
        let position = count(position)?;
        // SAFETY: the name lives during the call; isl copies it.
        self.take_by(|space| unsafe {
            raw::isl_space_set_dim_name(space, dims.raw(), position, name.as_ptr())
        })
    }

    /// The space with a tuple named.
    pub fn with_tuple_name(self, dims: Dims, name: &str) -> Result<Self, IslError> {
        let name = c_string(name)?;
        // SAFETY: the name lives during the call; isl copies it.
        self.take_by(|space| unsafe {
            raw::isl_space_set_tuple_name(space, dims.raw(), name.as_ptr())
        })
    }

    /// The space of sets with the same parameters and `n` unnamed dimensions.
    pub fn set_with_parameters(&self, n: usize) -> Result<Self, IslError> {
        let n = count(n)?;
        self.clone()
            .take(raw::isl_space_params)?
            .take(raw::isl_space_set_from_params)?
            .take_by(|space| raw::isl_space_add_dims(space, raw::SET, n))
    }

    /// The space of sets whose points are the pairs of this space of maps.
    pub fn wrap(self) -> Result<Self, IslError> {
        self.take(raw::isl_space_wrap)
    }
}
