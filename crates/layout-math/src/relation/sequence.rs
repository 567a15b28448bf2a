//! Composition with names for what goes from one relation to the next, on the tree, without isl.
//!
//! Substitution writes the inner expression once for each time that the outer one reads its input, so
//! that a chain of compositions doubles again and again. With names, the length of a composition is
//! the sum of the lengths: `{ [c] -> [o] : 0 <= c < 8 and exists (x = 3c, q = floor(x/4): o = x + q) }`.

use super::names::FreshNames;
use super::tree::{
    Chain, Comparator, Dim, Expr, Formula, Name, Piece, Tree, Tuple, Variable, place_of,
};
use super::{MAX_DIMENSIONS, Relation};

/// A piece as steps that are taken one after the other.
struct Steps {
    /// What holds of the inputs alone.
    domain: Vec<Formula>,
    /// The bound variables, each an expression of the inputs and of those before it.
    bound: Vec<Expr>,
    /// What holds of the bound variables.
    inside: Vec<Formula>,
    /// The outputs.
    values: Vec<Expr>,
}

impl Relation {
    /// The relation `c -> outer(self(c))` on the domain of `self`, as
    /// [`Relation::substituted_into`] gives it, with a name for each output of `self`.
    ///
    /// `None` if a relation is not one piece whose outputs are expressions of its inputs, or of bound
    /// variables that are such expressions; or if the numbers of dimensions differ or are too many.
    ///
    /// ```
    /// use layout_math::relation::Relation;
    ///
    /// let steps: Relation = "{ [c] -> [3c] : 0 <= c < 6 }".parse()?;
    /// let outer: Relation = "{ [c] -> [2c - 5*floor(c/4)] : 0 <= c < 12 }".parse()?;
    /// assert_eq!(
    ///     steps.followed_by(&outer, false).unwrap().to_string(),
    ///     "{ [c] -> [o] : 0 <= c < 6 and \
    ///      exists (x = 3c: 0 <= x < 12 and o = 2x - 5*floor(x/4)) }"
    /// );
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn followed_by(&self, outer: &Relation, is_extended: bool) -> Option<Relation> {
        let ([inner_piece], [outer_piece]) = (&*self.tree().pieces, &*outer.tree().pieces) else {
            return None;
        };
        let (first, second) = (Steps::of(inner_piece)?, Steps::of(outer_piece)?);
        if first.values.len() != outer_piece.domain.dims.len() {
            return None;
        }
        let mut parameters = self.tree().parameters.clone();
        let places: Vec<usize> =
            outer.tree().parameters.iter().map(|name| place_of(&mut parameters, name)).collect();
        // The inputs of the outer relation are bound variables now, after those of the inner one.
        let (begin, moved) = (first.bound.len(), first.bound.len() + first.values.len());
        let rename = |variable: Variable| match variable {
            Variable::Parameter(position) => Variable::Parameter(places[position]),
            Variable::Input(position) => Variable::Bound(begin + position),
            Variable::Bound(position) => Variable::Bound(moved + position),
            Variable::Output(_) => variable,
        };
        let mut names = FreshNames::of(&parameters, &inner_piece.domain.dims);
        let n_bound = moved + second.bound.len();
        if MAX_DIMENSIONS < names.len() + n_bound + second.values.len() {
            return None;
        }
        let outputs: Vec<Name> = second.values.iter().map(|_| names.fresh("o")).collect();
        let of_second = second.bound.into_iter().map(|expr| expr.renamed(&rename));
        let bound = first.bound.into_iter().chain(first.values).chain(of_second);
        let bound: Vec<Dim> =
            bound.map(|expr| Dim { name: Some(names.fresh("x")), value: Some(expr) }).collect();
        let of_domain = second.domain.into_iter().filter(|_| !is_extended);
        let of_second = of_domain.chain(second.inside).map(|formula| formula.renamed(&rename));
        let mut inside: Vec<Formula> = first.inside.into_iter().chain(of_second).collect();
        for (position, value) in second.values.into_iter().enumerate() {
            let (output, value) = (Expr::output(position), value.renamed(&rename));
            inside.push(Formula::compare(output, Comparator::Equal, value));
        }
        let inside: Vec<Formula> =
            inside.into_iter().map(|formula| distinct(&mut names, formula)).collect();
        let mut formulas: Vec<Formula> =
            first.domain.into_iter().map(|formula| distinct(&mut names, formula)).collect();
        formulas.push(match Formula::and(inside) {
            body if bound.is_empty() => body,
            body => Formula::Exists(bound, Box::new(body)),
        });
        let piece = Piece {
            domain: inner_piece.domain.clone(),
            range: Tuple {
                name: None,
                dims: outputs.iter().map(|name| Dim::named(name)).collect(),
            },
            formula: Formula::and(formulas),
        };
        Some(Relation::from_tree(Tree { parameters, pieces: vec![piece] }))
    }
}

