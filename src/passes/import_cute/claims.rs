//! What the peer's answers claim, as obligations on constants.

use melior::ir::Value;
use melior::ir::attribute::{DenseI64ArrayAttribute, IntegerAttribute, StringAttribute};
use melior::ir::r#type::IntegerType;

use crate::algebra::{AnyLayout, Budget, Kind, NoParameters, Operation, Value as OperationValue};
use crate::cute::{CuteLayout, Layout, Mode, TileMode, Tiler, Tuple, filter};
use crate::dialect::ir::Inserter;

/// The claim that an operation of ours, on these layouts, is the same function as the peer's answer.
pub(super) fn same_function(
    inserter: &mut Inserter<'_, '_>,
    mnemonic: &str,
    operands: &[AnyLayout],
    claimed: &AnyLayout,
) -> Option<()> {
    let operands = values(inserter, operands)?;
    let answer = inserter.layout_of(mnemonic, &operands)?;
    equals(inserter, answer, claimed)
}

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

/// The claim that a layout and the peer's answer are the same function and have the same shape. Of a
/// layout that is made of symbols the shape is no claim.
pub(super) fn is_the_same<'c>(
    inserter: &mut Inserter<'c, '_>,
    answer: Value<'c, '_>,
    has_numbers: bool,
    claimed: &AnyLayout,
) -> Option<()> {
    let result = inserter.constant(claimed)?;
    inserter.assert_equivalent(answer, result)?;
    if has_numbers && has_shape(claimed) {
        inserter.layout_op("assert_compatible", &[answer, result], &[], &[])?;
        inserter.layout_op("assert_compatible", &[result, answer], &[], &[])?;
    }
    Some(())
}

/// The claim that the modes of the peer's answer have the sizes of those of ours: the same function
/// has as many tiles, each of the same size. Nothing is claimed if we have no answer, which is reported
/// where it is asked for.
pub(super) fn same_modes(
    inserter: &mut Inserter<'_, '_>,
    mnemonic: &str,
    operands: &[AnyLayout],
    claimed: &AnyLayout,
) -> Option<()> {
    let answer = answer_to(mnemonic, operands);
    let sizes = answer.as_ref().and_then(mode_sizes).filter(|_| has_shape(claimed));
    let Some(sizes) = sizes else { return Some(()) };
    let shape = Tuple::Node(sizes.into_iter().map(Tuple::Leaf).collect());
    is_refined(inserter, shape, claimed)
}

/// The claim that the shape of the peer's answer refines another one.
fn is_refined(
    inserter: &mut Inserter<'_, '_>,
    shape: Tuple<i64>,
    claimed: &AnyLayout,
) -> Option<()> {
    let shape = Layout::column_major(shape).ok()?.into();
    let [shape, claimed] = constants(inserter, [&shape, claimed])?;
    inserter.layout_op("assert_compatible", &[shape, claimed], &[], &[])?;
    Some(())
}

