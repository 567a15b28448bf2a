//! Formulas as linear constraints, for systems that have integers and inequalities alone.

mod formula;

pub use self::formula::{LinearFormula, NoLinearFormula, Row};
use super::tree::{Comparator, Dim, Expr, Formula, Variable};

impl LinearFormula {
    /// The constraints of a formula over so many parameters and inputs, which are numbered in this order.
    pub(crate) fn of(
        formula: &Formula,
        n_parameters: usize,
        n_inputs: usize,
        limit: usize,
    ) -> Result<Self, NoLinearFormula> {
        let mut lowering = Lowering {
            n_parameters,
            n_variables: n_parameters + n_inputs,
            bound: Vec::new(),
            named: Vec::new(),
            definitions: Vec::new(),
            rows: 0,
            limit,
        };
        lowering.scope(formula, true)
    }
}

/// What a variable that the lowering added stands for.
#[derive(Debug, PartialEq, Eq)]
enum Meaning {
    Quotient(Row, i64),
    /// The least of these sums.
    Least(Vec<Row>),
}

struct Lowering {
    n_parameters: usize,
    /// How many variables are visible.
    n_variables: usize,
    /// The numbers of the bound variables of the formula.
    bound: Vec<usize>,
    /// The variables that were added and are visible.
    named: Vec<(Meaning, usize)>,
    /// The definitions of those that were added in this scope.
    definitions: Vec<LinearFormula>,
    /// How many rows there are so far.
    rows: usize,
    limit: usize,
}

/// A member of a conjunction.
enum Member<'a> {
    Compare(&'a Expr, Comparator, &'a Expr),
    Other(&'a Formula, bool),
}

/// Takes a formula, or its negation, apart into members that hold together.
fn split<'a>(formula: &'a Formula, holds: bool, members: &mut Vec<Member<'a>>) {
    match (formula, holds) {
        (Formula::True, true) | (Formula::False, false) => {}
        (Formula::Compare(chain), true) => members.extend(
            chain.pairs().map(|(left, operator, right)| Member::Compare(left, operator, right)),
        ),
        (Formula::And(inner), true) | (Formula::Or(inner), false) => {
            inner.iter().for_each(|member| split(member, holds, members));
        }
        (Formula::Not(inner), _) => split(inner, !holds, members),
        _ => members.push(Member::Other(formula, holds)),
    }
}

impl Lowering {
    /// A formula, or its negation, with the variables that it needs defined around it.
    fn scope(&mut self, formula: &Formula, holds: bool) -> Result<LinearFormula, NoLinearFormula> {
        let mut members = Vec::new();
        split(formula, holds, &mut members);
        self.conjunction(&members)
    }

    fn conjunction(&mut self, members: &[Member]) -> Result<LinearFormula, NoLinearFormula> {
        let (n_variables, n_named) = (self.n_variables, self.named.len());
        let around = std::mem::take(&mut self.definitions);
        let mut parts = Vec::new();
        // Variables are added for comparisons, before those of the quantifiers inside.
        for member in members {
            if let Member::Compare(left, operator, right) = *member {
                parts.push(self.comparison(left, operator, right)?);
            }
        }
        for member in members {
            if let Member::Other(formula, holds) = *member {
                parts.push(self.other(formula, holds)?);
            }
        }
        let mut all = std::mem::replace(&mut self.definitions, around);
        all.extend(parts);
        let count = self.n_variables - n_variables;
        self.n_variables = n_variables;
        self.named.truncate(n_named);
        let body = LinearFormula::all(all);
        Ok(if count == 0 { body } else { LinearFormula::Exists { count, body: Box::new(body) } })
    }

