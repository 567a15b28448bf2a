//! From isl's constraints back to the syntax tree: rows of numbers become expressions.
//!
//! isl describes a division `q = floor(n/d)` by a local variable and two rows, `0 <= n - d*q < d`, or by an
//! equation if d divides n. Here such rows are found again: the local variable is written as the division
//! that it is, and `n - d*q` as `n mod d`. One that no rows define is bound by `exists`, and so is a division
//! of so many others that it would be written at length wherever it occurs.

use num_integer::Integer;

use super::limits::MAX_TERMS;
use super::names::FreshNames;
use super::tree::{Comparator, Dim, Expr, Formula, Name, Piece, Tree, Tuple, Variable};
use super::{Conjunction, Relation, RelationError};
use crate::affine::{Atom, NumberError, Sum, as_written, multiply};

/// How deep divisions are nested in an expression at most.
const MAX_NESTED: usize = 8;

/// How many terms a division has at most, those of the divisions in it included.
const MAX_LENGTH: usize = 64;

/// A row of a conjunction: a sum over inputs, outputs, parameters and local variables.
type ColumnSum = Sum<usize, i64>;

/// The same with what the columns stand for.
type ExprSum = Sum<Expr, i64>;

impl Atom for Expr {
    fn place<N>(&self, terms: &[(Self, N)]) -> Result<usize, usize> {
        as_written(self, terms)
    }
}

/// What the columns stand for, up to the local variables.
pub(super) struct ColumnNames {
    pub parameters: Vec<Name>,
    pub domain: Tuple,
    pub range: Tuple,
}

impl ColumnNames {
    /// The first column of an output, of a parameter and of a local variable.
    fn columns(&self) -> [usize; 3] {
        let outputs = self.domain.dims.len();
        let parameters = outputs + self.range.dims.len();
        [outputs, parameters, parameters + self.parameters.len()]
    }
}

impl Relation {
    /// The union of the conjunctions; every dimension has a name and no value.
    ///
    /// # Errors
    ///
    /// A number does not fit in 64 bits, or the relation is longer than one may be.
    pub(super) fn from_conjunctions(
        names: ColumnNames,
        conjunctions: &[Conjunction],
    ) -> Result<Self, RelationError> {
        let mut pieces = Vec::new();
        for conjunction in conjunctions {
            pieces.push(Reading::read(&names, conjunction)?.into_piece()?);
        }
        let ColumnNames { parameters, domain, range } = names;
        if pieces.is_empty() {
            pieces.push(Piece { domain, range, formula: Formula::False });
        }
        let relation = Relation::from_tree(Tree { parameters, pieces });
        match relation.n_terms() {
            n_terms if MAX_TERMS < n_terms => Err(RelationError::TooManyTerms),
            _ => relation.limited(),
        }
    }
}

/// A variable that is `floor(numerator / divisor)`.
struct Division {
    numerator: ColumnSum,
    divisor: i64,
    /// How many divisions are inside each other, and how many terms there are in all.
    nested: usize,
    length: usize,
}

impl Division {
    /// What the variable q of a row `n - d*q` in `[0, last]` is, with `0 <= last < d`.
    ///
    /// The quotient of `n + r` is the same for all r in `[0, d - last)`. One of them makes the constant a
    /// multiple of d, perhaps, and is added: of `c - 2 - 6q = 0` the row is `c mod 6 = 2` then, not
    /// `(c - 2) mod 6 = 0`.
    fn of_range(
        row: &ColumnSum,
        column: usize,
        last: i64,
        known: &[(usize, Self)],
    ) -> Option<Self> {
        let divisor = row.multiple_of(&column).checked_neg()?;
        let mut numerator = row.without(&column);
        let remainder = numerator.constant().checked_neg()?.rem_euclid(divisor);
        if remainder <= divisor - 1 - last {
            numerator.add_constant(remainder).ok()?;
        }
        let inside = || known.iter().filter(|(column, _)| numerator.multiple_of(column) != 0);
        let nested = 1 + inside().map(|(_, it)| it.nested).max().unwrap_or(0);
        let length = numerator.terms().len() + inside().map(|(_, it)| it.length).sum::<usize>();
        let is_short = nested <= MAX_NESTED && length <= MAX_LENGTH;
        is_short.then_some(Division { numerator, divisor, nested, length })
    }
}

