//! What is said of a claim.

use crate::algebra::{Budget, Verdict};
use crate::dialect::ir;
use crate::passes::exact::Reader;
use crate::validate::{Difference, Finding, Outcome, Refinement, refines};

/// The finding about a claim on code that a reader read.
pub(super) fn settled(reader: &Reader<'_>, claim: &Refinement<'_>, budget: &Budget) -> Finding {
    match refines(claim, budget) {
        Verdict::Proved(method) => Finding::Proved { method: method.to_string() },
        Verdict::Refuted(difference) => refuted(reader, &difference),
        Verdict::Unknown(unknown) => Finding::Unknown { reason: unknown.to_string() },
    }
}

fn refuted(reader: &Reader<'_>, difference: &Difference) -> Finding {
    let comma = |values: Vec<String>| values.join(", ");
    let after = difference.after.iter().map(|outcome| match outcome {
        Outcome::Offset(_) => outcome.to_string(),
        Outcome::Poison(poison) => {
            let name = reader.origin(poison.node).map_or("an operation", ir::name);
            format!("poison ({name} {})", poison.reason)
        }
    });
    Finding::Refuted {
        at: comma(difference.inputs.iter().map(i64::to_string).collect()),
        before: comma(difference.before.iter().map(i64::to_string).collect()),
        after: comma(after.collect()),
    }
}
