//! What people look at layouts with: pictures and a calculator.
//!
//! - [`draw`]: pictures of layouts, for terminals, papers and browsers.
//! - [`calc`]: a calculator for layouts.
//! - [`command`]: the command lines of the programs, with the feature `commands`.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

pub mod calc;
#[cfg(feature = "commands")]
pub mod command;
pub mod draw;
