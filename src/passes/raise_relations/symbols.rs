//! What a raised layout says of its symbols.
//!
//! A relation has no pairs for values of its parameters that its constraints exclude, and says nothing of those
//! values themselves. The facts of a layout, and that its extents are at least 1, hold in its whole function: what
//! else is about the same symbols there would then be asked about fewer values.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashMap;

use super::uses::Obstacle;
use crate::affine::{Fact, implies};
use crate::algebra::{AnyLayout, Budget, Verdict, equivalent};
use crate::dialect::ir;
use crate::passes::decided::{Decided, LayoutKey};
use crate::passes::function_facts::FunctionFacts;

/// Whether a relation has pairs only where a fact holds.
pub(super) type ImpliedFacts = Decided<(LayoutKey, Fact), bool>;

/// The layouts with symbols, and what is said of these, before anything is raised.
pub(super) struct Symbols<'c, 'k> {
    facts: FunctionFacts<'c>,
    /// For each function and symbol in it the layouts that have it, each once.
    mentions: FxHashMap<(usize, &'c str), Vec<Mention<'c>>>,
    implied: &'k ImpliedFacts,
    budget: Budget,
}

/// A layout with the first operation that has it.
#[derive(Clone, Copy)]
struct Mention<'c> {
    layout: &'c AnyLayout,
    operation: OperationRef<'c, 'c>,
}

impl<'c, 'k> Symbols<'c, 'k> {
    pub fn new(
        operations: &[OperationRef<'c, 'c>],
        implied: &'k ImpliedFacts,
        budget: Budget,
    ) -> Self {
        let mut mentions: FxHashMap<_, Vec<Mention<'c>>> = FxHashMap::default();
        for &operation in operations {
            for layout in ir::layouts_and_types_of(operation) {
                for symbol in layout.symbols() {
                    let function = ir::key(ir::function_around(operation));
                    let known = mentions.entry((function, symbol)).or_default();
                    if !known.iter().any(|known| std::ptr::eq(known.layout, layout)) {
                        known.push(Mention { layout, operation });
                    }
                }
            }
        }
        Symbols { facts: FunctionFacts::of(operations), mentions, implied, budget }
    }

    /// The first layout beside `relation` that is about fewer values of a symbol where `raised` stands in its
    /// function, as an attribute of `operation`; `None` if there is none.
    pub fn obstacle(
        &self,
        operation: OperationRef<'c, '_>,
        relation: &AnyLayout,
        raised: &AnyLayout,
    ) -> Option<Obstacle<'c>> {
        if !raised.has_symbols() {
            return None;
        }
        let function = ir::key(ir::function_around(operation));
        let stated = self.facts.facts(operation, &Default::default());
        let of_extents = raised.extent_symbols();
        let of_extents = of_extents.iter().map(|symbol| Fact::at_least_one(symbol));
        let said = raised.facts().iter().cloned().chain(of_extents);
        let unsaid: Vec<Fact> = said.filter(|fact| !implies(&stated, fact)).collect();
        unsaid.into_iter().find_map(|fact| {
            let about = self.mentions.get(&(function, fact.symbol())).into_iter().flatten();
            let mut others = about.filter(|other| !std::ptr::eq(other.layout, relation));
            let other = others.find(|other| !self.is_implied(other.layout, &fact))?;
            let reason = format!("{} is not only about values with {fact}", other.layout);
            Some(Obstacle { location: other.operation.location(), reason })
        })
    }

    fn is_implied(&self, other: &'c AnyLayout, fact: &Fact) -> bool {
        // What other layouts say is stated already.
        let AnyLayout::Relation(_) = other else { return false };
        self.implied.answer(&(LayoutKey::of(other), fact.clone()), || {
            let restricted = other.given(std::slice::from_ref(fact));
            matches!(equivalent(other, &restricted, &self.budget), Verdict::Proved(_))
        })
    }
}
