//! Every verdict put to a judge that shares no code with the library.
//!
//! [`judge`] has a model of the six notations, and answers every question by its definition, coordinate
//! by coordinate. [`run`] makes random layouts, asks the library about them by every method, and
//! compares. The program `layout-fuzz` is its command line.
//!
//! A part panics where a test would: what goes wrong in a case is caught around the case.

#![forbid(unsafe_code)]

mod case;
mod check;
mod claims;
mod coverage;
mod given;
pub mod judge;
mod large;
mod laws;
mod linear_pairs;
mod method;
mod notations;
mod operations;
mod pairs;
mod report;
mod run;
mod shrink;
mod subject;

pub use check::values::parsed;
pub use coverage::Coverage;
pub use report::Finding;
pub use run::{Options, Summary, run};
