//! Laws of relations: the relation of a layout against plain arithmetic, and lowering to isl
//! against evaluation on the tree.

use layout::algebra::{AnyLayout, Kind, to_relation};
use layout::cute::Sign;
use layout::relation::{Answer, Context, Facts, Mode, Relation, View};
use proptest::prelude::*;

type Layout = Vec<(i64, i64)>;

const STRIDES: std::ops::RangeInclusive<i64> = -2..=8;

/// All layouts of `rank` modes with extents from 1 to 4 and strides from -2 to 8.
fn layouts(rank: usize) -> Vec<Layout> {
    let mut layouts = vec![Vec::new()];
    for _ in 0..rank {
        layouts = layouts
            .into_iter()
            .flat_map(|layout: Layout| {
                (1..=4).flat_map(move |extent| {
                    let layout = layout.clone();
                    STRIDES.map(move |stride| [layout.as_slice(), &[(extent, stride)]].concat())
                })
            })
            .collect();
    }
    layouts
}

fn size(layout: &Layout) -> i64 {
    layout.iter().map(|(extent, _)| extent).product()
}

/// The natural coordinate of an integral one, leftmost fastest.
fn natural(layout: &Layout, mut c: i64) -> Vec<i64> {
    layout
        .iter()
        .map(|(extent, _)| {
            let coordinate = c % extent;
            c /= extent;
            coordinate
        })
        .collect()
}

/// The offset at a natural coordinate.
fn offset(layout: &Layout, coordinate: &[i64]) -> i64 {
    layout.iter().zip(coordinate).map(|((_, stride), c)| stride * c).sum()
}

fn relation(layout: &Layout, view: &View) -> Relation {
    let modes: Vec<Mode> =
        layout.iter().map(|&(extent, stride)| Mode::new(extent, stride)).collect();
    Relation::from_modes(&modes, &[0.into()], view, &Facts::new()).unwrap()
}

/// The pairs of a layout by plain arithmetic.
fn pairs(layout: &Layout, view: &View) -> Vec<(Vec<i64>, Vec<i64>)> {
    let mut pairs: Vec<_> = (0..size(layout))
        .map(|c| {
            let coordinate = natural(layout, c);
            let offset = vec![offset(layout, &coordinate)];
            (if *view == View::Integral { vec![c] } else { coordinate }, offset)
        })
        .collect();
    pairs.sort_unstable();
    pairs
}

#[test]
fn every_small_layout_has_exactly_its_pairs() {
    let mut count = 0;
    for layout in (0..=3).flat_map(layouts) {
        let integral = relation(&layout, &View::Integral);
        let size = size(&layout);
        for c in -2..size + 2 {
            let expected: &[[i64; 1]] = &[[offset(&layout, &natural(&layout, c.max(0)))]];
            let expected = if (0..size).contains(&c) { expected } else { &[] };
            assert_eq!(integral.evaluate(&[], &[c]).unwrap(), expected, "{layout:?} at {c}");
            count += 1;
        }
        let relation = relation(&layout, &View::Natural);
        for c in 0..size {
            let coordinate = natural(&layout, c);
            let expected = [[offset(&layout, &coordinate)]];
            assert_eq!(relation.evaluate(&[], &coordinate).unwrap(), expected, "{layout:?}");
        }
        // One step outside, in each direction.
        for position in 0..layout.len() {
            for outside in [-1, layout[position].0] {
                let mut coordinate = vec![0; layout.len()];
                coordinate[position] = outside;
                assert!(relation.evaluate(&[], &coordinate).unwrap().is_empty(), "{layout:?}");
            }
        }
    }
    // Each layout is looked at from -2 to its size + 1.
    let sizes = |rank: u32| 110i64.pow(rank) + 4 * 44i64.pow(rank);
    assert_eq!(count, (0..=3).map(sizes).sum::<i64>());
}

