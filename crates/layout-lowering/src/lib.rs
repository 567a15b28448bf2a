//! The code that Triton makes of its layouts, held to the layouts.
//!
//! Triton writes `ttg.convert_layout`, `ttg.local_load` and the like as xor, shifts, shuffles and traffic
//! through shared memory. Here both sides are executed on symbolic bits: the LLVM IR for all threads of
//! a block, the TTGIR for all elements of its tensors, and what they give is compared bit by bit.
//!
//! The modules in reading order:
//!
//! - [`llvm`]: LLVM IR as text, read without LLVM.
//! - `bits`: values of which each bit is 0, 1, a bit of the input, undefined, or not followed.
//! - `machine`: LLVM IR executed for all threads of a block.
//! - `spec`: TTGIR executed for all elements of its tensors.
//! - `judge`: the verdict on each function, [`validate`].

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

mod bits;
mod judge;
pub mod llvm;
mod machine;
mod spec;

pub use judge::{Error, validate, validate_on_numbers};
