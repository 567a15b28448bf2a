//! The types of other compilers' dialects as text, and what they say of layouts.
//!
//! A dialect is a [`Notation`]: it reads the text of a type into a [`TypeText`], in CuTe's notation.
//! What does not exist and what is not read are two kinds of [`Reason`].
//!
//! ```
//! use layout_kernels::imported::{CuteNotation, FlyNotation, Notation, as_printed};
//!
//! let text = as_printed("!fly.memref<f32,global,(24, 120) : (120,1)>");
//! let tensor = FlyNotation.read(&text).unwrap();
//! assert_eq!(tensor.body, "(24,120):(120,1)");
//! assert_eq!(tensor.element_bits, Some(32));
//!
//! let copy = "!cute_nvgpu.atom.universal_copy<f32, 128 b>";
//! assert_eq!(CuteNotation.copy_atom(copy).unwrap().source().size(), 4);
//! ```

mod cute;
mod cute_atoms;
mod fly;
mod leaves;
mod notation;
#[cfg(test)]
mod peers;
mod reason;
mod spelling;
mod tuples;
mod type_text;

pub use cute::CuteNotation;
pub use fly::FlyNotation;
pub use leaves::{count_open, in_form, named, with_facts};
pub use notation::{BoxCopy, Notation};
pub use reason::Reason;
pub use spelling::{as_printed, without_blanks};
pub use tuples::{as_layouts, is_nested_otherwise};
pub use type_text::{Memory, Role, TypeText, nested, shape_of, tile_of, tuple_of};
