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
