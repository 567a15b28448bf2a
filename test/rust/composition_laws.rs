//! The law of composition, `R(c) == G'(F(c))` at every coordinate, on every small pair of layouts
//! and on random larger ones, against an evaluation written out here.

use layout::cute::{Composition, Layout, Mode, composition};
use proptest::prelude::*;

const EXTENTS: std::ops::RangeInclusive<i64> = 1..=4;
const STRIDES: std::ops::RangeInclusive<i64> = -2..=8;

/// All flattened layouts of `rank` modes with these extents and strides.
fn layouts(rank: usize) -> Vec<Vec<(i64, i64)>> {
    let mut all = vec![Vec::new()];
    for _ in 0..rank {
        all = all
            .iter()
            .flat_map(|modes| {
                EXTENTS.flat_map(move |extent| {
                    STRIDES.map(move |stride| [&modes[..], &[(extent, stride)]].concat())
                })
            })
            .collect();
    }
    all
}

/// The offset by the definition: unfold the coordinate, the last mode unbounded, and add up.
fn evaluate(modes: &[(i64, i64)], mut coordinate: i64) -> i64 {
    let mut offset = 0;
    for (position, (extent, stride)) in modes.iter().enumerate() {
        let is_last = position + 1 == modes.len();
        let digit = if is_last { coordinate } else { coordinate % extent };
        coordinate /= extent;
        offset += digit * stride;
    }
    offset
}

fn layout(modes: &[(i64, i64)]) -> Layout {
    let modes: Vec<Mode> = modes.iter().map(|&(extent, stride)| Mode { extent, stride }).collect();
    Layout::from_modes(&modes).unwrap()
}

/// How often each answer came: a law that is never put to the test says nothing.
#[derive(Debug, Default, Clone, Copy)]
struct Answers {
    layouts: usize,
    none: usize,
    undefined: usize,
}

/// Checks one composition against the definition, in every answer that it can give.
fn check(g: &[(i64, i64)], f: &[(i64, i64)], g_layout: &Layout, f_layout: &Layout) -> Answers {
    let size: i64 = f.iter().map(|(extent, _)| extent).product();
    let inner: Vec<i64> = (0..size).map(|c| evaluate(f, c)).collect();
    let below = inner.iter().position(|&offset| offset < 0);
    let mut answers = Answers::default();
    match composition(g_layout, f_layout) {
        Composition::Layout(result) => {
            assert_eq!((result.size(), below), (size, None), "{g_layout} o {f_layout}");
            for (c, &offset) in inner.iter().enumerate() {
                let found = result.offset(c as i64);
                assert_eq!(found, Some(evaluate(g, offset)), "{g_layout} o {f_layout} at {c}");
            }
            answers.layouts = 1;
        }
        Composition::NotALayout { witness } => {
            assert!(below.is_none());
            let values: Vec<i64> = inner.iter().map(|&offset| evaluate(g, offset)).collect();
            assert!(no_layout_agrees(&values, witness), "{g_layout} o {f_layout} at {witness}");
            answers.none = 1;
        }
        Composition::Undefined { coordinate } => {
            assert_eq!(below, Some(coordinate as usize), "{g_layout} o {f_layout}");
            answers.undefined = 1;
        }
        Composition::Undecided { .. } => panic!("{g_layout} o {f_layout} is small"),
    }
    answers
}

/// True if no layout of this size has these values up to `witness`, and one has them before it.
///
/// All layouts of the size are tried: the strides of one are its values where its modes begin.
fn no_layout_agrees(values: &[i64], witness: i64) -> bool {
    let agrees = |up_to: i64| {
        factorisations(values.len() as i64).iter().any(|extents| {
            let mut begin = 1;
            let modes: Vec<(i64, i64)> = extents
                .iter()
                .map(|&extent| {
                    let stride = values.get(begin as usize).copied().unwrap_or(0);
                    begin *= extent;
                    (extent, stride)
                })
                .collect();
            (0..=up_to).all(|c| evaluate(&modes, c) == values[c as usize])
        })
    };
    !agrees(witness) && (witness == 0 || agrees(witness - 1))
}

/// All ways to write a size as a product of extents of at least 2, in order.
fn factorisations(size: i64) -> Vec<Vec<i64>> {
    if size == 1 {
        return vec![vec![1]];
    }
    let mut all = vec![vec![size]];
    for first in (2..size).filter(|first| size % first == 0) {
        for rest in factorisations(size / first) {
            all.push([&[first][..], &rest].concat());
        }
    }
    all
}

fn check_all(outer: &[Vec<(i64, i64)>], inner: &[Vec<(i64, i64)>]) -> Answers {
    let inner: Vec<_> = inner.iter().map(|modes| (modes, layout(modes))).collect();
    let mut total = Answers::default();
    for g in outer {
        let g_layout = layout(g);
        for (f, f_layout) in &inner {
            let answers = check(g, f, &g_layout, f_layout);
            total.layouts += answers.layouts;
            total.none += answers.none;
            total.undefined += answers.undefined;
        }
    }
    println!("{total:?}");
    assert!(0 < total.layouts && 0 < total.none && 0 < total.undefined);
    total
}

#[test]
fn two_modes_after_two_modes() {
    let small: Vec<_> = [layouts(1), layouts(2)].concat();
    let total = check_all(&small, &small);
    assert_eq!(total.layouts + total.none + total.undefined, 1980 * 1980);
}

#[test]
fn three_modes_after_one_mode() {
    check_all(&layouts(3), &layouts(1));
}

#[test]
fn a_few_after_three_modes() {
    let outer: Vec<_> = [layouts(1), layouts(2), layouts(3)].concat();
    let outer: Vec<_> = outer.into_iter().step_by(8009).collect();
    check_all(&outer, &layouts(3));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4000) })]

    #[test]
    fn larger_layouts(
        g in proptest::collection::vec((1..=12_i64, 0..=40_i64), 1..=5),
        f in proptest::collection::vec((1..=6_i64, 0..=48_i64), 1..=4),
    ) {
        check(&g, &f, &layout(&g), &layout(&f));
    }

    /// Divisible ones, so that most compositions are layouts.
    #[test]
    fn powers_of_two(
        g in proptest::collection::vec((0..=4_u32, 0..=8_u32), 1..=5),
        f in proptest::collection::vec((0..=3_u32, 0..=8_u32), 1..=4),
    ) {
        let power = |modes: Vec<(u32, u32)>| -> Vec<(i64, i64)> {
            modes.into_iter().map(|(extent, stride)| (1 << extent, 1 << stride)).collect()
        };
        let (g, f) = (power(g), power(f));
        check(&g, &f, &layout(&g), &layout(&f));
    }
}
