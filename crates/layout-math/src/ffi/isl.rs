//! isl, the integer set library of Sven Verdoolaege, behind types that own what they point at.
//!
//! The library itself is the static one that the crate `isl-rs` builds; its Rust types are not
//! used, since they are plain integers that nothing ties to their context. The declarations are
//! in `raw`, one safe type a file besides.
//!
//! Every object holds its [`Context`], so a context outlives its objects, and objects of different
//! contexts are refused before isl sees them together. Every call that can fail returns an
//! [`IslError`]; isl itself is silent.

mod affine;
mod constraints;
mod context;
mod map;
mod object;
#[cfg(test)]
mod oracle;
mod raw;
mod set;
mod space;

use std::error::Error;
use std::fmt;

pub use constraints::Conjunction;
pub use context::Context;
pub(crate) use object::{Affine, BasicSet, Map, PiecewiseAffine, Set, Space};
pub(crate) use space::Dims;

/// Why isl gave no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IslError {
    /// The question needs more than the operations that the context allows for one.
    OutOfBudget { operations: u64 },
    /// A number in the answer does not fit in 64 bits.
    NumberTooLarge,
    /// An expression in the answer has parameters, or is longer or has greater numbers than a quantity may.
    NotAQuantity,
    /// Objects of two contexts were used together.
    DifferentContexts,
    /// isl refused, for its own reason.
    Failed { reason: String },
}

impl fmt::Display for IslError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfBudget { operations } => {
                write!(f, "isl did not finish within {operations} operations")
            }
            Self::NumberTooLarge => write!(f, "a number in isl's answer does not fit in 64 bits"),
            Self::NotAQuantity => {
                write!(
                    f,
                    "an expression in isl's answer has parameters, too many terms or numbers past 64 bits"
                )
            }
            Self::DifferentContexts => write!(f, "relations of two isl contexts used together"),
            Self::Failed { reason } => write!(f, "isl: {reason}"),
        }
    }
}

impl Error for IslError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_isl_says_is_told() {
        assert_eq!(
            IslError::NotAQuantity.to_string(),
            "an expression in isl's answer has parameters, too many terms or numbers past 64 bits"
        );
        let error = IslError::Failed { reason: "unknown local space".to_owned() };
        assert_eq!(error.to_string(), "isl: unknown local space");
    }
}
