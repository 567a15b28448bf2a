//! Linear constraints, and formulas of them.

use std::fmt;

/// A formula of Presburger arithmetic as linear constraints, without negations, quotients and extremes.
///
/// Variables are numbered: first those that are free, then those of each quantifier, after all that are
/// visible around it. A quotient of the formula is a variable that has its definition, so
/// `floor(v0/4) = 1` is `exists v1: 0 <= v0 - 4*v1 and v0 - 4*v1 <= 3 and v1 = 1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinearFormula {
    Row(Row),
    All(Vec<LinearFormula>),
    Any(Vec<LinearFormula>),
    /// The formula holds for some values of so many more variables.
    Exists {
        count: usize,
        body: Box<LinearFormula>,
    },
    /// The formula holds for no values of so many more variables.
    Never {
        count: usize,
        body: Box<LinearFormula>,
    },
}

/// A sum of multiples of variables and a constant that is 0, or that is at least 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// The numbers of the variables, which increase, each with its factor, which is not 0.
    pub terms: Vec<(usize, i64)>,
    pub constant: i64,
    /// Whether the sum is 0; else it is at least 0.
    pub is_zero: bool,
}

/// Why a formula has no linear constraints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoLinearFormula {
    /// A number does not fit in 64 bits.
    Overflow,
    /// There are more constraints than this.
    TooLong { limit: usize },
    /// Two symbols are multiplied.
    Product,
}

impl fmt::Display for NoLinearFormula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoLinearFormula::Overflow => f.write_str("a number does not fit in 64 bits"),
            NoLinearFormula::TooLong { limit } => {
                write!(f, "there are more than {limit} constraints")
            }
            NoLinearFormula::Product => f.write_str("two symbols are multiplied"),
        }
    }
}

impl std::error::Error for NoLinearFormula {}

impl LinearFormula {
    /// What holds exactly where all members do: the one formula if it is one.
    pub(super) fn all(mut members: Vec<LinearFormula>) -> Self {
        if members.len() == 1 { members.remove(0) } else { LinearFormula::All(members) }
    }

    /// The row that the formula is, if it is one.
    pub fn as_row(&self) -> Option<&Row> {
        match self {
            LinearFormula::Row(row) => Some(row),
            _ => None,
        }
    }
}

impl Row {
    pub(super) fn constant(constant: i64) -> Self {
        Row { constant, ..Row::default() }
    }

    pub(super) fn variable(number: usize) -> Self {
        Row { terms: vec![(number, 1)], ..Row::default() }
    }

    pub(super) fn times(&self, factor: i64) -> Result<Self, NoLinearFormula> {
        let product = |value: i64| value.checked_mul(factor).ok_or(NoLinearFormula::Overflow);
        if factor == 0 {
            return Ok(Row::default());
        }
        let terms = self.terms.iter().map(|&(number, value)| Ok((number, product(value)?)));
        let terms = terms.collect::<Result<_, _>>()?;
        Ok(Row { terms, constant: product(self.constant)?, is_zero: false })
    }

    pub(super) fn plus(&self, other: &Row) -> Result<Self, NoLinearFormula> {
        let sum = |a: i64, b: i64| a.checked_add(b).ok_or(NoLinearFormula::Overflow);
        let mut terms = self.terms.clone();
        for &(number, factor) in &other.terms {
            match terms.binary_search_by_key(&number, |&(number, _)| number) {
                Ok(at) => match sum(terms[at].1, factor)? {
                    0 => _ = terms.remove(at),
                    total => terms[at].1 = total,
                },
                Err(at) => terms.insert(at, (number, factor)),
            }
        }
        Ok(Row { terms, constant: sum(self.constant, other.constant)?, is_zero: false })
    }

    pub(super) fn minus(&self, other: &Row) -> Result<Self, NoLinearFormula> {
        self.plus(&other.times(-1)?)
    }

    pub(super) fn plus_constant(&self, constant: i64) -> Result<Self, NoLinearFormula> {
        self.plus(&Row::constant(constant))
    }
}
