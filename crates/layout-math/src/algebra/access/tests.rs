use super::outside::Outside;
use super::*;
use crate::affine::{Comparison, Interval, Quantity};
use crate::algebra::applied::Applied;
use crate::algebra::views::Shape;
use crate::algebra::{AnyLayout, Kind, Method, Promotion};

fn layout(kind: Kind, text: &str) -> Applied {
    Applied::new(AnyLayout::parse(kind, text).unwrap()).unwrap()
}

/// A composition of CuTe layouts, leftmost outermost, associated as `a o (b o c)`.
fn composed(texts: &[&str]) -> Applied {
    let (last, others) = texts.split_last().unwrap();
    others.iter().rev().fold(layout(Kind::Cute, last), |right, text| {
        let left = layout(Kind::Cute, text);
        Applied::compose(left, right, Promotion::Extend, &Budget::default()).unwrap()
    })
}

fn between(variable: usize, low: i64, high: i64) -> Comparison {
    Comparison { quantity: Quantity::variable(variable), low: Some(low), high: Some(high) }
}

/// buffer[layout(v0, v1, …)].
fn access(layout: Applied, known: &[Comparison], n: usize, size: i64) -> Access {
    Access {
        n_variables: n + 1,
        known: known.to_vec(),
        applications: vec![Application {
            layout,
            coordinates: (0..n).map(Quantity::variable).collect(),
            symbols: Vec::new(),
            results: vec![n],
        }],
        indices: vec![Quantity::variable(n)],
        steps: Vec::new(),
        sizes: vec![Some(size.into())],
        ..Access::default()
    }
}

#[track_caller]
fn check(access: &Access, leaving: Leaving, expected: &str) {
    let names = ["i", "j", "k", "l"];
    let text = match access.decide(leaving, &Budget::default()) {
        Ok(AccessVerdict::Proved(_)) => "proved".to_owned(),
        Ok(AccessVerdict::Unreachable) => "unreachable".to_owned(),
        Ok(AccessVerdict::Never(failure)) => failure.to_string(),
        Ok(AccessVerdict::Sometimes(predicate)) => predicate.named(&names).to_string(),
        Err(unknown) => format!("unknown: {unknown}"),
    };
    assert_eq!(text, expected);
}

use Leaving::{Allowed, OutOfBounds};

#[test]
fn a_tile_that_runs_over() {
    let tiles = || layout(Kind::Cute, "(4,3):(1,4)");
    let in_domain = [between(0, 0, 11)];
    check(&access(tiles(), &in_domain, 1, 12), OutOfBounds, "proved");
    check(&access(tiles(), &in_domain, 1, 10), OutOfBounds, "i < 10");
    check(&access(tiles(), &[], 1, 10), OutOfBounds, "0 <= i < 10");
    // The layout has 12 coordinates; a buffer of 100 does not make more of them.
    check(&access(tiles(), &[], 1, 100), OutOfBounds, "0 <= i < 12");
    check(&access(tiles(), &[], 1, 100), Allowed, "0 <= i < 100");
    check(&access(tiles(), &[between(0, 3, 2)], 1, 10), OutOfBounds, "unreachable");
    check(
        &access(tiles(), &[between(0, 20, 29)], 1, 100),
        OutOfBounds,
        "coordinate 20 is outside the domain of (4,3):(1,4)",
    );
    check(&access(tiles(), &[between(0, 20, 29)], 1, 100), Allowed, "proved");
    check(
        &access(tiles(), &[between(0, 20, 29)], 1, 8),
        Allowed,
        "offset 20 at coordinate 20 is outside [0, 8)",
    );
}

#[test]
fn the_guard_of_a_promoted_composition_is_one_comparison() {
    // 2i + j is a coordinate of (2,1):(1,80) proper only where i = 0.
    let h = || composed(&["(2,1):(1,80)", "(2,2):(2,1)"]);
    assert_eq!(h().layout().to_string(), "(2,2):(80,1)");
    let square = [between(0, 0, 1), between(1, 0, 1)];
    check(&access(h(), &square, 2, 1000), OutOfBounds, "i < 1");
    check(&access(h(), &square, 2, 1000), Allowed, "proved");
    check(&access(h(), &square, 2, 81), Allowed, "k < 81");
    check(&access(h(), &square, 2, 80), Allowed, "i < 1");
    check(&access(h(), &[], 2, 1000), OutOfBounds, "i = 0 and 0 <= j < 2");
    // The integral coordinates 0, 1, 2, 3 have the offsets 0, 80, 1, 81, of which the even ones
    // stay in (2,1):(1,80). To compare the offset, variable 1, is cheaper than i mod 2 = 0.
    check(&access(h(), &[between(0, 0, 3)], 1, 1000), OutOfBounds, "j < 80");
}

