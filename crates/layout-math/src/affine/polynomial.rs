//! Sums of integer multiples of products.

use std::collections::BTreeMap;

/// A sum of integer multiples of products of atoms, such as `M*N - M + 1`.
///
/// # Invariants
///
/// 1. The atoms of a product are sorted; one that occurs twice is squared. The product of none is the
///    constant.
/// 2. No multiple is 0.
/// 3. There are at most [`Polynomial::MAX_TERMS`] products.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Polynomial<A: Ord> {
    terms: BTreeMap<Vec<A>, i128>,
}

impl<A: Ord> Default for Polynomial<A> {
    fn default() -> Self {
        Polynomial { terms: BTreeMap::new() }
    }
}

impl<A: Ord + Clone> Polynomial<A> {
    /// Sums with more products than this are not looked at.
    pub const MAX_TERMS: usize = 512;

    pub fn constant(value: i128) -> Self {
        Polynomial::product(Vec::new(), value)
    }

    pub fn atom(atom: A) -> Self {
        Polynomial::product(vec![atom], 1)
    }

    /// The multiple of a product, whose atoms are sorted.
    pub fn product(atoms: Vec<A>, multiple: i128) -> Self {
        let terms = if multiple == 0 { BTreeMap::new() } else { [(atoms, multiple)].into() };
        Polynomial { terms }
    }

    pub fn as_constant(&self) -> Option<i128> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// The products, none twice, with their multiples.
    pub fn terms(&self) -> impl Iterator<Item = (&[A], i128)> {
        self.terms.iter().map(|(product, &multiple)| (product.as_slice(), multiple))
    }

    /// The constant and the rest.
    pub fn without_constant(&self) -> (i128, Self) {
        let mut rest = self.clone();
        let constant = rest.terms.remove(&Vec::new()).unwrap_or(0);
        (constant, rest)
    }

    /// `self + factor * other`; `None` past 127 bits and for sums that are too long.
    pub fn plus(&self, other: &Self, factor: i128) -> Option<Self> {
        let mut sum = self.clone();
        sum.add_multiple(other, factor)?;
        Some(sum)
    }

    /// Adds `factor * other`; `None` as for [`Polynomial::plus`], and then what is left is of no use.
    pub fn add_multiple(&mut self, other: &Self, factor: i128) -> Option<()> {
        let mut terms = other.terms.iter();
        terms.try_for_each(|(product, multiple)| {
            self.add(product.clone(), multiple.checked_mul(factor)?)
        })
    }

    pub fn times(&self, other: &Self) -> Option<Self> {
        let mut product = Polynomial::default();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let mut atoms = [left.as_slice(), right.as_slice()].concat();
                atoms.sort_unstable();
                product.add(atoms, a.checked_mul(*b)?)?;
            }
        }
        Some(product)
    }

    /// How many atoms the longest of its products has.
    pub fn degree(&self) -> usize {
        self.terms.keys().map(Vec::len).max().unwrap_or(0)
    }

    fn add(&mut self, product: Vec<A>, multiple: i128) -> Option<()> {
        let before = self.terms.get(&product).copied().unwrap_or(0);
        match before.checked_add(multiple)? {
            0 => _ = self.terms.remove(&product),
            sum => _ = self.terms.insert(product, sum),
        }
        (self.terms.len() <= Self::MAX_TERMS).then_some(())
    }

    /// `(w, r)` with `self = divisor * w + r`, where the multiples of r are in `[0, divisor)`.
    pub fn divided(&self, divisor: i128) -> (Self, Self) {
        let (mut whole, mut rest) = (Polynomial::default(), Polynomial::default());
        for (product, &multiple) in &self.terms {
            let parts = [multiple.div_euclid(divisor), multiple.rem_euclid(divisor)];
            for (sum, part) in [&mut whole, &mut rest].into_iter().zip(parts) {
                if part != 0 {
                    sum.terms.insert(product.clone(), part);
                }
            }
        }
        (whole, rest)
    }

    /// `(w, r)` with `self = divisor * w + r`, as [`Polynomial::divided`] has them, for a divisor that is a
    /// product with a positive multiple; `w` is 0 for another one.
    pub fn divided_by_product(&self, divisor: &Self) -> (Self, Self) {
        let mut terms = divisor.terms.iter();
        let (Some((by, &factor)), None) = (terms.next(), terms.next()) else {
            return (Polynomial::default(), self.clone());
        };
        let (mut whole, mut rest) = (Polynomial::default(), Polynomial::default());
        for (product, &multiple) in &self.terms {
            let quotient = if 0 < factor { multiple.div_euclid(factor) } else { 0 };
            match without(product, by) {
                Some(product) if quotient != 0 => _ = whole.terms.insert(product, quotient),
                _ => {
                    rest.terms.insert(product.clone(), multiple);
                    continue;
                }
            }
            if multiple != factor * quotient {
                rest.terms.insert(product.clone(), multiple - factor * quotient);
            }
        }
        (whole, rest)
    }

    /// How many of the lowest bits are 0 whatever the atoms are.
    pub fn low_zeros(&self) -> u32 {
        self.terms.values().map(|multiple| multiple.trailing_zeros()).min().unwrap_or(127)
    }
}

/// A product without the factors of another one, both sorted; `None` if it lacks one of them.
pub(crate) fn without<A: Ord + Clone>(product: &[A], factors: &[A]) -> Option<Vec<A>> {
    let mut rest = product.to_vec();
    for factor in factors {
        rest.remove(rest.iter().position(|atom| atom == factor)?);
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 7ab + 3b = 2a*(3b) + ab + 3b
    #[test]
    fn what_does_not_divide_is_left() {
        let product =
            |atoms: &str, multiple| Polynomial::product(atoms.chars().collect(), multiple);
        let sum = |a: Polynomial<char>, b: Polynomial<char>| Polynomial {
            terms: a.terms.into_iter().chain(b.terms).collect(),
        };
        let of = sum(product("ab", 7), product("b", 3));
        let (whole, rest) = of.divided_by_product(&product("a", 2));
        assert_eq!(whole, product("b", 3));
        assert_eq!(rest, sum(product("ab", 1), product("b", 3)));
    }
}
