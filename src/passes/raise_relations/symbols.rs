//! What a raised layout says of its symbols.
//!
//! A relation has no pairs for values of its parameters that its constraints exclude, and says nothing of those
//! values themselves. The facts of a layout, and that its extents are at least 1, hold in its whole function: what
//! else is about the same symbols there would then be asked about fewer values.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashMap;

use super::known::Known;
use super::uses::Obstacle;
use crate::affine::{Fact, implies};
use crate::algebra::{AnyLayout, Budget, Verdict, equivalent};
use crate::dialect::ir;
use crate::passes::decided::LayoutKey;
use crate::passes::function_facts::FunctionFacts;

/// The layouts with symbols, and what is said of these, before anything is raised.
pub(super) struct Symbols<'c, 'k> {
    facts: FunctionFacts<'c>,
    /// For each function and symbol in it the layouts that have it, each once.
    mentions: FxHashMap<(usize, &'c str), Vec<Mention<'c>>>,
    known: &'k Known,
    budget: Budget,
}

/// A layout with the first operation that has it.
#[derive(Clone, Copy)]
struct Mention<'c> {
    layout: &'c AnyLayout,
    operation: OperationRef<'c, 'c>,
}

impl<'c, 'k> Symbols<'c, 'k> {
    pub fn new(operations: &[OperationRef<'c, 'c>], known: &'k Known, budget: Budget) -> Self {
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
        Symbols { facts: FunctionFacts::of(operations), mentions, known, budget }
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
        let unsaid = said(raised).filter(|fact| !implies(&stated, fact));
        unsaid.collect::<Vec<_>>().into_iter().find_map(|fact| {
            let about = self.mentions.get(&(function, fact.symbol())).into_iter().flatten();
            let mut others = about.filter(|other| !std::ptr::eq(other.layout, relation));
            let other = others.find(|other| !self.is_implied(other.layout, &fact))?;
            let reason = format!("{} is not only about values with {fact}", other.layout);
            Some(Obstacle { location: other.operation.location(), reason })
        })
    }

    fn is_implied(&self, other: &'c AnyLayout, fact: &Fact) -> bool {
        // What other layouts say is stated already.
        let AnyLayout::Relation(relation) = other else { return false };
        // A layout that equals the other one says what that has pairs for, without a question to isl. There may
        // be as many ranges of a symbol as there are relations.
        let key = LayoutKey::of(other);
        if let Ok(layout) = self.known.raised(&key, relation, &self.budget)
            && implies(&said(&layout).collect::<Vec<_>>(), fact)
        {
            return true;
        }
        self.known.implied.answer(&(key, fact.clone()), || {
            let restricted = other.given(std::slice::from_ref(fact));
            matches!(equivalent(other, &restricted, &self.budget), Verdict::Proved(_))
        })
    }
}

/// What a layout says of its symbols: its facts, and that no extent is empty.
fn said(layout: &AnyLayout) -> impl Iterator<Item = Fact> {
    let of_extents = layout.extent_symbols();
    let of_extents = of_extents.iter().map(|symbol| Fact::at_least_one(symbol));
    layout.facts().iter().cloned().chain(of_extents).collect::<Vec<_>>().into_iter()
}