/// Our answer to an operation on layouts alone, if there is one.
pub(super) fn answer_to(mnemonic: &str, operands: &[AnyLayout]) -> Option<AnyLayout> {
    let operands: Vec<&AnyLayout> = operands.iter().collect();
    let operation = Operation::named(mnemonic)?;
    match &operation.evaluate(&operands, &NoParameters, &Budget::DEFAULT).ok()?[..] {
        [OperationValue::Layout(answer)] => Some((**answer).clone()),
        _ => None,
    }
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
        right_layout if has_shape(right_layout) => {
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
    let shape = |layout: &AnyLayout| {
        let shape = match modes_of(layout)? {
            CuteLayout::Static(layout) => without_single_modes(layout.shape()),
            CuteLayout::Basis(layout) => without_single_modes(layout.shape()),
            CuteLayout::Symbolic(_) => return None,
        };
        Some(Layout::column_major(shape).ok()?.into())
    };
    match (shape(source), shape(claimed)) {
        (Some(source), Some(claimed)) => same_shape(inserter, &source, &claimed),
        _ => same_shape(inserter, source, claimed),
    }
}

fn without_single_modes(shape: &Tuple<i64>) -> Tuple<i64> {
    match shape {
        Tuple::Leaf(extent) => Tuple::Leaf(*extent),
        Tuple::Node(modes) => match &modes[..] {
            [mode] => without_single_modes(mode),
            _ => Tuple::Node(modes.iter().map(without_single_modes).collect()),
        },
    }
}

/// A regrouping or a part of a layout: an operation with one attribute.
pub(super) fn with_text<'c, 'a>(
    inserter: &mut Inserter<'c, 'a>,
    mnemonic: &str,
    source: Value<'c, '_>,
    attributes: &[(&str, &str)],
) -> Option<Value<'c, 'a>> {
    let context = inserter.context();
    let attributes: Vec<_> = attributes
        .iter()
        .map(|&(name, text)| (name, StringAttribute::new(context, text).into()))
        .collect();
    inserter.layout_with(mnemonic, &[source], &attributes)
}

/// `layout.recast`.
pub(super) fn recast<'c, 'a>(
    inserter: &mut Inserter<'c, 'a>,
    source: Value<'c, '_>,
    old_bits: i64,
    new_bits: i64,
) -> Option<Value<'c, 'a>> {
    let i64_type = IntegerType::new(inserter.context(), 64).into();
    let bits = |bits| IntegerAttribute::new(i64_type, bits).into();
    let attributes = [("old_bits", bits(old_bits)), ("new_bits", bits(new_bits))];
    inserter.layout_with("recast", &[source], &attributes)
}

/// `layout.group` and `layout.select`.
pub(super) fn with_modes<'c, 'a>(
    inserter: &mut Inserter<'c, 'a>,
    mnemonic: &str,
    source: Value<'c, '_>,
    modes: &[i64],
) -> Option<Value<'c, 'a>> {
    let modes = DenseI64ArrayAttribute::new(inserter.context(), modes).into();
    inserter.layout_with(mnemonic, &[source], &[("modes", modes)])
}

/// The claim that a layout is a complement: beside the layout without its broadcast modes it is
/// injective, and it increases. How much of `[0, size)` the two reach is no claim.
pub(super) fn complements(
    inserter: &mut Inserter<'_, '_>,
    source: &Layout,
    claimed: &Layout,
    size: Option<i64>,
) -> Option<()> {
    let both = Layout::concat([filter(source), claimed.clone()]).ok()?;
    let covers = size.filter(|_| both.size() <= Budget::DEFAULT.walk_last);
    let [both, claimed] = constants(inserter, [&both.into(), &claimed.clone().into()])?;
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

/// The layout with copies of another one as further modes, up to a rank.
pub(super) fn appended<'c, 'a>(
    inserter: &mut Inserter<'c, 'a>,
    source: &AnyLayout,
    mode: &AnyLayout,
    rank: i64,
) -> Option<Value<'c, 'a>> {
    let missing = rank - i64::try_from(source.as_static()?.rank()).ok()?;
    let mut layout = inserter.constant(source)?;
    for _ in 0..missing.min(64) {
        let mode = inserter.constant(mode)?;
        layout = inserter.layout_of("append", &[layout, mode])?;
    }
    Some(layout)
}

/// The part of a layout at a path of modes.
pub(super) fn part(layout: &Layout, path: &[i64]) -> Option<Layout> {
    let mut part = layout.clone();
    for &mode in path {
        let next = part.modes().nth(usize::try_from(mode).ok()?)?;
        part = next;
    }
    Some(part)
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

fn values<'c, 'a>(
    inserter: &mut Inserter<'c, 'a>,
    layouts: &[AnyLayout],
) -> Option<Vec<Value<'c, 'a>>> {
    layouts.iter().map(|layout| inserter.constant(layout)).collect()
}