#[test]
fn every_left_layout_on_the_way_is_looked_at() {
    // 24:1 leaves (4,3):(3,1) from 12 on.
    let tile = || composed(&["(4,3):(3,1)", "24:1"]);
    let all = [between(0, 0, 23)];
    check(&access(tile(), &all, 1, 1000), OutOfBounds, "i < 12");
    check(&access(tile(), &all, 1, 1000), Allowed, "proved");
    check(
        &access(tile(), &[between(0, 13, 23)], 1, 1000),
        OutOfBounds,
        "coordinate 13 leaves the left layout (4,3):(3,1)",
    );
    // 2*(4,6):(1,4) leaves 16:1 from coordinate 8 on, 16:1 o that leaves 10:3 from 5 on.
    let twice = || composed(&["10:3", "16:1", "24:2"]);
    check(&access(twice(), &all, 1, 1000), OutOfBounds, "i < 5");
    check(&access(twice(), &all, 1, 1000), Allowed, "proved");
    // A composed layout whose outer part is a layout is a composition: 2 + 8 leaves 10:1.
    let composed = || layout(Kind::Composed, "10:1 o 2 o 16:1");
    check(&access(composed(), &[between(0, 0, 15)], 1, 1000), OutOfBounds, "i < 8");
    check(&access(composed(), &[between(0, 0, 15)], 1, 1000), Allowed, "proved");
}

/// Two linear layouts are matched by their dims, and nothing is left.
#[test]
fn a_composition_has_parts_unless_both_are_linear() {
    let linear = || layout(Kind::Linear, "{o = [[1],[2]]} -> [o = 4]");
    let compose =
        |left, right| Applied::compose(left, right, Promotion::Extend, &Budget::default()).unwrap();
    assert!(compose(linear(), layout(Kind::Cute, "4:1")).parts().is_some());
    assert!(compose(layout(Kind::Cute, "4:1"), linear()).parts().is_some());
    assert!(compose(linear(), linear()).parts().is_none());
}

#[test]
fn swizzles_and_linear_layouts() {
    // S<1,0,1> o (4,2):(1,4) on [0, 8) is a permutation of [0, 8): 6 and 7 are at 7 and 6.
    let swizzled = || layout(Kind::Composed, "S<1,0,1> o 0 o (4,2):(1,4)");
    let all = [between(0, 0, 7)];
    check(&access(swizzled(), &all, 1, 8), OutOfBounds, "proved");
    check(&access(swizzled(), &all, 1, 6), OutOfBounds, "i < 6");
    // Offset 6 is at coordinate 7 alone, and 7 at 6: in a buffer of 7 only 6 is left out, which
    // the offset, variable 1, says as well.
    check(&access(swizzled(), &all, 1, 7), OutOfBounds, "j < 7");
    check(&access(layout(Kind::Swizzle, "S<1,0,1>"), &[], 1, 64), OutOfBounds, "0 <= i < 64");
    let linear = || layout(Kind::Linear, "{lane = [[1],[2]], warp = [[8],[4]], block = []}");
    let lanes = [between(0, 0, 3), between(1, 0, 3)];
    check(&access(linear(), &lanes, 2, 16), OutOfBounds, "proved");
    check(&access(linear(), &lanes, 2, 8), OutOfBounds, "k < 8");
    check(&access(linear(), &[], 2, 16), OutOfBounds, "0 <= i < 4 and 0 <= j < 4");
}

