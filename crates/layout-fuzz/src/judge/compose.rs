//! Compositions by definition: first the inner layout, then the outer one.

use super::meaning::{
    Modes, Parts, Table, TableRow, counted, flat, outer_value, swizzle_value, table,
};
use super::model::{Cute, Layout, Tile};
use super::symbols::Values;

/// What happens where the inner layout leaves the outer one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Promotion {
    /// The last flattened mode of the outer layout is extended, as in CuTe.
    Extend,
    /// Such coordinates have no value.
    None,
}

/// The table of `outer o inner`; `None` where the offsets of the inner layout are not coordinates of
/// the outer one.
///
/// An inner tiler acts on the top-level modes of the outer layout, one after the other. As in CuTe the
/// modes that it does not reach are left out, that is, they are at 0. The parts of a tuple are coordinates
/// of the modes at their positions.
pub fn compose(
    outer: &Layout,
    inner: &Layout,
    promotion: Promotion,
    values: &Values,
) -> Option<Table> {
    let tiled = match inner {
        Layout::Cute(cute) if cute.has_positions() => placed(outer, cute, values),
        _ => tiled(outer, inner, values),
    };
    let (extents, rows) = match (&tiled, inner) {
        (Some(tiled), _) => (Some(tiled.extents.clone()), tiled.rows.clone()),
        (None, Layout::Tile(_)) => return None,
        (None, _) => {
            let inner = table(inner, values);
            if let Parts::Positions(_) | Parts::Outputs(_) = inner.parts {
                return None;
            }
            let coordinates: Option<Vec<TableRow>> = inner
                .rows
                .iter()
                .map(|row| {
                    let numbers: Option<Vec<Vec<i64>>> =
                        row.offsets.iter().map(|o| as_number(o, &inner.parts)).collect();
                    Some(TableRow { offsets: numbers?, ..row.clone() })
                })
                .collect();
            (inner.extents, coordinates?)
        }
    };
    let proper = table(outer, values);
    let value = |number: i64| match (promotion, &tiled) {
        (Promotion::None, None) => {
            let row = proper.rows.iter().find(|row| row.integral == Some(number));
            row.map_or(Vec::new(), |row| row.offsets.clone())
        }
        _ => extended(outer, &proper, values, number),
    };
    let composed = |row: &TableRow| -> TableRow {
        let mut offsets: Vec<Vec<i64>> = match &tiled {
            // What a tiler takes is applied already.
            Some(_) => row.offsets.iter().flat_map(|o| outer_only(outer, values, o)).collect(),
            None => row.offsets.iter().flat_map(|offset| value(offset[0])).collect(),
        };
        offsets.sort();
        offsets.dedup();
        TableRow { offsets, ..row.clone() }
    };
    let mut rows: Vec<TableRow> = rows.iter().map(composed).collect();
    // A relation has no coordinates without a value, nor has what is composed as one.
    if extents.is_none() || matches!(outer, Layout::Relation(_)) || promotion == Promotion::None {
        rows.retain(|row| !row.offsets.is_empty());
    }
    let is_relation = extents.is_none();
    let table = Table { rows, parts: proper.parts, extents };
    Some(if is_relation { counted(table) } else { table })
}

/// An offset as one number: the leftmost part is fastest.
fn as_number(offset: &[i64], parts: &Parts) -> Option<Vec<i64>> {
    match parts {
        Parts::Number => Some(offset.to_vec()),
        Parts::Dims(sizes) => Some(vec![flat(offset, sizes)]),
        Parts::Positions(_) | Parts::Outputs(_) => None,
    }
}

/// The offsets of a layout at a number, past its end as well.
fn extended(outer: &Layout, proper: &Table, values: &Values, number: i64) -> Vec<Vec<i64>> {
    match outer {
        Layout::Cute(cute) => Modes::of(cute, values).extended(number).into_iter().collect(),
        Layout::Swizzle(swizzle) if 0 <= number => {
            swizzle_value(*swizzle, number).map(|value| vec![value]).into_iter().collect()
        }
        // Coordinates below 0 are outside of everything, also of a swizzle of no bits.
        Layout::Swizzle(_) => Vec::new(),
        Layout::Composed(composed) => {
            let inner = Modes::of(&composed.inner, values).extended(number);
            let value = inner.and_then(|inner| outer_value(composed, values, inner[0]));
            value.map(|value| vec![value]).into_iter().collect()
        }
        Layout::Linear(_) | Layout::Relation(_) => {
            let row = proper.rows.iter().find(|row| row.integral == Some(number));
            row.map_or(Vec::new(), |row| row.offsets.clone())
        }
        Layout::Tile(_) => panic!("a tiler is not a function"),
    }
}

