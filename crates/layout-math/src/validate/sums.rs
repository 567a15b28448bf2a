//! Sums of integer multiples of products.

use std::collections::BTreeMap;

/// Something that a sum has multiples of and that the normal form does not look into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Atom(pub usize);

/// A sum of integer multiples of products of atoms; no multiple is 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct Sum {
    /// The products with their multiples; the one of nothing is the constant.
    terms: BTreeMap<Vec<Atom>, i128>,
}

/// Sums with more terms than this are not looked at.
const MAX_TERMS: usize = 512;

impl Sum {
    pub fn constant(value: i128) -> Self {
        let terms = if value == 0 { BTreeMap::new() } else { [(Vec::new(), value)].into() };
        Sum { terms }
    }

    pub fn atom(atom: Atom) -> Self {
        Sum { terms: [(vec![atom], 1)].into() }
    }

    pub fn as_constant(&self) -> Option<i128> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// The products, none twice, with their multiples.
    pub fn terms(&self) -> impl Iterator<Item = (&[Atom], i128)> {
        self.terms.iter().map(|(product, &multiple)| (product.as_slice(), multiple))
    }

    /// The constant and the rest.
    pub fn without_constant(&self) -> (i128, Sum) {
        let mut rest = self.clone();
        let constant = rest.terms.remove(&Vec::new()).unwrap_or(0);
        (constant, rest)
    }

    /// `self + factor * other`; `None` past 127 bits and for sums that are too long.
    pub fn plus(&self, other: &Sum, factor: i128) -> Option<Sum> {
        let mut sum = self.clone();
        for (product, multiple) in &other.terms {
            sum.add(product.clone(), multiple.checked_mul(factor)?)?;
        }
        Some(sum)
    }

    pub fn times(&self, other: &Sum) -> Option<Sum> {
        let mut product = Sum::default();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let mut atoms = [left.as_slice(), right.as_slice()].concat();
                atoms.sort_unstable();
                product.add(atoms, a.checked_mul(*b)?)?;
            }
        }
        Some(product)
    }

    fn add(&mut self, product: Vec<Atom>, multiple: i128) -> Option<()> {
        let before = self.terms.get(&product).copied().unwrap_or(0);
        match before.checked_add(multiple)? {
            0 => _ = self.terms.remove(&product),
            sum => _ = self.terms.insert(product, sum),
        }
        (self.terms.len() <= MAX_TERMS).then_some(())
    }

    /// `(w, r)` with `self = divisor * w + r`, where the multiples of r are in `[0, divisor)`.
    pub fn divided(&self, divisor: i128) -> (Sum, Sum) {
        let (mut whole, mut rest) = (Sum::default(), Sum::default());
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

    /// `(w, r)` with `self = divisor * w + r`, as [`Sum::divided`] has them, for a divisor that is a
    /// product with a positive multiple; `w` is 0 for another one.
    pub fn divided_by_product(&self, divisor: &Sum) -> (Sum, Sum) {
        let mut terms = divisor.terms.iter();
        let (Some((by, &factor)), None) = (terms.next(), terms.next()) else {
            return (Sum::default(), self.clone());
        };
        let (mut whole, mut rest) = (Sum::default(), Sum::default());
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
pub(super) fn without(product: &[Atom], factors: &[Atom]) -> Option<Vec<Atom>> {
    let mut rest = product.to_vec();
    for factor in factors {
        rest.remove(rest.iter().position(|atom| atom == factor)?);
    }
    Some(rest)
}
