//! Forms of expressions and constraints, over digits that are cut as the divisions need it.

use std::collections::BTreeMap;

use num_integer::Integer;

use super::form::{Atom, DigitForm};
use super::system::{ComparedSide, Constraint, Cut, Id, System};
use crate::affine::{Interval, NumberError, Sum};
use crate::relation::tree::{Comparator, Expr};

/// Why an expression has no form.
pub(super) enum Stop {
    /// A variable in it is not known yet.
    Unknown,
    /// A digit must be cut at this factor first.
    Cut { digit: usize, factor: i128 },
    /// It has none.
    Never,
}

/// One attempt with the digits as they are.
pub(super) struct Work<'s, 'a> {
    system: &'s System<'a>,
    extents: Vec<i64>,
    known: Vec<Option<DigitForm>>,
}

impl From<NumberError> for Stop {
    fn from(_: NumberError) -> Self {
        Stop::Never
    }
}

/// A sum with variables that are not known yet.
#[derive(Default)]
struct Partial {
    form: DigitForm,
    unknown: Sum<Id, i128>,
}

impl<'s, 'a> Work<'s, 'a> {
    /// None if there are too many digits.
    pub fn new(system: &'s System<'a>, cuts: &[Cut]) -> Option<Self> {
        let mut known = vec![None; system.n_variables];
        let mut extents = Vec::new();
        for cut in cuts {
            let mut form = DigitForm::number(cut.low.into());
            let mut weight = 1_i128;
            for &extent in &cut.extents {
                if extent != 1 {
                    form.add_term(&Atom::Digit(extents.len()), weight).ok()?;
                }
                weight *= i128::from(extent);
                extents.push(extent);
            }
            known[cut.id] = Some(form);
        }
        (extents.len() <= 128).then_some(Work { system, extents, known })
    }

    /// The forms of all variables, once every constraint is seen to hold.
    pub fn run(mut self) -> Result<Vec<Option<DigitForm>>, Stop> {
        let mut open: Vec<&Constraint> = self.system.constraints.iter().collect();
        while !open.is_empty() {
            let before = open.len();
            let mut rest = Vec::new();
            for constraint in open {
                if !self.settle(constraint)? {
                    rest.push(constraint);
                }
            }
            open = rest;
            if open.len() == before && !self.find_quotient(&open)? {
                return Err(Stop::Unknown);
            }
        }
        Ok(self.known)
    }

