//! CuTe layouts `shape:stride`, their algebra, swizzles, composed layouts and tilers.
//!
//! The words are CuTe's; the value of a layout at a coordinate is called its *offset*.

mod bounded_sum;
mod coalesce;
mod composed;
mod composition;
mod coordinate;
mod cute_layout;
mod from_values;
mod injectivity;
mod layout;
mod parse;
mod stride;
mod swizzle;
mod symbolic;
mod tile;
mod tuple;

pub use coalesce::coalesce;
pub use composed::{Composed, Outer};
pub use composition::{Composition, composition};
pub use cute_layout::CuteLayout;
pub use from_values::from_values;
pub use injectivity::Injectivity;
pub use layout::{Layout, LayoutError, Mode};
pub use stride::{Basis, Stride};
pub use swizzle::{Swizzle, SwizzleError};
pub use symbolic::{Fact, SymbolicError, SymbolicLayout, SymbolicStride, Term};
pub use tile::{TileMode, Tiler, by_mode};
pub use tuple::Tuple;
