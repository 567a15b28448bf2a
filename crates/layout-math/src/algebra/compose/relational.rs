//! Compositions as relations, and raised from them.

use super::error::{ComposeError, Promotion};
use crate::algebra::raise::{NotRaised, raise_to_cute};
use crate::algebra::relations::{
    NoRelation, NotAnswered, Solver, counted_relation, extended_relation, flat_outputs,
    inside_relation,
};
use crate::algebra::{AnyLayout, Budget, Unknown};
use crate::cute::{Basis, CuteLayout, Domain, Layout, coalesce, only_composition};
use crate::relation::{Answer, MAX_TERMS, QuestionError, Relation, RelationError, View};

/// Compositions of relations whose lengths have no greater product are written by substitution.
const MAX_SUBSTITUTED: usize = 1 << 12;

/// The composition as a relation: by substitution where the outputs are expressions, else by isl.
pub(super) fn compose_relations(
    g: &AnyLayout,
    f: &AnyLayout,
    promotion: Promotion,
    budget: &Budget,
) -> Result<Relation, ComposeError> {
    let solver = Solver::new(budget);
    let inner = flat_relation(f)?;
    let is_extended = promotion == Promotion::Extend;
    let outer = if is_extended {
        extended_relation(g, &View::Integral)?
    } else {
        inside_relation(g, &View::Integral)?
    };
    let outer = flat_outputs(g, outer).map_err(ComposeError::Relation)?;
    // One number is the integral coordinate of several inputs.
    let outer = if inner.n_outputs() == 1 {
        counted_relation(&solver, outer).map_err(|error| ComposeError::Unknown(error.into()))?
    } else {
        outer
    };
    // An extended layout asks no more than that its coordinate is not negative, and a composed one
    // that neither is what its outer function is applied to.
    let asks_no_more = match g {
        AnyLayout::Cute(_) => true,
        AnyLayout::Composed(g) => g.has_offsets(Domain::Extended),
        _ => false,
    };
    let is_total = is_extended && asks_no_more && f.sign(Domain::Inside).is_natural();
    // Where substitution writes no more than the two relations together it is the plainer text.
    let together = inner.n_terms() + outer.n_terms();
    if MAX_TERMS < together {
        return Err(ComposeError::Relation(RelationError::TooManyTerms));
    }
    if let Some(relation) = one_after_another(&inner, &outer, is_total) {
        return Ok(relation);
    }
    let composed = (|| {
        let inner = inner.to_map(&solver.context)?;
        inner.then(&outer.to_map(&solver.context)?)?.to_relation()
    })();
    composed.map_err(|error| ComposeError::Unknown(NotAnswered::Question(error).into()))
}

/// The composition with a layout whose offsets are coordinates of `g`, none of them below 0: each part of
/// an offset is the integral coordinate of the mode at its position. `None` if that is no relation.
pub(super) fn relation_at_coordinates(g: &CuteLayout, f: &Layout<Basis>) -> Option<Relation> {
    let g = g.as_static()?;
    let modes: Option<Vec<Layout>> = f.positions().iter().map(|path| g.part(path)).collect();
    let modes = modes?;
    let groups = modes.iter().map(|mode| mode.flat_modes().len()).collect();
    let modes = AnyLayout::from(Layout::concat(modes).ok()?);
    let inner = inside_relation(&AnyLayout::Cute(f.clone().into()), &View::Integral).ok()?;
    let outer = extended_relation(&modes, &View::Groups(groups)).ok()?;
    one_after_another(&inner, &outer, true)
}

/// The composition of relations whose outputs are expressions: by substitution if that is short.
fn one_after_another(inner: &Relation, outer: &Relation, is_extended: bool) -> Option<Relation> {
    let is_short = inner.n_terms() * outer.n_terms() <= MAX_SUBSTITUTED;
    let substituted = is_short.then(|| inner.substituted_into(outer, is_extended)).flatten();
    substituted.or_else(|| inner.followed_by(outer, is_extended))
}

