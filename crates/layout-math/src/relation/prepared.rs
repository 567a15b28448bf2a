//! Relations made ready for a look at many inputs.

use smallvec::SmallVec;

use super::evaluate::EvaluationError;
use super::straight_line::{InputSet, Registers, StraightLine};
use super::{Pairs, Relation};

/// A relation that is evaluated at many inputs: as code where it has one and the numbers fit, else on its
/// tree, with the same answers.
pub(crate) struct Prepared<'a> {
    relation: &'a Relation,
    code: Option<StraightLine>,
}

impl<'a> Prepared<'a> {
    /// Costs about as much as an evaluation.
    pub fn new(relation: &'a Relation) -> Self {
        Prepared { relation, code: StraightLine::new(relation) }
    }

    /// True if every piece says its outputs, and its bound variables, as expressions of the inputs.
    pub fn has_code(&self) -> bool {
        self.code.is_some()
    }

    /// How many steps of a walk an evaluation costs, as [`Relation::evaluation_cost`]: code costs less than the
    /// text that it is of.
    pub fn evaluation_cost(&self) -> i64 {
        match &self.code {
            Some(code) => (code.n_steps() as i64 / 32).max(1),
            None => self.relation.evaluation_cost(),
        }
    }

    /// As [`Relation::breakpoints`].
    pub fn breakpoints(&self) -> Vec<i64> {
        self.relation.breakpoints()
    }

    /// As [`Relation::evaluate`] without parameters.
    pub fn values(&self, input: &[i64]) -> Result<Vec<Vec<i64>>, EvaluationError> {
        let code = self.code.as_ref().filter(|_| input.len() == self.relation.n_inputs());
        let inputs: SmallVec<[[i64; 1]; 4]> = input.iter().map(|&input| [input]).collect();
        let mut registers = Registers::new();
        let Some(code) = code.filter(|code| code.run(&inputs, &mut registers)) else {
            return self.relation.evaluate(&[], input);
        };
        let inside = code.images(&registers).filter(|(inputs, _)| inputs.contains(0));
        let mut images: Vec<Vec<i64>> =
            inside.map(|(_, outputs)| outputs.map(|[output]| *output).collect()).collect();
        images.sort_unstable();
        images.dedup();
        Ok(images)
    }

    /// The output at each of `N` inputs, of which there is a part for each dimension, if there is no other at any
    /// of them and all are one number. `None` says nothing: there may be none or several, or one is not found.
    pub fn numbers<const N: usize>(&self, inputs: &[[i64; N]]) -> Option<[i64; N]> {
        let code = self.code.as_ref()?;
        let mut registers = Registers::new();
        if !code.run(inputs, &mut registers) {
            return None;
        }
        let (mut numbers, mut found) = ([0; N], InputSet::NONE);
        for (inputs, mut outputs) in code.images(&registers) {
            let (Some(output), None) = (outputs.next(), outputs.next()) else { return None };
            if inputs.and(found) != InputSet::NONE {
                return None;
            }
            found = found.or(inputs);
            for (at, (number, output)) in numbers.iter_mut().zip(output).enumerate() {
                if inputs.contains(at) {
                    *number = *output;
                }
            }
        }
        (found == InputSet::all(N)).then_some(numbers)
    }

    /// All pairs with an input in a box that is not empty, `low <= input < high` for each dimension, in
    /// increasing order.
    pub fn pairs(&self, bounds: &[(i64, i64)]) -> Result<Pairs, EvaluationError> {
        let mut pairs = Vec::new();
        let mut input: Vec<i64> = bounds.iter().map(|(low, _)| *low).collect();
        loop {
            for output in self.values(&input)? {
                pairs.push((input.clone(), output));
            }
            // The next point in lexicographic order: the last dimension is the fastest.
            let Some(position) = (0..bounds.len()).rev().find(|&at| input[at] + 1 < bounds[at].1)
            else {
                return Ok(pairs);
            };
            input[position] += 1;
            for at in position + 1..bounds.len() {
                input[at] = bounds[at].0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values by code and on the tree, at all inputs of a box, are the same.
    #[track_caller]
    fn check(text: &str, has_code: bool) {
        let relation: Relation = text.parse().unwrap();
        let prepared = Prepared::new(&relation);
        assert_eq!(prepared.code.is_some(), has_code, "{text}");
        let ends = [-7, -1, 0, 1, 2, 5, 6, 12, 63, 64, 1 << 31, i64::MIN, i64::MAX];
        let mut inputs: Vec<Vec<i64>> = vec![Vec::new()];
        for _ in 0..relation.n_inputs() {
            let with = |input: &Vec<i64>| ends.map(|end| [&input[..], &[end]].concat());
            inputs = inputs.iter().flat_map(with).collect();
        }
        for input in &inputs {
            let expected = relation.evaluate(&[], input);
            assert_eq!(prepared.values(input), expected, "{text} at {input:?}");
            if let Some(number) = numbers(&prepared, [input]) {
                assert_eq!(expected, Ok(vec![number.to_vec()]), "{text} at {input:?}");
            }
        }
        // Those of several inputs are those of each, if each has one.
        for several in inputs.windows(3) {
            let [first, second, third] = several else { unreachable!() };
            let each: Option<Vec<i64>> =
                several.iter().map(|input| Some(numbers(&prepared, [input])?[0])).collect();
            let found = numbers(&prepared, [first, second, third]).map(Vec::from);
            assert_eq!(found, each, "{text} at {several:?}");
        }
    }

    fn numbers<const N: usize>(
        prepared: &Prepared<'_>,
        inputs: [&Vec<i64>; N],
    ) -> Option<[i64; N]> {
        let part = |at: usize| inputs.map(|input| input[at]);
        prepared.numbers(&(0..inputs[0].len()).map(part).collect::<Vec<_>>())
    }

    #[test]
    fn code_and_tree_agree() {
        for text in [
            "{ [c] -> [2c - 7*floor(c/4) + 6*floor(c/8)] : 0 <= c < 16 }",
            "{ [c] -> [c mod 3 + ceil(c/5) - 4*(c mod 8) + ceil((c)/4)] : not (3 <= c < 6) }",
            "{ [i, j] -> [min(i, j, 3), max(2i, 0)] : i != j and (i < 2 or j = 5) }",
            "{ [i, 2i] -> [o] : o = i + 1 and o < 5 }",
            "{ [i] -> [o, p] : o = p + 1 and p = 2i and o = 5 }",
            "{ [i] -> [o = 2i, o + 1] : o >= i }",
            "{ [i] -> [o] : exists (e = 2i, f = e + 1: o = f and 0 <= e,f <= 5) }",
            "{ [i] -> [i] : i < 3; [i] -> [2i] : i = 0 or i = 1; [i] -> [7] : 1 = 2 }",
            "{ [] -> [3] }",
            "{ [c] -> [] : c >= 1 }",
            "{ [c] -> [4611686018427387904c] : c < 9 }",
            "{ [c] -> [c + 9223372036854775807 - c] }",
            "{ [c] -> [c mod 9223372036854775807 + floor(c/9223372036854775807)] }",
            "{ [c] -> [o] : c = o and -c <= o }",
        ] {
            check(text, true);
        }
        for text in [
            "{ [i] -> [o] : 2o = i }",
            "{ [i] -> [i] : exists (e: 2e = i and 0 <= e < 9) }",
            "{ [i] -> [o] : exists (e = o, f: o = e and f = i) }",
        ] {
            check(text, false);
        }
    }
}
