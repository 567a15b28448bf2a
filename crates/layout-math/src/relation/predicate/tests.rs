use super::*;
use crate::relation::{Context, Relation};

const NAMES: [&str; 3] = ["i", "j", "o"];

/// Finds the predicate, compares its text, and compares it with the regions point by point.
#[track_caller]
fn check(known: &str, inside: &str, quantities: &[Quantity], expected: &str) {
    let context = Context::new(1_000_000);
    let [known_map, inside_map] =
        [known, inside].map(|text| text.parse::<Relation>().unwrap().to_map(&context).unwrap());
    let found = predicate(&known_map, &inside_map, quantities, &[], &[]).unwrap();
    assert_eq!(found.named(&NAMES).to_string(), expected, "{known} {inside}");
    let [known, inside] = [known, inside].map(|text| text.parse::<Relation>().unwrap());
    for i in -3..9 {
        for j in -3..9 {
            let is = |region: &Relation| region.contains(&[], &[i, j], &[]).unwrap();
            if is(&known) {
                assert_eq!(found.holds(&[i, j]), Some(is(&inside)), "{expected} at {i}, {j}");
            }
        }
    }
}

fn i() -> Quantity {
    Quantity::variable(0)
}

fn j() -> Quantity {
    Quantity::variable(1)
}

#[test]
fn the_predicate_with_the_fewest_comparisons() {
    let tile = "{ [i, j] -> [] : 0 <= i < 4 and 0 <= j < 4 }";
    let both = [i(), j()];
    check(tile, "{ [i, j] -> [] : i + j < 9 }", &both, "true");
    check(tile, "{ [i, j] -> [] : i + j < 0 }", &both, "false");
    // 4j + i < 8 is j < 2, since i < 4.
    check(tile, "{ [i, j] -> [] : 4j + i < 8 }", &both, "j < 2");
    // 4j + i < 6 needs the sum: (1,1) is inside, (2,1) is not, (2,0) is.
    check(tile, "{ [i, j] -> [] : 4j + i < 6 }", &both, "i + 4*j < 6");
    check(tile, "{ [i, j] -> [] : 2 <= i and j < 3 }", &both, "i >= 2 and j < 3");
    check(tile, "{ [i, j] -> [] : 1 <= i < 3 }", &both, "1 <= i < 3");
    check(tile, "{ [i, j] -> [] : i = 2 }", &both, "i = 2");
    // The corner can be cut off with one comparison, the sum.
    check(tile, "{ [i, j] -> [] : i + j <= 5 }", &both, "i + j < 6");
}

#[test]
fn nothing_known_means_any_number() {
    check("{ [i, j] -> [] }", "{ [i, j] -> [] : 0 <= i < 4 }", &[i(), j()], "0 <= i < 4");
    check("{ [i, j] -> [] }", "{ [i, j] -> [] : i >= 1 }", &[i(), j()], "i >= 1");
}

#[test]
fn overflow_is_ruled_out_by_bounds() {
    let triangle = "{ [i, j] -> [] : 0 <= i and 0 <= j and i + j < 3 }";
    // i + j of two numbers of 64 bits may wrap around to something less than 3: i >= 0 and
    // j >= 0 and i + j < 3 would be wrong, and is not what is found.
    check("{ [i, j] -> [] }", triangle, &[i(), j()], "i >= 0 and j >= 0 and i <= 2 - j");
    check(
        "{ [i, j] -> [] : 0 <= i and 0 <= j < 7 and i < 1000 }",
        triangle,
        &[i(), j()],
        "i + j < 3",
    );
    let context = Context::new(1_000_000);
    let map = |text: &str| text.parse::<Relation>().unwrap().to_map(&context).unwrap();
    let band = map("{ [i, j] -> [] : 0 <= i - j < 4 }");
    let error = predicate(&map("{ [i, j] -> [] }"), &band, &[], &[], &[]).unwrap_err();
    assert!(matches!(error, PredicateError::Overflow), "{error}");
    // Of two numbers that are not negative the difference is one of 64 bits.
    let positive = map("{ [i, j] -> [] : 0 <= i and 0 <= j }");
    let found = predicate(&positive, &band, &[], &[], &[]).unwrap();
    assert_eq!(found.named(&NAMES).to_string(), "0 <= i - j < 4");
}

