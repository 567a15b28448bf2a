//! Quasi-affine quantities: what a predicate compares, in a form that is easy to compute.

mod text;

use std::collections::BTreeSet;

use super::sum::{Atom, Sum, as_written, multiply};
use super::{Interval, NumberError};

/// How many terms a quantity may have that is put together of others.
const MAX_TERMS: usize = 1 << 14;

/// An integer that depends on numbered variables: a constant plus multiples of variables, of
/// quotients and of remainders.
///
/// It is the part of isl's quasi-affine expressions that a few machine operations compute.
/// `2*v0 + floor(v1/4) - 3` is one. Sums are kept with one term for each variable, quotient and
/// remainder, and `x - 4*floor(x/4)` is kept as `x mod 4`.
///
/// ```
/// use layout_math::affine::Quantity;
///
/// let c = Quantity::variable(0);
/// let rest = c.plus(&c.floor(4)?.times(-4)?)?;
/// assert_eq!(rest.named(&["%c"]).to_string(), "%c mod 4");
/// assert_eq!(rest.evaluate(&[-1]), Some(3));
/// # Ok::<(), layout_math::affine::NumberError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Quantity(Sum<AffineTerm, i64>);

/// What a quantity has multiples of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AffineTerm {
    Variable(usize),
    /// The greatest integer at most the quotient. With the divisor 1 it is a sum that is computed by
    /// itself.
    Floor(Box<Quantity>, i64),
    /// The remainder in `[0, divisor)`; the divisor is at least 2.
    Modulo(Box<Quantity>, i64),
}

impl Atom for AffineTerm {
    fn place<N>(&self, terms: &[(Self, N)]) -> Result<usize, usize> {
        as_written(self, terms)
    }
}

impl From<i64> for Quantity {
    fn from(constant: i64) -> Self {
        Quantity(Sum::number(constant))
    }
}

impl From<AffineTerm> for Quantity {
    fn from(term: AffineTerm) -> Self {
        Quantity(Sum::atom(term))
    }
}

impl Quantity {
    pub fn variable(position: usize) -> Self {
        AffineTerm::Variable(position).into()
    }

    /// The part that depends on nothing.
    pub fn constant(&self) -> i64 {
        self.0.constant()
    }

    /// The terms with their coefficients.
    pub fn terms(&self) -> &[(AffineTerm, i64)] {
        self.0.terms()
    }

    pub fn as_constant(&self) -> Option<i64> {
        self.0.as_constant()
    }

    /// The variable that the quantity is, if it is one and nothing else.
    pub fn as_variable(&self) -> Option<usize> {
        match (self.constant(), self.terms()) {
            (0, [(AffineTerm::Variable(position), 1)]) => Some(*position),
            _ => None,
        }
    }

    /// True if both are the same sum, in whatever order.
    pub fn is_same(&self, other: &Self) -> bool {
        self.constant() == other.constant()
            && self.terms().len() == other.terms().len()
            && self.terms().iter().all(|term| other.terms().contains(term))
    }

    /// True for the constant 0.
    pub fn is_zero(&self) -> bool {
        self.as_constant() == Some(0)
    }

    /// The terms with positive coefficients, and the negative of the others: the varying part is
    /// the first less the second. `None` past 64 bits.
    pub(super) fn by_sign(&self) -> Option<(Self, Self)> {
        let plus = self.0.filtered(|_, coefficient| 0 < coefficient);
        let minus = self.0.filtered(|_, coefficient| coefficient < 0).times(-1).ok()?;
        Some((Quantity(plus), Quantity(minus)))
    }

    /// The same without its constant.
    pub fn varying(&self) -> Self {
        Quantity(self.0.varying())
    }

    pub fn plus(&self, other: &Self) -> Result<Self, NumberError> {
        Quantity(self.0.plus_times(&other.0, 1)?).with_remainders()
    }

    pub fn minus(&self, other: &Self) -> Result<Self, NumberError> {
        self.plus(&other.times(-1)?)
    }

    /// `factor * self`.
    pub fn times(&self, factor: i64) -> Result<Self, NumberError> {
        self.0.times(factor).map(Quantity)
    }

    /// The greatest integer at most `self / divisor`.
    ///
    /// # Errors
    ///
    /// A divisor below 1.
    pub fn floor(&self, divisor: i64) -> Result<Self, NumberError> {
        if divisor < 1 {
            return Err(NumberError::ZeroDivisor);
        }
        let (whole, rest) = self.0.divided(divisor);
        // Dividing twice is dividing once by the product.
        let once = match rest.terms() {
            [(AffineTerm::Floor(inner, before), 1)] if rest.constant() == 0 => {
                multiply(*before, divisor)
                    .ok()
                    .map(|product| AffineTerm::Floor(inner.clone(), product))
            }
            _ => None,
        };
        let quotient = match (rest.as_constant(), once) {
            // What is left of a constant is less than the divisor.
            (Some(_), _) => Quantity::default(),
            (None, Some(once)) => once.into(),
            (None, None) => AffineTerm::Floor(Box::new(Quantity(rest)), divisor).into(),
        };
        Quantity(whole).plus(&quotient)
    }