impl Steps {
    fn of(piece: &Piece) -> Option<Self> {
        if piece.domain.dims.iter().any(|dim| dim.value.is_some()) {
            return None;
        }
        let mut steps =
            Steps { domain: Vec::new(), bound: Vec::new(), inside: Vec::new(), values: Vec::new() };
        let mut values: Vec<Option<Expr>> =
            piece.range.dims.iter().map(|dim| dim.value.clone()).collect();
        steps.read(&piece.formula, false, &mut values)?;
        steps.values = values.into_iter().collect::<Option<_>>()?;
        let has_output = |expr: &Expr| expr.any_variable(&is_output);
        let is_open = steps.bound.iter().chain(&steps.values).any(has_output);
        (!is_open).then_some(steps)
    }

    /// Reads a formula that has to hold, at the top or inside the one binder of variables that have
    /// values.
    fn read(
        &mut self,
        formula: &Formula,
        is_inside: bool,
        values: &mut [Option<Expr>],
    ) -> Option<()> {
        match formula {
            Formula::And(members) => {
                members.iter().try_for_each(|member| self.read(member, is_inside, values))
            }
            _ if !formula.any_variable(&is_output) => {
                let place = if is_inside { &mut self.inside } else { &mut self.domain };
                place.push(formula.clone());
                Some(())
            }
            Formula::Exists(dims, body) if !is_inside && self.bound.is_empty() => {
                for dim in dims {
                    self.bound.push(dim.value.clone()?);
                }
                self.read(body, true, values)
            }
            Formula::Compare(chain) => {
                let (position, value) = definition(chain)?;
                let known = values.get_mut(position)?;
                known.is_none().then(|| *known = Some(value.clone()))
            }
            _ => None,
        }
    }
}

fn is_output(variable: Variable) -> bool {
    matches!(variable, Variable::Output(_))
}

/// The output that an equation defines, and its value.
fn definition(chain: &Chain) -> Option<(usize, &Expr)> {
    let mut pairs = chain.pairs();
    let (Some((left, Comparator::Equal, right)), None) = (pairs.next(), pairs.next()) else {
        return None;
    };
    match (left, right) {
        (Expr::Variable(Variable::Output(position)), value)
        | (value, Expr::Variable(Variable::Output(position))) => Some((*position, value)),
        _ => None,
    }
}

