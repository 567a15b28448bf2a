//! Formulas with a variable that is bound by `exists` and has no value of its own: the values that it may
//! have are tried if they are few.

use std::ops::RangeInclusive;

use super::evaluate::{EvaluationError, Point};
use super::tree::{Comparator, Expr, Formula, Variable};
use crate::affine::Interval;

impl Point<'_> {
    /// The truth of a formula for some values of the bound variables from a place on, those that have no
    /// value yet; none where that is not found.
    pub(super) fn truth_for_some(
        &mut self,
        from: usize,
        formula: &Formula,
    ) -> Result<Option<bool>, EvaluationError> {
        let found = self.truth(formula)?;
        if found.is_some() {
            return Ok(found);
        }
        let Some((at, values)) = self.few_values(from, formula) else { return Ok(None) };
        let before = self.most;
        self.most /= (values.end() - values.start() + 1).max(1);
        let truth = self.truth_for_one_of(at, values, from, formula);
        self.bound[at] = None;
        self.most = before;
        truth
    }

    /// The same with the values of one variable.
    fn truth_for_one_of(
        &mut self,
        variable: usize,
        values: RangeInclusive<i128>,
        from: usize,
        formula: &Formula,
    ) -> Result<Option<bool>, EvaluationError> {
        let mut truth = Some(false);
        for value in values {
            self.bound[variable] = Some(value);
            match self.truth_for_some(from, formula)? {
                Some(true) => return Ok(Some(true)),
                Some(false) => {}
                None => truth = None,
            }
        }
        Ok(truth)
    }

    /// The first variable from a place on that has few values, and these.
    fn few_values(
        &mut self,
        from: usize,
        formula: &Formula,
    ) -> Option<(usize, RangeInclusive<i128>)> {
        (from..self.bound.len()).find_map(|at| {
            if self.bound[at].is_some() {
                return None;
            }
            let Interval { low, high } = self.range_of(at, formula);
            let (low, high) = low.zip(high)?;
            (high < low.saturating_add(self.most)).then_some((at, low..=high))
        })
    }

    /// The least and the greatest value that a bound variable may have, where the formula says so of it
    /// alone. No value is in a range that ends before it begins.
    fn range_of(&mut self, variable: usize, formula: &Formula) -> Interval {
        let mut ends = Interval::ANY;
        let members = match formula {
            Formula::And(members) => &members[..],
            other => std::slice::from_ref(other),
        };
        for member in members {
            let Formula::Compare(chain) = member else { continue };
            for (left, comparison, right) in chain.pairs() {
                ends = ends.intersection(self.ends_by(variable, left, comparison, right));
            }
        }
        ends
    }

    /// The ends of a variable in `left comparison right`, if nothing else in it is without a value.
    fn ends_by(
        &mut self,
        variable: usize,
        left: &Expr,
        comparison: Comparator,
        right: &Expr,
    ) -> Interval {
        let coefficient = |expr| coefficient(expr, variable).map(i128::from);
        let slope = match (coefficient(left), coefficient(right)) {
            (Some(left), Some(right)) => left - right,
            _ => 0_i128,
        };
        self.bound[variable] = Some(0);
        let constant = match (self.value(left), self.value(right)) {
            (Ok(Some(left)), Ok(Some(right))) => left.checked_sub(right),
            _ => None,
        };
        self.bound[variable] = None;
        let Some(constant) = constant.filter(|_| slope != 0) else { return Interval::ANY };
        // constant + slope * variable is compared with 0.
        comparison.numbers(-constant).over_factor(slope)
    }
}

/// How often a bound variable is in an expression; `None` if not as a summand.
fn coefficient(expr: &Expr, variable: usize) -> Option<i64> {
    match expr {
        Expr::Variable(Variable::Bound(own)) if *own == variable => Some(1),
        Expr::Multiply(factor, inner) => coefficient(inner, variable)?.checked_mul(*factor),
        Expr::Sum(terms) => {
            terms.iter().try_fold(0_i64, |sum, term| sum.checked_add(coefficient(term, variable)?))
        }
        other => (!other.any_variable(&|own| own == Variable::Bound(variable))).then_some(0),
    }
}

