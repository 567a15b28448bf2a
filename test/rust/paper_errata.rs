//! The errata of the paper, each with its example: what the paper says, and what is so.

use layout::cute::{Layout, Tuple};
use layout::relation::{Context, Map, Relation};
use layout_paper::{
    binary_swizzle, complement, composition, coordinate_mapping, index_mapping, index_mapping_in,
    inverse, layout_from_index_mapping, layout_from_shape, layout_from_strides, layout_mapping,
    left_inverse, right_inverse, swizzle_mapping,
};

fn context() -> Context {
    Context::new(10_000_000)
}

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

fn shape(text: &str) -> Tuple<i64> {
    text.parse().unwrap()
}

fn is_equal(left: &Map, right: &Map) -> bool {
    left.equal(right).unwrap().is_proved()
}

/// 1 and 2 are rows of the table of linear layouts: `paper_tables.rs`.
#[test]
fn erratum_3_a_second_mode_joins_the_complement() {
    // With the branches as printed each mode would replace the ones before it.
    let filled = complement(&context(), &layout("(2,2):(2,10)"), 20).unwrap();
    assert_eq!(filled.to_string(), "((2,2),2):((1,4),18)");
}

#[test]
fn erratum_4_the_trailing_gap_begins_after_what_was_filled() {
    let context = context();
    let layout = layout("(2,2):(1,5)");
    assert_eq!(layout.cosize(), 7);
    assert_eq!(complement(&context, &layout, 20).unwrap().to_string(), "(2,3):(2,9)");
    // At the cosize of the layout the copies would meet those that fill its gap.
    let overlapping: Layout = "((2,2),(2,3)):((1,5),(2,7))".parse().unwrap();
    assert!(!layout_mapping(&context, &overlapping).unwrap().injective().unwrap().is_proved());
}

#[test]
fn erratum_5_the_flavors_differ() {
    let context = context();
    for (of, paper, cute) in [
        ("(2,2):(1,5)", "(2,3):(2,9)", "(2,2):(2,10)"),
        ("(2,2):(2,10)", "((2,2),2):((1,4),18)", "(2,2):(1,4)"),
    ] {
        assert_eq!(complement(&context, &layout(of), 20).unwrap().to_string(), paper);
        assert_eq!(layout::cute::complement(&layout(of), 20).unwrap().to_string(), cute);
    }
    let of = layout("(4,2,2):(4,2,32)");
    let paper = left_inverse(&context, &of).unwrap().to_string();
    assert_eq!(paper, "(2,2,4,2,2):(16,4,1,32,8)");
    let cute = layout::cute::left_inverse(&of).unwrap().to_string();
    assert_eq!(cute, "(2,2,16):(0,4,1)");
}

#[test]
fn erratum_6_the_shape_is_permuted_by_the_order_of_the_strides() {
    let context = context();
    let of = layout("(2,3,5):(15,1,3)");
    assert_eq!(inverse(&context, &of).unwrap().to_string(), "(3,5,2):(2,6,1)");
    // The inverse permutation, as printed, gives a shape along which there are no strides.
    let reversed = layout_mapping(&context, &of).unwrap().reverse().unwrap();
    let error = layout_from_shape(&reversed, &shape("(5,2,3)")).unwrap_err().to_string();
    assert!(
        error.starts_with("the index mapping of shape (5,2,3) is not strictly affine"),
        "{error}"
    );
}

#[test]
fn erratum_7_a_skipped_mode_need_not_be_the_last() {
    let context = context();
    let of = layout("(2,2,2):(1,8,2)");
    assert_eq!(right_inverse(&context, &of).unwrap().to_string(), "(2,2):(1,4)");
    // The coordinates with offsets below 4 are not an interval, so that there is no K.
    let below = layout_mapping(&context, &of).unwrap().with_outputs_in(&[(0, 4)]).unwrap();
    let inputs: Vec<i64> = below.pairs(8).unwrap().iter().map(|(input, _)| input[0]).collect();
    assert_eq!(inputs, [0, 1, 4, 5]);
    // What the paper has is not a right inverse: 8 is the offset of 2.
    assert_eq!(of.offset(layout("(2,2):(1,2)").offset(2).unwrap()), Some(8));
}

#[test]
fn erratum_8_no_equality_and_several_equalities() {
    let context = context();
    for (text, found) in [
        ("(2,3):(0,0)", "(2,3):(0,0)"),
        ("(2,1):(0,5)", "(2,1):(0,0)"),
        ("(1,1):(3,7)", "(1,1):(0,0)"),
        ("(4,1,2):(2,9,1)", "(4,1,2):(2,0,1)"),
    ] {
        let of = layout(text);
        let mapping = index_mapping(&context, &of).unwrap();
        let read = layout_from_index_mapping(&mapping, of.shape()).unwrap();
        assert_eq!(read.to_string(), found);
    }
}

