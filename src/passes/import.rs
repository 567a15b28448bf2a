//! What operations of other systems' dialects claim of layouts, as obligations: what the importers share.
//!
//! A dialect is read in generic form: its operations are not registered and its types are opaque text.
//! A [`Dialect`] says what each operation claims and how types are written; everything else is one code.

mod allocations;
mod boxes;
mod claim;
#[cfg(test)]
mod claimed;
mod claims;
mod conditions;
pub(super) mod cute;
pub(super) mod dialect;
mod emit;
mod entry;
pub(super) mod fly;
pub(super) mod heir;
mod inverses;
mod leaves;
mod local;
mod making;
mod moving;
mod numbers;
#[cfg(test)]
mod page;
mod parts;
mod rules;
mod site;
mod spelling;
mod tiled;
mod types;

use std::collections::BTreeMap;
use std::rc::Rc;

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashSet;

use self::conditions::Met;
use self::dialect::{Dialect, NOT_KNOWN, Treatment};
use self::site::Site;
pub(super) use self::types::mode_path;
use self::types::{TypeReader, Types};
use super::pass::{Failed, Ir};
use super::wrong::state_wrong;
use crate::dialect::diagnostic::{Diagnostic, Severity};
use crate::dialect::ir::{self, IMPORTED, Inserter};
use crate::imported::Reason;

/// How many operations of a dialect were met.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Their claims are obligations, or they have none that is not trivial.
    pub imported: i64,
    /// They claim something of layouts that is not read.
    pub left: i64,
    has_failed: bool,
}

impl Counts {
    /// A failure if something was an error.
    pub fn result(&self) -> Result<(), Failed> {
        if self.has_failed { Err(Failed) } else { Ok(()) }
    }
}

/// How grave what is not decided here is: a remark, or an error.
#[derive(Debug, Clone, Copy)]
pub(super) struct Graveness {
    /// An operation that is left alone.
    pub unsupported: Severity,
    /// A shape with the same modes in another nesting.
    pub nesting: Severity,
}

/// Puts the obligations of every operation of a dialect before it.
pub(super) fn import(ir: Ir<'_>, dialect: &'static Dialect, graveness: Graveness) -> Counts {
    let Ir { context, root } = ir;
    let mut counts = Counts::default();
    let mut is_met = false;
    let mut left: BTreeMap<&str, i64> = BTreeMap::new();
    let operations = ir::walk(root);
    let before = imported(&operations);
    let mut met = Met::default();
    let types = Rc::new(Types::new(dialect));
    for operation in operations {
        let name = ir::name(operation);
        let Some((mnemonic, treatment)) = dialect.treatment(name) else { continue };
        is_met = true;
        let inserter = Inserter::before(context, operation).naming_anchor();
        let mut site = Site {
            inserter,
            operation,
            reader: TypeReader::new(dialect, Rc::clone(&types)),
            nesting: graveness.nesting,
            is_nested_otherwise: false,
        };
        let are_there = before.contains(&ir::key(operation));
        let is_right = site.import_types(&mut met, are_there);
        let imported = match treatment {
            Treatment::None(_) => continue,
            Treatment::NotYet(NOT_KNOWN) if mnemonic == name && !site.has_layouts() => continue,
            Treatment::NotYet(reason) => Err(reason.into()),
            Treatment::Claim(_) if operation.region_count() != 0 => {
                Err("it has a region, which is not read".into())
            }
            // A type that does not exist is one error, where it is said first.
            Treatment::Claim(_) if are_there || !is_right => Ok(()),
            Treatment::Claim(claim) => site.import(claim),
        };
        counts.has_failed |= site.is_nested_otherwise && graveness.nesting == Severity::Error;
        match imported {
            Ok(()) => counts.imported += 1,
            Err(Reason::Wrong(what)) => {
                counts.imported += 1;
                state_wrong(context, operation, &format!("{name} is wrong: {what}"));
            }
            Err(Reason::Unread(reason)) => {
                counts.left += 1;
                *left.entry(mnemonic).or_default() += 1;
                let message = format!("{name} is left alone: {reason}");
                Diagnostic::new(graveness.unsupported, operation.location(), message).emit();
                counts.has_failed |= graveness.unsupported == Severity::Error;
            }
        }
    }
    let message = match is_met {
        true => summary(dialect, &counts, &left),
        false => format!("found no {} operations", dialect.name),
    };
    Diagnostic::remark(ir::location(context, root), message).emit();
    counts
}

/// `left 2 of 9 cute operations on layouts alone: slice (2)`.
fn summary(dialect: &Dialect, counts: &Counts, left: &BTreeMap<&str, i64>) -> String {
    let all = counts.imported + counts.left;
    let names: Vec<String> = left.iter().map(|(name, count)| format!("{name} ({count})")).collect();
    let colon = if names.is_empty() { "" } else { ": " };
    format!(
        "left {} of {all} {} operations on layouts alone{colon}{}",
        counts.left,
        dialect.name,
        names.join(", ")
    )
}

/// The operations whose obligations stand right before them.
fn imported<'c>(operations: &[OperationRef<'c, '_>]) -> FxHashSet<usize> {
    let mut found = FxHashSet::default();
    for &operation in operations {
        if operation.discardable_attribute_count() == 0 {
            continue;
        }
        let Some(name) = ir::string_attribute(operation, IMPORTED) else { continue };
        if let Some(next) = operation.next_in_block()
            && ir::name(next) == name
        {
            found.insert(ir::key(next));
        }
    }
    found
}
