//! What layouts of all six notations mean, by brute force.
//!
//! This is written from docs/theory.md and from what the notations say, and shares no code with the
//! library: it has a model of its own, prints it for the library to parse, and answers each question
//! by its definition, coordinate by coordinate and symbol value by symbol value. It is slow and has no
//! special cases, so that it can be the judge of answers that come from cleverer methods.
//!
//! `model` has the notations and prints them, `formula` the formulas of relations, `symbols` says
//! which values symbols have, `meaning` turns a layout with values of its symbols into a `Table` of its
//! coordinates and offsets, `compose` does so for compositions, `claims` answers questions about
//! tables, `random` makes layouts, and `read` reads what the library prints.

pub mod claims;
pub mod compose;
pub mod formula;
pub mod meaning;
pub mod model;
pub mod random;
pub mod random_relation;
pub(crate) mod read;
pub mod symbols;

pub use claims::Claim;
pub use compose::{Promotion, compose};
pub use meaning::{Parts, Table, TableRow, swizzle_value, table, whole};
pub use model::Layout;
pub use random::Random;
pub use symbols::{Valuations, Values, valuations};
