//! Whether polynomials in symbols can become negative.

use super::digit::Steps;
use super::symbol_bounds::SymbolBounds;
use super::symbolic::Term;
use crate::affine::{self, Fact, Interval};

/// A sum of products of symbols.
pub(super) type Polynomial = affine::Polynomial<String>;

/// So many terms are looked at for one question about polynomials, about a tenth of a second of them.
const STEPS: u64 = 1 << 17;

/// The steps of a question about polynomials, however many of them it asks about.
pub(super) fn steps() -> Steps {
    Steps { left: STEPS }
}

impl Polynomial {
    /// True if the polynomial is seen to be at least 0 for all values of its symbols.
    ///
    /// A sum of products whose least values have a sum that is not negative is not negative, as
    /// `2048 - M*N` for `M in [1,64]` and `N in [1,32]`. Nor is a sum whose multiples are not, counted from a
    /// bound of a symbol, `M = 1 + m` or `M = 16 - m`: it is one of powers of `m`, and their multiples are
    /// polynomials in the other symbols. False proves nothing.
    pub(super) fn is_natural(&self, bounds: &SymbolBounds) -> bool {
        self.is_natural_within(bounds, &mut steps())
    }

    /// The same in so many steps.
    pub(super) fn is_natural_within(&self, bounds: &SymbolBounds, steps: &mut Steps) -> bool {
        let atoms: usize = self.terms().map(|(names, _)| 1 + names.len()).sum();
        if steps.take(atoms as u64).is_err() {
            return false;
        }
        let is_least = |sum: &Self| sum.least(bounds).is_some_and(|least| 0 <= least);
        if is_least(self) {
            return true;
        }
        if self.is_seen_negative(bounds) {
            return false;
        }
        let rest = self.without_factor(bounds);
        if is_least(&rest) {
            return true;
        }
        let Some(symbol) = rest.terms().find_map(|(names, _)| names.first().cloned()) else {
            return false;
        };
        let powers = rest.powers_from_bound(&symbol, bounds);
        powers.is_some_and(|all| all.iter().all(|own| own.is_natural_within(bounds, steps)))
    }

    /// True if the polynomial is seen to be at most another one for all values of the symbols. False proves
    /// nothing.
    pub(super) fn is_at_most(
        &self,
        other: &Self,
        bounds: &SymbolBounds,
        steps: &mut Steps,
    ) -> bool {
        self == other
            || other.plus(self, -1).is_some_and(|rest| rest.is_natural_within(bounds, steps))
    }

    /// True if each of its products is seen to be a multiple of a power of two. False proves nothing.
    pub(super) fn is_multiple(&self, power: i64, facts: &[Fact]) -> bool {
        let low_zeros = |symbol: &String| {
            let of_fact = |fact: &Fact| match fact {
                Fact::Congruence { symbol: own, modulus, residue } if own == symbol => {
                    modulus.trailing_zeros().min(residue.trailing_zeros())
                }
                _ => 0,
            };
            facts.iter().map(of_fact).max().unwrap_or(0)
        };
        self.terms().all(|(names, multiple)| {
            let of_names = names.iter().map(low_zeros);
            let zeros = of_names.fold(multiple.trailing_zeros(), u32::saturating_add);
            power.trailing_zeros() <= zeros
        })
    }

    /// The sum of the least values of the products; `None` if one has none.
    fn least(&self, bounds: &SymbolBounds) -> Option<i128> {
        self.terms().try_fold(0_i128, |sum, (names, coefficient)| {
            let factors = names.iter().map(|name| bounds.symbol(name));
            sum.checked_add(factors.fold(Interval::of(coefficient), Interval::times).low?)
        })
    }

    /// True if it is negative where each symbol has the least value that is known, the one after it, or the
    /// greatest value.
    fn is_seen_negative(&self, bounds: &SymbolBounds) -> bool {
        let near = |value: Interval, steps: i128| match (value.low, value.high) {
            (Some(low), high) => Some(high.unwrap_or(i128::MAX).min(low.checked_add(steps)?)),
            (None, high) => high,
        };
        let values = [
            self.evaluate(|name| near(bounds.symbol(name), 0)),
            self.evaluate(|name| near(bounds.symbol(name), 1)),
            self.evaluate(|name| bounds.symbol(name).high),
        ];
        values.into_iter().flatten().any(|value| value < 0)
    }

