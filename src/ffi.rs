//! The interface to MLIR: `unsafe` code that calls it, and through which it calls back.
#![allow(unsafe_code)]

pub(crate) mod mlir;
