//! GPU tensor layouts with one exact meaning: CuTe layouts, swizzles, Triton linear layouts and
//! integer set relations, and proofs about them.
//!
//! The modules in reading order:
//!
//! - [`text`]: the cursor all notations are read through, and the error with a column.
//! - [`point`]: coordinates and offsets, as witnesses hold them.
//! - [`affine`]: sums, intervals, facts and comparisons of integers.
//! - [`cute`]: CuTe layouts `shape:stride`, swizzles, composed layouts, tilers.
//! - [`partial`]: tuples of numbers of which some are not known.
//! - [`linear`]: linear layouts over F2, as Triton defines them.
//! - [`triton`]: Triton's encodings as linear layouts, and the files that print them.
//! - [`analyze`]: what accesses by such layouts cost, and the swizzle that costs least.
//! - [`imported`]: the types of other compilers' dialects, as text, and what these compute of layouts.
//! - [`sarif`]: logs for code review tools.
//! - [`lint`]: what is wrong, or slow, in a Triton kernel, for people and for code review tools.
//! - [`relation`]: integer set relations, over isl.
//! - [`algebra`]: layouts of any kind together: composition, equality, bounds, with proofs.
//! - [`code`]: layouts as straight-line integer code.
//! - [`validate`]: integer code proved to compute the offset of a layout.
//! - [`draw`]: pictures of layouts, for terminals, papers and browsers.
//! - [`calc`]: a calculator for layouts.
//! - [`translate`]: files of other systems as `layout` IR, in text.
//! - `dialect`, `passes`, `compare`, `plugin`, `driver`, `lsp`: the same in MLIR (feature `mlir`).

#![deny(unsafe_code)]
#![deny(clippy::undocumented_unsafe_blocks)]
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

pub use layout_kernels::{analyze, imported, lint, sarif, translate, triton};
pub use layout_math::{
    affine, algebra, code, cute, linear, partial, point, relation, text, validate,
};
pub use layout_tools::{calc, draw};

#[cfg(feature = "mlir")]
pub mod compare;
#[cfg(feature = "mlir")]
pub mod dialect;
#[cfg(feature = "mlir")]
pub mod driver;
#[cfg(feature = "mlir")]
mod ffi;
#[cfg(feature = "mlir")]
pub mod lsp;
#[cfg(feature = "mlir")]
pub mod passes;
#[cfg(feature = "mlir")]
pub mod plugin;

/// The example of README.md runs as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