#[test]
fn several_results_dimensions_and_applications() {
    let basis = layout(Kind::Cute, "(4,8):(1@0,1@1)");
    let [first, second] = [1, 2].map(Quantity::variable);
    let mut access = access(basis, &[between(0, 0, 31)], 1, 0);
    access.n_variables = 3;
    access.applications[0].results = vec![1, 2];
    access.indices = vec![second, first, Quantity::from(3)];
    let sizes = |sizes: [i64; 3]| sizes.map(|size| Some(size.into())).to_vec();
    access.sizes = sizes([6, 4, 4]);
    check(&access, OutOfBounds, "i < 24");
    access.sizes = sizes([8, 3, 4]);
    // The first result, variable 1, is i mod 4: to compare it costs nothing.
    check(&access, OutOfBounds, "j < 3");
    access.sizes = sizes([8, 4, 3]);
    check(&access, OutOfBounds, "index 3 of dimension 2 is outside [0, 3)");
    // A result as a coordinate: c -> 2c -> (2,2):(1,8).
    let at = |text: &str, coordinate: usize, result: usize| Application {
        layout: layout(Kind::Cute, text),
        coordinates: vec![Quantity::variable(coordinate)],
        symbols: Vec::new(),
        results: vec![result],
    };
    let nested = Access {
        n_variables: 3,
        known: vec![between(0, 0, 3)],
        applications: vec![at("4:2", 0, 2), at("(2,2):(1,8)", 2, 1)],
        indices: vec![Quantity::variable(1)],
        steps: Vec::new(),
        sizes: vec![Some(100.into())],
        computed: Vec::new(),
        gathered: None,
        wrapping: Vec::new(),
    };
    check(&nested, OutOfBounds, "i < 2");
    check(&nested, Allowed, "proved");
}

#[test]
fn what_is_not_read_is_said() {
    let budget = Budget::default();
    let symbolic = access(layout(Kind::Cute, "(8,M):(1,8)"), &[], 1, 60);
    check(&symbolic, OutOfBounds, "unknown: the symbol M has no value here");
    let tile = |text| layout(Kind::Tile, text);
    let buffer = || layout(Kind::Cute, "(8,8):(8,1)");
    let compose = |right| Applied::compose(buffer(), right, Promotion::Extend, &budget);
    assert!(compose(tile("[4;8]")).is_ok());
    assert_eq!(
        compose(tile("[4;16]")).unwrap_err().to_string(),
        "the tiler [4;16] may leave (8,8):(8,1)"
    );
    let poor = Budget::with_isl_operations(50);
    let unknown = access(buffer(), &[], 2, 60).decide(OutOfBounds, &poor).unwrap_err();
    assert_eq!(unknown.to_string(), "isl did not decide it within 50 operations");
}

/// An index is a number of 64 bits, and one of the lanes behind it may be none.
#[test]
fn what_is_past_the_index_is_not_computed() {
    // buffer[o + lane] for lanes 0 to 3, in a buffer of m.
    let [c, m, o, lane] = [0, 1, 2, 3].map(Quantity::variable);
    let layout = Applied::new(AnyLayout::parse(Kind::Cute, "M:1").unwrap()).unwrap();
    let access = Access {
        n_variables: 4,
        known: vec![
            Comparison::at_least(c.clone(), 0),
            Comparison::at_least(m.clone(), 0),
            Comparison { quantity: lane.clone(), low: Some(0), high: Some(3) },
        ],
        applications: vec![Application {
            layout,
            coordinates: vec![c],
            symbols: vec![("M".to_owned(), m.clone())],
            results: vec![2],
        }],
        indices: vec![o],
        steps: vec![lane],
        sizes: vec![Some(m)],
        ..Access::default()
    };
    let verdict = access.decide(Leaving::Allowed, &Budget::default()).unwrap();
    let AccessVerdict::Sometimes(predicate) = verdict else { panic!("{verdict:?}") };
    assert_eq!(predicate.named(&["c", "M", "o", "lane"]).to_string(), "c < M - lane");
}

