//! The functions that the library exports, for other programs to call.
//!
//! [`plugin`] has the two that `mlir-opt` looks for, [`host`] says who may load them, and [`capi`] is
//! the C interface for compilers that link the library.

mod capi;
mod host;
mod plugin;
