//! What is known of the symbols of layouts.

use super::question::NotAnswered;
use crate::affine::{Fact, contradiction};
use crate::algebra::AnyLayout;
use crate::cute::facts_of_extents;
use crate::relation::{Facts, RelationError};

pub(super) fn facts_of(facts: &[Fact]) -> Result<Facts, RelationError> {
    facts.iter().try_fold(Facts::new(), with_fact)
}

fn with_fact(known: Facts, fact: &Fact) -> Result<Facts, RelationError> {
    match fact {
        Fact::Range { symbol, least, greatest } => known.between(symbol, *least, *greatest),
        Fact::Congruence { symbol, modulus, residue } => {
            known.remainder(symbol, *modulus, *residue)
        }
    }
}

/// What holds of the symbols of all these layouts together: their facts, and that every symbol of an
/// extent is at least 1. An error if no values satisfy it all.
pub(in crate::algebra) fn known_facts(layouts: &[&AnyLayout]) -> Result<Facts, NotAnswered> {
    let mut facts: Vec<Fact> = Vec::new();
    let mut known = Facts::new();
    for layout in layouts {
        facts.extend(layout.facts().iter().cloned());
        for fact in facts_of_extents(&layout.symbolic_extents()) {
            known = known.at_least(fact.symbol(), 1)?;
            facts.push(fact);
        }
    }
    if let Some(symbol) = contradiction(&facts) {
        return Err(NotAnswered::Contradiction { symbol });
    }
    for layout in layouts {
        for fact in layout.facts() {
            known = with_fact(known, fact)?;
        }
    }
    Ok(known)
}
