//! A calculator for layouts: expressions over all operations, with verdicts and derivations.
//!
//! A [`Session`] evaluates a line at a time. What it says is in the language of its input, so that
//! an answer can be used in the next line.

mod answer;
mod claim;
mod coordinate;
mod error;
mod evaluate;
mod explain;
mod function;
mod parser;
mod reference;
mod remark;
mod session;
mod syntax;

pub use answer::{Answer, Note, Reply, Standing};
pub use error::CalcError;
pub use reference::help;
pub use session::Session;

/// The names of all operations, for completion.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    function::CalcFunction::names()
}
