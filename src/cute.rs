//! CuTe layouts `shape:stride`, their algebra, swizzles, composed layouts and tilers.
//!
//! The words are CuTe's; the value of a layout at a coordinate is called its *offset*.

mod algebra_error;
mod blocked_product;
mod bounded_sum;
mod coalesce;
mod coalesce_by_mode;
mod complement;
mod composed;
mod composition;
mod coordinate;
mod cute_layout;
mod divide;
mod filter;
mod from_values;
mod injectivity;
mod layout;
mod left_inverse;
mod modes;
mod parse;
mod product;
mod profile;
mod proved_composition;
mod right_inverse;
mod slice;
mod stride;
mod swizzle;
mod symbolic;
mod tile;
mod tuple;
mod zipped;

pub use algebra_error::AlgebraError;
pub use blocked_product::{blocked_product, raked_product};
pub use coalesce::coalesce;
pub use coalesce_by_mode::coalesce_by_mode;
pub use complement::complement;
pub use composed::{Composed, Outer};
pub use composition::{Composition, composition};
pub use cute_layout::CuteLayout;
pub use divide::{flat_divide, logical_divide, tiled_divide, zipped_divide};
pub use filter::{filter, filter_zeros};
pub use from_values::from_values;
pub use injectivity::Injectivity;
pub use layout::{Layout, LayoutError, Mode};
pub use left_inverse::left_inverse;
pub use modes::{append, group, prepend, select};
pub use product::{flat_product, logical_product, tiled_product, zipped_product};
pub use profile::idx2crd;
pub use right_inverse::{inverse, right_inverse};
pub use slice::{Pick, Slice, dice, slice};
pub use stride::{Basis, Stride};
pub use swizzle::{Swizzle, SwizzleError};
pub use symbolic::{Fact, SymbolicError, SymbolicLayout, SymbolicStride, Term};
pub use tile::{TileMode, Tiler, by_mode};
pub use tuple::Tuple;
pub use zipped::LayoutOrTiler;