#[cfg(test)]
mod tests {
    use crate::relation::{EvaluationError, Relation};

    fn pairs(formula: &str) -> Option<Vec<i64>> {
        let relation: Relation =
            format!("{{ [i] -> [i] : -3 <= i < 8 and {formula} }}").parse().unwrap();
        let pairs = relation.enumerate(1 << 10).ok()??;
        Some(pairs.into_iter().map(|(input, _)| input[0]).collect())
    }

    #[test]
    fn few_values_are_tried() {
        for (formula, inputs) in [
            ("exists (e: -4 <= e <= 12 and i = 2e)", &[-2, 0, 2, 4, 6][..]),
            ("exists (e: i = 3e)", &[-3, 0, 3, 6]),
            ("exists (e: 2e = 3i)", &[-2, 0, 2, 4, 6]),
            ("exists (e: i = 1 - 4e)", &[-3, 1, 5]),
            ("exists (e: 3e < i and i < 3e + 2)", &[-2, 1, 4, 7]),
            ("exists (e: 5 >= e and e > 3 and i >= e)", &[4, 5, 6, 7]),
            ("exists (e, f: 0 <= e < 2 and 0 <= f < 2 and i = 2e - 3f)", &[-3, -1, 0, 2]),
            ("exists (e: e mod 2 = 1 and e = i)", &[-3, -1, 1, 3, 5, 7]),
            ("exists (e: 0 <= e <= 2 and exists (f: e <= f <= e + 1 and i = 2f))", &[0, 2, 4, 6]),
            ("not (exists (e: i = 2e))", &[-3, -1, 1, 3, 5, 7]),
            ("exists (e: 3 <= e <= 2 and i >= e)", &[]),
            ("exists (e: 0 <= 2e <= 1 and i = 5e)", &[0]),
            ("exists (a = floor(i/2), b: 0 <= b <= 1 and a = 2b)", &[0, 1, 4, 5]),
            ("exists (a: 0 <= a <= 1 and exists (b = 2a: b = i))", &[0, 2]),
            ("exists (e: 0 <= e <= 2 and (i = e or i = 3 + e))", &[0, 1, 2, 3, 4, 5]),
        ] {
            assert_eq!(pairs(formula).as_deref(), Some(inputs), "{formula}");
        }
    }

    /// The definition is of an output that is not known.
    #[test]
    fn a_defined_variable_is_not_tried() {
        let relation: Relation =
            "{ [i] -> [o] : 0 <= i < 2 and 0 <= o < 4 and not (exists (e = floor(o/2): 0 <= e <= 1 and e = 0)) }"
                .parse()
                .unwrap();
        assert_eq!(relation.evaluate(&[], &[0]), Err(EvaluationError::NotExplicit));
    }

    #[test]
    fn many_values_are_left_to_isl() {
        for formula in [
            "exists (e: 0 <= e <= 99 and e mod 7 = i)",
            "exists (e: e >= i and e mod 2 = 1)",
            "exists (e: i = e mod 3)",
            "exists (e, f: i = 2e + 3f)",
            "exists (a, b = 2a: 0 <= a <= 1 and b = i)",
            "exists (a: 0 <= a <= 1 and exists (b, c = a + b: c = i and 0 <= b <= 1))",
            "exists (e, f: 0 <= e < 32 and 0 <= f < 32 and i = e mod 7 + f mod 5)",
            "exists (e: 0 <= e < 32 and exists (f: 0 <= f < 32 and i = e mod 7 + f mod 5))",
        ] {
            assert_eq!(pairs(formula), None, "{formula}");
        }
    }
}
