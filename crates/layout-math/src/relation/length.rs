//! How much there is in a relation: what its text, and a question about it, may cost.

use num_integer::Integer;
use rustc_hash::FxHashSet;

use super::limits::{MAX_CONSTRAINTS, MAX_DIMENSIONS};
use super::tree::{Dim, Expr, Formula, Piece, Tree};
use super::{Relation, RelationError};

/// Systems up to this weight are what isl's operations are counted for.
const USUAL: u64 = 128;

/// Up to this cube of the variables, times the logarithm of the odd multiple of all divisors, the numbers in
/// a search are what isl's operations are counted for.
const USUAL_GROWN: u64 = 1 << 15;

/// In a system of a greater weight one operation of isl alone may take minutes.
const GREATEST: u64 = 1024;

impl Relation {
    /// How many steps of a walk an evaluation costs: a step looks at some 32 terms.
    pub(crate) fn evaluation_cost(&self) -> i64 {
        (self.n_terms() as i64 / 32).max(1)
    }

    /// The relation, if it is no longer than one that is read may be.
    pub(crate) fn limited(self) -> Result<Self, RelationError> {
        let (mut n_dims, mut n_comparisons) = (0, 0);
        for Piece { domain, range, formula } in &self.tree().pieces {
            let (n_bound, n) = formula.size();
            n_dims = n_dims.max(domain.dims.len() + range.dims.len() + n_bound);
            n_comparisons += 1 + n;
        }
        if MAX_DIMENSIONS < self.tree().parameters.len() + n_dims {
            return Err(RelationError::TooManyDimensions);
        }
        if MAX_CONSTRAINTS < n_comparisons {
            return Err(RelationError::TooManyConstraints);
        }
        Ok(self)
    }
}

impl Tree {
    /// How many operations of isl one operation on the relation counts for; `None` if isl is not
    /// asked about it at all.
    ///
    /// isl counts pivots of its tableaus. One takes about as long as the tableau has places, for
    /// which the square of the number of variables stands, times as long as it takes to multiply the
    /// numbers in it. A division of the formula is a variable to isl. In a search for a point the
    /// numbers grow with the variables, to multiples of all odd divisors.
    pub fn cost(&self) -> Option<u64> {
        let mut divisions = FxHashSet::default();
        let (mut variables, mut bits, mut multiple) = (0, 0, 0);
        for piece in &self.pieces {
            let dims = piece.domain.dims.iter().chain(&piece.range.dims);
            let mut of_piece = self.parameters.len();
            divisions.clear();
            for dim in dims {
                of_piece += 1;
                dim.value.iter().for_each(|value| weigh(value, &mut divisions, &mut bits));
            }
            of_piece += weigh_formula(&piece.formula, &mut divisions, &mut bits);
            variables = variables.max(of_piece + divisions.len());
            let divisors = divisions.iter().map(|(_, divisor)| *divisor);
            multiple = multiple.max(log_of_multiple(divisors));
        }
        let variables = variables as u64;
        let weight = variables * u64::from(bits.max(1));
        (weight <= GREATEST).then(|| {
            let grown = variables.pow(3) * u64::from(multiple) / USUAL_GROWN;
            (weight * weight / (USUAL * USUAL)).max(grown).max(1)
        })
    }
}

/// The binary logarithm of the greatest odd number that divides the least common multiple of divisors, at
/// most 128; of none 0. Powers of two divide each other, so that numbers do not grow.
fn log_of_multiple(divisors: impl Iterator<Item = i64>) -> u32 {
    let multiple =
        divisors.filter(|&divisor| divisor != 0).try_fold(1_u128, |multiple, divisor| {
            let divisor = u128::from(divisor.unsigned_abs() >> divisor.trailing_zeros());
            multiple.checked_mul(divisor / multiple.gcd(&divisor))
        });
    multiple.map_or(u128::BITS, u128::ilog2)
}

/// Collects the divisions of an expression and the bits of its longest factor or divisor.
fn weigh<'a>(expr: &'a Expr, divisions: &mut FxHashSet<(&'a Expr, i64)>, bits: &mut u32) {
    let number = match expr {
        Expr::Multiply(factor, _) => *factor,
        Expr::Floor(inner, divisor) | Expr::Ceil(inner, divisor) | Expr::Modulo(inner, divisor) => {
            divisions.insert((inner, *divisor));
            *divisor
        }
        // A constant stands in one column of a tableau alone.
        Expr::Integer(_)
        | Expr::Variable(_)
        | Expr::Sum(_)
        | Expr::Minimum(_)
        | Expr::Maximum(_) => 0,
    };
    *bits = (*bits).max(u64::BITS - number.unsigned_abs().leading_zeros());
    expr.children().iter().for_each(|child| weigh(child, divisions, bits));
}

/// The same for a formula; how many variables it binds.
fn weigh_formula<'a>(
    formula: &'a Formula,
    divisions: &mut FxHashSet<(&'a Expr, i64)>,
    bits: &mut u32,
) -> usize {
    match formula {
        Formula::True | Formula::False => 0,
        Formula::Compare(chain) => {
            chain.lists.iter().flatten().for_each(|expr| weigh(expr, divisions, bits));
            0
        }
        Formula::And(members) | Formula::Or(members) => {
            members.iter().map(|member| weigh_formula(member, divisions, bits)).sum()
        }
        Formula::Not(inner) => weigh_formula(inner, divisions, bits),
        Formula::Exists(dims, body) => {
            let values = dims.iter().filter_map(|dim| dim.value.as_ref());
            values.for_each(|value| weigh(value, divisions, bits));
            dims.len() + weigh_formula(body, divisions, bits)
        }
    }
}

