//! Quasi-affine quantities: what a predicate compares, in a form that is easy to compute.

mod text;

use std::collections::BTreeSet;

use super::RelationError;
use super::symbolic::{add, multiply};
use super::tree::{Expr, Variable};

/// An integer that depends on numbered variables: a constant plus multiples of variables, of
/// quotients and of remainders.
///
/// It is the part of isl's quasi-affine expressions that a few machine operations compute.
/// `2*v0 + floor(v1/4) - 3` is one. Sums are kept with one term for each variable, quotient and
/// remainder, and `x - 4*floor(x/4)` is kept as `x mod 4`.
///
/// ```
/// use layout_math::relation::Quantity;
///
/// let c = Quantity::variable(0);
/// let rest = c.plus(&c.floor(4)?.times(-4)?)?;
/// assert_eq!(rest.named(&["%c"]).to_string(), "%c mod 4");
/// assert_eq!(rest.evaluate(&[-1]), Some(3));
/// # Ok::<(), layout_math::relation::RelationError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Quantity {
    constant: i64,
    /// Terms are distinct and coefficients are not 0.
    terms: Vec<(Term, i64)>,
}

/// The least and the greatest value, where there is one.
pub type Interval = (Option<i128>, Option<i128>);

/// What a quantity has multiples of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Term {
    Variable(usize),
    /// The greatest integer at most the quotient. With the divisor 1 it is a sum that is computed by
    /// itself.
    Floor(Box<Quantity>, i64),
    /// The remainder in `[0, divisor)`; the divisor is at least 2.
    Modulo(Box<Quantity>, i64),
}

impl From<i64> for Quantity {
    fn from(constant: i64) -> Self {
        Quantity { constant, terms: Vec::new() }
    }
}

impl From<Term> for Quantity {
    fn from(term: Term) -> Self {
        Quantity { constant: 0, terms: vec![(term, 1)] }
    }
}

impl Quantity {
    pub fn variable(position: usize) -> Self {
        Term::Variable(position).into()
    }

    /// The part that depends on nothing.
    pub fn constant(&self) -> i64 {
        self.constant
    }

    /// The terms with their coefficients.
    pub fn terms(&self) -> &[(Term, i64)] {
        &self.terms
    }

    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The variable that the quantity is, if it is one and nothing else.
    pub fn as_variable(&self) -> Option<usize> {
        match (self.constant, &self.terms[..]) {
            (0, [(Term::Variable(position), 1)]) => Some(*position),
            _ => None,
        }
    }

    /// True if both are the same sum, in whatever order.
    pub fn is_same(&self, other: &Self) -> bool {
        self.constant == other.constant
            && self.terms.len() == other.terms.len()
            && self.terms.iter().all(|term| other.terms.contains(term))
    }

    /// True for the constant 0.
    pub fn is_zero(&self) -> bool {
        self.as_constant() == Some(0)
    }

    /// The terms with positive coefficients, and the negative of the others: the varying part is
    /// the first less the second. `None` past 64 bits.
    pub(super) fn by_sign(&self) -> Option<(Self, Self)> {
        let (plus, minus): (Vec<_>, Vec<_>) =
            self.terms.iter().cloned().partition(|(_, coefficient)| 0 < *coefficient);
        let minus = Quantity { constant: 0, terms: minus }.times(-1).ok()?;
        Some((Quantity { constant: 0, terms: plus }, minus))
    }

    /// The same without its constant.
    pub fn varying(&self) -> Self {
        Quantity { constant: 0, terms: self.terms.clone() }
    }

    pub fn plus(&self, other: &Self) -> Result<Self, RelationError> {
        let mut sum = self.clone();
        sum.constant = add(sum.constant, other.constant)?;
        for (term, coefficient) in &other.terms {
            sum.add_term(term, *coefficient)?;
        }
        sum.with_remainders()
    }

    pub fn minus(&self, other: &Self) -> Result<Self, RelationError> {
        self.plus(&other.times(-1)?)
    }

    /// `factor * self`.
    pub fn times(&self, factor: i64) -> Result<Self, RelationError> {
        let mut product = Quantity::from(multiply(self.constant, factor)?);
        if factor != 0 {
            for (term, coefficient) in &self.terms {
                product.terms.push((term.clone(), multiply(*coefficient, factor)?));
            }
        }
        Ok(product)
    }