/// The offsets at tuples: each part is the coordinate of the mode at its position, which goes on past its
/// end. One part inside another has no meaning.
fn placed(outer: &Layout, inner: &Cute, values: &Values) -> Option<Tiled> {
    let cute = match outer {
        Layout::Cute(cute) => cute,
        Layout::Composed(composed) => &composed.inner,
        _ => return None,
    };
    let tuples = table(&Layout::Cute(inner.clone()), values);
    let Parts::Positions(positions) = &tuples.parts else { return None };
    let is_inside = |a: &Vec<u32>, b: &Vec<u32>| a != b && a.starts_with(b);
    if cute.has_positions() || positions.iter().any(|a| positions.iter().any(|b| is_inside(a, b))) {
        return None;
    }
    let modes: Option<Vec<Modes>> = positions
        .iter()
        .map(|path| {
            let part = Cute {
                shape: cute.shape.part(path)?.clone(),
                stride: cute.stride.part(path)?.clone(),
                facts: Vec::new(),
            };
            Some(Modes::of(&part, values))
        })
        .collect();
    let modes = modes?;
    let value = |row: TableRow| {
        let own = row.offsets[0].iter().zip(&modes).map(|(&part, mode)| mode.extended(part));
        let own: Option<Vec<Vec<i64>>> = own.collect();
        let sum = own.map(|own| vec![own.iter().map(|offset| offset[0]).sum()]);
        TableRow { offsets: sum.into_iter().collect(), ..row }
    };
    let rows = tuples.rows.into_iter().map(value).collect();
    Some(Tiled { extents: tuples.extents?, rows })
}

struct Tiled {
    extents: Vec<i64>,
    rows: Vec<TableRow>,
}

/// The modes of a layout composed with those of a tiler.
fn tiled(outer: &Layout, inner: &Layout, values: &Values) -> Option<Tiled> {
    let Layout::Tile(tiles) = inner else { return None };
    let cute = match outer {
        Layout::Cute(cute) => cute,
        Layout::Composed(composed) => &composed.inner,
        _ => return None,
    };
    let mut rest = Modes::of(cute, values);
    let leaf_counts: Vec<usize> = cute.shape.modes().iter().map(|m| m.leaves().len()).collect();
    if leaf_counts.len() < tiles.len() {
        return None;
    }
    // Each mode as its coordinates with their offsets.
    let mut extents = Vec::new();
    let mut lists: Vec<Vec<Option<Vec<i64>>>> = Vec::new();
    for (tile, &n_leaves) in tiles.iter().zip(&leaf_counts) {
        let mode = rest.split_first(n_leaves);
        let size: i64 = mode.extents.iter().product();
        let numbers: Vec<i64> = match tile {
            Tile::Layout(tile) => {
                let tile = table(&Layout::Cute(tile.clone()), values);
                tile.rows.iter().map(|row| row.offsets[0][0]).collect()
            }
            Tile::Extent(extent) => (0..*extent).collect(),
            Tile::All => (0..size).collect(),
        };
        extents.push(numbers.len() as i64);
        lists.push(numbers.iter().map(|&number| mode.extended(number)).collect());
    }
    let size: i64 = extents.iter().product();
    let row = |coordinate: i64| {
        let mut rest = coordinate;
        let mut natural = Vec::new();
        let mut own = Vec::new();
        for (list, extent) in lists.iter().zip(&extents) {
            natural.push(rest % extent);
            own.push(list[(rest % extent) as usize].clone());
            rest /= extent;
        }
        let sum = |a: Vec<i64>, b: &Vec<i64>| a.iter().zip(b).map(|(a, b)| a + b).collect();
        let own: Option<Vec<Vec<i64>>> = own.into_iter().collect();
        let offset = own.and_then(|own| {
            let (first, others) = own.split_first()?;
            Some(others.iter().fold(first.clone(), sum))
        });
        TableRow { natural, integral: Some(coordinate), offsets: offset.into_iter().collect() }
    };
    Some(Tiled { rows: (0..size).map(row).collect(), extents })
}

/// What is left to do with an offset of the tiled inner layout of a composed one.
fn outer_only(outer: &Layout, values: &Values, offset: &[i64]) -> Vec<Vec<i64>> {
    match outer {
        Layout::Composed(composed) => {
            let value = outer_value(composed, values, offset[0]);
            value.map(|value| vec![value]).into_iter().collect()
        }
        _ => vec![offset.to_vec()],
    }
}
