//! Each question with each kind of answer.

use super::*;
use crate::relation::{Facts, Relation};

fn map(context: &Context, text: &str) -> Map {
    text.parse::<Relation>().unwrap().to_map(context).unwrap()
}

fn values(values: &[(&str, i64)]) -> Vec<(String, i64)> {
    values.iter().map(|&(name, value)| (name.to_owned(), value)).collect()
}

#[test]
fn equality_is_refuted_at_the_least_input() {
    let context = Context::new(1_000_000);
    // (4,6,8):(2,3,5) o 6:3 is 0,6,7,8,9,15 in truth and 0,6,3,9,6,12 in CuTe.
    let truth = map(
        &context,
        "{ [c] -> [o] : 0 <= c < 6 and exists (x = 3c: o = 2*(x mod 4) + 3*floor(x/4)) }",
    );
    assert_eq!(truth.pairs(10).unwrap().len(), 6);
    let claim = map(&context, "{ [c] -> [6*(c mod 2) + 3*floor(c/2)] : 0 <= c <= 5 }");
    let answer = truth.equal(&claim).unwrap();
    assert_eq!(
        answer,
        Answer::Refuted(Difference {
            parameters: vec![],
            input: vec![2],
            left: Some(vec![7]),
            right: Some(vec![3])
        })
    );
    assert!(truth.equal(&truth).unwrap().is_proved());
}

#[test]
fn a_difference_may_be_in_the_domain() {
    let context = Context::new(1_000_000);
    let short = map(&context, "{ [c] -> [c] : 0 <= c < 5 }");
    let long = map(&context, "{ [c] -> [c] : 0 <= c < 7 }");
    let witness = |left, right| Difference { parameters: vec![], input: vec![5], left, right };
    assert_eq!(short.equal(&long).unwrap(), Answer::Refuted(witness(None, Some(vec![5]))));
    assert_eq!(long.equal(&short).unwrap(), Answer::Refuted(witness(Some(vec![5]), None)));
    assert_eq!(short.contained_in(&long).unwrap(), Answer::Proved);
    assert_eq!(long.contained_in(&short).unwrap(), Answer::Refuted(witness(Some(vec![5]), None)));
}

#[test]
fn a_symbolic_layout_is_decided_for_all_values() {
    let context = Context::new(1_000_000);
    let identity = map(&context, "[M] -> { [c] -> [c] : 0 <= c < 8M }");
    let layout = map(&context, "[M] -> { [c] -> [(c mod 8) + 8*floor(c/8)] : 0 <= c < 8M }");
    assert!(layout.equal(&identity).unwrap().is_proved());
    let padded = map(&context, "[M] -> { [c] -> [(c mod 8) + 9*floor(c/8)] : 0 <= c < 8M }");
    // One tile is still right; the second one, for M = 2, begins at 9.
    assert_eq!(
        padded.equal(&identity).unwrap(),
        Answer::Refuted(Difference {
            parameters: values(&[("M", 2)]),
            input: vec![8],
            left: Some(vec![9]),
            right: Some(vec![8])
        })
    );
    let one = Facts::new().between("M", 1, 1).unwrap();
    let (padded, identity) = (padded.given(&one).unwrap(), identity.given(&one).unwrap());
    assert!(padded.equal(&identity).unwrap().is_proved());
}

#[test]
fn parameters_are_matched_by_name() {
    let context = Context::new(1_000_000);
    let left = map(&context, "[M, N] -> { [c] -> [c + N] : 0 <= c < M }");
    let right = map(&context, "[N, M] -> { [c] -> [c + N] : 0 <= c < M }");
    assert!(left.equal(&right).unwrap().is_proved());
    let other = map(&context, "[N] -> { [c] -> [c + N] : 0 <= c < 2 }");
    let answer = left.equal(&other).unwrap();
    let witness = answer.witness().unwrap();
    let value = |name| witness.parameters.iter().find(|(n, _)| n == name).unwrap().1;
    assert_ne!(value("M"), 2);
    assert_ne!(witness.left.is_some(), witness.right.is_some());
}