/// The layout that `g o f` is, for a domain too large to evaluate: CuTe's candidate or the only one that
/// it can be if isl proves it, otherwise the one that the relation is raised to.
pub(super) fn raise_composition(
    g: &Layout,
    f: &Layout,
    candidate: Option<Layout>,
    solver: &Solver,
) -> Result<Option<Layout>, Unknown> {
    let only = only_composition(g, f);
    if let Some(None) = only {
        return Ok(None);
    }
    let (outer, inner) = (AnyLayout::from(g.clone()), AnyLayout::from(f.clone()));
    let relation = compose_relations(&outer, &inner, Promotion::Extend, &solver.budget);
    let Ok(relation) = relation else { return Ok(None) };
    let truth = relation.to_map(&solver.context).map_err(not_answered)?;
    let equals = |layout: &Layout| -> Result<bool, Unknown> {
        let claim = inside_relation(&AnyLayout::from(layout.clone()), &View::Integral);
        let Ok(claim) = claim else { return Ok(false) };
        let claim = claim.to_map(&solver.context).map_err(not_answered)?;
        match truth.equal(&claim).map_err(not_answered)? {
            Answer::Proved => Ok(true),
            Answer::Refuted(_) => Ok(false),
            Answer::Unknown { operations } => Err(Unknown::OutOfBudget { operations }),
        }
    };
    if let Some(Some(only)) = only {
        let only = candidate.filter(|own| coalesce(own) == only).unwrap_or(only);
        return Ok(equals(&only)?.then_some(only));
    }
    match candidate {
        Some(candidate) if equals(&candidate)? => Ok(Some(candidate)),
        _ => match raise_to_cute(&relation, solver) {
            Ok(layout) => Ok(layout),
            Err(NotRaised::Unknown(unknown)) => Err(unknown),
            Err(_) => Ok(None),
        },
    }
}

fn not_answered(error: QuestionError) -> Unknown {
    NotAnswered::Question(error).into()
}

