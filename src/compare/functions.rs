//! Functions in pairs, and what is known of each.

use std::collections::BTreeMap;

use melior::ir::OperationRef;

use super::blocks::body;
use super::divisions::may_be_undefined;
use super::memory::{self, has_accesses};
use super::overflow::report_overflow;
use super::pair::read_pair;
use super::settled::settled;
use crate::algebra::Budget;
use crate::dialect::ir;
use crate::passes::defined::Numbers;
use crate::validate::{Finding, Report};

/// What the user chose.
pub(super) struct Options {
    pub reports_overflow: bool,
    pub max_operations: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { reports_overflow: false, max_operations: 2_000_000 }
    }
}

/// Compares the functions of two modules that have the same name.
pub(super) fn compare(
    modules: [OperationRef<'_, '_>; 2],
    files: &[String; 2],
    options: &Options,
) -> Report {
    let [before, after] = modules.map(functions);
    let by_name: BTreeMap<&str, OperationRef<'_, '_>> = after.iter().copied().collect();
    let mut report = Report::default();
    for &(name, function) in &before {
        match by_name.get(name) {
            Some(&other) => report.add(name, finding(name, function, other, options)),
            None => report.add_unpaired(name, &files[0]),
        }
    }
    for (name, _) in after {
        if before.iter().all(|(known, _)| *known != name) {
            report.add_unpaired(name, &files[1]);
        }
    }
    report
}

/// The functions with a body, by their names.
fn functions<'c>(module: OperationRef<'c, 'c>) -> Vec<(&'c str, OperationRef<'c, 'c>)> {
    let named = ir::walk(module).into_iter().filter_map(|operation| {
        let name = ir::string_attribute(operation, "sym_name")?;
        body(operation).is_some_and(|_| ir::name(operation).contains("func")).then_some(())?;
        Some((name, operation))
    });
    named.collect()
}

fn has_cute(function: OperationRef<'_, '_>) -> bool {
    ir::walk(function).into_iter().any(|operation| ir::name(operation).starts_with("cute."))
}

fn finding<'c>(
    name: &str,
    before: OperationRef<'c, 'c>,
    after: OperationRef<'c, 'c>,
    options: &Options,
) -> Finding {
    // Without operations of `cute` nothing is promised of divisors.
    let may_be_undefined = !has_cute(before) && !has_cute(after) && may_be_undefined(after);
    if may_be_undefined || has_accesses(before) || has_accesses(after) {
        return memory::finding(before, after, options.max_operations);
    }
    let pair = match read_pair(before, after, Numbers::Fit) {
        Ok(pair) => pair,
        Err(reason) if has_cute(before) || has_cute(after) => return Finding::Unknown { reason },
        Err(_) => return memory::finding(before, after, options.max_operations),
    };
    if options.reports_overflow {
        report_overflow(name, before, after);
    }
    let budget = Budget::with_isl_operations(options.max_operations);
    let finding = settled(&pair.reader, &pair.claim(), &budget);
    match (&finding, pair.defined()) {
        (Finding::Proved { .. }, Some(claim)) => match settled(&pair.reader, &claim, &budget) {
            Finding::Proved { .. } => finding,
            Finding::Refuted { at, .. } => {
                let before = "defined behavior".to_owned();
                let after = "undefined behavior (a division by 0)".to_owned();
                Finding::Refuted { at, before, after }
            }
            _ => Finding::Unknown { reason: "a divisor is not seen to differ from 0".to_owned() },
        },
        _ => finding,
    }
}
