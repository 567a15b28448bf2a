//! What is known of the symbols of layouts.

use super::question::NotAnswered;
use crate::algebra::AnyLayout;
use crate::cute::{Fact, contradiction};
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
        for extent in layout.symbolic_extents() {
            for symbol in extent.symbols() {
                known = known.at_least(symbol, 1)?;
                facts.push(Fact::Range { symbol: symbol.clone(), least: 1, greatest: i64::MAX });
            }
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
