//! What the peer's answers claim, as obligations on constants.

use melior::ir::Value;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::IntegerType;

use crate::algebra::{AnyLayout, Budget, Kind};
use crate::cute::{AnyModes, CuteLayout, Layout, Tuple, filter};
use crate::dialect::ir::Inserter;
use crate::imported::NotImported;
use crate::imported::modes::{
    has_shape, is_nested_otherwise, mode_sizes, only_shape, shape_of_tiles, sizes_at,
    without_single_modes,
};

/// The claim that a layout is the peer's answer.
pub(super) fn equals<'c>(
    inserter: &mut Inserter<'c, '_>,
    answer: Value<'c, '_>,
    claimed: &AnyLayout,
) {
    let claimed = inserter.constant(claimed);
    inserter.assert_equivalent(answer, claimed);
}

/// The claim that the shape of the peer's answer refines another one.
pub(super) fn is_refined(
    inserter: &mut Inserter<'_, '_>,
    shape: Tuple<i64>,
    claimed: &AnyLayout,
) -> Result<(), NotImported> {
    let shape = Layout::column_major(shape).map_err(|error| error.to_string())?.into();
    let [shape, claimed] = constants(inserter, [&shape, claimed]);
    inserter.layout_op("assert_compatible", &[shape, claimed], &[], &[]);
    Ok(())
}

/// A composition, whose result takes the coordinates of the right operand.
pub(super) fn composes(
    inserter: &mut Inserter<'_, '_>,
    operands: &[AnyLayout; 2],
    claimed: &AnyLayout,
) -> Result<(), NotImported> {
    let [left, right] = constants(inserter, [&operands[0], &operands[1]]);
    let answer = inserter.layout_of("compose", &[left, right]);
    let result = inserter.constant(claimed);
    inserter.assert_equivalent(answer, result);
    match &operands[1] {
        _ if !has_shape(claimed) => {}
        AnyLayout::Tile(tiler) => {
            if let Some(shape) = shape_of_tiles(tiler, &operands[0]) {
                is_refined(inserter, shape, claimed)?;
            }
        }
        right_layout if has_shape(right_layout) && !is_nested_otherwise(right_layout, claimed) => {
            inserter.layout_op("assert_compatible", &[right, result], &[], &[]);
        }
        _ => {}
    }
    Ok(())
}

/// The claim that two layouts have the same shape, which is that each is compatible with the other.
pub(super) fn same_shape(inserter: &mut Inserter<'_, '_>, source: &AnyLayout, claimed: &AnyLayout) {
    let [source, claimed] = constants(inserter, [source, claimed]);
    inserter.layout_op("assert_compatible", &[source, claimed], &[], &[]);
    inserter.layout_op("assert_compatible", &[claimed, source], &[], &[]);
}

/// The same, where a tuple of one mode is that mode: the peer keeps some that C++ does not.
pub(super) fn same_shape_of_modes(
    inserter: &mut Inserter<'_, '_>,
    source: &AnyLayout,
    claimed: &AnyLayout,
) {
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
) -> Result<(), NotImported> {
    let shape = ours.modes().map(|modes| without_single_modes(&modes.shape()));
    let sizes = shape.and_then(|shape| sizes_at(&shape, levels));
    let claimed = mode_sizes(claimed).and_then(|_| only_shape(claimed));
    let Some((sizes, claimed)) = sizes.zip(claimed) else { return Ok(()) };
    is_refined(inserter, sizes, &claimed)
}

/// The claim that a layout is a complement: beside the layout without its broadcast modes it is
/// injective, and it increases. How much of `[0, size)` the two reach is not a claim.
pub(super) fn complements(
    inserter: &mut Inserter<'_, '_>,
    source: &Layout,
    claimed: &CuteLayout,
    size: Option<i64>,
) -> Result<(), NotImported> {
    let parts = vec![CuteLayout::Static(filter(source)), claimed.clone()];
    let both = CuteLayout::of_modes(parts).map_err(|error| error.to_string())?;
    let is_short = |layout: &Layout| layout.size() <= Budget::DEFAULT.walk_last;
    let covers = size.filter(|_| both.as_static().is_some_and(is_short));
    let [both, claimed] =
        constants(inserter, [&AnyLayout::Cute(both), &AnyLayout::Cute(claimed.clone())]);
    let i64_type = IntegerType::new(inserter.context(), 64).into();
    let covers = covers.map(|size| ("covers", IntegerAttribute::new(i64_type, size).into()));
    inserter.layout_op("assert_injective", &[both], &[], covers.as_slice());
    inserter.layout_op("assert_increasing", &[claimed], &[], &[]);
    Ok(())
}

/// The claim that a layout has no two equal offsets, and stays below a size if there is one.
pub(super) fn is_injective(inserter: &mut Inserter<'_, '_>, layout: &AnyLayout, size: Option<i64>) {
    let value = inserter.constant(layout);
    inserter.layout_op("assert_injective", &[value], &[], &[]);
    if let Some(size) = size {
        inserter.assert_number("assert_in_bounds", value, size);
    }
}

/// The claim that `left o right` is the identity on so many coordinates.
pub(super) fn is_identity<'c>(
    inserter: &mut Inserter<'c, '_>,
    left: Value<'c, '_>,
    right: Value<'c, '_>,
    identity: &AnyLayout,
) {
    let round_trip = inserter.layout_of("compose", &[left, right]);
    equals(inserter, round_trip, identity);
}

/// The claim that a layout has an offset at a coordinate: its composition with the layout of one
/// coordinate that leads there.
pub(super) fn has_offset(
    inserter: &mut Inserter<'_, '_>,
    layout: &AnyLayout,
    coordinate: i64,
    offset: i64,
) -> Result<(), NotImported> {
    let only = |value: i64| {
        let text = format!("S<0,4,3> o {value} o 1:0");
        AnyLayout::parse(Kind::Composed, &text).map_err(|error| error.to_string())
    };
    let (place, offset) = (only(coordinate)?, only(offset)?);
    let [layout, place] = constants(inserter, [layout, &place]);
    let answer = inserter.layout_of("compose", &[layout, place]);
    equals(inserter, answer, &offset);
    Ok(())
}

pub(super) fn constants<'c, 'a>(
    inserter: &mut Inserter<'c, 'a>,
    layouts: [&AnyLayout; 2],
) -> [Value<'c, 'a>; 2] {
    layouts.map(|layout| inserter.constant(layout))
}
