//! The formula of a region as a disjunction of conjunctions of comparisons.

use super::super::tree::{Comparator, Expr, Formula, Variable};
use crate::affine::{Comparison, Quantity};
use crate::ffi::isl::{Affine, BasicSet, IslError};
use crate::relation::{Map, QuestionError, Relation};

/// The conjunctions whose union the region is.
///
/// `None` if there are more than `limit`, if a bound variable is not explicit, and past 64 bits.
pub(in crate::relation) fn disjuncts(
    region: &Relation,
    limit: usize,
) -> Option<Vec<Vec<Comparison>>> {
    let mut union = Vec::new();
    for piece in &region.tree().pieces {
        let mut conjunctions = vec![Vec::new()];
        let expansion = Expansion { bound: Vec::new(), limit };
        for (position, dim) in piece.domain.dims.iter().enumerate() {
            if let Some(value) = &dim.value {
                let members =
                    expansion.compare(&Expr::input(position), Comparator::Equal, value)?;
                conjunctions = expansion.joined(conjunctions, members)?;
            }
        }
        union.append(&mut expansion.joined(conjunctions, expansion.disjuncts(&piece.formula)?)?);
    }
    (union.len() <= limit).then_some(union)
}

impl Map {
    /// The conjunctions whose union a region without parameters is, as isl finds them.
    ///
    /// `None` if there are more than `limit`.
    pub(in crate::relation) fn disjuncts(
        &self,
        limit: usize,
    ) -> Result<Option<Vec<Vec<Comparison>>>, QuestionError> {
        self.begin();
        let pieces = self.map.clone().simplify()?.domain()?.pieces()?;
        if limit < pieces.len() {
            return Ok(None);
        }
        Ok(Some(pieces.iter().map(conjunction).collect::<Result<_, _>>()?))
    }
}

fn conjunction(piece: &BasicSet) -> Result<Vec<Comparison>, IslError> {
    let (equalities, inequalities) = piece.constraints()?;
    let compare = |expression: &Affine, comparison: &dyn Fn(Quantity) -> Option<Comparison>| {
        comparison(Quantity::from_affine(expression)?).ok_or(IslError::NumberTooLarge)
    };
    let equalities = equalities.iter().map(|expression| compare(expression, &zero));
    let at_least_0 = |quantity| not_negative(quantity, 0);
    let inequalities = inequalities.iter().map(|expression| compare(expression, &at_least_0));
    let found: Vec<Comparison> = equalities.chain(inequalities).collect::<Result<_, _>>()?;
    // What bounds the same quantity stands together, from below first.
    let first = |one: &Comparison| found.iter().position(|other| other.quantity == one.quantity);
    let mut sorted = found.clone();
    sorted.sort_by_key(|one| (first(one), one.low.is_none()));
    Ok(sorted)
}

/// Conjunctions whose union is meant.
type Union = Vec<Vec<Comparison>>;

/// How a formula becomes a union of conjunctions.
struct Expansion {
    /// What the bound variables are.
    bound: Vec<Quantity>,
    limit: usize,
}

impl Expansion {
    fn disjuncts(&self, formula: &Formula) -> Option<Union> {
        match formula {
            Formula::True => Some(vec![Vec::new()]),
            Formula::False => Some(Vec::new()),
            Formula::Compare(chain) => {
                chain.pairs().try_fold(vec![Vec::new()], |union, (left, operator, right)| {
                    self.joined(union, self.compare(left, operator, right)?)
                })
            }
            Formula::And(members) => members.iter().try_fold(vec![Vec::new()], |union, member| {
                self.joined(union, self.disjuncts(member)?)
            }),
            Formula::Or(members) => {
                let mut union = Vec::new();
                for member in members {
                    union.append(&mut self.disjuncts(member)?);
                }
                Some(union)
            }
            Formula::Not(_) => None,
            Formula::Exists(dims, body) => {
                let mut inside = Expansion { bound: self.bound.clone(), limit: self.limit };
                for dim in dims {
                    let value = inside.quantity(dim.value.as_ref()?)?;
                    inside.bound.push(value);
                }
                inside.disjuncts(body)
            }
        }
    }

    /// The points in both unions.
    fn joined(&self, left: Union, right: Union) -> Option<Union> {
        let both = |a: &Vec<Comparison>, b: &Vec<Comparison>| [&a[..], &b[..]].concat();
        let union: Union =
            left.iter().flat_map(|a| right.iter().map(move |b| both(a, b))).collect();
        (union.len() <= self.limit).then_some(union)
    }

    fn compare(&self, left: &Expr, operator: Comparator, right: &Expr) -> Option<Union> {
        let difference = self.quantity(left)?.minus(&self.quantity(right)?).ok()?;
        let negative = difference.times(-1).ok()?;
        Some(match operator {
            Comparator::LessOrEqual => vec![vec![not_negative(negative, 0)?]],
            Comparator::Less => vec![vec![not_negative(negative, 1)?]],
            Comparator::GreaterOrEqual => vec![vec![not_negative(difference, 0)?]],
            Comparator::Greater => vec![vec![not_negative(difference, 1)?]],
            Comparator::Equal => vec![vec![zero(difference)?]],
            Comparator::NotEqual => {
                vec![vec![not_negative(difference, 1)?], vec![not_negative(negative, 1)?]]
            }
        })
    }

    fn quantity(&self, expr: &Expr) -> Option<Quantity> {
        Quantity::from_expr(expr, &|variable| match variable {
            Variable::Input(position) => Some(Quantity::variable(position)),
            Variable::Bound(position) => self.bound.get(position).cloned(),
            Variable::Parameter(_) | Variable::Output(_) => None,
        })
    }
}

