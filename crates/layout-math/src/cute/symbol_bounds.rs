//! What is known of the values of symbols.

use std::collections::BTreeMap;

use super::fact::{Fact, contradiction};
use super::symbolic::{Term, facts_of_extents};

/// The least and the greatest value that a symbol may have, where they are known.
#[derive(Debug, Clone, Default)]
pub(super) struct SymbolBounds {
    bounds: BTreeMap<String, (Option<i64>, Option<i64>)>,
}

impl SymbolBounds {
    /// What facts say, and that each symbol of an extent is at least 1.
    pub fn new<'a>(
        facts: impl IntoIterator<Item = &'a Fact>,
        extents: impl IntoIterator<Item = &'a Term>,
    ) -> Self {
        let mut bounds: BTreeMap<String, (Option<i64>, Option<i64>)> = BTreeMap::new();
        for symbol in extents.into_iter().flat_map(Term::symbols) {
            bounds.entry(symbol.clone()).or_default().0 = Some(1);
        }
        let mut congruences = Vec::new();
        for fact in facts {
            match fact {
                Fact::Range { symbol, least, greatest } => {
                    let (low, high) = bounds.entry(symbol.clone()).or_default();
                    *low = Some(low.map_or(*least, |low| low.max(*least)));
                    *high = Some(high.map_or(*greatest, |high| high.min(*greatest)));
                }
                Fact::Congruence { symbol, modulus, residue } => {
                    congruences.push((symbol, *modulus, *residue));
                }
            }
        }
        // What is not a value of the symbol is not its least one.
        for (symbol, modulus, residue) in congruences {
            let Some((Some(low), _)) = bounds.get_mut(symbol) else { continue };
            let missing = (i128::from(residue) - i128::from(*low)).rem_euclid(modulus.into());
            *low = i64::try_from(i128::from(*low) + missing).unwrap_or(*low);
        }
        SymbolBounds { bounds }
    }

    /// The same of the symbols of several layouts; `None` if no values satisfy it all.
    pub fn of_several(facts: &[Fact], extents: &[Term]) -> Option<Self> {
        let all: Vec<Fact> = facts.iter().cloned().chain(facts_of_extents(extents)).collect();
        contradiction(&all).is_none().then(|| SymbolBounds::new(facts, extents))
    }

    pub fn symbol(&self, name: &str) -> (Option<i64>, Option<i64>) {
        self.bounds.get(name).copied().unwrap_or_default()
    }

    /// The least and the greatest value of a term, as far as they are known.
    pub fn term(&self, term: &Term) -> (Option<i128>, Option<i128>) {
        let constant = Some(i128::from(term.coefficient()));
        let factors = term.symbols().iter().map(|name| {
            let (low, high) = self.symbol(name);
            (low.map(i128::from), high.map(i128::from))
        });
        factors.fold((constant, constant), product)
    }
}

/// The bounds of a product, from those of its factors; none past 128 bits.
fn product(
    a: (Option<i128>, Option<i128>),
    b: (Option<i128>, Option<i128>),
) -> (Option<i128>, Option<i128>) {
    if let ((Some(a), Some(b)), (Some(c), Some(d))) = (a, b) {
        let ends = [a.checked_mul(c), a.checked_mul(d), b.checked_mul(c), b.checked_mul(d)];
        let Some(ends) = ends.into_iter().collect::<Option<Vec<_>>>() else { return (None, None) };
        return (ends.iter().min().copied(), ends.iter().max().copied());
    }
    let is_natural = |range: (Option<i128>, _)| range.0.is_some_and(|low| 0 <= low);
    let is_negative = |range: (_, Option<i128>)| range.1.is_some_and(|high: i128| high <= 0);
    let least = |a: Option<i128>, b: Option<i128>| a.zip(b).and_then(|(a, b)| a.checked_mul(b));
    match (is_natural(a), is_natural(b)) {
        (true, true) => (least(a.0, b.0), least(a.1, b.1)),
        // The greatest product of numbers of both signs is that of the numbers nearest to 0.
        (true, false) if is_negative(b) => (least(a.1, b.0), least(a.0, b.1)),
        (false, true) if is_negative(a) => (least(a.0, b.1), least(a.1, b.0)),
        _ => (None, None),
    }
}
