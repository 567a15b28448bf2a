//! What operations of other systems' dialects claim of layouts, as obligations: what the importers share.
//!
//! A dialect is read in generic form: its operations are not registered and its types are opaque text.
//! A [`Dialect`] says what each operation claims and how types are written; everything else is one code.

mod answer;
mod claim;
mod claims;
pub(super) mod cute;
mod cute_atoms;
pub(super) mod dialect;
mod entry;
pub(super) mod fly;
mod leaves;
mod making;
mod numbers;
#[cfg(test)]
mod page;
mod parts;
mod rules;
mod site;
mod tiled;
mod tilers;
mod tuples;
mod types;

use std::collections::{BTreeMap, HashSet};

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use self::dialect::{Dialect, Treatment};
use self::site::Site;
use self::types::Reader;
pub(crate) use self::types::integers;
use super::pass::Ir;
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir::{self, IMPORTED, Inserter};

/// How many operations of a dialect were met.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Their claims are obligations, or they have none that is not trivial.
    pub imported: i64,
    /// They claim something of layouts that is not read.
    pub left: i64,
}

/// Puts the obligations of every operation of a dialect before it.
pub(super) fn import(ir: Ir<'_>, dialect: &'static Dialect) -> Counts {
    let Ir { context, root } = ir;
    let mut counts = Counts::default();
    let mut is_met = false;
    let mut left: BTreeMap<&str, i64> = BTreeMap::new();
    let operations = ir::walk(root);
    let before = imported(&operations);
    for operation in operations {
        let name = ir::name(operation);
        let own = name.strip_prefix(dialect.name).and_then(|rest| rest.strip_prefix('.'));
        let Some(mnemonic) = own else { continue };
        is_met = true;
        let imported = match dialect.treatment(mnemonic) {
            Treatment::None(_) => continue,
            Treatment::NotYet(reason) => Err(reason.to_owned()),
            Treatment::Claim(_) if before.contains(&ir::key(operation)) => Ok(()),
            Treatment::Claim(claim) => {
                let inserter = Inserter::before(context, operation).naming_anchor();
                let reader = Reader::new(dialect);
                Site { inserter, operation, mnemonic, reader }.import(claim)
            }
        };
        match imported {
            Ok(()) => counts.imported += 1,
            Err(reason) => {
                counts.left += 1;
                *left.entry(mnemonic).or_default() += 1;
                let message = format!("{name} is left alone: {reason}");
                Diagnostic::remark(operation.location(), message).emit();
            }
        }
    }
    let message = match is_met {
        true => summary(dialect, &counts, &left),
        false => format!("found no {} operations", dialect.name),
    };
    Diagnostic::remark(root.location(), message).emit();
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
fn imported<'c>(operations: &[OperationRef<'c, '_>]) -> HashSet<usize> {
    let mut found = HashSet::new();
    for &operation in operations {
        let Some(name) = ir::string_attribute(operation, IMPORTED) else { continue };
        if let Some(next) = operation.next_in_block()
            && ir::name(next) == name
        {
            found.insert(ir::key(next));
        }
    }
    found
}
