//! The law of each operation of the CuTe algebra, on every small layout and on random large ones.
//!
//! Small layouts have up to three modes, extents 1 to 4 and strides -2 to 8. Both sides of a law are
//! tables of offsets, walked here. An error is checked like an answer: what it says must be true.

use std::collections::{BTreeSet, HashMap};

use layout::cute::*;
use proptest::prelude::*;

/// Every layout of `rank` modes with these extents and strides.
fn layouts(rank: usize, extents: &[i64], strides: &[i64]) -> Vec<Layout> {
    let modes: Vec<Mode> = extents
        .iter()
        .flat_map(|&extent| strides.iter().map(move |&stride| Mode { extent, stride }))
        .collect();
    let mut all = vec![Vec::new()];
    for _ in 0..rank {
        all = all
            .iter()
            .flat_map(|chosen: &Vec<Mode>| {
                modes.iter().map(|&mode| chosen.iter().copied().chain([mode]).collect())
            })
            .collect();
    }
    all.iter().map(|modes| Layout::from_modes(modes).unwrap()).collect()
}

const STRIDES: [i64; 11] = [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8];

/// The small layouts: 44 + 44^2 + 44^3.
fn small_layouts() -> impl Iterator<Item = Layout> {
    (1..=3).flat_map(|rank| layouts(rank, &[1, 2, 3, 4], &STRIDES))
}

fn table(layout: &Layout) -> Vec<i64> {
    (0..layout.size()).map(|c| layout.offset(c).unwrap()).collect()
}

/// The least second coordinate that shares its offset, with the first.
fn collision(offsets: &[i64]) -> Option<(i64, i64)> {
    let mut seen = HashMap::new();
    for (c, offset) in offsets.iter().enumerate() {
        if let Some(first) = seen.insert(offset, c) {
            return Some((first as i64, c as i64));
        }
    }
    None
}

/// True if the error says so of a layout with these offsets, and it is so.
fn tells_the_truth(error: &AlgebraError, offsets: &[i64]) -> bool {
    match error {
        AlgebraError::NotInjective { first, second, offset, .. } => {
            collision(offsets) == Some((*first, *second)) && offsets[*first as usize] == *offset
        }
        AlgebraError::BelowZero { coordinate, offset, .. } => {
            let first = offsets.iter().position(|&offset| offset < 0);
            first == Some(*coordinate as usize) && offsets[*coordinate as usize] == *offset
        }
        AlgebraError::NotSurjective { offset, .. } => {
            let missing = (0..).find(|c| !offsets.contains(c));
            missing == Some(*offset) && *offset < offsets.len() as i64
        }
        _ => false,
    }
}

#[test]
fn injectivity() {
    let mut collisions = 0;
    for layout in small_layouts() {
        let expected = match collision(&table(&layout)) {
            None => Injectivity::Injective,
            Some((first, second)) => Injectivity::Collision { first, second },
        };
        assert_eq!(layout.injectivity(), expected, "{layout}");
        collisions += usize::from(expected != Injectivity::Injective);
    }
    assert!(10_000 < collisions && collisions < 80_000, "{collisions}");
}

#[test]
fn complements() {
    let (mut complete, mut partial, mut refused, mut interleaved) = (0, 0, 0, 0);
    for layout in small_layouts() {
        let filtered = filter(&layout);
        let reached = table(&filtered);
        for size in [1, 2, 5, 12, 24] {
            match complement(&layout, size) {
                Ok(rest) => {
                    let rest_offsets = table(&rest);
                    assert!(rest_offsets.is_sorted_by(|a, b| a < b), "{layout}, {size}: {rest}");
                    let both = Layout::concat([filtered.clone(), rest.clone()]).unwrap();
                    let sums = table(&both);
                    assert_eq!(collision(&sums), None, "{layout}, {size}: {rest}");
                    // Where every stride is a multiple of what the faster modes and gaps cover,
                    // every number below the size is reached.
                    let mut modes = filtered.flat_modes();
                    modes.retain(|mode| mode.extent != 1);
                    modes.sort_by_key(|mode| mode.stride);
                    let ends = [1].into_iter().chain(modes.iter().map(|m| m.stride * m.extent));
                    let divides = modes.iter().zip(ends).all(|(m, end)| m.stride % end == 0);
                    let sums: BTreeSet<i64> = sums.into_iter().collect();
                    let covers = (0..size).all(|offset| sums.contains(&offset));
                    assert!(covers || !divides, "{layout}, {size}: {rest} leaves gaps");
                    complete += usize::from(covers);
                    partial += usize::from(!covers);
                }
                Err(AlgebraError::Interleaved { stride, end, .. }) => {
                    assert_eq!(collision(&reached), None, "{layout} collides");
                    assert!(
                        stride < end && filtered.flat_modes().iter().any(|m| m.stride == stride)
                    );
                    interleaved += 1;
                }
                Err(error) => {
                    assert!(tells_the_truth(&error, &reached), "{layout}: {error}");
                    refused += 1;
                }
            }
        }
    }
    for count in [complete, partial, refused, interleaved] {
        assert!(1000 < count, "{complete} {partial} {refused} {interleaved}");
    }
}

