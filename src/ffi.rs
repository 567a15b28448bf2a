//! The interface to MLIR: the only module with `unsafe` code.
#![allow(unsafe_code)]

pub(crate) mod mlir;
