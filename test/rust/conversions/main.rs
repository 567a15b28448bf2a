//! Conversions to every notation and compositions of every pair of notations, on random layouts,
//! against a judge that shares no code with the library: right, or a witness that is true, and never
//! undecided on a domain that can be walked.

#[path = "../judge/mod.rs"]
mod judge;

mod library;
mod reasons;

use std::collections::BTreeMap;

use judge::formula::{Expr, Formula, Output, Piece, Variable};
use judge::model::{Composed, Cute, Layout, Linear, Relation, Tree};
use judge::random::{self, Random, Symbols};
use judge::{
    Claim, Parts, Promotion as Judged, Table, Values, compose as judged, table, valuations,
};
use layout::algebra::{
    AnyLayout, Budget, ComposeError, Kind, NotConverted, Promotion, Verdict, bijective, compose,
    convert, disjoint, equivalent, in_bounds, injective, surjective,
};
use layout::cute::{AlgebraError, Term};
use library::{check_values, parsed};
use reasons::{check_reason, some_layout_agrees, values};

const BUDGET: Budget = Budget::DEFAULT;
const KINDS: [Kind; 4] = [Kind::Cute, Kind::Composed, Kind::Linear, Kind::Relation];

#[test]
fn conversions_are_right_or_have_a_true_witness() {
    let mut random = Random::new(11);
    let mut counts = Counts::default();
    for _ in 0..4_000 {
        let layout = random::layout(&mut random, &Symbols::default());
        let (table, any) = (table(&layout, &Values::new()), parsed(&layout));
        assert!(table.rows.len() <= 4096);
        for to in KINDS.into_iter().filter(|&to| to != any.kind()) {
            let name = format!("{layout} to {to:?}");
            match convert(&any, to, &BUDGET) {
                Err(reason) => {
                    assert!(!reason.is_undecided(), "{name}: {reason}");
                    check_reason(&name, &table, &reason);
                    counts.add("refused", layout.notation(), kind_name(to));
                }
                Ok(result) => {
                    assert_eq!(result.kind(), to, "{name}");
                    check_values(&name, &result, &table, &Values::new());
                    counts.add("converted", layout.notation(), kind_name(to));
                    // The parts at other positions than 0, 1, and so on are not those of a relation.
                    if matches!(&table.parts, Parts::Positions(all)
                        if all.iter().enumerate().any(|(at, path)| *path != [at as u32]))
                    {
                        continue;
                    }
                    let verdict = equivalent(&any, &result, &BUDGET);
                    assert!(matches!(verdict, Verdict::Proved(_)), "{name}: {result} {verdict:?}");
                }
            }
        }
    }
    assert!(7_000 < counts.all("converted") && 4_000 < counts.all("refused"), "{counts:?}");
    assert!(counts.pairs("converted") == 16 && counts.pairs("refused") == 11, "{counts:?}");
}

#[test]
fn conversions_with_symbols_are_right_for_all_values() {
    let mut random = Random::new(13);
    let mut counts = Counts::default();
    for _ in 0..2_000 {
        let symbols = Symbols::random(&mut random, 0);
        let layout = random::layout(&mut random, &symbols);
        let all = valuations(&[&layout], 12).all;
        if judge::symbols::symbols(&layout).is_empty() || !(1..=40).contains(&all.len()) {
            continue;
        }
        let any = parsed(&layout);
        for to in KINDS.into_iter().filter(|&to| to != any.kind()) {
            let name = format!("{layout} to {to:?}");
            match convert(&any, to, &BUDGET) {
                Err(NotConverted::Size { .. }) => counts.add("several sizes", "", ""),
                Err(reason) if reason.is_undecided() => counts.add("undecided", "", ""),
                Err(_) => counts.add("refused", "", ""),
                Ok(result) => {
                    for values in &all {
                        let name = format!("{name} = {result} for {values:?}");
                        check_values(&name, &result, &table(&layout, values), values);
                    }
                    counts.add("converted", layout.notation(), kind_name(to));
                }
            }
        }
    }
    assert!(1_000 < counts.all("converted"), "{counts:?}");
}

/// A pair of layouts that may be composed: of random notations, or such as fit together by the names of
/// their dims or by their modes.
fn pair(random: &mut Random, symbols: &Symbols) -> (Layout, Layout) {
    let outer = random::layout(random, symbols);
    match (random.number(0, 9), &outer) {
        (0, Layout::Cute(cute)) => {
            let tiles = random::tile(random, cute.shape.modes().len());
            (outer, Layout::Tile(tiles))
        }
        (0, Layout::Composed(composed)) => {
            let tiles = random::tile(random, composed.inner.shape.modes().len());
            (outer, Layout::Tile(tiles))
        }
        (0..6, Layout::Linear(linear)) => {
            let inner = random::linear(random);
            let outer = after(random, &inner, linear);
            (Layout::Linear(outer), Layout::Linear(inner))
        }
        _ => {
            let inner = random::layout(random, symbols);
            (outer, inner)
        }
    }
}

