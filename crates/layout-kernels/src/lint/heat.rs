//! How often an operation runs, and so whether its cost matters.

use super::finding::Finding;
use super::rule::{BANK_CONFLICTS, COSTLY_CONVERSION, Level, UNCOALESCED_ACCESS};
use crate::triton::{Module, Operation};

/// True for an operation whose cost is a part of what the kernel takes: each turn of an innermost loop
/// pays for it, or it is in a function without loops. What runs before, between and after innermost
/// loops is seldom.
pub(super) fn is_hot(operation: &Operation, module: &Module) -> bool {
    match operation.in_loop() {
        Some(number) => module.is_innermost(number),
        None => !module.has_loops(operation.function()),
    }
}

/// A cost that does not matter, or that the author cannot change, is a note.
///
/// Conversions are written by the compiler: outside of loops, before a store or after a reduction, the
/// author has no say in them.
pub(super) fn cooled(finding: Finding, operation: &Operation, module: &Module) -> Finding {
    let is_cost = [BANK_CONFLICTS, UNCOALESCED_ACCESS, COSTLY_CONVERSION].contains(finding.rule());
    let is_conversion = *finding.rule() == COSTLY_CONVERSION;
    let matters = is_hot(operation, module) && (!is_conversion || operation.in_loop().is_some());
    if is_cost && !matters { finding.at_level(Level::Note) } else { finding }
}