/// A conjunction, with what is found out about its columns.
struct Reading<'a> {
    names: &'a ColumnNames,
    equalities: Vec<ColumnSum>,
    inequalities: Vec<ColumnSum>,
    /// For each output, what an equation says that it is.
    values: Vec<Option<ColumnSum>>,
    /// The columns of the local variables and outputs that are divisions, each after those in its numerator.
    divisions: Vec<(usize, Division)>,
    /// The columns of the other local variables.
    bound: Vec<usize>,
}

impl<'a> Reading<'a> {
    fn read(names: &'a ColumnNames, conjunction: &Conjunction) -> Result<Self, NumberError> {
        let [first_output, first_parameter, first_local] = names.columns();
        let rows = |rows: &[Vec<i64>]| -> Result<Vec<ColumnSum>, NumberError> {
            rows.iter().map(|numbers| row(numbers)).collect()
        };
        let mut read = Reading {
            names,
            equalities: rows(&conjunction.equalities)?,
            inequalities: rows(&conjunction.inequalities)?,
            values: Vec::new(),
            divisions: Vec::new(),
            bound: Vec::new(),
        };
        // An output may depend on those before it.
        for column in (first_output..first_parameter).rev() {
            let value = read.eliminated(column)?;
            read.values.insert(0, value);
        }
        for row in &mut read.inequalities {
            *row = row.divided(common_divisor(row)).0;
        }
        for row in &mut read.equalities {
            *row = row.quotient(common_divisor(row)).unwrap_or_else(|| row.clone());
        }
        let is_open = |column: &usize| read.values[column - first_output].is_none();
        let outputs = (first_output..first_parameter).filter(is_open);
        let locals = first_local..first_local + conjunction.n_locals;
        // An output that nothing defines needs no binder, and local variables may be divisions of it.
        let mut open: Vec<usize> = outputs.chain(locals).collect();
        while let Some(&first) = open.first() {
            let found =
                open.iter().find_map(|&column| Some((column, read.division(column, &open)?)));
            let column = found.as_ref().map_or(first, |(column, _)| *column);
            open.retain(|&other| other != column);
            match found {
                Some(division) => read.divisions.push(division),
                None if first_local <= column => read.bound.push(column),
                None => {}
            }
        }
        Ok(read)
    }

    /// What an equation says that the column is, which is in no row any more.
    fn eliminated(&mut self, column: usize) -> Result<Option<ColumnSum>, NumberError> {
        let is_unit = |row: &ColumnSum| matches!(row.multiple_of(&column), 1 | -1);
        let Some(at) = self.equalities.iter().position(is_unit) else { return Ok(None) };
        let equation = self.equalities.remove(at);
        let sign = equation.multiple_of(&column);
        for row in self.all_rows() {
            let multiple = row.multiple_of(&column);
            row.add_times(&equation, multiply(-sign, multiple)?)?;
        }
        equation.without(&column).times(-sign).map(Some)
    }

    fn all_rows(&mut self) -> impl Iterator<Item = &mut ColumnSum> {
        let values = self.values.iter_mut().flatten();
        self.equalities.iter_mut().chain(&mut self.inequalities).chain(values)
    }

    /// The division that rows without other open columns say a column to be. Rows that say no more than
    /// that are removed.
    fn division(&mut self, column: usize, open: &[usize]) -> Option<Division> {
        let is_alone = |row: &ColumnSum| {
            open.iter().all(|&other| other == column || row.multiple_of(&other) == 0)
        };
        // n - d*q = 0
        let says = |row: &&ColumnSum| row.multiple_of(&column) != 0 && is_alone(row);
        if let Some(row) = self.equalities.iter().find(says) {
            let sign = row.multiple_of(&column).signum();
            return Division::of_range(&row.times(-sign).ok()?, column, 0, &self.divisions);
        }
        // n - d*q >= 0 and k - (n - d*q) >= 0, with 0 <= k < d
        let (low, high, last) = self.inequalities.iter().enumerate().find_map(|(low, row)| {
            let divisor = row.multiple_of(&column).checked_neg()?;
            if divisor < 1 || !is_alone(row) {
                return None;
            }
            let last_with = |other: &ColumnSum| {
                let is_opposite = other.multiple_of(&column) == divisor;
                let sum = is_opposite.then(|| row.plus_times(other, 1).ok()).flatten()?;
                sum.as_constant().filter(|last| (0..divisor).contains(last))
            };
            let mut others = self.inequalities.iter().enumerate();
            let (high, last) = others.find_map(|(at, other)| Some((at, last_with(other)?)))?;
            Some((low, high, last))
        })?;
        let range = &self.inequalities[low];
        let division = Division::of_range(range, column, last, &self.divisions)?;
        if last == division.divisor - 1 {
            self.inequalities.remove(low.max(high));
            self.inequalities.remove(low.min(high));
        }
        Some(division)
    }

