//! Sums of products in a normal form: equal forms are equal functions.

use std::collections::{BTreeMap, HashMap};

/// Something that a sum has multiples of and that the normal form does not look into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Atom(usize);

/// A sum of integer multiples of products of atoms; no multiple is 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct Sum {
    terms: BTreeMap<Vec<Atom>, i128>,
}

/// What an atom is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Input(usize),
    /// The quotient, rounded down.
    Floor(Sum, Sum),
    /// Another operation, by its name.
    Other(&'static str, Vec<Sum>),
}

/// The atoms of a claim, each once.
#[derive(Debug, Clone, Default)]
pub(super) struct Atoms {
    kinds: Vec<Kind>,
    numbers: HashMap<Kind, Atom>,
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

    /// `(w, r)` with `self = divisor * w + r`, where r has the terms that the divisor does not
    /// divide, and a constant in `[0, divisor)`.
    fn divided(&self, divisor: i128) -> (Sum, Sum) {
        let (mut whole, mut rest) = (Sum::default(), Sum::default());
        for (product, &multiple) in &self.terms {
            let (quotient, left) = match product.is_empty() {
                true => (multiple.div_euclid(divisor), multiple.rem_euclid(divisor)),
                false if multiple % divisor == 0 => (multiple / divisor, 0),
                false => (0, multiple),
            };
            for (sum, part) in [(&mut whole, quotient), (&mut rest, left)] {
                if part != 0 {
                    sum.terms.insert(product.clone(), part);
                }
            }
        }
        (whole, rest)
    }

    /// The atom that the sum is, if it is one and nothing else.
    fn as_atom(&self) -> Option<Atom> {
        let (product, &multiple) = self.terms.iter().next()?;
        (self.terms.len() == 1 && multiple == 1 && product.len() == 1).then(|| product[0])
    }
}

impl Atoms {
    pub fn atom(&mut self, kind: Kind) -> Sum {
        let next = Atom(self.kinds.len());
        let atom = *self.numbers.entry(kind.clone()).or_insert(next);
        if atom == next {
            self.kinds.push(kind);
        }
        Sum::atom(atom)
    }

    /// The quotient by a positive number, rounded down.
    pub fn floor(&mut self, value: &Sum, divisor: &Sum) -> Option<Sum> {
        if divisor.as_constant() == Some(1) {
            return Some(value.clone());
        }
        let (whole, rest) = match divisor.as_constant() {
            Some(divisor) if 0 < divisor => value.divided(divisor),
            _ => (Sum::default(), value.clone()),
        };
        // A rest that is a constant is less than the divisor, if that is one.
        if rest.as_constant() == Some(0) || rest.as_constant().and(divisor.as_constant()).is_some()
        {
            return Some(whole);
        }
        // Dividing twice is dividing once by the product.
        let quotient = match rest.as_atom().map(|atom| self.kinds[atom.0].clone()) {
            Some(Kind::Floor(inner, before)) => {
                let divisor = before.times(divisor)?;
                self.atom(Kind::Floor(inner, divisor))
            }
            _ => self.atom(Kind::Floor(rest, divisor.clone())),
        };
        whole.plus(&quotient, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_functions_have_one_form() {
        let mut atoms = Atoms::default();
        let [x, m] = [0, 1].map(|number| atoms.atom(Kind::Input(number)));
        let number = Sum::constant;
        // 8*floor(x/8) + (x - 8*floor(x/8)) is x.
        let eighth = atoms.floor(&x, &number(8)).unwrap();
        let rest = x.plus(&eighth, -8).unwrap();
        assert_eq!(rest.plus(&eighth, 8), Some(x.clone()));
        // floor(floor(x/2)/m) is floor(x/2m).
        let half = atoms.floor(&x, &number(2)).unwrap();
        let twice = atoms.floor(&half, &m).unwrap();
        assert_eq!(atoms.floor(&x, &m.times(&number(2)).unwrap()), Some(twice));
        // floor((6x + 7)/3) is 2x + 2.
        let sum = x.times(&number(6)).unwrap().plus(&number(7), 1).unwrap();
        let third = atoms.floor(&sum, &number(3)).unwrap();
        assert_eq!(Some(third), x.plus(&x, 1).unwrap().plus(&number(2), 1));
        // (x + m)^2 is x^2 + 2xm + m^2.
        let square = x.plus(&m, 1).unwrap();
        let square = square.times(&square).unwrap();
        let parts = [x.times(&x), m.times(&m), x.times(&m), x.times(&m)];
        let parts = parts.into_iter().try_fold(Sum::default(), |sum, part| sum.plus(&part?, 1));
        assert_eq!(Some(square), parts);
        assert_eq!(number(3).plus(&number(-3), 1).unwrap().as_constant(), Some(0));
        assert_eq!(number(i128::MAX).plus(&number(1), 1), None);
    }
}
