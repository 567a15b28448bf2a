//! What the peer's answers claim, as obligations on constants.

use melior::ir::Value;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::IntegerType;

use crate::algebra::{AnyLayout, Budget, Kind};
use crate::cute::{AnyModes, CuteLayout, Layout, Mode, Term, TileMode, Tiler, Tuple, filter};
use crate::dialect::ir::Inserter;

/// The claim that a layout is the peer's answer.
pub(super) fn equals<'c>(
    inserter: &mut Inserter<'c, '_>,
    answer: Value<'c, '_>,
    claimed: &AnyLayout,
) -> Option<()> {
    let claimed = inserter.constant(claimed)?;
    inserter.assert_equivalent(answer, claimed)?;
    Some(())
}

/// The claim that the shape of the peer's answer refines another one.
pub(super) fn is_refined(
    inserter: &mut Inserter<'_, '_>,
    shape: Tuple<i64>,
    claimed: &AnyLayout,
) -> Option<()> {
    let shape = Layout::column_major(shape).ok()?.into();
    let [shape, claimed] = constants(inserter, [&shape, claimed])?;
    inserter.layout_op("assert_compatible", &[shape, claimed], &[], &[])?;
    Some(())
}

/// The sizes of the modes of a layout whose extents are numbers.
pub(super) fn mode_sizes(layout: &AnyLayout) -> Option<Vec<i64>> {
    match modes_of(layout)? {
        CuteLayout::Static(layout) => Some(layout.modes().map(|mode| mode.size()).collect()),
        CuteLayout::Basis(layout) => Some(layout.modes().map(|mode| mode.size()).collect()),
        CuteLayout::Symbolic(_) => None,
    }
}

/// A composition, whose result takes the coordinates of the right operand.
pub(super) fn composes(
    inserter: &mut Inserter<'_, '_>,
    operands: &[AnyLayout; 2],
    claimed: &AnyLayout,
) -> Option<()> {
    let [left, right] = constants(inserter, [&operands[0], &operands[1]])?;
    let answer = inserter.layout_of("compose", &[left, right])?;
    let result = inserter.constant(claimed)?;
    inserter.assert_equivalent(answer, result)?;
    match &operands[1] {
        _ if !has_shape(claimed) => {}
        AnyLayout::Tile(tiler) => {
            if let Some(shape) = shape_of_tiles(tiler, &operands[0]) {
                is_refined(inserter, shape, claimed)?;
            }
        }
        right_layout if has_shape(right_layout) && !is_nested_otherwise(right_layout, claimed) => {
            inserter.layout_op("assert_compatible", &[right, result], &[], &[])?;
        }
        _ => {}
    }
    Some(())
}

/// The shape of the coordinates that a tiler takes of a layout.
fn shape_of_tiles(tiler: &Tiler, layout: &AnyLayout) -> Option<Tuple<i64>> {
    let sizes = mode_sizes(layout)?;
    let tile = |(tile, &size): (&TileMode, &i64)| match tile {
        TileMode::All => Some(Tuple::Leaf(size)),
        TileMode::Extent(extent) => Some(Tuple::Leaf(*extent)),
        TileMode::Layout(tile) => Some(tile.as_static()?.shape().clone()),
    };
    Some(Tuple::Node(tiler.modes().iter().zip(&sizes).map(tile).collect::<Option<_>>()?))
}

fn has_shape(layout: &AnyLayout) -> bool {
    matches!(modes_of(layout), Some(CuteLayout::Static(_) | CuteLayout::Basis(_)))
}

fn modes_of(layout: &AnyLayout) -> Option<&CuteLayout> {
    match layout {
        AnyLayout::Cute(cute) => Some(cute),
        AnyLayout::Composed(composed) => Some(composed.inner()),
        _ => None,
    }
}

/// The claim that two layouts have the same shape, which is that each is compatible with the other.
pub(super) fn same_shape(
    inserter: &mut Inserter<'_, '_>,
    source: &AnyLayout,
    claimed: &AnyLayout,
) -> Option<()> {
    let [source, claimed] = constants(inserter, [source, claimed])?;
    inserter.layout_op("assert_compatible", &[source, claimed], &[], &[])?;
    inserter.layout_op("assert_compatible", &[claimed, source], &[], &[])?;
    Some(())
}

/// The same, where a tuple of one mode is that mode: the peer keeps some that C++ does not.
pub(super) fn same_shape_of_modes(
    inserter: &mut Inserter<'_, '_>,
    source: &AnyLayout,
    claimed: &AnyLayout,
) -> Option<()> {
    match (only_shape(source), only_shape(claimed)) {
        (Some(source), Some(claimed)) => same_shape(inserter, &source, &claimed),
        _ => same_shape(inserter, source, claimed),
    }
}

