mod failure;
mod points;
mod sentence;

use std::collections::BTreeSet;

use super::any_layout::AnyLayout;
use super::assertion::Assertion;
use super::evaluate::has_tuple_offsets;
use super::relations::{Solver, Space, known_facts, stated, stated_apart, stated_pair};
use super::verdict::{Budget, Unknown};
use crate::cute::{Domain, Term};
use crate::relation::{NoLinearFormula, Relation};
use failure::{Failure, not_stated};
pub use points::FailurePoints;
use points::points;
use sentence::{Lengths, Sentence};

/// A claim about layouts as one about integer relations.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Assertion, Budget, Kind, Statement};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,2):(2,1)")?;
/// let claim = Assertion::InBounds { size: 8 };
/// let stated = Statement::of(claim, &[&layout], &Budget::default()).unwrap();
/// assert_eq!(
///     stated.relations[0].to_string(),
///     "{ [c] -> [2c - 7*floor(c/4)] : 0 <= c < 8 }"
/// );
/// assert!(stated.smt.ends_with("(assert (not (and (<= 0 x.0) (< x.0 8))))\n(check-sat)\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The relation of each layout that the claim is about, in isl's notation.
    ///
    /// Each is from the integral coordinate, or all are from the same tuple of coordinates whose
    /// extents `extents` has.
    pub relations: Vec<Relation>,
    /// Empty if coordinates are integral; else the extents of their parts, leftmost fastest.
    pub extents: Vec<String>,
    /// The number of the claim, where it has one or the layout says it.
    pub size: Option<String>,
    /// A script of SMT-LIB 2.6 that a solver finds `unsat` exactly if the claim holds.
    pub smt: String,
    /// What holds together exactly where the claim fails.
    failure: Vec<Sentence>,
}

impl Statement {
    /// States a claim about these layouts, no two of which share an anonymous symbol.
    ///
    /// # Errors
    ///
    /// A layout is not a relation, such as a tiler or one whose offsets are products of symbols; the claim
    /// is about what relations do not have, such as shapes; isl does not count the inputs of a relation
    /// within the budget.
    pub fn of(claim: Assertion, layouts: &[&AnyLayout], budget: &Budget) -> Result<Self, Unknown> {
        let solver = Solver::new(budget);
        let (relations, space) = match (claim, layouts) {
            _ if layouts.iter().any(|layout| matches!(layout, AnyLayout::Tile(_))) => {
                return Err(not_stated("a tiler acts mode by mode, which a relation does not say"));
            }
            (Assertion::Compatible, _) => {
                return Err(not_stated("the claim is about shapes, which relations do not have"));
            }
            (Assertion::Equivalent, [left, right]) => {
                let (left, right, space) = stated_pair(&solver, left, right)?;
                (vec![left, right], space)
            }
            (Assertion::Disjoint, [left, right]) => {
                let [(left, space), (right, other)] = stated_apart(&solver, left, right)?;
                let (Space::Integral, Space::Integral) = (&space, other) else {
                    return Err(not_stated("the coordinates of the layouts are tuples"));
                };
                (vec![left, right], space)
            }
            (Assertion::Inside, [_, inner]) if has_tuple_offsets(inner) => {
                return Err(not_stated("each part of an offset stays inside a mode"));
            }
            (Assertion::Inside, [AnyLayout::Composed(outer), _])
                if !outer.has_offsets(Domain::Inside) =>
            {
                return Err(not_stated("the left layout may have no offset at a coordinate"));
            }
            (Assertion::Inside, [AnyLayout::Swizzle(_), inner]) if inner.has_symbols() => {
                return Err(not_stated("that numbers fit in 64 bits is not part of a relation"));
            }
            (Assertion::Inside, [outer, inner]) => {
                let (relation, space) = stated(&solver, inner)?;
                (vec![relation.given(&known_facts(&[outer, inner])?)], space)
            }
            (claim, [layout])
                if !matches!(
                    claim,
                    Assertion::Equivalent | Assertion::Disjoint | Assertion::Inside
                ) =>
            {
                let (relation, space) = stated(&solver, layout)?;
                (vec![relation], space)
            }
            _ => return Err(not_stated("the claim is about another number of layouts")),
        };
        let size = size(claim, layouts)?;
        let of_size = size.iter().flat_map(Term::symbols);
        for symbol in of_size {
            // Its facts are those of the relation.
            if relations[0].parameters().all(|parameter| parameter != symbol) {
                return Err(not_stated("the size is a symbol that the coordinates do not have"));
            }
        }
        let extents = match space {
            Space::Integral => Vec::new(),
            Space::Natural(extents) => extents,
            Space::Joint(_) => {
                return Err(not_stated("the layouts have other coordinates"));
            }
        };
        let claimed = Failure { claim, layouts, relations: &relations, size: size.as_ref() };
        let failure = claimed.sentences()?;
        let smt = script(&relations, &failure);
        let extents = extents.iter().map(Term::to_string).collect();
        let size = size.map(|size| size.to_string());
        Ok(Statement { relations, extents, size, smt, failure })
    }

