//! Forms of expressions and constraints, over digits that are cut as the divisions need it.

use std::collections::BTreeMap;

use super::form::{Atom, DigitForm};
use super::system::{Constraint, Cut, Id, Side, System};
use crate::relation::tree::{Comparison, Expr};

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

/// A sum with variables that are not known yet.
struct Partial {
    form: DigitForm,
    unknown: BTreeMap<Id, i128>,
}

impl<'s, 'a> Work<'s, 'a> {
    /// None if there are too many digits.
    pub fn new(system: &'s System<'a>, cuts: &[Cut]) -> Option<Self> {
        let mut known = vec![None; system.n_variables];
        let mut extents = Vec::new();
        for cut in cuts {
            let mut form = DigitForm::integer(cut.low.into());
            let mut weight = 1_i128;
            for &extent in &cut.extents {
                if extent != 1 {
                    form.terms.insert(Atom::Digit(extents.len()), weight);
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
        let mut unknowns = unknown.iter();
        match (unknowns.next(), unknowns.next(), constraint.operator) {
            (None, _, operator) => {
                let (low, high) = self.range(&form).ok_or(Stop::Never)?;
                let holds = match operator {
                    Comparison::Less => high < 0,
                    Comparison::LessOrEqual => high <= 0,
                    Comparison::Greater => 0 < low,
                    Comparison::GreaterOrEqual => 0 <= low,
                    Comparison::Equal => (low, high) == (0, 0),
                    Comparison::NotEqual => high < 0 || 0 < low,
                };
                if holds { Ok(true) } else { Err(Stop::Never) }
            }
            (Some((&id, &coefficient)), None, Comparison::Equal) => {
                let value = form.divided(-coefficient).ok_or(Stop::Never)?;
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
                Comparison::Less | Comparison::Greater => 1,
                Comparison::LessOrEqual | Comparison::GreaterOrEqual => 0,
                Comparison::Equal | Comparison::NotEqual => continue,
            };
            let Partial { form, unknown } = match self.difference(constraint) {
                Ok(difference) => difference,
                Err(Stop::Unknown) => continue,
                Err(stop) => return Err(stop),
            };
            let mut unknowns = unknown.iter();
            let (Some((&id, &coefficient)), None) = (unknowns.next(), unknowns.next()) else {
                continue;
            };
            // Written as `form + coefficient*q >= 0`.
            let sign = match constraint.operator {
                Comparison::Less | Comparison::LessOrEqual => -1,
                _ => 1,
            };
            let mut form = form.times(sign).ok_or(Stop::Never)?;
            form.constant -= strict;
            match coefficient * sign {
                m @ 1.. => above.push((id, m, form)),
                m => below.entry((id, -m)).or_default().push(form),
            }
        }
        for (id, m, form) in above {
            let Some(candidates) = below.get(&(id, m)) else { continue };
            let mut e = form.times(-1).ok_or(Stop::Never)?;
            e.constant += m - 1;
            if candidates.contains(&e) {
                self.known[id] = Some(self.floor(&e, m)?);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `left - right`.
    fn difference(&self, constraint: &Constraint) -> Result<Partial, Stop> {
        let mut sum = Partial { form: DigitForm::default(), unknown: BTreeMap::new() };
        self.add_side(&mut sum, &constraint.left, 1, &constraint.scope)?;
        self.add_side(&mut sum, &constraint.right, -1, &constraint.scope)?;
        sum.unknown.retain(|_, coefficient| *coefficient != 0);
        Ok(sum)
    }

    fn add_side(
        &self,
        sum: &mut Partial,
        side: &Side,
        factor: i128,
        scope: &[Id],
    ) -> Result<(), Stop> {
        match side {
            Side::Variable(id) => self.add_variable(sum, *id, factor),
            Side::Expr(expr) => self.add(sum, expr, factor, scope),
        }
    }

    fn add_variable(&self, sum: &mut Partial, id: Id, factor: i128) -> Result<(), Stop> {
        match &self.known[id] {
            Some(form) => sum.form.add(form, factor).ok_or(Stop::Never),
            None => {
                let coefficient = sum.unknown.entry(id).or_default();
                *coefficient = coefficient.checked_add(factor).ok_or(Stop::Never)?;
                Ok(())
            }
        }
    }

    fn add(&self, sum: &mut Partial, expr: &Expr, factor: i128, scope: &[Id]) -> Result<(), Stop> {
        let form = match expr {
            Expr::Integer(value) => DigitForm::integer((*value).into()),
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
                let negative = self.form(inner, scope)?.times(-1).ok_or(Stop::Never)?;
                let floor = self.floor(&negative, (*divisor).into())?;
                floor.times(-1).ok_or(Stop::Never)?
            }
            Expr::Modulo(inner, modulus) => {
                self.modulo(&self.form(inner, scope)?, (*modulus).into())?
            }
            Expr::Minimum(operands) => self.best(operands, scope, false)?,
            Expr::Maximum(operands) => self.best(operands, scope, true)?,
        };
        sum.form.add(&form, factor).ok_or(Stop::Never)
    }

    /// The form of an expression without unknown variables.
    fn form(&self, expr: &Expr, scope: &[Id]) -> Result<DigitForm, Stop> {
        let mut sum = Partial { form: DigitForm::default(), unknown: BTreeMap::new() };
        self.add(&mut sum, expr, 1, scope)?;
        if sum.unknown.is_empty() { Ok(sum.form) } else { Err(Stop::Unknown) }
    }

    /// The operand that is always the least, or the greatest.
    fn best(&self, operands: &[Expr], scope: &[Id], greatest: bool) -> Result<DigitForm, Stop> {
        let forms: Vec<DigitForm> =
            operands.iter().map(|operand| self.form(operand, scope)).collect::<Result<_, _>>()?;
        let wins = |form: &DigitForm| {
            forms.iter().all(|other| {
                let mut difference = form.clone();
                let range = difference.add(other, -1).and_then(|()| self.range(&difference));
                range.is_some_and(|(low, high)| if greatest { 0 <= low } else { high <= 0 })
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
    fn range(&self, form: &DigitForm) -> Option<(i128, i128)> {
        let (mut low, mut high) = (form.constant, form.constant);
        for (&atom, &coefficient) in &form.terms {
            let reach = coefficient.checked_mul(self.extent(atom) - 1)?;
            let side = if reach < 0 { &mut low } else { &mut high };
            *side = side.checked_add(reach)?;
        }
        Some((low, high))
    }

    /// What the divisor divides, divided, and the rest.
    fn split(&self, form: &DigitForm, divisor: i128) -> (DigitForm, DigitForm) {
        let (mut quotient, mut rest) = (DigitForm::default(), DigitForm::integer(form.constant));
        for (&atom, &coefficient) in &form.terms {
            if coefficient % divisor == 0 {
                quotient.terms.insert(atom, coefficient / divisor);
            } else {
                rest.terms.insert(atom, coefficient);
            }
        }
        (quotient, rest)
    }

    fn floor(&self, form: &DigitForm, divisor: i128) -> Result<DigitForm, Stop> {
        let (mut quotient, rest) = self.split(form, divisor);
        let (low, high) = self.range(&rest).ok_or(Stop::Never)?;
        if low.div_euclid(divisor) == high.div_euclid(divisor) {
            quotient.constant += low.div_euclid(divisor);
            return Ok(quotient);
        }
        self.cut_for(&rest, divisor)?;
        let mut terms = rest.terms.iter();
        if let (Some((&atom, &coefficient)), None) = (terms.next(), terms.next())
            && self.extent(atom) == 2
        {
            // One bit: any function of it is affine.
            let at_0 = rest.constant.div_euclid(divisor);
            let at_1 = (rest.constant + coefficient).div_euclid(divisor);
            let bit = DigitForm { constant: at_0, terms: BTreeMap::from([(atom, at_1 - at_0)]) };
            quotient.add(&bit, 1).ok_or(Stop::Never)?;
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
        let mut rest = form.clone();
        rest.add(&self.floor(form, modulus)?, -modulus).ok_or(Stop::Never)?;
        Ok(rest)
    }

    /// The form modulo 2, if it needs more than the rest of a division.
    fn parity(&self, form: &DigitForm) -> Result<Option<DigitForm>, Stop> {
        let (_, rest) = self.split(form, 2);
        if rest.terms.len() < 2 {
            return Ok(None);
        }
        self.cut_for(&rest, 2)?;
        let mut mask = 0_u128;
        for &atom in rest.terms.keys() {
            mask ^= match atom {
                Atom::Digit(digit) if self.extents[digit] == 2 => 1 << digit,
                Atom::Digit(_) => return Ok(None),
                Atom::Parity(mask) => mask,
            };
        }
        let mut parity = DigitForm::default();
        match mask.count_ones() {
            0 => {}
            1 => drop(parity.terms.insert(Atom::Digit(mask.trailing_zeros() as usize), 1)),
            _ => drop(parity.terms.insert(Atom::Parity(mask), 1)),
        }
        if rest.constant.rem_euclid(2) == 0 {
            return Ok(Some(parity));
        }
        let mut flipped = DigitForm::integer(1);
        flipped.add(&parity, -1).ok_or(Stop::Never)?;
        Ok(Some(flipped))
    }

    /// Asks for a digit to be cut whose upper part the divisor would divide.
    fn cut_for(&self, rest: &DigitForm, divisor: i128) -> Result<(), Stop> {
        for (&atom, &coefficient) in &rest.terms {
            let Atom::Digit(digit) = atom else { continue };
            let factor = divisor / gcd(coefficient.abs(), divisor);
            let extent = i128::from(self.extents[digit]);
            if 1 < factor && factor < extent && extent % factor == 0 {
                return Err(Stop::Cut { digit, factor });
            }
        }
        Ok(())
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
