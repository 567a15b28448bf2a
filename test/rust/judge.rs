//! The judge of other tests, checked against examples of the documentation, and the library's
//! evaluation of every notation checked against the judge.

use layout::algebra::{Budget, Evaluator, compose as composition, to_relation};
use layout::algebra::{Promotion as LayoutPromotion, View};
use layout::relation::Context;
use layout_fuzz::judge::formula::{Expr, Formula, Output, Piece, Variable};
use layout_fuzz::judge::model::{
    Composed, Cute, Fact, Layout, Linear, Outer, Stride, Swizzle, Term, Tile, Tree,
};
use layout_fuzz::judge::random::{self, Random, Symbols};
use layout_fuzz::judge::{
    Claim, Parts, Promotion, Table, TableRow, Valuations, Values, compose, table, valuations,
};
use layout_fuzz::{judge, parsed};

fn number(value: i64) -> Term {
    Term::number(value)
}

/// The layout of these flattened modes.
fn cute(modes: &[(Term, Term)], facts: &[Fact]) -> Cute {
    let stride = |scale: &Term| Tree::Leaf(Stride { scale: scale.clone(), path: Vec::new() });
    Cute {
        shape: Tree::Node(modes.iter().map(|(extent, _)| Tree::Leaf(extent.clone())).collect()),
        stride: Tree::Node(modes.iter().map(|(_, scale)| stride(scale)).collect()),
        facts: facts.to_vec(),
    }
}

fn numbers(modes: &[(i64, i64)]) -> Cute {
    let modes: Vec<(Term, Term)> = modes.iter().map(|&(e, d)| (number(e), number(d))).collect();
    cute(&modes, &[])
}

/// The offsets of a layout without symbols, from the first coordinate on.
fn offsets(table: &Table) -> Vec<Option<i64>> {
    table.rows.iter().map(|row| row.offsets.first().map(|offset| offset[0])).collect()
}

fn some(offsets: &[i64]) -> Vec<Option<i64>> {
    offsets.iter().copied().map(Some).collect()
}

#[test]
fn the_judge_knows_the_examples_of_the_pages() {
    let none = Values::new();
    let of = |layout: Layout| offsets(&table(&layout, &none));
    // theory.md: the composition of these has the offsets 0, 6, 7, 8, 9, 15.
    let left = Layout::Cute(numbers(&[(4, 2), (6, 3), (8, 5)]));
    let right = Layout::Cute(numbers(&[(6, 3)]));
    let composed = compose(&left, &right, Promotion::Extend, &none).unwrap();
    assert_eq!(offsets(&composed), some(&[0, 6, 7, 8, 9, 15]));
    // dialect.md: S<1,0,1> sends the offsets 0, 1, 2, 3 to 0, 1, 3, 2.
    let swizzle = Swizzle { bits: 1, base: 0, shift: 1 };
    assert_eq!(of(Layout::Swizzle(swizzle)), some(&[0, 1, 3, 2]));
    // A swizzle of no bits moves; any other has no value below 0.
    let below = |swizzle| Composed {
        outer: Outer::Swizzle(swizzle),
        offset: number(-1),
        inner: numbers(&[(3, 1)]),
        facts: Vec::new(),
    };
    let still = Swizzle { bits: 0, base: 4, shift: 3 };
    assert_eq!(of(Layout::Composed(below(still))), some(&[-1, 0, 1]));
    assert_eq!(of(Layout::Composed(below(swizzle))), [None, Some(0), Some(1)]);
    // theory.md: past their ends (2,1):(1,80) and 2:1 differ.
    let units = Layout::Cute(numbers(&[(2, 1), (1, 80)]));
    let three = Layout::Cute(numbers(&[(3, 1)]));
    let extended = compose(&units, &three, Promotion::Extend, &none).unwrap();
    assert_eq!(offsets(&extended), some(&[0, 1, 80]));
    let held = compose(&units, &three, Promotion::None, &none).unwrap();
    assert_eq!(offsets(&held), some(&[0, 1]));
    // dialect.md: register 3 goes to (8,1).
    let in_dims = vec![("register".to_owned(), vec![vec![0, 1], vec![8, 0]])];
    let out_dims = vec![("dim0".to_owned(), 16), ("dim1".to_owned(), 2)];
    let linear = Layout::Linear(Linear { in_dims, out_dims, constant: vec![0, 0] });
    assert_eq!(table(&linear, &none).rows[3].offsets, [[8, 1]]);
    // A tiler takes modes apart.
    let tiler = Layout::Tile(vec![Tile::Layout(numbers(&[(2, 2)])), Tile::Extent(1)]);
    let matrix = Layout::Cute(numbers(&[(4, 8), (8, 1)]));
    let tiled = compose(&matrix, &tiler, Promotion::Extend, &none).unwrap();
    assert_eq!(offsets(&tiled), some(&[0, 16]));
}

