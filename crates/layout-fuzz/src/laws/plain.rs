//! CuTe layouts without symbols, as the laws of the operations see them.

use std::collections::BTreeMap;

use crate::judge::Values;
use crate::judge::model::{Composed, Cute, Layout, Outer, Stride, Term, Tile, Tree};

/// An offset: the part at each basis position that is not 0. The position of a number is empty.
pub(crate) type Sum = BTreeMap<Vec<u32>, i64>;

/// A flattened mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mode {
    pub extent: i64,
    pub scale: i64,
    pub path: Vec<u32>,
}

/// The layout with these values for its symbols. A relation keeps its parameters.
pub(crate) fn with_values(layout: &Layout, values: &Values) -> Layout {
    match layout {
        Layout::Cute(cute) => Layout::Cute(cute_with_values(cute, values)),
        Layout::Composed(composed) => Layout::Composed(Composed {
            outer: match &composed.outer {
                Outer::Layout(outer) => Outer::Layout(cute_with_values(outer, values)),
                swizzle => swizzle.clone(),
            },
            offset: Term::number(composed.offset.value(values)),
            inner: cute_with_values(&composed.inner, values),
            facts: Vec::new(),
        }),
        Layout::Tile(tiles) => {
            let tile = |tile: &Tile| match tile {
                Tile::Layout(cute) => Tile::Layout(cute_with_values(cute, values)),
                other => other.clone(),
            };
            Layout::Tile(tiles.iter().map(tile).collect())
        }
        other => other.clone(),
    }
}

fn cute_with_values(cute: &Cute, values: &Values) -> Cute {
    let shape = cute.shape.map(&mut |extent| Term::number(extent.value(values)));
    let stride = cute.stride.map(&mut |stride| {
        let scale = stride.scale.value(values);
        let path = if scale == 0 { Vec::new() } else { stride.path.clone() };
        Stride { scale: Term::number(scale), path }
    });
    Cute { shape, stride, facts: Vec::new() }
}

/// The layout of a shape with the stride of each extent.
pub(crate) fn made(shape: &Tree<i64>, strides: &[i64]) -> Cute {
    let mut strides = strides.iter();
    let stride = shape.map(&mut |_| integer(*strides.next().unwrap_or(&0)));
    Cute { shape: shape.map(&mut |extent| Term::number(*extent)), stride, facts: Vec::new() }
}

pub(crate) fn integer(scale: i64) -> Stride {
    Stride { scale: Term::number(scale), path: Vec::new() }
}

/// The layout of one mode that is not a tuple.
pub(crate) fn single(extent: i64, stride: i64) -> Cute {
    made(&Tree::Leaf(extent), &[stride])
}

/// The layout of these modes.
pub(crate) fn joined(parts: &[Cute]) -> Cute {
    let shape = Tree::Node(parts.iter().map(|part| part.shape.clone()).collect());
    let stride = Tree::Node(parts.iter().map(|part| part.stride.clone()).collect());
    Cute { shape, stride, facts: Vec::new() }
}

/// The top-level modes.
pub(crate) fn parts(cute: &Cute) -> Vec<Cute> {
    let modes = cute.shape.modes().into_iter().zip(cute.stride.modes());
    let part = |(shape, stride): (&Tree<Term>, &Tree<Stride>)| Cute {
        shape: shape.clone(),
        stride: stride.clone(),
        facts: Vec::new(),
    };
    modes.map(part).collect()
}

pub(crate) fn is_leaf(cute: &Cute) -> bool {
    matches!(cute.shape, Tree::Leaf(_))
}

pub(crate) fn shape(cute: &Cute) -> Tree<i64> {
    cute.shape.map(&mut |extent| extent.factor)
}

pub(crate) fn modes(cute: &Cute) -> Vec<Mode> {
    let modes = cute.shape.leaves().into_iter().zip(cute.stride.leaves());
    let mode = |(extent, stride): (&Term, &Stride)| Mode {
        extent: extent.factor,
        scale: stride.scale.factor,
        path: stride.path.clone(),
    };
    modes.map(mode).collect()
}

pub(crate) fn size(cute: &Cute) -> i64 {
    modes(cute).iter().map(|mode| mode.extent).product()
}

/// The digits of a coordinate, leftmost fastest; the last one is what is left.
pub(crate) fn digits(extents: &[i64], coordinate: i64) -> Vec<i64> {
    let mut rest = coordinate;
    let mut digits = Vec::new();
    for (at, extent) in extents.iter().enumerate() {
        digits.push(if at + 1 == extents.len() { rest } else { rest % extent });
        rest /= extent;
    }
    digits
}

pub(crate) fn sum_at(modes: &[Mode], digits: &[i64]) -> Sum {
    let mut sum = Sum::new();
    for (mode, digit) in modes.iter().zip(digits) {
        *sum.entry(mode.path.clone()).or_default() += mode.scale * digit;
    }
    sum.retain(|_, part| *part != 0);
    sum
}

