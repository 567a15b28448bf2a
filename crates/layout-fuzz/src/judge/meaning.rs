//! What a layout is for given values of its symbols: its coordinates and their offsets.

use std::collections::BTreeMap;

use super::formula::Names;
use super::model::{Composed, Cute, Layout, Linear, Outer, Relation, Stride, Swizzle};
use super::symbols::Values;

/// What the parts of an offset are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parts {
    /// The offset is a number.
    Number,
    /// The offset has a part at each of these positions, and 0 at all others.
    Positions(Vec<Vec<u32>>),
    /// The outputs of a relation, if there are several, or none.
    Outputs(usize),
    /// The out-dims of a linear layout, of these sizes.
    Dims(Vec<i64>),
}

/// A coordinate with what is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// One number for each flattened mode, in-dim or input.
    pub natural: Vec<i64>,
    /// The integral coordinate; `None` if one of several inputs of a relation is negative somewhere.
    pub integral: Option<i64>,
    /// None where the layout has no value; several where a relation is not a function.
    pub offsets: Vec<Vec<i64>>,
}

/// A layout, coordinate by coordinate, in colexicographic order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub rows: Vec<TableRow>,
    pub parts: Parts,
    /// The extents of the numbers of a natural coordinate, unless it is an input of a relation.
    pub extents: Option<Vec<i64>>,
}

/// More coordinates than this are not looked at.
const MAX_ROWS: i64 = 1 << 22;

/// True for a layout that has too many coordinates for these values to be looked at.
pub fn is_large(layout: &Layout, values: &Values) -> bool {
    let cute = match layout {
        Layout::Cute(cute) => cute,
        Layout::Composed(composed) => &composed.inner,
        _ => return false,
    };
    let extents = Modes::of(cute, values).extents;
    let size = extents.iter().try_fold(1_i64, |size, extent| size.checked_mul(*extent));
    size.is_none_or(|size| MAX_ROWS < size)
}

/// The table of a layout. A tiler is not a function.
pub fn table(layout: &Layout, values: &Values) -> Table {
    match layout {
        Layout::Cute(cute) => Modes::of(cute, values).table(|offset| Some(offset.to_vec())),
        Layout::Composed(composed) => {
            let inner = Modes::of(&composed.inner, values);
            inner.table(|offset| outer_value(composed, values, offset[0]).map(|value| vec![value]))
        }
        Layout::Swizzle(swizzle) => {
            let size = swizzle_size(*swizzle);
            let modes = Modes { extents: vec![size], strides: vec![vec![1]], parts: Parts::Number };
            modes.table(|offset| swizzle_value(*swizzle, offset[0]).map(|value| vec![value]))
        }
        Layout::Linear(linear) => linear_table(linear),
        Layout::Relation(relation) => relation_table(relation, values),
        Layout::Tile(_) => panic!("a tiler has no offsets"),
    }
}

/// The offset of a swizzle at a number, which may have none.
///
/// A swizzle acts on the bits of a number, and a number below 0 has no bits: it has no value there. A
/// swizzle of no bits does nothing, below 0 as well, so that `S<0,4,3> o k o L` is L moved by k.
pub fn swizzle_value(swizzle: Swizzle, number: i64) -> Option<i64> {
    if swizzle.bits == 0 {
        return Some(number);
    }
    let bit = |position: i64| number / 2_i64.pow(position as u32) % 2;
    let (base, shift) = (i64::from(swizzle.base), i64::from(swizzle.shift));
    let (from, to) = (base + shift.max(0), base + (-shift).max(0));
    (0 <= number).then(|| {
        (0..i64::from(swizzle.bits)).fold(number, |value, position| {
            let target = 2_i64.pow((to + position) as u32);
            match (bit(from + position), bit(to + position)) {
                (1, 1) => value - target,
                (1, _) => value + target,
                _ => value,
            }
        })
    })
}

/// The numbers that have all bits that a swizzle looks at and no others are its domain.
pub fn swizzle_size(swizzle: Swizzle) -> i64 {
    2_i64.pow(swizzle.bits + swizzle.base + swizzle.shift.unsigned_abs())
}

/// What a composed layout gives where its inner layout gives a number.
pub fn outer_value(composed: &Composed, values: &Values, inner: i64) -> Option<i64> {
    let number = composed.offset.value(values) + inner;
    match &composed.outer {
        Outer::Swizzle(swizzle) => swizzle_value(*swizzle, number),
        Outer::Layout(outer) => Some(Modes::of(outer, values).extended(number)?[0]),
    }
}

/// The positions of the smallest tuple that has these, in order. A flat tuple has all parts up to its last,
/// unless that stands at 64 or further.
pub fn whole(mut positions: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    positions.sort();
    positions.dedup();
    let is_flat = positions.iter().all(|path| path.len() == 1);
    match positions.last().map(Vec::as_slice) {
        Some([last @ 0..64]) if is_flat => (0..=*last).map(|position| vec![position]).collect(),
        _ => positions,
    }
}

/// The flattened modes of a CuTe layout, with a stride in each part of the offset.
pub struct Modes {
    pub extents: Vec<i64>,
    pub strides: Vec<Vec<i64>>,
    pub parts: Parts,
}

