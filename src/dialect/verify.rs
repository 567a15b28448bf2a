//! Checks of operations beyond those that ODS states.

use std::collections::HashSet;

use melior::ir::OperationRef;
use melior::ir::attribute::{ArrayAttribute, StringAttribute};
use melior::ir::operation::OperationLike;

use super::diagnostic::Diagnostic;
use super::ir;
use crate::text::Cursor;

/// Checks an operation of the dialect.
///
/// # Errors
///
/// The error that MLIR shall show.
pub fn verify<'c>(operation: OperationRef<'c, '_>) -> Result<(), Diagnostic<'c>> {
    match ir::layout_mnemonic(operation) {
        Some("apply") => verify_symbols(operation),
        _ => Ok(()),
    }
    .map_err(|reason| {
        let message = format!("'{}' op {reason}", ir::name(operation));
        Diagnostic::error(operation.location(), message)
    })
}

/// A binding has a name and a value, and no name is bound twice.
fn verify_symbols(apply: OperationRef<'_, '_>) -> Result<(), String> {
    let names = symbol_names(apply);
    let values = ir::operand_segment(apply, 2).len();
    if names.len() != values {
        return Err(format!("binds {values} values to {} symbols", names.len()));
    }
    let mut bound = HashSet::new();
    for name in names {
        let mut cursor = Cursor::new(name);
        if cursor.name().is_none() || cursor.expect_end().is_err() {
            return Err(format!("binds '{name}', which is not a name"));
        }
        if !bound.insert(name) {
            return Err(format!("binds symbol '{name}' twice"));
        }
    }
    Ok(())
}

/// The names that an apply binds, in the order of their values.
pub fn symbol_names<'c>(apply: OperationRef<'c, '_>) -> Vec<&'c str> {
    let Some(names) =
        apply.attribute("symbols").ok().and_then(|a| ArrayAttribute::try_from(a).ok())
    else {
        return Vec::new();
    };
    (0..names.len())
        .filter_map(|index| StringAttribute::try_from(names.element(index).ok()?).ok())
        .map(|name| name.value())
        .collect()
}
