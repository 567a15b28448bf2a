//! How a table of operations is written.

use super::claim::OperationClaim;
use super::dialect::{OperationEntry, Treatment};
use crate::partial::TupleOperation;

pub(super) const IS_DEFINITION: &str = "its type is the definition";
pub(super) const IS_NUMBER: &str = "its result is a number of the kernel";
pub(super) const MOVES_DATA: &str = "it moves data, by the layouts of its operands";
pub(super) const IS_POINTER: &str = "a pointer has no layout";

pub(super) const fn claim(name: &'static str, claim: OperationClaim) -> OperationEntry {
    OperationEntry { name, treatment: Treatment::Claim(claim) }
}

pub(super) const fn function(name: &'static str) -> OperationEntry {
    claim(name, OperationClaim::Function(name))
}

pub(super) const fn modes(name: &'static str) -> OperationEntry {
    claim(name, OperationClaim::Modes(name))
}

pub(super) const fn tuples(name: &'static str, operation: TupleOperation) -> OperationEntry {
    claim(name, OperationClaim::Tuples(operation))
}

pub(super) const fn none(name: &'static str, why: &'static str) -> OperationEntry {
    OperationEntry { name, treatment: Treatment::None(why) }
}

pub(super) const fn not_yet(name: &'static str, why: &'static str) -> OperationEntry {
    OperationEntry { name, treatment: Treatment::NotYet(why) }
}
