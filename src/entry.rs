//! The functions that the library exports: `unsafe` code that other programs call.
//!
//! [`plugin`] has the two that `mlir-opt` looks for, [`host`] says who may load them, and [`capi`] is
//! the C interface for compilers that link the library.
#![allow(unsafe_code)]

mod capi;
mod host;
mod plugin;
