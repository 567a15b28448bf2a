//! What operations of other systems' dialects claim of layouts, as obligations: what the importers share.
//!
//! A dialect is read in generic form: its operations are not registered and its types are opaque text.
//! A [`Dialect`] says what each operation claims and how types are written; everything else is one code.

mod allocations;
mod beginning;
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
mod vectors;

use std::collections::BTreeMap;
use std::mem;

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashSet;

use self::conditions::FirstSaid;
use self::dialect::{Dialect, NOT_KNOWN, Treatment};
use self::site::Site;
pub(super) use self::types::mode_path;
use self::types::{KnownTypes, TypeReader, Types};
use super::pass::{Failed, Ir, Merge, Part};
use super::wrong::state_wrong;
use crate::dialect::diagnostic::{Diagnostic, Severity};
use crate::dialect::ir::{self, IMPORTED, Inserter, Reused};
use crate::imported::NotImported;

/// How many operations of a dialect were met.
#[derive(Debug, Default)]
pub(super) struct ImportCounts {
    /// Their claims are obligations, or they have none that is not trivial.
    pub imported: i64,
    /// They claim something of layouts that is not read, by their mnemonics.
    left: BTreeMap<String, i64>,
    is_met: bool,
}

impl Merge for ImportCounts {
    fn merge(&mut self, more: Self) {
        self.imported += more.imported;
        for (name, count) in more.left {
            *self.left.entry(name).or_default() += count;
        }
        self.is_met |= more.is_met;
    }
}

impl ImportCounts {
    /// How many claim something of layouts that is not read.
    pub fn left(&self) -> i64 {
        self.left.values().sum()
    }

    /// `left 2 of 9 cute operations on layouts alone: slice (2)`.
    fn summary(&self, dialect: &Dialect) -> String {
        if !self.is_met {
            return format!("found no {} operations", dialect.name);
        }
        let left = self.left();
        let names = self.left.iter().map(|(name, count)| format!("{name} ({count})"));
        let names: Vec<String> = names.collect();
        let colon = if names.is_empty() { "" } else { ": " };
        format!(
            "left {left} of {} {} operations on layouts alone{colon}{}",
            self.imported + left,
            dialect.name,
            names.join(", ")
        )
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
///
/// # Errors
///
/// [`Failed`], after an error at an operation whose graveness is that of one.
pub(super) fn import(
    ir: Ir<'_>,
    dialect: &'static Dialect,
    graveness: Graveness,
) -> (ImportCounts, Result<(), Failed>) {
    let parts = ir.parts();
    let mut counts = ImportCounts::default();
    let result = FirstSaid::of(&parts, dialect).and_then(|said| {
        parts.each(&mut counts, |part, counts, known: &mut KnownTypes| {
            let types = Types { dialect, known };
            import_part(&part, (types, said.as_ref()), graveness, counts)
        })
    });
    Diagnostic::remark(ir::location(ir.context, ir.root), counts.summary(dialect)).emit();
    (counts, result)
}

/// The same of a function, or of what is outside of all functions.
fn import_part(
    part: &Part<'_>,
    (types, said): (Types<'_>, Option<&FirstSaid>),
    graveness: Graveness,
    counts: &mut ImportCounts,
) -> Result<(), Failed> {
    let mut has_failed = false;
    let context = part.ir.context;
    let dialect = types.dialect;
    let mut has_obligations = None;
    let mut swizzles = FxHashSet::default();
    let mut reused = Reused::default();
    for operation in part.visit() {
        let are_there = has_obligations == Some(ir::key(operation));
        has_obligations = with_obligations(operation);
        let name = ir::name(operation);
        let Some((mnemonic, treatment)) = dialect.treatment(name) else { continue };
        counts.is_met = true;
        let Some(inserter) = Inserter::before(context, operation) else { continue };
        let inserter = inserter.naming_anchor(mem::take(&mut reused));
        let mut site = Site {
            inserter,
            operation,
            reader: TypeReader::new(types),
            nesting: graveness.nesting,
            is_nested_otherwise: false,
        };
        let is_right = site.import_types(said, &mut swizzles, are_there);
        let imported = match treatment {
            Treatment::None(_) => None,
            Treatment::NotYet(NOT_KNOWN) if mnemonic == name && !site.has_layouts() => None,
            Treatment::NotYet(reason) => Some(Err(reason.into())),
            Treatment::Claim(_) if operation.region_count() != 0 => {
                Some(Err("it has a region, which is not read".into()))
            }
            // A type that does not exist is one error, where it is said first.
            Treatment::Claim(_) if are_there || !is_right => Some(Ok(())),
            Treatment::Claim(claim) => Some(site.import(claim)),
        };
        has_failed |= site.is_nested_otherwise && graveness.nesting == Severity::Error;
        reused = site.inserter.into_reused();
        match imported {
            None => {}
            Some(Ok(())) => counts.imported += 1,
            Some(Err(NotImported::Wrong(what))) => {
                counts.imported += 1;
                state_wrong(context, operation, &format!("{name} is wrong: {what}"));
            }
            Some(Err(NotImported::Unread(reason))) => {
                *counts.left.entry(mnemonic.to_owned()).or_default() += 1;
                let message = format!("{name} is left alone: {reason}");
                Diagnostic::new(graveness.unsupported, operation.location(), message).emit();
                has_failed |= graveness.unsupported == Severity::Error;
            }
        }
    }
    if has_failed { Err(Failed) } else { Ok(()) }
}

/// The operation behind an obligation, if the obligation is one of it.
fn with_obligations(obligation: OperationRef<'_, '_>) -> Option<usize> {
    if obligation.discardable_attribute_count() == 0 {
        return None;
    }
    let name = ir::string_attribute(obligation, IMPORTED)?;
    let next = obligation.next_in_block()?;
    (ir::name(next) == name).then(|| ir::key(next))
}