/// The paper's complement, step by step on the set of offsets.
fn complement_by_sets(layout: &Layout, size: i64) -> String {
    let reached = |modes: &[Mode]| -> BTreeSet<i64> {
        let add = |sums: BTreeSet<i64>, mode: &Mode| {
            (0..mode.extent).flat_map(|i| sums.iter().map(move |s| s + i * mode.stride)).collect()
        };
        modes.iter().fold(BTreeSet::from([0]), add)
    };
    let of_layout = reached(&layout.flat_modes());
    let cosize = of_layout.last().unwrap() + 1;
    let max_index = (size - 1).max(cosize - 1);
    let mut modes = layout.flat_modes();
    let mut result: Option<String> = None;
    let (mut end, mut filled) = (0, 1);
    while end <= max_index {
        let current = reached(&modes);
        let Some(begin) = (filled..=max_index).find(|n| !current.contains(n)) else { break };
        let (copies, stride);
        if begin < cosize {
            end = *of_layout.range(begin..).next().unwrap();
            (copies, stride) = (end / begin, begin);
        } else {
            end = max_index + 1;
            stride = current.last().unwrap() + 1;
            copies = (end + stride - 1) / stride;
        }
        if 1 < copies {
            modes.push(Mode { extent: copies, stride });
            result = Some(match result {
                None => format!("{copies}:{stride}"),
                Some(result) => {
                    let (shape, strides) = result.split_once(':').unwrap();
                    format!("({shape},{copies}):({strides},{stride})")
                }
            });
        }
        filled = end;
    }
    result.unwrap_or("1:0".to_owned())
}

#[test]
fn paper_flavour() {
    let (mut equal, mut other_than_cute, mut overlapping, mut inverted) = (0, 0, 0, 0);
    let small = layouts(3, &[1, 2, 3], &[0, 1, 2, 3, 4, 5, 8, 11, 16, 20]);
    for layout in small {
        for size in [1, 24, 40] {
            let by_sets = || complement_by_sets(&layout, size);
            match complement_paper(&layout, size) {
                Ok(rest) => {
                    assert_eq!(rest.to_string(), by_sets(), "{layout}, {size}");
                    assert!(table(&rest).is_sorted_by(|a, b| a < b), "{layout}, {size}: {rest}");
                    let both = Layout::concat([filter(&layout), rest.clone()]).unwrap();
                    assert_eq!(collision(&table(&both)), None, "{layout}, {size}: {rest}");
                    other_than_cute +=
                        usize::from(complement(&layout, size) != Ok(coalesce(&rest)));
                    equal += 1;
                }
                Err(error) => {
                    let AlgebraError::NotInjective { layout: both, .. } = &error else {
                        panic!("{layout}, {size}: {error}");
                    };
                    assert!(
                        both.parse::<Layout>().unwrap().injectivity() != Injectivity::Injective
                    );
                    if collision(&table(&filter(&layout))).is_some() {
                        assert_eq!(both, &filter(&layout).to_string(), "{size}");
                    } else {
                        let rest: Layout = by_sets().parse().unwrap();
                        let again = Layout::concat([filter(&layout), rest]).unwrap();
                        assert_eq!(both, &again.to_string(), "{size}");
                        overlapping += 1;
                    }
                }
            }
        }
        if let Ok(inverse) = left_inverse_paper(&layout) {
            for (c, offset) in table(&layout).into_iter().enumerate() {
                assert_eq!(inverse.offset(offset), Some(c as i64), "{layout}: {inverse}");
            }
            inverted += 1;
        }
    }
    for count in [equal, other_than_cute, inverted] {
        assert!(100 < count, "{equal} {other_than_cute} {overlapping} {inverted}");
    }
}