/// An index is a number of 64 bits, however it was computed, and the definition compares it.
#[test]
fn the_definition_is_the_last_resort() {
    let [i, j] = [0, 1].map(Quantity::variable);
    let plain = |index: Quantity, size: Quantity| Access {
        n_variables: 3,
        known: vec![Comparison::at_least(Quantity::variable(2), 0)],
        indices: vec![index],
        sizes: vec![Some(size)],
        ..Access::default()
    };
    let sum = i.plus(&j).unwrap().plus(&1.into()).unwrap();
    check(&plain(sum, 9.into()), OutOfBounds, "0 <= i + j + 1 < 9");
    let half = i.minus(&j).unwrap().floor(2).unwrap();
    check(&plain(half, 9.into()), OutOfBounds, "0 <= floor((i - j)/2) < 9");
    let third = i.plus(&j.times(3).unwrap()).unwrap().floor(7).unwrap();
    let size = Quantity::variable(2);
    let expected = "0 <= floor((i + 3*j)/7) < k";
    check(&plain(third, size), OutOfBounds, expected);
}

/// The offset of a swizzled layout is there, and is not computed again from the coordinates.
#[test]
fn an_offset_is_compared_as_it_is() {
    let kernel = || layout(Kind::Composed, "S<3,4,3> o 0 o (8,64):(64,1)");
    let expected = "0 <= i < 8 and 0 <= j < 64 and k < 500";
    check(&access(kernel(), &[], 2, 500), OutOfBounds, expected);
    let tile = [between(0, 0, 7), between(1, 0, 63)];
    check(&access(kernel(), &tile, 2, 500), OutOfBounds, "k < 500");
    let slow = || layout(Kind::Composed, "S<2,0,-2> o 1 o (5,8):(3,5)");
    let expected = "0 <= i < 5 and 0 <= j < 8 and k < 33";
    check(&access(slow(), &[], 2, 33), OutOfBounds, expected);
}

/// What is known of others need not be decided, and each index has to be.
#[test]
fn a_part_that_isl_gives_up_is_unknown_if_it_has_an_index() {
    let [i, j, k, l] = [0, 1, 2, 3].map(Quantity::variable);
    let difference = |a: &Quantity, b: &Quantity| a.minus(b).unwrap();
    let related = Comparison { quantity: difference(&k, &l), low: Some(1), high: Some(3) };
    let poor = Budget { isl_operations: 1, ..Budget::default() };
    let access = |last: &Quantity| Access {
        n_variables: 4,
        known: vec![between(0, 0, 7), between(1, 0, 7), related.clone()],
        indices: vec![i.clone(), last.clone()],
        sizes: vec![Some(8.into()); 2],
        ..Access::default()
    };
    let ranges = Some(Ok(AccessVerdict::Proved(Method::Ranges)));
    assert_eq!(access(&j).by_parts(OutOfBounds, &poor), ranges);
    let sum = k.plus(&l.times(2).unwrap()).unwrap();
    assert!(matches!(access(&sum).by_parts(OutOfBounds, &poor), Some(Err(_))));
}

#[test]
fn a_size_that_is_a_variable_is_compared_if_it_may_be_more() {
    let outside = |is_below| Outside {
        index: Quantity::variable(0),
        is_below,
        end: Some(Quantity::variable(1)),
    };
    for (index, size, expected) in [
        ((0, 5), (1, 9), true),
        ((0, 5), (1, 1), true),
        ((3, 5), (1, 3), false),
        ((3, 5), (1, 4), true),
        ((-5, -1), (1, 9), false),
        ((-5, 0), (0, 0), false),
    ] {
        let ranges = [index, size].map(Interval::from);
        for is_below in [false, true] {
            let found = outside(is_below).below_a_variable(&ranges);
            assert_eq!(found.is_some(), expected, "{index:?} {size:?}");
        }
    }
}

#[test]
fn what_a_layout_further_to_the_left_leaves_is_named() {
    let compose =
        |left, right| Applied::compose(left, right, Promotion::Extend, &Budget::default()).unwrap();
    let cute = |text| layout(Kind::Cute, text);
    // (10:3 o 16:1) o 24:2 is associated to the left: 2*5 leaves 10:3, and 2*8 leaves both.
    let twice = || compose(compose(cute("10:3"), cute("16:1")), cute("24:2"));
    assert_eq!(twice().to_string(), "10:3 o 16:1 o 24:2");
    check(
        &access(twice(), &[between(0, 5, 7)], 1, 1000),
        OutOfBounds,
        "coordinate 10 leaves the left layout 10:3",
    );
    check(
        &access(twice(), &[between(0, 8, 9)], 1, 1000),
        OutOfBounds,
        "coordinate 8 leaves the left layout 10:3 o 16:1",
    );
    let symbol = AnyLayout::parse(Kind::Composed, "4:1 o N o 4:1").unwrap();
    assert_eq!(
        Applied::new(symbol).unwrap_err().to_string(),
        "the offset of 4:1 o N o 4:1 is a symbol"
    );
}