    /// The remainder of `self` in `[0, divisor)`.
    ///
    /// # Errors
    ///
    /// A divisor below 1.
    pub fn modulo(&self, divisor: i64) -> Result<Self, NumberError> {
        if divisor < 1 {
            return Err(NumberError::ZeroDivisor);
        }
        let rest = Quantity(self.0.divided(divisor).1);
        Ok(match rest.as_constant() {
            Some(_) => rest,
            None => AffineTerm::Modulo(Box::new(rest), divisor).into(),
        })
    }

    /// The same with `k*x - k*d*floor(x/d)` written `k*(x mod d)`, where all of `k*x` is there.
    fn with_remainders(self) -> Result<Self, NumberError> {
        for (term, coefficient) in self.terms() {
            let AffineTerm::Floor(inner, divisor) = term else { continue };
            if *divisor == 1 || coefficient % divisor != 0 {
                continue;
            }
            let factor = coefficient / divisor;
            let mut shorter = self.0.filtered(|other, _| other != term);
            shorter.add_constant(self.constant())?;
            shorter.add_times(&inner.0, factor)?;
            shorter.add_term(&AffineTerm::Modulo(inner.clone(), *divisor), -factor)?;
            if shorter.terms().len() < self.terms().len() {
                return Quantity(shorter).with_remainders();
            }
        }
        Ok(self)
    }

    /// The value, where variable i has `values[i]`; `None` past 64 bits and for a variable without
    /// a value.
    pub fn evaluate(&self, values: &[i64]) -> Option<i64> {
        self.terms().iter().try_fold(self.constant(), |sum, (term, coefficient)| {
            let value = match term {
                AffineTerm::Variable(position) => *values.get(*position)?,
                AffineTerm::Floor(inner, divisor) => inner.evaluate(values)?.div_euclid(*divisor),
                AffineTerm::Modulo(inner, divisor) => inner.evaluate(values)?.rem_euclid(*divisor),
            };
            sum.checked_add(value.checked_mul(*coefficient)?)
        })
    }

    /// Bounds of the value, given bounds of each variable.
    ///
    /// `None` if the calculation, in any order of its sums, could pass 64 bits.
    pub fn range(&self, of_variable: &dyn Fn(usize) -> (i64, i64)) -> Option<(i64, i64)> {
        let of_one = |variable| {
            let (low, high) = of_variable(variable);
            Interval::new(low.min(high).into(), low.max(high).into())
        };
        let of_inner = |inner: &Quantity| Some(Interval::from(inner.range(of_variable)?));
        // What the positive and the negative terms come to by themselves.
        let (zero, constant) = (Interval::of(0), Interval::of(self.constant().into()));
        let (mut all, mut by_sign) = (constant, constant.hull(zero));
        for (term, coefficient) in self.terms() {
            let part = term.interval(&of_one, of_inner)?.scaled(*coefficient);
            all = all.plus(part);
            by_sign = by_sign.plus(part.hull(zero));
        }
        by_sign.as_ends().and(all.as_ends())
    }

    /// Bounds of the value, given bounds of each variable where it has some, with no limit on the
    /// size of numbers.
    pub fn interval(&self, of_variable: &dyn Fn(usize) -> Interval) -> Interval {
        sum_of(self.constant(), self.terms(), of_variable)
    }

    /// Bounds of what stands beside the term at a place.
    pub(crate) fn interval_beside(
        &self,
        at: usize,
        of_variable: &dyn Fn(usize) -> Interval,
    ) -> Interval {
        let before = sum_of(self.constant(), &self.terms()[..at], of_variable);
        before.plus(sum_of(0, &self.terms()[at + 1..], of_variable))
    }

    /// How often a variable is in the sum by itself, if it is.
    pub fn coefficient(&self, variable: usize) -> Option<i64> {
        Some(self.0.multiple_of(&AffineTerm::Variable(variable)))
            .filter(|coefficient| *coefficient != 0)
    }

    /// True if the variable occurs.
    pub(crate) fn depends_on(&self, variable: usize) -> bool {
        self.terms().iter().any(|(term, _)| match term {
            AffineTerm::Variable(position) => *position == variable,
            AffineTerm::Floor(inner, _) | AffineTerm::Modulo(inner, _) => {
                inner.depends_on(variable)
            }
        })
    }

    /// The variables that occur.
    pub fn variables(&self) -> BTreeSet<usize> {
        let mut variables = BTreeSet::new();
        for (term, _) in self.terms() {
            match term {
                AffineTerm::Variable(position) => {
                    variables.insert(*position);
                }
                AffineTerm::Floor(inner, _) | AffineTerm::Modulo(inner, _) => {
                    variables.append(&mut inner.variables());
                }
            }
        }
        variables
    }

