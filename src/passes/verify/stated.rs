//! Claims about layouts, as obligations make them.

use crate::algebra::{AnyLayout, Assertion, Counterexample, Verdict};

/// A claim about layouts, as an obligation made it, with its verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stated {
    pub claim: Assertion,
    pub layouts: Vec<AnyLayout>,
    pub verdict: Verdict<Counterexample>,
}
