//! What is known of the symbols of layouts.

use super::solver::NotAnswered;
use crate::affine::{Fact, contradiction};
use crate::algebra::AnyLayout;
use crate::cute::{Term, facts_of_extents};
use crate::relation::Facts;

/// What holds of the symbols of all these layouts together: their facts, and that every symbol of an
/// extent is at least 1. An error if no values satisfy it all.
pub(in crate::algebra) fn known_facts(layouts: &[&AnyLayout]) -> Result<Facts, NotAnswered> {
    if let Some(symbol) = contradicted(layouts) {
        return Err(NotAnswered::Contradiction { symbol });
    }
    let mut known = Facts::new();
    for fact in all_facts(layouts) {
        known = known.also(&fact)?;
    }
    Ok(known)
}

/// A symbol of which no value satisfies what all these layouts say together, if there is one.
pub(in crate::algebra) fn contradicted(layouts: &[&AnyLayout]) -> Option<String> {
    // Without a stated fact there is nothing that an extent contradicts.
    let is_stated = layouts.iter().any(|layout| !layout.facts().is_empty());
    if is_stated { contradiction(&all_facts(layouts).collect::<Vec<_>>()) } else { None }
}

/// What the layouts say of their symbols, and that every symbol of an extent is at least 1.
fn all_facts(layouts: &[&AnyLayout]) -> impl Iterator<Item = Fact> {
    let extents = layouts.iter().flat_map(|layout| layout.symbolic_extents());
    let of_extents: Vec<Fact> = facts_of_extents(&extents.collect::<Vec<_>>()).collect();
    of_extents.into_iter().chain(layouts.iter().flat_map(|layout| layout.facts().to_vec()))
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