    /// The greatest integer at most `self / divisor`.
    ///
    /// # Errors
    ///
    /// A divisor below 1.
    pub fn floor(&self, divisor: i64) -> Result<Self, RelationError> {
        if divisor < 1 {
            return Err(RelationError::ZeroDivisor);
        }
        let (whole, rest) = self.divided(divisor);
        let quotient = match (rest.as_constant(), &rest.terms[..]) {
            // What is left of a constant is less than the divisor.
            (Some(_), _) => Quantity::default(),
            // Dividing twice is dividing once by the product.
            (_, [(Term::Floor(inner, before), 1)]) if rest.constant == 0 => {
                Term::Floor(inner.clone(), multiply(*before, divisor)?).into()
            }
            _ => Term::Floor(Box::new(rest), divisor).into(),
        };
        whole.plus(&quotient)
    }

    /// The remainder of `self` in `[0, divisor)`.
    ///
    /// # Errors
    ///
    /// A divisor below 1.
    pub fn modulo(&self, divisor: i64) -> Result<Self, RelationError> {
        if divisor < 1 {
            return Err(RelationError::ZeroDivisor);
        }
        let (_, rest) = self.divided(divisor);
        Ok(match rest.as_constant() {
            Some(_) => rest,
            None => Term::Modulo(Box::new(rest), divisor).into(),
        })
    }

    /// `(w, r)` with `self = divisor * w + r`, where r has the terms whose coefficients the divisor
    /// does not divide, and a constant in `[0, divisor)`.
    fn divided(&self, divisor: i64) -> (Self, Self) {
        let mut whole = Quantity::from(self.constant.div_euclid(divisor));
        let mut rest = Quantity::from(self.constant.rem_euclid(divisor));
        for (term, coefficient) in &self.terms {
            if coefficient % divisor == 0 {
                whole.terms.push((term.clone(), coefficient / divisor));
            } else {
                rest.terms.push((term.clone(), *coefficient));
            }
        }
        (whole, rest)
    }

    fn add_term(&mut self, term: &Term, coefficient: i64) -> Result<(), RelationError> {
        match self.terms.iter_mut().find(|(known, _)| known == term) {
            Some((_, sum)) => *sum = add(*sum, coefficient)?,
            None => self.terms.push((term.clone(), coefficient)),
        }
        self.terms.retain(|(_, coefficient)| *coefficient != 0);
        Ok(())
    }

    /// The same with `k*x - k*d*floor(x/d)` written `k*(x mod d)`, where all of `k*x` is there.
    fn with_remainders(self) -> Result<Self, RelationError> {
        for (position, (term, coefficient)) in self.terms.iter().enumerate() {
            let Term::Floor(inner, divisor) = term else { continue };
            if *divisor == 1 || coefficient % divisor != 0 {
                continue;
            }
            let factor = -(coefficient / divisor);
            let mut shorter = self.clone();
            shorter.terms.remove(position);
            let product = inner.times(coefficient / divisor)?;
            shorter.constant = add(shorter.constant, product.constant)?;
            for (term, coefficient) in &product.terms {
                shorter.add_term(term, *coefficient)?;
            }
            shorter.add_term(&Term::Modulo(inner.clone(), *divisor), factor)?;
            if shorter.terms.len() < self.terms.len() {
                return shorter.with_remainders();
            }
        }
        Ok(self)
    }

    /// The value, where variable i has `values[i]`; `None` past 64 bits and for a variable without
    /// a value.
    pub fn evaluate(&self, values: &[i64]) -> Option<i64> {
        self.terms.iter().try_fold(self.constant, |sum, (term, coefficient)| {
            let value = match term {
                Term::Variable(position) => *values.get(*position)?,
                Term::Floor(inner, divisor) => inner.evaluate(values)?.div_euclid(*divisor),
                Term::Modulo(inner, divisor) => inner.evaluate(values)?.rem_euclid(*divisor),
            };
            sum.checked_add(value.checked_mul(*coefficient)?)
        })
    }

