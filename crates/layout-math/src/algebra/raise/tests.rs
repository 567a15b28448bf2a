use super::raise;
use crate::algebra::{AnyLayout, Budget, Kind, NotConverted, Promotion, compose, convert};

fn raised(text: &str) -> String {
    match raise(&text.parse().unwrap(), &Budget::default()) {
        Ok(layout) => layout.to_string(),
        Err(reason) => reason.to_string(),
    }
}

#[test]
fn several_outputs_on_a_large_domain_are_not_raised() {
    assert_eq!(
        raised("{ [c] -> [c mod 3, c mod 7] : 0 <= c < 1000000 }"),
        "a relation with several outputs on 1000000 coordinates was not raised"
    );
}

/// The divisors of 1048583^2 are not found, so that no swizzle is left out.
#[test]
fn a_search_through_all_swizzles_ends() {
    assert_eq!(
        raised("{ [c] -> [c + floor(c/1000)] : 0 <= c < 1099526307889 }"),
        "more than 32 swizzles would have to be put to isl"
    );
}

/// The upper half is permuted by `c xor 1`.
#[test]
fn a_large_function_is_linear_over_f2() {
    let text = "{ [c] -> [c] : 0 <= c < 524288; \
                  [c] -> [c + 1] : 524288 <= c < 1048576 and c mod 2 = 0; \
                  [c] -> [c - 1] : 524288 <= c < 1048576 and c mod 2 = 1 }";
    let layout = AnyLayout::Relation(text.parse().unwrap());
    let linear = convert(&layout, Kind::Linear, &Budget::default());
    let linear = linear.unwrap();
    for (coordinate, offset) in
        [(1, 1), (524_287, 524_287), (524_288, 524_289), (1_048_575, 1_048_574)]
    {
        assert_eq!(linear.apply(&[coordinate], &[]), Some(vec![offset]));
    }
}

/// `c xor 1` is 1 at 0.
#[test]
fn a_large_function_is_affine_over_f2() {
    let text = "{ [c] -> [c + 1] : 0 <= c < 1048576 and c mod 2 = 0; \
                  [c] -> [c - 1] : 0 <= c < 1048576 and c mod 2 = 1 }";
    let layout = AnyLayout::Relation(text.parse().unwrap());
    let linear = convert(&layout, Kind::Linear, &Budget::default()).unwrap();
    for (coordinate, offset) in [(0, 1), (1, 0), (524_288, 524_289), (1_048_575, 1_048_574)] {
        assert_eq!(linear.apply(&[coordinate], &[]), Some(vec![offset]));
    }
}

/// The domain has 2^80 coordinates.
#[test]
fn a_domain_past_64_bits_is_not_raised() {
    assert_eq!(
        raised("{ [i, j] -> [i] : 0 <= i < 1099511627776 and 0 <= j < 1099511627776 }"),
        "the domain is not a box of coordinates from 0"
    );
}

/// The exclusive or of two bits is not a sum of digits.
#[test]
fn a_parity_is_no_layout_with_a_symbol() {
    assert_eq!(
        raised("[N] -> { [c, r] -> [(c + floor(c/2)) mod 2] : 0 <= c < 4 and 0 <= r < N }"),
        "the relation depends on N"
    );
}

#[test]
fn several_outputs_without_a_swizzle_are_in_no_family() {
    assert_eq!(
        raised("{ [c] -> [c mod 3, c mod 7] : 0 <= c < 10 }"),
        "and it is not a linear layout: its size 10 is not a power of two"
    );
}

/// Where the function leaves what layouts there are is seen at coordinates: isl proves the function and its box, and
/// is asked nothing more, which took it 8 s.
#[test]
fn a_large_composition_that_is_no_layout_is_seen_at_coordinates() {
    let layout = |text: &str| AnyLayout::parse(Kind::Cute, text).unwrap();
    let (outer, inner) = (
        layout("(32,256,7,7):(1,224,32,57344)"),
        layout("(512,27,32,4,2,32):(1,512,2,4,1769472,1)"),
    );
    let budget = Budget::with_isl_operations(2_000);
    let composed = compose(&outer, &inner, Promotion::Extend, &budget).unwrap();
    let Err(NotConverted::NotCute { coordinate, .. }) = convert(&composed, Kind::Cute, &budget)
    else {
        panic!("{composed} is no CuTe layout")
    };
    assert_eq!(coordinate, Some(13824));
}
