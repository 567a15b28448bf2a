//! Regions: relations without outputs, that is sets of inputs.

use super::tree::{Dim, Formula, Piece, Tree, Tuple, Variable};
use super::{Context, Map, QuestionError, Relation, lower};
use crate::affine::{Comparison, Interval, Quantity};
use crate::ffi::isl::{Dims, IslError};

impl Relation {
    /// The region of `n_inputs` variables where all comparisons hold, as a relation without outputs.
    ///
    /// ```
    /// use layout_math::affine::{Comparison, Quantity};
    /// use layout_math::relation::Relation;
    ///
    /// let [i, j] = [Quantity::variable(0), Quantity::variable(1)];
    /// let below = Comparison::at_most(i.plus(&j)?, 3);
    /// assert_eq!(
    ///     Relation::region(2, &[Comparison::at_least(i, 0), below]).to_string(),
    ///     "{ [v0, v1] -> [] : v0 >= 0 and v0 + v1 <= 3 }"
    /// );
    /// # Ok::<(), layout_math::relation::RelationError>(())
    /// ```
    pub fn region(n_inputs: usize, comparisons: &[Comparison]) -> Relation {
        let formula = Formula::and(comparisons.iter().map(Comparison::formula));
        Relation::of_inputs(n_inputs, Vec::new(), formula)
    }

    /// The function from `n_inputs` variables to the quantities.
    pub(crate) fn of_quantities(n_inputs: usize, quantities: &[Quantity]) -> Relation {
        let values = quantities.iter().map(|quantity| Dim::value(quantity.to_expr())).collect();
        Relation::of_inputs(n_inputs, values, Formula::True)
    }

    /// The outputs where input i is `inputs[i]`, if they are quantities of the inputs.
    ///
    /// `None` if the relation has several pieces, or an output is not an expression of the inputs.
    /// The caller must ensure that the inputs are in the domain.
    ///
    /// ```
    /// use layout_math::affine::Quantity;
    /// use layout_math::relation::Relation;
    ///
    /// let layout: Relation = "{ [i, j] -> [2i + floor(j/2)] : 0 <= i < 4 }".parse()?;
    /// let c = Quantity::variable(0);
    /// let offset = layout.output_quantities(&[c.modulo(4)?, c.floor(4)?]).unwrap();
    /// assert_eq!(offset[0].named(&["c"]).to_string(), "2*(c mod 4) + floor(c/8)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn output_quantities(&self, inputs: &[Quantity]) -> Option<Vec<Quantity>> {
        let [piece] = &self.tree().pieces[..] else { return None };
        let replace = |variable: Variable| match variable {
            Variable::Input(position) => inputs.get(position).cloned(),
            _ => None,
        };
        let value = |dim: &Dim| Quantity::from_expr(dim.value.as_ref()?, &replace);
        piece.range.dims.iter().map(value).collect()
    }

    /// The relation of `n_inputs` inputs, called `v0`, `v1` and so on.
    pub(crate) fn of_inputs(n_inputs: usize, values: Vec<Dim>, formula: Formula) -> Relation {
        let inputs = (0..n_inputs).map(|position| Dim::named(&format!("v{position}")));
        let piece = Piece {
            domain: Tuple { name: None, dims: inputs.collect() },
            range: Tuple { name: None, dims: values },
            formula,
        };
        Relation::from_tree(Tree { parameters: Vec::new(), pieces: vec![piece] })
    }
}