    /// The number that it is for these values; `None` if one is missing, and past 128 bits.
    fn evaluate(&self, value: impl Fn(&str) -> Option<i128>) -> Option<i128> {
        self.terms().try_fold(0_i128, |sum, (names, coefficient)| {
            let mut factors = names.iter().map(|name| value(name));
            sum.checked_add(factors.try_fold(coefficient, |all, own| all.checked_mul(own?))?)
        })
    }

    /// The polynomial without the symbols that all of its products have, as far as these are at least 1: it
    /// is negative where this is.
    fn without_factor(&self, bounds: &SymbolBounds) -> Self {
        let mut terms = self.terms();
        let Some((first, _)) = terms.next() else { return self.clone() };
        let is_positive = |name: &String| bounds.symbol(name).low.is_some_and(|low| 0 < low);
        let mut common: Vec<String> =
            first.iter().filter(|name| is_positive(name)).cloned().collect();
        for (names, _) in terms {
            let mut left = names.to_vec();
            common.retain(|name| match left.iter().position(|own| own == name) {
                Some(at) => {
                    left.remove(at);
                    true
                }
                None => false,
            });
        }
        if common.is_empty() {
            return self.clone();
        }
        let (divided, _) = self.divided_by_product(&Polynomial::product(common, 1));
        divided
    }

    /// The multiples of the powers of the distance of a symbol from a bound of it; `None` if it has none,
    /// and past 128 bits.
    fn powers_from_bound(&self, symbol: &str, bounds: &SymbolBounds) -> Option<Vec<Self>> {
        let has_it = |names: &[String]| names.iter().any(|name| name == symbol);
        let is_only_taken_away =
            self.terms().all(|(names, multiple)| multiple < 0 || !has_it(names));
        let (bound, sign) = match bounds.symbol(symbol) {
            Interval { high: Some(greatest), .. } if is_only_taken_away => (greatest, -1),
            Interval { low: Some(least), .. } => (least, 1),
            _ => return None,
        };
        let value = Polynomial::constant(bound).plus(&Polynomial::atom(symbol.to_owned()), sign)?;
        let mut powers: Vec<Self> = Vec::new();
        for (names, multiple) in self.terms() {
            let (here, others): (Vec<String>, Vec<String>) =
                names.iter().cloned().partition(|name| name == symbol);
            let others = Polynomial::product(others, multiple);
            let one = Polynomial::constant(1);
            let power = here.iter().try_fold(one, |power, _| power.times(&value))?;
            for (distances, factor) in power.terms() {
                powers.resize(powers.len().max(distances.len() + 1), Polynomial::default());
                powers[distances.len()].add_multiple(&others, factor)?;
            }
        }
        Some(powers)
    }
}