    /// The same with variables before quotients and remainders, each in the order of the variables.
    pub(crate) fn sorted(self) -> Self {
        let first = |inner: &Quantity| inner.variables().first().copied().unwrap_or(0);
        Quantity(self.0.sorted_by_key(|term| match term {
            AffineTerm::Variable(position) => (0, *position),
            AffineTerm::Floor(inner, _) => (1, first(inner)),
            AffineTerm::Modulo(inner, _) => (2, first(inner)),
        }))
    }

    /// The quantity with variable i called `rename(i)`.
    pub(crate) fn renamed(&self, rename: &dyn Fn(usize) -> usize) -> Self {
        self.with_variables(&|variable| AffineTerm::Variable(rename(variable)))
    }

    /// The quantity with `term(i)` written for variable i.
    pub(crate) fn with_variables(&self, term: &dyn Fn(usize) -> AffineTerm) -> Self {
        let inside = |inner: &Quantity| inner.with_variables(term).into();
        Quantity(self.0.mapped(|known| match known {
            AffineTerm::Variable(position) => term(*position),
            AffineTerm::Floor(inner, divisor) => AffineTerm::Floor(inside(inner), *divisor),
            AffineTerm::Modulo(inner, divisor) => AffineTerm::Modulo(inside(inner), *divisor),
        }))
    }

    /// The quantity with variable i replaced by `value(i)`; `None` where one has no value, past 64 bits, and
    /// if there are too many terms.
    pub fn substituted(&self, value: &dyn Fn(usize) -> Option<Quantity>) -> Option<Self> {
        let varying = self.terms().iter().map(|(term, coefficient)| {
            let term = match term {
                AffineTerm::Variable(position) => value(*position)?,
                AffineTerm::Floor(inner, divisor) => {
                    inner.substituted(value)?.floor(*divisor).ok()?
                }
                AffineTerm::Modulo(inner, divisor) => {
                    inner.substituted(value)?.modulo(*divisor).ok()?
                }
            };
            term.times(*coefficient).ok()
        });
        Quantity::total(varying)?.plus(&self.constant().into()).ok()
    }

    /// The sum of quantities; `None` if one is missing, past 64 bits, and if there are more than 2^14 terms,
    /// those that are divided included: what replaces a variable twice, and again, would have no end.
    pub(crate) fn total(parts: impl IntoIterator<Item = Option<Self>>) -> Option<Self> {
        let mut n_terms = 0;
        parts.into_iter().try_fold(Quantity::default(), |sum, part| {
            let part = part?;
            n_terms += part.n_terms();
            (n_terms <= MAX_TERMS).then(|| sum.plus(&part).ok())?
        })
    }

    fn n_terms(&self) -> usize {
        let of_term = |(term, _): &(AffineTerm, i64)| match term {
            AffineTerm::Variable(_) => 1,
            AffineTerm::Floor(inner, _) | AffineTerm::Modulo(inner, _) => 1 + inner.n_terms(),
        };
        self.terms().iter().map(of_term).sum()
    }

    /// How many arithmetic operations compute what varies; 0 for a variable.
    pub fn cost(&self) -> usize {
        let of_term = |(term, coefficient): &(AffineTerm, i64)| {
            let inner = match term {
                AffineTerm::Variable(_) => 0,
                AffineTerm::Floor(inner, divisor) | AffineTerm::Modulo(inner, divisor) => {
                    inner.cost() + usize::from(inner.constant() != 0) + usize::from(*divisor != 1)
                }
            };
            inner + usize::from(coefficient.unsigned_abs() != 1)
        };
        self.terms().iter().map(of_term).sum::<usize>() + self.terms().len().saturating_sub(1)
    }
}

impl AffineTerm {
    /// Bounds of the value, given those of variables and of what is divided.
    fn interval(
        &self,
        of_variable: &dyn Fn(usize) -> Interval,
        of_inner: impl FnOnce(&Quantity) -> Option<Interval>,
    ) -> Option<Interval> {
        Some(match self {
            AffineTerm::Variable(position) => of_variable(*position),
            AffineTerm::Floor(inner, divisor) => {
                of_inner(inner)?.divided(Interval::of((*divisor).into()))
            }
            AffineTerm::Modulo(inner, divisor) => of_inner(inner)?.modulo(*divisor),
        })
    }
}

/// Bounds of a sum of some number and terms.
fn sum_of(
    number: i64,
    terms: &[(AffineTerm, i64)],
    of_variable: &dyn Fn(usize) -> Interval,
) -> Interval {
    terms.iter().fold(Interval::of(number.into()), |sum, (term, coefficient)| {
        let of_term = term.interval(of_variable, |inner| Some(inner.interval(of_variable)));
        sum.plus(of_term.unwrap_or_default().scaled(*coefficient))
    })
}

#[cfg(test)]
mod tests;