impl Quantity {
    /// The quantity as a function of n variables, variable n + i being the output of `results[i]`,
    /// a function of these n; undefined where a result in it is.
    pub fn to_map(
        &self,
        context: &Context,
        n: usize,
        results: &[Map],
    ) -> Result<Map, QuestionError> {
        let used: Vec<usize> = self.variables().into_iter().filter(|&v| n <= v).collect();
        let of_quantity = |n: usize, quantity: &Quantity| {
            Relation::of_quantities(n, std::slice::from_ref(quantity)).to_map(context)
        };
        if used.is_empty() {
            return of_quantity(n, self);
        }
        // The variables and the results that are used, beside each other, go into the quantity.
        let all: Vec<Quantity> = (0..n).map(Quantity::variable).collect();
        let mut inputs = Relation::of_quantities(n, &all).to_map(context)?;
        for result in &used {
            let (expected, found) = (results.len(), result - n);
            let result = results.get(found).ok_or(QuestionError::LengthsDiffer {
                what: "results",
                expected,
                found,
            })?;
            inputs = inputs.beside(result)?;
        }
        let place = |variable: usize| match used.iter().position(|&known| known == variable) {
            Some(position) => n + position,
            None => variable,
        };
        inputs.then(&of_quantity(n + used.len(), &self.renamed(&place))?)
    }
}

impl Comparison {
    /// The region of `n_inputs` variables where the comparison holds.
    pub(super) fn region(&self, context: &Context, n_inputs: usize) -> Result<Map, QuestionError> {
        let relation = Relation::region(n_inputs, std::slice::from_ref(self));
        Ok(Map { map: lower::lower(context, relation.tree())? })
    }
}

impl Map {
    /// The inputs of a function for whose output `low <= output <= high`, as a region.
    pub(crate) fn where_output_is(
        &self,
        low: Option<i64>,
        high: Option<i64>,
    ) -> Result<Map, QuestionError> {
        let output = Comparison { quantity: Quantity::variable(0), low, high };
        self.then(&output.region(self.context(), 1)?)
    }

    /// The pairs (a, (b, c)) with (a, b) in this map and (a, c) in `other`: both outputs as one
    /// tuple.
    pub(crate) fn beside(&self, other: &Map) -> Result<Map, QuestionError> {
        self.begin();
        Ok(Map { map: self.map.clone().beside(other.map.clone())? })
    }

    /// The inputs that have an output, as a region.
    pub(crate) fn without_outputs(&self) -> Result<Map, QuestionError> {
        self.begin();
        Ok(Map { map: self.map.clone().without_outputs()? })
    }

    /// A map with few constraints that has the same pairs as this one among those of `known`.
    pub(crate) fn gist(&self, known: &Map) -> Result<Map, QuestionError> {
        self.begin();
        self.same_tuples(known)?;
        Ok(Map { map: self.map.clone().gist(known.map.clone())? })
    }

    /// True if the relation has no pairs. Unlike [`Map::empty`] it looks for no witness.
    pub fn is_empty(&self) -> Result<bool, QuestionError> {
        self.begin();
        Ok(self.map.is_empty()?)
    }

    /// True if all pairs are in `other`. Unlike [`Map::contained_in`] it looks for no witness.
    pub fn is_within(&self, other: &Map) -> Result<bool, QuestionError> {
        self.begin();
        self.same_tuples(other)?;
        Ok(self.map.is_subset(&other.map)?)
    }

    /// The least and the greatest value of the output `position`; each is absent where there is no
    /// such value within 64 bits. For a relation with pairs and without parameters.
    pub(crate) fn output_range(&self, position: usize) -> Result<Interval, QuestionError> {
        self.begin();
        let outputs = self.map.clone().range()?;
        let low = within_64_bits(outputs.minimum(position))?;
        self.begin();
        let high = within_64_bits(outputs.maximum(position))?;
        Ok(Interval { low: low.map(i128::from), high: high.map(i128::from) })
    }

    /// The least value of the output `position`, likewise.
    pub(super) fn least_output(&self, position: usize) -> Result<Option<i64>, QuestionError> {
        self.begin();
        within_64_bits(self.map.clone().range()?.minimum(position))
    }

    /// The greatest one.
    pub(super) fn greatest_output(&self, position: usize) -> Result<Option<i64>, QuestionError> {
        self.begin();
        within_64_bits(self.map.clone().range()?.maximum(position))
    }

