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

#[test]
fn a_lesser_departure_is_looked_for_among_the_first() {
    let size = Term::constant(8);
    let claim = InBounds { size: &size, known: None, is_only_below: false };
    let departure = Departure {
        symbols: Vec::new(),
        coordinate: 5,
        offset: 9,
        outer: None,
        size: 8,
        mode: None,
    };
    assert!(claim.may_have_lesser(&departure, 6));
    assert!(!claim.may_have_lesser(&departure, 5));
    assert!(!claim.may_have_lesser(&departure, 4));
}

#[test]
fn a_size_may_be_a_symbol() {
    let cute = |text: &str| AnyLayout::parse(Kind::Cute, text).unwrap();
    let size = Term::symbol("N");
    let verdict = in_bounds(&cute("N:1"), &size, &Budget::default());
    assert!(matches!(verdict, Verdict::Proved(_)), "{verdict:?}");
    let Verdict::Refuted(departure) = in_bounds(&cute("(N,2):(1,1)"), &size, &Budget::default())
    else {
        panic!()
    };
    assert_eq!(departure.to_string(), "offset 1 at coordinate 1 for N = 1 is outside [0, 1)");
    // For M = 1 the offset 1 leaves the first mode, though not the layout of 8 coordinates.
    let leaves = |outer: &str, inner: &str| match leaves_domain(
        &cute(outer),
        &cute(inner),
        &Budget::default(),
    ) {
        Some(Verdict::Refuted(departure)) => departure.to_string(),
        verdict => format!("{verdict:?}"),
    };
    assert_eq!(
        leaves("(M,8):(8,1)", "4:1@0"),
        "offset 1 at coordinate 1 of mode 0 for M = 1 is outside [0, 1)"
    );
    // For M = 3 the last one leaves the first mode.
    assert_eq!(
        leaves("(2,8):(8,1)", "M:1@0 where M in [1,4]"),
        "offset 2 at coordinate 2 of mode 0 for M = 3 is outside [0, 2)"
    );
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

/// The greatest number of 64 bits is a size like others.
#[test]
fn the_greatest_size_ends_before_itself() {
    let size = Term::constant(i64::MAX);
    let departs = |kind, text: &str| {
        let layout = AnyLayout::parse(kind, text).unwrap();
        !matches!(in_bounds(&layout, &size, &Budget::default()), Verdict::Proved(_))
    };
    assert!(departs(Kind::Composed, "S<1,0,62> o 0 o 9223372036854775807:1"));
    for relation in [
        "{ [c] -> [c] : 0 <= c <= 9223372036854775807 }",
        "{ [c] -> [2c] : 0 <= c <= 9223372036854775807 }",
        "{ [c] -> [c] : 0 <= c }",
        "[N] -> { [c] -> [c] : 0 <= c < N }",
        "{ [c] -> [o] : 0 <= c < 10 and 0 <= o }",
    ] {
        assert!(departs(Kind::Relation, relation), "{relation}");
    }
    assert!(!departs(Kind::Cute, "9223372036854775807:1"));
    assert!(!departs(Kind::Relation, "{ [c] -> [c] : 0 <= c < 9223372036854775807 }"));
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
