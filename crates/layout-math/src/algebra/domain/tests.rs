use super::*;
use crate::algebra::Kind;

#[test]
fn an_inner_part_may_become_negative_where_no_coordinate_leaves() {
    let leaves = |outer: &str| {
        let outer = AnyLayout::parse(Kind::Composed, outer).unwrap();
        let inner = AnyLayout::parse(Kind::Cute, "4:1").unwrap();
        match leaves_domain(&outer, &inner, &Budget::default()).unwrap() {
            Verdict::Refuted(departure) => Some((departure.coordinate, departure.offset)),
            verdict => {
                assert!(matches!(verdict, Verdict::Proved(_)));
                None
            }
        }
    };
    assert_eq!(leaves("S<1,0,1> o 0 o 8:1"), None);
    assert_eq!(leaves("S<1,0,1> o 2 o 8:-1"), Some((3, -1)));
    // Only past the coordinates that are taken.
    assert_eq!(leaves("S<1,0,1> o 3 o 8:-1"), None);
}

/// k is 0 in the left layout, so that the right one, which is nowhere then, does not leave it for k = 1.
#[test]
fn facts_of_the_left_layout_hold_of_the_right_one() {
    let outer = AnyLayout::parse(Kind::Cute, "1:k where k in [0,1], k mod 4 = 0").unwrap();
    let inner = "[k] -> { [i] -> [1] : 0 <= i < k and 0 <= k <= 1 }";
    let inner = AnyLayout::parse(Kind::Relation, inner).unwrap();
    let verdict = leaves_domain(&outer, &inner, &Budget::default());
    assert!(matches!(verdict, Some(Verdict::Proved(_))), "{verdict:?}");
}

/// k is 0, so that the left layout has no stride at a position: it is a relation from 2M numbers.
#[test]
fn a_left_layout_without_a_stride_still_has_its_size() {
    let outer = "(2*M,2):(M*k@1@0,k@1@0) where M in [3,4], k in [0,0]";
    let outer = AnyLayout::parse(Kind::Cute, outer).unwrap();
    let leaves = |inner: &str| {
        let inner = AnyLayout::parse(Kind::Composed, inner).unwrap();
        match leaves_domain(&outer, &inner, &Budget::default()).unwrap() {
            Verdict::Refuted(departure) => departure.to_string(),
            Verdict::Proved(_) => "proved".to_owned(),
            Verdict::Unknown(unknown) => unknown.to_string(),
        }
    };
    // 3 M is less than 4 M.
    assert_eq!(leaves("S<0,1,1> o 0 o 4:M where M in [3,4]"), "proved");
    let found = leaves("S<0,1,1> o 0 o 5:M where M in [3,4]");
    assert_eq!(found, "offset 12 at coordinate 4 for M = 3, k = 0 is outside [0, 12)");
}

/// No offset that fits passes the end of 64 bits, whatever the number of rows is.
#[test]
fn nothing_leaves_64_bits() {
    let swizzle = AnyLayout::parse(Kind::Swizzle, "S<3,4,3>").unwrap();
    let leaves = |inner: &str| {
        let inner = AnyLayout::parse(Kind::Cute, inner).unwrap();
        matches!(leaves_domain(&swizzle, &inner, &Budget::default()), Some(Verdict::Proved(_)))
    };
    assert!(leaves("(4,N):(1,4)"));
    assert!(leaves("(4,N):(1,8)"));
    assert!(!leaves("(4,N):(1,-8)"));
    let layout = AnyLayout::parse(Kind::Cute, "(2,M):(1,2)").unwrap();
    assert!(matches!(no_negative_offset(&layout, &Budget::default()), Verdict::Proved(_)));
}

