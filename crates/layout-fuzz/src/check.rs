//! The library's answers, put to the judge.

pub mod compositions;
pub mod conversions;
mod reasons;
pub mod values;
pub mod verdicts;