    fn into_piece(self) -> Result<Piece, NumberError> {
        let ColumnNames { parameters, domain, range } = self.names;
        let known: Vec<Dim> = domain.dims.iter().chain(&range.dims).cloned().collect();
        let mut taken = FreshNames::of(parameters, &known);
        let mut members = Vec::new();
        let mut dims = Vec::new();
        for (position, dim) in range.dims.iter().enumerate() {
            let value = self.value(position)?;
            let is_later = |variable| match variable {
                Variable::Output(other) => position <= other,
                other => is_bound(other),
            };
            dims.push(match value {
                Some(value) if !value.any_variable(&is_later) => Dim::value(value),
                value => {
                    let equation =
                        |value| Formula::compare(Expr::output(position), Comparator::Equal, value);
                    members.extend(value.map(equation));
                    dim.clone()
                }
            });
        }
        for row in &self.equalities {
            members.push(equation(self.terms(row)?)?);
        }
        members.extend(self.ranges()?);
        members.retain(|member| *member != Formula::True);
        let (inside, outside): (Vec<_>, Vec<_>) =
            members.into_iter().partition(|member| member.any_variable(&is_bound));
        let bound = self.bound.iter().map(|_| Dim::named(&taken.fresh("e"))).collect();
        let exists =
            (!inside.is_empty()).then(|| Formula::Exists(bound, Box::new(Formula::and(inside))));
        let range = Tuple { name: range.name.clone(), dims };
        Ok(Piece {
            domain: domain.clone(),
            range,
            formula: Formula::and(outside.into_iter().chain(exists)),
        })
    }

    /// What an output is.
    fn value(&self, position: usize) -> Result<Option<Expr>, NumberError> {
        let column = self.names.columns()[0] + position;
        let is_division = self.divisions.iter().any(|(own, _)| *own == column);
        let value = self.values[position].clone().or(is_division.then(|| ColumnSum::atom(column)));
        value.map(|value| self.expr(&value)).transpose()
    }

    /// The inequalities, with the bounds of one sum together.
    fn ranges(&self) -> Result<Vec<Formula>, NumberError> {
        let mut ranges: Vec<SumRange> = Vec::new();
        for row in &self.inequalities {
            let sum = self.terms(row)?;
            let is_high = sum.terms().first().is_some_and(|(_, multiple)| *multiple < 0);
            let varying = sum.varying().times(if is_high { -1 } else { 1 })?;
            let at = ranges.iter().position(|range| range.sum == varying).unwrap_or(ranges.len());
            if at == ranges.len() {
                ranges.push(SumRange { sum: varying, low: None, high: None });
            }
            let range = &mut ranges[at];
            if is_high {
                let high = sum.constant();
                range.high = Some(range.high.map_or(high, |known| known.min(high)));
            } else {
                let low = multiply(-1, sum.constant())?;
                range.low = Some(range.low.map_or(low, |known| known.max(low)));
            }
        }
        ranges.into_iter().map(SumRange::into_formula).collect()
    }

    fn expr(&self, row: &ColumnSum) -> Result<Expr, NumberError> {
        to_expr(&self.terms(row)?)
    }

    /// The sum as multiples of variables and of divisions.
    fn terms(&self, row: &ColumnSum) -> Result<ExprSum, NumberError> {
        let mut row = row.clone();
        let mut divisions = ExprSum::default();
        for (column, Division { numerator, divisor, .. }) in self.divisions.iter().rev() {
            let multiple = row.multiple_of(column);
            if multiple == 0 {
                continue;
            }
            row = row.without(column);
            if *divisor == 1 {
                row.add_times(numerator, multiple)?;
                continue;
            }
            let (whole, rest) = numerator.divided(*divisor);
            let rest = self.expr(&rest)?;
            // d * floor(n/d) = n - n mod d
            let quotient = multiple / divisor;
            let remains = (multiple % divisor == 0)
                .then(|| row.plus_times(numerator, quotient).ok())
                .flatten()
                .filter(|remains| remains.terms().len() < row.terms().len());
            match remains {
                Some(remains) => {
                    row = remains;
                    divisions.add_term(&rest.modulo(*divisor), -quotient)?;
                }
                None => {
                    row.add_times(&whole, multiple)?;
                    divisions.add_term(&rest.floor(*divisor), multiple)?;
                }
            }
        }
        row.mapped(|&column| self.variable(column)).plus_times(&divisions, 1)
    }

