//! Compositions: right, or refused for a reason that is true, and claims about them decided.

use layout_math::algebra::{
    AnyLayout, Budget, ComposeError, Kind, Promotion as Promoted, Verdict, bijective, compose,
    disjoint, equivalent, in_bounds, injective, surjective,
};
use layout_math::cute::{AlgebraError, Term};

use super::reasons::{some_layout_agrees, values};
use super::values::check_values;
use crate::judge::formula::{Expr, Formula, Output, Piece, Variable};
use crate::judge::model::{Composed, Cute, Layout, Relation, Tree};
use crate::judge::{
    Claim, Promotion, Promotion as Judged, Table, Values, compose as judged, table,
};
use crate::subject::Subject;

/// What came out; `None` if the composition has no meaning.
///
/// # Panics
///
/// If a result is not the composition, a reason is not true, or a claim about the result is not
/// decided as the judge does.
pub fn check(subject: &Subject, promotion: Promotion) -> Option<&'static str> {
    let [outer, inner] = &subject.layouts[..] else { return None };
    let is_tiled = matches!(inner, Layout::Tile(_))
        || matches!(inner, Layout::Cute(cute) if cute.has_positions());
    // By modes there is one way.
    if is_tiled && promotion == Promotion::None {
        return None;
    }
    let has_symbols = subject.has_symbols();
    let tables: Option<Vec<Table>> =
        subject.values.all.iter().map(|values| judged(outer, inner, promotion, values)).collect();
    let mut tables = tables?;
    if !has_symbols && has_no_coordinates(inner) {
        return None;
    }
    let name = format!("{outer} o {inner} ({promotion:?})");
    let promoted = match promotion {
        Promotion::Extend => Promoted::Extend,
        Promotion::None => Promoted::None,
    };
    let result = match compose(&subject.any[0], &subject.any[1], promoted, &Budget::DEFAULT) {
        Ok(result) => result,
        Err(error) => {
            if !has_symbols {
                refused(&name, outer, inner, &tables[0], &error);
            }
            return Some(if error.is_undecided() { "undecided" } else { "refused" });
        }
    };
    // The coordinates of a relation are those with an offset.
    if let AnyLayout::Relation(_) = result {
        for table in &mut tables {
            table.rows.retain(|row| !row.offsets.is_empty());
        }
    }
    let mut tables_of_values = tables.iter().zip(&subject.values.all);
    let is_listed =
        tables_of_values.all(|(table, values)| check_values(&name, &result, table, values));
    if !has_symbols {
        check_claims(&name, &result, &tables[0]);
    }
    Some(if is_listed { "composed" } else { "not_listed" })
}

/// Checks that layouts for which the judge has a composition have none in the notations of the library,
/// and says why.
fn refused(name: &str, outer: &Layout, inner: &Layout, table: &Table, error: &ComposeError) {
    match (outer, inner, error) {
        // Dims are matched by name.
        (Layout::Linear(g), Layout::Linear(f), ComposeError::Linear(_)) => {
            let outs: Vec<(String, i64)> = f.out_dims.clone();
            let ins = g.in_dims.iter().map(|(name, bases)| (name.clone(), 1 << bases.len()));
            assert_ne!(outs, ins.collect::<Vec<_>>(), "{name}: {error}");
        }
        (_, Layout::Tile(tiles), ComposeError::TilerMode { .. }) => {
            let (Layout::Cute(cute) | Layout::Composed(Composed { inner: cute, .. })) = outer
            else {
                panic!("{name}: {error}")
            };
            let is_layout = |at: usize| {
                let shape = Tree::Node(vec![cute.shape.modes()[at].clone()]);
                let stride = Tree::Node(vec![cute.stride.modes()[at].clone()]);
                let own = Cute { shape, stride, facts: Vec::new() };
                let tile = Layout::Tile(vec![tiles[at].clone()]);
                let of_mode = judged(&Layout::Cute(own), &tile, Judged::Extend, &Values::new());
                let of_mode = of_mode.and_then(|table| values(&table));
                of_mode.is_some_and(|values| some_layout_agrees(&values, 1, values.len()))
            };
            assert!(!(0..tiles.len()).all(is_layout), "{name}: {error}");
        }
        (_, _, ComposeError::Coordinates(AlgebraError::BelowZero { .. })) => {
            assert!(table.rows.iter().any(|row| row.offsets.is_empty()), "{name}: {error}");
        }
        (Layout::Cute(_), _, ComposeError::Coordinates(AlgebraError::NotALayout { .. })) => {
            let values = values(table).unwrap();
            assert!(!some_layout_agrees(&values, 1, values.len()), "{name}: {error}");
        }
        // A layout may have these values and no modes of the shape that is asked for.
        (_, Layout::Cute(inner), ComposeError::Coordinates(AlgebraError::DoesNotSplit { .. })) => {
            let extents = inner.shape.leaves().into_iter().map(|it| it.value(&Values::new()));
            let splits = values(table).is_some_and(|values| splits(&values, extents.collect()));
            assert!(!splits, "{name}: {error}");
        }
        // The same of the inner layout of a composed one, or a layout that has not these modes.
        (_, _, ComposeError::Coordinates(error)) if error.is_unsupported() => {}
        (Layout::Composed(_), _, ComposeError::Coordinates(AlgebraError::NotALayout { .. })) => {}
        // One of several inputs is below 0, so that they have no integral coordinate.
        (Layout::Relation(_), _, _) if has_inputs_below_zero(outer) => {}
        // The composition is one of relations in isl, which may end in its budget; that is not a verdict.
        (_, Layout::Relation(_), error) | (Layout::Relation(_), _, error)
            if error.is_undecided() => {}
        _ => panic!("{name}: {error}"),
    }
}

