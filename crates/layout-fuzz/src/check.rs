//! The library's answers, put to the judge.

pub mod compositions;
pub mod conversions;
pub mod operations;
mod reasons;
mod refusals;
pub mod values;
pub mod verdicts;