#[test]
fn injectivity_is_refuted_by_the_least_collision() {
    let context = Context::new(1_000_000);
    let layout = map(&context, "{ [c] -> [2*(c mod 4) + 3*floor(c/4)] : 0 <= c < 12 }");
    assert_eq!(
        layout.injective().unwrap(),
        // Offsets 0 2 4 6, 3 5 7 9, 6 8 10 12.
        Answer::Refuted(Collision {
            parameters: vec![],
            first: vec![3],
            second: vec![8],
            output: vec![6]
        })
    );
    let fine = map(&context, "{ [c] -> [(c mod 4) + 4*floor(c/4)] : 0 <= c < 12 }");
    assert!(fine.injective().unwrap().is_proved());
    let broadcast = map(&context, "[M] -> { [i, j] -> [i] : 0 <= i < 4 and 0 <= j < M }");
    assert_eq!(
        broadcast.injective().unwrap(),
        Answer::Refuted(Collision {
            parameters: values(&[("M", 2)]),
            first: vec![0, 0],
            second: vec![0, 1],
            output: vec![0]
        })
    );
}

#[test]
fn a_function_has_one_output() {
    let context = Context::new(1_000_000);
    let fork = map(&context, "{ [c] -> [o] : 0 <= c < 4 and c <= o <= 2 }");
    assert_eq!(
        fork.single_valued().unwrap(),
        Answer::Refuted(Fork {
            parameters: vec![],
            input: vec![0],
            first: vec![0],
            second: vec![1]
        })
    );
    assert!(map(&context, "{ [c] -> [2c] }").single_valued().unwrap().is_proved());
}

#[test]
fn bounds_are_refuted_at_the_least_input() {
    let context = Context::new(1_000_000);
    // (4,6):(3,1): the offsets of (4,3):(3,1) o 24:1, which leave a buffer of 12.
    let layout = map(&context, "{ [c] -> [3*(c mod 4) + floor(c/4)] : 0 <= c < 24 }");
    assert_eq!(
        layout.in_bounds(&[12]).unwrap(),
        Answer::Refuted(Pair { parameters: vec![], input: vec![15], output: vec![12] })
    );
    assert!(layout.in_bounds(&[15]).unwrap().is_proved());
    let negative = map(&context, "{ [c] -> [3 - c] : 0 <= c < 5 }");
    assert_eq!(negative.in_bounds(&[9]).unwrap().witness().unwrap().output, [-1]);
    assert!(layout.in_bounds(&[12, 12]).is_err());
}

#[test]
fn a_box_is_covered_or_a_point_is_missed() {
    let context = Context::new(1_000_000);
    let layout = map(&context, "{ [c] -> [3*(c mod 4) + floor(c/4)] : 0 <= c < 12 }");
    assert!(layout.onto(&[12]).unwrap().is_proved());
    assert_eq!(
        layout.onto(&[15]).unwrap(),
        Answer::Refuted(Missed { parameters: vec![], output: vec![12] })
    );
}

#[test]
fn the_first_deviation_from_a_stride_is_found() {
    let context = Context::new(1_000_000);
    let layout = map(&context, "{ [c] -> [2c - 7*floor(c/4)] : 0 <= c < 8 }");
    assert_eq!(
        layout.first_deviation(2).unwrap(),
        Answer::Refuted(Pair { parameters: vec![], input: vec![4], output: vec![1] })
    );
    assert!(map(&context, "{ [c] -> [5c] : 0 <= c < 8 }").first_deviation(5).unwrap().is_proved());
    assert!(map(&context, "{ [c] -> [0] : 0 <= c < 8 }").first_deviation(0).unwrap().is_proved());
    assert!(map(&context, "{ [c] -> [c] : 0 <= c < 8 }").first_deviation(1).unwrap().is_proved());
    // The extents multiply to 2^40: nothing is enumerated.
    let large =
        map(&context, "{ [c] -> [3c - 2097145*floor(c/1048576)] : 0 <= c < 1099511627776 }");
    assert_eq!(large.first_deviation(3).unwrap().witness().unwrap().input, [1_048_576]);
}

#[test]
fn domains_that_are_boxes_have_a_size() {
    let context = Context::new(1_000_000);
    let size = |text: &str| map(&context, text).domain_size().unwrap();
    assert_eq!(size("{ [c] -> [c] : 0 <= c < 8 }"), Some(8));
    assert_eq!(size("{ [i, j] -> [i + j] : 0 <= i < 8 and -1 <= j <= 2 }"), Some(32));
    assert_eq!(size("{ [i, j] -> [i] : 0 <= i < 1048576 and 0 <= j < 1048576 }"), Some(1 << 40));
    assert_eq!(size("{ [] -> [3] }"), Some(1));
    assert_eq!(size("{ [c] -> [c] : 0 <= c < 8 and c mod 2 = 0 }"), None);
    assert_eq!(size("{ [i, j] -> [i] : 0 <= i < 4 and 0 <= j <= i }"), None);
    assert_eq!(size("[M] -> { [c] -> [c] : 0 <= c < M }"), None);
    assert_eq!(size("{ [c] -> [c] : 0 <= c }"), None);
    assert_eq!(size("{ [c] -> [c] : false }"), None);
}

