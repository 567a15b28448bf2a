//! What is known of the values of symbols.

use std::collections::BTreeMap;

use super::symbolic::{Term, facts_of_extents};
use crate::affine::{Fact, Interval, contradiction};

/// The least and the greatest value that a symbol may have, where they are known.
#[derive(Debug, Clone, Default)]
pub(super) struct SymbolBounds {
    bounds: BTreeMap<String, Interval>,
}

impl SymbolBounds {
    /// What facts say, and that each symbol of an extent is at least 1.
    pub fn new<'a>(
        facts: impl IntoIterator<Item = &'a Fact>,
        extents: impl IntoIterator<Item = &'a Term>,
    ) -> Self {
        let mut bounds: BTreeMap<String, Interval> = BTreeMap::new();
        for symbol in extents.into_iter().flat_map(Term::symbols) {
            bounds.entry(symbol.clone()).or_default().low = Some(1);
        }
        let mut congruences = Vec::new();
        for fact in facts {
            match fact {
                Fact::Range { symbol, least, greatest } => {
                    let known = bounds.entry(symbol.clone()).or_default();
                    *known = known.intersection(Interval::new((*least).into(), (*greatest).into()));
                }
                Fact::Congruence { symbol, modulus, residue } => {
                    congruences.push((symbol, i128::from(*modulus), i128::from(*residue)));
                }
            }
        }
        // What is not a value of the symbol is neither its least one nor its greatest.
        for (symbol, modulus, residue) in congruences {
            let Some(Interval { low, high }) = bounds.get_mut(symbol) else { continue };
            *low = low.map(|low| low + (residue - low).rem_euclid(modulus));
            *high = high.map(|high| high - (high - residue).rem_euclid(modulus));
        }
        SymbolBounds { bounds }
    }

    /// The same of the symbols of several layouts; `None` if no values satisfy it all.
    pub fn of_several(facts: &[Fact], extents: &[Term]) -> Option<Self> {
        let all: Vec<Fact> = facts.iter().cloned().chain(facts_of_extents(extents)).collect();
        contradiction(&all).is_none().then(|| SymbolBounds::new(facts, extents))
    }

    pub fn symbol(&self, name: &str) -> Interval {
        self.bounds.get(name).copied().unwrap_or_default()
    }

    /// What is known of a term.
    pub fn term(&self, term: &Term) -> Interval {
        let factors = term.symbols().iter().map(|name| self.symbol(name));
        factors.fold(Interval::of(term.coefficient().into()), Interval::times)
    }
}
