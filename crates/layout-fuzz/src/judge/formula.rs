//! The formulas of relations, evaluated by search.
//!
//! Every variable has a box of numbers that is written into the formula, so that a search over the box
//! is a search over everything.

use std::collections::BTreeMap;
use std::fmt;

use super::model::joined;

/// The values of names.
pub type Names = BTreeMap<String, i64>;

/// A quasi-affine expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    Number(i64),
    Name(String),
    Times(i64, Box<Expr>),
    Sum(Vec<Expr>),
    Floor(Box<Expr>, i64),
    Ceil(Box<Expr>, i64),
    Mod(Box<Expr>, i64),
    Min(Vec<Expr>),
    Max(Vec<Expr>),
}

/// A formula about integers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    True,
    /// One of `<`, `<=`, `>`, `>=`, `=`, `!=` between two expressions.
    Compare(Expr, &'static str, Expr),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Not(Box<Formula>),
    /// There is a value of the variable, in its box.
    Exists(Variable, Box<Formula>),
}

/// A variable and the least and the greatest value that it may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    pub low: i64,
    pub high: i64,
}

/// A part of an output: an expression of the inputs, or any number of a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    Value(Expr),
    Search(Variable),
}

/// `[inputs] -> [outputs] : formula`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub inputs: Vec<Variable>,
    pub outputs: Vec<Output>,
    pub formula: Formula,
}

impl Expr {
    pub fn name(name: &str) -> Self {
        Expr::Name(name.to_owned())
    }

    pub fn value(&self, names: &Names) -> i64 {
        let all = |list: &[Expr]| list.iter().map(|e| e.value(names)).collect::<Vec<i64>>();
        match self {
            Expr::Number(value) => *value,
            Expr::Name(name) => names[name],
            Expr::Times(factor, inner) => factor * inner.value(names),
            Expr::Sum(terms) => all(terms).iter().sum(),
            // Rounding goes down whatever the sign is.
            Expr::Floor(inner, divisor) => inner.value(names).div_euclid(*divisor),
            Expr::Ceil(inner, divisor) => -(-inner.value(names)).div_euclid(*divisor),
            Expr::Mod(inner, divisor) => inner.value(names).rem_euclid(*divisor),
            Expr::Min(list) => all(list).into_iter().min().unwrap(),
            Expr::Max(list) => all(list).into_iter().max().unwrap(),
        }
    }
}

impl Formula {
    pub fn holds(&self, names: &Names) -> bool {
        match self {
            Formula::True => true,
            Formula::Compare(left, operator, right) => {
                let (left, right) = (left.value(names), right.value(names));
                match *operator {
                    "<" => left < right,
                    "<=" => left <= right,
                    ">" => left > right,
                    ">=" => left >= right,
                    "=" => left == right,
                    "!=" => left != right,
                    other => panic!("{other} is not a comparison"),
                }
            }
            Formula::And(members) => members.iter().all(|member| member.holds(names)),
            Formula::Or(members) => members.iter().any(|member| member.holds(names)),
            Formula::Not(inner) => !inner.holds(names),
            Formula::Exists(variable, inner) => (variable.low..=variable.high).any(|value| {
                let mut names = names.clone();
                names.insert(variable.name.clone(), value);
                inner.holds(&names)
            }),
        }
    }
}

impl Piece {
    /// Every input with its outputs, in colexicographic order of the inputs: the leftmost is fastest.
    pub fn pairs(&self, parameters: &Names) -> Vec<(Vec<i64>, Vec<i64>)> {
        let mut pairs = Vec::new();
        for input in colexicographic(&self.inputs) {
            let mut names = parameters.clone();
            let own = self.inputs.iter().map(|variable| variable.name.clone());
            names.extend(own.zip(input.iter().copied()));
            let searched: Vec<Variable> =
                self.outputs.iter().filter_map(Output::searched).collect();
            for found in colexicographic(&searched) {
                let mut names = names.clone();
                names.extend(searched.iter().map(|v| v.name.clone()).zip(found));
                if self.formula.holds(&names) {
                    let value = |output: &Output| match output {
                        Output::Value(expr) => expr.value(&names),
                        Output::Search(variable) => names[&variable.name],
                    };
                    pairs.push((input.clone(), self.outputs.iter().map(value).collect()));
                }
            }
        }
        pairs
    }
}

impl Output {
    fn searched(&self) -> Option<Variable> {
        match self {
            Output::Value(_) => None,
            Output::Search(variable) => Some(variable.clone()),
        }
    }
}

/// All points of a box, leftmost fastest.
pub fn colexicographic(variables: &[Variable]) -> Vec<Vec<i64>> {
    let mut points = vec![Vec::new()];
    for variable in variables {
        points = (variable.low..=variable.high)
            .flat_map(|value| {
                points.iter().map(move |point: &Vec<i64>| [point.as_slice(), &[value]].concat())
            })
            .collect();
    }
    points
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Number(value) => write!(f, "{value}"),
            Expr::Name(name) => f.write_str(name),
            Expr::Times(factor, inner) => write!(f, "{factor}*({inner})"),
            Expr::Sum(terms) => write!(f, "({})", joined(terms, " + ")),
            Expr::Floor(inner, divisor) => write!(f, "floor(({inner})/{divisor})"),
            Expr::Ceil(inner, divisor) => write!(f, "ceil(({inner})/{divisor})"),
            Expr::Mod(inner, divisor) => write!(f, "(({inner}) mod {divisor})"),
            Expr::Min(list) => write!(f, "min({})", joined(list, ", ")),
            Expr::Max(list) => write!(f, "max({})", joined(list, ", ")),
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::True => f.write_str("true"),
            Formula::Compare(left, operator, right) => write!(f, "{left} {operator} {right}"),
            Formula::And(members) => write!(f, "({})", joined(members, " and ")),
            Formula::Or(members) => write!(f, "({})", joined(members, " or ")),
            Formula::Not(inner) => write!(f, "not ({inner})"),
            Formula::Exists(variable, inner) => {
                write!(f, "(exists ({}: {variable} and {inner}))", variable.name)
            }
        }
    }
}

impl fmt::Display for Variable {
    /// Its box.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} <= {} <= {}", self.low, self.name, self.high)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inputs: Vec<&String> = self.inputs.iter().map(|variable| &variable.name).collect();
        let output = |output: &Output| match output {
            Output::Value(expr) => expr.to_string(),
            Output::Search(variable) => variable.name.clone(),
        };
        let outputs: Vec<String> = self.outputs.iter().map(output).collect();
        let searched = self.outputs.iter().filter_map(Output::searched);
        let boxes: Vec<Variable> = self.inputs.iter().cloned().chain(searched).collect();
        write!(f, "[{}] -> [{}] : ", joined(&inputs, ", "), outputs.join(", "))?;
        match (boxes.is_empty(), &self.formula) {
            (true, formula) => formula.fmt(f),
            (false, Formula::True) => f.write_str(&joined(&boxes, " and ")),
            (false, formula) => write!(f, "{} and {formula}", joined(&boxes, " and ")),
        }
    }
}
