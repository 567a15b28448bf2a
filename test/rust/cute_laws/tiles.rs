//! Divisions and products.

use layout::algebra::Budget;

use super::*;

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
                    assert_eq!(logical_divide(layout, tile, &Budget::DEFAULT), Err(error));
                    refused += 1;
                    continue;
                }
            };
            let places = table(&Layout::concat([tile.clone(), rest.clone()]).unwrap());
            let reach = places.iter().all(|&place| place < layout.size());
            let as_written: Vec<Option<i64>> =
                places.iter().map(|&place| layout.offset(place)).collect();
            match logical_divide(layout, tile, &Budget::DEFAULT) {
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
                    let flat = flat_divide(layout, tile, &Budget::DEFAULT).unwrap();
                    assert_eq!(table(&flat), table(&divided));
                    assert_eq!(zipped_divide(layout, tile, &Budget::DEFAULT).unwrap(), divided);
                    assert_eq!(
                        table(&tiled_divide(layout, tile, &Budget::DEFAULT).unwrap()),
                        table(&divided)
                    );
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

/// By a tiler: each tile is a division of its mode, and a mode that the tiler takes whole is one tile.
#[test]
fn divisions_by_tilers() {
    let (mut whole, mut refused) = (0, 0);
    let modes: Vec<Layout> =
        ["4:1", "(2,3):(5,1)", "(2,2,2):(1,-3,4)", "1:7", "((2,2),3):((0,1),2)"]
            .map(|text| text.parse().unwrap())
            .to_vec();
    let tiles = ["_", "2", "1:5", "(2):(1)", "3:1", "2:3"];
    for (first, second) in modes.iter().flat_map(|a| modes.iter().map(move |b| (a, b))) {
        let third: Layout = "2:100".parse().unwrap();
        let layout = Layout::concat([first.clone(), second.clone(), third.clone()]).unwrap();
        for (a, b) in tiles.iter().flat_map(|a| tiles.iter().map(move |b| (a, b))) {
            let tiler: Tiler = format!("[{a};{b}]").parse().unwrap();
            let tiled = [(first, a), (second, b)].map(|(mode, tile)| match *tile {
                "_" => Ok((mode.clone(), "1:0".parse().unwrap())),
                tile => {
                    let text = if tile == "2" { "2:1" } else { tile };
                    let tile: Layout = text.parse().unwrap();
                    let divided = logical_divide(mode, &tile, &Budget::DEFAULT)?;
                    let mut parts = divided.modes();
                    Ok::<_, AlgebraError>((parts.next().unwrap(), parts.next().unwrap()))
                }
            });
            let [Ok((a_tile, a_rest)), Ok((b_tile, b_rest))] = tiled else {
                assert!(
                    zipped_divide(&layout, &tiler, &Budget::DEFAULT).is_err(),
                    "{layout} by {tiler}"
                );
                refused += 1;
                continue;
            };
            let parts = [a_tile, b_tile, a_rest, b_rest, third.clone()];
            let expected = table(&Layout::concat(parts.clone()).unwrap());
            let zipped = zipped_divide(&layout, &tiler, &Budget::DEFAULT).unwrap();
            let tiled = tiled_divide(&layout, &tiler, &Budget::DEFAULT).unwrap();
            let flat = flat_divide(&layout, &tiler, &Budget::DEFAULT).unwrap();
            for divided in [&zipped, &tiled, &flat] {
                assert_eq!(table(divided), expected, "{layout} by {tiler}: {divided}");
            }
            let sizes = |layout: &Layout| layout.modes().map(|m| m.size()).collect::<Vec<i64>>();
            let [a_tile, b_tile, a_rest, b_rest, third] = parts.map(|part| part.size());
            assert_eq!(sizes(&zipped), [a_tile * b_tile, a_rest * b_rest * third]);
            assert_eq!(sizes(&tiled), [a_tile * b_tile, a_rest, b_rest, third]);
            assert_eq!(sizes(&flat), [a_tile, b_tile, a_rest, b_rest, third]);
            whole += usize::from(*a == "_" || *b == "_");
        }
    }
    assert!(150 < whole && 100 < refused, "{whole} {refused}");
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
                    assert_eq!(logical_product(block, order, &Budget::DEFAULT), Err(error));
                    refused += 1;
                    continue;
                }
            };
            let [blocked, raked] = [
                blocked_product(block, order, &Budget::DEFAULT),
                raked_product(block, order, &Budget::DEFAULT),
            ];
            match logical_product(block, order, &Budget::DEFAULT) {
                Ok(product) => {
                    let linear = match places.flat_modes() {
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
                    assert_eq!(zipped_product(block, order, &Budget::DEFAULT).unwrap(), product);
                    assert_eq!(
                        table(&tiled_product(block, order, &Budget::DEFAULT).unwrap()),
                        expected
                    );
                    assert_eq!(
                        table(&flat_product(block, order, &Budget::DEFAULT).unwrap()),
                        expected
                    );
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
