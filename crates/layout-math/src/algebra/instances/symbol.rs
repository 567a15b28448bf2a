//! What is said of a symbol, and the values that obey it.

use crate::affine::{Fact, Interval};
use crate::algebra::AnyLayout;
use crate::cute::Term;
use crate::relation::Relation;
use crate::relation::facts::KnownAlone;

/// What a claim means for parameters for which a relation has no pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::algebra) enum WithoutPairs {
    /// Nothing is claimed there: what a formula says of its parameters alone is a fact.
    Ignored,
    /// The relation is compared with another layout, which may have pairs.
    Compared,
}

/// A symbol and what is said of it.
pub(super) struct Symbol<'a> {
    pub(super) name: &'a str,
    pub(super) low: Option<i64>,
    pub(super) high: Option<i64>,
    /// Moduli and residues.
    pub(super) congruences: Vec<(i64, i64)>,
}

impl<'a> Symbol<'a> {
    /// The symbols of all layouts, sorted by their names. `None` for a tiler, which has no offsets.
    pub(super) fn all_of(
        layouts: &[&'a AnyLayout],
        without_pairs: WithoutPairs,
    ) -> Option<Vec<Self>> {
        let mut names: Vec<&str> = Vec::new();
        let mut relations = Vec::new();
        for layout in layouts {
            match layout {
                AnyLayout::Tile(_) => return None,
                AnyLayout::Relation(relation) => relations.push(relation),
                _ => {}
            }
            names.extend(layout.symbols());
        }
        names.sort_unstable();
        names.dedup();
        let unknown = |name| Symbol { name, low: None, high: None, congruences: Vec::new() };
        let mut symbols: Vec<Self> = names.into_iter().map(unknown).collect();
        let position = |symbols: &[Self], name: &str| {
            symbols.binary_search_by_key(&name, |symbol| symbol.name).ok()
        };
        for layout in layouts {
            for fact in layout.facts() {
                if let Some(own) = position(&symbols, fact.symbol()) {
                    symbols[own].learn(fact);
                }
            }
            for name in layout.symbolic_extents().iter().flat_map(Term::symbols) {
                if let Some(own) = position(&symbols, name) {
                    symbols[own].at_least(1);
                }
            }
        }
        if !relations.is_empty() {
            for symbol in &mut symbols {
                let has_it = |layout: &&&AnyLayout| layout.symbols().contains(symbol.name);
                let n_layouts = layouts.iter().filter(has_it).count();
                symbol.learn_from(&relations, n_layouts, without_pairs);
            }
        }
        Some(symbols)
    }

    /// What these relations say of the symbol, which so many layouts have, relations among them.
    fn learn_from(
        &mut self,
        relations: &[&Relation],
        n_layouts: usize,
        without_pairs: WithoutPairs,
    ) {
        let knows = |relation: &&&Relation| relation.parameters().any(|own| own == self.name);
        let bounds: Vec<Option<(i64, i64)>> =
            relations.iter().filter(knows).map(|relation| bounds(relation, self.name)).collect();
        if without_pairs == WithoutPairs::Ignored {
            // Where one relation has no pairs nothing is claimed of it.
            for (low, high) in bounds.into_iter().flatten() {
                self.at_least(low);
                self.at_most(high);
            }
        } else if n_layouts == bounds.len()
            && let Some(all) = bounds.into_iter().collect::<Option<Vec<_>>>()
        {
            // Beyond the bounds of all relations these have no pairs, whatever the value is.
            self.low = all.iter().map(|bounds| bounds.0.saturating_sub(1)).min();
            self.high = all.iter().map(|bounds| bounds.1.saturating_add(1)).max();
        }
    }

    fn learn(&mut self, fact: &Fact) {
        match fact {
            Fact::Range { least, greatest, .. } => {
                self.at_least(*least);
                self.at_most(*greatest);
            }
            Fact::Congruence { modulus, residue, .. } => {
                self.congruences.push((*modulus, *residue));
            }
        }
    }

    fn at_least(&mut self, low: i64) {
        self.low = Some(self.low.map_or(low, |before| before.max(low)));
    }

    fn at_most(&mut self, high: i64) {
        self.high = Some(self.high.map_or(high, |before| before.min(high)));
    }

    pub(super) fn is_contradictory(&self) -> bool {
        matches!((self.low, self.high), (Some(low), Some(high)) if high < low)
    }

    fn holds(&self, value: i64) -> bool {
        self.congruences.iter().all(|&(modulus, residue)| value.rem_euclid(modulus) == residue)
    }

    /// The value that is looked at first.
    pub(super) fn least(&self) -> Option<i64> {
        self.values(1).0.first().copied()
    }

    /// The greatest value; `None` if there is none, or none of the first values below the bound is one.
    pub(super) fn greatest(&self) -> Option<i64> {
        let high = self.high?;
        let (step, residue) = self.greatest_congruence();
        let last =
            i128::from(high) - (i128::from(high) - i128::from(residue)).rem_euclid(step.into());
        let last = i64::try_from(last).ok()?;
        let downwards = std::iter::successors(Some(last), |value| value.checked_sub(step));
        let own = |value: &i64| self.low.is_none_or(|low| low <= *value);
        downwards.take_while(own).take(1 << 10).find(|&value| self.holds(value))
    }

    /// The greatest modulus and its residue, which every value has.
    fn greatest_congruence(&self) -> (i64, i64) {
        self.congruences.iter().copied().max().unwrap_or((1, 0))
    }

    /// Up to `limit` values, and whether these are all: from the least one on; if there is none, those
    /// next to 0 or below the greatest one.
    pub(super) fn values(&self, limit: usize) -> (Vec<i64>, bool) {
        let (step, residue) = self.greatest_congruence();
        // So many are looked at for each that is found, if other moduli leave some out.
        let looked_at = limit.saturating_mul(64);
        let first = |low: i64| {
            low.checked_add(
                (i128::from(residue) - i128::from(low)).rem_euclid(i128::from(step)) as i64
            )
        };
        let upwards =
            |low: i64| std::iter::successors(first(low), move |value| value.checked_add(step));
        let mut found = Vec::new();
        match (self.low, self.high) {
            (Some(low), high) => {
                for (n, value) in upwards(low).enumerate() {
                    if high.is_some_and(|high| high < value) {
                        return (found, true);
                    }
                    if found.len() == limit || n == looked_at {
                        return (found, false);
                    }
                    if self.holds(value) {
                        found.push(value);
                    }
                }
                (found, true)
            }
            (None, high) => {
                let start = first(high.map_or(0, |high| high.min(0))).unwrap_or(0);
                let next_to_start = (0..looked_at as i64).map(|n| {
                    let steps = if n % 2 == 0 { n / 2 } else { -(n + 1) / 2 };
                    start.checked_add(steps.checked_mul(step)?)
                });
                let allowed = next_to_start
                    .flatten()
                    .filter(|&value| self.holds(value) && high.is_none_or(|high| value <= high));
                (allowed.take(limit).collect(), false)
            }
        }
    }
}

/// The least and the greatest value of a parameter for which a relation may have pairs, where each of
/// its pieces says them.
fn bounds(relation: &Relation, name: &str) -> Option<(i64, i64)> {
    let of_piece = |piece: Relation| -> Option<(i64, i64)> {
        let known = piece.known_parameters();
        let values = known.iter().filter_map(|known| match known {
            (parameter, KnownAlone::Within(values)) if *parameter == name => Some(*values),
            _ => None,
        });
        values.fold(Interval::ANY, Interval::intersection).as_ends()
    };
    let all: Vec<(i64, i64)> = relation.pieces().map(of_piece).collect::<Option<_>>()?;
    Some((all.iter().map(|b| b.0).min()?, all.iter().map(|b| b.1).max()?))
}
