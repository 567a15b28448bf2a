//! What the layouts of a function say of its symbols together: a name means one value within a
//! function.

mod named;
mod promises;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use melior::ir::operation::OperationLike;
use melior::ir::{Location, OperationRef};
use rustc_hash::FxHashMap;

pub(super) use self::named::Named;
use self::promises::Promised;
use crate::affine::{Fact, contradiction};
use crate::algebra::AnyLayout;
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::text::is_anonymous;

/// The facts of each function, with the operations that state them.
#[derive(Default)]
pub(super) struct FunctionFacts<'c> {
    functions: FxHashMap<usize, Vec<(Fact, Location<'c>)>>,
    /// The symbols of each function that are in extents, and so at least 1, with the first such operation.
    extents: FxHashMap<usize, BTreeMap<String, Location<'c>>>,
    /// What is promised of the values that each operation binds anonymous names to: they are those of its
    /// own layout alone.
    anonymous: FxHashMap<usize, Vec<Fact>>,
}

impl<'c> FunctionFacts<'c> {
    /// What the operations say of the symbols of their functions. What contradicts it is an error of
    /// `layout-verify`.
    pub fn of(operations: &[OperationRef<'c, 'c>]) -> Self {
        let named = |&operation| Named { operation, mnemonic: ir::layout_mnemonic(operation) };
        let stating: Vec<Named<'c>> =
            operations.iter().map(named).filter(Named::may_state_facts).collect();
        FunctionFacts::collect(&stating).0
    }

    /// The facts of all layouts that operations have as attributes or name in types, what is promised of
    /// the values that symbols are bound to, and an error for each fact that the ones before it contradict. The
    /// operations are those that may state facts.
    pub fn collect(operations: &[Named<'c>]) -> (Self, Vec<Diagnostic<'c>>) {
        let mut known = FunctionFacts::default();
        let (promised, mut errors) = Promised::collect(operations);
        for &Named { operation, mnemonic } in operations {
            for layout in ir::layouts_and_types_of(operation) {
                if !layout.has_symbols() {
                    continue;
                }
                // An anonymous symbol of one layout is not that of another.
                for fact in layout.facts().iter().filter(|fact| !is_anonymous(fact.symbol())) {
                    errors.extend(known.add(operation, fact));
                }
                for symbol in layout.extent_symbols().iter().filter(|own| !is_anonymous(own)) {
                    errors.extend(known.add_extent(operation, symbol));
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

    /// Takes the fact as known, unless what is known contradicts it.
    fn add(&mut self, operation: OperationRef<'c, '_>, fact: &Fact) -> Option<Diagnostic<'c>> {
        let function = function(operation);
        if self.stated(function).any(|(known, _)| known == fact) {
            return None;
        }
        let error = self.contradicted(function, operation, fact);
        if error.is_none() {
            let facts = self.functions.entry(function).or_default();
            facts.push((fact.clone(), operation.location()));
        }
        error
    }

    /// Takes the symbol as one of an extent, unless what is known of it says that it is less than 1.
    fn add_extent(
        &mut self,
        operation: OperationRef<'c, '_>,
        symbol: &str,
    ) -> Option<Diagnostic<'c>> {
        let function = function(operation);
        if self.extents.get(&function).is_some_and(|extents| extents.contains_key(symbol)) {
            return None;
        }
        let error = self.contradicted(function, operation, &Fact::at_least_one(symbol));
        if error.is_none() {
            let extents = self.extents.entry(function).or_default();
            extents.insert(symbol.to_owned(), operation.location());
        }
        error
    }

    /// The error that a fact of an operation contradicts what its function says of the symbol.
    fn contradicted(
        &self,
        function: usize,
        operation: OperationRef<'c, '_>,
        fact: &Fact,
    ) -> Option<Diagnostic<'c>> {
        let symbol = fact.symbol();
        let extent = self.extents.get(&function).and_then(|extents| extents.get(symbol));
        let extent = extent.map(|&location| (Fact::at_least_one(symbol), location));
        let is_contradicted = |known: &[(Fact, Location<'c>)]| {
            let all: Vec<Fact> =
                known.iter().map(|(known, _)| known).chain([fact]).cloned().collect();
            contradiction(&all).is_some()
        };
        let stated = self.stated(function).filter(|(known, _)| known.symbol() == symbol);
        let mut about: Vec<(Fact, Location<'c>)> = stated.cloned().collect();
        if !is_contradicted(&about) {
            about.extend(extent);
        }
        if !is_contradicted(&about) {
            return None;
        }
        // One of them alone may do; else all are named.
        let alone = about.iter().position(|known| is_contradicted(std::slice::from_ref(known)));
        let culprits = alone.map_or(&about[..], |at| &about[at..=at]);
        let message = format!("{fact} contradicts what the function says of {symbol}");
        let error = Diagnostic::error(operation.location(), message);
        Some(culprits.iter().fold(error, |error, (known, location)| {
            error.note(*location, format!("here it says {known}"))
        }))
    }

    fn stated(&self, function: usize) -> impl Iterator<Item = &(Fact, Location<'c>)> {
        self.functions.get(&function).into_iter().flatten()
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
        let others = self.extents.get(&function).into_iter().flat_map(BTreeMap::keys);
        let is_stated = |symbol: &str| {
            let at_least_one = |fact: &Fact| matches!(fact, Fact::Range { least: 1.., .. });
            self.stated(function).any(|(fact, _)| fact.symbol() == symbol && at_least_one(fact))
        };
        let others = others.filter(|symbol| !extents.contains(*symbol) && !is_stated(symbol));
        let stated = self.stated(function).map(|(fact, _)| fact.clone());
        stated.chain(others.map(|symbol: &String| Fact::at_least_one(symbol))).collect()
    }
}

/// The function around an operation, as its key.
fn function(operation: OperationRef<'_, '_>) -> usize {
    ir::key(ir::function_around(operation))
}
