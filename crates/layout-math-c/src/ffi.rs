//! The functions of `include/layout-math.h`, a file for each of its sections.
//!
//! A handle arrives as a reference, null as `None`, and the place of a result as a reference to memory
//! that need not be initialized, so that only arrays, texts and the end of a handle are `unsafe`.
#![allow(unsafe_code)]

mod construct;
mod data;
mod layout;
mod operations;
mod parts;
mod picture;
mod questions;
mod relation;
mod status;
