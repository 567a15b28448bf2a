//! Triton's layouts: its encodings as linear layouts, and the files that print them.
//!
//! [`Encoding`] is one `#ttg.blocked<...>`, `#ttg.nvidia_mma<...>` and so on; it becomes a
//! [`LinearLayout`](layout_math::linear::LinearLayout) on a shape, the one that Triton's `toLinearLayout`
//! gives. Each family of encodings has one file. [`read_module`] reads a pretty-printed `.ttgir`
//! file of any version of the dialect: the encodings of its types, and the operations that move data
//! between registers and memories, each with its line and column.
//!
//! Nothing here needs MLIR, and no file can make the reader fail other than by a located message.

mod amd_mfma;
mod amd_wmma;
mod attribute;
mod blocked;
mod brackets;
mod cga;
mod dims;
mod dot_op;
mod encoding;
mod error;
mod fit;
mod lexer;
mod linear;
mod module;
mod noted;
mod nvidia_mma;
mod nvmma_shared;
mod operation;
mod padded_shared;
mod parameters;
mod places;
mod program;
mod reader;
mod scan;
mod slice;
mod split;
mod swizzled_shared;
mod tensor_memory;
mod types;
mod values;

pub(crate) use dims::order_of_bases;

pub use attribute::{Attribute, AttributeValue};
pub use encoding::Encoding;
pub use error::{EncodingError, NotAnEncoding, ReadError};
pub use lexer::Position;
pub use module::{EncodedType, Function, Module};
pub use operation::{Movement, Operation};
pub use padded_shared::Padding;
pub use places::{Frame, Place, Places};
pub use program::{
    Argument, Block, NotUnderstood, Program, Region, Step, Successor, read_functions, read_programs,
};
pub use scan::{read_module, text_of};
pub use split::{Occurrence, Piece, Split, split};
pub use types::{ElementType, MemDesc, Tensor, Type};
pub use values::{Access, Bound, Index, IndexRow, Mask, Uniform, Wrap};