/// A linear layout whose in-dims are the out-dims of another one.
fn after(random: &mut Random, inner: &Linear, like: &Linear) -> Linear {
    let vector = |random: &mut Random| -> Vec<i64> {
        like.out_dims.iter().map(|(_, size)| random.number(0, size - 1)).collect()
    };
    let in_dims = inner.out_dims.iter().map(|(name, size)| {
        let bases = (0..size.trailing_zeros()).map(|_| vector(random)).collect();
        (name.clone(), bases)
    });
    Linear { in_dims: in_dims.collect(), ..like.clone() }
}

/// Checks that layouts for which the judge has a composition have none in the notations of the library,
/// and says why.
fn refused(
    name: &str,
    outer: &Layout,
    inner: &Layout,
    table: &Table,
    error: &ComposeError,
) -> String {
    match (outer, inner, error) {
        // Dims are matched by name.
        (Layout::Linear(g), Layout::Linear(f), ComposeError::Linear(_)) => {
            let outs: Vec<(String, i64)> = f.out_dims.clone();
            let ins = g.in_dims.iter().map(|(name, bases)| (name.clone(), 1 << bases.len()));
            assert_ne!(outs, ins.collect::<Vec<_>>(), "{name}: {error}");
            "dims of other names".to_owned()
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
            "a mode that is not a layout".to_owned()
        }
        (_, _, ComposeError::Coordinates(AlgebraError::BelowZero { .. })) => {
            assert!(table.rows.iter().any(|row| row.offsets.is_empty()), "{name}: {error}");
            "coordinates below 0".to_owned()
        }
        (Layout::Cute(_), _, ComposeError::Coordinates(AlgebraError::NotALayout { .. })) => {
            let values = values(table).unwrap();
            assert!(!some_layout_agrees(&values, 1, values.len()), "{name}: {error}");
            "not a layout at coordinates".to_owned()
        }
        // The same of the inner layout of a composed one, or a layout that has not these modes.
        (_, _, ComposeError::Coordinates(error)) if error.is_unsupported() => {
            "not a layout at coordinates".to_owned()
        }
        (Layout::Composed(_), _, ComposeError::Coordinates(AlgebraError::NotALayout { .. })) => {
            "not a layout at coordinates".to_owned()
        }
        // One of several inputs is below 0, so that they have no integral coordinate.
        (Layout::Relation(_), _, _) if has_inputs_below_zero(outer) => "inputs below 0".to_owned(),
        _ => panic!("{name}: {error}"),
    }
}

fn has_inputs_below_zero(layout: &Layout) -> bool {
    table(layout, &Values::new()).rows.iter().any(|row| row.integral.is_none())
}

#[test]
fn compositions_are_right_and_claims_about_them_decided() {
    let mut random = Random::new(12);
    let mut counts = Counts::default();
    for at in 0..6_000 {
        let none = Symbols::default();
        let (outer, inner) = pair(&mut random, &none);
        let is_tiled = matches!(&inner, Layout::Tile(_))
            || matches!(&inner, Layout::Cute(cute) if cute.has_positions());
        // By modes there is one way.
        let (promotion, of_judge) = match at % 4 {
            0 if !is_tiled => (Promotion::None, Judged::None),
            _ => (Promotion::Extend, Judged::Extend),
        };
        let name = format!("{outer} o {inner} ({promotion:?})");
        let Some(mut table) = judged(&outer, &inner, of_judge, &Values::new()) else {
            counts.add("without meaning", "", "");
            continue;
        };
        if has_no_coordinates(&inner) {
            counts.add("inputs below 0", "", "");
            continue;
        }
        let result = match compose(&parsed(&outer), &parsed(&inner), promotion, &BUDGET) {
            Ok(result) => result,
            Err(error) => {
                counts.add(&refused(&name, &outer, &inner, &table, &error), "", "");
                continue;
            }
        };
        // The coordinates of a relation are those with an offset.
        if let AnyLayout::Relation(_) = result {
            table.rows.retain(|row| !row.offsets.is_empty());
        }
        check_values(&name, &result, &table, &Values::new());
        counts.add("composed", outer.notation(), inner.notation());
        check_claims(&name, &result, &table, &mut counts);
    }
    assert!(5_000 < counts.all("composed") && 24 < counts.pairs("composed"), "{counts:?}");
    assert!(12_000 < counts.all("true") && 20_000 < counts.all("false"), "{counts:?}");
}

