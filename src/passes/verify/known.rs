//! What the layouts of a function say of its symbols together: a name means one value within a
//! function.

use std::borrow::Cow;
use std::collections::BTreeSet;

use melior::ir::operation::OperationLike;
use melior::ir::{Location, OperationRef};
use rustc_hash::FxHashMap;

use super::named::Named;
use super::promises::Promised;
use crate::affine::{Fact, contradiction};
use crate::algebra::AnyLayout;
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::text::is_anonymous;

/// The facts of each function, with the operations that state them.
#[derive(Default)]
pub(super) struct FunctionFacts<'c> {
    functions: FxHashMap<usize, Vec<(Fact, Location<'c>)>>,
    /// The symbols of each function that are in extents, and so at least 1.
    extents: FxHashMap<usize, BTreeSet<String>>,
    /// What is promised of the values that each operation binds anonymous names to: they are those of its
    /// own layout alone.
    anonymous: FxHashMap<usize, Vec<Fact>>,
}

impl<'c> FunctionFacts<'c> {
    /// The facts of all attributes of operations that are layouts and what is promised of the values
    /// that symbols are bound to, and an error for each fact that the ones before it contradict. The
    /// operations are those that may state facts.
    pub fn collect(operations: &[Named<'c>]) -> (Self, Vec<Diagnostic<'c>>) {
        let mut known = FunctionFacts::default();
        let (promised, mut errors) = Promised::collect(operations);
        for &Named { operation, mnemonic } in operations {
            for layout in ir::layouts_of(operation) {
                if !layout.has_symbols() {
                    continue;
                }
                // An anonymous symbol of one layout is not that of another.
                for fact in layout.facts().iter().filter(|fact| !is_anonymous(fact.symbol())) {
                    errors.extend(known.add(operation, fact));
                }
                let mut extents = layout.extent_symbols();
                extents.retain(|symbol| !is_anonymous(symbol));
                if !extents.is_empty() {
                    known.extents.entry(function(operation)).or_default().extend(extents);
                }
            }
            if mnemonic == Some("apply") {
                let values = ir::operand_segment(operation, 2);
                for (symbol, value) in ir::symbol_names(operation).into_iter().zip(values) {
                    let facts = promised.facts(symbol, value);
                    if is_anonymous(symbol) {
                        known.anonymous.entry(ir::key(operation)).or_default().extend(facts);
                        continue;
                    }
                    for fact in facts {
                        errors.extend(known.add(operation, &fact));
                    }
                }
            }
        }
        (known, errors)
    }

    fn add(&mut self, operation: OperationRef<'c, '_>, fact: &Fact) -> Option<Diagnostic<'c>> {
        let facts = self.functions.entry(function(operation)).or_default();
        if facts.iter().any(|(known, _)| known == fact) {
            return None;
        }
        let together = |others: &[&Fact]| {
            let all: Vec<Fact> = others.iter().copied().chain([fact]).cloned().collect();
            contradiction(&all).is_some()
        };
        let about: Vec<&(Fact, _)> =
            facts.iter().filter(|(known, _)| known.symbol() == fact.symbol()).collect();
        if !together(&about.iter().map(|(known, _)| known).collect::<Vec<_>>()) {
            facts.push((fact.clone(), operation.location()));
            return None;
        }
        // One of them alone may do; else all are named.
        let alone = about.iter().find(|(known, _)| together(&[known]));
        let culprits = alone.map_or(about.clone(), |alone| vec![*alone]);
        let message = format!("{fact} contradicts what the function says of {}", fact.symbol());
        let error = Diagnostic::error(operation.location(), message);
        Some(culprits.into_iter().fold(error, |error, (known, location)| {
            error.note(*location, format!("here it says {known}"))
        }))
    }

    /// The layout with what the function of the operation says of its symbols.
    pub fn strengthen(
        &self,
        operation: OperationRef<'_, '_>,
        layout: &'c AnyLayout,
    ) -> Cow<'c, AnyLayout> {
        // To find the function takes longer than to see whether there are symbols.
        let is_empty = self.functions.is_empty() && self.extents.is_empty();
        if is_empty && self.anonymous.is_empty() || !layout.has_symbols() {
            return Cow::Borrowed(layout);
        }
        // Of its own extents a layout knows it.
        let mut facts = self.facts(operation, &layout.extent_symbols());
        facts.extend(self.anonymous.get(&ir::key(operation)).into_iter().flatten().cloned());
        if facts.is_empty() { Cow::Borrowed(layout) } else { Cow::Owned(layout.given(&facts)) }
    }

    /// What the function of the operation says of its symbols, but that these are at least 1.
    pub fn facts(&self, operation: OperationRef<'_, '_>, extents: &BTreeSet<String>) -> Vec<Fact> {
        let function = function(operation);
        let stated = self.functions.get(&function).into_iter().flatten();
        let others = self.extents.get(&function).into_iter().flatten();
        let others = others.filter(|symbol| !extents.contains(*symbol));
        let stated = stated.map(|(fact, _)| fact.clone());
        stated.chain(others.map(|symbol: &String| Fact::at_least_one(symbol))).collect()
    }
}

/// The function around an operation, as its key.
fn function(operation: OperationRef<'_, '_>) -> usize {
    ir::key(ir::function_around(operation))
}