/// The claim that the modes so many levels down have the sizes of ours, where a tuple of one mode is that
/// mode: the peer merges what they are made of otherwise. Nothing is claimed of extents that are not
/// numbers.
pub(super) fn same_sizes(
    inserter: &mut Inserter<'_, '_>,
    ours: &AnyLayout,
    claimed: &AnyLayout,
    levels: usize,
) -> Option<()> {
    let shape = modes_of(ours).map(|modes| without_single_modes(&modes.shape()));
    let sizes = shape.and_then(|shape| sizes_at(&shape, levels));
    let (Some(sizes), Some(_)) = (sizes, mode_sizes(claimed)) else { return Some(()) };
    is_refined(inserter, sizes, &only_shape(claimed)?)
}

fn sizes_at(shape: &Tuple<Term>, levels: usize) -> Option<Tuple<i64>> {
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
fn only_shape(layout: &AnyLayout) -> Option<AnyLayout> {
    let shape = without_single_modes(&modes_of(layout)?.shape());
    let zeros = shape.map(&mut |_| 0);
    AnyLayout::parse(Kind::Cute, &format!("{shape}:{zeros}")).ok()
}

/// True if two layouts have the same shape but for tuples of one mode, which they nest otherwise.
pub(super) fn is_nested_otherwise(left: &AnyLayout, right: &AnyLayout) -> bool {
    let (Some(left), Some(right)) = (modes_of(left), modes_of(right)) else { return false };
    let (left, right) = (left.shape(), right.shape());
    left != right && without_single_modes(&left) == without_single_modes(&right)
}

pub(super) fn without_single_modes<T: Clone>(shape: &Tuple<T>) -> Tuple<T> {
    match shape {
        Tuple::Leaf(extent) => Tuple::Leaf(extent.clone()),
        Tuple::Node(modes) => match &modes[..] {
            [mode] => without_single_modes(mode),
            _ => Tuple::Node(modes.iter().map(without_single_modes).collect()),
        },
    }
}

/// The claim that a layout is a complement: beside the layout without its broadcast modes it is
/// injective, and it increases. How much of `[0, size)` the two reach is not a claim.
pub(super) fn complements(
    inserter: &mut Inserter<'_, '_>,
    source: &Layout,
    claimed: &CuteLayout,
    size: Option<i64>,
) -> Option<()> {
    let parts = vec![CuteLayout::Static(filter(source)), claimed.clone()];
    let both = CuteLayout::of_modes(parts).ok()?;
    let is_short = |layout: &Layout| layout.size() <= Budget::DEFAULT.walk_last;
    let covers = size.filter(|_| both.as_static().is_some_and(is_short));
    let [both, claimed] =
        constants(inserter, [&AnyLayout::Cute(both), &AnyLayout::Cute(claimed.clone())])?;
    let i64_type = IntegerType::new(inserter.context(), 64).into();
    let covers = covers.map(|size| ("covers", IntegerAttribute::new(i64_type, size).into()));
    inserter.layout_op("assert_injective", &[both], &[], covers.as_slice())?;
    inserter.layout_op("assert_increasing", &[claimed], &[], &[])?;
    Some(())
}

/// The claim that `left o right` is the identity on so many coordinates.
pub(super) fn is_identity<'c>(
    inserter: &mut Inserter<'c, '_>,
    left: Value<'c, '_>,
    right: Value<'c, '_>,
    identity: &AnyLayout,
) -> Option<()> {
    let round_trip = inserter.layout_of("compose", &[left, right])?;
    equals(inserter, round_trip, identity)
}

/// The layout whose offset at each of so many coordinates is the coordinate.
pub(super) fn identity(size: i64) -> Option<AnyLayout> {
    Layout::column_major(Tuple::Leaf(size)).ok().map(AnyLayout::from)
}

/// The claim that a layout has an offset at a coordinate: its composition with the layout of one
/// coordinate that leads there.
pub(super) fn has_offset(
    inserter: &mut Inserter<'_, '_>,
    layout: &AnyLayout,
    coordinate: i64,
    offset: i64,
) -> Option<()> {
    let only = |value: i64| AnyLayout::parse(Kind::Composed, &format!("S<0,4,3> o {value} o 1:0"));
    let [layout, place] = constants(inserter, [layout, &only(coordinate).ok()?])?;
    let answer = inserter.layout_of("compose", &[layout, place])?;
    equals(inserter, answer, &only(offset).ok()?)
}

/// The part of a layout at a path of modes.
pub(super) fn part(layout: &AnyLayout, path: &[i64]) -> Option<AnyLayout> {
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
pub(super) fn coordinate(text: &str, layout: &Layout) -> Option<i64> {
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

pub(super) fn constants<'c, 'a>(
    inserter: &mut Inserter<'c, 'a>,
    [left, right]: [&AnyLayout; 2],
) -> Option<[Value<'c, 'a>; 2]> {
    Some([inserter.constant(left)?, inserter.constant(right)?])
}
