//! Enumeration of small relations on the tree, without isl.

use super::Relation;
use super::evaluate::EvaluationError;
use super::prepared::Prepared;
use super::question::Pairs;
use super::tree::{Expr, Formula, Piece, Variable};
use crate::affine::Interval;

impl Relation {
    /// A box that holds all inputs, `low <= input < high` for each dimension, read off the formula.
    ///
    /// None where a dimension has no constant bound that stands in the formula as such, joined by
    /// `and`. The box need not be the least.
    ///
    /// ```
    /// use layout_math::relation::Relation;
    ///
    /// let relation: Relation = "{ [i, j] -> [i + j] : 0 <= i,j < 4 and i <= 2 }".parse()?;
    /// assert_eq!(relation.input_box(), Some(vec![(0, 3), (0, 4)]));
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn input_box(&self) -> Option<Vec<(i64, i64)>> {
        let half_open = |bounds: Interval| -> Option<(i64, i64)> {
            let (low, high) = bounds.as_ends()?;
            Some((low, high.checked_add(1)?))
        };
        self.input_bounds().into_iter().map(half_open).collect()
    }

    /// Bounds of each input that can be read off the formula, as far as there are any.
    ///
    /// ```
    /// use layout_math::affine::Interval;
    /// use layout_math::relation::Relation;
    ///
    /// let relation: Relation = "{ [i, j] -> [i + j] : 0 <= i and j < 4 }".parse()?;
    /// assert_eq!(relation.input_bounds(), [Interval::at_least(0), Interval::at_most(3)]);
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn input_bounds(&self) -> Vec<Interval> {
        let n = self.n_inputs();
        let of_piece = |piece: &Piece| {
            let mut bounds = vec![Interval::ANY; n];
            for (position, dim) in piece.domain.dims.iter().enumerate() {
                if let Some(Expr::Integer(value)) = dim.value {
                    bounds[position] = Interval::of(value.into());
                }
            }
            collect(&piece.formula, &mut bounds);
            bounds
        };
        let joined = |before: Vec<Interval>, bounds: Vec<Interval>| {
            before.into_iter().zip(bounds).map(|(a, b)| a.hull(b)).collect()
        };
        let pieces = self.tree().pieces.iter().map(of_piece);
        pieces.reduce(joined).unwrap_or_else(|| vec![Interval::ANY; n])
    }

    /// All pairs, in increasing order of the inputs and then of the outputs, without isl.
    ///
    /// None if the inputs have no box that can be read off the formula, if the box has more than
    /// `limit` points, or if the relation has parameters. The cost is an evaluation for each point
    /// of the box.
    ///
    /// ```
    /// use layout_math::relation::Relation;
    ///
    /// let relation: Relation = "{ [i] -> [2i] : 0 <= i < 10 and i mod 4 = 1 }".parse()?;
    /// let pairs = relation.enumerate(100)?.expect("ten points");
    /// assert_eq!(pairs, [(vec![1], vec![2]), (vec![5], vec![10]), (vec![9], vec![18])]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn enumerate(&self, limit: usize) -> Result<Option<Pairs>, EvaluationError> {
        if self.parameters().len() > 0 {
            return Ok(None);
        }
        let Some(bounds) = self.input_box() else { return Ok(None) };
        if bounds.iter().any(|(low, high)| low >= high) {
            return Ok(Some(Vec::new()));
        }
        let size = bounds
            .iter()
            .try_fold(1i64, |size, (low, high)| size.checked_mul(high.checked_sub(*low)?));
        if !size.is_some_and(|size| usize::try_from(size).is_ok_and(|size| size <= limit)) {
            return Ok(None);
        }
        Prepared::new(self).pairs(&bounds).map(Some)
    }
}

fn collect(formula: &Formula, bounds: &mut [Interval]) {
    match formula {
        Formula::And(members) => members.iter().for_each(|member| collect(member, bounds)),
        Formula::Compare(chain) => {
            for (left, operator, right) in chain.pairs() {
                let (at, values) = match (left, right) {
                    (Expr::Variable(Variable::Input(at)), Expr::Integer(value)) => {
                        (*at, operator.numbers(*value))
                    }
                    (Expr::Integer(value), Expr::Variable(Variable::Input(at))) => {
                        (*at, operator.mirrored().numbers(*value))
                    }
                    _ => continue,
                };
                bounds[at] = bounds[at].intersection(values);
            }
        }
        Formula::Exists(_, body) => collect(body, bounds),
        Formula::False => bounds.fill(Interval::new(0, -1)),
        Formula::True | Formula::Or(_) | Formula::Not(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relation::Context;

    #[track_caller]
    fn check_box(text: &str, expected: Option<&[(i64, i64)]>) {
        let relation: Relation = text.parse().unwrap();
        assert_eq!(relation.input_box().as_deref(), expected, "{text}");
    }

    #[test]
    fn boxes_are_read_off_the_formula() {
        check_box("{ [i] -> [i] : 0 <= i < 4 }", Some(&[(0, 4)]));
        check_box("{ [i] -> [i] : 4 > i and i > -2 }", Some(&[(-1, 4)]));
        check_box("{ [i, 3] -> [i] : i = 7 }", Some(&[(7, 8), (3, 4)]));
        check_box("{ [i] -> [o] : exists (e = 2i: o = e and 0 <= i <= 5) }", Some(&[(0, 6)]));
        check_box("{ [i] -> [i] : 0 <= i < 4; [i] -> [2i] : 8 <= i < 9 }", Some(&[(0, 9)]));
        check_box("{ [i] -> [i] : false }", Some(&[(0, 0)]));
        check_box("{ [] -> [3] }", Some(&[]));
        check_box("{ [i] -> [i] : 0 <= i }", None);
        check_box("{ [i] -> [i] : 0 <= i < 4 or i = 7 }", None);
        check_box("{ [i] -> [i] : not (0 <= i < 4) }", None);
        check_box("{ [i] -> [i] : i <= 9223372036854775807 and 0 <= i }", None);
    }

    #[test]
    fn enumeration_agrees_with_isl() {
        let context = Context::new(1_000_000);
        for text in [
            "{ [c] -> [2c - 7*floor(c/4) + 6*floor(c/8)] : 0 <= c < 16 }",
            "{ [i, j] -> [i + 2j, j mod 2] : 0 <= i < 3 and -2 <= j < 2 and i != j }",
            "{ [i, j] -> [o] : o = i and 0 <= i,j < 4 and j <= i; [i, j] -> [7] : i = 1 and j = 1 }",
            "{ [] -> [3] }",
            "{ [i] -> [i] : 3 <= i < 2 }",
        ] {
            let relation: Relation = text.parse().unwrap();
            let pairs = relation.enumerate(100).unwrap().expect(text);
            assert_eq!(pairs, relation.to_map(&context).unwrap().pairs(100).unwrap(), "{text}");
        }
    }

    #[test]
    fn what_is_large_or_open_is_not_enumerated() {
        let enumerate = |text: &str| text.parse::<Relation>().unwrap().enumerate(16).unwrap();
        assert_eq!(enumerate("{ [c] -> [c] : 0 <= c < 16 }").map(|pairs| pairs.len()), Some(16));
        assert_eq!(enumerate("{ [c] -> [c] : 0 <= c < 17 }"), None);
        assert_eq!(enumerate("{ [i, j] -> [i] : 0 <= i,j < 4294967296 }"), None);
        assert_eq!(enumerate("{ [c] -> [c] }"), None);
        assert_eq!(enumerate("[N] -> { [c] -> [c] : 0 <= c < 3 }"), None);
    }
}