#[test]
fn what_is_computed_already_fits() {
    let context = Context::new(1_000_000);
    let map = |text: &str| text.parse::<Relation>().unwrap().to_map(&context).unwrap();
    let (known, inside) = (map("{ [i, j] -> [] : 0 <= i }"), map("{ [i, j] -> [] : 4i < j }"));
    let row = i().times(4).unwrap();
    let below = [row.minus(&j()).unwrap()];
    let found = predicate(&known, &inside, &below, &[], &[]).unwrap();
    assert_eq!(found.named(&NAMES).to_string(), "i <= floor((j - 1)/4) and j >= 1");
    let found = predicate(&known, &inside, &below, &[], &[Computed { quantity: row, wraps: None }])
        .unwrap();
    assert_eq!(found.named(&NAMES).to_string(), "4*i < j");
}

/// Where a number may have wrapped around, comparing it refuses nothing.
#[test]
fn what_may_have_wrapped_is_compared_otherwise() {
    let context = Context::new(1_000_000);
    let map = |text: &str| text.parse::<Relation>().unwrap().to_map(&context).unwrap();
    let known = map("{ [i, j] -> [] : 0 <= i < 900 and (i < 100 or 4i >= j) }");
    let inside = map("{ [i, j] -> [] : 4i < j }");
    let row = i().times(4).unwrap();
    let below = [row.minus(&j()).unwrap(), i()];
    let far = map("{ [i, j] -> [] : i >= 100 }");
    let found = |wraps| {
        let computed = [Computed { quantity: row.clone(), wraps }];
        let found = predicate(&known, &inside, &below, &[], &computed).unwrap();
        found.named(&NAMES).to_string()
    };
    assert_eq!(found(None), "4*i < j");
    assert_eq!(found(Some(&far)), "i < 100 and 4*i < j");
}

/// Two bounds of one number are one comparison, though the lower one could be less.
#[test]
fn a_lower_bound_is_that_of_an_unsigned_number() {
    let known = "{ [i, j] -> [] : i mod 4 = 0 and j mod 3 = 0 }";
    check(known, "{ [i, j] -> [] : 0 <= i < 8 }", &[i(), j()], "0 <= i < 8");
    check(known, "{ [i, j] -> [] : 0 <= i < 8 and 3 <= j }", &[i(), j()], "0 <= i < 8 and j >= 1");
}

#[test]
fn remainders_and_unions() {
    let line = "{ [i, j] -> [] : 0 <= i < 8 and j = 0 }";
    check(line, "{ [i, j] -> [] : i mod 2 = 0 }", &[i()], "i mod 2 = 0");
    check(line, "{ [i, j] -> [] : i mod 4 < 2 }", &[i(), i().modulo(4).unwrap()], "i mod 4 < 2");
    check(line, "{ [i, j] -> [] : i < 2 or i >= 5 }", &[i()], "not (2 <= i < 5)");
    check(line, "{ [i, j] -> [] : i != 3 }", &[i()], "not (i = 3)");
    check(
        "{ [i, j] -> [] : 0 <= i < 8 and 0 <= j < 8 }",
        "{ [i, j] -> [] : (i < 2 and j < 2) or (i >= 5 and j >= 5) }",
        &[i(), j()],
        "(i >= 5 and j >= 5) or (i < 2 and j < 2)",
    );
}

