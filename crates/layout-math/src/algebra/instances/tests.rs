use super::*;

#[test]
fn values_satisfy_all_facts_from_the_least_on() {
    let values = |low, high, congruences: &[(i64, i64)], limit| {
        Symbol { name: "N", low, high, congruences: congruences.to_vec() }.values(limit)
    };
    assert_eq!(values(None, None, &[], 5), (vec![0, -1, 1, -2, 2], false));
    assert_eq!(values(None, Some(1), &[], 4), (vec![0, -1, 1, -2], false));
    assert_eq!(values(Some(0), None, &[(4, 1), (6, 3)], 3), (vec![9, 21, 33], false));
    assert_eq!(values(Some(0), Some(21), &[(4, 1), (6, 3)], 3), (vec![9, 21], true));
    assert_eq!(values(None, None, &[(4, 1), (6, 3)], 3), (vec![-3, 9, -15], false));
}

/// A value costs as much as its layout has coordinates: 8 and N for the value N.
#[test]
fn some_values_are_a_quarter_of_what_is_walked_first() {
    let layout = AnyLayout::parse(crate::algebra::Kind::Cute, "N:1").unwrap();
    let budget = Budget { walk_first: 400, ..Budget::default() };
    let count = std::cell::Cell::new(0);
    let unknown = || Verdict::<Holding>::Unknown(Unknown::NotStatic);
    let verdict = by_values(
        [&layout],
        WithoutPairs::Ignored,
        &budget,
        |_, asked| {
            count.set(count.get() + i32::from(asked.walk_first == budget.walk_first));
            unknown()
        },
        unknown,
    );
    assert!(matches!(verdict, Verdict::Unknown(Unknown::NotStatic)));
    // N to 2, and four times N to 8: 9 + 10 + ... + 16 = 100.
    assert_eq!(count.get(), 2 + 4 * 8);
}
