use super::*;
use crate::algebra::Kind;
use crate::algebra::leaves_domain;

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