#[test]
fn the_symbols_of_what_is_left_are_said() {
    let left = Applied::compose(
        layout(Kind::Cute, "(8,M):(1,8)"),
        layout(Kind::Cute, "64:8"),
        Promotion::Extend,
        &Budget::default(),
    );
    let mut access = access(left.unwrap(), &[between(0, 20, 29), between(2, 4, 4)], 1, 1000);
    access.n_variables = 3;
    access.applications[0].symbols = vec![("M".to_owned(), Quantity::variable(2))];
    let Ok(AccessVerdict::Never(failure)) = access.decide(OutOfBounds, &Budget::default()) else {
        panic!()
    };
    assert_eq!(failure.to_string(), "coordinate 20 leaves the left layout (8,M):(1,8) for M = 4");
    assert_eq!(failure.note().unwrap(), "64:8 gives 160, and the left layout has size 32");
}

#[test]
fn a_left_layout_without_a_size_has_no_offset_there() {
    let relation = layout(Kind::Relation, "{ [c] -> [2c] : 0 <= c < 4 }");
    let left = Applied::compose(
        relation,
        layout(Kind::Cute, "8:3"),
        Promotion::Extend,
        &Budget::default(),
    );
    let left = || left.clone().unwrap();
    check(&access(left(), &[between(0, 0, 1)], 1, 7), OutOfBounds, "proved");
    // A relation is not extended.
    check(
        &access(left(), &[between(0, 2, 7)], 1, 100),
        OutOfBounds,
        "coordinate 2 is outside the domain of { [c] -> [6c] : 0 <= c < 8 and 0 <= 3c < 4 }",
    );
    let failure = Failure::Left {
        left: "(M,N):(1,M)".to_owned(),
        size: None,
        right: "8:3".to_owned(),
        coordinate: vec![2],
        offset: 6,
        symbols: Vec::new(),
    };
    assert_eq!(failure.to_string(), "coordinate 2 leaves the left layout (M,N):(1,M)");
    let note = "8:3 gives 6, and the left layout has no offset there";
    assert_eq!(failure.note().as_deref(), Some(note));
}

#[test]
fn parts_of_offsets_are_counted_as_one_coordinate() {
    let compose =
        |left, right| Applied::compose(left, right, Promotion::Extend, &Budget::default()).unwrap();
    // Offsets are (a, b) in 4 x 2, which is a + 4*b.
    let linear = || layout(Kind::Linear, "{i = [[0,1],[1,0],[2,0]]} -> [a = 4, b = 2]");
    let after = || compose(layout(Kind::Cute, "(4,2):(1,100)"), linear());
    check(&access(after(), &[between(0, 0, 7)], 1, 104), OutOfBounds, "proved");
    check(
        &access(after(), &[between(0, 1, 1)], 1, 100),
        OutOfBounds,
        "offset 100 at coordinate 1 is outside [0, 100)",
    );
    let shorter = || compose(layout(Kind::Cute, "5:1"), linear());
    check(&access(shorter(), &[between(0, 0, 7)], 1, 104), OutOfBounds, "j < 5");
    let mut parts = access(linear(), &[between(0, 0, 7)], 1, 4);
    parts.n_variables = 3;
    parts.applications[0].results = vec![1, 2];
    parts.sizes = vec![Some(4.into())];
    check(&parts, OutOfBounds, "proved");
    parts.sizes = vec![Some(3.into())];
    check(&parts, OutOfBounds, "i < 6");
    // A layout of integers has one.
    let mut access = access(layout(Kind::Cute, "N:1"), &[between(0, 0, 3)], 1, 4);
    access.applications[0].symbols = vec![("N".to_owned(), 8.into())];
    access.n_variables = 3;
    access.applications[0].results = vec![1, 2];
    check(&access, OutOfBounds, "unknown: an offset of the layout has 1 part, not 2");
}

