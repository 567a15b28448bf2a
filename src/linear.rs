//! Linear layouts over F2, as Triton defines them.

mod apply;
mod compare;
mod compose;
mod dims;
mod error;
pub mod f2;
mod layout;
mod notation;

pub use compare::Difference;
pub use dims::{Dim, MAX_BITS, MAX_DIMS};
pub use error::{LinearError, Side};
pub use layout::{InDim, LinearLayout};