#[test]
fn inverses() {
    let (mut bijections, mut longest, mut left, mut no_left) = (0, 0, 0, 0);
    for layout in small_layouts() {
        let offsets = table(&layout);
        let right = right_inverse(&layout);
        for (c, place) in table(&right).into_iter().enumerate() {
            assert_eq!(layout.offset(place), Some(c as i64), "{layout}: {right}");
        }
        let is_injective = collision(&offsets).is_none();
        let is_non_negative = offsets.iter().all(|&offset| 0 <= offset);
        if is_injective && is_non_negative {
            // No longer one exists: the next number is no offset, or all are used.
            let next = right.size();
            assert!(next == layout.size() || !offsets.contains(&next), "{layout}: {right}");
            longest += 1;
        }
        match inverse(&layout) {
            Ok(inverse) => {
                assert_eq!(inverse.size(), layout.size());
                for (c, &offset) in offsets.iter().enumerate() {
                    assert_eq!(inverse.offset(offset), Some(c as i64), "{layout}: {inverse}");
                }
                bijections += 1;
            }
            Err(error) => assert!(tells_the_truth(&error, &offsets), "{layout}: {error}"),
        }
        match left_inverse(&layout) {
            Ok(inverse) => {
                for (c, &offset) in offsets.iter().enumerate() {
                    assert_eq!(inverse.offset(offset), Some(c as i64), "{layout}: {inverse}");
                }
                left += 1;
            }
            Err(AlgebraError::NoLeftInverse { candidate, coordinate, found, .. }) => {
                let candidate: Layout = candidate.parse().unwrap();
                let back = |c: i64| candidate.offset(offsets[c as usize]);
                assert!((0..coordinate).all(|c| back(c) == Some(c)), "{layout}: {candidate}");
                assert!(back(coordinate) == Some(found) && found != coordinate, "{layout}");
                no_left += 1;
            }
            Err(error) => assert!(tells_the_truth(&error, &offsets), "{layout}: {error}"),
        }
    }
    for count in [bijections, longest, left, no_left] {
        assert!(100 < count, "{bijections} {longest} {left} {no_left}");
    }
}

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

#[test]
fn recasts() {
    let (mut up, mut down, mut refused) = (0, 0, 0);
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
                let units: Vec<(bool, bool)> =
                    modes.iter().map(|m| (m.extent == 1, m.stride == 1)).collect();
                if units.iter().zip(&digits).any(|(unit, &digit)| unit.0 && digit != 0) {
                    continue;
                }
                let joined: Vec<i64> = digits
                    .iter()
                    .zip(&units)
                    .map(|(d, u)| if u.1 { d / parts } else { *d })
                    .collect();
                let offset = split.natural_offset(&digits).unwrap().div_euclid(parts);
                assert_eq!(
                    fine.natural_offset(&joined),
                    Some(offset),
                    "{fine} into {parts}: {split}"
                );
            }
            down += 1;
        }
    }
    for count in [up, down, refused] {
        assert!(1000 < count, "{up} {down} {refused}");
    }
}

/// The flattened natural coordinate of an integral one.
fn digits(layout: &Layout, coordinate: i64) -> Vec<i64> {
    idx2crd(coordinate, layout.shape()).unwrap().leaves().copied().collect()
}

/// The tiles and orders that small layouts are divided and multiplied by.
fn small_tiles() -> Vec<Layout> {
    let extents = [1, 2, 3, 4];
    let mut tiles = layouts(1, &extents, &[-1, 0, 1, 2, 3, 4]);
    tiles.extend(layouts(2, &extents[1..], &[0, 1, 2, 4]));
    tiles
}

#[test]
fn divisions() {
    let (mut exact, mut rounded_up, mut refused, mut no_layout) = (0, 0, 0, 0);
    let mut dividends = layouts(1, &[1, 4, 6], &[-1, 0, 1, 2]);
    dividends.extend(layouts(2, &[1, 2, 3, 4], &[-1, 0, 1, 2, 3, 4, 8]));
    let tiles = small_tiles();
    for layout in &dividends {
        for tile in &tiles {
            let rest = match complement(tile, layout.size()) {
                Ok(rest) => rest,
                Err(error) => {
                    assert_eq!(logical_divide(layout, tile), Err(error));
                    refused += 1;
                    continue;
                }
            };
            let places = table(&Layout::concat([tile.clone(), rest.clone()]).unwrap());
            let reach = places.iter().all(|&place| place < layout.size());
            let as_written: Vec<Option<i64>> =
                places.iter().map(|&place| layout.offset(place)).collect();
            match logical_divide(layout, tile) {
                Ok(divided) => {
                    let found: Vec<Option<i64>> = table(&divided).into_iter().map(Some).collect();
                    if found != as_written {
                        // Only outside the layout, where the coalesced layout goes on.
                        let coalesced = coalesce(layout);
                        let extended: Vec<Option<i64>> =
                            places.iter().map(|&place| coalesced.offset(place)).collect();
                        assert_eq!(found, extended, "{layout} by {tile}: {divided}");
                        assert!(!reach);
                    }
                    let modes: Vec<i64> = divided.modes().map(|mode| mode.size()).collect();
                    assert_eq!(modes, [tile.size(), rest.size()], "{layout} by {tile}: {divided}");
                    let flat = flat_divide(layout, tile).unwrap();
                    assert_eq!(table(&flat), table(&divided));
                    assert_eq!(zipped_divide(layout, tile).unwrap(), divided);
                    assert_eq!(table(&tiled_divide(layout, tile).unwrap()), table(&divided));
                    exact += usize::from(reach);
                    rounded_up += usize::from(!reach);
                }
                Err(AlgebraError::NotALayout { coordinate, .. }) => {
                    let value = |c: i64| as_written[c as usize];
                    let size = as_written.len() as i64;
                    assert_eq!(
                        from_values::<i64>(size, value),
                        Err(coordinate),
                        "{layout} by {tile}"
                    );
                    no_layout += 1;
                }
                Err(AlgebraError::DoesNotSplit { .. }) => no_layout += 1,
                Err(error) => panic!("{layout} by {tile}: {error}"),
            }
        }
    }
    for count in [exact, rounded_up, refused, no_layout] {
        assert!(1000 < count, "{exact} {rounded_up} {refused} {no_layout}");
    }
}

