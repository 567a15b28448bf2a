//! Parameters of relations: what is said of them alone, and relations for values of them.

use super::Relation;
use super::facts::KnownAlone;
use super::tree::{Chain, Comparator, Expr, Formula, Piece, Tree, Variable};

impl Relation {
    /// The constraints of a relation of one piece that are about one parameter each, by its name.
    /// There may be others.
    pub(crate) fn known_parameters(&self) -> Vec<(&str, KnownAlone)> {
        let [piece] = &*self.tree().pieces else { return Vec::new() };
        let chains: Vec<&Chain> = match &piece.formula {
            Formula::Compare(chain) => vec![chain],
            Formula::And(members) => members.iter().filter_map(as_chain).collect(),
            _ => Vec::new(),
        };
        let name = |position: usize| self.tree().parameters.get(position).map(|name| &**name);
        let mut found = Vec::new();
        for (left, operator, right) in chains.iter().flat_map(|chain| chain.pairs()) {
            let (about, operator, value) = match (left, right) {
                (about, Expr::Integer(value)) => (about, operator, *value),
                (Expr::Integer(value), about) => (about, operator.mirrored(), *value),
                _ => continue,
            };
            match (about, operator) {
                (Expr::Variable(Variable::Parameter(position)), operator) => {
                    let known = KnownAlone::Within(operator.numbers(value));
                    found.extend(name(*position).map(|name| (name, known)));
                }
                (Expr::Modulo(inner, divisor), Comparator::Equal) => {
                    if let Expr::Variable(Variable::Parameter(position)) = **inner
                        && let Some(name) = name(position)
                    {
                        let known = KnownAlone::Remainder { divisor: *divisor, remainder: value };
                        found.push((name, known));
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The pieces, each as a relation of its own with the same parameters.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Relation> + '_ {
        self.tree().pieces.iter().map(|piece| {
            let parameters = self.tree().parameters.clone();
            Relation::from_tree(Tree { parameters, pieces: vec![piece.clone()] })
        })
    }

    /// The relation for these values of its parameters, in their order.
    ///
    /// `None` if a parameter has no value, or a product passes 64 bits.
    pub(crate) fn with_parameters(&self, values: &[i64]) -> Option<Relation> {
        let replace = |variable| match variable {
            Variable::Parameter(position) => values.get(position).copied().map(Expr::Integer),
            other => Some(Expr::Variable(other)),
        };
        let pieces = self.tree().pieces.iter().map(|piece| piece.replaced(&replace));
        let pieces: Option<Vec<Piece>> = pieces.collect();
        Some(Relation::from_tree(Tree { parameters: Vec::new(), pieces: pieces? }))
    }
}

fn as_chain(formula: &Formula) -> Option<&Chain> {
    match formula {
        Formula::Compare(chain) => Some(chain),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::affine::Interval;

    #[test]
    fn what_is_said_of_parameters_alone() {
        let text =
            "[M, N] -> { [c] -> [c] : 0 <= c < 4M and 1 <= M < 5 and M mod 2 = 1 and N = 3 }";
        let relation: Relation = text.parse().unwrap();
        assert_eq!(
            relation.known_parameters(),
            [
                ("M", KnownAlone::Within(Interval::at_least(1))),
                ("M", KnownAlone::Within(Interval::at_most(4))),
                ("M", KnownAlone::Remainder { divisor: 2, remainder: 1 }),
                ("N", KnownAlone::Within(Interval::of(3))),
            ]
        );
        assert_eq!(
            relation.with_parameters(&[3, 3]).unwrap().to_string(),
            "{ [c] -> [c] : 0 <= c < 12 and 1 <= 3 < 5 and 3 mod 2 = 1 and 3 = 3 }"
        );
        assert_eq!(relation.with_parameters(&[3]), None);
        assert_eq!(relation.with_parameters(&[i64::MAX, 3]), None);
    }

    #[test]
    fn every_way_out_has_the_numbers() {
        let relation: Relation = "[M] -> { [c] -> [c] : c < M or c = M + 2 }".parse().unwrap();
        assert_eq!(
            relation.with_parameters(&[3]).unwrap().to_string(),
            "{ [c] -> [c] : c < 3 or c = 3 + 2 }"
        );
    }
}