    fn variable(&self, column: usize) -> Expr {
        let [outputs, parameters, locals] = self.names.columns();
        Expr::Variable(if column < outputs {
            Variable::Input(column)
        } else if column < parameters {
            Variable::Output(column - outputs)
        } else if column < locals {
            Variable::Parameter(column - parameters)
        } else {
            let place = self.bound.iter().position(|&bound| bound == column);
            Variable::Bound(place.expect("a local variable is a division or bound"))
        })
    }
}

/// The bounds of a sum without constant, whose first multiple is positive.
struct SumRange {
    sum: ExprSum,
    low: Option<i64>,
    high: Option<i64>,
}

impl SumRange {
    fn into_formula(self) -> Result<Formula, NumberError> {
        let SumRange { mut sum, low, high } = self;
        if sum.terms().is_empty() {
            let is_true = low.is_none_or(|low| low <= 0);
            return Ok(if is_true { Formula::True } else { Formula::False });
        }
        let compare = |operator, bound| {
            let (left, right) = sides(&sum, bound)?;
            Ok(Formula::compare(left, operator, right))
        };
        match (low, high) {
            (Some(low), Some(high)) if low == high => {
                sum.add_constant(multiply(-1, low)?)?;
                equation(sum)
            }
            (Some(low), Some(high)) => Ok(match high.checked_add(1) {
                Some(end) => {
                    Formula::between(Expr::Integer(low), to_expr(&sum)?, Expr::Integer(end))
                }
                None => Formula::within(low, to_expr(&sum)?, high),
            }),
            (Some(low), None) => compare(Comparator::GreaterOrEqual, low),
            (None, Some(high)) => compare(Comparator::LessOrEqual, high),
            (None, None) => Ok(Formula::True),
        }
    }
}

fn row(numbers: &[i64]) -> Result<ColumnSum, NumberError> {
    let (constant, multiples) = numbers.split_last().expect("a row ends with its constant");
    let mut row = ColumnSum::number(*constant);
    multiples
        .iter()
        .enumerate()
        .try_for_each(|(column, multiple)| row.add_term(&column, *multiple))?;
    Ok(row)
}

/// The greatest common divisor of the multiples; 1 if there are none.
fn common_divisor(row: &ColumnSum) -> i64 {
    let multiples = row.terms().iter().map(|(_, multiple)| multiple.unsigned_abs());
    let divisor = multiples.fold(0, |divisor, multiple| divisor.gcd(&multiple));
    i64::try_from(divisor).unwrap_or(1).max(1)
}

fn to_expr(sum: &ExprSum) -> Result<Expr, NumberError> {
    let terms = sum.terms().iter().map(|(expr, multiple)| expr.clone().times(*multiple));
    let terms = terms.collect::<Result<Vec<_>, _>>()?;
    Ok(Expr::sum_of_nonzero(terms.into_iter().chain([Expr::Integer(sum.constant())])))
}

/// A sum, without its constant, and a number as what is left and right of a comparison: no multiple is
/// negative.
fn sides(sum: &ExprSum, number: i64) -> Result<(Expr, Expr), NumberError> {
    let left = sum.filtered(|_, multiple| 0 < multiple);
    let mut right = sum.filtered(|_, multiple| multiple < 0).times(-1)?;
    right.add_constant(number)?;
    Ok((to_expr(&left)?, to_expr(&right)?))
}

/// `sum = 0`.
fn equation(mut sum: ExprSum) -> Result<Formula, NumberError> {
    if let Some(constant) = sum.as_constant() {
        return Ok(if constant == 0 { Formula::True } else { Formula::False });
    }
    if sum.terms().iter().all(|(_, multiple)| *multiple < 0) {
        sum = sum.times(-1)?;
    }
    let (left, right) = sides(&sum, multiply(-1, sum.constant())?)?;
    Ok(Formula::compare(left, Comparator::Equal, right))
}

fn is_bound(variable: Variable) -> bool {
    matches!(variable, Variable::Bound(_))
}

#[cfg(test)]
mod tests;