pub(crate) fn added(a: &Sum, b: &Sum) -> Sum {
    let mut sum = a.clone();
    for (path, part) in b {
        *sum.entry(path.clone()).or_default() += part;
    }
    sum.retain(|_, part| *part != 0);
    sum
}

fn scaled(sum: &Sum, factor: i64) -> Sum {
    sum.iter().map(|(path, part)| (path.clone(), part * factor)).filter(|(_, p)| *p != 0).collect()
}

/// The offset at an integral coordinate, past the end as well; there is none below 0.
pub(crate) fn extended(modes: &[Mode], coordinate: i64) -> Option<Sum> {
    let extents: Vec<i64> = modes.iter().map(|mode| mode.extent).collect();
    (0 <= coordinate).then(|| sum_at(modes, &digits(&extents, coordinate)))
}

/// The offset at each coordinate.
pub(crate) fn sums(cute: &Cute) -> Vec<Sum> {
    let modes = modes(cute);
    (0..size(cute)).filter_map(|coordinate| extended(&modes, coordinate)).collect()
}

/// The same where offsets are numbers.
pub(crate) fn numbers(cute: &Cute) -> Option<Vec<i64>> {
    sums(cute).iter().map(number).collect()
}

pub(crate) fn number(sum: &Sum) -> Option<i64> {
    match sum.iter().next() {
        None => Some(0),
        Some((path, part)) if path.is_empty() && sum.len() == 1 => Some(*part),
        Some(_) => None,
    }
}

pub(crate) fn of_number(number: i64) -> Sum {
    if number == 0 { Sum::new() } else { Sum::from([(Vec::new(), number)]) }
}

/// The number at an integral coordinate, past the end as well.
pub(crate) fn at(cute: &Cute, coordinate: i64) -> Option<i64> {
    number(&extended(&modes(cute), coordinate)?)
}

pub(crate) fn are_different<T: Ord>(list: &[T]) -> bool {
    list.iter().collect::<std::collections::BTreeSet<_>>().len() == list.len()
}

/// True if no two neighbors can be one mode and none has extent 1, but for `1:0`.
pub(crate) fn is_coalesced(cute: &Cute) -> bool {
    let modes = modes(cute);
    if let [only] = &modes[..] {
        return only.extent != 1 || only.scale == 0;
    }
    let is_one_mode = |a: &Mode, b: &Mode| {
        let is_in_line = b.scale == a.extent * a.scale;
        is_in_line && (a.path == b.path || a.scale == 0)
    };
    !modes.is_empty()
        && modes.iter().all(|mode| mode.extent != 1)
        && modes.windows(2).all(|pair| !is_one_mode(&pair[0], &pair[1]))
}

/// The coalesced layout, by its definition: no unit modes, and neighbors in line made one.
pub(crate) fn coalesced(cute: &Cute) -> Vec<Mode> {
    let mut all: Vec<Mode> = Vec::new();
    for mode in modes(cute).into_iter().filter(|mode| mode.extent != 1) {
        match all.last_mut() {
            Some(last) if joined([last, &mode]) => last.extent *= mode.extent,
            _ => all.push(mode),
        }
    }
    return all;

    fn joined([a, b]: [&Mode; 2]) -> bool {
        b.scale == a.extent * a.scale && (a.path == b.path || a.scale == 0)
    }
}

/// True if some layout of as many coordinates has these offsets.
pub(crate) fn is_layout(values: &[Sum]) -> bool {
    values.first().is_none_or(Sum::is_empty) && is_layout_from(values, 1)
}

/// The same where the offsets below `step` are those of a layout: the next mode has the value at `step`
/// for its stride, and any extent.
fn is_layout_from(values: &[Sum], step: usize) -> bool {
    if values.len() <= step {
        return true;
    }
    let rest = values.len() / step;
    (2..=rest).filter(|extent| rest.is_multiple_of(*extent)).any(|extent| {
        let agrees = |c: usize| {
            values[c] == added(&values[c % step], &scaled(&values[step], (c / step) as i64))
        };
        // A stride is at one position.
        let is_stride = values[step].len() <= 1;
        is_stride && (step..step * extent).all(agrees) && is_layout_from(values, step * extent)
    })
}

/// True if some layout with these offsets has a mode for each of the extents.
pub(crate) fn is_layout_of_shape(values: &[Sum], extents: &[i64]) -> bool {
    let mut step = 1;
    for &extent in extents {
        let alone: Vec<Sum> =
            (0..extent).map(|digit| values[(digit * step) as usize].clone()).collect();
        let is_sum = |c: i64| {
            let low = &values[(c % step) as usize];
            values[c as usize] == added(low, &alone[(c / step % extent) as usize])
        };
        if !is_layout(&alone) || !(0..step * extent).all(is_sum) {
            return false;
        }
        step *= extent;
    }
    true
}
