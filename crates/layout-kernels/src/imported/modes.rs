//! The modes of an answer: their sizes, their nesting, and the part that one of them is.

use layout_math::algebra::AnyLayout;
use layout_math::cute::{
    AnyModes, CuteLayout, Layout, Mode, SymbolicStride, Term, TileMode, Tiler, Tuple,
};

/// The sizes of the modes of a layout whose extents are numbers.
pub fn mode_sizes(layout: &AnyLayout) -> Option<Vec<i64>> {
    match layout.modes()? {
        CuteLayout::Static(layout) => Some(layout.modes().map(|mode| mode.size()).collect()),
        CuteLayout::Basis(layout) => Some(layout.modes().map(|mode| mode.size()).collect()),
        CuteLayout::Symbolic(_) => None,
    }
}

/// The shape of the coordinates that a tiler takes of a layout.
pub fn shape_of_tiles(tiler: &Tiler, layout: &AnyLayout) -> Option<Tuple<i64>> {
    let sizes = mode_sizes(layout)?;
    let tile = |(tile, &size): (&TileMode, &i64)| match tile {
        TileMode::All => Some(Tuple::Leaf(size)),
        TileMode::Extent(extent) => Some(Tuple::Leaf(*extent)),
        TileMode::Layout(tile) => Some(tile.as_static()?.shape().clone()),
    };
    Some(Tuple::Node(tiler.modes().iter().zip(&sizes).map(tile).collect::<Option<_>>()?))
}

/// True for a layout whose extents are numbers.
pub fn has_shape(layout: &AnyLayout) -> bool {
    matches!(layout.modes(), Some(CuteLayout::Static(_) | CuteLayout::Basis(_)))
}

/// The sizes of the modes so many levels down, nested as these are; `None` if one is not a number.
pub fn sizes_at(shape: &Tuple<Term>, levels: usize) -> Option<Tuple<i64>> {
    match shape {
        Tuple::Node(modes) if 0 < levels => {
            let modes = modes.iter().map(|mode| sizes_at(mode, levels - 1));
            modes.collect::<Option<_>>().map(Tuple::Node)
        }
        _ => {
            let mut extents = shape.leaves().map(Term::as_constant);
            extents.try_fold(1_i64, |size, extent| size.checked_mul(extent?)).map(Tuple::Leaf)
        }
    }
}

/// The shape of a layout, without tuples of one mode, as a layout of which every offset is 0.
pub fn only_shape(layout: &AnyLayout) -> Option<AnyLayout> {
    let modes = layout.modes()?;
    // Of numbers as numbers: as terms, which may have symbols, they take six times as long.
    if let Some(layout) = modes.as_static() {
        let shape = without_single_modes(layout.shape());
        let zeros = shape.map(&mut |_| 0);
        return Layout::new(shape, zeros).ok().map(AnyLayout::from);
    }
    let shape = without_single_modes(&modes.shape());
    let zeros = shape.map(&mut |_| SymbolicStride::new(Term::constant(0), Vec::new()));
    CuteLayout::new(shape, zeros, []).ok().map(AnyLayout::Cute)
}

/// True if two layouts have the same shape but for tuples of one mode, which they nest otherwise.
pub fn is_nested_otherwise(left: &AnyLayout, right: &AnyLayout) -> bool {
    let (Some(left), Some(right)) = (left.modes(), right.modes()) else { return false };
    let without_single = |modes: &CuteLayout| without_single_modes(&modes.shape());
    !left.has_shape_of(right) && without_single(left) == without_single(right)
}

/// A tuple in which a tuple of one mode is that mode.
pub fn without_single_modes<T: Clone>(shape: &Tuple<T>) -> Tuple<T> {
    match shape {
        Tuple::Leaf(extent) => Tuple::Leaf(extent.clone()),
        Tuple::Node(modes) => match &modes[..] {
            [mode] => without_single_modes(mode),
            _ => Tuple::Node(modes.iter().map(without_single_modes).collect()),
        },
    }
}

/// The layout whose offset at each of so many coordinates is the coordinate.
pub fn identity(size: i64) -> Option<AnyLayout> {
    Layout::column_major(Tuple::Leaf(size)).ok().map(AnyLayout::from)
}

/// The part of a layout at a path of modes.
pub fn part(layout: &AnyLayout, path: &[i64]) -> Option<AnyLayout> {
    let mut part = layout.modes()?.clone();
    for &mode in path {
        part = part.list_modes().into_iter().nth(usize::try_from(mode).ok()?)?;
    }
    Some(match layout {
        AnyLayout::Composed(composed) => AnyLayout::Composed(composed.with_inner(part)),
        _ => AnyLayout::Cute(part),
    })
}

/// The integral coordinate that a text is: a number, or one number for each mode.
pub fn coordinate(text: &str, layout: &Layout) -> Option<i64> {
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let numbers = text.strip_prefix('(')?.strip_suffix(')')?.split(',');
    let numbers: Vec<i64> = numbers.map(|n| n.parse().ok()).collect::<Option<_>>()?;
    let sizes: Vec<i64> = if numbers.len() == layout.rank() {
        layout.modes().map(|mode| mode.size()).collect()
    } else {
        layout.flat_modes().iter().map(|mode: &Mode| mode.extent).collect()
    };
    if numbers.len() != sizes.len() || numbers.iter().zip(&sizes).any(|(n, size)| n >= size) {
        return None;
    }
    numbers
        .iter()
        .zip(&sizes)
        .rev()
        .try_fold(0_i64, |place, (number, size)| place.checked_mul(*size)?.checked_add(*number))
}
