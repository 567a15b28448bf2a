//! A piece of a relation as comparisons, and its variables as digits.

use crate::affine::Interval;
use crate::relation::tree::{Comparator, Expr, Formula, Piece, Variable};

/// Who a variable is: inputs first, then outputs, then bound variables, each binder's its own.
pub(super) type Id = usize;

/// One side of a comparison.
pub(super) enum ComparedSide<'a> {
    Variable(Id),
    Expr(&'a Expr),
}

pub(super) struct Constraint<'a> {
    pub left: ComparedSide<'a>,
    pub operator: Comparator,
    pub right: ComparedSide<'a>,
    /// The bound variables that are visible, by position.
    pub scope: Vec<Id>,
}

/// A piece as a list of comparisons that hold together.
pub(super) struct System<'a> {
    pub n_inputs: usize,
    pub n_outputs: usize,
    pub n_variables: usize,
    pub constraints: Vec<Constraint<'a>>,
}

impl<'a> System<'a> {
    pub fn new(piece: &'a Piece) -> Option<Self> {
        let (n_inputs, n_outputs) = (piece.domain.dims.len(), piece.range.dims.len());
        let n_variables = n_inputs + n_outputs;
        let mut system = System { n_inputs, n_outputs, n_variables, constraints: Vec::new() };
        for (id, dim) in piece.domain.dims.iter().chain(&piece.range.dims).enumerate() {
            if let Some(value) = &dim.value {
                system.equation(id, value, &[]);
            }
        }
        system.collect(&piece.formula, &mut Vec::new())?;
        Some(system)
    }

    fn equation(&mut self, id: Id, value: &'a Expr, scope: &[Id]) {
        self.constraints.push(Constraint {
            left: ComparedSide::Variable(id),
            operator: Comparator::Equal,
            right: ComparedSide::Expr(value),
            scope: scope.to_vec(),
        });
    }

    fn collect(&mut self, formula: &'a Formula, scope: &mut Vec<Id>) -> Option<()> {
        match formula {
            Formula::True => Some(()),
            Formula::And(members) => members.iter().try_for_each(|m| self.collect(m, scope)),
            Formula::Compare(chain) => {
                for (left, operator, right) in chain.pairs() {
                    let (left, right) = (ComparedSide::Expr(left), ComparedSide::Expr(right));
                    let scope = scope.clone();
                    self.constraints.push(Constraint { left, operator, right, scope });
                }
                Some(())
            }
            Formula::Exists(dims, body) => {
                let outside = scope.len();
                for dim in dims {
                    if let Some(value) = &dim.value {
                        self.equation(self.n_variables, value, scope);
                    }
                    scope.push(self.n_variables);
                    self.n_variables += 1;
                }
                let done = self.collect(body, scope);
                scope.truncate(outside);
                done
            }
            Formula::False | Formula::Or(_) | Formula::Not(_) => None,
        }
    }

    pub fn id(&self, variable: Variable, scope: &[Id]) -> Option<Id> {
        match variable {
            Variable::Parameter(_) => None,
            Variable::Input(position) => Some(position),
            Variable::Output(position) => Some(self.n_inputs + position),
            Variable::Bound(position) => scope.get(position).copied(),
        }
    }

    /// The variable, if the side is one and nothing else.
    fn lone(&self, side: &ComparedSide, scope: &[Id]) -> Option<Id> {
        match side {
            ComparedSide::Variable(id) => Some(*id),
            ComparedSide::Expr(Expr::Variable(variable)) => self.id(*variable, scope),
            ComparedSide::Expr(_) => None,
        }
    }

    /// The bounds of each variable that stand in the constraints.
    pub fn ranges(&self) -> Vec<Interval> {
        let mut ranges = vec![Interval::ANY; self.n_variables];
        for Constraint { left, operator, right, scope } in &self.constraints {
            let number = |side: &ComparedSide| match side {
                ComparedSide::Expr(Expr::Integer(value)) => Some(*value),
                _ => None,
            };
            let (id, operator, value) = match (self.lone(left, scope), number(right)) {
                (Some(id), Some(value)) => (id, *operator, value),
                _ => match (self.lone(right, scope), number(left)) {
                    (Some(id), Some(value)) => (id, operator.mirrored(), value),
                    _ => continue,
                },
            };
            ranges[id] = ranges[id].intersection(operator.numbers(value));
        }
        ranges
    }
}

impl System<'_> {
    /// The digits of a variable in [0, extent) that the divisions of it by itself ask for, if each of
    /// their divisors divides the next: the order of the cuts does not matter then. One digit otherwise.
    pub fn cuts_of(&self, id: Id, extent: i64) -> Vec<i64> {
        let mut divisors = Vec::new();
        for Constraint { left, right, scope, .. } in &self.constraints {
            for side in [left, right] {
                if let ComparedSide::Expr(expr) = side {
                    self.add_divisors(expr, scope, id, &mut divisors);
                }
            }
        }
        divisors.retain(|&divisor| 1 < divisor && divisor < extent);
        divisors.sort_unstable();
        divisors.dedup();
        divisors.push(extent);
        if divisors.windows(2).any(|pair| pair[1] % pair[0] != 0) {
            return vec![extent];
        }
        let mut weight = 1;
        let digit = |&end: &i64| end / std::mem::replace(&mut weight, end);
        divisors.iter().map(digit).collect()
    }

    /// Adds the divisors by which a variable is divided in an expression.
    fn add_divisors(&self, expr: &Expr, scope: &[Id], id: Id, divisors: &mut Vec<i64>) {
        match expr {
            Expr::Integer(_) | Expr::Variable(_) => {}
            Expr::Multiply(_, inner) => self.add_divisors(inner, scope, id, divisors),
            Expr::Floor(inner, divisor)
            | Expr::Ceil(inner, divisor)
            | Expr::Modulo(inner, divisor) => match &**inner {
                Expr::Variable(variable) if self.id(*variable, scope) == Some(id) => {
                    divisors.push(*divisor);
                }
                inner => self.add_divisors(inner, scope, id, divisors),
            },
            Expr::Sum(members) | Expr::Minimum(members) | Expr::Maximum(members) => {
                members.iter().for_each(|member| self.add_divisors(member, scope, id, divisors));
            }
        }
    }
}

/// A variable that is `low` plus the number that its digits write, fastest first.
pub(super) struct Cut {
    pub id: Id,
    pub low: i64,
    pub extents: Vec<i64>,
}