#[test]
fn isl_has_exactly_the_pairs_of_small_layouts() {
    let context = Context::new(1_000_000);
    let mut count = 0;
    // Of the layouts of three modes, those with these strides: all that continue the mode before
    // or not, repeat, are zero or negative.
    let of_three = layouts(3).into_iter().filter(|layout| {
        layout.iter().all(|(extent, stride)| *extent != 3 && [-1, 0, 1, 2, 8].contains(stride))
    });
    for layout in (0..=2).flat_map(layouts).chain(of_three) {
        for view in [View::Integral, View::Natural] {
            let map = relation(&layout, &view).to_map(&context).unwrap();
            assert_eq!(map.pairs(64).unwrap(), pairs(&layout, &view), "{layout:?}, {view:?}");
            count += 1;
        }
    }
    assert_eq!(count, 2 * (1 + 44 + 44 * 44 + 15 * 15 * 15));
}

#[test]
fn threads_share_relations_and_have_their_own_contexts() {
    let layouts = layouts(2);
    let relations: Vec<Relation> =
        layouts.iter().map(|layout| relation(layout, &View::Integral)).collect();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let context = Context::new(1_000_000);
                for (layout, relation) in layouts.iter().zip(&relations).step_by(20) {
                    let map = relation.to_map(&context).unwrap();
                    assert_eq!(
                        map.pairs(16).unwrap(),
                        pairs(layout, &View::Integral),
                        "{layout:?}"
                    );
                }
            });
        }
    });
}

#[test]
fn views_of_one_layout_agree() {
    let context = Context::new(1_000_000);
    let layout = vec![(4, 2), (2, 1), (2, 8), (3, -5)];
    for groups in [vec![4], vec![1, 3], vec![2, 2], vec![3, 1], vec![0, 4], vec![1, 1, 2]] {
        let view = View::Groups(groups.clone());
        let map = relation(&layout, &view).to_map(&context).unwrap();
        let mut expected: Vec<(Vec<i64>, Vec<i64>)> = pairs(&layout, &View::Natural)
            .into_iter()
            .map(|(natural, offset)| {
                let mut rest = layout.iter().zip(natural);
                let grouped = groups.iter().map(|&n| {
                    let mut weight = 1;
                    rest.by_ref().take(n).fold(0, |sum, ((extent, _), c)| {
                        let sum = sum + c * weight;
                        weight *= extent;
                        sum
                    })
                });
                (grouped.collect(), offset)
            })
            .collect();
        expected.sort_unstable();
        assert_eq!(map.pairs(100).unwrap(), expected, "{groups:?}");
    }
}

#[test]
fn a_layout_behind_a_swizzle_is_swizzled() {
    let context = Context::new(1_000_000);
    let layout = vec![(4, 8), (8, 1)];
    let modes: Vec<Mode> =
        layout.iter().map(|&(extent, stride)| Mode::new(extent, stride)).collect();
    for (bits, base, shift) in [(2, 0, 3), (2, 0, -3), (1, 2, 1), (0, 4, 3)] {
        for start in [0, 5, -3] {
            let view = View::Integral;
            let swizzle = (bits, base, shift);
            let facts = Facts::new();
            let relation =
                Relation::from_composed(swizzle, &start.into(), &modes, &view, &facts, Sign::Any)
                    .unwrap();
            let mask = ((1i64 << bits) - 1) << (base + shift.max(0));
            let swizzled =
                |x: i64| x ^ if shift >= 0 { (x & mask) >> shift } else { (x & mask) << -shift };
            let expected: Vec<_> = pairs(&layout, &view)
                .into_iter()
                // A swizzle that does anything has no value below 0.
                .filter(|(_, offset)| bits == 0 || 0 <= start + offset[0])
                .map(|(c, offset)| (c, vec![swizzled(start + offset[0])]))
                .collect();
            assert_eq!(
                relation.to_map(&context).unwrap().pairs(64).unwrap(),
                expected,
                "{relation}"
            );
            for (c, offset) in expected {
                assert_eq!(relation.evaluate(&[], &c).unwrap(), [offset], "{relation}");
            }
        }
    }
}

