//! LLVM IR executed for all threads of a block.

mod memory;
mod stop;

pub(crate) use memory::{Access, Initial, Memory};
pub(crate) use stop::{Fault, Place, Stop};