#[test]
fn the_judge_knows_symbols_and_holes() {
    let m = Term::symbol("M");
    let facts = [Fact::In("M".to_owned(), -4, 9), Fact::Mod("M".to_owned(), 3, 2)];
    let layout = Layout::Cute(cute(&[(m.clone(), number(-1))], &facts));
    assert_eq!(layout.to_string(), "(M):(-1) where M in [-4,9], M mod 3 = 2");
    let Valuations { all, is_complete } = valuations(&[&layout], 100);
    let values: Vec<i64> = all.iter().map(|values| values["M"]).collect();
    assert!(is_complete);
    assert_eq!(values, [2, 5, 8]);
    let holds = |claim: Claim| claim.holds(&[&layout], &[table(&layout, &all[0])], &all[0]);
    assert_eq!(holds(Claim::Bijective(None)), Some(false));
    assert_eq!(holds(Claim::Surjective(None)), Some(true));
    assert_eq!(holds(Claim::Injective), Some(true));
    assert_eq!(holds(Claim::Cosize(2)), Some(true));
    // The even numbers below 12, and a triangle.
    let variable = |name: &str, high| Variable { name: name.to_owned(), low: 0, high };
    let twice = |name: &str| Expr::Times(2, Box::new(Expr::name(name)));
    let even = Expr::Mod(Box::new(Expr::name("i")), 2);
    let holes = Piece {
        inputs: vec![variable("i", 11)],
        outputs: vec![Output::Value(twice("i"))],
        formula: Formula::Compare(even, "=", Expr::Number(0)),
    };
    let sum = Expr::Sum(vec![Expr::name("i"), Expr::name("j")]);
    let triangle = Piece {
        inputs: vec![variable("i", 3), variable("j", 3)],
        outputs: vec![Output::Value(sum)],
        formula: Formula::Compare(Expr::name("j"), "<=", Expr::name("i")),
    };
    let relation = |piece| {
        Layout::Relation(judge::model::Relation { parameters: Vec::new(), pieces: vec![piece] })
    };
    for (piece, size, is_increasing) in [(holes, 6, true), (triangle, 10, false)] {
        let layout = relation(piece);
        let tables = [table(&layout, &Values::new())];
        let holds = |claim: Claim| claim.holds(&[&layout], &tables, &Values::new());
        assert_eq!(holds(Claim::Size(size)), Some(true), "{layout}");
        assert_eq!(holds(Claim::Increasing), Some(is_increasing), "{layout}");
    }
}

/// Evaluation on integers, and by isl on the relation.
#[test]
fn every_notation_is_evaluated_as_the_judge_says() {
    let mut random = Random::new(1);
    let context = Context::new(1_000_000);
    let (mut evaluated, mut by_isl) = (0, 0);
    for _ in 0..4_000 {
        let layout = random::layout(&mut random, &Symbols::default());
        let (table, any) = (table(&layout, &Values::new()), parsed(&layout));
        if let Some(function) = Evaluator::new(&any, &Budget::default()) {
            for row in table.rows.iter().filter(|row| row.integral.is_some()) {
                let coordinate = row.integral.unwrap();
                if let Ok(value) = function.value(coordinate) {
                    evaluated += 1;
                    let found: Vec<Vec<i64>> = value.into_iter().collect();
                    assert_eq!(found, table.counted(row), "{layout} at {coordinate}");
                }
            }
        }
        let Ok(relation) = to_relation(&any, &View::Natural) else { continue };
        let mut expected: Vec<(Vec<i64>, Vec<i64>)> = (table.rows.iter())
            .flat_map(|row| row.offsets.iter().map(|o| (row.natural.clone(), o.clone())))
            .collect();
        expected.sort();
        let found = relation.to_map(&context).unwrap().pairs(10_000).unwrap();
        assert_eq!(found, expected, "{layout}");
        by_isl += 1;
    }
    assert!(20_000 < evaluated && 3_500 < by_isl, "{evaluated} {by_isl}");
}

/// A composition has the offsets of its definition, whatever notation it is found in.
#[test]
fn compositions_are_as_the_judge_says() {
    let mut random = Random::new(2);
    let none = Symbols::default();
    let context = Context::new(1_000_000);
    let (mut compared, mut tiled) = (0, 0);
    for _ in 0..1_500 {
        let outer = random::layout(&mut random, &none);
        let inner = match &outer {
            Layout::Cute(cute) if random.chance(30) => {
                Layout::Tile(random::tile(&mut random, cute.shape.modes().len()))
            }
            _ => random::layout(&mut random, &none),
        };
        let Some(expected) = compose(&outer, &inner, Promotion::Extend, &Values::new()) else {
            continue;
        };
        let (g, f) = (parsed(&outer), parsed(&inner));
        let result = composition(&g, &f, LayoutPromotion::Extend, &Budget::default());
        let Ok(result) = result else { continue };
        let Ok(relation) = to_relation(&result, &View::Integral) else { continue };
        if expected.rows.iter().any(|row| row.integral.is_none()) || relation.n_inputs() != 1 {
            continue;
        }
        // Parts that are 0 everywhere may be missing.
        if matches!(&expected.parts, Parts::Positions(p) if p.len() != relation.n_outputs()) {
            continue;
        }
        // The out-dims of a linear layout may have become one number.
        let offsets = |row: &TableRow| match relation.n_outputs() {
            1 => expected.counted(row),
            _ => row.offsets.clone(),
        };
        let mut pairs: Vec<(Vec<i64>, Vec<i64>)> = (expected.rows.iter())
            .flat_map(|row| offsets(row).into_iter().map(|o| (vec![row.integral.unwrap()], o)))
            .collect();
        pairs.sort();
        let found = relation.to_map(&context).unwrap().pairs(10_000).unwrap();
        assert_eq!(found, pairs, "{outer} o {inner} = {result}");
        compared += 1;
        tiled += i32::from(matches!(inner, Layout::Tile(_)));
    }
    assert!(900 < compared && 100 < tiled, "{compared} {tiled}");
}