/// No layout is the composition, so that what the tiler takes is looked at.
#[test]
fn what_a_tiler_takes_has_an_offset() {
    let leaves = |outer: &str, tiler: &str| {
        let outer = AnyLayout::parse(Kind::Composed, outer).unwrap();
        let tiler = AnyLayout::parse(Kind::Tile, tiler).unwrap();
        match leaves_domain(&outer, &tiler, &Budget::default()).unwrap() {
            Verdict::Refuted(departure) => departure.to_string(),
            Verdict::Proved(method) => format!("proved by {method}"),
            Verdict::Unknown(unknown) => unknown.to_string(),
        }
    };
    // 5 i + 3 k of ((3,2,4)):((0,-1,0)): the second digit is 1 at 5 and at 3.
    let found = leaves("S<1,0,1> o 0 o ((3,2,4)):((0,-1,0))", "[(4,4,2):(5,0,3)]");
    assert_eq!(found, "there is no offset at coordinate 1: S<1,0,1> has no value at -1");
    // The second digit is 0 at 0 and at 2, and 1 at 4: it takes no more than the 1 that is added.
    assert_eq!(
        leaves("S<1,0,1> o 1 o ((3,3,2)):((0,-1,0))", "[(2,2):(2,2)]"),
        "proved by enumeration of 4 coordinates"
    );
}

/// For M = 2 the inputs are a box of 2 times 3, so that (0, 2) is coordinate 4.
#[test]
fn inputs_are_counted_for_the_values_of_the_symbols() {
    let outer = AnyLayout::parse(Kind::Composed, "S<0,0,2> o 0 o (M,4):(0,0) where M in [2,5]");
    let inner = "[M] -> { [i, j] -> [2j + 4] : 0 <= i <= 2 and 0 <= j <= 2 and i < M <= 5 }";
    let inner = AnyLayout::parse(Kind::Relation, inner).unwrap();
    let Some(Verdict::Refuted(departure)) =
        leaves_domain(&outer.unwrap(), &inner, &Budget::default())
    else {
        panic!()
    };
    let expected = "offset 8 at coordinate 4 for M = 2 is outside [0, 8)";
    assert_eq!(departure.to_string(), expected);
}

#[test]
fn an_inner_part_with_a_symbol_may_become_negative() {
    let leaves = |outer: &str, (kind, inner): (Kind, &str)| {
        let outer = AnyLayout::parse(Kind::Composed, outer).unwrap();
        let inner = AnyLayout::parse(kind, inner).unwrap();
        match leaves_domain(&outer, &inner, &Budget::default()).unwrap() {
            Verdict::Refuted(departure) => departure.to_string(),
            Verdict::Proved(_) => "proved".to_owned(),
            Verdict::Unknown(unknown) => unknown.to_string(),
        }
    };
    let four = (Kind::Cute, "4:1");
    assert_eq!(leaves("S<1,0,1> o K o 8:-1 where K in [3,9]", four), "proved");
    // K is odd, so that it is at least 3: isl says so.
    assert_eq!(leaves("S<1,0,1> o K o 8:-1 where K in [2,9], K mod 2 = 1", four), "proved");
    // K - 3 is -1 for K = 2.
    let found = leaves("S<1,0,1> o K o 8:-1 where K in [2,9]", four);
    assert_eq!(found, "there is no offset at coordinate 3 for K = 2: S<1,0,1> has no value at -1");
    let relation = |n: i64| format!("{{ [c] -> [c] : 0 <= c < {n} }}");
    assert_eq!(leaves("S<1,0,1> o 7 o 8:-1", (Kind::Relation, &relation(4))), "proved");
    assert_eq!(leaves("S<1,0,1> o 2 o 8:-1", (Kind::Relation, &relation(3))), "proved");
    let hole = "there is no offset at coordinate 3: S<1,0,1> has no value at -1";
    assert_eq!(leaves("S<1,0,1> o 2 o 8:-1", (Kind::Relation, &relation(4))), hole);
    let linear = (Kind::Linear, "{a = [[1],[2]]} -> [dim0 = 4]");
    assert_eq!(leaves("S<1,0,1> o 2 o 8:-1", linear), hole);
    assert_eq!(
        leaves("S<1,0,1> o 99 o 100000000:-1", (Kind::Relation, &relation(90_000_000))),
        "S<1,0,1> o 99 o 100000000:-1 may have no offset at an offset of \
         { [c] -> [c] : 0 <= c < 90000000 }"
    );
    // The tiles and the coordinates of its modes lead there too.
    let columns = "S<1,0,1> o 2 o (4,8):(-1,4)";
    assert_eq!(leaves(columns, (Kind::Tile, "[4:1;8:1]")), hole);
    assert_eq!(leaves(columns, (Kind::Cute, "(4,8):(1@0,1@1)")), hole);
    assert_eq!(leaves(columns, (Kind::Tile, "[3:1;8:1]")), "proved");
}

