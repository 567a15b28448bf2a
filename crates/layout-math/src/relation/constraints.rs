//! A relation as linear constraints.

use super::{Map, QuestionError};

/// The pairs of points that meet linear constraints, for some integers in the place of the local
/// variables.
///
/// Each row has a coefficient for each input, output, parameter and local variable, in this order,
/// and a constant at the end: the columns of MLIR's `presburger::IntegerRelation`.
pub use crate::ffi::isl::Conjunction;

impl Map {
    /// Conjunctions of linear constraints whose union is the map.
    ///
    /// # Errors
    ///
    /// The budget runs out, or a coefficient does not fit in 64 bits.
    ///
    /// ```
    /// use layout_math::relation::{Context, Relation};
    ///
    /// let double: Relation = "{ [c] -> [2c] : 0 <= c < 8 }".parse()?;
    /// let found = double.to_map(&Context::new(100_000))?.conjunctions()?;
    /// // 2c - o = 0, c >= 0, 7 - c >= 0
    /// assert_eq!(found[0].equalities, [[-2, 1, 0]]);
    /// assert_eq!(found[0].inequalities, [[1, 0, 0], [-1, 0, 7]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn conjunctions(&self) -> Result<Vec<Conjunction>, QuestionError> {
        self.begin();
        Ok(self.map.clone().simplify()?.conjunctions()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relation::{Context, Relation};

    /// Whether there are locals in [-40, 40] with which the point meets the constraints.
    fn holds(conjunction: &Conjunction, point: &[i64]) -> bool {
        if point.len() < conjunction.n_locals + 2 {
            return (-40..=40).any(|local| holds(conjunction, &[point, &[local]].concat()));
        }
        let sum = |row: &Vec<i64>| {
            row.iter().zip(point.iter().chain([&1])).map(|(a, b)| a * b).sum::<i64>()
        };
        conjunction.equalities.iter().all(|row| sum(row) == 0)
            && conjunction.inequalities.iter().all(|row| 0 <= sum(row))
    }

    #[test]
    fn the_pairs_are_those_that_meet_the_constraints() {
        let context = Context::new(100_000);
        for text in [
            "{ [c] -> [3*floor(c/4) + c mod 4] : 0 <= c < 12 }",
            "{ [c] -> [c] : 0 <= c < 12 and c mod 3 = 1 }",
            "{ [c] -> [2c] : 0 <= c < 4; [c] -> [c + 1] : 6 <= c < 9 }",
        ] {
            let relation: Relation = text.parse().unwrap();
            let map = relation.to_map(&context).unwrap();
            let conjunctions = map.conjunctions().unwrap();
            let pairs = map.pairs(100).unwrap();
            for input in -2..14 {
                for output in -2..14 {
                    let expected = pairs.contains(&(vec![input], vec![output]));
                    let found = conjunctions.iter().any(|c| holds(c, &[input, output]));
                    assert_eq!(found, expected, "{text} at {input} -> {output}");
                }
            }
        }
    }

    /// isl's coalescing makes pairs of the first two disjuncts here, which have none.
    #[test]
    fn disjuncts_without_pairs_stay_without() {
        let relation: Relation = "[N] -> {
            [i, j] -> [2, b] : i = 2 and j = 1 and N <= 7 and 4b <= N - 4 and 8b >= N - 3;
            [i, j] -> [2, 1] : i = 2 and N <= 7 and 4j <= N - 4 and 8j >= N - 3;
            [i, j] -> [2, 1] : i = 2 and j = 2 and 8 <= N <= 11 }"
            .parse()
            .unwrap();
        let map = relation.to_map(&Context::new(100_000)).unwrap();
        let expected = "[N] -> { [i, j] -> [2, 1] : j = 2 and i = 2 and 8 <= N < 12 }";
        assert_eq!(map.to_relation().unwrap().to_string(), expected);
    }

    /// isl crashes on coalescing the seven disjuncts of this, of which one has pairs.
    #[test]
    fn disjuncts_without_pairs_are_not_coalesced() {
        let relation: Relation = "[N] -> { [i, j] -> [j - 5, 0] :
            -4*(j mod 4) > max(j, i) or (-9j != 0 and 2 < N - j) }"
            .parse()
            .unwrap();
        let map = relation.to_map(&Context::new(1_000_000)).unwrap();
        let near = map.with_inputs_in(&[(-3, 1), (-3, 1)]).unwrap();
        let expected =
            "[N] -> { [i, j] -> [j - 5, 0] : -3 <= i < 1 and -3 <= j < 0 and j <= N - 3 }";
        assert_eq!(near.to_relation().unwrap().to_string(), expected);
    }

    #[test]
    fn a_coefficient_past_64_bits_is_told() {
        let factor = 1_i64 << 62;
        let text = format!("{{ [c] -> [o] : exists (x = {factor}c: o = {factor}x) }}");
        let map = text.parse::<Relation>().unwrap().to_map(&Context::new(100_000)).unwrap();
        assert_eq!(
            map.conjunctions().unwrap_err().to_string(),
            "a number in isl's answer does not fit in 64 bits"
        );
    }
}
