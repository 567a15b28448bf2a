//! The interface to isl: the only module with `unsafe` code.
#![allow(unsafe_code)]

pub(crate) mod isl;
