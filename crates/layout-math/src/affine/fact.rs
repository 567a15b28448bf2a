//! What is known of a symbol.

use std::collections::BTreeSet;
use std::fmt;

use num_integer::Integer;

/// What is known about a symbol besides that it is an integer; each symbol of an extent is at
/// least 1 anyway, also where the product of several is one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// `M in [1,4096]`, both ends included.
    Range { symbol: String, least: i64, greatest: i64 },
    /// `M mod 16 = 0`.
    Congruence { symbol: String, modulus: i64, residue: i64 },
}

impl Fact {
    /// What holds of a symbol of an extent: it is at least 1.
    pub fn at_least_one(symbol: &str) -> Self {
        Fact::Range { symbol: symbol.to_owned(), least: 1, greatest: i64::MAX }
    }

    pub fn symbol(&self) -> &str {
        match self {
            Fact::Range { symbol, .. } | Fact::Congruence { symbol, .. } => symbol,
        }
    }

    /// The fact about another symbol.
    pub(crate) fn renamed(&self, name: &dyn Fn(&str) -> String) -> Self {
        let mut fact = self.clone();
        match &mut fact {
            Fact::Range { symbol, .. } | Fact::Congruence { symbol, .. } => *symbol = name(symbol),
        }
        fact
    }

    /// True if the fact holds for this value of its symbol.
    pub fn holds(&self, value: i64) -> bool {
        match self {
            Fact::Range { least, greatest, .. } => (*least..=*greatest).contains(&value),
            Fact::Congruence { modulus, residue, .. } => value.rem_euclid(*modulus) == *residue,
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Range { symbol, least, greatest } => {
                write!(f, "{symbol} in [{least},{greatest}]")
            }
            Fact::Congruence { symbol, modulus, residue } => {
                write!(f, "{symbol} mod {modulus} = {residue}")
            }
        }
    }
}

/// A symbol of which no value satisfies all these facts, if there is one.
///
/// Exact: ranges are intersected, and congruences are solved together (the Chinese remainder
/// theorem, for moduli that need not be coprime). A congruence with which the common modulus passes 64
/// bits is left out, so that there may be a contradiction where the answer is none.
pub fn contradiction(facts: &[Fact]) -> Option<String> {
    let symbols: BTreeSet<&str> = facts.iter().map(Fact::symbol).collect();
    symbols.into_iter().find(|symbol| Values::of(symbol, facts).is_none()).map(str::to_owned)
}

/// True if each value of the symbol of `fact` that satisfies all these facts satisfies `fact` too.
///
/// Exact, as [`contradiction`] is: where a congruence is left out the answer may be `false` for what follows.
///
/// ```
/// use layout_math::affine::{Fact, implies};
///
/// let multiple = |modulus| Fact::Congruence { symbol: "M".to_owned(), modulus, residue: 0 };
/// let facts = [multiple(4), multiple(6), Fact::at_least_one("M")];
/// assert!(implies(&facts, &multiple(3)));
/// assert!(!implies(&facts, &multiple(8)));
/// let least = Fact::Range { symbol: "M".to_owned(), least: 12, greatest: i64::MAX };
/// assert!(implies(&facts, &least));
/// ```
pub fn implies(facts: &[Fact], fact: &Fact) -> bool {
    let Some(values) = Values::of(fact.symbol(), facts) else { return true };
    match fact {
        Fact::Range { least, greatest, .. } => {
            i128::from(*least) <= values.first && values.last <= i128::from(*greatest)
        }
        Fact::Congruence { modulus, residue, .. } => {
            let (modulus, residue) = (i128::from(*modulus), i128::from(*residue));
            let step = if values.first == values.last { 0 } else { values.step };
            step % modulus == 0 && values.first.rem_euclid(modulus) == residue
        }
    }
}

/// The values of a symbol that satisfy facts: those from the first to the last by steps. There is one.
struct Values {
    first: i128,
    last: i128,
    step: i128,
}

