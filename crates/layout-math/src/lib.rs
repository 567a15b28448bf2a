//! GPU tensor layouts as exact functions, and proofs about them: the mathematics of `layout`, which
//! needs neither MLIR nor LLVM.
//!
//! The modules in reading order:
//!
//! - [`text`]: the cursor all notations are read through, and the error with a column.
//! - [`point`]: coordinates and offsets, as witnesses hold them.
//! - [`affine`]: sums, intervals, facts and comparisons of integers.
//! - [`cute`]: CuTe layouts `shape:stride`, swizzles, composed layouts, tilers.
//! - [`partial`]: tuples of numbers of which some are not known.
//! - [`linear`]: linear layouts over F2, as Triton defines them.
//! - [`relation`]: integer set relations, over isl.
//! - [`algebra`]: layouts of any kind together: composition, equality, bounds, with proofs.
//! - [`code`]: layouts as straight-line integer code.
//! - [`validate`]: integer code proved to compute the offset of a layout.

#![deny(unsafe_code)]
#![deny(clippy::undocumented_unsafe_blocks)]
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

pub mod affine;
pub mod algebra;
mod budget;
pub mod code;
pub mod cute;
mod ffi;
pub mod linear;
pub mod partial;
pub mod point;
pub mod relation;
mod samples;
pub mod text;
pub mod validate;
