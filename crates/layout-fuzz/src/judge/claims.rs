//! Claims about layouts, by definition, and the witnesses that refute them.
//!
//! A coordinate is the integral one. Relations with several inputs that form no box are compared with
//! others by their inputs.

use std::collections::{BTreeMap, BTreeSet};

use super::meaning::{Parts, Table, TableRow, flat, table};
use super::model::{Cute, Layout, Tile, Tree};
use super::symbols::Values;

/// What is claimed of one layout, or of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    Equivalent,
    Disjoint,
    Compatible,
    /// The offsets of the right layout are coordinates of the left one, which has an offset there.
    Inside,
    Injective,
    Surjective(Option<i64>),
    Bijective(Option<i64>),
    InBounds(i64),
    Increasing,
    Size(i64),
    Cosize(i64),
}

/// A function from coordinates to sets of offsets.
type Pairs = BTreeMap<Vec<i64>, BTreeSet<Vec<i64>>>;

impl Claim {
    /// True if the claim is about two layouts.
    pub fn is_about_two(self) -> bool {
        matches!(self, Claim::Equivalent | Claim::Disjoint | Claim::Compatible | Claim::Inside)
    }

    /// Whether the claim holds of these layouts, whose tables are given, for these values of their
    /// symbols. `None` where it has no meaning, as for offsets that cannot be compared.
    pub fn holds(self, layouts: &[&Layout], tables: &[Table], values: &Values) -> Option<bool> {
        match (self, tables) {
            (Claim::Equivalent, [a, b]) => {
                let (left, right) = comparable(a, b)?;
                Some(left == right)
            }
            (Claim::Disjoint, [a, b]) => {
                let (left, right) = comparable_offsets(a, b)?;
                let left: BTreeSet<&Vec<i64>> = left.iter().flatten().collect();
                Some(right.iter().flatten().all(|offset| !left.contains(offset)))
            }
            (Claim::Compatible, _) => {
                let [a, b] = layouts else { return None };
                Some(is_compatible(&shape(a, values)?, &shape(b, values)?))
            }
            (Claim::Inside, [outer, inner]) => is_inside(layouts, [outer, inner], values),
            (Claim::Injective, [table]) => {
                let all: Vec<Vec<i64>> = table.offsets().into_iter().flatten().collect();
                let different: BTreeSet<&Vec<i64>> = all.iter().collect();
                Some(all.len() == different.len())
            }
            (Claim::Surjective(size), [table]) => {
                let asked = table.asked(size)?;
                let reached = table.reached().into_iter().filter(|offset| asked.contains(offset));
                Some(reached.count() as i128 == asked.count())
            }
            (Claim::Bijective(size), [table]) => {
                let asked = table.asked(size)?;
                let is_injective = Claim::Injective.holds(layouts, tables, values)?;
                let is_total = table.rows.iter().all(|row| !row.offsets.is_empty());
                let reached = table.reached();
                let is_inside = reached.iter().all(|offset| asked.contains(offset));
                let is_onto = reached.len() as i128 == asked.count();
                Some(is_injective && is_total && is_inside && is_onto)
            }
            (Claim::InBounds(size), [table]) => {
                let is_inside = |offset: &Vec<i64>| (0..size).contains(&offset[0]);
                let offsets = table.single_offsets()?;
                Some(offsets.iter().all(|own| !own.is_empty() && own.iter().all(is_inside)))
            }
            (Claim::Increasing, [table]) => {
                let offsets = table.single_offsets()?;
                if table.has_dims() || offsets.iter().any(|own| 1 < own.len()) {
                    return None;
                }
                let offsets: Vec<&Vec<i64>> = offsets.iter().flatten().collect();
                Some(offsets.windows(2).all(|pair| pair[0] < pair[1]))
            }
            (Claim::Size(size), [table]) => Some(table.rows.len() as i64 == size),
            (Claim::Cosize(size), [_]) => Some(cosize(layouts[0], &tables[0])? == size),
            _ => None,
        }
    }
}

/// One more than the greatest offset; for a CuTe layout the extent of the range of its offsets. A tuple
/// has none.
pub fn cosize(layout: &Layout, table: &Table) -> Option<i64> {
    if let Parts::Positions(_) = table.parts {
        return None;
    }
    let offsets = table.single_offsets().filter(|_| !table.has_dims())?;
    let greatest = offsets.iter().flatten().map(|offset| offset[0]).max()?;
    let least = offsets.iter().flatten().map(|offset| offset[0]).min()?;
    Some(if let Layout::Cute(_) = layout { greatest - least + 1 } else { greatest + 1 })
}

impl Table {
    /// The row at a coordinate.
    pub fn row(&self, coordinate: i64) -> Option<&TableRow> {
        self.rows.iter().find(|row| row.integral == Some(coordinate))
    }