/// True if the composition has several inputs of which one is below 0.
fn has_no_coordinates(inner: &Layout) -> bool {
    !matches!(inner, Layout::Tile(_)) && has_inputs_below_zero(inner)
}

/// Every claim about the composition is decided, as the judge decides it.
fn check_claims(name: &str, result: &AnyLayout, own: &Table, counts: &mut Counts) {
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
    let mut check = |claim: Claim, found: Result<bool, String>, tables: &[Table]| {
        let Some(expected) = claim.holds(&[], tables, &Values::new()) else {
            counts.add("a claim without meaning", "", "");
            return;
        };
        assert_eq!(found, Ok(expected), "{name} = {result}: {claim:?}");
        counts.add(if expected { "true" } else { "false" }, "", "");
    };
    let one = [own.clone()];
    let two = [own.clone(), twice];
    check(Claim::Injective, holds(injective(result, &BUDGET)), &one);
    let in_size = in_bounds(result, &Term::constant(size), &BUDGET);
    check(Claim::InBounds(size), holds(in_size), &one);
    let onto = surjective(result, Some(size), &BUDGET);
    check(Claim::Surjective(Some(size)), holds(onto), &one);
    let both = bijective(result, Some(size), &BUDGET);
    check(Claim::Bijective(Some(size)), holds(both), &one);
    let itself = equivalent(result, result, &BUDGET);
    check(Claim::Equivalent, holds(itself), &[own.clone(), own.clone()]);
    check(Claim::Disjoint, holds(disjoint(result, &plain, &BUDGET)), &two);
    check(Claim::Equivalent, holds(equivalent(result, &plain, &BUDGET)), &two);
}

fn holds<W: std::fmt::Debug>(verdict: Verdict<W>) -> Result<bool, String> {
    match verdict {
        Verdict::Proved(_) => Ok(true),
        Verdict::Refuted(_) => Ok(false),
        Verdict::Unknown(unknown) => Err(unknown.to_string()),
    }
}

#[test]
fn compositions_with_symbols_are_right_for_all_values() {
    let mut random = Random::new(14);
    let mut counts = Counts::default();
    for _ in 0..1_000 {
        let symbols = Symbols::random(&mut random, 0);
        let (outer, inner) = pair(&mut random, &symbols);
        let all = valuations(&[&outer, &inner], 12).all;
        let own = judge::symbols::symbols;
        if (own(&outer).is_empty() && own(&inner).is_empty()) || !(1..=40).contains(&all.len()) {
            continue;
        }
        let name = format!("{outer} o {inner}");
        let tables: Option<Vec<Table>> =
            all.iter().map(|v| judged(&outer, &inner, Judged::Extend, v)).collect();
        let Some(tables) = tables else { continue };
        match compose(&parsed(&outer), &parsed(&inner), Promotion::Extend, &BUDGET) {
            Ok(result) => {
                for (values, table) in all.iter().zip(&tables) {
                    let name = format!("{name} = {result} for {values:?}");
                    check_values(&name, &result, table, values);
                }
                counts.add("composed", outer.notation(), inner.notation());
            }
            // Products of symbols are not Presburger, and tiles of symbols not supported.
            Err(error) if error.is_undecided() => counts.add("undecided", "", ""),
            Err(_) => counts.add("refused", "", ""),
        }
    }
    assert!(150 < counts.all("composed"), "{counts:?}");
}

/// How often what came out, by the notations.
#[derive(Default, Debug)]
struct Counts(BTreeMap<(String, String), usize>);

impl Counts {
    fn add(&mut self, what: &str, first: &str, second: &str) {
        let notations = format!("{first} {second}").trim().to_owned();
        *self.0.entry((what.to_owned(), notations)).or_default() += 1;
    }

    /// The number of cases with this outcome.
    fn all(&self, what: &str) -> usize {
        self.0.iter().filter(|((own, _), _)| own == what).map(|(_, n)| n).sum()
    }

    /// The number of pairs of notations with this outcome.
    fn pairs(&self, what: &str) -> usize {
        self.0.keys().filter(|(own, _)| own == what).count()
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Cute => "cute",
        Kind::Swizzle => "swizzle",
        Kind::Composed => "composed",
        Kind::Linear => "linear",
        Kind::Tile => "tile",
        Kind::Relation => "relation",
    }
}