impl Expr {
    /// How many expressions it is made of, itself among them.
    fn n_terms(&self) -> usize {
        1 + self.children().iter().map(Expr::n_terms).sum::<usize>()
    }
}

impl Formula {
    /// How many variables it binds at most at one place, and how many comparisons it has.
    fn size(&self) -> (usize, usize) {
        match self {
            Formula::True | Formula::False => (0, 1),
            Formula::Compare(chain) => (0, chain.pairs().count()),
            Formula::And(members) | Formula::Or(members) => {
                let join = |(bound, n): (usize, usize), (other, m)| (bound.max(other), n + m);
                members.iter().map(Formula::size).fold((0, 0), join)
            }
            Formula::Not(inner) => inner.size(),
            Formula::Exists(dims, body) => {
                let (bound, n) = body.size();
                (dims.len() + bound, n)
            }
        }
    }

    fn n_terms(&self) -> usize {
        match self {
            Formula::True | Formula::False => 1,
            Formula::Compare(chain) => {
                chain.operators.len()
                    + chain.lists.iter().flatten().map(Expr::n_terms).sum::<usize>()
            }
            Formula::And(members) | Formula::Or(members) => {
                members.iter().map(Formula::n_terms).sum()
            }
            Formula::Not(inner) => inner.n_terms(),
            Formula::Exists(dims, body) => {
                dims.iter().map(Dim::n_terms).sum::<usize>() + body.n_terms()
            }
        }
    }
}

impl Dim {
    fn n_terms(&self) -> usize {
        1 + self.value.as_ref().map_or(0, Expr::n_terms)
    }
}

impl Tree {
    /// How long the relation is, counted in dimensions, expressions and comparisons.
    pub fn n_terms(&self) -> usize {
        let of_piece = |piece: &Piece| {
            let dims = piece.domain.dims.iter().chain(&piece.range.dims);
            dims.map(Dim::n_terms).sum::<usize>() + piece.formula.n_terms()
        };
        self.pieces.iter().map(of_piece).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relation::Context;

    fn cost(text: &str) -> Option<u64> {
        text.parse::<Relation>().unwrap().tree().cost()
    }

    /// Two comparisons each, and one for the piece.
    #[test]
    fn what_is_put_together_is_no_longer_than_what_is_read() {
        let ranges = |n: usize| {
            let ranges = (0..n).map(|at| Formula::within(0, Expr::input(0), at as i64));
            Relation::of_inputs(1, Vec::new(), Formula::and(ranges)).limited()
        };
        assert!(ranges(MAX_CONSTRAINTS / 2 - 1).is_ok());
        let error = ranges(MAX_CONSTRAINTS / 2).unwrap_err();
        assert_eq!(error, RelationError::TooManyConstraints);
    }

    #[test]
    fn more_variables_and_longer_numbers_cost_more() {
        assert_eq!(cost("{ [c] -> [2c] : 0 <= c < 8 }"), Some(1));
        // Three variables, one of them a division that stands there twice, and numbers of 60 bits.
        let wide = "{ [c] -> [576460752303423488*(c mod 2) + floor(c/2)] : 0 <= c < 8 }";
        assert_eq!(cost(wide), Some(3 * 60 * 3 * 60 / (128 * 128)));
        let divisions: Vec<String> =
            (1..=16).map(|k| format!("{}*floor(c/{})", (1_i64 << 60) - k, 2 * k + 1)).collect();
        let wider = format!("{{ [c] -> [{}] : 0 <= c < 8 }}", divisions.join(" + "));
        assert_eq!(cost(&wider), None);
        // Numbers of one bit: what has no factor at all is as long to multiply.
        let bounds =
            |n: u32| (0..n).map(|k| format!("0 <= x{k} < M{k}")).collect::<Vec<_>>().join(" and ");
        let names =
            |n: u32, name: char| (0..n).map(|k| format!("{name}{k}")).collect::<Vec<_>>().join(",");
        let modes = |n: u32| {
            format!("[{}] -> {{ [{}] -> [x0] : {} }}", names(n, 'M'), names(n, 'x'), bounds(n))
        };
        assert_eq!(cost(&modes(250)), Some(501 * 501 / (128 * 128)));
        // Few variables whose divisors have the least multiple 232792560 = 2^4 * 14549535, below 2^28.
        let floors =
            |last: u32| (2..=last).map(|k| format!("floor(c/{k})")).collect::<Vec<_>>().join(" + ");
        let many_divisors = format!("{{ [c] -> [{}] : 0 <= c < 1099511627776 }}", floors(21));
        assert_eq!(cost(&many_divisors), Some(22_u64.pow(3) * 23 / (1 << 15)));
        assert_eq!(cost(&format!("{{ [c] -> [{}] : 0 <= c < 8 }}", floors(8))), Some(1));
        let refused = wider.parse::<Relation>().unwrap().to_map(&Context::new(50_000));
        assert_eq!(refused.unwrap_err().to_string(), "isl did not finish within 50000 operations");
    }
}
