//! What `layout.assume` and bindings to constants say of the symbols of a function.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, RegionLike, Value};
use rustc_hash::FxHashMap;

use super::named::Named;
use crate::affine::Fact;
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::passes::surroundings::Variables;

/// The promises that are kept whenever their function is called: those that stand in its first
/// block themselves, by the values that they are about.
pub(super) struct Promised<'c> {
    promises: FxHashMap<usize, Vec<OperationRef<'c, 'c>>>,
}

impl<'c> Promised<'c> {
    /// All promises, with an error for each that a constant breaks.
    pub fn collect(operations: &[Named<'c>]) -> (Self, Vec<Diagnostic<'c>>) {
        let mut promised = Promised { promises: FxHashMap::default() };
        let mut errors = Vec::new();
        for &Named { operation, mnemonic } in operations {
            if mnemonic != Some("assume") || !is_in_function(operation) {
                continue;
            }
            let Some(value) = ir::operand(operation, 0) else { continue };
            let quantity = Variables::default().quantity(value);
            if let Some(value) = quantity.as_constant() {
                let facts = facts("", operation).into_iter();
                errors.extend(facts.filter(|fact| !fact.holds(value)).map(|fact| {
                    let fact = fact.to_string();
                    let fact = fact.trim_start();
                    let message = match fact.strip_prefix("mod") {
                        Some(rest) => format!("broken promise: {value} mod{rest} does not hold"),
                        None => format!("broken promise: {value} is not {fact}"),
                    };
                    Diagnostic::error(operation.location(), message)
                }));
            }
            promised.promises.entry(ir::value_key(value)).or_default().push(operation);
        }
        (promised, errors)
    }

    /// What holds of a symbol that is bound to a value.
    pub fn facts(&self, symbol: &str, value: Value<'c, 'c>) -> Vec<Fact> {
        if let Some(value) = Variables::default().quantity(value).as_constant() {
            return vec![Fact::Range { symbol: symbol.to_owned(), least: value, greatest: value }];
        }
        let promises = self.promises.get(&ir::value_key(value)).into_iter().flatten();
        promises.flat_map(|&promise| facts(symbol, promise)).collect()
    }
}

/// What a promise says, of a symbol.
fn facts(symbol: &str, promise: OperationRef<'_, '_>) -> Vec<Fact> {
    let number = |name| ir::integer_attribute(promise, name);
    let symbol = || symbol.to_owned();
    let mut facts = Vec::new();
    if let (Some(least), Some(greatest)) = (number("least"), number("greatest")) {
        facts.push(Fact::Range { symbol: symbol(), least, greatest });
    }
    if let (Some(modulus), Some(residue)) = (number("modulus"), number("residue")) {
        facts.push(Fact::Congruence { symbol: symbol(), modulus, residue });
    }
    facts
}

/// True if an operation stands in the first block of a function itself.
fn is_in_function(operation: OperationRef<'_, '_>) -> bool {
    let block = operation.block();
    let first = block.and_then(|block| block.parent_region()).and_then(|r| r.first_block());
    block == first
        && operation.parent_operation().is_some_and(|around| around.has_attribute("function_type"))
}