#[test]
fn a_mode_that_is_not_decided_leaves_all_open() {
    let cute = |text| AnyLayout::parse(Kind::Cute, text).unwrap();
    let nothing = Budget { closed_forms: false, ..Budget::CLOSED_FORMS };
    let (outer, inner) = (cute("(4,8):(8,1)"), cute("4:1@0"));
    assert_eq!(
        leaves_domain(&outer, &inner, &nothing),
        Some(Verdict::Unknown(Unknown::OutOfBudget { operations: 0 }))
    );
    let verdict = leaves_domain(&outer, &inner, &Budget::default());
    assert_eq!(verdict, Some(Verdict::Proved(Method::OffsetRange)));
}

#[test]
fn a_departure_below_0_comes_before_one_past_the_end() {
    let leaves = |outer: &str, inner: (Kind, &str)| {
        let outer = AnyLayout::parse(Kind::Cute, outer).unwrap();
        let inner = AnyLayout::parse(inner.0, inner.1).unwrap();
        match leaves_domain(&outer, &inner, &Budget::default()).unwrap() {
            Verdict::Refuted(at) => (at.coordinate, at.offset, at.size, at.mode),
            verdict => panic!("{verdict:?}"),
        }
    };
    assert_eq!(leaves("4:1", (Kind::Cute, "(2,2):(4,-1)")), (2, -1, 4, None));
    assert_eq!(leaves("4:1", (Kind::Cute, "(2,5):(6,-4)")), (2, -4, 4, None));
    assert_eq!(leaves("4:1", (Kind::Cute, "(2,2):(4,1)")), (1, 4, 4, None));
    // The walk finds it too, and isl where there is no walk.
    assert_eq!(leaves("4:1", (Kind::Composed, "(8,2):(1,-1) o 0 o (2,8):(6,1)")), (5, -1, 4, None));
    // Of a tiler and of coordinates in another mode.
    assert_eq!(leaves("(4,4):(1,4)", (Kind::Tile, "[2:4;3:-1]")), (1, -1, 4, Some(1)));
    assert_eq!(leaves("(4,4):(1,4)", (Kind::Tile, "[2:4;3:2]")), (1, 4, 4, Some(0)));
    assert_eq!(leaves("(4,4):(1,4)", (Kind::Cute, "(2,3):(4@0,-1@1)")).1, -1);
    // With symbols.
    let (_, offset, size, _) = leaves("N:1", (Kind::Cute, "(2,2):(N,-1)"));
    assert!(offset == -1 && 1 <= size);
}

#[test]
fn past_the_end_is_known_whatever_is_not_known_of_values() {
    let leaves = |outer: &str, inner: (Kind, &str)| {
        let outer = AnyLayout::parse(Kind::Composed, outer).unwrap();
        let inner = AnyLayout::parse(inner.0, inner.1).unwrap();
        match leaves_domain(&outer, &inner, &Budget::default()).unwrap() {
            Verdict::Refuted(at) => (at.coordinate, at.offset),
            verdict => panic!("{verdict:?}"),
        }
    };
    // 1 and 5, of which the first has a value.
    let outer = "S<1,0,1> o -1 o 4:1";
    assert_eq!(leaves(outer, (Kind::Composed, "S<0,4,3> o 1 o 2:4")), (1, 5));
    assert_eq!(leaves(outer, (Kind::Relation, "{ [c] -> [4c + 1] : 0 <= c < 2 }")), (1, 5));
}

#[test]
fn linear_layouts_have_no_value_below_0_either() {
    let outer = AnyLayout::parse(Kind::Linear, "{a = [[1],[2]]} -> [dim0 = 4]").unwrap();
    let inner = AnyLayout::parse(Kind::Cute, "(2,2):(4,-1)").unwrap();
    let verdict = leaves_domain(&outer, &inner, &Budget::default());
    let Some(Verdict::Refuted(at)) = verdict else { panic!("{verdict:?}") };
    assert_eq!((at.coordinate, at.offset, at.size), (2, -1, 4));
}