/// True if values from a box of these extents are a sum of values of layouts of its modes.
fn splits(values: &[i64], extents: Vec<i64>) -> bool {
    let begin = values.first().copied().unwrap_or(0);
    let mut sums = vec![begin];
    for extent in extents {
        let step = sums.len();
        let of_mode: Vec<i64> = (0..extent as usize).map(|at| values[at * step] - begin).collect();
        if !some_layout_agrees(&of_mode, 1, of_mode.len()) {
            return false;
        }
        sums = of_mode.iter().flat_map(|own| sums.iter().map(move |sum| sum + own)).collect();
    }
    sums == values
}

fn has_inputs_below_zero(layout: &Layout) -> bool {
    table(layout, &Values::new()).rows.iter().any(|row| row.integral.is_none())
}

/// True if the composition has several inputs of which one is below 0.
fn has_no_coordinates(inner: &Layout) -> bool {
    !matches!(inner, Layout::Tile(_)) && has_inputs_below_zero(inner)
}

/// Every claim about the composition is decided, as the judge decides it.
fn check_claims(name: &str, result: &AnyLayout, own: &Table) {
    let size = own.rows.len().max(1) as i64;
    let plain = AnyLayout::parse(Kind::Cute, &format!("{size}:2")).unwrap();
    let twice = Layout::Relation(Relation {
        parameters: Vec::new(),
        pieces: vec![Piece {
            inputs: vec![Variable { name: "c".to_owned(), low: 0, high: size - 1 }],
            outputs: vec![Output::Value(Expr::Times(2, Box::new(Expr::name("c"))))],
            formula: Formula::True,
        }],
    });
    let twice = table(&twice, &Values::new());
    let check = |claim: Claim, found: Result<bool, String>, tables: &[Table]| {
        let Some(expected) = claim.holds(&[], tables, &Values::new()) else {
            return;
        };
        assert_eq!(found, Ok(expected), "{name} = {result}: {claim:?}");
    };
    let one = [own.clone()];
    let two = [own.clone(), twice];
    check(Claim::Injective, holds(injective(result, &Budget::DEFAULT)), &one);
    let in_size = in_bounds(result, &Term::constant(size), &Budget::DEFAULT);
    check(Claim::InBounds(size), holds(in_size), &one);
    let onto = surjective(result, Some(size), &Budget::DEFAULT);
    check(Claim::Surjective(Some(size)), holds(onto), &one);
    let both = bijective(result, Some(size), &Budget::DEFAULT);
    check(Claim::Bijective(Some(size)), holds(both), &one);
    let itself = equivalent(result, result, &Budget::DEFAULT);
    check(Claim::Equivalent, holds(itself), &[own.clone(), own.clone()]);
    check(Claim::Disjoint, holds(disjoint(result, &plain, &Budget::DEFAULT)), &two);
    check(Claim::Equivalent, holds(equivalent(result, &plain, &Budget::DEFAULT)), &two);
}

fn holds<W: std::fmt::Debug>(verdict: Verdict<W>) -> Result<bool, String> {
    match verdict {
        Verdict::Proved(_) => Ok(true),
        Verdict::Refuted(_) => Ok(false),
        Verdict::Unknown(unknown) => Err(unknown.to_string()),
    }
}
