//! The law of each operation of the CuTe algebra, on every small layout and on random large ones.
//!
//! Small layouts have up to three modes, extents 1 to 4 and strides -2 to 8. Both sides of a law are
//! tables of offsets, walked here. An error is checked like an answer: what it says must be true.

mod complements;
mod coordinates;
mod inverses;
mod large;
mod simplifications;
mod tiles;

use std::collections::{BTreeSet, HashMap};

use layout::cute::*;

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

/// The flattened natural coordinate of an integral one.
fn digits(layout: &Layout, coordinate: i64) -> Vec<i64> {
    idx2crd(coordinate, layout.shape()).unwrap().leaves().copied().collect()
}
