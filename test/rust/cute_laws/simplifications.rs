//! Coalescing, filtering, nullspaces and recasts.

use super::*;

#[test]
fn simplifications() {
    let (mut shortened, mut broadcast) = (0, 0);
    for layout in small_layouts() {
        let offsets = table(&layout);
        let set = |layout: &Layout| table(layout).into_iter().collect::<BTreeSet<i64>>();
        let moving: i64 =
            layout.flat_modes().iter().filter(|m| m.stride != 0).map(|m| m.extent).product();
        let filtered = filter(&layout);
        assert_eq!(set(&filtered), set(&layout), "{layout}: {filtered}");
        assert_eq!(filtered.size(), moving, "{layout}: {filtered}");
        let zeros = filter_zeros(&layout);
        assert!(zeros.shape().is_congruent(layout.shape()) && zeros.size() == moving);
        assert_eq!(set(&zeros), set(&layout), "{layout}: {zeros}");

        let null = nullspace(&layout);
        let places = table(&null);
        assert!(places.iter().all(|&place| offsets[place as usize] == 0), "{layout}: {null}");
        assert_eq!((collision(&places), null.size() * moving), (None, layout.size()), "{layout}");
        broadcast += usize::from(null.size() != 1);

        let rank = layout.rank() as i64;
        for begin in 0..rank as usize {
            let grouped = group(&layout, begin, layout.rank()).unwrap();
            assert_eq!(table(&grouped), offsets);
            let profile = grouped.shape().modes().iter().map(|_| Tuple::Leaf(1)).collect();
            let merged = coalesce_by_mode(&grouped, &Tuple::Node(profile)).unwrap();
            assert_eq!(table(&merged), offsets, "{grouped}: {merged}");
            assert!(merged.modes().zip(grouped.modes()).all(|(a, b)| table(&a) == table(&b)));
            shortened += usize::from(merged.to_string().len() < grouped.to_string().len());
        }
    }
    assert!(1000 < shortened && 1000 < broadcast, "{shortened} {broadcast}");
}

/// The compact layout like another reaches each number below the product of the moving extents once,
/// whatever the strides are; it keeps their order.
#[test]
fn compact_layouts() {
    let (mut ties, mut broadcast) = (0, 0);
    for layout in small_layouts() {
        let like = make_layout_like(&layout);
        let modes = layout.flat_modes();
        let moves = |mode: &&Mode| mode.extent != 1 && mode.stride != 0;
        let moving: i64 = modes.iter().filter(moves).map(|mode| mode.extent).product();
        let offsets: BTreeSet<i64> = table(&like).into_iter().collect();
        assert!(offsets.into_iter().eq(0..moving), "{layout}: {like}");
        assert_eq!(like.shape(), layout.shape());
        for (mode, compact) in modes.iter().zip(like.flat_modes()) {
            assert_eq!(moves(&mode), compact.stride != 0, "{layout}: {like}");
            for (other, other_compact) in modes.iter().zip(like.flat_modes()) {
                let is_before =
                    moves(&mode) && mode.stride.abs() < other.stride.abs() && moves(&other);
                assert!(!is_before || compact.stride < other_compact.stride, "{layout}: {like}");
                ties += usize::from(moves(&mode) && mode.stride.abs() == other.stride.abs());
            }
        }
        broadcast += usize::from(moving != layout.size());

        let order = layout.stride();
        let ordered = make_ordered_layout(layout.shape(), order).unwrap();
        let offsets: BTreeSet<i64> = table(&ordered).into_iter().collect();
        assert!(offsets.into_iter().eq(0..layout.size()), "{layout}: {ordered}");
    }
    assert!(100_000 < ties && 10_000 < broadcast, "{ties} {broadcast}");
}

#[test]
fn recasts() {
    let (mut up, mut down, mut refused, mut negative) = (0, 0, 0, 0);
    for fine in small_layouts() {
        for factor in 1..=4 {
            let joined = upcast(&fine, factor);
            let Ok(coarse) = joined else {
                refused += 1;
                continue;
            };
            let steps: Vec<i64> = fine
                .flat_modes()
                .iter()
                .map(|m| if m.stride == 0 { 1 } else { (factor - 1) / m.stride.abs() + 1 })
                .collect();
            for c in 0..fine.size() {
                let digits = digits(&fine, c);
                let joined: Vec<i64> = digits.iter().zip(&steps).map(|(d, k)| d / k).collect();
                let offset = fine.natural_offset(&digits).unwrap().div_euclid(factor);
                assert_eq!(
                    coarse.natural_offset(&joined),
                    Some(offset),
                    "{fine} by {factor}: {coarse}"
                );
            }
            up += 1;
        }
        for parts in 2..=3 {
            let Ok(split) = downcast(&fine, parts) else {
                refused += 1;
                continue;
            };
            for c in 0..split.size() {
                let digits = digits(&split, c);
                let modes = fine.flat_modes();
                // CuTe splits a mode of extent 1 and stride 1 even beside the one that has the parts.
                let is_split_twice = 1 < modes.iter().filter(|mode| mode.stride == 1).count();
                let is_extra = |mode: &Mode| is_split_twice && mode.extent == 1 && mode.stride == 1;
                if modes.iter().zip(&digits).any(|(mode, &digit)| is_extra(mode) && digit != 0) {
                    continue;
                }
                let joined: Vec<i64> = digits
                    .iter()
                    .zip(modes)
                    .map(|(d, mode)| if mode.stride == 1 { d / parts } else { *d })
                    .collect();
                let inside = joined.iter().zip(modes).all(|(&digit, mode)| digit < mode.extent);
                assert!(inside, "{fine} into {parts}: {split}");
                let offset = split.natural_offset(&digits).unwrap().div_euclid(parts);
                assert_eq!(
                    fine.natural_offset(&joined),
                    Some(offset),
                    "{fine} into {parts}: {split}"
                );
            }
            negative += usize::from(fine.flat_modes().iter().any(|mode| mode.stride < 0));
            down += 1;
        }
    }
    assert!(1000 < negative, "{negative}");
    for count in [up, down, refused] {
        assert!(1000 < count, "{up} {down} {refused}");
    }
}
