//! `liblayout_math`: the mathematics of layouts for C, C++ and whatever calls C, without LLVM.
//!
//! `include/layout-math.h` documents every function; `include/layout-math.hpp` is a wrapper in C++17.

#![deny(unsafe_code)]
#![deny(clippy::undocumented_unsafe_blocks)]
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

mod ffi;
