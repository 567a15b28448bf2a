//! What is known of the symbols of layouts.

use super::solver::NotAnswered;
use crate::affine::{Fact, contradiction};
use crate::algebra::AnyLayout;
use crate::cute::{Term, facts_of_extents};
use crate::relation::Facts;

/// What holds of the symbols of all these layouts together: their facts, and that every symbol of an
/// extent is at least 1. An error if no values satisfy it all.
pub(in crate::algebra) fn known_facts(layouts: &[&AnyLayout]) -> Result<Facts, NotAnswered> {
    let mut facts: Vec<Fact> = Vec::new();
    let mut known = Facts::new();
    for layout in layouts {
        facts.extend(layout.facts().iter().cloned());
        for fact in facts_of_extents(&layout.symbolic_extents()) {
            known = known.also(&fact)?;
            facts.push(fact);
        }
    }
    if let Some(symbol) = contradiction(&facts) {
        return Err(NotAnswered::Contradiction { symbol });
    }
    for layout in layouts {
        for fact in layout.facts() {
            known = known.also(fact)?;
        }
    }
    Ok(known)
}

/// The result of an operation on layouts with what they say of its symbols, which it says no more: facts, and
/// that a symbol of an extent is at least 1 where it is no longer in one.
pub(in crate::algebra) fn keeping_facts(result: AnyLayout, operands: &[&AnyLayout]) -> AnyLayout {
    if !result.has_symbols() {
        return result;
    }
    let facts = operands.iter().flat_map(|operand| operand.facts());
    let mut said: Vec<Fact> =
        facts.filter(|fact| !result.facts().contains(fact)).cloned().collect();
    let own = result.symbolic_extents();
    let is_extent = |symbol: &String| own.iter().any(|extent| extent.symbols().contains(symbol));
    let extents = operands.iter().flat_map(|operand| operand.symbolic_extents());
    let symbols = extents.flat_map(|extent: Term| extent.symbols().to_vec());
    for symbol in symbols.filter(|symbol| !is_extent(symbol)) {
        let ranges = said.iter().chain(result.facts()).filter_map(|fact| match fact {
            Fact::Range { symbol: own, least, greatest } if *own == symbol => {
                Some((*least, *greatest))
            }
            _ => None,
        });
        let (least, greatest) = ranges
            .fold((i64::MIN, i64::MAX), |(low, high), (least, greatest)| {
                (low.max(least), high.min(greatest))
            });
        if least < 1 {
            said.push(Fact::Range { symbol, least: 1, greatest });
        }
    }
    if said.is_empty() { result } else { result.given(&said) }
}
