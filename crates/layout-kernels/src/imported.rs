//! The types of other compilers' dialects as text, what they say of layouts, and what the compilers' own
//! operations on layouts give.
//!
//! A dialect is a [`Notation`]: it reads the text of a type into a [`TypeText`], in CuTe's notation.
//! What an operation gives is an [`LayoutExpression`], an expression of operations of ours; what does not exist and what
//! is not read are two kinds of [`NotImported`].
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

mod answer;
pub mod boxes;
pub mod compact_like;
mod cute;
mod cute_atoms;
pub mod dynamic_parts;
mod fly;
pub mod fragments;
pub mod inverses;
mod leaves;
pub mod modes;
mod not_imported;
mod notation;
mod orders;
#[cfg(test)]
mod peers;
pub mod recasts;
pub mod slots;
mod spelling;
pub mod symbolic;
pub mod tilers;
pub mod tuples;
mod type_text;

pub use answer::{Given, LayoutExpression};
pub use cute::CuteNotation;
pub use fly::FlyNotation;
pub use leaves::{count_open, in_form, named, with_facts};
pub use not_imported::NotImported;
pub use notation::{BoxCopy, Notation};
pub use spelling::{as_printed, without_blanks};
pub use type_text::{Memory, Role, TypeText, nested, shape_of, tile_of, tuple_of};