/// `least <= quantity`, with the constant on the other side and the first coefficient positive.
fn not_negative(quantity: Quantity, least: i64) -> Option<Comparison> {
    let low = least.checked_sub(quantity.constant())?;
    let varying = quantity.varying().sorted();
    if varying.terms().first().is_some_and(|(_, coefficient)| *coefficient < 0) {
        return Some(Comparison::at_most(varying.times(-1).ok()?, low.checked_neg()?));
    }
    Some(Comparison::at_least(varying, low))
}

/// `quantity = 0`, likewise.
fn zero(quantity: Quantity) -> Option<Comparison> {
    let side = not_negative(quantity, 0)?;
    // The one bound that there is becomes both.
    let value = side.low.or(side.high)?;
    Some(Comparison::equal(side.quantity, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&[&str]>) {
        let region: Relation = text.parse().unwrap();
        let names = ["i", "j"];
        let found = disjuncts(&region, 4).map(|union| {
            let conjunction = |members: &Vec<Comparison>| {
                let texts: Vec<String> =
                    members.iter().map(|member| member.named(&names).to_string()).collect();
                texts.join(" and ")
            };
            union.iter().map(conjunction).collect::<Vec<_>>()
        });
        let expected = expected.map(|list| list.iter().map(|text| text.to_string()).collect());
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn formulas_are_unions_of_conjunctions() {
        check("{ [i, j] -> [] }", Some(&[""]));
        check("{ [i, j] -> [] : false }", Some(&[]));
        check("{ [i, j] -> [] : j <= 1 - 2i }", Some(&["2*i + j < 2"]));
        check("{ [i, j] -> [] : 0 <= i < 4 or i = 2j }", Some(&["i >= 0 and i < 4", "i = 2*j"]));
        check("{ [i, j] -> [] : i != 3 }", Some(&["i >= 4", "i < 3"]));
        check("{ [i, 2i] -> [] : i > 1 }", Some(&["2*i = j and i >= 2"]));
        check(
            "{ [i, j] -> [] : exists (e = floor(i/2): 2e = i and j < e) }",
            Some(&["i mod 2 = 0 and j < floor(i/2)"]),
        );
        check("{ [i, j] -> [] : exists (e: i = 2e) }", None);
        check("{ [i, j] -> [] : i != 1 and i != 2 and j != 0 }", None);
    }

    /// What isl finds is the region, in as many conjunctions as it has.
    #[test]
    fn regions_of_isl_are_unions_of_conjunctions() {
        let context = crate::relation::Context::new(100_000);
        for (text, n) in [
            ("{ [i, j] -> [] }", 1),
            ("{ [i, j] -> [] : false }", 0),
            ("{ [i, j] -> [] : j <= 1 - 2i }", 1),
            ("{ [i, j] -> [] : 0 <= i < 4 or i = 2j }", 2),
            ("{ [i, j] -> [] : i != 3 }", 2),
            ("{ [i, 2i] -> [] : i > 1 }", 1),
            ("{ [i, j] -> [] : exists (e: i = 2e and j < e) }", 1),
            ("{ [i, j] -> [] : (floor(i/3) + j) mod 4 = floor((i mod 5)/2) }", 1),
            ("{ [i, j] -> [] : exists (e: 3e <= i and i < 3e + 2 and 0 <= j + e) }", 1),
            ("{ [i, j] -> [] : not (0 <= i < 5 and 0 <= j < 5) }", 4),
        ] {
            let region: Relation = text.parse().unwrap();
            let map = region.to_map(&context).unwrap();
            let found = map.disjuncts(4).unwrap().unwrap();
            assert_eq!(found.len(), n, "{text}");
            for (i, j) in (-7..=7).flat_map(|i| (-7..=7).map(move |j| (i, j))) {
                let holds = |all: &Vec<Comparison>| all.iter().all(|it| it.holds(&[i, j]).unwrap());
                let point = format!("{{ [{i}, {j}] -> [] }}").parse::<Relation>().unwrap();
                let is_inside = point.to_map(&context).unwrap().is_within(&map).unwrap();
                assert_eq!(found.iter().any(holds), is_inside, "{text} at {i}, {j}");
            }
            assert_eq!(map.disjuncts(n.wrapping_sub(1)).unwrap().is_some(), n == 0, "{text}");
        }
    }

    #[test]
    fn numbers_past_64_bits_and_parameters_are_refused() {
        let context = crate::relation::Context::new(100_000);
        let told = |text: &str| {
            let map = text.parse::<Relation>().unwrap().to_map(&context).unwrap();
            map.disjuncts(4).unwrap_err().to_string()
        };
        assert_eq!(
            told("{ [i] -> [] : i >= -9223372036854775808 }"),
            "a number in isl's answer does not fit in 64 bits"
        );
        assert_eq!(
            told("[N] -> { [i] -> [] : i < N }"),
            "an expression in isl's answer has parameters, too many terms or numbers past 64 bits"
        );
    }

    #[test]
    fn a_region_with_parameters_has_no_form() {
        let of = |text: &str| disjuncts(&text.parse().unwrap(), 4);
        assert_eq!(of("[N] -> { [i] -> [] : i < N }"), None);
        let below = Comparison::at_most(Quantity::variable(0), 2);
        assert_eq!(of("[N] -> { [i] -> [] : i < 3 }"), Some(vec![vec![below]]));
    }
}
