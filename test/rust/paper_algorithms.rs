//! The paper's algorithms on relations against the native algebra, on everything that both can do.

use layout::algebra::Budget;
use layout::cute::{
    self, AlgebraError, Composition, Layout, Mode, Swizzle, Tuple, coalesce, complement_paper,
    filter, left_inverse_paper,
};
use layout::linear::LinearLayout;
use layout::relation::{Context, Map, Relation};
use layout_paper::{
    PaperError, coordinate_mapping, index_mapping_in, layout_from_index_mapping, layout_from_shape,
    layout_from_strides, layout_mapping,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

fn context() -> Context {
    Context::new(10_000_000)
}

/// All layouts of these ranks with these extents and strides.
fn layouts(ranks: &[usize], extents: &[i64], strides: &[i64]) -> Vec<Layout> {
    let modes: Vec<Mode> = extents
        .iter()
        .flat_map(|&extent| strides.iter().map(move |&stride| Mode { extent, stride }))
        .collect();
    let mut all = Vec::new();
    for &rank in ranks {
        for mut code in 0..modes.len().pow(rank as u32) {
            let mut digit = || {
                let mode = modes[code % modes.len()];
                code /= modes.len();
                mode
            };
            let chosen: Vec<Mode> = (0..rank).map(|_| digit()).collect();
            all.push(Layout::from_modes(&chosen).unwrap());
        }
    }
    all
}

fn table(layout: &Layout) -> Vec<i64> {
    (0..layout.size()).map(|c| layout.offset(c).unwrap()).collect()
}

/// The values of a function of one number, in order.
fn values(map: &Map) -> Vec<i64> {
    let pairs = map.pairs(1 << 12).unwrap();
    for (at, (input, output)) in pairs.iter().enumerate() {
        assert_eq!((input.as_slice(), output.len()), ([at as i64].as_slice(), 1));
    }
    pairs.into_iter().map(|(_, output)| output[0]).collect()
}

/// An answer as text, and of an error the part that names the condition.
fn text<E: std::fmt::Display>(answer: Result<Layout, E>) -> String {
    answer.map_or_else(|error| error.to_string(), |layout| layout.to_string())
}

#[test]
fn mappings_of_every_small_layout() {
    let context = context();
    let mut count = 0;
    for layout in layouts(&[0, 1, 2], &[1, 2, 3, 4], &[-1, 0, 1, 4]).into_iter().chain(layouts(
        &[3],
        &[2, 3, 4],
        &[-2, 1, 5],
    )) {
        let mapping = layout_mapping(&context, &layout).unwrap();
        assert_eq!(values(&mapping), table(&layout), "{layout}");
        // The coordinate mapping is colexicographic.
        let extents: Vec<i64> = layout.shape().leaves().copied().collect();
        let pairs = coordinate_mapping(&context, layout.shape()).unwrap().pairs(64).unwrap();
        assert_eq!(pairs.len() as i64, layout.size());
        for (input, output) in pairs {
            let back = output.iter().zip(&extents).rev().fold(0, |sum, (c, n)| sum * n + c);
            assert_eq!([back], input.as_slice(), "{layout}");
        }
        count += 1;
    }
    assert_eq!(count, 1 + 16 + 256 + 729);
}

#[test]
fn index_mappings_of_compatible_shapes() {
    let context = context();
    let layout: Layout = "((2,3),(2,2),4):((1,50),(-3,7),0)".parse().unwrap();
    let shapes = ["96", "(6,4,4)", "((2,3),4,4)", "(6,(2,2),4)", "((2,3),(2,2),4)", "(2,3,2,2,4)"];
    let mut affine = 0;
    for text in shapes {
        let shape: Tuple<i64> = text.parse().unwrap();
        assert!(shape.is_compatible(layout.shape()) || text == "(2,3,2,2,4)");
        let mapping = index_mapping_in(&context, &layout, &shape).unwrap();
        let extents: Vec<i64> = shape.leaves().copied().collect();
        let pairs = mapping.pairs(96).unwrap();
        assert_eq!(pairs.len(), 96);
        for (coordinate, offset) in pairs {
            let integral = coordinate.iter().zip(&extents).rev().fold(0, |sum, (c, n)| sum * n + c);
            assert_eq!(layout.offset(integral), Some(offset[0]), "{text}");
        }
        // It is strictly affine where the shape has all the modes that do not join.
        match layout_from_index_mapping(&mapping, &shape) {
            Ok(found) => {
                assert_eq!((found.shape(), table(&found)), (&shape, table(&layout)));
                affine += 1;
            }
            Err(error) => {
                assert!(matches!(error, PaperError::NotStrictlyAffine { .. }), "{text}: {error}");
            }
        }
    }
    assert_eq!(affine, 2);
    let error = index_mapping_in(&context, &layout, &"(6,4)".parse().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "shape (6,4) has 24 coordinates and not 96");
}

#[test]
fn layouts_come_back_from_their_mappings() {
    let context = context();
    let mut all = layouts(&[1, 2], &[1, 2, 4], &[-2, 0, 1, 6]);
    all.extend(layouts(&[3], &[2, 3], &[0, 1, 2]));
    for layout in all {
        let mapping = layout_mapping(&context, &layout).unwrap();
        let by_shape = layout_from_shape(&mapping, layout.shape()).unwrap();
        let lost = layout.flat_modes().iter().map(|mode| match mode.extent {
            1 => Mode { extent: 1, stride: 0 },
            _ => *mode,
        });
        assert_eq!(by_shape, Layout::from_modes(&lost.collect::<Vec<_>>()).unwrap());
        let by_strides = layout_from_strides(&mapping, layout.stride()).unwrap();
        for found in [Some(by_strides.layout()), by_strides.another()].into_iter().flatten() {
            assert_eq!(found.stride(), layout.stride());
            assert_eq!(table(found), table(&layout), "{layout}: {found}");
        }
        if let Some(another) = by_strides.another() {
            let leaves = |layout: &Layout| layout.shape().leaves().copied().collect::<Vec<_>>();
            assert!(leaves(by_strides.layout()) < leaves(another), "{layout}");
        }
    }
}

#[test]
fn mappings_that_are_no_layouts_are_refused() {
    let context = context();
    let map = |text: &str| text.parse::<Relation>().unwrap().to_map(&context).unwrap();
    let by_shape = |text: &str, shape: &str| {
        layout_from_shape(&map(text), &shape.parse().unwrap()).unwrap_err().to_string()
    };
    assert_eq!(
        by_shape("{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }", "16"),
        "the index mapping of shape 16 is not strictly affine: at (2) strides give 26 and the \
         relation 10"
    );
    assert_eq!(
        by_shape("{ [c] -> [c + 3] : 0 <= c < 4 }", "4"),
        "the relation is 3 at the origin, where a layout is 0"
    );
    assert_eq!(
        by_shape("{ [c] -> [c] : 0 <= c < 4; [0] -> [1] }", "4"),
        "the relation has not one value at the origin"
    );
    assert_eq!(
        by_shape("{ [c] -> [c] : 0 <= c < 4; [2] -> [1] }", "4"),
        "the index mapping of shape 4 is not strictly affine: at (2) strides give 2 and the \
         relation has no one value"
    );
    assert_eq!(
        by_shape("{ [c] -> [c] : 0 <= c < 4 }", "(2,3)"),
        "shape (2,3) has 6 coordinates and not 4"
    );
    assert_eq!(
        by_shape("{ [c] -> [c] : 1 <= c < 5 }", "4"),
        "the domain of the relation is not the coordinates of shape 4"
    );
    assert_eq!(
        by_shape("{ [c] -> [c, c] : 0 <= c < 4 }", "4"),
        "a relation with 1 inputs and 2 outputs is not an index mapping of shape 4"
    );
    let error = layout_from_index_mapping(
        &map("{ [i, j] -> [i + 2j] : 0 <= i,j < 2 and i + j < 2 }"),
        &"(2,2)".parse().unwrap(),
    );
    assert_eq!(
        error.unwrap_err().to_string(),
        "the domain of the relation is not the coordinates of shape (2,2)"
    );
    let error = layout_from_strides(&map("{ [c] -> [c] : 0 <= c < 6 }"), &"(1,4)".parse().unwrap());
    assert_eq!(error.unwrap().layout().to_string(), "(6,1):(1,4)");
    let error = layout_from_strides(&map("{ [c] -> [c] : 0 <= c < 6 }"), &"(2,4)".parse().unwrap());
    assert_eq!(
        error.unwrap_err().to_string(),
        "no layout with strides (2,4) has this layout mapping"
    );
}

#[test]
fn complements_are_those_of_the_closed_form() {
    let context = context();
    let (mut answers, mut refused) = (0, 0);
    let mut check = |layout: &Layout, size: i64| {
        let relational = layout_paper::complement(&context, layout, size);
        let native = complement_paper(layout, size, &Budget::DEFAULT);
        *if native.is_ok() { &mut answers } else { &mut refused } += 1;
        assert_eq!(text(relational), text(native), "{layout} below {size}");
    };
    for layout in layouts(&[0, 1, 2], &[1, 2, 3, 4], &[-1, 0, 1, 2, 5, 8]) {
        check(&layout, 20);
    }
    for layout in layouts(&[3], &[2, 3, 4], &[1, 2, 9]) {
        check(&layout, 40);
    }
    check(&"(2,2,2):(1,5,9)".parse().unwrap(), 20);
    check(&"(2,2,2,2):(1,5,20,100)".parse().unwrap(), 200);
    check(&"(2,1073741824):(1,5)".parse().unwrap(), 1);
    check(&"(2,2):(1,1099511627776)".parse().unwrap(), 1 << 42);
    assert!(200 < answers && 500 < refused, "{answers} {refused}");
}

#[test]
fn left_inverses_are_those_of_the_closed_form() {
    let context = context();
    let mut answers = 0;
    let mut check = |layout: &Layout| {
        let native = left_inverse_paper(layout, &Budget::DEFAULT);
        answers += usize::from(native.is_ok());
        assert_eq!(text(layout_paper::left_inverse(&context, layout)), text(native), "{layout}");
    };
    for layout in layouts(&[0, 1, 2], &[1, 2, 3, 4], &[-1, 0, 1, 2, 4]) {
        check(&layout);
    }
    for layout in layouts(&[3], &[2, 4], &[1, 2, 4, 8, 16]) {
        check(&layout);
    }
    assert!(80 < answers, "{answers}");
}

#[test]
fn inverses_are_the_native_ones_before_they_are_coalesced() {
    let context = context();
    let (mut answers, mut refused, mut other_form, mut skipped) = (0, 0, 0, 0);
    for layout in layouts(&[0, 1, 2, 3], &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6, 8, 12]) {
        let native = cute::inverse(&layout);
        // Of the many layouts of rank 3 without an inverse a few are enough.
        skipped += usize::from(native.is_err() && layout.rank() == 3);
        if native.is_err() && layout.rank() == 3 && skipped % 50 != 0 {
            continue;
        }
        match layout_paper::inverse(&context, &layout) {
            Ok(inverse) => {
                assert_eq!(Ok(coalesce(&inverse)), native, "{layout}: {inverse}");
                assert_eq!(cute::inverse_paper(&layout, &Budget::DEFAULT), Ok(inverse.clone()));
                other_form += usize::from(coalesce(&inverse) != inverse);
                answers += 1;
            }
            Err(error) => {
                let closed_form = cute::inverse_paper(&layout, &Budget::DEFAULT).unwrap_err();
                assert_eq!(error.to_string(), closed_form.to_string(), "{layout}");
                refused += 1;
            }
        }
    }
    assert!(50 < answers && 500 < refused && 20 < other_form, "{answers} {refused} {other_form}");
}

