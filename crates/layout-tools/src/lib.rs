//! What people look at layouts with: pictures and a calculator.
//!
//! - [`draw`]: pictures of layouts, for terminals, papers and browsers.
//! - [`calc`]: a calculator for layouts.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

pub mod calc;
pub mod draw;
