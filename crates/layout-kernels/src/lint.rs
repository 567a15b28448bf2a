//! What is wrong, or slow, in a Triton kernel.
//!
//! [`lint()`] reads a `.ttgir` file and reports [`Finding`]s: each has a [`Rule`], a place in the file
//! and a message with numbers. [`sarif()`] writes them for code review tools, and a [`Baseline`]
//! accepts those that are known; [`lint_file()`] is for one of many files. `layout-lint` is this module on a command line; it needs no MLIR.

mod accesses;
mod baseline;
mod bounds;
mod claims;
mod contracts;
mod execution;
mod far_rows;
mod file;
mod finding;
mod heat;
mod kernel;
mod layouts;
mod left_alone;
mod linted;
mod masks;
mod memories;
mod multiples;
mod overlaps;
mod readback;
mod rule;
mod sarif;
mod settings;
mod silence;
mod sources;
mod summary;
mod swizzles;
mod waste;

pub use baseline::{Baseline, BaselineError};
pub use file::lint_file;
pub use finding::{Finding, Related};
pub use kernel::lint;
pub use linted::Linted;
pub use rule::{Level, RULES, Rule};
pub use sarif::{Report, sarif};
pub use settings::Settings;
pub use sources::Sources;
pub use summary::{Summary, summaries};
