//! Common layouts, and the laws on random large layouts.

use layout::algebra::Budget;
use proptest::prelude::*;

use super::*;

/// The most numbers `0, 1, 2, …` that a layout can lead to, for layouts of which the second is
/// injective: only one coordinate of it has each number as its offset.
fn most_common(a: &[i64], b: &[i64]) -> i64 {
    let place = |offset: i64| b.iter().position(|&other| other == offset).map(|place| place as i64);
    let is_common = |i: &i64| place(*i).is_some_and(|place| a.get(place as usize) == Some(i));
    let run = (0..).take_while(is_common).count() as i64;
    (1..=run).rev().find(|&size| from_values::<i64>(size, place).is_ok()).unwrap_or(1)
}

#[test]
fn common_layouts() {
    let (mut common, mut longest, mut cut) = (0, 0, 0);
    let mut all = layouts(2, &[1, 2, 3, 4], &[-1, 0, 1, 2, 4, 6]);
    all.extend(layouts(1, &[1, 2, 5], &[-1, 0, 1, 2]));
    let tables: Vec<Vec<i64>> = all.iter().map(table).collect();
    for (a, a_table) in all.iter().zip(&tables) {
        for (b, b_table) in all.iter().zip(&tables) {
            let layout = max_common_layout(a, b, &Budget::DEFAULT).unwrap();
            let is_in_both = |place: i64| (0..a.size().min(b.size())).contains(&place);
            if layout.size() != 1 {
                for (i, place) in table(&layout).into_iter().enumerate() {
                    assert_eq!(a.offset(place), Some(i as i64), "{a} and {b}: {layout}");
                    assert_eq!(b.offset(place), Some(i as i64), "{a} and {b}: {layout}");
                    assert!(is_in_both(place), "{a} and {b}: {layout}");
                }
            }
            if collision(b_table).is_none() && b_table.iter().all(|&offset| 0 <= offset) {
                assert_eq!(layout.size(), most_common(a_table, b_table), "{a} and {b}: {layout}");
                longest += 1;
            }
            assert_eq!(max_common_vector(a, b, &Budget::DEFAULT), Ok(layout.size()));
            common += usize::from(layout.size() != 1);
            cut += usize::from(layout.size() == a.size() && a.size() < b.size() && a.size() != 1);
        }
    }
    assert!(5_000 < common && 100_000 < longest && 1_000 < cut, "{common} {longest} {cut}");
}

/// Modes with strides that divide each other, in any order: what kernels have.
fn mixed_radix(
    extents: impl Strategy<Value = i64>,
    gaps: impl Strategy<Value = i64>,
) -> impl Strategy<Value = Layout> {
    prop::collection::vec((extents, gaps), 1..6).prop_perturb(|modes, mut random| {
        let mut next = 1;
        let mut placed = Vec::new();
        for (extent, gap) in modes {
            placed.push(Mode { extent, stride: next * gap });
            next *= gap * extent;
        }
        for position in (1..placed.len()).rev() {
            placed.swap(position, random.random_range(0..=position));
        }
        Layout::from_modes(&placed).unwrap()
    })
}

fn any_radix() -> impl Strategy<Value = Layout> {
    mixed_radix(1..9_i64, 1..4_i64)
}

/// Powers of two only: every one of these divides by every other.
fn binary() -> impl Strategy<Value = Layout> {
    mixed_radix((0..5_u32).prop_map(|n| 1 << n), (0..3_u32).prop_map(|n| 1 << n))
}

/// Up to 64 coordinates spread over the domain.
fn sample(size: i64) -> impl Iterator<Item = i64> {
    let tried = size.min(64);
    (0..tried).map(move |i| i * (size / tried) + i * (size % tried) / tried).chain([size - 1])
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn large_layouts_are_inverted(layout in any_radix()) {
        let right = right_inverse(&layout);
        for c in sample(right.size()) {
            prop_assert_eq!(layout.offset(right.offset(c).unwrap()), Some(c));
        }
        let left = left_inverse(&layout).unwrap();
        for c in sample(layout.size()) {
            prop_assert_eq!(left.offset(layout.offset(c).unwrap()), Some(c));
        }
    }

    #[test]
    fn large_layouts_are_completed(layout in any_radix(), factor in 1..100_i64) {
        let size = layout.cosize().checked_mul(factor).unwrap();
        let rest = complement(&layout, size).unwrap();
        let whole = Layout::concat([filter(&layout), rest]).unwrap();
        // The strides divide each other, so that the two reach every offset below the size, once.
        let inverse = inverse(&whole).unwrap();
        prop_assert!(size <= inverse.size());
        for c in sample(whole.size()) {
            prop_assert_eq!(inverse.offset(whole.offset(c).unwrap()), Some(c));
        }
    }

    #[test]
    fn large_layouts_are_divided(layout in binary(), tile in binary()) {
        let divided = logical_divide(&layout, &tile, &Budget::DEFAULT).unwrap();
        let rest = complement(&tile, layout.size()).unwrap();
        let places = Layout::concat([tile, rest]).unwrap();
        prop_assert_eq!(divided.size(), places.size());
        for c in sample(places.size()) {
            prop_assert_eq!(divided.offset(c), layout.offset(places.offset(c).unwrap()));
        }
    }

    #[test]
    fn large_layouts_are_multiplied(block in binary(), order in binary()) {
        let product = logical_product(&block, &order, &Budget::DEFAULT).unwrap();
        prop_assert_eq!(product.injectivity(), Injectivity::Injective);
        let places = complement(&block, block.size() * order.cosize()).unwrap();
        for c in sample(product.size()) {
            let begin = places.offset(order.offset(c / block.size()).unwrap()).unwrap();
            let inside = block.offset(c % block.size()).unwrap();
            prop_assert_eq!(product.offset(c), Some(begin + inside));
        }
    }

    #[test]
    fn large_layouts_are_recast(layout in any_radix(), factor in 1..17_i64) {
        // Split and joined again, a layout with a mode of stride 1 comes back. (Of modes of extent
        // 1 with stride 1 there may be several, so they are taken out.)
        let layout = coalesce(&layout);
        if let Ok(split) = downcast(&layout, factor) {
            let joined = upcast(&split, factor).unwrap();
            prop_assert_eq!(joined, layout);
        }
    }
}