    /// True if the natural coordinates form a box from 0, or are a single input.
    pub fn is_counted(&self) -> bool {
        let n_inputs = self.rows.first().map_or(0, |row| row.natural.len());
        let end = |at: usize| self.rows.iter().map(|row| row.natural[at] + 1).max().unwrap_or(0);
        let size: i64 = (0..n_inputs).map(end).product();
        let is_natural = self.rows.iter().all(|row| row.integral.is_some());
        let is_box = is_natural && size == self.rows.len() as i64;
        self.extents.is_some() || self.rows.is_empty() || n_inputs == 1 || is_box
    }

    /// The offsets of all rows, those of out-dims as one number.
    pub fn offsets(&self) -> Vec<Vec<Vec<i64>>> {
        self.rows.iter().map(|row| self.counted(row)).collect()
    }

    /// The offsets of a row, those of out-dims as one number.
    pub fn counted(&self, row: &TableRow) -> Vec<Vec<i64>> {
        let one = |offset: &Vec<i64>| match &self.parts {
            Parts::Dims(sizes) => vec![flat(offset, sizes)],
            _ => offset.clone(),
        };
        row.offsets.iter().map(one).collect()
    }

    /// True if an offset has several out-dims, or none.
    fn has_dims(&self) -> bool {
        matches!(&self.parts, Parts::Dims(sizes) if sizes.len() != 1)
    }

    /// The same where an offset is a number.
    fn single_offsets(&self) -> Option<Vec<Vec<Vec<i64>>>> {
        match &self.parts {
            Parts::Number | Parts::Dims(_) => Some(self.offsets()),
            Parts::Positions(positions) if positions.len() == 1 => Some(self.offsets()),
            Parts::Positions(_) | Parts::Outputs(_) => None,
        }
    }

    fn reached(&self) -> BTreeSet<Vec<i64>> {
        self.offsets().into_iter().flatten().collect()
    }

    /// The numbers that a surjective layout reaches: those below the size, or up to the greatest
    /// offset in each part, and for a linear layout all that its out-dims have room for.
    pub fn asked(&self, size: Option<i64>) -> Option<OffsetBox> {
        let ends = match (size, &self.parts) {
            (Some(size), _) => {
                self.single_offsets()?;
                vec![size]
            }
            (None, Parts::Dims(sizes)) => vec![sizes.iter().product()],
            (None, _) => {
                let reached = self.reached();
                // Where nothing is reached nothing is asked, of however many parts it would be.
                let n_parts = reached.first().map_or(1, Vec::len);
                (0..n_parts)
                    .map(|at| reached.iter().map(|o| o[at] + 1).max().unwrap_or(0))
                    .collect()
            }
        };
        Some(OffsetBox { ends: ends.into_iter().map(|end: i64| end.max(0)).collect() })
    }
}

/// Numbers from 0 on, in each part of an offset.
pub struct OffsetBox {
    ends: Vec<i64>,
}

impl OffsetBox {
    pub fn contains(&self, offset: &[i64]) -> bool {
        offset.len() == self.ends.len()
            && offset.iter().zip(&self.ends).all(|(part, end)| (0..*end).contains(part))
    }

    pub fn count(&self) -> i128 {
        self.ends.iter().map(|&end| i128::from(end)).product()
    }
}

/// A swizzle has every natural number as a coordinate. Parts of tuples are coordinates of modes, and so are
/// the offsets of the tiles of a tiler.
fn is_inside(layouts: &[&Layout], [outer, inner]: [&Table; 2], values: &Values) -> Option<bool> {
    let [first, second] = layouts else { return None };
    let has_value = |at: i64| match first {
        Layout::Swizzle(_) => true,
        _ => outer.row(at).is_some_and(|row| !row.offsets.is_empty()),
    };
    let modes = || -> Option<Vec<i64>> {
        Some(match shape(first, values)? {
            Tree::Node(modes) => {
                modes.iter().map(|own| own.leaves().into_iter().product()).collect()
            }
            Tree::Leaf(size) => vec![size],
        })
    };
    let whole = |offsets: Vec<Vec<i64>>| match first {
        Layout::Swizzle(_) => (offsets, vec![i64::MAX]),
        _ => (offsets, vec![outer.rows.len() as i64]),
    };
    let is_total = inner.rows.iter().all(|row| !row.offsets.is_empty());
    let (offsets, sizes) = match (first, second, &inner.parts) {
        (Layout::Relation(_) | Layout::Tile(_), ..) | (Layout::Linear(_), Layout::Linear(_), _) => {
            return None;
        }
        // Tiles are taken of numbers.
        (_, Layout::Tile(tiles), _) if values.is_empty() => {
            let sizes = modes()?;
            (taken(tiles, &sizes)?, sizes)
        }
        (_, _, Parts::Number | Parts::Dims(_)) if !matches!(second, Layout::Tile(_)) => {
            whole(inner.offsets().into_iter().flatten().collect())
        }
        // A stride that is 0 for some values of its symbols has lost its mode there.
        (_, _, Parts::Positions(positions)) if values.is_empty() => {
            let sizes = modes()?;
            let spread = |offset: &Vec<i64>| -> Option<Vec<i64>> {
                let mut parts = vec![0; sizes.len()];
                for (position, &part) in positions.iter().zip(offset) {
                    let &[mode] = &position[..] else { return None };
                    *parts.get_mut(mode as usize)? = part;
                }
                Some(parts)
            };
            let own = inner.rows.iter().flat_map(|row| row.offsets.iter().map(spread));
            (own.collect::<Option<_>>()?, sizes)
        }
        _ => return None,
    };
    let is_coordinate = |offset: &Vec<i64>| {
        offset.iter().zip(&sizes).all(|(part, size)| (0..*size).contains(part))
            && has_value(flat(offset, &sizes))
    };
    Some(is_total && offsets.iter().all(is_coordinate))
}

