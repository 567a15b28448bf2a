//! Composition by substitution, and the pairs outside of a buffer: both on the tree, without isl.

use super::tree::{Comparator, Dim, Expr, Formula, Name, Piece, Tree, Tuple, Variable, place_of};
use super::{Relation, RelationError};
use crate::affine::Symbolic;

impl Relation {
    /// The relation `c -> outer(self(c))` on the domain of `self`, with the outputs of `self` put
    /// into the expressions of `outer` in the place of its inputs.
    ///
    /// With `is_extended` the formula of `outer` is left out: its expressions are taken to hold
    /// everywhere, which for the relation of a layout is CuTe's promotion. Otherwise the result is
    /// the composition of relations.
    ///
    /// `None` if a relation is not one piece whose outputs are all expressions of its inputs (isl
    /// composes those, see [`Map::then`](super::Map::then)), or the numbers of dimensions differ.
    ///
    /// ```
    /// use layout_math::relation::Relation;
    ///
    /// let steps: Relation = "{ [c] -> [3c] : 0 <= c < 6 }".parse()?;
    /// let outer: Relation = "{ [c] -> [2c - 5*floor(c/4)] : 0 <= c < 12 }".parse()?;
    /// assert_eq!(
    ///     steps.substituted_into(&outer, true).unwrap().to_string(),
    ///     "{ [c] -> [6c - 5*floor((3c)/4)] : 0 <= c < 6 }"
    /// );
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn substituted_into(&self, outer: &Relation, is_extended: bool) -> Option<Relation> {
        let ([inner_piece], [outer_piece]) = (&*self.tree().pieces, &*outer.tree().pieces) else {
            return None;
        };
        let inner_values = explicit_values(inner_piece)?;
        let outer_values = explicit_values(outer_piece)?;
        if inner_values.len() != outer_piece.domain.dims.len() {
            return None;
        }
        let is_taken =
            |name: &Name| inner_piece.domain.dims.iter().any(|dim| dim.name.as_ref() == Some(name));
        if outer.tree().parameters.iter().any(is_taken) {
            return None;
        }
        let mut parameters = self.tree().parameters.clone();
        let places: Vec<usize> =
            outer.tree().parameters.iter().map(|name| place_of(&mut parameters, name)).collect();
        let replace = |variable: Variable| match variable {
            Variable::Parameter(position) => Some(Expr::parameter(places[position])),
            Variable::Input(position) => Some((*inner_values.get(position)?).clone()),
            Variable::Output(_) | Variable::Bound(_) => None,
        };
        let values: Option<Vec<Dim>> =
            outer_values.iter().map(|value| value.replaced(&replace).map(Dim::value)).collect();
        let mut formulas = vec![inner_piece.formula.clone()];
        if !is_extended {
            formulas.push(outer_piece.formula.replaced(&replace)?);
        }
        formulas.retain(|formula| *formula != Formula::True);
        let piece = Piece {
            domain: inner_piece.domain.clone(),
            range: Tuple { name: None, dims: values? },
            formula: Formula::and(formulas),
        };
        Some(Relation::from_tree(Tree { parameters, pieces: vec![piece] }))
    }

    /// The relation without parameters whose first inputs are what the parameters were.
    ///
    /// ```
    /// use layout_math::relation::Relation;
    ///
    /// let rows: Relation = "[M] -> { [c] -> [2c + M] : 0 <= c < M }".parse()?;
    /// assert_eq!(
    ///     rows.with_parameters_as_inputs().to_string(),
    ///     "{ [M, c] -> [2c + M] : 0 <= c < M }"
    /// );
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn with_parameters_as_inputs(&self) -> Relation {
        let n = self.parameters().len();
        if n == 0 {
            return self.clone();
        }
        let rename = |variable| match variable {
            Variable::Parameter(position) => Variable::Input(position),
            Variable::Input(position) => Variable::Input(position + n),
            other => other,
        };
        let piece = |piece: &Piece| {
            let mut piece = piece.clone().renamed(&rename);
            let inputs = self.tree().parameters.iter().map(|name| Dim::named(name));
            piece.domain.dims.splice(..0, inputs);
            piece
        };
        let pieces = self.tree().pieces.iter().map(piece).collect();
        Relation::from_tree(Tree { parameters: Vec::new(), pieces })
    }

    /// The pairs whose first output is below 0 or, if there is a size, at least that.
    ///
    /// It is empty exactly if the first output stays in `[0, size)`, or is never below 0.
    pub(crate) fn outside(&self, size: Option<&Symbolic>) -> Result<Relation, RelationError> {
        let mut tree = self.tree().clone();
        let mut outside =
            vec![Formula::compare(Expr::output(0), Comparator::Less, Expr::Integer(0))];
        if let Some(size) = size {
            let mut terms = Vec::new();
            for (name, coefficient) in size.terms() {
                let place = place_of(&mut tree.parameters, name);
                terms.push(Expr::parameter(place).times(*coefficient)?);
            }
            terms.push(Expr::Integer(size.constant()));
            let size = Expr::sum_of_nonzero(terms);
            outside.push(Formula::compare(Expr::output(0), Comparator::GreaterOrEqual, size));
        }
        let outside = Formula::or(outside);
        for piece in &mut tree.pieces {
            piece.formula = Formula::and([piece.formula.clone(), outside.clone()]);
        }
        Ok(Relation::from_tree(tree))
    }
}

/// The outputs as expressions of inputs and parameters; `None` if one is not, or if the formula
/// says more about the outputs.
fn explicit_values(piece: &Piece) -> Option<Vec<&Expr>> {
    let is_output = |variable| matches!(variable, Variable::Output(_));
    if piece.formula.any_variable(&is_output)
        || piece.domain.dims.iter().any(|dim| dim.value.is_some())
    {
        return None;
    }
    piece
        .range
        .dims
        .iter()
        .map(|dim| dim.value.as_ref().filter(|value| !value.any_variable(&is_output)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_replaced_is_not_substituted() {
        let of = |inner: &str, outer: &str| {
            let [inner, outer] = [inner, outer].map(|text| text.parse::<Relation>().unwrap());
            inner.substituted_into(&outer, false).map(|relation| relation.to_string())
        };
        let plus = "[N] -> { [c] -> [c + N] }";
        assert_eq!(of("{ [i] -> [2i] }", plus).unwrap(), "[N] -> { [i] -> [2i + N] }");
        // N would be two things.
        assert_eq!(of("{ [N] -> [2N] }", plus), None);
        // Two outputs for one input.
        assert_eq!(of("{ [i] -> [i, i] }", plus), None);
    }
}
