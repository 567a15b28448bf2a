//! Polynomials in symbols, and whether they can become negative.

use std::collections::BTreeMap;

use super::symbol_bounds::SymbolBounds;
use super::symbolic::Term;

/// The most products that a polynomial is expanded into, and the most symbols of one of them.
const MAX_PRODUCTS: usize = 256;
const MAX_DEGREE: usize = 16;

/// A sum of products of symbols with integer coefficients, such as `M*N - M + 1`.
///
/// # Invariants
///
/// 1. The symbols of a product are sorted; one that occurs twice is squared.
/// 2. No coefficient is 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Polynomial {
    products: BTreeMap<Vec<String>, i128>,
}

impl Polynomial {
    pub fn constant(value: i64) -> Self {
        Polynomial::from(&Term::constant(value))
    }

    /// `None` past 128 bits, as for all of these.
    pub fn plus(mut self, other: &Polynomial) -> Option<Self> {
        for (symbols, &coefficient) in &other.products {
            self.add(symbols.clone(), coefficient)?;
        }
        Some(self)
    }

    pub fn minus(self, other: &Polynomial) -> Option<Self> {
        self.plus(&other.times(&Polynomial::constant(-1))?)
    }

    pub fn times(&self, other: &Polynomial) -> Option<Self> {
        let mut result = Polynomial::constant(0);
        for (left, a) in &self.products {
            for (right, b) in &other.products {
                let mut symbols = [left.as_slice(), right.as_slice()].concat();
                if MAX_DEGREE < symbols.len() {
                    return None;
                }
                symbols.sort();
                result.add(symbols, a.checked_mul(*b)?)?;
            }
        }
        Some(result)
    }

    fn add(&mut self, symbols: Vec<String>, coefficient: i128) -> Option<()> {
        let sum = self.products.get(&symbols).unwrap_or(&0).checked_add(coefficient)?;
        if sum == 0 {
            self.products.remove(&symbols);
        } else {
            self.products.insert(symbols, sum);
        }
        (self.products.len() <= MAX_PRODUCTS).then_some(())
    }

    /// True if the polynomial is seen to be at least 0 for all values of its symbols.
    ///
    /// Each symbol is counted from one of its bounds, `M = 1 + m` or `M = 16 - m`: a polynomial in
    /// numbers that are not negative is not negative if none of its coefficients is. False proves
    /// nothing.
    pub fn is_natural(&self, bounds: &SymbolBounds) -> bool {
        self.shifted(bounds).is_some_and(|shifted| shifted.products.values().all(|&a| 0 < a))
    }

    /// The polynomial in the distances of the symbols from their bounds; `None` if one has no bound.
    fn shifted(&self, bounds: &SymbolBounds) -> Option<Self> {
        let mut symbols: Vec<String> = self.products.keys().flatten().cloned().collect();
        symbols.sort();
        symbols.dedup();
        let mut shifted = self.clone();
        for symbol in symbols {
            let mut with = shifted.products.iter().filter(|(names, _)| names.contains(&symbol));
            let only_taken_away = with.all(|(_, &coefficient)| coefficient < 0);
            let (bound, sign) = match bounds.symbol(&symbol) {
                (_, Some(greatest)) if only_taken_away => (greatest, -1),
                (Some(least), _) => (least, 1),
                _ => return None,
            };
            let distance = Term::symbol(&symbol).times(&Term::constant(sign))?;
            let value = Polynomial::constant(bound).plus(&Polynomial::from(&distance))?;
            shifted = shifted.with(&symbol, &value)?;
        }
        Some(shifted)
    }

    /// The polynomial with a value for a symbol.
    fn with(&self, symbol: &str, value: &Polynomial) -> Option<Self> {
        let mut result = Polynomial::constant(0);
        for (names, &coefficient) in &self.products {
            let (here, others): (Vec<String>, Vec<String>) =
                names.iter().cloned().partition(|name| name == symbol);
            let mut product = Polynomial { products: BTreeMap::from([(others, coefficient)]) };
            for _ in here {
                product = product.times(value)?;
            }
            result = result.plus(&product)?;
        }
        Some(result)
    }
}

impl From<&Term> for Polynomial {
    fn from(term: &Term) -> Self {
        let mut products = BTreeMap::new();
        if term.coefficient() != 0 {
            products.insert(term.symbols().to_vec(), term.coefficient().into());
        }
        Polynomial { products }
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
        strides[1].clone().minus(&strides[0]).unwrap().is_natural(&bounds)
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
        assert!(!is_at_least("(M,1):(9,M) where M mod 8 = 0"));
        assert!(is_at_least("(M,1):(3,M) where M mod 8 = 3"));
        assert!(is_at_least("(M,N):(-9223372036854775807,9223372036854775807*M*N)"));
    }

    #[test]
    fn long_products_end() {
        let many: Vec<String> = (0..40).map(|number| format!("M{number}")).collect();
        assert!(!is_at_least(&format!("({0},1):(1,{0})", many.join("*"))));
    }

    #[test]
    fn the_sum_of_all_products_is_that_of_the_values() {
        let m = Polynomial::from(&Term::symbol("M"));
        let n = Polynomial::from(&Term::symbol("N"));
        let one = Polynomial::constant(1);
        // (M - 1) + (N - 1)*M = M*N - 1
        let before = m.clone().minus(&one).unwrap();
        let after = n.clone().minus(&one).unwrap().times(&m).unwrap();
        let sum = before.plus(&after).unwrap();
        assert_eq!(sum, m.times(&n).unwrap().minus(&one).unwrap());
        assert_eq!(m.clone().minus(&m).unwrap(), Polynomial::constant(0));
    }
}