/// An expression over i, j and the parameter N, in isl's grammar.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("i".to_owned()),
        Just("j".to_owned()),
        Just("N".to_owned()),
        (-9i64..10).prop_map(|value| value.to_string()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} + {b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} - ({b})")),
            (inner.clone(), -4i64..5).prop_map(|(a, k)| format!("{k}*({a})")),
            (inner.clone(), 1i64..6).prop_map(|(a, n)| format!("floor(({a})/{n})")),
            (inner.clone(), 1i64..6).prop_map(|(a, n)| format!("ceil(({a})/{n})")),
            (inner.clone(), 1i64..6).prop_map(|(a, n)| format!("(({a}) mod {n})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("min({a}, {b})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("max({a}, {b})")),
        ]
    })
}

/// A formula over i, j and N whose bound variables have values.
fn formula() -> impl Strategy<Value = String> {
    let operator = || prop::sample::select(vec!["<", "<=", ">", ">=", "=", "!="]);
    let comparison = (expression(), operator(), expression())
        .prop_map(|(left, operator, right)| format!("{left} {operator} {right}"));
    let chain = (expression(), operator(), expression(), expression(), operator(), expression())
        .prop_map(|(a, first, b, c, second, d)| format!("{a} {first} {b}, {c} {second} {d}"));
    let leaf = prop_oneof![4 => comparison, 1 => chain, 1 => Just("true".to_owned())];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) and ({b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) or ({b})")),
            inner.clone().prop_map(|a| format!("not ({a})")),
            (expression(), inner).prop_map(|(value, body)| {
                // The binder takes the place of j in the body, where a word boundary allows.
                let body = body.replace('j', "k");
                format!("(exists (k = {value}: {body}))")
            }),
        ]
    })
    // Binders inside binders would repeat the name.
    .prop_filter("one binder", |text| text.matches("exists").count() < 2)
}

