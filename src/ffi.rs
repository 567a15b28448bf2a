//! The package's `unsafe` code.
//!
//! [`mlir`] is the interface to MLIR, which we call and which calls back; [`entry`] has the functions
//! that other programs call. [`bounded`] runs what has no budget in a process of its own.
#![allow(unsafe_code)]

pub(crate) mod bounded;
mod entry;
pub(crate) mod mlir;
