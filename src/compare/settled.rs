//! What is said of a claim.

use crate::algebra::{Budget, Verdict};
use crate::passes::defined::{Shown, shown};
use crate::passes::exact::CodeReader;
use crate::validate::{Finding, Refinement, refines};

/// The finding about a claim on code that a reader read.
pub(super) fn settled(reader: &CodeReader<'_>, claim: &Refinement<'_>, budget: &Budget) -> Finding {
    match refines(claim, budget) {
        Verdict::Proved(method) => Finding::Proved { method: method.to_string() },
        Verdict::Refuted(difference) => {
            let Shown { at, before, after } = shown(reader, &difference);
            Finding::Refuted { at, before, after }
        }
        Verdict::Unknown(unknown) => Finding::Unknown { reason: unknown.to_string() },
    }
}