#[test]
fn right_inverses_are_the_native_ones_before_they_are_coalesced() {
    let context = context();
    let (mut longest, mut trivial, mut less) = (0, 0, 0);
    let mut all = layouts(&[0, 1, 2], &[1, 2, 3, 4], &[0, 1, 2, 4, 12]);
    all.extend(layouts(&[3], &[2, 3], &[0, 1, 2, 4, 33]));
    for layout in all {
        let inverse = layout_paper::right_inverse(&context, &layout).unwrap();
        assert_eq!(cute::right_inverse_paper(&layout).as_ref(), Ok(&inverse), "{layout}");
        for (c, place) in table(&inverse).into_iter().enumerate() {
            assert_eq!(layout.offset(place), Some(c as i64), "{layout}: {inverse}");
        }
        let native = cute::right_inverse(&layout);
        if coalesce(&inverse) == native {
            *if native.size() == 1 { &mut trivial } else { &mut longest } += 1;
        } else {
            // The paper gives up where an offset below the gap has several coordinates.
            assert_eq!(inverse.to_string(), "1:0", "{layout}");
            let offsets = table(&layout);
            let begin = (0..).find(|offset| !offsets.contains(offset)).unwrap();
            let below = offsets.iter().filter(|&&offset| offset < begin).count();
            assert!(begin < below as i64, "{layout}");
            less += 1;
        }
    }
    assert!(100 < longest && 100 < trivial && 50 < less, "{longest} {trivial} {less}");
    let error =
        layout_paper::right_inverse(&context, &"(4,2):(1,-4)".parse().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "(4,2):(1,-4) goes below 0: coordinate 4 has offset -4");
}

