//! Sums of multiples.

use num_integer::Integer;
use num_traits::{CheckedAdd, CheckedMul};

use super::NumberError;

/// The integers that multiples are counted in: `i64` or `i128`.
pub(crate) trait Number: Integer + CheckedAdd + CheckedMul + Into<i128> + Copy {}

impl<N: Integer + CheckedAdd + CheckedMul + Into<i128> + Copy> Number for N {}

/// What a sum has multiples of.
pub(crate) trait Atom: Clone + PartialEq {
    /// The place of the atom among the terms of a sum, or else the one that it is put at: [`as_sorted`]
    /// makes sums that are equal if they are the same.
    fn place<N>(&self, terms: &[(Self, N)]) -> Result<usize, usize>;
}

/// The place in increasing order.
pub(crate) fn as_sorted<A: Ord, N>(atom: &A, terms: &[(A, N)]) -> Result<usize, usize> {
    terms.binary_search_by(|(own, _)| own.cmp(atom))
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

impl<A: Atom, N: Number> Default for Sum<A, N> {
    fn default() -> Self {
        Sum::number(N::zero())
    }
}

impl<A: Atom, N: Number> Sum<A, N> {
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
pub(crate) fn add<N: Number>(left: N, right: N) -> Result<N, NumberError> {
    let (a, b) = (left.into(), right.into());
    left.checked_add(&right).ok_or(NumberError::Overflow { left: a, operator: '+', right: b })
}

/// The product of two numbers.
pub(crate) fn multiply<N: Number>(left: N, right: N) -> Result<N, NumberError> {
    let (a, b) = (left.into(), right.into());
    left.checked_mul(&right).ok_or(NumberError::Overflow { left: a, operator: '*', right: b })
}