/// The text of a relation of two inputs, two outputs and the parameter N.
fn text_of_relation() -> impl Strategy<Value = String> {
    (expression(), expression(), formula()).prop_map(|(first, second, formula)| {
        format!("[N] -> {{ [i, j] -> [{first}, {second}] : {formula} }}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// A printed relation reads back as itself, and isl agrees with evaluation on the tree.
    #[test]
    fn lowering_agrees_with_evaluation(
        text in text_of_relation(),
        n in -3i64..8,
    ) {
        let relation: Relation = text.parse().map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        let printed = relation.to_string();
        let again: Relation = printed.parse().map_err(|e| TestCaseError::fail(format!("{printed}: {e}")))?;
        prop_assert_eq!(&again, &relation, "{} became {}", text, printed);
        prop_assert_eq!(again.to_string(), printed);

        let context = Context::new(u64::MAX);
        let map = relation.to_map(&context).unwrap();
        let near = map.with_inputs_in(&[(-3, 4), (-3, 4)]).unwrap();
        for i in -3..4 {
            for j in -3..4 {
                let native = relation.evaluate(&[("N", n)], &[i, j]).unwrap();
                let image = near.image(&[("N", n)], &[i, j], 10).unwrap();
                prop_assert_eq!(&image, &native, "{} at {}, {} for N = {}", relation, i, j, n);
            }
        }
    }

    /// What isl makes of a relation, of its reverse and of the two together comes back with the same pairs,
    /// and its text reads back as itself.
    #[test]
    fn relations_come_back_from_isl(text in text_of_relation(), bound in 0i64..6) {
        let relation: Relation = text.parse().map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        // Nothing goes wrong but that the budget ends, which keeps a rare system from taking minutes.
        let context = Context::new(100_000_000);
        let map = relation.to_map(&context).unwrap();
        let near = map.with_inputs_in(&[(-3, bound), (-3, bound)]).unwrap();
        let reverse = map.reverse().unwrap();
        let round = near.reverse().and_then(|reverse| near.then(&reverse));
        for map in [Ok(map), Ok(reverse), Ok(near), round] {
            let back = match map.and_then(|map| Ok((map.to_relation()?, map))) {
                Err(error) if error.is_out_of_budget() => continue,
                found => found.map_err(|e| TestCaseError::fail(format!("{text}: {e}"))),
            };
            let (back, map) = back?;
            let printed = back.to_string();
            let again = printed.parse::<Relation>().map_err(|e| TestCaseError::fail(format!("{printed}: {e}")))?;
            prop_assert_eq!(&again, &back);
            match back.to_map(&context).and_then(|back| back.equal(&map)) {
                Ok(Answer::Proved | Answer::Unknown { .. }) => {}
                Err(error) if error.is_out_of_budget() => {}
                answer => prop_assert!(false, "{} became {}: {:?}", text, printed, answer),
            }
        }
    }

    /// The affine form is the same function on the same domain, and so is what comes back of it.
    #[test]
    fn affine_forms_are_the_same_function(
        text in text_of_relation(),
        n in -3i64..8,
    ) {
        let relation: Relation = text.parse().map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        if let Ok(form) = relation.affine_form(&Context::new(1_000_000)) {
            let back = Relation::of_affine_form(&form).unwrap();
            for (i, j) in (-6..7).flat_map(|i| (-6..7).map(move |j| (i, j))) {
                let expected = relation.evaluate(&[("N", n)], &[i, j]).unwrap();
                let found = back.evaluate(&[("N", n)], &[i, j]).unwrap();
                prop_assert_eq!(&found, &expected, "{} became {} at {}, {}, {}", text, back, i, j, n);
                let is_inside = form.domain.iter().all(|it| it.holds(&[i, j, n]) == Some(true));
                prop_assert_eq!(is_inside, !expected.is_empty(), "{} at {}, {}, {}", text, i, j, n);
            }
        }
    }
}

/// Layouts of every notation have an affine form, in both spaces, and it is the same function.
#[test]
fn layouts_have_affine_forms() {
    let layouts = [
        (Kind::Cute, "(4,(2,2)):(2,(1,8))"),
        (Kind::Cute, "(3,5,7):(35,1,5)"),
        (Kind::Cute, "(2,3):(1@0,1@1)"),
        (Kind::Cute, "(4,2):(-3,0)"),
        (Kind::Swizzle, "S<2,1,3>"),
        (Kind::Composed, "S<3,4,3> o 0 o (16,64):(64,1)"),
        (Kind::Composed, "S<2,0,-3> o 5 o (8,8):(9,1)"),
        (Kind::Composed, "(4,8):(8,1) o 1 o (5,3):(2,7)"),
        (Kind::Linear, "{lane = [[0,1],[1,0]], warp = [[2,0]]}"),
        (Kind::Linear, "{i = [[1],[3],[7]], j = [[8],[9]]}"),
    ];
    for (kind, text) in layouts {
        let layout = AnyLayout::parse(kind, text).unwrap();
        for view in [View::Integral, View::Natural] {
            let relation = to_relation(&layout, &view).unwrap();
            let form = relation.affine_form(&Context::new(10_000_000));
            let form = form.unwrap_or_else(|reason| panic!("{text}, {view:?}: {reason}"));
            let n = relation.n_inputs();
            let mut n_points = 0;
            for point in 0..12_i64.pow(n.min(3) as u32) * if n == 1 { 100 } else { 1 } {
                // One coordinate goes far, several from -2 to 9.
                let coordinate: Vec<i64> = match n {
                    1 => vec![point - 100],
                    _ => (0..n as u32).map(|at| point / 12_i64.pow(at) % 12 - 2).collect(),
                };
                let expected = relation.evaluate(&[], &coordinate).unwrap();
                let is_inside = form.domain.iter().all(|it| it.holds(&coordinate) == Some(true));
                let outputs: Vec<i64> =
                    form.outputs.iter().map(|it| it.evaluate(&coordinate).unwrap()).collect();
                let found = if is_inside { vec![outputs] } else { Vec::new() };
                assert_eq!(found, expected, "{text}, {view:?} at {coordinate:?}");
                n_points += expected.len();
            }
            assert!(5 < n_points, "{text}, {view:?} at {n_points} points");
        }
    }
}