    /// The number of variables of a region.
    pub(super) fn n_variables(&self) -> Result<usize, QuestionError> {
        Ok(self.map.dim(Dims::Inputs)?)
    }
}

fn within_64_bits(end: Result<Option<i64>, IslError>) -> Result<Option<i64>, QuestionError> {
    match end {
        Err(IslError::NumberTooLarge) => Ok(None),
        end => Ok(end?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(context: &Context, text: &str) -> Map {
        text.parse::<Relation>().unwrap().to_map(context).unwrap()
    }

    #[test]
    fn comparisons_are_regions() {
        let context = Context::new(100_000);
        let quantity =
            Quantity::variable(0).times(2).unwrap().plus(&Quantity::variable(1)).unwrap();
        for (low, high, text) in [
            (Some(0), Some(3), "0 <= 2*i + j < 4"),
            (Some(2), Some(2), "2*i + j = 2"),
            (Some(-1), None, "2*i + j >= -1"),
            (None, Some(0), "2*i + j < 1"),
            (None, Some(i64::MAX), "2*i + j <= 9223372036854775807"),
            (None, None, "true"),
        ] {
            let comparison = Comparison { quantity: quantity.clone(), low, high };
            assert_eq!(comparison.named(&["i", "j"]).to_string(), text);
            let region = comparison.region(&context, 2).unwrap();
            for (i, j) in [(0, 0), (0, 3), (1, 1), (1, 2), (-1, 1), (-2, 2), (1, 0), (0, -1)] {
                let point = map(&context, &format!("{{ [{i}, {j}] -> [] }}"));
                let expected = comparison.holds(&[i, j]).unwrap();
                assert_eq!(point.is_within(&region).unwrap(), expected, "{text} at {i}, {j}");
            }
        }
    }

    #[test]
    fn outputs_stand_beside_each_other() {
        let context = Context::new(100_000);
        let left = map(&context, "{ [c] -> [2c] : 0 <= c < 3 }");
        let right = map(&context, "{ [c] -> [c, -c] : 1 <= c < 4 }");
        let both = left.beside(&right).unwrap();
        assert_eq!(both.pairs(9).unwrap(), [(vec![1], vec![2, 1, -1]), (vec![2], vec![4, 2, -2])]);
        assert_eq!(both.output_range(2).unwrap(), Interval::new(-2, -1));
        let ray = map(&context, "{ [c] -> [3c] : 1 <= c }");
        assert_eq!(ray.output_range(0).unwrap(), Interval::at_least(3));
        let domain = both.without_outputs().unwrap();
        assert!(domain.equal(&map(&context, "{ [c] -> [] : 1 <= c <= 2 }")).unwrap().is_proved());
    }

    #[test]
    fn a_gist_is_the_same_where_it_matters() {
        let context = Context::new(100_000);
        let known = map(&context, "{ [i, j] -> [] : 0 <= i < 2 and 0 <= j < 2 }");
        let inside = map(&context, "{ [i, j] -> [] : 0 <= 2i + j < 2 and 0 <= i < 2 }");
        let gist = inside.gist(&known).unwrap();
        assert!(gist.intersection(&known).unwrap().is_within(&inside).unwrap());
        assert!(inside.intersection(&known).unwrap().is_within(&gist).unwrap());
        assert!(!gist.is_empty().unwrap());
        // All that is left of six comparisons.
        assert_eq!(gist.to_relation().unwrap().to_string(), "{ [i, j] -> [] : 2i + j <= 1 }");
    }

    #[test]
    fn outputs_with_parameters_are_not_quantities() {
        let outputs = |text: &str| {
            let relation: Relation = text.parse().unwrap();
            relation.output_quantities(&[Quantity::variable(3)])
        };
        assert_eq!(outputs("{ [c] -> [c] }"), Some(vec![Quantity::variable(3)]));
        assert_eq!(outputs("[N] -> { [c] -> [c + N] }"), None);
    }
}