impl From<&Term> for Polynomial {
    fn from(term: &Term) -> Self {
        Polynomial::product(term.symbols().to_vec(), term.coefficient().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::CuteLayout;

    /// `upper - lower` for the strides of a layout `(…):(lower,upper)`, in which each term is written.
    #[track_caller]
    fn is_at_least(layout: &str) -> bool {
        let layout: CuteLayout = layout.parse().unwrap();
        let extents = layout.extents();
        let bounds = SymbolBounds::new(layout.facts(), &extents);
        let strides: Vec<Polynomial> =
            layout.stride().leaves().map(|stride| stride.scale().into()).collect();
        strides[1].plus(&strides[0], -1).unwrap().is_natural(&bounds)
    }

    #[test]
    fn a_bound_on_either_side_decides() {
        assert!(is_at_least("(M,N):(M,M*N)"));
        assert!(!is_at_least("(M,N):(M*N,M)"));
        // Nothing is known of a symbol of no extent, and what is known of another is no more than said.
        assert!(!is_at_least("(2,M):(1,N)"));
        assert!(is_at_least("(2,M):(1,N) where N in [1,4]"));
        assert!(is_at_least("(M,1):(M,16) where M in [1,16]"));
        assert!(!is_at_least("(M,1):(M,16) where M in [1,17]"));
        assert!(is_at_least("(M,1):(8,M) where M mod 8 = 0"));
        assert!(is_at_least("(M,N):(M*N,2048) where M in [1,64], N in [1,32]"));
        assert!(!is_at_least("(M,N):(M*N,2047) where M in [1,64], N in [1,32]"));
        assert!(is_at_least("(2,2):(M*N,8) where M in [-4,2], N in [-2,4]"));
        assert!(!is_at_least("(2,2):(M*N,7) where M in [-4,2], N in [-2,4]"));
        assert!(!is_at_least("(M,N):(M*N,2048) where M in [1,64]"));
        assert!(!is_at_least("(M,1):(9,M) where M mod 8 = 0"));
        assert!(is_at_least("(M,1):(M,16) where M in [1,23], M mod 8 = 0"));
        assert!(!is_at_least("(M,1):(M,15) where M in [1,23], M mod 8 = 0"));
        assert!(is_at_least("(M,1):(3,M) where M mod 8 = 3"));
        assert!(is_at_least("(M,N):(-9223372036854775807,9223372036854775807*M*N)"));
    }

    /// What is taken away and what is added to are the same but for one symbol, at each level.
    #[test]
    fn sums_in_sums_are_taken_apart() {
        // A*(B*(C*(D - 1) + C - 1) + B - 1) = A*B*C*D - A
        let sum = |text: &str| {
            let terms = text.split(' ').map(|term| {
                let (sign, names) = term.split_at(1);
                let names = names.chars().map(String::from).collect();
                Polynomial::product(names, if sign == "+" { 1 } else { -1 })
            });
            terms.fold(Polynomial::default(), |sum, term| sum.plus(&term, 1).unwrap())
        };
        let extents: Vec<Term> =
            "ABCDEFGHIJKL".chars().map(|c| Term::symbol(&c.to_string())).collect();
        let bounds = SymbolBounds::new([], &extents);
        assert!(sum("+ABCD -A").is_natural(&bounds));
        assert!(!sum("+ABCD -AAAAA").is_natural(&bounds));
        assert!(
            sum("+ABCDEFGHIJKL -ABCDEFGHIJK +ABCDEFGHIJ -ABCDEFGHI +ABCDEFGH -ABCDEFG +A -")
                .is_natural(&bounds)
        );
        assert!(
            !sum("+ABCDEFGHIJKL -ABCDEFGHIJK +ABCDEFGHIJ -ABCDEFGHI +ABCDEFGH -ABCDEFG -")
                .is_natural(&bounds)
        );
        // (A - 1)*(B - 1)
        assert!(sum("+AB -A -B +").is_natural(&bounds));
    }

    #[test]
    fn what_divides_all_products_divides_the_sum() {
        let congruence =
            |modulus, residue| Fact::Congruence { symbol: "M".to_owned(), modulus, residue };
        let sum = Polynomial::from(&Term::symbol("M")).plus(&Polynomial::constant(8), 1).unwrap();
        assert!(
            sum.is_multiple(8, &[congruence(16, 0)]) && !sum.is_multiple(16, &[congruence(16, 0)])
        );
        assert!(
            sum.is_multiple(4, &[congruence(16, 4)]) && !sum.is_multiple(8, &[congruence(16, 4)])
        );
        assert!(!sum.is_multiple(2, &[]) && sum.is_multiple(1, &[]));
    }

    #[test]
    fn long_products_end() {
        let many: Vec<String> = (0..40).map(|number| format!("M{number}")).collect();
        assert!(is_at_least(&format!("({0},1):(1,{0})", many.join("*"))));
        assert!(!is_at_least(&format!("({0},1):(2,{0})", many.join("*"))));
    }

    #[test]
    fn the_sum_of_all_products_is_that_of_the_values() {
        let m = Polynomial::from(&Term::symbol("M"));
        let n = Polynomial::from(&Term::symbol("N"));
        let one = Polynomial::constant(1);
        // (M - 1) + (N - 1)*M = M*N - 1
        let before = m.plus(&one, -1).unwrap();
        let after = n.plus(&one, -1).unwrap().times(&m).unwrap();
        let sum = before.plus(&after, 1).unwrap();
        assert_eq!(sum, m.times(&n).unwrap().plus(&one, -1).unwrap());
        assert_eq!(m.plus(&m, -1).unwrap(), Polynomial::default());
    }
}
