//! The package's `unsafe` code.
//!
//! [`mlir`] is the interface to MLIR, which we call and which calls back; [`entry`] has the functions
//! that other programs call.
#![allow(unsafe_code)]

mod entry;
pub(crate) mod mlir;