#[test]
fn products() {
    let (mut disjoint, mut refused, mut no_layout) = (0, 0, 0);
    let mut blocks = layouts(1, &[1, 2, 3, 4], &[0, 1, 2, 3]);
    blocks.extend(layouts(2, &[1, 2, 3, 4], &[0, 1, 2, 4, 5]));
    let orders = small_tiles();
    for block in &blocks {
        for order in &orders {
            let places = match complement(block, block.size() * order.cosize()) {
                Ok(places) => places,
                Err(error) => {
                    assert_eq!(logical_product(block, order), Err(error));
                    refused += 1;
                    continue;
                }
            };
            let [blocked, raked] = [blocked_product(block, order), raked_product(block, order)];
            match logical_product(block, order) {
                Ok(product) => {
                    let linear = match places.flat_modes().as_slice() {
                        [mode] => Some(mode.stride),
                        _ => None,
                    };
                    let begin = |number: i64| match linear {
                        Some(stride) => number * stride,
                        None => places.offset(number).unwrap(),
                    };
                    let expected: Vec<i64> = table(order)
                        .into_iter()
                        .flat_map(|number| {
                            table(block).into_iter().map(move |offset| begin(number) + offset)
                        })
                        .collect();
                    assert_eq!(table(&product), expected, "{block} by {order}: {product}");
                    let [first, second] = &product.modes().collect::<Vec<_>>()[..] else {
                        panic!()
                    };
                    assert_eq!(first, block);
                    assert!(order.shape().is_compatible(second.shape()), "{block} by {order}");
                    // If neither overlaps itself, the repetitions do not overlap each other.
                    if collision(&table(block)).is_none() && collision(&table(order)).is_none() {
                        assert_eq!(collision(&expected), None, "{block} by {order}: {product}");
                        disjoint += 1;
                    }
                    let sorted = |layout: &Layout| {
                        let mut offsets = table(layout);
                        offsets.sort_unstable();
                        offsets
                    };
                    let all = sorted(&product);
                    assert_eq!(zipped_product(block, order).unwrap(), product);
                    assert_eq!(table(&tiled_product(block, order).unwrap()), expected);
                    assert_eq!(table(&flat_product(block, order).unwrap()), expected);
                    assert_eq!(sorted(&blocked.unwrap()), all, "{block} by {order}");
                    assert_eq!(sorted(&raked.unwrap()), all, "{block} by {order}");
                }
                Err(error) => {
                    assert!(
                        matches!(
                            error,
                            AlgebraError::NotALayout { .. }
                                | AlgebraError::DoesNotSplit { .. }
                                | AlgebraError::BelowZero { .. }
                        ),
                        "{block} by {order}: {error}"
                    );
                    no_layout += 1;
                }
            }
        }
    }
    for count in [disjoint, refused, no_layout] {
        assert!(1000 < count, "{disjoint} {refused} {no_layout}");
    }
}

#[test]
fn common_layouts() {
    let mut common = 0;
    let all = layouts(2, &[1, 2, 3, 4], &[0, 1, 2, 4, 6]);
    for a in &all {
        for b in &all {
            let layout = max_common_layout(a, b);
            for (i, place) in table(&layout).into_iter().enumerate() {
                assert_eq!(a.offset(place), Some(i as i64), "{a} and {b}: {layout}");
                assert_eq!(b.offset(place), Some(i as i64), "{a} and {b}: {layout}");
            }
            common += usize::from(layout.size() != 1);
        }
    }
    assert!(5_000 < common, "{common}");
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
        let divided = logical_divide(&layout, &tile).unwrap();
        let rest = complement(&tile, layout.size()).unwrap();
        let places = Layout::concat([tile, rest]).unwrap();
        prop_assert_eq!(divided.size(), places.size());
        for c in sample(places.size()) {
            prop_assert_eq!(divided.offset(c), layout.offset(places.offset(c).unwrap()));
        }
    }

    #[test]
    fn large_layouts_are_multiplied(block in binary(), order in binary()) {
        let product = logical_product(&block, &order).unwrap();
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
