//! Layouts of any kind together: parsing, composition, equality, injectivity, bounds, with proofs.

mod any_layout;

pub use any_layout::{AnyLayout, Kind};
