//! Laws of linear layouts on random ones: up to three dims a side, up to four bits a dim, with
//! constants.

use layout::linear::f2::{Matrix, fit_f2};
use layout::linear::{Difference, Dim, LinearLayout};
use proptest::prelude::*;

const IN_NAMES: [&str; 3] = ["register", "lane", "warp"];
const OUT_NAMES: [&str; 3] = ["dim0", "dim1", "dim2"];

/// A layout between dims of these names with these numbers of bits; `seed` gives bases and constant.
fn random_layout(ins: &[(&str, i64)], outs: &[(&str, i64)], seed: u64) -> LinearLayout {
    let out_size: i64 = outs.iter().map(|(_, size)| size).product();
    let mix = |bit: i64| {
        let mut x = seed ^ (bit as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ x >> 31) as i64 & (out_size - 1)
    };
    LinearLayout::from_values(ins, outs, mix).unwrap()
}

fn dims(names: [&'static str; 3]) -> impl Strategy<Value = Vec<(&'static str, i64)>> {
    prop::collection::vec(0u32..5, 0..4)
        .prop_map(move |bits| names.into_iter().zip(bits).map(|(n, b)| (n, 1 << b)).collect())
}

prop_compose! {
    fn layouts()(ins in dims(IN_NAMES), outs in dims(OUT_NAMES), seed: u64) -> LinearLayout {
        random_layout(&ins, &outs, seed)
    }
}

prop_compose! {
    /// Invertible layouts.
    fn invertible_layouts()(bits in 0u32..12, cut in 0u32..12, seed: u64) -> LinearLayout {
        let cut = cut.min(bits);
        let ins = [("lane", 1 << cut), ("warp", 1 << (bits - cut))];
        let layout = random_layout(&ins, &[("dim0", 1 << (bits - cut)), ("dim1", 1 << cut)], seed);
        // A triangular matrix with ones on its diagonal is invertible.
        let upper = layout.map().matrix().columns().iter().enumerate();
        let columns: Vec<u64> = upper.map(|(i, c)| c & ((1 << i) - 1) | 1 << i).collect();
        let matrix = Matrix::new(bits, columns).unwrap();
        let constant = layout.map().constant();
        LinearLayout::from_values(
            &sizes(layout.in_dims()),
            &sizes(layout.out_dims()),
            |x| (matrix.apply(x as u64) ^ constant) as i64,
        )
        .unwrap()
    }
}

fn sizes(dims: &[Dim]) -> Vec<(&str, i64)> {
    dims.iter().map(|dim| (dim.name(), dim.size())).collect()
}

fn offsets(layout: &LinearLayout) -> Vec<i64> {
    (0..layout.size()).map(|x| layout.offset(x).unwrap()).collect()
}

/// A layout from the out-dims of `inner`, in another order, to `names`.
fn after(inner: &LinearLayout, names: [&str; 3], seed: u64) -> LinearLayout {
    let mut ins = sizes(inner.out_dims());
    let by = seed as usize % ins.len().max(1);
    ins.rotate_left(by);
    random_layout(&ins, &[(names[0], 8), (names[1], 2), (names[2], 4)], seed)
}

proptest! {
    #[test]
    fn printing_parses_back(layout in layouts()) {
        let text = layout.to_string();
        prop_assert_eq!(text.parse::<LinearLayout>().unwrap(), layout);
    }

    #[test]
    fn apply_is_affine(layout in layouts(), x: u64, y: u64) {
        let mask = layout.size() as u64 - 1;
        let f = |x: u64| layout.offset((x & mask) as i64).unwrap();
        prop_assert_eq!(f(x ^ y) ^ f(x) ^ f(y), f(0));
    }

    #[test]
    fn composition_is_one_after_the_other(f in layouts(), seed: u64) {
        let g = after(&f, ["a", "b", "c"], seed);
        let h = f.compose(&g).unwrap();
        for x in 0..f.size() {
            let names = f.out_dims().iter().map(|d| d.name());
            let flat = f.in_dims().iter().scan(x, |rest, dim| {
                let digit = *rest % dim.size();
                *rest /= dim.size();
                Some(digit)
            });
            let place: Vec<i64> = flat.collect();
            let middle: Vec<(&str, i64)> = names.zip(f.apply(&place).unwrap()).collect();
            let expected: Vec<i64> =
                g.apply_named(&middle).unwrap().into_iter().map(|(_, v)| v).collect();
            prop_assert_eq!(h.apply(&place).unwrap(), expected);
        }
    }

    #[test]
    fn composition_is_associative(f in layouts(), s: u64, t: u64) {
        let g = after(&f, ["a", "b", "c"], s);
        let h = after(&g, ["x", "y", "z"], t);
        let left = f.compose(&g).unwrap().compose(&h).unwrap();
        prop_assert_eq!(left, f.compose(&g.compose(&h).unwrap()).unwrap());
    }

    #[test]
    fn the_inverse_undoes(layout in invertible_layouts()) {
        let inverse = layout.invert().unwrap();
        for composed in [layout.compose(&inverse).unwrap(), inverse.compose(&layout).unwrap()] {
            let identity: Vec<i64> = (0..composed.size()).collect();
            prop_assert_eq!(offsets(&composed), identity);
        }
        prop_assert_eq!(inverse.invert().unwrap(), layout.clone());
        prop_assert_eq!(layout.pseudoinvert().unwrap(), inverse);
    }

    #[test]
    fn witnesses_are_what_enumeration_finds(layout in layouts()) {
        let offsets = offsets(&layout);
        let mut first = vec![None; layout.out_size() as usize];
        let mut collision = None;
        for (x, &offset) in offsets.iter().enumerate() {
            match first[offset as usize] {
                None => first[offset as usize] = Some(x as i64),
                Some(a) => { collision = collision.or(Some((a, x as i64))); }
            }
        }
        prop_assert_eq!(layout.collision(), collision);
        let uncovered = first.iter().position(Option::is_none).map(|offset| offset as i64);
        prop_assert_eq!(layout.uncovered(), uncovered);
        prop_assert_eq!(layout.is_surjective(), uncovered.is_none());
        prop_assert_eq!(layout.is_injective(), collision.is_none());
    }

    #[test]
    fn a_difference_is_the_least(a in layouts(), seed: u64) {
        let (ins, outs) = (sizes(a.in_dims()), sizes(a.out_dims()));
        // The same layout with one basis changed, if there is a bit to change.
        let place = if a.size() == 1 { 0 } else { 1 << (seed % u64::from(a.size().ilog2())) };
        let change = (seed >> 32) as i64 & (a.out_size() - 1);
        let b = LinearLayout::from_values(&ins, &outs, |x| {
            a.offset(x).unwrap() ^ if place == 0 || x & place != 0 { change } else { 0 }
        })
        .unwrap();
        let least = (0..a.size()).find(|&x| a.offset(x) != b.offset(x));
        let found = a.difference(&b).map(|difference| match difference {
            Difference::Offset { coordinate, left, right } => {
                assert_eq!((Ok(left), Ok(right)), (a.offset(coordinate), b.offset(coordinate)));
                coordinate
            }
            Difference::Size { .. } => panic!("the sizes are the same"),
        });
        prop_assert_eq!(found, least);
    }

    #[test]
    fn a_value_is_found_again_in_the_other_layout(a in layouts(), seed: u64) {
        // Surjective, so that no value is missing; not injective; out-dims in another order.
        let mut outs = sizes(a.out_dims());
        outs.reverse();
        let bits = a.out_size().ilog2();
        let b = LinearLayout::from_values(
            &[("offset", 1 << bits), ("lane", 4)],
            &outs,
            |x| {
                let copy = (seed as i64) & (a.out_size() - 1);
                let reversed = (0..bits).fold(0, |r, i| r | (x >> i & 1) << (bits - 1 - i));
                reversed ^ if x >> bits & 1 == 1 { copy } else { 0 }
            },
        )
        .unwrap();
        let c = a.invert_and_compose(&b).unwrap();
        let names: Vec<&str> = a.out_dims().iter().map(|d| d.name()).collect();
        let back = c.compose(&b).unwrap().transpose_outs(&names).unwrap();
        prop_assert_eq!(back, a);
    }

    #[test]
    fn a_product_is_divided_by_each_factor(
        ins in dims(IN_NAMES), outs in dims(OUT_NAMES), s: u64, t: u64,
    ) {
        // Both factors have all dims, as a quotient does.
        let a = random_layout(&ins, &outs, s);
        let b = random_layout(&ins, &outs, t);
        let product = a.product(&b).unwrap();
        prop_assert_eq!(product.divide_left(&a).unwrap(), b.clone());
        prop_assert_eq!(product.divide_right(&b).unwrap(), a);
    }

    #[test]
    fn products_are_associative(a in layouts(), b in layouts(), c in layouts()) {
        let left = a.product(&b).unwrap().product(&c).unwrap();
        prop_assert_eq!(left, a.product(&b.product(&c).unwrap()).unwrap());
    }

    #[test]
    fn a_fit_is_the_layout_it_came_from(layout in layouts()) {
        let bits = layout.size().ilog2();
        let fit = fit_f2(bits, |x| layout.offset(x as i64).unwrap() as u64).unwrap();
        prop_assert_eq!(fit.matrix().columns(), layout.map().matrix().columns());
        prop_assert_eq!(fit.constant(), layout.map().constant());
    }
}