#[test]
fn a_result_is_compared_where_it_helps() {
    // o = 80*(c mod 2) + floor(c/2) at c in [0, 8) is a buffer of 82: c = 3, 5, 7 leave it.
    let context = Context::new(1_000_000);
    let map = |text: &str| text.parse::<Relation>().unwrap().to_map(&context).unwrap();
    let known = map("{ [c] -> [] : -2 <= c < 8 }");
    let offset = map("{ [c] -> [80*(c mod 2) + floor(c/2)] : 0 <= c }");
    let inside = offset.with_outputs_in(&[(0, 81)]).unwrap().without_outputs().unwrap();
    let quantities = [i(), Quantity::variable(1)];
    let found = predicate(&known, &inside, &quantities, &[offset], &[]).unwrap();
    // Where c is negative the offset may be anything, so c >= 0 has to be asked.
    assert_eq!(found.named(&["c", "o"]).to_string(), "c >= 0 and o < 81");
    assert_eq!(found.n_comparisons(), 2);
}

#[test]
fn a_budget_that_ends_is_an_error() {
    let context = Context::new(1_000_000);
    let map = |text: &str| text.parse::<Relation>().unwrap().to_map(&context).unwrap();
    let _ = map("{ [i] -> [] }");
    let poor = Context::new(20);
    let hard = "{ [i] -> [] : exists (a: 7a <= 5i < 7a + 3 and 0 <= i < 900) }";
    match hard.parse::<Relation>().unwrap().to_map(&poor) {
        Err(error) => assert!(error.is_out_of_budget()),
        Ok(hard) => {
            let error = predicate(&hard, &hard, &[], &[], &[]).unwrap_err();
            assert!(matches!(error, PredicateError::Question(e) if e.is_out_of_budget()));
        }
    }
}

/// Where a sum could pass 64 bits, a term of it is compared with the rest.
#[test]
fn a_term_is_compared_where_the_sum_is_too_large() {
    // n elements from i on, each second one, in a buffer of j.
    let known = "{ [i, j, n] -> [] : 0 <= i < 4 and 0 <= j and 1 <= n }";
    let context = Context::new(1_000_000);
    let map = |text: &str| text.parse::<Relation>().unwrap().to_map(&context).unwrap();
    let known_map = map(known);
    for (inside, text) in [
        ("{ [i, j, n] -> [] : i + n <= j }", "i <= j - n"),
        ("{ [i, j, n] -> [] : i + 2n <= j + 1 }", "n <= floor((j - i - 1)/2) + 1"),
        ("{ [i, j, n] -> [] : n < i + j }", "n - j < i"),
    ] {
        let found = predicate(&known_map, &map(inside), &[], &[], &[]).unwrap();
        assert_eq!(found.named(&["i", "j", "n"]).to_string(), text);
        let inside: Relation = inside.parse().unwrap();
        for point in (0..4 * 6 * 6).map(|at| [at % 4, at / 4 % 6, at / 24 + 1]) {
            let expected = inside.contains(&[], &point, &[]).unwrap();
            assert_eq!(found.holds(&point), Some(expected), "{text} at {point:?}");
        }
        // At the ends of what 64 bits hold nothing passes them.
        for point in [[3, 0, i64::MAX], [3, i64::MAX, i64::MAX], [0, i64::MAX, 1]] {
            assert!(found.holds(&point).is_some(), "{text} at {point:?}");
        }
    }
}

