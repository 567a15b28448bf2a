//! Whether polynomials in symbols can become negative.

use super::symbol_bounds::SymbolBounds;
use super::symbolic::Term;
use crate::affine::{self, Interval};

/// A sum of products of symbols.
pub(super) type Polynomial = affine::Polynomial<String>;

impl Polynomial {
    /// True if the polynomial is seen to be at least 0 for all values of its symbols.
    ///
    /// Each symbol is counted from one of its bounds, `M = 1 + m` or `M = 16 - m`: a polynomial in
    /// numbers that are not negative is not negative if none of its coefficients is. Nor is a sum of
    /// products whose least values have a sum that is not negative, as `2048 - M*N` for `M in [1,64]` and
    /// `N in [1,32]`. False proves nothing.
    pub(super) fn is_natural(&self, bounds: &SymbolBounds) -> bool {
        self.shifted(bounds)
            .is_some_and(|shifted| shifted.terms().all(|(_, multiple)| 0 < multiple))
            || self.least(bounds).is_some_and(|least| 0 <= least)
    }

    /// The sum of the least values of the products; `None` if one has none.
    fn least(&self, bounds: &SymbolBounds) -> Option<i128> {
        self.terms().try_fold(0_i128, |sum, (names, coefficient)| {
            let factors = names.iter().map(|name| bounds.symbol(name));
            sum.checked_add(factors.fold(Interval::of(coefficient), Interval::times).low?)
        })
    }

    /// The polynomial in the distances of the symbols from their bounds; `None` if one has no bound.
    fn shifted(&self, bounds: &SymbolBounds) -> Option<Self> {
        let mut symbols: Vec<String> =
            self.terms().flat_map(|(product, _)| product).cloned().collect();
        symbols.sort();
        symbols.dedup();
        let mut shifted = self.clone();
        for symbol in symbols {
            let only_taken_away = (shifted.terms())
                .all(|(names, coefficient)| coefficient < 0 || !names.contains(&symbol));
            let (bound, sign) = match bounds.symbol(&symbol) {
                Interval { high: Some(greatest), .. } if only_taken_away => (greatest, -1),
                Interval { low: Some(least), .. } => (least, 1),
                _ => return None,
            };
            let distance = Polynomial::atom(symbol.clone());
            let value = Polynomial::constant(bound).plus(&distance, sign)?;
            shifted = shifted.with(&symbol, &value)?;
        }
        Some(shifted)
    }

    /// The polynomial with a value for a symbol.
    fn with(&self, symbol: &str, value: &Polynomial) -> Option<Self> {
        let mut result = Polynomial::default();
        for (names, coefficient) in self.terms() {
            let (here, others): (Vec<String>, Vec<String>) =
                names.iter().cloned().partition(|name| name == symbol);
            let product =
                here.iter().try_fold(Polynomial::product(others, coefficient), |product, _| {
                    product.times(value)
                });
            result = result.plus(&product?, 1)?;
        }
        Some(result)
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