    /// True if the constraint holds, or gave a variable its value.
    fn settle(&mut self, constraint: &Constraint) -> Result<bool, Stop> {
        let difference = match self.difference(constraint) {
            Ok(difference) => difference,
            Err(Stop::Unknown) => return Ok(false),
            Err(stop) => return Err(stop),
        };
        let Partial { form, unknown } = difference;
        match (unknown.terms(), constraint.operator) {
            ([], operator) => {
                let values = self.range(&form);
                let holds = match operator {
                    Comparator::NotEqual => !values.contains(0),
                    operator => values.is_within(operator.numbers(0)),
                };
                if holds { Ok(true) } else { Err(Stop::Never) }
            }
            (&[(id, coefficient)], Comparator::Equal) => {
                let value = form.quotient(-coefficient).ok_or(Stop::Never)?;
                self.known[id] = Some(value);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Looks for `m*q <= e < m*q + m`, which says that q is `floor(e/m)`.
    fn find_quotient(&mut self, open: &[&Constraint]) -> Result<bool, Stop> {
        let mut below: BTreeMap<(Id, i128), Vec<DigitForm>> = BTreeMap::new();
        let mut above = Vec::new();
        for constraint in open {
            let strict = match constraint.operator {
                Comparator::Less | Comparator::Greater => 1,
                Comparator::LessOrEqual | Comparator::GreaterOrEqual => 0,
                Comparator::Equal | Comparator::NotEqual => continue,
            };
            let Partial { form, unknown } = match self.difference(constraint) {
                Ok(difference) => difference,
                Err(Stop::Unknown) => continue,
                Err(stop) => return Err(stop),
            };
            let &[(id, coefficient)] = unknown.terms() else { continue };
            // Written as `form + coefficient*q >= 0`.
            let sign = match constraint.operator {
                Comparator::Less | Comparator::LessOrEqual => -1,
                _ => 1,
            };
            let mut form = form.times(sign)?;
            form.add_constant(-strict)?;
            match coefficient * sign {
                m @ 1.. => above.push((id, m, form)),
                m => below.entry((id, -m)).or_default().push(form),
            }
        }
        for (id, m, form) in above {
            let Some(candidates) = below.get(&(id, m)) else { continue };
            let mut e = form.times(-1)?;
            e.add_constant(m - 1)?;
            if candidates.contains(&e) {
                self.known[id] = Some(self.floor(&e, m)?);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `left - right`.
    fn difference(&self, constraint: &Constraint) -> Result<Partial, Stop> {
        let mut sum = Partial::default();
        self.add_side(&mut sum, &constraint.left, 1, &constraint.scope)?;
        self.add_side(&mut sum, &constraint.right, -1, &constraint.scope)?;
        Ok(sum)
    }

    fn add_side(
        &self,
        sum: &mut Partial,
        side: &ComparedSide,
        factor: i128,
        scope: &[Id],
    ) -> Result<(), Stop> {
        match side {
            ComparedSide::Variable(id) => self.add_variable(sum, *id, factor),
            ComparedSide::Expr(expr) => self.add(sum, expr, factor, scope),
        }
    }

    fn add_variable(&self, sum: &mut Partial, id: Id, factor: i128) -> Result<(), Stop> {
        match &self.known[id] {
            Some(form) => sum.form.add_times(form, factor)?,
            None => sum.unknown.add_term(&id, factor)?,
        }
        Ok(())
    }

    fn add(&self, sum: &mut Partial, expr: &Expr, factor: i128, scope: &[Id]) -> Result<(), Stop> {
        let form = match expr {
            Expr::Integer(value) => DigitForm::number((*value).into()),
            Expr::Variable(variable) => {
                let id = self.system.id(*variable, scope).ok_or(Stop::Never)?;
                return self.add_variable(sum, id, factor);
            }
            Expr::Multiply(inner_factor, inner) => {
                let factor = factor.checked_mul((*inner_factor).into()).ok_or(Stop::Never)?;
                return self.add(sum, inner, factor, scope);
            }
            Expr::Sum(terms) => {
                return terms.iter().try_for_each(|term| self.add(sum, term, factor, scope));
            }
            Expr::Floor(inner, divisor) => {
                self.floor(&self.form(inner, scope)?, (*divisor).into())?
            }
            Expr::Ceil(inner, divisor) => {
                let negative = self.form(inner, scope)?.times(-1)?;
                self.floor(&negative, (*divisor).into())?.times(-1)?
            }
            Expr::Modulo(inner, modulus) => {
                self.modulo(&self.form(inner, scope)?, (*modulus).into())?
            }
            Expr::Minimum(operands) => self.best(operands, scope, false)?,
            Expr::Maximum(operands) => self.best(operands, scope, true)?,
        };
        Ok(sum.form.add_times(&form, factor)?)
    }

    /// The form of an expression without unknown variables.
    fn form(&self, expr: &Expr, scope: &[Id]) -> Result<DigitForm, Stop> {
        let mut sum = Partial::default();
        self.add(&mut sum, expr, 1, scope)?;
        if sum.unknown.terms().is_empty() { Ok(sum.form) } else { Err(Stop::Unknown) }
    }

    /// The operand that is always the least, or the greatest.
    fn best(&self, operands: &[Expr], scope: &[Id], greatest: bool) -> Result<DigitForm, Stop> {
        let forms: Vec<DigitForm> =
            operands.iter().map(|operand| self.form(operand, scope)).collect::<Result<_, _>>()?;
        let wins = |form: &DigitForm| {
            forms.iter().all(|other| {
                let side = if greatest { Interval::at_least(0) } else { Interval::at_most(0) };
                let difference = form.plus_times(other, -1);
                difference.is_ok_and(|difference| self.range(&difference).is_within(side))
            })
        };
        forms.iter().find(|form| wins(form)).cloned().ok_or(Stop::Never)
    }

    fn extent(&self, atom: Atom) -> i128 {
        match atom {
            Atom::Digit(digit) => self.extents[digit].into(),
            Atom::Parity(_) => 2,
        }
    }

    /// The least and the greatest value.
    fn range(&self, form: &DigitForm) -> Interval {
        let terms = form.terms().iter();
        terms.fold(Interval::of(form.constant()), |sum, &(atom, coefficient)| {
            sum.plus(Interval::new(0, self.extent(atom) - 1).scaled(coefficient))
        })
    }

    fn floor(&self, form: &DigitForm, divisor: i128) -> Result<DigitForm, Stop> {
        let (mut quotient, rest) = form.divided(divisor);
        if let Some(number) = self.range(&rest).divided(Interval::of(divisor)).as_number() {
            quotient.add_constant(number)?;
            return Ok(quotient);
        }
        self.cut_for(&rest, divisor)?;
        if let &[(atom, coefficient)] = rest.terms()
            && self.extent(atom) == 2
        {
            // One bit: any function of it is affine. The constant is less than the divisor.
            let at_1 = (rest.constant() + coefficient).div_euclid(divisor);
            quotient.add_term(&atom, at_1)?;
            return Ok(quotient);
        }
        Err(Stop::Never)
    }

    fn modulo(&self, form: &DigitForm, modulus: i128) -> Result<DigitForm, Stop> {
        if modulus == 2
            && let Some(parity) = self.parity(form)?
        {
            return Ok(parity);
        }
        Ok(form.plus_times(&self.floor(form, modulus)?, -modulus)?)
    }

    /// The form modulo 2, if it needs more than the rest of a division.
    fn parity(&self, form: &DigitForm) -> Result<Option<DigitForm>, Stop> {
        let (_, rest) = form.divided(2);
        if rest.terms().len() < 2 {
            return Ok(None);
        }
        self.cut_for(&rest, 2)?;
        let mut mask = 0_u128;
        for &(atom, _) in rest.terms() {
            mask ^= match atom {
                Atom::Digit(digit) if self.extents[digit] == 2 => 1 << digit,
                Atom::Digit(_) => return Ok(None),
                Atom::Parity(mask) => mask,
            };
        }
        let parity = match mask.count_ones() {
            0 => DigitForm::default(),
            1 => DigitForm::atom(Atom::Digit(mask.trailing_zeros() as usize)),
            _ => DigitForm::atom(Atom::Parity(mask)),
        };
        Ok(Some(match rest.constant() {
            0 => parity,
            _ => DigitForm::number(1).plus_times(&parity, -1)?,
        }))
    }

    /// Asks for a digit to be cut whose upper part the divisor would divide.
    fn cut_for(&self, rest: &DigitForm, divisor: i128) -> Result<(), Stop> {
        for &(atom, coefficient) in rest.terms() {
            let Atom::Digit(digit) = atom else { continue };
            let factor = divisor / coefficient.gcd(&divisor);
            let extent = i128::from(self.extents[digit]);
            if 1 < factor && factor < extent && extent % factor == 0 {
                return Err(Stop::Cut { digit, factor });
            }
        }
        Ok(())
    }
}
