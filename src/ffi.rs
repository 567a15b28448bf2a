//! The foreign interfaces, isl's and MLIR's: the only module with `unsafe` code.
#![allow(unsafe_code)]

pub(crate) mod isl;
#[cfg(feature = "mlir")]
pub(crate) mod mlir;
