//! What a dialect of another system is to an importer: a name, a table of operations, and how its types
//! are written.

use super::claim::OperationClaim;
use crate::imported::Notation;

/// A dialect that is imported. Another one is another value of this type, in a file of its own.
pub(in crate::passes) struct Dialect {
    /// What its operations begin with, without the dot.
    pub(super) name: &'static str,
    /// Its operations, sorted by name.
    pub(super) operations: &'static [OperationEntry],
    /// The dialect beside it that has the operations of machines.
    pub(super) machine: Option<MachineDialect>,
    /// How its types say layouts.
    pub(super) notation: &'static (dyn Notation + Sync),
    /// Whether a mode that a coordinate picks alone is that mode, not a tuple of it.
    pub(super) unwraps_picked: bool,
    /// Whether -1 as the end of a range is the last mode, which the range is without, not the rank.
    pub(super) counts_from_end: bool,
}

/// A dialect of the operations of machines: one that no value with a layout has is about none.
#[derive(Clone, Copy)]
pub(super) struct MachineDialect {
    pub name: &'static str,
    pub operations: &'static [OperationEntry],
}

/// An operation of a dialect, and what is asked of it.
pub(super) struct OperationEntry {
    pub name: &'static str,
    pub treatment: Treatment,
}

/// What an importer does with an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Treatment {
    /// Its result type claims something.
    Claim(OperationClaim),
    /// It claims nothing, for this reason.
    None(&'static str),
    /// It claims something that is not read yet.
    NotYet(&'static str),
}

impl Dialect {
    /// What an operation of the dialect is called in it; `None` for one of another dialect.
    pub(super) fn mnemonic<'n>(&self, name: &'n str) -> Option<&'n str> {
        mnemonic(self.name, name)
    }

    /// True for the name of an operation of the dialect, or of the one of machines beside it.
    pub(super) fn has(&self, name: &str) -> bool {
        let of_machine = |machine: MachineDialect| mnemonic(machine.name, name).is_some();
        self.mnemonic(name).is_some() || self.machine.is_some_and(of_machine)
    }

    /// What is done with the operation of this name, and what it is called in the count of those that
    /// are left alone; `None` for one of another dialect.
    pub(super) fn treatment<'n>(&self, name: &'n str) -> Option<(&'n str, Treatment)> {
        let found = |operations: &[OperationEntry], own: &str| {
            let found = operations.binary_search_by(|entry| entry.name.cmp(own));
            found.map_or(Treatment::NotYet(NOT_KNOWN), |at| operations[at].treatment)
        };
        if let Some(own) = self.mnemonic(name) {
            return Some((own, found(self.operations, own)));
        }
        let machine = self.machine?;
        Some((name, found(machine.operations, mnemonic(machine.name, name)?)))
    }
}

fn mnemonic<'n>(dialect: &str, name: &'n str) -> Option<&'n str> {
    name.strip_prefix(dialect)?.strip_prefix('.')
}

/// Why an operation that is in no table is left alone.
pub(super) const NOT_KNOWN: &str = "the operation is not known";
