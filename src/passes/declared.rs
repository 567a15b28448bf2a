//! What `dialect/Layout*Passes.td` declares: the options and statistics of each pass. `build.rs`
//! writes all of it but the values of options here.

use super::pass::{Counts, Merge, ReadOptions};

/// A type that an option may have.
pub(crate) trait OptionValue: Sized {
    /// Reads a value as MLIR prints it.
    fn read(text: &str) -> Option<Self>;
}

macro_rules! option_values {
    ($($type:ty),*) => {
        $(impl OptionValue for $type {
            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        })*
    };
}

option_values!(bool, u32, u64);

impl OptionValue for String {
    fn read(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

include!(concat!(env!("OUT_DIR"), "/passes.rs"));
