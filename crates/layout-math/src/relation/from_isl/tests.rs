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

fn names(n_inputs: usize) -> ColumnNames {
    let dims = (0..n_inputs).map(|at| Dim::named(&format!("i{at}"))).collect();
    let range = Tuple { name: None, dims: vec![Dim::named("o")] };
    ColumnNames { parameters: Vec::new(), domain: Tuple { name: None, dims }, range }
}

/// 2c <= 3e <= 2c + 5 and o = e: the locals are not divisions of isl's.
#[test]
fn a_local_variable_that_nothing_defines_is_bound() {
    let conjunction = Conjunction {
        n_locals: 1,
        equalities: vec![vec![0, -1, 1, 0]],
        inequalities: vec![vec![-2, 0, 3, 0], vec![2, 0, -3, 5], vec![1, 0, 0, 4]],
    };
    let relation = Relation::from_conjunctions(names(1), &[conjunction]).unwrap();
    assert_eq!(
        relation.to_string(),
        "{ [i0] -> [o] : i0 >= -4 and exists (e: o = e and -5 <= 2i0 - 3e < 1) }"
    );
    let map = relation.to_map(&Context::new(100_000)).unwrap();
    assert_eq!(map.image(&[], &[2], 9).unwrap(), [[2], [3]]);
}

/// What is said of c and a local variable q by `0 <= c - 2 - 6q <= last`.
#[track_caller]
fn check_range(last: i64, expected: &str) {
    let conjunction = Conjunction {
        n_locals: 1,
        equalities: vec![vec![1, -1, 0, 0]],
        inequalities: vec![vec![1, 0, -6, -2], vec![-1, 0, 6, 2 + last]],
    };
    let relation = Relation::from_conjunctions(names(1), &[conjunction]).unwrap();
    assert_eq!(relation.to_string(), expected);
    for c in -9..20_i64 {
        let expected = if (c - 2).rem_euclid(6) <= last { vec![vec![c]] } else { Vec::new() };
        assert_eq!(relation.evaluate(&[], &[c]).unwrap(), expected, "{relation} at {c}");
    }
}

/// The constant leaves the numerator if the whole range is within one quotient then.
#[test]
fn a_constant_leaves_a_division_whose_quotient_stays() {
    check_range(0, "{ [i0] -> [i0] : i0 mod 6 = 2 }");
    check_range(3, "{ [i0] -> [i0] : 2 <= i0 mod 6 < 6 }");
    check_range(4, "{ [i0] -> [i0] : 0 <= (i0 + 4) mod 6 < 5 }");
    check_range(5, "{ [i0] -> [i0] }");
}

#[test]
fn an_output_may_be_a_division_that_rows_mention() {
    check(
        "{ [c] -> [o] : exists (e: 0 <= c - 3o < 3 and 2o = 5e and 0 <= c < 40) }",
        "{ [c] -> [5*floor(c/15)] : 0 <= c mod 15 < 3 and 0 <= c < 40 }",
    );
    check(
        "{ [c] -> [o] : o mod 4 >= c and 0 <= o < 9 }",
        "{ [c] -> [o] : c <= o mod 4 and 0 <= o < 9 }",
    );
    check(
        "{ [c] -> [a, b] : a = 3b - c and 0 <= b < c }",
        "{ [c] -> [a, b] : a = -c + 3b and b >= 0 and c >= b + 1 }",
    );
    check(
        "{ [c] -> [a, b] : 2a = 3b - c and 0 <= b < c }",
        "{ [c] -> [a, floor((c + 2a)/3)] : (c + 2a) mod 3 = 0 and c + 2a >= 0 and c >= a + 2 }",
    );
    check(
        "{ A[i] -> B[j] : exists (e: 3e <= i + j < 3e + 2 and 0 <= i,j < 9) }",
        "{ A[i] -> B[j] : 0 <= (i + j) mod 3 < 2 and 0 <= i < 9 and 0 <= j < 9 }",
    );
}

#[test]
fn what_no_integer_meets_stays_false() {
    let conjunction =
        Conjunction { n_locals: 0, equalities: vec![vec![2, 0, -1]], inequalities: Vec::new() };
    let relation = Relation::from_conjunctions(names(1), &[conjunction]).unwrap();
    assert_eq!(relation.to_string(), "{ [i0] -> [o] : 2i0 = 1 }");
}

#[test]
fn the_greatest_number_is_a_bound() {
    let conjunction = Conjunction {
        n_locals: 0,
        equalities: Vec::new(),
        inequalities: vec![vec![0, -1, i64::MAX], vec![0, 1, 0]],
    };
    let relation = Relation::from_conjunctions(names(1), &[conjunction]).unwrap();
    assert_eq!(relation.to_string(), "{ [i0] -> [o] : 0 <= o <= 9223372036854775807 }");
}

/// q1 = floor(i0/2), q2 = floor((q1 + i0)/3), and so on: written in full, the last has more than 10^8 terms.
#[test]
fn a_long_chain_of_divisions_is_bound() {
    let n = 40;
    let mut inequalities = Vec::new();
    for at in 0..n {
        let divisor = if at == 0 { 2 } else { 3 };
        let mut low = vec![0; 2 + n + 1];
        for back in 1..=2 {
            low[(at + 2).checked_sub(back).filter(|before| 2 <= *before).unwrap_or(0)] += 1;
        }
        low[2 + at] = -divisor;
        let mut high: Vec<i64> = low.iter().map(|number| -number).collect();
        high[2 + n] = divisor - 1;
        inequalities.extend([low, high]);
    }
    let mut output = vec![0; 2 + n + 1];
    (output[1], output[1 + n]) = (-1, 1);
    let conjunction = Conjunction { n_locals: n, equalities: vec![output], inequalities };
    let relation = Relation::from_conjunctions(names(1), &[conjunction]).unwrap();
    assert!(relation.n_terms() < 4000, "{}", relation.n_terms());
    assert_eq!(relation.to_string().parse::<Relation>().unwrap(), relation);
}

#[test]
fn a_word_of_the_notation_is_no_name() {
    check("{ [and'] -> [floor'] : and' <= floor' }", "{ [i0] -> [o0] : i0 <= o0 }");
}

#[test]
fn the_least_number_is_an_error() {
    let text = "{ [c] -> [a, b] : 3b - 9223372036854775808a = 0 }";
    let map = text.parse::<Relation>().unwrap().to_map(&Context::new(1_000_000)).unwrap();
    assert_eq!(
        map.to_relation().unwrap_err().to_string(),
        "-9223372036854775808 * -1 does not fit in 64 bits"
    );
}

#[test]
fn a_number_past_64_bits_is_an_error() {
    let conjunction = Conjunction {
        n_locals: 0,
        equalities: vec![vec![i64::MAX, 1, 0]],
        inequalities: vec![vec![0, 3, 0]],
    };
    let error = Relation::from_conjunctions(names(1), &[conjunction]).unwrap_err();
    assert_eq!(error.to_string(), "9223372036854775807 * -3 does not fit in 64 bits");
}
