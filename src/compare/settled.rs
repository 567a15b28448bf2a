//! What is said of a claim.

use crate::algebra::{Budget, Verdict};
use crate::passes::defined::{Shown, shown};
use crate::passes::exact::CodeReader;
use crate::validate::{FunctionVerdict, Refinement, refines};

/// The verdict about a claim on code that a reader read.
pub(super) fn settled(
    reader: &CodeReader<'_>,
    claim: &Refinement<'_>,
    budget: &Budget,
) -> FunctionVerdict {
    match refines(claim, budget) {
        Verdict::Proved(method) => FunctionVerdict::Proved { method: method.to_string() },
        Verdict::Refuted(difference) => {
            let Shown { at, before, after } = shown(reader, &difference);
            FunctionVerdict::Refuted { at, before, after }
        }
        Verdict::Unknown(unknown) => FunctionVerdict::Unknown { reason: unknown.to_string() },
    }
}
