use super::*;
use crate::relation::Context;

/// What the text becomes on its way through isl: the same pairs.
#[track_caller]
fn check(text: &str, expected: &str) {
    let context = Context::new(1_000_000);
    let before = text.parse::<Relation>().unwrap().to_map(&context).unwrap();
    let relation = before.to_relation().unwrap();
    assert_eq!(relation.to_string(), expected);
    assert!(relation.to_map(&context).unwrap().equal(&before).unwrap().is_proved(), "{text}");
    assert_eq!(expected.parse::<Relation>().unwrap(), relation, "{expected}");
}

#[test]
fn an_output_that_an_equation_defines_is_its_value() {
    check(
        "[N] -> { [i] -> [o] : i = o - 2N and 0 <= o < 9 }",
        "[N] -> { [i] -> [i + 2N] : 0 <= i + 2N < 9 }",
    );
    check(
        "{ [c] -> [o] : 2o = c and 0 <= c < 8 }",
        "{ [c] -> [floor(c/2)] : c mod 2 = 0 and 0 <= c < 8 }",
    );
    check("{ [c] -> [a, b] : a = b and b = c and 1 <= a }", "{ [c] -> [c, c] : c >= 1 }");
    check("{ [c] -> [a, b] : a + b = c }", "{ [c] -> [a, c - a] }");
}

#[test]
fn two_rows_about_a_local_variable_are_a_division() {
    check(
        "{ [c] -> [c mod 4 + 7*floor(c/4)] : 0 <= c < 32 }",
        "{ [c] -> [c + 3*floor(c/4)] : 0 <= c < 32 }",
    );
    check(
        "{ [c] -> [c] : 0 <= c < 32 and 2 <= c mod 5 <= 3 }",
        "{ [c] -> [c] : 0 <= c < 32 and 2 <= c mod 5 < 4 }",
    );
    check(
        "{ [c] -> [floor((floor(c/3) + 1)/5)] : -8 <= c < 32 }",
        "{ [c] -> [floor((c + 3)/15)] : -8 <= c < 32 }",
    );
    check("{ [c] -> [c] : c mod 6 = 2 }", "{ [c] -> [c] : c mod 6 = 2 }");
}

#[test]
fn bounds_of_one_sum_stand_together() {
    check(
        "{ [i, j] -> [] : i - j <= 4 and j <= i + 2 and i + j >= 3 }",
        "{ [i, j] -> [] : -2 <= i - j < 5 and i + j >= 3 }",
    );
    check("{ [i, j] -> [] : 3j <= i }", "{ [i, j] -> [] : i >= 3j }");
    check("{ [i] -> [] : i >= 5 or i <= -3 }", "{ [i] -> [] : i >= 5; [i] -> [] : i <= -3 }");
}

#[test]
fn tuples_and_dimensions_keep_their_names() {
    check(
        "[N] -> { A[i, j'] -> B[k] : i + j' + k = N and 2k >= i }",
        "[N] -> { A[i, j] -> B[-i - j + N] : 3i + 2j <= 2N }",
    );
    check("{ [i] -> [i', *] : i <= i' }", "{ [i] -> [i1, o1] : i <= i1 }");
    check("[o1] -> { [*] -> [*, *] }", "[o1] -> { [i0] -> [o0, o11] }");
}

#[test]
fn nothing_at_all_is_false() {
    check("{ [c] -> [c] : c < 0 and c > 0 }", "{ [c] -> [o0] : false }");
}

fn frame(n_inputs: usize) -> Frame {
    let dims = (0..n_inputs).map(|at| Dim::named(&format!("i{at}"))).collect();
    let range = Tuple { name: None, dims: vec![Dim::named("o")] };
    Frame { parameters: Vec::new(), domain: Tuple { name: None, dims }, range }
}

/// 2c <= 3e <= 2c + 5 and o = e: the locals are none of isl's divisions.
#[test]
fn a_local_variable_that_nothing_defines_is_bound() {
    let conjunction = Conjunction {
        n_locals: 1,
        equalities: vec![vec![0, -1, 1, 0]],
        inequalities: vec![vec![-2, 0, 3, 0], vec![2, 0, -3, 5], vec![1, 0, 0, 4]],
    };
    let relation = Relation::from_conjunctions(frame(1), &[conjunction]).unwrap();
    assert_eq!(
        relation.to_string(),
        "{ [i0] -> [o] : i0 >= -4 and exists (e: o = e and -5 <= 2i0 - 3e < 1) }"
    );
    let map = relation.to_map(&Context::new(100_000)).unwrap();
    assert_eq!(map.image(&[], &[2], 9).unwrap(), [[2], [3]]);
}

#[test]
fn a_number_past_64_bits_is_an_error() {
    let conjunction = Conjunction {
        n_locals: 0,
        equalities: vec![vec![i64::MAX, 1, 0]],
        inequalities: vec![vec![0, 3, 0]],
    };
    let error = Relation::from_conjunctions(frame(1), &[conjunction]).unwrap_err();
    assert_eq!(error.to_string(), "9223372036854775807 * -3 does not fit in 64 bits");
}
