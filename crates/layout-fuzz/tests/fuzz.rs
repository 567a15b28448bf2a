//! The fuzzer runs, sees what it is for, and does the same whatever the number of threads.

use layout_fuzz::{Options, run};

#[test]
fn some_cases_agree_and_are_the_same_on_any_number_of_threads() {
    let options = Options { seed: 11, cases: 20_000, threads: 1, subject: None, complete: false };
    let one = run(&options, |_| {});
    let findings: Vec<String> = one.findings.iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
    assert!(20_000 <= one.cases);
    assert_eq!(run(&Options { threads: 3, ..options }, |_| {}), one);
    assert_ne!(run(&Options { seed: 12, cases: 1, ..options }, |_| {}).coverage, one.coverage);
    let count = |what: &str| one.coverage.count(|cell| cell.contains(&what));
    for claim in ["equivalent", "disjoint", "injective", "surjective", "bijective", "in_bounds"] {
        assert!(500 < count(claim), "{claim}: {}", count(claim));
    }
    for method in ["any", "forms", "walk"] {
        for verdict in ["proved", "refuted"] {
            let n = one.coverage.count(|cell| cell[3] == method && cell[4] == verdict);
            assert!(700 < n, "{method} {verdict}: {n}");
        }
    }
    assert!(250 < one.coverage.count(|cell| cell[3] == "isl" && cell[4] != "unknown"));
    for (question, verdict) in [
        ("compose", "composed"),
        ("compose", "refused"),
        ("to_cute", "converted"),
        ("to_cute", "refused"),
        ("to_composed", "converted"),
        ("to_linear", "converted"),
        ("to_relation", "converted"),
        ("logical_divide", "value"),
        ("logical_divide", "refused"),
        ("blocked_product", "value"),
        ("complement", "refused"),
        ("left_inverse", "value"),
        ("downcast", "value"),
        ("invert_and_compose", "value"),
        ("divide_left", "refused"),
        ("slice", "value"),
    ] {
        let n = one.coverage.count(|cell| cell[0] == question && cell[4] == verdict);
        assert!(0 < n, "{question} {verdict}");
    }
    assert!(0 < one.coverage.count(|cell| cell[4] == "unsupported"));
    assert!(one.coverage.contradicted().is_empty(), "{:?}", one.coverage.contradicted());
}

#[test]
fn a_subject_is_made_again_from_its_seed_and_number() {
    let options = Options { seed: 5, cases: 1, threads: 1, subject: Some(7), complete: false };
    let again = run(&options, |_| {});
    assert_eq!(again, run(&options, |_| {}));
    assert_eq!(again.subjects, 1);
}
