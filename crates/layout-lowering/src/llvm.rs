//! LLVM IR as text, read without LLVM.

mod constant;
mod error;
mod function;
mod lexer;
mod operation;
mod types;

pub use error::ReadError;