/// A vector of 4 from i on in a view of n elements of a buffer of m: that n is at least 1, which nobody asks
/// for and which is so inside, keeps n - j from passing 64 bits.
#[test]
fn what_holds_inside_rules_an_overflow_out() {
    let context = Context::new(1_000_000);
    let map = |text: &str| text.parse::<Relation>().unwrap().to_map(&context).unwrap();
    let known = "{ [i, j, n, m] -> [] : 0 <= j < 4 and 0 <= m }";
    let inside = "{ [i, j, n, m] -> [] : 0 <= i + j < n and n <= m }";
    let found = predicate(&map(known), &map(inside), &[], &[], &[]).unwrap();
    let text = "0 <= n <= m and -j <= i and i < n - j";
    assert_eq!(found.named(&["i", "j", "n", "m"]).to_string(), text);
    let inside: Relation = inside.parse().unwrap();
    for (i, n) in (-5..5).flat_map(|i| (-3..6).map(move |n| (i, n))) {
        for point in (0..4).flat_map(|j| (0..4).map(move |m| [i, j, n, m])) {
            let expected = inside.contains(&[], &point, &[]).unwrap();
            assert_eq!(found.holds(&point), Some(expected), "{point:?}");
        }
    }
    let ends = [i64::MIN, i64::MIN + 4, -4, 0, i64::MAX - 3, i64::MAX];
    for (i, n) in ends.into_iter().flat_map(|i| ends.map(move |n| (i, n))) {
        for point in [0, 3].into_iter().flat_map(|j| [0, i64::MAX].map(|m| [i, j, n, m])) {
            let wide = point.map(i128::from);
            let expected = 0 <= wide[0] + wide[1] && wide[0] + wide[1] < wide[2] && n <= point[3];
            assert_eq!(found.holds(&point).unwrap_or(false), expected, "{point:?}");
        }
    }
}

/// Between two constants a sum that wraps around is as good as one that does not.
#[test]
fn a_sum_between_constants_may_wrap_around() {
    let lanes = "{ [i, j] -> [] : 0 <= j < 4 }";
    check(lanes, "{ [i, j] -> [] : 0 <= i + j < 7 }", &[], "0 <= i + j < 7");
    // 4i comes back to the same numbers.
    let context = Context::new(1_000_000);
    let map = |text: &str| text.parse::<Relation>().unwrap().to_map(&context).unwrap();
    let inside = map("{ [i, j] -> [] : 0 <= 4i + j < 8 }");
    let sum = i().times(4).unwrap().plus(&j()).unwrap();
    let found = predicate(&map(lanes), &inside, &[sum], &[], &[]).unwrap();
    assert_ne!(found.named(&NAMES).to_string(), "0 <= 4*i + j < 8");
    assert_eq!(found.holds(&[1 << 62, 0]), Some(false));
}

#[test]
fn why_there_is_no_predicate() {
    let told = |error: PredicateError| error.to_string();
    assert_eq!(told(PredicateError::TooComplex), "the region has more than 16 convex pieces");
    let error = PredicateError::from(QuestionError::Unbounded);
    assert_eq!(told(error), "the relation has infinitely many pairs");
}

/// Each of ten lines cuts off a point that no other one does, which is seen after more trials than
/// there may be; the sum of two of them is redundant.
#[test]
fn what_is_redundant_is_dropped_after_the_last_trial() {
    let line = |k: i64| j().minus(&i().times(4 * k + 2).unwrap()).unwrap();
    let mut quantities: Vec<Quantity> = (0..10).map(line).collect();
    quantities.push(j().minus(&i().times(4).unwrap()).unwrap());
    let lines: Vec<String> =
        (0..10).map(|k| format!("j >= {}i - {}", 4 * k + 2, 4 * k * (k + 1))).collect();
    let texts = [
        "{ [i, j] -> [] : 0 <= i <= 20 and 0 <= j <= 400 }".to_owned(),
        format!("{{ [i, j] -> [] : {} }}", lines.join(" and ")),
    ];
    let context = Context::new(100_000_000);
    let [known, inside] =
        texts.map(|text| text.parse::<Relation>().unwrap().to_map(&context).unwrap());
    let found = predicate(&known, &inside, &quantities, &[], &[]).unwrap();
    assert_eq!(found.n_comparisons(), 10);
    for (i, j) in (0..=20).flat_map(|i| (0..=400).map(move |j| (i, j))) {
        // The lines go from the square of an even number to the next, one above that between.
        assert_eq!(found.holds(&[i, j]), Some(i * i + i % 2 <= j), "{i}, {j}");
    }
}
