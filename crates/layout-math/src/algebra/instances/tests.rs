use super::symbol::Symbol;
use super::walk::{SOME, next_to_least};
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

#[test]
fn the_greatest_value_satisfies_all_facts() {
    let greatest = |low, high, congruences: &[(i64, i64)]| {
        Symbol { name: "N", low, high, congruences: congruences.to_vec() }.greatest()
    };
    assert_eq!(greatest(Some(1), None, &[]), None);
    assert_eq!(greatest(None, Some(7), &[]), Some(7));
    assert_eq!(greatest(Some(0), Some(40), &[(4, 1), (6, 3)]), Some(33));
    assert_eq!(greatest(Some(22), Some(32), &[(4, 1), (6, 3)]), None);
    assert_eq!(greatest(None, Some(i64::MIN + 1), &[(5, 4)]), None);
}

#[test]
fn the_greatest_values_decide_bounds() {
    let decide = |facts: &str, size| {
        let text = format!("(M,N):(N,1) where {facts}");
        let layout = AnyLayout::parse(crate::algebra::Kind::Cute, &text).unwrap();
        let size = crate::cute::Term::constant(size);
        match crate::algebra::in_bounds(&layout, &size, &Budget::default()) {
            Verdict::Proved(method) => method.to_string(),
            Verdict::Refuted(found) => found.to_string(),
            Verdict::Unknown(unknown) => format!("unknown: {unknown}"),
        }
    };
    assert_eq!(decide("M in [1,640], N in [1,320]", 204_800), "offset range");
    assert_eq!(
        decide("M in [1,640], N in [1,320]", 204_799),
        "offset 204799 at coordinate 204799 for M = 640, N = 320 is outside [0, 204799)"
    );
    assert_eq!(
        decide("M in [1,647], N in [1,323], M mod 8 = 0, N mod 8 = 0", 204_799),
        "offset 204799 at coordinate 204799 for M = 640, N = 320 is outside [0, 204799)"
    );
}

/// A value costs as much as its layout has coordinates: 8 and N for the value N.
#[test]
fn some_values_are_half_of_what_is_walked_first() {
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
    // N to 2, to 12, and three times to 13: 9 + 10 + ... + 21 = 195.
    assert_eq!(count.get(), 2 + 12 + 3 * 13);
}

/// For the two least values isl may spend half its budget each; then it is asked in general.
#[test]
fn what_isl_does_not_answer_for_the_least_values_is_not_asked_of_greater_ones() {
    let layout = AnyLayout::parse(crate::algebra::Kind::Cute, "N:1").unwrap();
    let (asked, n_forms) = (std::cell::RefCell::new(Vec::new()), std::cell::Cell::new(0));
    let unknown = |operations| Verdict::<Holding>::Unknown(Unknown::OutOfBudget { operations });
    let verdict = by_values(
        [&layout],
        WithoutPairs::Ignored,
        &Budget::with_isl_operations(1000),
        |_, budget| {
            match budget.isl_operations {
                0 => n_forms.set(n_forms.get() + 1),
                operations => asked.borrow_mut().push(operations),
            }
            unknown(budget.isl_operations)
        },
        || unknown(1000),
    );
    assert!(matches!(verdict, Verdict::Unknown(Unknown::OutOfBudget { operations: 1000 })));
    assert_eq!(asked.take(), [500, 500]);
    // Closed forms are asked as far out as ever.
    assert_eq!(n_forms.get(), 2 + 12 + 32 + 128 + 512);
}

/// Of symbols that have too many values together, those next to the least ones are looked at.
#[test]
fn of_many_symbols_two_leave_their_least_values() {
    let values: Vec<Vec<i64>> = [1, 2, 4].map(|least| (least..least + 3).collect()).to_vec();
    let (least, further) = ([[1, 2, 4]], [[2, 3, 5]]);
    let neighbors = [[2, 2, 4], [1, 3, 4], [2, 3, 4], [1, 2, 5], [1, 3, 5]];
    let apart = [[2, 2, 5]];
    assert_eq!(next_to_least(&values, 2), [&least[..], &neighbors, &apart, &further].concat());
    // A third value, and the last one where there are fewer.
    assert_eq!(next_to_least(&values, 3)[1], [3, 2, 4]);
    assert_eq!(next_to_least(&values, 9)[7], [3, 4, 6]);
    assert_eq!(next_to_least(&[vec![1], vec![]], 2), Vec::<Vec<i64>>::new());
    let n_values = |n: usize| next_to_least(&vec![vec![1, 2]; n], 2).len();
    assert_eq!([20, 60, 512].map(n_values), [212, SOME + 2, SOME / 8 + 2]);
}

/// The modes M0 and M1 with the stride 1 collide where both have two coordinates.
#[test]
fn two_of_many_symbols_refute() {
    for n in [12, 40, 300] {
        let list = |text: &dyn Fn(usize) -> String| (0..n).map(text).collect::<Vec<_>>().join(",");
        let stride = |k: usize| if n / 2 < k { 1 } else { 2_i64.pow(k.min(2) as u32) };
        let text = format!(
            "({}):({}) where {}",
            list(&|k| format!("M{k:03}")),
            list(&|k| stride(k).to_string()),
            list(&|k| format!("M{k:03} in [1,{}]", 5 + k)),
        );
        let layout = AnyLayout::parse(crate::algebra::Kind::Cute, &text).unwrap();
        let verdict = crate::algebra::injective(&layout, &Budget::default());
        let Verdict::Refuted(collision) = verdict else { panic!("{n}: {verdict:?}") };
        let moved = collision.symbols.iter().filter(|(_, value)| *value != 1);
        assert_eq!(moved.count(), 2, "{collision:?}");
    }
}

#[test]
fn facts_of_a_relation_say_which_values_there_are() {
    let injective = |kind, text| {
        let layout = AnyLayout::parse(kind, text).unwrap();
        crate::algebra::injective(&layout, &Budget::default())
    };
    // N is 2, 4, 6, 8 or 10.
    let even =
        "[N] -> { [c] -> [c + N - 2*floor(c/2)] : 0 <= c < 2 and 0 < N <= 10 and N mod 2 = 0 }";
    assert_eq!(
        injective(crate::algebra::Kind::Relation, even),
        Verdict::Proved(Method::Instances { count: 5 })
    );
    // For K = 0 it is not injective, and M*N passes 64 bits.
    let large =
        "M*N:K where K in [0,1], M in [4611686018427387904,4611686018427387904], N in [4,4]";
    let verdict = injective(crate::algebra::Kind::Cute, large);
    assert!(matches!(verdict, Verdict::Unknown(_)), "{verdict:?}");
}