    /// The points at which the claim fails, as linear constraints: what a system is asked that decides
    /// whether integers meet constraints, such as MLIR's Presburger library.
    ///
    /// ```
    /// use layout_math::algebra::{AnyLayout, Assertion, Budget, Kind, Statement};
    /// use layout_math::relation::{LinearFormula, Row};
    ///
    /// let layout = AnyLayout::parse(Kind::Cute, "4:2")?;
    /// let claim = Assertion::InBounds { size: 7 };
    /// let stated = Statement::of(claim, &[&layout], &Budget::default())?;
    /// let points = stated.failure_points(100)?;
    /// assert_eq!(points.variables, ["p.0", "q.0", "x.0", "y.0"]);
    /// // x.0 = 2 * p.0, 0 <= p.0 <= 3, and x.0 < 0 or 7 <= x.0.
    /// let LinearFormula::All(members) = points.formula else { panic!("{points:?}") };
    /// let row = |terms, constant| LinearFormula::Row(Row { terms, constant, is_zero: false });
    /// assert_eq!(members[1..3], [row(vec![(0, 1)], 0), row(vec![(0, -1)], 3)]);
    /// let ways = [row(vec![(2, -1)], -1), row(vec![(2, 1)], -7)];
    /// let ways = ways.map(|way| LinearFormula::Any(vec![way]));
    /// assert_eq!(members[3], LinearFormula::Any(ways.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// There would be more constraints than `limit`, a number does not fit in 64 bits, or the number of
    /// the claim is a product of symbols.
    pub fn failure_points(&self, limit: usize) -> Result<FailurePoints, NoLinearFormula> {
        points(&self.failure, &self.relations, lengths(&self.relations), limit)
    }
}

fn lengths(relations: &[Relation]) -> Lengths {
    Lengths { inputs: relations[0].n_inputs(), outputs: relations[0].n_outputs() }
}

/// The number of a claim about layouts.
fn size(claim: Assertion, layouts: &[&AnyLayout]) -> Result<Option<Term>, Unknown> {
    Ok(match (claim, layouts) {
        // A swizzle acts on every number that is not negative.
        (Assertion::Inside, [AnyLayout::Swizzle(_), _]) => Some(Term::constant(i64::MAX)),
        (Assertion::Inside, [outer, _]) => match outer.size() {
            Some(size) => Some(size),
            None => return Err(not_stated("the left layout has no size")),
        },
        (
            Assertion::Surjective { size: None } | Assertion::Bijective { size: None },
            [AnyLayout::Linear(linear)],
        ) => Some(Term::constant(linear.out_size())),
        _ => claim.size().map(Term::constant),
    })
}