    /// A formula that is not a conjunction of comparisons, or its negation.
    fn other(&mut self, formula: &Formula, holds: bool) -> Result<LinearFormula, NoLinearFormula> {
        match formula {
            Formula::True | Formula::False => Ok(LinearFormula::Any(Vec::new())),
            // It does not hold: one of its comparisons does not.
            Formula::Compare(chain) => {
                let ways = chain.pairs().map(|(left, operator, right)| {
                    self.conjunction(&[Member::Compare(left, opposite(operator), right)])
                });
                Ok(LinearFormula::Any(ways.collect::<Result<_, _>>()?))
            }
            Formula::And(members) | Formula::Or(members) => {
                let ways = members.iter().map(|member| self.scope(member, holds));
                Ok(LinearFormula::Any(ways.collect::<Result<_, _>>()?))
            }
            Formula::Not(inner) => self.scope(inner, !holds),
            Formula::Exists(dims, body) => {
                let first = self.bound.len();
                self.bound.extend((0..dims.len()).map(|at| self.n_variables + at));
                self.n_variables += dims.len();
                let body = self.scope(&with_values(dims, first, body), true);
                self.n_variables -= dims.len();
                self.bound.truncate(first);
                let (count, body) = (dims.len(), Box::new(body?));
                Ok(match holds {
                    true => LinearFormula::Exists { count, body },
                    false => LinearFormula::Never { count, body },
                })
            }
        }
    }

    fn comparison(
        &mut self,
        left: &Expr,
        operator: Comparator,
        right: &Expr,
    ) -> Result<LinearFormula, NoLinearFormula> {
        let (left, right) = (self.sum(left)?, self.sum(right)?);
        let beyond = |more: &Row, less: &Row, by: i64| more.minus(less)?.plus_constant(-by);
        match operator {
            Comparator::Less => self.row(beyond(&right, &left, 1)?),
            Comparator::LessOrEqual => self.row(beyond(&right, &left, 0)?),
            Comparator::Greater => self.row(beyond(&left, &right, 1)?),
            Comparator::GreaterOrEqual => self.row(beyond(&left, &right, 0)?),
            Comparator::Equal => self.row(Row { is_zero: true, ..left.minus(&right)? }),
            Comparator::NotEqual => {
                let ways = [beyond(&right, &left, 1)?, beyond(&left, &right, 1)?];
                let ways = ways.into_iter().map(|row| self.row(row));
                Ok(LinearFormula::Any(ways.collect::<Result<_, _>>()?))
            }
        }
    }

    fn row(&mut self, row: Row) -> Result<LinearFormula, NoLinearFormula> {
        self.rows += 1;
        if self.limit < self.rows {
            return Err(NoLinearFormula::TooLong { limit: self.limit });
        }
        Ok(LinearFormula::Row(row))
    }

    /// The value of an expression, for which variables are added.
    fn sum(&mut self, expr: &Expr) -> Result<Row, NoLinearFormula> {
        Ok(match expr {
            Expr::Integer(value) => Row::constant(*value),
            Expr::Variable(variable) => Row::variable(match *variable {
                Variable::Parameter(position) => position,
                Variable::Input(position) => self.n_parameters + position,
                Variable::Bound(position) => self.bound[position],
                Variable::Output(_) => unreachable!("a sentence has no outputs"),
            }),
            Expr::Multiply(factor, inner) => self.sum(inner)?.times(*factor)?,
            Expr::Sum(terms) => {
                terms.iter().try_fold(Row::default(), |sum, term| sum.plus(&self.sum(term)?))?
            }
            Expr::Floor(inner, divisor) => {
                let inner = self.sum(inner)?;
                self.quotient(inner, *divisor)?
            }
            Expr::Ceil(inner, divisor) => {
                let inner = self.sum(inner)?.times(-1)?;
                self.quotient(inner, *divisor)?.times(-1)?
            }
            Expr::Modulo(inner, divisor) => {
                let inner = self.sum(inner)?;
                let quotient = self.quotient(inner.clone(), *divisor)?;
                inner.minus(&quotient.times(*divisor)?)?
            }
            Expr::Minimum(operands) => {
                let operands = operands.iter().map(|it| self.sum(it)).collect::<Result<_, _>>()?;
                self.least(operands)?
            }
            Expr::Maximum(operands) => {
                let operands = operands.iter().map(|it| self.sum(it)?.times(-1));
                let operands = operands.collect::<Result<_, _>>()?;
                self.least(operands)?.times(-1)?
            }
        })
    }

