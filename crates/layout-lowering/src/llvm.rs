//! LLVM IR as text, read without LLVM.
//!
//! The reader takes what compilers for GPUs print, of any version of LLVM that has opaque pointers.
//! An instruction that it does not know is kept by its name, so that only code that executes it is
//! unknown; flags, attributes and metadata that change nothing here are skipped. Anything else that is
//! not LLVM IR is an error with its place. Debug locations are
//! kept: Triton makes the line of the operation in the TTGIR of them.

mod constant;
mod definitions;
mod error;
mod fences;
mod function;
mod instruction;
mod lexer;
mod literal;
mod module;
mod operation;
mod reader;
mod top;
mod types;

pub(crate) use constant::{Constant, float_bits};
pub use error::ReadError;
pub(crate) use fences::{Fence, Memories, Order, Scope};
pub(crate) use function::{Function, Instruction};
pub use module::{Module, read_module};
pub(crate) use operation::{
    AddressFlags, Assembly, Binary, Cast, Flags, FloatBinary, Operand, Operation, Predicate, Source,
};
pub(crate) use types::Type;