#[test]
fn compositions_are_the_native_ones() {
    let context = context();
    let (mut same_text, mut same_function, mut refused, mut only_native) = (0, 0, 0, 0);
    let outer = layouts(&[1, 2], &[1, 2, 3, 4], &[0, 1, 5]);
    let inner = layouts(&[1, 2], &[1, 2, 4], &[0, 1, 2, 3]);
    let more_outer = layouts(&[3], &[2, 3], &[1, 7]);
    let few_inner = ["12:1", "6:2", "4:3", "(2,3):(2,1)", "(3,(2,2)):(1,(3,6))"];
    let few_inner: Vec<Layout> = few_inner.iter().map(|text| text.parse().unwrap()).collect();
    let pairs = outer.iter().flat_map(|g| inner.iter().map(move |f| (g, f)));
    // Every 67th pair, in an order that mixes both, and all of the second kind.
    let pairs = pairs
        .step_by(67)
        .chain(more_outer.iter().flat_map(|g| few_inner.iter().map(move |f| (g, f))));
    for (g, f) in pairs {
        let native = cute::composition(g, f);
        match layout_paper::composition(&context, g, f) {
            Ok(composed) => {
                let Composition::Layout(expected) = native else {
                    panic!("{g} o {f} is {composed} and natively {native:?}");
                };
                assert_eq!(table(&composed), table(&expected), "{g} o {f} is {composed}");
                *if composed == expected { &mut same_text } else { &mut same_function } += 1;
            }
            Err(error) => {
                assert!(!error.is_out_of_budget(), "{g} o {f}: {error}");
                match native {
                    Composition::Layout(_) => only_native += 1,
                    _ => refused += 1,
                }
            }
        }
    }
    assert!(250 < same_text && 50 < refused, "{same_text} {same_function} {refused} {only_native}");
}