    /// The greatest integer at most `sum / divisor`.
    fn quotient(&mut self, sum: Row, divisor: i64) -> Result<Row, NoLinearFormula> {
        let divides = |value: i64| value % divisor == 0;
        if divides(sum.constant) && sum.terms.iter().all(|&(_, factor)| divides(factor)) {
            let terms = sum.terms.into_iter().map(|(number, factor)| (number, factor / divisor));
            let constant = sum.constant / divisor;
            return Ok(Row { terms: terms.collect(), constant, is_zero: false });
        }
        self.variable(Meaning::Quotient(sum, divisor))
    }

    fn least(&mut self, mut operands: Vec<Row>) -> Result<Row, NoLinearFormula> {
        match operands.len() {
            1 => Ok(operands.remove(0)),
            _ => self.variable(Meaning::Least(operands)),
        }
    }

    /// The variable of this meaning, which is added if it is new.
    fn variable(&mut self, meaning: Meaning) -> Result<Row, NoLinearFormula> {
        if let Some((_, number)) = self.named.iter().find(|(known, _)| *known == meaning) {
            return Ok(Row::variable(*number));
        }
        let number = self.n_variables;
        let variable = Row::variable(number);
        self.n_variables += 1;
        match &meaning {
            Meaning::Quotient(sum, divisor) => {
                let rest = sum.minus(&variable.times(*divisor)?)?;
                let bound = rest.times(-1)?.plus_constant(divisor - 1)?;
                for row in [rest, bound] {
                    let row = self.row(row)?;
                    self.definitions.push(row);
                }
            }
            Meaning::Least(operands) => {
                let mut ways = Vec::new();
                for operand in operands {
                    let above = self.row(operand.minus(&variable)?)?;
                    self.definitions.push(above);
                    ways.push(self.row(variable.minus(operand)?)?);
                }
                self.definitions.push(LinearFormula::Any(ways));
            }
        }
        self.named.push((meaning, number));
        Ok(variable)
    }
}

/// What holds exactly where a comparison does not.
fn opposite(operator: Comparator) -> Comparator {
    match operator {
        Comparator::Less => Comparator::GreaterOrEqual,
        Comparator::LessOrEqual => Comparator::Greater,
        Comparator::Greater => Comparator::LessOrEqual,
        Comparator::GreaterOrEqual => Comparator::Less,
        Comparator::Equal => Comparator::NotEqual,
        Comparator::NotEqual => Comparator::Equal,
    }
}

