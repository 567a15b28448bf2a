//! The offset of a layout at a coordinate as Python writes it.

use layout_math::algebra::AnyLayout;
use layout_math::cute::{CuteLayout, Tuple};
use layout_math::partial::{self, coordinate_of};

/// The offset at a coordinate: an integral one; a number for each mode or for each flattened mode; or a
/// tuple nested as the shape, where a number for several modes is an integral coordinate of them.
///
/// `None` for a coordinate that does not fit the shape, and where the layout has no offset.
pub fn offset(
    layout: &AnyLayout,
    coordinate: &Tuple<i64>,
    symbols: &[(&str, i64)],
) -> Option<Vec<i64>> {
    let parts = match coordinate {
        Tuple::Leaf(coordinate) => return layout.apply(&[*coordinate], symbols),
        Tuple::Node(parts) => parts,
    };
    let rank = layout.modes().map_or(parts.len(), CuteLayout::rank);
    let is_nested = parts.iter().any(|part| matches!(part, Tuple::Node(_)));
    // A tuple of one number is the coordinate of one mode, and no integral one of several.
    if is_nested || (parts.len() == 1 && rank != 1) {
        return nested_offset(layout, coordinate, symbols);
    }
    let numbers: Vec<i64> = coordinate.leaves().copied().collect();
    layout.apply(&numbers, symbols)
}

/// That a coordinate of numbers has too few or too many of them, in words.
pub fn wrong_count(layout: &AnyLayout, coordinate: &Tuple<i64>) -> Option<String> {
    let parts = coordinate.modes();
    let is_nested = parts.iter().any(|part| matches!(part, Tuple::Node(_)));
    let wrong = layout.wrong_count(parts.len()).filter(|_| !is_nested)?;
    Some(format!(": {wrong}"))
}

fn nested_offset(
    layout: &AnyLayout,
    coordinate: &Tuple<i64>,
    symbols: &[(&str, i64)],
) -> Option<Vec<i64>> {
    if let Some(layout) = layout.as_static() {
        return layout.offset_at(coordinate).map(|offset| vec![offset]);
    }
    let modes = layout.modes()?;
    let value =
        |name: &str| symbols.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    let extents = modes.shape().map(&mut |extent| partial::Leaf::from(extent.evaluate(&value)));
    let coordinate = coordinate.map(&mut |number| partial::Leaf::Number(*number));
    let natural = coordinate_of(&coordinate, &extents)?;
    // Beside a mode that is `()` these could be taken for numbers of the modes.
    let is_flat = natural.depth() <= 1;
    let natural: Vec<i64> = natural.leaves().map(partial::Leaf::number).collect::<Option<_>>()?;
    (is_flat || natural.len() != modes.rank()).then(|| layout.apply(&natural, symbols))?
}