#[test]
fn erratum_9_shapes_are_not_unique_and_strides_may_be_zero_or_negative() {
    let context = context();
    let from = |text: &str, strides: &str| {
        let mapping = layout_mapping(&context, &layout(text)).unwrap();
        let found = layout_from_strides(&mapping, &shape(strides)).unwrap();
        (found.layout().to_string(), found.another().map(Layout::to_string))
    };
    assert_eq!(from("8:1", "(1,2)"), ("(2,4):(1,2)".into(), Some("(8,1):(1,2)".into())));
    // 4*0 + 1*1 = 1 has a solution for every first coordinate.
    assert_eq!(from("(4,2):(0,1)", "(0,1)"), ("(4,2):(0,1)".into(), None));
    // The greatest offset, 8, is at (0,1) and not at (3,1).
    assert_eq!(from("(4,2):(-1,8)", "(-1,8)"), ("(4,2):(-1,8)".into(), None));
    let offsets = layout_mapping(&context, &layout("(4,2):(-1,8)")).unwrap();
    assert_eq!(offsets.range_hull().unwrap(), Some(vec![(-3, 9)]));
    assert_eq!(layout("(4,2):(-1,8)").offset(7), Some(5));
}

#[test]
fn erratum_10_composition_promotes() {
    let context = context();
    let (g, f) = (layout("(2,1):(1,80)"), layout("(2,2):(2,1)"));
    assert_eq!(composition(&context, &g, &f).unwrap().to_string(), "(2,2):(80,1)");
    // Without promotion there are holes, which the paper's algorithm 2 does not see.
    let inner = layout_mapping(&context, &f).unwrap();
    let holes = inner.then(&layout_mapping(&context, &g).unwrap()).unwrap();
    assert_eq!(holes.pairs(4).unwrap(), [(vec![0], vec![0]), (vec![2], vec![1])]);
    assert_eq!(
        layout_from_shape(&holes, f.shape()).unwrap_err().to_string(),
        "the domain of the relation is not the coordinates of shape (2,2)"
    );
}

#[test]
fn erratum_11_a_swizzle_is_an_involution_exactly_if_the_shift_is_not_less_than_the_bits() {
    let context = context();
    for bits in 0..=3_i64 {
        for shift in -4..=4_i64 {
            let binary = binary_swizzle(&context, bits, 1, shift).unwrap();
            let twice = binary.then(&binary).unwrap();
            let identity = binary_swizzle(&context, 0, 1 + bits, shift).unwrap();
            let is_involution = is_equal(&twice, &identity);
            let is_injective = binary.injective().unwrap().is_proved();
            assert_eq!(is_involution, bits <= shift.abs(), "S<{bits},1,{shift}>");
            assert_eq!(is_injective, shift != 0 || bits == 0, "S<{bits},1,{shift}>");
        }
    }
    // 7 goes to 4, and 4 to 6.
    let mapping = swizzle_mapping(&context, 2, 0, 1).unwrap();
    assert_eq!(mapping.image(&[], &[7], 2).unwrap(), [[4]]);
    assert_eq!(mapping.image(&[], &[4], 2).unwrap(), [[6]]);
}

#[test]
fn erratum_12_the_shuffle_is_a_layout_after_a_layout() {
    let context = context();
    let shuffle: Relation = "{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }".parse().unwrap();
    let shuffle = shuffle.to_map(&context).unwrap();
    assert!(layout_from_shape(&shuffle, &shape("16")).is_err());
    let inner = layout_mapping(&context, &layout("16:13")).unwrap();
    let outer = layout_mapping(&context, &layout("(16,13):(1,0)")).unwrap();
    assert!(is_equal(&inner.then(&outer).unwrap(), &shuffle));
}

#[test]
fn erratum_13_evenly_spaced_coordinates_are_counted_with_the_floor() {
    let context = context();
    let (g, f) = (layout("(4,6,8,10):(2,3,5,7)"), layout("6:12"));
    assert_eq!(composition(&context, &g, &f).unwrap().to_string(), "(2,3):(9,5)");
    // In the second mode of G coordinates 0 and 3 are reached.
    let inner = layout_mapping(&context, &f).unwrap();
    let reached = inner.then(&coordinate_mapping(&context, g.shape()).unwrap()).unwrap();
    let hull = reached.range_hull().unwrap().unwrap();
    assert_eq!(hull, [(0, 1), (0, 4), (0, 3), (0, 1)]);
    // Two by three is the size, four by three is not.
    let composed = inner.then(&layout_mapping(&context, &g).unwrap()).unwrap();
    assert!(layout_from_shape(&composed, &shape("(2,3)")).is_ok());
    assert_eq!(
        layout_from_shape(&composed, &shape("(4,3)")).unwrap_err().to_string(),
        "shape (4,3) has 12 coordinates and not 6"
    );
    assert!(index_mapping_in(&context, &f, &shape("(2,3)")).is_ok());
}