#[test]
fn coordinates_across_the_modes_of_the_right_layout() {
    // The composition is (6,4):(1,100), of which two coordinates are not those of (4,6):(1,4).
    let across = || composed(&["(6,4):(1,100)", "(4,6):(1,4)"]);
    assert_eq!(across().layout().to_string(), "(6,4):(1,100)");
    let all = [between(0, 0, 5), between(1, 0, 3)];
    check(&access(across(), &all, 2, 306), OutOfBounds, "proved");
    check(&access(across(), &all, 2, 300), OutOfBounds, "j < 3");
    let two = layout(Kind::Relation, "{ [i, j] -> [i] : 0 <= i < 4 and 0 <= j < 4 }");
    let found = two.quantities(&[Quantity::variable(0)], &Shape::Integral, &[]);
    assert_eq!(found, (Vec::new(), None));
    // A relation of two inputs as the right layout, and of one.
    let after = |text| {
        Applied::compose(
            layout(Kind::Cute, "4:10"),
            layout(Kind::Relation, text),
            Promotion::Extend,
            &Budget::default(),
        )
        .unwrap()
    };
    let square = || after("{ [i, j] -> [i] : 0 <= i < 8 and 0 <= j < 8 }");
    let all = [between(0, 0, 7), between(1, 0, 7)];
    check(&access(square(), &all, 2, 100), OutOfBounds, "i < 4");
    let line = || after("{ [i] -> [i] : 0 <= i < 8 }");
    check(&access(line(), &all[..1], 1, 100), OutOfBounds, "i < 4");
}

#[test]
fn an_access_in_bounds_has_no_counterexample() {
    let inside = access(layout(Kind::Cute, "(4,3):(1,4)"), &[between(0, 0, 11)], 1, 12);
    assert_eq!(inside.counterexample(OutOfBounds, &Budget::default()), Ok(None));
    let identity = || layout(Kind::Cute, "8:1");
    let mut open = access(identity(), &[between(0, 0, 7)], 1, 8);
    open.sizes = vec![None];
    check(&open, OutOfBounds, "proved");
    // What is computed from results may wrap around, and of results there are none.
    let plain = Access {
        n_variables: 1,
        known: vec![between(0, 0, 7)],
        indices: vec![Quantity::variable(0)],
        sizes: vec![Some(8.into())],
        wrapping: vec![0],
        ..Access::default()
    };
    check(&plain, OutOfBounds, "proved");
}

/// To compare one offset is less than to compare two coordinates, both of which have to be 0.
#[test]
fn an_offset_is_compared_instead_of_two_coordinates() {
    let sum =
        access(layout(Kind::Cute, "(8,8):(1,1)"), &[between(0, 0, 7), between(1, 0, 7)], 2, 1);
    check(&sum, OutOfBounds, "k < 1");
}

#[test]
fn an_index_without_an_end_is_decided_without_the_layout() {
    let [i, j, k, l] = [0, 1, 2, 3].map(Quantity::variable);
    let ordered = Comparison::at_least(i.minus(&j).unwrap(), 0);
    let mut open = access(
        layout(Kind::Cute, "(8,8):(1@0,1@1)"),
        &[between(0, 0, 7), between(1, 0, 7), ordered],
        2,
        8,
    );
    open.n_variables = 4;
    open.applications[0].results = vec![2, 3];
    open.indices = vec![k.minus(&l).unwrap()];
    open.sizes = vec![None];
    check(&open, OutOfBounds, "proved");
}

#[test]
fn tuples_are_not_one_coordinate_of_a_relation() {
    let pairs = layout(Kind::Relation, "{ [i, j] -> [i + 8j] : 0 <= i < 4 and 0 <= j < 8 }");
    let basis = layout(Kind::Cute, "(4,8):(1@0,1@1)");
    let after = Applied::compose(pairs, basis, Promotion::Extend, &Budget::default()).unwrap();
    let [first, second] = [0, 1].map(Quantity::variable);
    let (_, offsets) = after.quantities(&[first, second], &Shape::Written(2), &[]);
    assert_eq!(offsets, None);
    let expected = "unknown: an offset of the layout has 2 parts, not 1";
    check(&access(after, &[between(0, 0, 31)], 1, 64), OutOfBounds, expected);
}
