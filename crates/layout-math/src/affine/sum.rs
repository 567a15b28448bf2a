//! Sums of multiples.

use num_integer::Integer;
use num_traits::{CheckedAdd, CheckedMul};

use super::NumberError;

/// The integers that multiples are counted in: `i64` or `i128`.
pub(crate) trait Multiple: Integer + CheckedAdd + CheckedMul + Into<i128> + Copy {}

impl<N: Integer + CheckedAdd + CheckedMul + Into<i128> + Copy> Multiple for N {}

/// What a sum has multiples of.
pub(crate) trait Atom: Clone + PartialEq {
    /// The place of the atom among the terms of a sum, or else the one that it is put at: [`as_sorted`]
    /// makes sums that are equal if they are the same, [`as_written`] sums that are printed as their
    /// author wrote them.
    fn place<N>(&self, terms: &[(Self, N)]) -> Result<usize, usize>;
}

/// The place in increasing order.
pub(crate) fn as_sorted<A: Ord, N>(atom: &A, terms: &[(A, N)]) -> Result<usize, usize> {
    terms.binary_search_by(|(own, _)| own.cmp(atom))
}

/// The place of the first mention.
pub(crate) fn as_written<A: PartialEq, N>(atom: &A, terms: &[(A, N)]) -> Result<usize, usize> {
    terms.iter().position(|(own, _)| own == atom).ok_or(terms.len())
}

impl Atom for usize {
    fn place<N>(&self, terms: &[(Self, N)]) -> Result<usize, usize> {
        as_sorted(self, terms)
    }
}

/// A constant plus multiples of atoms, none of them twice and no multiple 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Sum<A, N> {
    constant: N,
    terms: Vec<(A, N)>,
}

impl<A: Atom, N: Multiple> Default for Sum<A, N> {
    fn default() -> Self {
        Sum::number(N::zero())
    }
}

impl<A: Atom, N: Multiple> Sum<A, N> {
    pub fn number(constant: N) -> Self {
        Sum { constant, terms: Vec::new() }
    }

    /// The sum of one atom.
    pub fn atom(atom: A) -> Self {
        Sum { constant: N::zero(), terms: vec![(atom, N::one())] }
    }

    /// The part that depends on nothing.
    pub fn constant(&self) -> N {
        self.constant
    }

    /// The atoms with their multiples.
    pub fn terms(&self) -> &[(A, N)] {
        &self.terms
    }

    /// The multiple of an atom; 0 if there is none.
    pub fn multiple_of(&self, atom: &A) -> N {
        atom.place(&self.terms).map_or(N::zero(), |at| self.terms[at].1)
    }

    /// The value, if it depends on nothing.
    pub fn as_constant(&self) -> Option<N> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The same without its constant.
    pub fn varying(&self) -> Self {
        Sum { constant: N::zero(), terms: self.terms.clone() }
    }

    /// The part of the terms for which `is_kept` holds.
    pub fn filtered(&self, is_kept: impl Fn(&A, N) -> bool) -> Self {
        let terms = self.terms.iter().filter(|(atom, multiple)| is_kept(atom, *multiple));
        Sum { constant: N::zero(), terms: terms.cloned().collect() }
    }

    /// The sum without an atom.
    pub fn without(&self, atom: &A) -> Self {
        Sum { constant: self.constant, ..self.filtered(|other, _| other != atom) }
    }

    /// The same multiples of other atoms, which are distinct as well.
    pub fn mapped<B: Atom>(&self, map: impl Fn(&A) -> B) -> Sum<B, N> {
        let terms = self.terms.iter().map(|(atom, multiple)| (map(atom), *multiple));
        Sum { constant: self.constant, terms: terms.collect() }
    }

    /// The terms in another order.
    pub fn sorted_by_key<K: Ord>(mut self, key: impl Fn(&A) -> K) -> Self {
        self.terms.sort_by_key(|(atom, _)| key(atom));
        self
    }

    /// Adds a number.
    ///
    /// # Errors
    ///
    /// The sum does not fit, as for all that follow.
    pub fn add_constant(&mut self, constant: N) -> Result<(), NumberError> {
        self.constant = add(self.constant, constant)?;
        Ok(())
    }

    /// Adds a multiple of an atom.
    pub fn add_term(&mut self, atom: &A, multiple: N) -> Result<(), NumberError> {
        match atom.place(&self.terms) {
            Ok(at) => match add(self.terms[at].1, multiple)? {
                sum if sum.is_zero() => _ = self.terms.remove(at),
                sum => self.terms[at].1 = sum,
            },
            Err(_) if multiple.is_zero() => {}
            Err(at) => self.terms.insert(at, (atom.clone(), multiple)),
        }
        Ok(())
    }

    /// Adds `factor * other`.
    pub fn add_times(&mut self, other: &Self, factor: N) -> Result<(), NumberError> {
        self.add_constant(multiply(other.constant, factor)?)?;
        for (atom, multiple) in &other.terms {
            self.add_term(atom, multiply(*multiple, factor)?)?;
        }
        Ok(())
    }

    /// `self + factor * other`.
    pub fn plus_times(&self, other: &Self, factor: N) -> Result<Self, NumberError> {
        let mut sum = self.clone();
        sum.add_times(other, factor)?;
        Ok(sum)
    }

    /// `factor * self`.
    pub fn times(&self, factor: N) -> Result<Self, NumberError> {
        let mut product = Sum::number(multiply(self.constant, factor)?);
        if !factor.is_zero() {
            for (atom, multiple) in &self.terms {
                product.terms.push((atom.clone(), multiply(*multiple, factor)?));
            }
        }
        Ok(product)
    }

    /// `(w, r)` with `self = divisor * w + r`, where r has the terms whose multiples the divisor does not
    /// divide, and a constant in `[0, divisor)`.
    pub fn divided(&self, divisor: N) -> (Self, Self) {
        let (whole, rest) = self.constant.div_mod_floor(&divisor);
        let (mut whole, mut rest) = (Sum::number(whole), Sum::number(rest));
        for (atom, multiple) in &self.terms {
            let (quotient, remainder) = multiple.div_mod_floor(&divisor);
            match remainder.is_zero() {
                true => whole.terms.push((atom.clone(), quotient)),
                false => rest.terms.push((atom.clone(), *multiple)),
            }
        }
        (whole, rest)
    }

    /// The quotient, if there is no remainder.
    pub fn quotient(&self, divisor: N) -> Option<Self> {
        let (whole, rest) = self.divided(divisor);
        (rest == Sum::default()).then_some(whole)
    }
}

/// The sum of two numbers.
pub(crate) fn add<N: Multiple>(left: N, right: N) -> Result<N, NumberError> {
    let (a, b) = (left.into(), right.into());
    left.checked_add(&right).ok_or(NumberError::Overflow { left: a, operator: '+', right: b })
}

/// The product of two numbers.
pub(crate) fn multiply<N: Multiple>(left: N, right: N) -> Result<N, NumberError> {
    let (a, b) = (left.into(), right.into());
    left.checked_mul(&right).ok_or(NumberError::Overflow { left: a, operator: '*', right: b })
}
