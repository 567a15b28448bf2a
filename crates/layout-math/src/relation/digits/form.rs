//! Sums of digits.

use std::collections::BTreeMap;

/// A variable with a known range that expressions are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Atom {
    /// A digit, by its number.
    Digit(usize),
    /// The parity of the digits in the mask, all of extent 2.
    Parity(u128),
}

/// A constant plus multiples of atoms; no multiple is 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct DigitForm {
    pub constant: i128,
    pub terms: BTreeMap<Atom, i128>,
}

impl DigitForm {
    pub(super) fn integer(constant: i128) -> Self {
        DigitForm { constant, terms: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, other: &DigitForm, factor: i128) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (&atom, &coefficient) in &other.terms {
            let coefficient = coefficient.checked_mul(factor)?;
            let sum = self.terms.get(&atom).copied().unwrap_or(0).checked_add(coefficient)?;
            if sum == 0 {
                self.terms.remove(&atom);
            } else {
                self.terms.insert(atom, sum);
            }
        }
        Some(())
    }

    pub(super) fn times(&self, factor: i128) -> Option<DigitForm> {
        let mut product = DigitForm::default();
        product.add(self, factor)?;
        Some(product)
    }

    /// The quotient, if there is no remainder.
    pub(super) fn divided(&self, divisor: i128) -> Option<DigitForm> {
        let is_whole =
            self.constant % divisor == 0 && self.terms.values().all(|c| c % divisor == 0);
        is_whole.then(|| DigitForm {
            constant: self.constant / divisor,
            terms: self.terms.iter().map(|(&atom, c)| (atom, c / divisor)).collect(),
        })
    }
}
