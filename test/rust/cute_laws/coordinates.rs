//! Layouts whose offsets are coordinates: compositions, divisions and products.

use std::collections::BTreeMap;

use layout::algebra::Budget;

use super::*;

type Coordinate = BTreeMap<Vec<u32>, i64>;

/// The offset at a coordinate: that of each component in its mode of the layout, and their sum.
fn at(layout: &Layout, coordinate: &Coordinate) -> Option<i64> {
    coordinate.iter().try_fold(0, |sum, (path, &place)| {
        let mut part = layout.clone();
        for &position in path {
            let mode = part.modes().nth(position as usize)?;
            part = mode;
        }
        Some(sum + part.offset(place)?)
    })
}

fn coordinates(layout: &Layout<Basis>) -> Vec<Coordinate> {
    (0..layout.size()).map(|c| layout.offset(c).unwrap()).collect()
}

/// Layouts of one and two modes whose strides are at these positions.
fn layouts_at(paths: &[&str], scales: &[i64], extents: &[i64]) -> Vec<Layout<Basis>> {
    let modes: Vec<(i64, String)> = extents
        .iter()
        .flat_map(|&extent| {
            paths.iter().flat_map(move |path| {
                scales.iter().map(move |&scale| match scale {
                    0 => (extent, "0".to_owned()),
                    _ => (extent, format!("{scale}@{path}")),
                })
            })
        })
        .collect();
    let has_basis = |text: &String| text.contains('@');
    let one = modes.iter().map(|(extent, stride)| format!("{extent}:{stride}"));
    let two = modes
        .iter()
        .flat_map(|(a, b)| modes.iter().map(move |(c, d)| format!("({a},{c}):({b},{d})")));
    one.chain(two).filter(has_basis).map(|text| text.parse().unwrap()).collect()
}

const OUTERS: [&str; 5] =
    ["(4,6):(1,4)", "(4,(2,3)):(6,(3,1))", "((2,2),5):((5,-1),2)", "(3,1,4):(0,7,2)", "12:2"];

#[test]
fn compositions_at_coordinates() {
    let (mut layouts_found, mut none, mut below, mut no_mode) = (0, 0, 0, 0);
    let inners = layouts_at(&["0", "1", "1@1"], &[-1, 0, 1, 2, 3], &[1, 2, 3, 4]);
    for outer in OUTERS.map(|text| text.parse::<Layout>().unwrap()) {
        for inner in &inners {
            let places = coordinates(inner);
            let expected: Vec<Option<i64>> = places.iter().map(|c| at(&outer, c)).collect();
            match coordinate_composition(&outer, inner, &Budget::DEFAULT) {
                Ok(Composition::Layout(composed)) => {
                    let found: Vec<Option<i64>> = table(&composed).into_iter().map(Some).collect();
                    assert_eq!(found, expected, "{outer} o {inner}: {composed}");
                    layouts_found += 1;
                }
                Ok(Composition::NotALayout { witness }) => {
                    let value = |c: i64| expected[c as usize];
                    assert_eq!(from_values::<i64>(inner.size(), value), Err(witness));
                    none += 1;
                }
                Ok(Composition::Undefined { coordinate }) => {
                    let is_below = |c: &Coordinate| c.values().any(|&place| place < 0);
                    let first = places.iter().position(is_below);
                    assert_eq!(first, Some(coordinate as usize), "{outer} o {inner}");
                    below += 1;
                }
                Ok(Composition::Undecided { .. }) => panic!("{outer} o {inner}"),
                Err(AlgebraError::Mismatch { .. }) => {
                    // A mode of extent 1 has its position all the same.
                    let reached = places.iter().any(|place| at(&outer, place).is_none());
                    let is_unit = inner.flat_modes().iter().any(|mode| mode.extent == 1);
                    assert!(reached || is_unit, "{outer} o {inner}");
                    no_mode += 1;
                }
                Err(error) => assert!(error.is_unsupported(), "{outer} o {inner}: {error}"),
            }
        }
    }
    for count in [layouts_found, none, below, no_mode] {
        assert!(200 < count, "{layouts_found} {none} {below} {no_mode}");
    }
}

#[test]
fn divisions_at_coordinates() {
    let (mut divided, mut exact, mut refused) = (0, 0, 0);
    for layout in OUTERS.map(|text| text.parse::<Layout>().unwrap()) {
        for tile in layouts_at(&["0", "1", "1@1"], &[0, 1, 2, 3], &[1, 2, 3, 4]) {
            let Ok(places) = coordinate_places(layout.shape(), &tile) else {
                assert!(
                    logical_divide(&layout, &tile, &Budget::DEFAULT).is_err(),
                    "{layout} by {tile}"
                );
                refused += 1;
                continue;
            };
            let all = coordinates(&places);
            // The tile without its broadcast modes, and what it leaves out, share no coordinate.
            let moving: i64 = places
                .flat_modes()
                .iter()
                .filter(|mode| mode.stride.scale() != 0)
                .map(|mode| mode.extent)
                .product();
            let different: BTreeSet<Vec<(Vec<u32>, i64)>> =
                all.iter().map(|c| c.clone().into_iter().collect()).collect();
            assert_eq!(different.len() as i64, moving, "{layout} by {tile}: {places}");
            exact += usize::from(moving == layout.size());
            if let Ok(result) = logical_divide(&layout, &tile, &Budget::DEFAULT) {
                let found: Vec<Option<i64>> = table(&result).into_iter().map(Some).collect();
                let expected: Vec<Option<i64>> = all.iter().map(|c| at(&layout, c)).collect();
                assert_eq!(found, expected, "{layout} by {tile}: {result}");
                assert_eq!(result.modes().next().unwrap().size(), tile.size());
                assert_eq!(zipped_divide(&layout, &tile, &Budget::DEFAULT).unwrap(), result);
                divided += 1;
            }
        }
    }
    for count in [divided, exact, refused] {
        assert!(200 < count, "{divided} {exact} {refused}");
    }
}

#[test]
fn products_of_coordinates() {
    let (mut products, mut refused) = (0, 0);
    let orders = layouts(2, &[1, 2, 3], &[0, 1, 2, 3]);
    for block in layouts_at(&["0", "1", "1@1"], &[0, 1, 2, 3], &[1, 2, 3]) {
        for order in &orders {
            let Ok(product) = logical_product(&block, order, &Budget::DEFAULT) else {
                refused += 1;
                continue;
            };
            let modes: Vec<Layout<Basis>> = product.modes().collect();
            assert_eq!(modes[0], block);
            assert!(order.shape().is_compatible(modes[1].shape()), "{block} by {order}");
            // The copies of a block that does not overlap itself do not overlap each other.
            let different = |all: &[Coordinate]| all.iter().collect::<BTreeSet<_>>().len();
            let [in_block, all] = [&block, &product].map(coordinates);
            let numbers: BTreeSet<i64> = table(order).into_iter().collect();
            assert_eq!(
                different(&all),
                different(&in_block) * numbers.len(),
                "{block} by {order}: {product}"
            );
            assert_eq!(coordinates(&flat_product(&block, order, &Budget::DEFAULT).unwrap()), all);
            products += 1;
        }
    }
    assert!(10_000 < products && 1_000 < refused, "{products} {refused}");
}