    /// Bounds of the value, given bounds of each variable.
    ///
    /// `None` if the calculation, in any order of its sums, could pass 64 bits.
    pub fn range(&self, of_variable: &impl Fn(usize) -> (i64, i64)) -> Option<(i64, i64)> {
        let (mut low, mut high) = (i128::from(self.constant), i128::from(self.constant));
        // What the positive and the negative terms come to by themselves.
        let (mut greatest, mut least) = (i128::from(self.constant.max(0)), high.min(0));
        for (term, coefficient) in &self.terms {
            let (from, to) = match term {
                Term::Variable(position) => of_variable(*position),
                Term::Floor(inner, divisor) => {
                    let (from, to) = inner.range(of_variable)?;
                    (from.div_euclid(*divisor), to.div_euclid(*divisor))
                }
                Term::Modulo(inner, divisor) => {
                    let (from, to) = inner.range(of_variable)?;
                    let is_itself = 0 <= from && to < *divisor;
                    if is_itself { (from, to) } else { (0, divisor - 1) }
                }
            };
            let ends = [from, to].map(|end| i128::from(end) * i128::from(*coefficient));
            let (from, to) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            low += from;
            high += to;
            least += from.min(0);
            greatest += to.max(0);
        }
        i64::try_from(least).ok()?;
        i64::try_from(greatest).ok()?;
        Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?))
    }

    /// Bounds of the value, given bounds of each variable where it has some, with no limit on the
    /// size of numbers.
    pub fn interval(&self, of_variable: &impl Fn(usize) -> Interval) -> Interval {
        let constant = Some(i128::from(self.constant));
        sum_of((constant, constant), &self.terms, of_variable)
    }

    /// Bounds of what stands beside the term at a place.
    pub(crate) fn interval_beside(
        &self,
        at: usize,
        of_variable: &impl Fn(usize) -> Interval,
    ) -> Interval {
        let constant = Some(i128::from(self.constant));
        let before = sum_of((constant, constant), &self.terms[..at], of_variable);
        sum_of(before, &self.terms[at + 1..], of_variable)
    }

    /// How often a variable is in the sum by itself, if it is.
    pub fn coefficient(&self, variable: usize) -> Option<i64> {
        let is_it = |term: &Term| *term == Term::Variable(variable);
        self.terms.iter().find(|(term, _)| is_it(term)).map(|(_, coefficient)| *coefficient)
    }

    /// True if the variable occurs.
    pub(crate) fn depends_on(&self, variable: usize) -> bool {
        self.terms.iter().any(|(term, _)| match term {
            Term::Variable(position) => *position == variable,
            Term::Floor(inner, _) | Term::Modulo(inner, _) => inner.depends_on(variable),
        })
    }

    /// The variables that occur.
    pub fn variables(&self) -> BTreeSet<usize> {
        let mut variables = BTreeSet::new();
        for (term, _) in &self.terms {
            match term {
                Term::Variable(position) => {
                    variables.insert(*position);
                }
                Term::Floor(inner, _) | Term::Modulo(inner, _) => {
                    variables.append(&mut inner.variables());
                }
            }
        }
        variables
    }

    /// The same with variables before quotients and remainders, each in the order of the variables.
    pub(super) fn sorted(mut self) -> Self {
        self.terms.sort_by_key(|(term, _)| match term {
            Term::Variable(position) => (0, *position),
            Term::Floor(inner, _) => (1, inner.variables().first().copied().unwrap_or(0)),
            Term::Modulo(inner, _) => (2, inner.variables().first().copied().unwrap_or(0)),
        });
        self
    }

    /// The quantity with variable i called `rename(i)`.
    pub(crate) fn renamed(&self, rename: &impl Fn(usize) -> usize) -> Self {
        let renamed = |(term, coefficient): &(Term, i64)| {
            let term = match term {
                Term::Variable(position) => Term::Variable(rename(*position)),
                Term::Floor(inner, divisor) => {
                    Term::Floor(Box::new(inner.renamed(rename)), *divisor)
                }
                Term::Modulo(inner, divisor) => {
                    Term::Modulo(Box::new(inner.renamed(rename)), *divisor)
                }
            };
            (term, *coefficient)
        };
        Quantity { constant: self.constant, terms: self.terms.iter().map(renamed).collect() }
    }

    /// The quantity with variable i replaced by `value(i)`; `None` where one has no value, and past
    /// 64 bits.
    pub fn substituted(&self, value: &impl Fn(usize) -> Option<Quantity>) -> Option<Self> {
        Quantity::from_expr(&self.to_expr(), &|variable| match variable {
            Variable::Input(position) => value(position),
            _ => None,
        })
    }

    /// How many arithmetic operations compute what varies; 0 for a variable.
    pub fn cost(&self) -> usize {
        let of_term = |(term, coefficient): &(Term, i64)| {
            let inner = match term {
                Term::Variable(_) => 0,
                Term::Floor(inner, divisor) | Term::Modulo(inner, divisor) => {
                    inner.cost() + usize::from(inner.constant != 0) + usize::from(*divisor != 1)
                }
            };
            inner + usize::from(coefficient.abs() != 1)
        };
        self.terms.iter().map(of_term).sum::<usize>() + self.terms.len().saturating_sub(1)
    }

    /// The expression with variable i as the input i.
    pub(super) fn to_expr(&self) -> Expr {
        let mut sum: Vec<Expr> = self
            .terms
            .iter()
            .map(|(term, coefficient)| {
                let expr = match term {
                    Term::Variable(position) => Expr::input(*position),
                    Term::Floor(inner, divisor) => inner.to_expr().floor(*divisor),
                    Term::Modulo(inner, divisor) => inner.to_expr().modulo(*divisor),
                };
                expr.times(*coefficient).expect("a variable, a floor or a modulo is not a product")
            })
            .collect();
        if self.constant != 0 {
            sum.push(Expr::Integer(self.constant));
        }
        Expr::sum(sum)
    }

    /// An expression whose variables are replaced; `None` if one has no replacement, for `min` and
    /// `max`, and past 64 bits.
    pub(crate) fn from_expr(
        expr: &Expr,
        replace: &impl Fn(Variable) -> Option<Quantity>,
    ) -> Option<Self> {
        let inside = |inner: &Expr| Quantity::from_expr(inner, replace);
        match expr {
            Expr::Integer(value) => Some((*value).into()),
            Expr::Variable(variable) => replace(*variable),
            Expr::Multiply(factor, inner) => inside(inner)?.times(*factor).ok(),
            Expr::Sum(terms) => terms
                .iter()
                .try_fold(Quantity::default(), |sum, term| sum.plus(&inside(term)?).ok()),
            Expr::Floor(inner, divisor) => inside(inner)?.floor(*divisor).ok(),
            Expr::Ceil(inner, divisor) => {
                inside(inner)?.plus(&(divisor - 1).into()).ok()?.floor(*divisor).ok()
            }
            Expr::Modulo(inner, divisor) => inside(inner)?.modulo(*divisor).ok(),
            Expr::Minimum(_) | Expr::Maximum(_) => None,
        }
    }
}

/// Bounds of a sum of some number and terms.
fn sum_of(
    number: Interval,
    terms: &[(Term, i64)],
    of_variable: &impl Fn(usize) -> Interval,
) -> Interval {
    terms.iter().fold(number, |(low, high), (term, coefficient)| {
        let (from, to) = match term {
            Term::Variable(position) => of_variable(*position),
            Term::Floor(inner, divisor) => {
                let (from, to) = inner.interval(of_variable);
                let divided = |end: i128| end.div_euclid(i128::from(*divisor));
                (from.map(divided), to.map(divided))
            }
            Term::Modulo(inner, divisor) => match inner.interval(of_variable) {
                (Some(from), Some(to)) if 0 <= from && to < i128::from(*divisor) => {
                    (Some(from), Some(to))
                }
                _ => (Some(0), Some(i128::from(*divisor) - 1)),
            },
        };
        let (from, to) = if *coefficient < 0 { (to, from) } else { (from, to) };
        let add = |sum: Option<i128>, end: Option<i128>| {
            sum?.checked_add(end?.checked_mul(i128::from(*coefficient))?)
        };
        (add(low, from), add(high, to))
    })
}

#[cfg(test)]
mod tests;