/// Declares the symbols, defines the relations, and asserts that the claim fails.
fn script(relations: &[Relation], failure: &[Sentence]) -> String {
    let symbols: BTreeSet<String> = relations.iter().flat_map(Relation::smt_symbols).collect();
    let lengths = lengths(relations);
    let mut lines = vec!["(set-logic ALL)".to_owned()];
    let declared = symbols.into_iter().chain(lengths.free());
    lines.extend(declared.map(|name| format!("(declare-const {name} Int)")));
    let defined = relations.iter().zip(["left", "right"]);
    lines.extend(defined.map(|(relation, name)| relation.to_smt(name)));
    lines.extend(failure.iter().map(|failure| format!("(assert {})", failure.to_smt(lengths))));
    lines.push("(check-sat)\n".to_owned());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{Kind, Measure};
    use crate::relation::NoLinearFormula;

    fn stated(claim: Assertion, texts: &[(Kind, &str)]) -> Result<Statement, String> {
        let parse = |(kind, text): &(Kind, &str)| AnyLayout::parse(*kind, text).unwrap();
        let layouts: Vec<AnyLayout> = texts.iter().map(parse).collect();
        let layouts: Vec<&AnyLayout> = layouts.iter().collect();
        Statement::of(claim, &layouts, &Budget::default()).map_err(|error| error.to_string())
    }

    #[track_caller]
    fn fails(claim: Assertion, texts: &[(Kind, &str)], expected: &str) {
        assert_eq!(stated(claim, texts).map(|stated| stated.smt), Err(expected.to_owned()));
    }

    #[test]
    fn a_claim_is_about_as_many_layouts_as_it_says() {
        let four = (Kind::Cute, "4:1");
        let expected = "the claim is about another number of layouts";
        for claim in [Assertion::Equivalent, Assertion::Disjoint, Assertion::Inside] {
            fails(claim, &[four], expected);
            fails(claim, &[four, four, four], expected);
            assert!(stated(claim, &[four, four]).is_ok());
        }
        for claim in [Assertion::Injective, Assertion::InBounds { size: 4 }] {
            fails(claim, &[four, four], expected);
            fails(claim, &[], expected);
            assert!(stated(claim, &[four]).is_ok());
        }
    }

    #[test]
    fn what_relations_do_not_say_is_not_stated() {
        use Kind::{Composed, Cute, Linear, Relation, Swizzle};
        let tuples = (Cute, "(M,N):(3,5)");
        fails(
            Assertion::Disjoint,
            &[tuples, (Cute, "4:1")],
            "the coordinates of the layouts are tuples",
        );
        fails(
            Assertion::Inside,
            &[(Cute, "N:1"), (Cute, "4:1")],
            "the size is a symbol that the coordinates do not have",
        );
        fails(
            Assertion::Inside,
            &[(Relation, "{ [c] -> [c] : 0 <= c < 4 }"), (Cute, "4:1")],
            "the left layout has no size",
        );
        let triangle = (Relation, "{ [i, j] -> [i + 4j] : 0 <= i <= j and j < 3 }");
        fails(
            Assertion::Equivalent,
            &[triangle, (Cute, "(3,3):(1,4)")],
            "the layouts have other coordinates",
        );
        fails(
            Assertion::Has(Measure::Size, 4),
            &[(Swizzle, "S<1,0,1>")],
            "the layout may have no offset at a coordinate",
        );
        fails(Assertion::Has(Measure::Size, 4), &[tuples], "the size is a product of symbols");
        fails(
            Assertion::InBounds { size: 4 },
            &[(Composed, "S<1,0,1> o -1 o M:1")],
            "the layout may have no offset at a coordinate",
        );
        let basis = (Cute, "(4,8):(1@0,1@1)");
        fails(Assertion::Increasing, &[basis], "the offsets are tuples");
        assert!(stated(Assertion::Increasing, &[(Linear, "{a = [[1],[2]]}")]).is_ok());
    }

    /// A layout stays inside 4*N coordinates if no offset is 4*N or more, which is linear; M*N is not.
    #[test]
    fn a_size_with_one_symbol_is_linear() {
        let inside = |outer: &str, inner: &str| {
            let texts = [(Kind::Cute, outer), (Kind::Cute, inner)];
            stated(Assertion::Inside, &texts).unwrap().failure_points(100)
        };
        let points = inside("(4,N):(1,4)", "N:7").unwrap();
        assert_eq!(points.variables, ["N", "p.0", "q.0", "x.0", "y.0"]);
        let row = |terms| crate::relation::Row { terms, constant: 0, is_zero: false };
        let text = format!("{:?}", points.formula);
        // 0 <= x.0 - 4*N
        let expected = format!("{:?}", row(vec![(0, -4), (3, 1)]));
        assert!(text.contains(&expected), "{text}");
        let product = inside("(M,N):(1,M)", "(M,N):(3,5)");
        assert_eq!(product, Err(NoLinearFormula::Product));
    }
}