impl Values {
    fn of(symbol: &str, facts: &[Fact]) -> Option<Self> {
        let (mut low, mut high) = (i128::from(i64::MIN), i128::from(i64::MAX));
        // All x with x mod modulus = residue satisfy the congruences so far.
        let (mut modulus, mut residue) = (1_i128, 0_i128);
        for fact in facts.iter().filter(|fact| fact.symbol() == symbol) {
            match fact {
                Fact::Range { least, greatest, .. } => {
                    low = low.max(i128::from(*least));
                    high = high.min(i128::from(*greatest));
                }
                Fact::Congruence { modulus: m, residue: r, .. } => {
                    let (m, r) = (i128::from(*m), i128::from(*r));
                    let divisor = modulus.gcd(&m);
                    if (r - residue).rem_euclid(divisor) != 0 {
                        return None;
                    }
                    let common = modulus / divisor * m;
                    if i128::from(i64::MAX) < common {
                        continue;
                    }
                    // At most m / divisor steps of the modulus reach the other residue.
                    let (step, size) = (modulus / divisor, m / divisor);
                    let inverse = step.extended_gcd(&size).x;
                    let wanted = ((r - residue) / divisor).rem_euclid(size);
                    residue += modulus * (wanted * inverse.rem_euclid(size)).rem_euclid(size);
                    modulus = common;
                }
            }
        }
        let first = low + (residue - low).rem_euclid(modulus);
        let last = high - (high - residue).rem_euclid(modulus);
        (first <= last).then_some(Values { first, last, step: modulus })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 9 is the least natural number that is 1 modulo 4 and 3 modulo 6.
    #[test]
    fn congruences_are_taken_together() {
        let congruence =
            |modulus, residue| Fact::Congruence { symbol: "M".to_owned(), modulus, residue };
        let up_to = |greatest| Fact::Range { symbol: "M".to_owned(), least: 0, greatest };
        let facts = |greatest| [congruence(4, 1), congruence(6, 3), up_to(greatest)];
        assert_eq!(contradiction(&facts(8)), Some("M".to_owned()));
        assert_eq!(contradiction(&facts(9)), None);
        // The greatest modulus is one of 64 bits too.
        let greatest = |end| [congruence(i64::MAX, 6), up_to(end)];
        assert_eq!(contradiction(&greatest(5)), Some("M".to_owned()));
        assert_eq!(contradiction(&greatest(6)), None);
        // Past that nothing is said, though 3 is not 2 modulo 8.
        let far = [congruence(i64::MAX, 3), congruence(2, 1), congruence(8, 2)];
        assert_eq!(contradiction(&far), None);
    }

    /// Two congruences and a value contradict each other exactly where the value does not have the residues.
    #[test]
    fn congruences_are_those_of_each_value() {
        let symbol = || "M".to_owned();
        for (a, b) in (1..=10).flat_map(|a| (1..=10).map(move |b| (a, b))) {
            for (first, second) in (0..a).flat_map(|r| (0..b).map(move |s| (r, s))) {
                for value in 0..a * b {
                    let facts = [
                        Fact::Congruence { symbol: symbol(), modulus: a, residue: first },
                        Fact::Congruence { symbol: symbol(), modulus: b, residue: second },
                        Fact::Range { symbol: symbol(), least: value, greatest: value },
                    ];
                    let is_one = value % a == first && value % b == second;
                    assert_eq!(contradiction(&facts).is_none(), is_one, "{facts:?}");
                }
            }
        }
    }

    /// A fact follows from others exactly where it holds for all values that they allow.
    #[test]
    fn what_follows_holds_for_all_values() {
        let symbol = || "M".to_owned();
        let congruences = (1..=6).flat_map(|modulus| {
            (0..modulus).map(move |residue| Fact::Congruence { symbol: symbol(), modulus, residue })
        });
        let all: Vec<Fact> = congruences.collect();
        for (low, high) in (-3..4).flat_map(|low| (low..8).map(move |high| (low, high))) {
            let range = Fact::Range { symbol: symbol(), least: low, greatest: high };
            for given in &all {
                let known = [range.clone(), given.clone()];
                let allowed: Vec<i64> = (low..=high).filter(|&value| given.holds(value)).collect();
                let within = Fact::Range { symbol: symbol(), least: low + 1, greatest: high - 2 };
                for asked in all.iter().chain([&within, &Fact::at_least_one("M")]) {
                    let follows = allowed.iter().all(|&value| asked.holds(value));
                    assert_eq!(implies(&known, asked), follows, "{known:?} {asked}");
                }
            }
        }
        assert!(!implies(&[], &Fact::at_least_one("M")));
        assert!(!implies(&[Fact::at_least_one("N")], &Fact::at_least_one("M")));
    }
}