#[test]
fn pairs_and_images_are_listed() {
    let context = Context::new(1_000_000);
    let relation = map(&context, "{ [i] -> [j] : 0 <= i < 3 and i <= j < 3 }");
    let pairs = relation.pairs(6).unwrap();
    let expected = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)];
    assert_eq!(pairs, expected.map(|(i, j)| (vec![i], vec![j])));
    let message = |error: QuestionError| error.to_string();
    assert_eq!(message(relation.pairs(5).unwrap_err()), "the relation has more than 5 pairs");
    assert_eq!(relation.image(&[], &[1], 10).unwrap(), [[1], [2]]);
    assert_eq!(
        message(relation.image(&[], &[1, 2], 10).unwrap_err()),
        "expected 1 coordinates but found 2"
    );
    let infinite = map(&context, "[N] -> { [i] -> [j] : i <= j and N >= 0 }");
    assert_eq!(message(infinite.pairs(5).unwrap_err()), "parameter N has no value");
    assert_eq!(
        message(infinite.image(&[("N", 1)], &[0], 9).unwrap_err()),
        "the relation has infinitely many pairs"
    );
    assert_eq!(infinite.image(&[("N", -1)], &[0], 9).unwrap(), Vec::<Vec<i64>>::new());
    assert_eq!(message(infinite.image(&[], &[0], 9).unwrap_err()), "parameter N has no value");
}

#[test]
fn relations_go_through_isl_and_back() {
    let context = Context::new(1_000_000);
    for text in [
        "[N] -> { [i] -> [2i] : 0 <= i < N }",
        "{ A[i] -> B[j] : exists (e: 3e <= i + j < 3e + 2 and 0 <= i, j < 9) }",
        "{ [i] -> [j] : j != i and 0 <= i,j < 4 }",
        "{ [c] -> [7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)] : 0 <= c <= 15 }",
        "{ [c] -> [c] : false }",
    ] {
        let before = map(&context, text);
        let relation = before.to_relation().unwrap();
        assert!(
            relation.to_map(&context).unwrap().equal(&before).unwrap().is_proved(),
            "{text} became {relation}"
        );
        assert_eq!(relation.to_string().parse::<Relation>().unwrap(), relation);
    }
}

#[test]
fn maps_are_composed_reversed_and_restricted() {
    let context = Context::new(1_000_000);
    let double = map(&context, "[N] -> { [c] -> [2c] : 0 <= c < N }");
    let four = double.with_parameter("N", 4).unwrap();
    let listed = |map: &Map| -> Vec<(i64, i64)> {
        // N is fixed by a constraint and remains a parameter.
        (-20..20)
            .flat_map(|c| {
                let image = map.image(&[("N", 4)], &[c], 10).unwrap();
                image.into_iter().map(move |output| (c, output[0]))
            })
            .collect()
    };
    assert_eq!(listed(&four), [(0, 0), (1, 2), (2, 4), (3, 6)]);
    assert_eq!(listed(&four.reverse().unwrap()), [(0, 0), (2, 1), (4, 2), (6, 3)]);
    assert_eq!(listed(&four.then(&four).unwrap()), [(0, 0), (1, 4)]);
    assert_eq!(listed(&four.with_inputs_in(&[(1, 3)]).unwrap()), [(1, 2), (2, 4)]);
    assert_eq!(listed(&four.with_outputs_in(&[(3, 7)]).unwrap()), [(2, 4), (3, 6)]);
    assert_eq!(listed(&four.with_domain_of(&four.reverse().unwrap()).unwrap()), [(0, 0), (2, 4)]);
    let odd = map(&context, "{ [c] -> [2c] : c mod 2 = 1 }");
    assert_eq!(listed(&four.intersection(&odd).unwrap()), [(1, 2), (3, 6)]);
    assert_eq!(listed(&four.difference(&odd).unwrap()), [(0, 0), (2, 4)]);
    assert!(four.then(&map(&context, "{ [i, j] -> [i] }")).is_err());
}