impl Modes {
    pub fn of(cute: &Cute, values: &Values) -> Self {
        let extents = cute.shape.leaves().iter().map(|extent| extent.value(values)).collect();
        let strides: Vec<&Stride> = cute.stride.leaves();
        let moved = strides.iter().filter(|stride| stride.scale.factor != 0);
        let mut positions = whole(moved.map(|stride| stride.path.clone()).collect());
        let parts = if cute.has_positions() {
            Parts::Positions(positions.clone())
        } else {
            positions = vec![Vec::new()];
            Parts::Number
        };
        let in_part = |stride: &Stride, path: &Vec<u32>| {
            if stride.path == *path { stride.scale.value(values) } else { 0 }
        };
        let strides = strides
            .iter()
            .map(|stride| positions.iter().map(|path| in_part(stride, path)).collect())
            .collect();
        Modes { extents, strides, parts }
    }

    fn size(&self) -> i64 {
        self.extents.iter().product()
    }

    /// Takes the first `n` modes out.
    pub fn split_first(&mut self, n: usize) -> Modes {
        let extents = self.extents.drain(..n).collect();
        Modes { extents, strides: self.strides.drain(..n).collect(), parts: self.parts.clone() }
    }

    /// The digits of a coordinate, leftmost fastest; the last one is what is left.
    fn digits(&self, coordinate: i64) -> Vec<i64> {
        let mut rest = coordinate;
        let mut digits = Vec::new();
        for (position, extent) in self.extents.iter().enumerate() {
            let is_last = position + 1 == self.extents.len();
            digits.push(if is_last { rest } else { rest % extent });
            rest /= extent;
        }
        digits
    }

    fn at(&self, digits: &[i64]) -> Vec<i64> {
        let n_parts = self.strides.first().map_or(1, Vec::len);
        (0..n_parts)
            .map(|part| digits.iter().zip(&self.strides).map(|(digit, s)| digit * s[part]).sum())
            .collect()
    }

    /// The offset at an integral coordinate, with the last flattened mode extended. Below 0 there is
    /// nothing.
    pub fn extended(&self, coordinate: i64) -> Option<Vec<i64>> {
        (0 <= coordinate).then(|| self.at(&self.digits(coordinate)))
    }

    /// The layout with something applied to its offsets.
    fn table(self, then: impl Fn(&[i64]) -> Option<Vec<i64>>) -> Table {
        let row = |coordinate: i64| {
            let natural = self.digits(coordinate);
            let offsets = then(&self.at(&natural)).into_iter().collect();
            TableRow { natural, integral: Some(coordinate), offsets }
        };
        let rows = (0..self.size()).map(row).collect();
        Table { rows, parts: self.parts, extents: Some(self.extents) }
    }
}

fn linear_table(linear: &Linear) -> Table {
    let extents: Vec<i64> =
        linear.in_dims.iter().map(|(_, bases)| 2_i64.pow(bases.len() as u32)).collect();
    let sizes: Vec<i64> = linear.out_dims.iter().map(|(_, size)| *size).collect();
    let modes = Modes { strides: vec![vec![0]; extents.len()], extents, parts: Parts::Number };
    let mut table = modes.table(|_| None);
    for row in &mut table.rows {
        let mut offset = linear.constant.clone();
        for (coordinate, (_, bases)) in row.natural.iter().zip(&linear.in_dims) {
            for (bit, basis) in bases.iter().enumerate() {
                if coordinate / 2_i64.pow(bit as u32) % 2 == 1 {
                    offset = offset.iter().zip(basis).map(|(a, b)| a ^ b).collect();
                }
            }
        }
        row.offsets = vec![offset];
    }
    table.parts = Parts::Dims(sizes);
    table
}

fn relation_table(relation: &Relation, values: &Values) -> Table {
    let names: Names =
        (relation.parameters.iter()).map(|(name, _)| (name.clone(), values[name])).collect();
    let is_allowed = relation.parameters.iter().all(|(name, bounds)| {
        bounds.is_none_or(|(low, high)| (low..=high).contains(&values[name]))
    });
    // Colexicographic order: the last input counts most.
    let mut found: BTreeMap<Vec<i64>, Vec<Vec<i64>>> = BTreeMap::new();
    for (mut input, output) in relation.pieces.iter().flat_map(|piece| piece.pairs(&names)) {
        input.reverse();
        let offsets = found.entry(input).or_default();
        if is_allowed && !offsets.contains(&output) {
            offsets.push(output);
        }
    }
    found.retain(|_, offsets| !offsets.is_empty());
    let rows: Vec<TableRow> = found
        .into_iter()
        .map(|(mut natural, mut offsets)| {
            natural.reverse();
            offsets.sort();
            TableRow { integral: None, natural, offsets }
        })
        .collect();
    let n_outputs = relation.pieces[0].outputs.len();
    let parts = if n_outputs == 1 { Parts::Number } else { Parts::Outputs(n_outputs) };
    counted(Table { rows, parts, extents: None })
}

/// A single input is the integral coordinate. Several are counted in the least box from 0 that holds all
/// of them, leftmost fastest.
pub fn counted(mut table: Table) -> Table {
    let n_inputs = table.rows.first().map_or(0, |row| row.natural.len());
    let sizes: Vec<i64> = (0..n_inputs)
        .map(|at| table.rows.iter().map(|row| row.natural[at] + 1).max().unwrap_or(0))
        .collect();
    let is_natural = table.rows.iter().all(|row| row.natural.iter().all(|&digit| 0 <= digit));
    for row in &mut table.rows {
        row.integral = match row.natural[..] {
            [single] => Some(single),
            _ if is_natural => Some(flat(&row.natural, &sizes)),
            _ => None,
        };
    }
    table
}

/// The number of which these are the digits, leftmost fastest.
pub fn flat(digits: &[i64], sizes: &[i64]) -> i64 {
    digits.iter().zip(sizes).rev().fold(0, |number, (digit, size)| number * size + digit)
}