/// The tuples that a tiler takes of modes of these sizes: of a mode that it does not reach the first.
fn taken(tiles: &[Tile], sizes: &[i64]) -> Option<Vec<Vec<i64>>> {
    if sizes.len() < tiles.len() {
        return None;
    }
    let of_mode = |(at, &size): (usize, &i64)| -> Vec<i64> {
        match tiles.get(at) {
            Some(Tile::Layout(tile)) => {
                let tile = table(&Layout::Cute(tile.clone()), &Values::new());
                tile.rows.iter().map(|row| row.offsets[0][0]).collect()
            }
            Some(Tile::Extent(extent)) => (0..*extent).collect(),
            Some(Tile::All) => (0..size).collect(),
            None => vec![0],
        }
    };
    let mut all = vec![Vec::new()];
    for own in sizes.iter().enumerate().map(of_mode) {
        let longer =
            |tuple: &Vec<i64>| own.iter().map(|&part| [&tuple[..], &[part]].concat()).collect();
        all = all.iter().flat_map::<Vec<Vec<i64>>, _>(longer).collect();
    }
    Some(all)
}

/// Both layouts from the same coordinates to offsets of the same kind.
fn comparable(a: &Table, b: &Table) -> Option<(Pairs, Pairs)> {
    let (left, right) = comparable_offsets(a, b)?;
    let is_integral = a.is_counted() && b.is_counted();
    if !is_integral {
        let lengths: BTreeSet<usize> =
            a.rows.iter().chain(&b.rows).map(|row| row.natural.len()).collect();
        if 1 < lengths.len() {
            return None;
        }
    }
    let key = |row: &TableRow| match row.integral {
        Some(coordinate) if is_integral => vec![coordinate],
        _ => row.natural.clone(),
    };
    let pairs = |table: &Table, offsets: Vec<Vec<Vec<i64>>>| -> Pairs {
        let pairs = table.rows.iter().zip(offsets);
        let pairs = pairs.map(|(row, own)| (key(row), own.into_iter().collect()));
        pairs.filter(|(_, own): &(_, BTreeSet<_>)| !own.is_empty()).collect()
    };
    Some((pairs(a, left), pairs(b, right)))
}

type Lists = Vec<Vec<Vec<i64>>>;

/// The offsets of all rows of two layouts, written alike.
pub fn comparable_offsets(a: &Table, b: &Table) -> Option<(Lists, Lists)> {
    let plain = |table: &Table| -> Lists { table.rows.iter().map(|r| r.offsets.clone()).collect() };
    let is_counted = |positions: &[Vec<u32>], n: usize| {
        positions.len() == n && positions.iter().enumerate().all(|(at, p)| *p == [at as u32])
    };
    match (&a.parts, &b.parts) {
        (Parts::Number | Parts::Dims(_), Parts::Number | Parts::Dims(_)) => {
            Some((a.offsets(), b.offsets()))
        }
        (Parts::Outputs(left), Parts::Outputs(right)) if left == right => {
            Some((plain(a), plain(b)))
        }
        (Parts::Dims(sizes), Parts::Outputs(n)) | (Parts::Outputs(n), Parts::Dims(sizes))
            if sizes.len() == *n =>
        {
            Some((plain(a), plain(b)))
        }
        (Parts::Positions(left), Parts::Positions(right)) if left == right => {
            Some((plain(a), plain(b)))
        }
        (Parts::Positions(positions), Parts::Outputs(n))
        | (Parts::Outputs(n), Parts::Positions(positions))
            if is_counted(positions, *n) =>
        {
            Some((plain(a), plain(b)))
        }
        _ => None,
    }
}

/// The extents of a shape.
fn shape(layout: &Layout, values: &Values) -> Option<Tree<i64>> {
    let cute: &Cute = match layout {
        Layout::Cute(cute) => cute,
        Layout::Composed(composed) => &composed.inner,
        _ => return None,
    };
    Some(cute.shape.map(&mut |extent| extent.value(values)))
}

/// CuTe's `compatible`: every coordinate of `a` is a coordinate of `b`, whose modes split those of `a`.
pub(crate) fn is_compatible(a: &Tree<i64>, b: &Tree<i64>) -> bool {
    match (a, b) {
        (Tree::Leaf(size), _) => *size == b.leaves().into_iter().product::<i64>(),
        (Tree::Node(_), Tree::Leaf(_)) => false,
        (Tree::Node(a), Tree::Node(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_compatible(a, b))
        }
    }
}