/// The relation from the integral coordinate to one offset, where the layout is not a relation.
fn flat_relation(layout: &AnyLayout) -> Result<Relation, NoRelation> {
    let relation = inside_relation(layout, &View::Integral)?;
    Ok(flat_outputs(layout, relation)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{Kind, compose};
    use crate::relation::Context;

    /// Compares the composition with CuTe's extension of `outer`, coordinate by coordinate.
    #[track_caller]
    fn check_extended(outer: &str, (kind, inner): (Kind, &str), expected: &[Option<i64>]) {
        let g = AnyLayout::parse(Kind::Cute, outer).unwrap();
        let f = AnyLayout::parse(kind, inner).unwrap();
        let composed = compose_relations(&g, &f, Promotion::Extend, &Budget::default()).unwrap();
        let context = Context::new(100_000);
        let map = composed.to_map(&context).unwrap();
        for (c, expected) in expected.iter().enumerate() {
            let found = map.image(&[], &[c as i64], 2).unwrap();
            let expected: Vec<Vec<i64>> = expected.iter().map(|&offset| vec![offset]).collect();
            assert_eq!(found, expected, "{outer} o {inner} at {c}: {composed}");
        }
    }

    #[test]
    fn a_composition_as_a_relation_is_extended_as_cute_does() {
        // Past the end of (2,1):(1,80) the unit mode goes on: 2 is (0,1), 3 is (1,1), 4 is (0,2).
        check_extended(
            "(2,1):(1,80)",
            (Kind::Relation, "{ [c] -> [2c] : 0 <= c < 3 }"),
            &[Some(0), Some(80), Some(160), None],
        );
        // S<1,0,1> sends the offsets 0, 2, 1, 3 to 0, 3, 1, 2.
        check_extended(
            "(2,1):(1,80)",
            (Kind::Composed, "S<1,0,1> o 0 o (2,2):(2,1)"),
            &[Some(0), Some(81), Some(1), Some(80), None],
        );
        // Below 0 nothing has a value.
        check_extended(
            "(2,2):(1,8)",
            (Kind::Relation, "{ [c] -> [c - 2] : 0 <= c < 8 }"),
            &[None, None, Some(0), Some(1), Some(8), Some(9), Some(16), Some(17), None],
        );
        check_extended(
            "8:1",
            (Kind::Composed, "(2,1):(1,80) o 1 o 4:1"),
            &[Some(1), Some(80), Some(81), Some(160), None],
        );
        check_extended("4:3", (Kind::Cute, "6:-1"), &[Some(0), None, None]);
        check_extended("4:3", (Kind::Cute, "6:2"), &[Some(0), Some(6), Some(12), Some(18)]);
    }

    #[test]
    fn several_inputs_are_counted_in_the_least_box_from_0() {
        let composed = |outer: &str, inner: &str, n: i64| -> Vec<Vec<Vec<i64>>> {
            let g = AnyLayout::parse(Kind::Relation, outer).unwrap();
            let f = AnyLayout::parse(Kind::Cute, inner).unwrap();
            let composed = compose_relations(&g, &f, Promotion::Extend, &Budget::default());
            let context = Context::new(100_000);
            let map = composed.unwrap().to_map(&context).unwrap();
            (0..n).map(|c| map.image(&[], &[c], 2).unwrap()).collect()
        };
        // The inputs of the triangle are at 0, 1, 2, 4, 5 and 8 of a box of three by three.
        let triangle = "{ [i, j] -> [i + 10j] : 0 <= i < 3 and 0 <= j <= i }";
        assert_eq!(
            composed(triangle, "5:2", 5),
            [vec![vec![0]], vec![vec![2]], vec![vec![11]], vec![], vec![vec![22]]]
        );
        let filled = "{ [i, j] -> [i + 10j] : 0 <= i < 2 and 0 <= j < 2 }";
        assert_eq!(composed(filled, "3:2", 3), [vec![vec![0]], vec![vec![10]], vec![]]);
        let empty = "{ [i, j] -> [i] : 0 <= i < 2 and j < i and i < j }";
        assert_eq!(composed(empty, "2:1", 2), [vec![], Vec::<Vec<i64>>::new()]);
        let open: AnyLayout =
            AnyLayout::parse(Kind::Relation, "{ [i, j] -> [i] : 0 <= i < j }").unwrap();
        let f = AnyLayout::parse(Kind::Cute, "2:1").unwrap();
        let error =
            compose_relations(&open, &f, Promotion::Extend, &Budget::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the inputs of the relation do not form a box that begins at 0"
        );
    }

    /// Where no layout equals it the composition is a relation: each part of an offset is the coordinate
    /// of its mode.
    #[test]
    fn coordinates_that_carry_give_a_relation() {
        let mut n_relations = 0;
        for outer in ["((2,6)):((8,24))", "(4,(2,3)):(6,(31,1))"] {
            for inner in [
                "(1,1,3):(1@0,3@0,3@0)",
                "(2,3):(1@0,1@0)",
                "(4,2):(3@0,1@0)",
                "(2,5):(5@0,1@0)",
                "(3,3):(1@1,2@0)",
                "(3,2,2):(2@1,1@0,1@1)",
                "(2,4):(1@1@1,1@0)",
                "(3,4):(2@1@0,1@0@0)",
            ] {
                let g: Layout = outer.parse().unwrap();
                let f: Layout<Basis> = inner.parse().unwrap();
                let components = f.components().unwrap();
                let [outer, inner] = [g.clone().into(), AnyLayout::Cute(f.clone().into())];
                let Ok(found) = compose(&outer, &inner, Promotion::Extend, &Budget::default())
                else {
                    assert!(components.iter().any(|(path, _)| g.part(path).is_none()));
                    continue;
                };
                n_relations += usize::from(matches!(found, AnyLayout::Relation(_)));
                for c in 0..f.size() {
                    let part =
                        |(path, of): &(Vec<u32>, Layout)| g.part(path)?.offset(of.offset(c)?);
                    let sum: Option<i64> = components.iter().map(part).sum();
                    let sum = sum.map(|sum| vec![sum]);
                    assert_eq!(found.apply(&[c], &[]), sum, "{outer} o {inner} at {c}: {found}");
                }
            }
        }
        assert_eq!(n_relations, 5);
    }

    /// The parts of an offset are the inputs of a relation at their positions, or nothing of it.
    #[test]
    fn positions_are_inputs_of_a_relation() {
        let sum = "{ [a, b] -> [10a + b] : 0 <= a < 4 and 0 <= b < 6 }";
        let sum = AnyLayout::parse(Kind::Relation, sum).unwrap();
        let said = |f: &str| {
            let f = AnyLayout::parse(Kind::Cute, f).unwrap();
            match compose(&sum, &f, Promotion::Extend, &Budget::default()) {
                Ok(found) => found.to_string(),
                Err(error) => error.to_string(),
            }
        };
        let tuples = |operand: &str| {
            format!("the offsets of {operand} are tuples, which are not coordinates")
        };
        assert_eq!(
            said("(3,2):(1@1,1@1)"),
            "{ [c] -> [c - 2*floor(c/3)] : 0 <= c < 6 and 0 <= c - 2*floor(c/3) < 6 }"
        );
        let listed = "{ [a, b] -> [10a + b] : 0 <= a, b < 8 }";
        let listed = AnyLayout::parse(Kind::Relation, listed).unwrap();
        let far = AnyLayout::parse(Kind::Cute, "4:1@1").unwrap();
        let composed = compose(&listed, &far, Promotion::Extend, &Budget::default()).unwrap();
        assert_eq!(composed.to_string(), "{ [c] -> [c] : 0 <= c < 4 and 0 <= c < 8 }");
        assert_eq!(said("(3,2):(1@3,1@7)"), tuples("(3,2):(1@3,1@7)"));
        assert!(said("(3,2):(1@1,1@0)").starts_with("{ [c] -> ["));
    }
}
