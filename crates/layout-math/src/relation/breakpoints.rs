//! Where the expressions of a relation of one input step.

use super::Relation;
use super::tree::{Expr, Formula};

impl Relation {
    /// The distances between the inputs at which quotients and remainders of them step, and the bounds that
    /// stand in comparisons: the weights of its digits, in no order.
    ///
    /// A quotient of a sum counts for each of its terms: that of `2c + floor(c/3)` by 8 steps after 4 and
    /// after 24.
    pub(crate) fn breakpoints(&self) -> Vec<i64> {
        let mut found = Vec::new();
        for piece in &self.tree().pieces {
            let dims = piece.domain.dims.iter().chain(&piece.range.dims);
            let values = dims.filter_map(|dim| dim.value.as_ref());
            values.for_each(|value| in_expr(value, 1, &mut found));
            in_formula(&piece.formula, &mut found);
        }
        found
    }
}

/// The steps of an expression that is divided by a number.
fn in_expr(expr: &Expr, divisor: i64, found: &mut Vec<i64>) {
    match expr {
        Expr::Integer(_) => {}
        Expr::Variable(_) => found.push(divisor),
        Expr::Multiply(factor, inner) => {
            let factor = i64::try_from(factor.unsigned_abs()).unwrap_or(i64::MAX).max(1);
            in_expr(inner, divisor.div_euclid(factor).max(1), found);
        }
        Expr::Floor(inner, own) | Expr::Ceil(inner, own) | Expr::Modulo(inner, own) => {
            in_expr(inner, divisor.saturating_mul(*own), found);
        }
        Expr::Sum(members) | Expr::Minimum(members) | Expr::Maximum(members) => {
            members.iter().for_each(|member| in_expr(member, divisor, found));
        }
    }
}

fn in_formula(formula: &Formula, found: &mut Vec<i64>) {
    match formula {
        Formula::True | Formula::False => {}
        Formula::Compare(chain) => {
            for expr in chain.lists.iter().flatten() {
                match expr {
                    Expr::Integer(bound) => found.push(*bound),
                    _ => in_expr(expr, 1, found),
                }
            }
        }
        Formula::And(members) | Formula::Or(members) => {
            members.iter().for_each(|member| in_formula(member, found));
        }
        Formula::Not(inner) => in_formula(inner, found),
        Formula::Exists(dims, body) => {
            let values = dims.iter().filter_map(|dim| dim.value.as_ref());
            values.for_each(|value| in_expr(value, 1, found));
            in_formula(body, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_count_in_steps_of_the_input() {
        let of = |text: &str| {
            let mut found = text.parse::<Relation>().unwrap().breakpoints();
            found.sort_unstable();
            found.dedup();
            found
        };
        assert_eq!(of("{ [c] -> [2c - 7*floor(c/4) + c mod 8] : 0 <= c < 16 }"), [0, 1, 4, 8, 16]);
        assert_eq!(of("{ [c] -> [floor((2c + floor(c/3))/8)] }"), [4, 24]);
        assert_eq!(of("{ [c] -> [o] : exists (e = floor(c/5): o = 3e and not e = 9) }"), [1, 5, 9]);
        assert_eq!(of("{ [c] -> [floor((9c)/4)] : floor(c/7) <= 3 or c = 2 }"), [1, 2, 3, 7]);
    }
}