#[test]
fn swizzles_are_the_native_ones() {
    let context = context();
    let mut count = 0;
    for (bits, base) in [(0, 1), (1, 0), (1, 2), (2, 0)] {
        for shift in -3..=3_i64 {
            let mapping = layout_paper::swizzle_mapping(&context, bits, base, shift).unwrap();
            let native = Relation::from_swizzle(bits, base, shift).unwrap();
            let size = 1_i64 << (bits + base + shift.abs());
            let expected: Vec<i64> =
                (0..size).map(|c| native.evaluate(&[], &[c]).unwrap()[0][0]).collect();
            assert_eq!(values(&mapping), expected, "S<{bits},{base},{shift}>");
            if let Ok(swizzle) = format!("S<{bits},{base},{shift}>").parse::<Swizzle>() {
                let applied: Vec<i64> = (0..size).map(|c| swizzle.apply(c)).collect();
                assert_eq!(applied, expected, "S<{bits},{base},{shift}>");
                count += 1;
            }
        }
    }
    assert_eq!(count, 7 + 2 * 6 + 4);
    let error = layout_paper::binary_swizzle(&context, 3, -1, 3).unwrap_err();
    assert_eq!(error.to_string(), "swizzle S<3,-1,3> does not fit in 63 bits");
}

#[test]
fn linear_layouts_are_the_native_ones() {
    let context = context();
    let layouts = [
        "{register = [[0,1],[8,0]], lane = [[0,2],[0,4],[1,0],[2,0],[4,0]], warp = [[16,0]]}",
        "{i = [[1],[2],[3]], j = []} -> [o = 8] xor [5]",
        "{i = [], j = []} -> [o = 1]",
        "{i = [[3,1]]} -> [a = 4, b = 2, c = 1]",
    ];
    for text in &layouts[..3] {
        let layout: LinearLayout = text.parse().unwrap();
        check_linear(&context, &layout);
    }
    assert!(layouts[3].parse::<LinearLayout>().is_err());
}

fn check_linear(context: &Context, layout: &LinearLayout) {
    let mapping = layout_paper::linear_mapping(context, layout).unwrap();
    let pairs = mapping.pairs(1 << 12).unwrap();
    assert_eq!(pairs.len() as i64, layout.size());
    for (coordinate, value) in pairs {
        assert_eq!(layout.apply(&coordinate).unwrap(), value, "{coordinate:?}");
    }
}

fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Bijections: the compact strides of some extents, in another order.
fn bijections() -> impl Strategy<Value = Layout> {
    let extents = prop::collection::vec(2..300_i64, 1..4);
    (extents, any::<u64>()).prop_map(|(extents, seed)| {
        let mut order: Vec<usize> = (0..extents.len()).collect();
        order.sort_by_key(|&at| (seed ^ (at as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut modes = vec![Mode { extent: 1, stride: 0 }; extents.len()];
        let mut stride = 1;
        for at in order {
            modes[at] = Mode { extent: extents[at], stride };
            stride *= extents[at];
        }
        Layout::from_modes(&modes).unwrap()
    })
}

#[test]
fn large_bijections() {
    let context = context();
    runner(12)
        .run(&bijections(), |layout| {
            let native = cute::inverse(&layout).unwrap();
            let inverse = layout_paper::inverse(&context, &layout).unwrap();
            prop_assert_eq!(coalesce(&inverse), native.clone());
            let right = layout_paper::right_inverse(&context, &layout).unwrap();
            prop_assert_eq!(&right, &inverse);
            let left = layout_paper::left_inverse(&context, &layout).unwrap();
            prop_assert_eq!(left, left_inverse_paper(&layout, &Budget::DEFAULT).unwrap());
            // Composed with its inverse a layout is the identity.
            let identity = layout_paper::composition(&context, &layout, &native);
            let size = layout.size();
            prop_assert_eq!(coalesce(&identity.unwrap()).to_string(), format!("{size}:1"));
            Ok(())
        })
        .unwrap();
}

#[test]
fn large_complements() {
    let context = context();
    // Each stride is past what the smaller modes reach, by up to three times that.
    let modes = prop::collection::vec((2..50_i64, 1..40_i64), 1..4);
    let answers = std::cell::Cell::new(0);
    runner(40)
        .run(&(modes, 1..1_i64 << 40), |(modes, size)| {
            let mut reach = 1;
            let mut chosen = Vec::new();
            for (extent, tenths) in modes {
                let stride = reach + reach * tenths / 10;
                chosen.push(Mode { extent, stride });
                reach += stride * (extent - 1);
            }
            chosen.reverse();
            let layout = Layout::from_modes(&chosen).unwrap();
            let relational = layout_paper::complement(&context, &layout, size);
            let native = complement_paper(&layout, size, &Budget::DEFAULT);
            answers.set(answers.get() + i32::from(native.is_ok()));
            prop_assert_eq!(text(relational), text(native), "{} below {}", layout, size);
            Ok(())
        })
        .unwrap();
    assert!(10 < answers.get(), "{answers:?}");
}

#[test]
fn conditions_are_named() {
    let context = context();
    let layout = |text: &str| text.parse::<Layout>().unwrap();
    let message = |answer: Result<Layout, PaperError>| answer.unwrap_err().to_string();
    assert_eq!(
        message(layout_paper::inverse(&context, &layout("(2,2):(0,1)"))),
        "(2,2):(0,1) is not injective: coordinates 0 and 1 both have offset 0"
    );
    assert_eq!(
        message(layout_paper::inverse(&context, &layout("(2,2):(1,-2)"))),
        "(2,2):(1,-2) goes below 0: coordinate 2 has offset -2"
    );
    assert_eq!(
        message(layout_paper::complement(&context, &layout("4:1"), 0)),
        "size 0 is less than 1"
    );
    assert_eq!(
        message(layout_paper::composition(&context, &layout("4:1"), &layout("2:-1"))),
        "2:-1 goes below 0: coordinate 1 has offset -1"
    );
    // 3 + 1 carries into the second mode of G.
    assert_eq!(
        message(layout_paper::composition(
            &context,
            &layout("(2,3):(3,1)"),
            &layout("(4,2):(1,1)")
        )),
        "no layout equals (2,3):(3,1) o (4,2):(1,1): none agrees with it up to coordinate 5"
    );
    let stingy = Context::new(10);
    assert!(layout_paper::inverse(&stingy, &layout("(2,2):(2,1)")).unwrap_err().is_out_of_budget());
    assert!(matches!(
        layout_paper::left_inverse(&context, &layout("(2,2):(1,1)")),
        Err(PaperError::Algebra(AlgebraError::NotInjective { first: 1, second: 2, .. }))
    ));
    assert_eq!(filter(&layout("(4,2):(0,1)")).to_string(), "2:1");
}
