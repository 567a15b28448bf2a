//! Linear layouts over F2, as Triton defines them: named in-dims, named out-dims, and a matrix over
//! F2 between their bits.
//!
//! [`LinearLayout`] is the type, with its notation; the operations on it have one file each and
//! Triton's names. [`f2`] has the matrices. A function of this module is never asked to walk a
//! domain, with one exception that says so: [`f2::fit_f2`].

mod apply;
mod compare;
mod compose;
mod concat;
mod consecutive;
mod coverage;
mod dims;
mod divide;
mod error;
pub mod f2;
mod flatten;
mod free_variables;
mod invert;
mod invert_and_compose;
mod layout;
mod limits;
mod notation;
mod one_dim;
mod product;
mod quotient;
mod remove_zero_bases;
mod reshape;
mod sublayout;
mod transpose;
mod unsqueeze;

pub use compare::Difference;
pub use dims::Dim;
pub use error::{LinearError, Side};
pub use layout::{InDim, LinearLayout};
pub use limits::MAX_BITS;
