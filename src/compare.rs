//! Functions before and after a pass of any compiler: do they give the same?
//!
//! [`main`] is the program `layout-validate`. `command` reads its arguments and prints, `functions` pairs
//! functions, and `pair` reads both of a pair as code and makes a claim of it. `memory` compares the
//! accesses of functions that have any, at the `addresses` that they are to. The claims are settled by
//! [`crate::validate::refines`]. Where nothing decides, `identical` code is the same.

mod blocks;
mod command;
mod divisions;
mod functions;
mod identical;
mod memory;
mod overflow;
mod pair;
mod settled;
mod signatures;

pub use command::{command, main};