/// The formula with names for its bound variables that are not taken.
fn distinct(names: &mut FreshNames, formula: Formula) -> Formula {
    let each = |members: Vec<Formula>, names: &mut FreshNames| {
        members.into_iter().map(|member| distinct(names, member)).collect()
    };
    match formula {
        Formula::And(members) => Formula::And(each(members, names)),
        Formula::Or(members) => Formula::Or(each(members, names)),
        Formula::Not(inner) => Formula::Not(Box::new(distinct(names, *inner))),
        Formula::Exists(dims, body) => {
            let named = |dim: Dim| Dim { name: dim.name.map(|name| names.fresh(&name)), ..dim };
            let dims = dims.into_iter().map(named).collect();
            Formula::Exists(dims, Box::new(distinct(names, *body)))
        }
        Formula::True | Formula::False | Formula::Compare(_) => formula,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(inner: &str, outer: &str, expected: Option<&str>) {
        let [inner, outer] = [inner, outer].map(|text| text.parse::<Relation>().unwrap());
        let Some(composed) = inner.followed_by(&outer, false) else {
            assert_eq!(expected, None, "{inner}, {outer}");
            return;
        };
        assert_eq!(Some(composed.to_string().as_str()), expected);
        assert_eq!(composed.to_string().parse::<Relation>().unwrap(), composed);
        for c in -2..20 {
            let both: Vec<Vec<i64>> = (inner.evaluate(&[("N", 3)], &[c]).unwrap().iter())
                .flat_map(|between| outer.evaluate(&[("N", 3)], between).unwrap())
                .collect();
            assert_eq!(composed.evaluate(&[("N", 3)], &[c]).unwrap(), both, "{composed} at {c}");
        }
    }

    #[test]
    fn what_goes_between_has_a_name() {
        check(
            "{ [c] -> [o] : 0 <= c < 8 and exists (x = 3c: o = x + floor(x/4)) }",
            "{ [x] -> [o] : exists (y = x + 1: y < 9 and o = y mod 3) and 0 <= x }",
            Some(
                "{ [c] -> [o] : 0 <= c < 8 and exists (x = 3c, x1 = x + floor(x/4), x2 = x1 + 1: \
                 0 <= x1 and x2 < 9 and o = x2 mod 3) }",
            ),
        );
        check(
            "[N] -> { [x] -> [x + N] : exists (o = floor(x/2): 2o = x) and 0 <= x < 8 }",
            "[N] -> { [c] -> [2c - N] : c < 8 and exists (q = floor(c/2): c >= q) }",
            Some(
                "[N] -> { [x] -> [o] : exists (o1 = floor(x/2): 2o1 = x) and 0 <= x < 8 and \
                 exists (x1 = x + N: x1 < 8 and exists (q = floor(x1/2): x1 >= q) and o = 2x1 - N) }",
            ),
        );
    }

    #[test]
    fn as_many_dimensions_as_fit() {
        let of = |n: usize| {
            let names: Vec<String> = (0..n).map(|at| format!("c{at}")).collect();
            let text = format!("{{ [{0}] -> [{0}] }}", names.join(", "));
            text.parse::<Relation>().unwrap()
        };
        // Inputs, what goes between and outputs.
        assert!(of(30).followed_by(&of(30), false).is_some());
        assert!(of(170).followed_by(&of(170), false).is_some());
        assert!(of(171).followed_by(&of(171), false).is_none());
    }

    #[test]
    fn what_is_no_step_is_left_to_isl() {
        let plain = "{ [c] -> [c] : 0 <= c < 4 }";
        check("{ [c] -> [o] : 2o = c and 0 <= c < 8 }", plain, None);
        check(plain, "{ [c] -> [o] : c <= o <= c }", None);
        check(plain, "{ [c] -> [c] : c < 2; [c] -> [c + 1] : c >= 2 }", None);
        check(plain, "{ [a, b] -> [a + b] }", None);
        check("{ [c] -> [o] : exists (q: o = q and q = c) }", plain, None);
    }

    #[test]
    fn a_way_out_stays_one() {
        check(
            "{ [c] -> [2c] : 0 <= c < 9 }",
            "{ [b] -> [b] : b < 4 or exists (e: b = 4e) }",
            Some(
                "{ [c] -> [o] : 0 <= c < 9 and \
                 exists (x = 2c: (x < 4 or exists (e: x = 4e)) and o = x) }",
            ),
        );
    }
}