#[test]
fn spaces_and_contexts_are_kept_apart() {
    let context = Context::new(1_000_000);
    let one = map(&context, "{ [c] -> [c] }");
    let two = map(&context, "{ [i, j] -> [i] }");
    assert_eq!(
        one.equal(&two).unwrap_err().to_string(),
        "relations with 1 inputs and 1 outputs, and with 2 inputs and 1 outputs, have different spaces"
    );
    let elsewhere = map(&Context::new(1_000_000), "{ [c] -> [c] }");
    assert_eq!(
        one.equal(&elsewhere).unwrap_err().to_string(),
        "relations of two isl contexts used together"
    );
}

#[test]
fn a_question_beyond_the_budget_is_unknown_and_the_next_one_is_answered() {
    // Long division by 7 and by 9 on a line, in two forms: easy to state, costly to compare.
    let hard = "[N] -> { [c] -> [o] : exists (a, b: 7a <= 5c + N < 7a + 5 and 9b <= 4c + a < 9b + 7 and o = a + 3b and 0 <= c < N) }";
    let other = "[N] -> { [c] -> [o] : exists (a, b: 7a <= 5c + N < 7a + 5 and 9b < 4c + a + 1 < 9b + 8 and o = 3b + a and 0 <= c < N and c != 17) }";
    let context = Context::new(2_000);
    let (left, right) = (map(&context, hard), map(&context, other));
    assert_eq!(left.equal(&right).unwrap(), Answer::Unknown { operations: 2_000 });
    assert_eq!(
        left.reverse().unwrap().then(&right).unwrap().single_valued().unwrap(),
        Answer::Unknown { operations: 2_000 }
    );
    let easy = map(&context, "{ [c] -> [c] : 0 <= c < 4 }");
    assert!(easy.equal(&easy).unwrap().is_proved());
    assert_eq!(easy.pairs(4).unwrap().len(), 4);
    let tiny = Context::new(3);
    let error = hard.parse::<Relation>().unwrap().to_map(&tiny).unwrap_err();
    assert!(error.is_out_of_budget());
    assert_eq!(error.to_string(), "isl did not finish within 3 operations");
}

#[test]
fn a_budget_of_0_allows_nothing() {
    let relation: Relation = "{ [c] -> [2c] : 0 <= c < 8 }".parse().unwrap();
    let error = |operations| relation.to_map(&Context::new(operations)).unwrap_err().to_string();
    assert_eq!(error(0), "isl did not finish within 0 operations");
    assert_eq!(error(1), "isl did not finish within 1 operations");
    assert!(relation.to_map(&Context::new(u64::MAX)).is_ok());
}

#[test]
fn what_is_empty_has_no_box() {
    let context = Context::new(1_000_000);
    assert_eq!(map(&context, "{ [] -> [5] }").domain_box().unwrap(), Some(vec![]));
    assert_eq!(map(&context, "{ [] -> [5] : false }").domain_box().unwrap(), None);
    // For other values of N there is nothing.
    let few = map(&context, "[N] -> { [i, j] -> [i] : 0 <= i < 2 and 1 <= j < 4 and 3 <= N <= 5 }");
    assert_eq!(few.domain_box().unwrap(), None);
    assert_eq!(few.domain_box_where_any().unwrap(), Some(vec![(0, 2), (1, 4)]));
    let growing = map(&context, "[N] -> { [i] -> [i] : 0 <= i < N and 1 <= N <= 5 }");
    assert_eq!(growing.domain_box_where_any().unwrap(), None);
    // Nothing is below the least number.
    let identity = map(&context, "{ [c] -> [c] : -4 <= c < 4 }");
    let below = |end| identity.with_outputs_in(&[(i64::MIN, end)]).unwrap().pairs(10).unwrap();
    assert_eq!(below(i64::MIN), []);
    assert_eq!(below(-3), [(vec![-4], vec![-4])]);
}

/// With a budget that ends on the way the answer is unknown, not a deviation that is not the first.
#[test]
fn a_deviation_that_may_not_be_the_first_is_none() {
    let text =
        "{ [c] -> [c - 7*floor(c/1000) + 5*floor((3c + floor(c/7))/4096)] : 0 <= c < 1048576 }";
    let relation: Relation = text.parse().unwrap();
    let mut n_unknown = 0;
    for operations in (0..60).map(|n| n * 50) {
        let context = Context::new(operations);
        let Ok(map) = relation.to_map(&context) else { continue };
        match map.first_deviation(1).unwrap() {
            Answer::Refuted(pair) => assert_eq!(pair.input, [1000], "{operations} operations"),
            Answer::Unknown { .. } => n_unknown += 1,
            Answer::Proved => panic!("it deviates at 1000"),
        }
    }
    assert!(0 < n_unknown && n_unknown < 60);
}