/// The body of a quantifier with the equations of what it binds, the first of which has this number.
fn with_values(dims: &[Dim], first: usize, body: &Formula) -> Formula {
    let equations = dims.iter().enumerate().filter_map(|(at, dim)| {
        let value = dim.value.clone()?;
        Some(Formula::compare(Expr::bound(first + at), Comparator::Equal, value))
    });
    Formula::and(equations.chain([body.clone()]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relation::Relation;

    /// Values that hold a quotient, an extreme or a bound variable of the formulas below.
    const VALUES: std::ops::RangeInclusive<i64> = -9..=9;

    fn holds(formula: &LinearFormula, values: &mut Vec<i64>) -> bool {
        match formula {
            LinearFormula::Row(row) => {
                let sum: i64 = row.terms.iter().map(|&(at, factor)| values[at] * factor).sum();
                let sum = sum + row.constant;
                if row.is_zero { sum == 0 } else { 0 <= sum }
            }
            LinearFormula::All(members) => members.iter().all(|member| holds(member, values)),
            LinearFormula::Any(members) => members.iter().any(|member| holds(member, values)),
            LinearFormula::Exists { count, body } => some(*count, body, values),
            LinearFormula::Never { count, body } => !some(*count, body, values),
        }
    }

    fn some(count: usize, body: &LinearFormula, values: &mut Vec<i64>) -> bool {
        if count == 0 {
            return holds(body, values);
        }
        VALUES.into_iter().any(|value| {
            values.push(value);
            let holds = some(count - 1, body, values);
            values.pop();
            holds
        })
    }

    /// The formula of a relation of one piece without outputs.
    fn linear(text: &str, holds: bool) -> Result<LinearFormula, NoLinearFormula> {
        let relation: Relation = text.parse().unwrap();
        let [piece] = &relation.tree().pieces[..] else { panic!("{text}") };
        let formula = if holds {
            piece.formula.clone()
        } else {
            Formula::Not(Box::new(piece.formula.clone()))
        };
        LinearFormula::of(&formula, relation.parameters().len(), relation.n_inputs(), 100)
    }

    /// The least of one number is that number.
    #[test]
    fn an_extreme_of_one_number_is_no_variable() {
        for text in ["{ [a] -> [] : min(a) <= 2 }", "{ [a] -> [] : max(a) <= 2 }"] {
            assert_eq!(linear(text, true), linear("{ [a] -> [] : a <= 2 }", true), "{text}");
        }
    }

    #[test]
    fn constraints_hold_where_the_formula_does() {
        type Meaning = fn(i64, i64) -> bool;
        let formulas: [(&str, Meaning); 12] = [
            ("a = 2b or a < b - 1", |a, b| a == 2 * b || a < b - 1),
            ("0 <= a, b < 4 and a != b", |a, b| 0 <= a.min(b) && a.max(b) < 4 && a != b),
            ("floor(a/3) = b mod 4", |a, b| a.div_euclid(3) == b.rem_euclid(4)),
            ("ceil(a/3) >= b and (a mod 2 = 0 or floor(a/3) = 1)", |a, b| {
                -(-a).div_euclid(3) >= b && (a % 2 == 0 || a.div_euclid(3) == 1)
            }),
            ("min(a, 2b) <= 2 and max(a, b, 1) < 5", |a, b| a.min(2 * b) <= 2 && a.max(b) < 5),
            ("exists (e, f = floor(e/2): a = 2e and b <= f + 3)", |a, b| {
                a % 2 == 0 && b <= (a / 2).div_euclid(2) + 3
            }),
            ("not exists (e: a = 3e and b mod 2 = 1)", |a, b| a % 3 != 0 || b % 2 == 0),
            ("exists (e: a = 3e and not exists (g: e = 2g + b))", |a, b| {
                a % 3 == 0 && (a / 3 - b) % 2 != 0
            }),
            ("not (a < b < 3 or a = 4)", |a, b| !(a < b && b < 3 || a == 4)),
            ("false or a = b or not (not (0a > b))", |a, b| a == b || 0 > b),
            ("not true", |_, _| false),
            ("floor((2a + 4)/2) = b + 2", |a, b| a == b),
        ];
        for (formula, meaning) in formulas {
            let text = &format!("{{ [a, b] -> [] : {formula} }}");
            let (positive, negative) = (linear(text, true).unwrap(), linear(text, false).unwrap());
            let mut counts = [0; 2];
            for a in -6..=6 {
                for b in -4..=4 {
                    let expected = meaning(a, b);
                    counts[usize::from(expected)] += 1;
                    let point = &mut vec![a, b];
                    assert_eq!(holds(&positive, point), expected, "{text} at {a}, {b}");
                    assert_eq!(holds(&negative, point), !expected, "not {text} at {a}, {b}");
                }
            }
            assert!(0 < counts[0], "{text} holds everywhere");
        }
    }

    #[test]
    fn quotients_are_shared_where_they_are_visible() {
        let LinearFormula::Exists { count: 1, .. } =
            linear("{ [a] -> [] : floor(a/3) = 1 and a mod 3 = 2 }", true).unwrap()
        else {
            panic!("one quotient is enough");
        };
    }

    #[test]
    fn what_has_no_constraints() {
        let half = 1i64 << 62;
        let far = format!("{{ [a] -> [] : {half}a + {half}a >= 0 }}");
        assert_eq!(linear(&far, true), Err(NoLinearFormula::Overflow));
        let many: Vec<String> = (0..101).map(|at| format!("a != {at}")).collect();
        let many = format!("{{ [a] -> [] : {} }}", many.join(" and "));
        assert_eq!(linear(&many, false), Err(NoLinearFormula::TooLong { limit: 100 }));
        let told = [
            NoLinearFormula::Overflow,
            NoLinearFormula::TooLong { limit: 100 },
            NoLinearFormula::Product,
        ];
        assert_eq!(
            told.map(|it| it.to_string()),
            [
                "a number does not fit in 64 bits",
                "there are more than 100 constraints",
                "two symbols are multiplied"
            ]
        );
    }
}
