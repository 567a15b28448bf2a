//! Kernels that other compilers print: their layouts, what their accesses cost, and a linter.
//!
//! The modules in reading order:
//!
//! - [`triton`]: Triton's encodings as linear layouts, and the files that print them.
//! - [`analyze`]: what accesses by such layouts cost, and the swizzle that costs least.
//! - [`imported`]: the types of other compilers' dialects, as text, and what these compute of layouts.
//! - [`sarif`]: what the logs of our tools for code review have in common.
//! - [`lint`]: what is wrong, or slow, in a Triton kernel, for people and for code review tools.
//! - [`translate`]: files of other systems as `layout` IR, in text.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

pub mod analyze;
pub mod imported;
pub mod lint;
pub mod sarif;
pub mod translate;
pub mod triton;
