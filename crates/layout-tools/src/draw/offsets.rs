//! Tables of offsets.

use super::error::DrawError;
use super::look::Look;
use super::picture::{Axis, CLASSES, Cell, Key, Mark, Panel, Picture};
use layout_math::algebra::{AnyLayout, Budget};
use layout_math::cute::{Composed, CuteLayout, Outer, Swizzle, Tuple};
use layout_math::linear::Dim;
use layout_math::point::digits;
use layout_math::relation::{Context, Map, QuestionError};

/// The table of a layout's offsets, with the coordinates of mode 0 down and those of the other modes
/// across.
///
/// Color and hatch say the offset modulo 8; of a swizzled layout, in which of the chunks that the
/// swizzle moves the offset is. Cells whose offset is outside `[0, size)` are marked. A coordinate without an
/// offset is `-`, one with several is `*`.
///
/// # Errors
///
/// A layout that is not a function of known numbers, and more cells than anyone could read.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind};
/// use layout_tools::draw::{Mark, draw_offsets};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,6):(3,1)")?;
/// let picture = draw_offsets(&layout, Some(12))?;
/// assert_eq!(picture.cell(0, 3, 5).unwrap().text(), "14");
/// assert_eq!(picture.cell(0, 3, 5).unwrap().mark(), Some(Mark::OutOfBounds));
/// assert_eq!(picture.cell(0, 0, 5).unwrap().mark(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_offsets(layout: &AnyLayout, size: Option<i64>) -> Result<Picture, DrawError> {
    let is_out = |offset: i64| size.is_some_and(|size| !(0..size).contains(&offset));
    let mut has_marks = false;
    let panel = panel(layout, layout.to_string(), |cell, offset, _| {
        if is_out(offset) {
            cell.mark = Some(Mark::OutOfBounds);
            has_marks = true;
        }
    })?;
    let mut legend = Vec::new();
    if let (Some(size), true) = (size, has_marks) {
        legend.push(format!("crossed out: outside a buffer of {size} elements"));
    }
    let key = Some(key(layout));
    Ok(Picture {
        title: layout.to_string(),
        panels: vec![panel],
        key,
        legend,
        look: Look::default(),
    })
}

/// What colors and hatches say.
pub(super) fn key(layout: &AnyLayout) -> Key {
    let what = match swizzle(layout) {
        Some(swizzle) => match 1_i64 << swizzle.base().min(62) {
            1 => format!("offset mod {CLASSES}, which {swizzle} moves"),
            chunk => format!("offset/{chunk} mod {CLASSES}, the chunks that {swizzle} moves"),
        },
        None => format!("offset mod {CLASSES}"),
    };
    Key::of_remainders(what, CLASSES)
}

fn swizzle(layout: &AnyLayout) -> Option<Swizzle> {
    let AnyLayout::Composed(composed) = layout else { return None };
    match composed.outer() {
        Outer::Swizzle(swizzle) if !swizzle.is_identity() => Some(*swizzle),
        _ => None,
    }
}

/// A table of offsets, where `finish` sees each cell with its offset and its integral coordinate.
pub(super) fn panel(
    layout: &AnyLayout,
    caption: String,
    mut finish: impl FnMut(&mut Cell, i64, i64),
) -> Result<Panel, DrawError> {
    let (rows, columns) = axes(layout)?;
    let swizzle = swizzle(layout);
    let n_rows: i64 = rows.levels.iter().product();
    let place = (rows.clone(), columns.clone());
    // Read by isl once, for all places without one offset.
    let map = match layout {
        AnyLayout::Relation(relation) => {
            let map = relation.to_map(&Context::new(Budget::DEFAULT.isl_operations));
            map.ok().map(|map| (relation.n_inputs(), map))
        }
        _ => None,
    };
    Panel::new(caption, rows, columns, |row, column| {
        let coordinate = row + n_rows * column;
        let mut cell = Cell::default();
        let nested = match (place.0.levels.is_empty(), place.1.levels.is_empty()) {
            (true, _) => place.1.coordinate(column),
            (_, true) => place.0.coordinate(row),
            _ => format!("({},{})", place.0.coordinate(row), place.1.coordinate(column)),
        };
        cell.fact("coordinate", &nested);
        if nested != coordinate.to_string() {
            cell.fact("integral coordinate", coordinate);
        }
        let Some(outputs) = value(layout, row, column, coordinate) else {
            let has_several =
                map.as_ref().is_some_and(|(n, map)| has_several(map, *n, row, column));
            let (text, offset) = if has_several { ("*", "several") } else { ("-", "none") };
            cell.text = text.to_owned();
            cell.fact("offset", offset);
            return cell;
        };
        match outputs[..] {
            [offset] => {
                cell.text = offset.to_string();
                cell.fact("offset", offset);
                let class = swizzle.map_or(offset, |swizzle| offset >> swizzle.base().clamp(0, 62));
                cell.class = Some(class.rem_euclid(CLASSES) as u8);
                if 0 <= offset {
                    cell.fact("bits", format!("{offset:b}"));
                }
                finish(&mut cell, offset, coordinate);
            }
            _ => {
                let parts: Vec<String> = outputs.iter().map(i64::to_string).collect();
                cell.text = format!("({})", parts.join(","));
                let text = cell.text.clone();
                cell.fact("offset", text);
                let sum = outputs.iter().fold(0_i64, |sum, part| sum.wrapping_add(*part));
                cell.class = Some(sum.rem_euclid(CLASSES) as u8);
            }
        }
        cell
    })
}

/// The outputs at a place of the table.
fn value(layout: &AnyLayout, row: i64, column: i64, coordinate: i64) -> Option<Vec<i64>> {
    match layout {
        AnyLayout::Relation(relation) if relation.n_inputs() == 2 => {
            layout.apply(&[row, column], &[])
        }
        AnyLayout::Linear(linear) => {
            let digits = digits(coordinate, linear.in_dims().iter().map(Dim::size));
            linear.apply(&digits.collect::<Vec<_>>()).ok()
        }
        _ => layout.apply(&[coordinate], &[]),
    }
}

/// True if a relation, which has no one offset at a place, has several.
fn has_several(map: &Map, n_inputs: usize, row: i64, column: i64) -> bool {
    let place = [row, column];
    // The table of one input is one row.
    let input = if n_inputs == 1 { &place[1..] } else { &place[..] };
    match map.image(&[], input, 2) {
        Ok(offsets) => 1 < offsets.len(),
        Err(error) => {
            matches!(error, QuestionError::TooManyPairs { .. } | QuestionError::Unbounded)
        }
    }
}

/// The two sides of the table.
pub(super) fn axes(layout: &AnyLayout) -> Result<(Axis, Axis), DrawError> {
    let none = || DrawError::NoOffsets { layout: layout.to_string() };
    let of_cute = |cute: &CuteLayout| match cute {
        CuteLayout::Static(layout) => Ok(of_shape(layout.shape())),
        CuteLayout::Basis(layout) => Ok(of_shape(layout.shape())),
        CuteLayout::Symbolic(_) => Err(none()),
    };
    match layout {
        AnyLayout::Cute(cute) => of_cute(cute),
        AnyLayout::Composed(composed) if is_known(composed) => of_cute(composed.inner()),
        AnyLayout::Swizzle(_) => {
            let size = layout.size().and_then(|size| size.as_constant()).ok_or_else(none)?;
            let columns = size.min(32);
            // The rows are the slower part of a coordinate: see `panel`.
            Ok((Axis::new("", vec![columns]), Axis::new("", vec![size / columns])))
        }
        AnyLayout::Linear(linear) => {
            let mut sizes = linear.in_dims().iter().map(|dim| (dim.name(), dim.size()));
            let rows = sizes
                .next()
                .map_or(Axis::new("", Vec::new()), |(name, size)| Axis::new(name, vec![size]));
            let (names, levels): (Vec<&str>, Vec<i64>) = sizes.unzip();
            Ok((rows, Axis::new(&names.join(", "), levels)))
        }
        AnyLayout::Relation(relation) => {
            let bounds = relation.input_box().ok_or_else(none)?;
            match bounds[..] {
                [(0, end)] => Ok((Axis::new("", Vec::new()), Axis::new("", vec![end]))),
                [(0, rows), (0, columns)] => {
                    Ok((Axis::new("", vec![rows]), Axis::new("", vec![columns])))
                }
                _ => Err(none()),
            }
        }
        AnyLayout::Composed(_) | AnyLayout::Tile(_) => Err(none()),
    }
}

fn is_known(composed: &Composed) -> bool {
    composed.symbols().is_empty()
}

/// Mode 0 goes down, the others across. A layout of one mode is one row.
fn of_shape(shape: &Tuple<i64>) -> (Axis, Axis) {
    let leaves = |modes: &[Tuple<i64>]| -> Vec<i64> {
        modes.iter().flat_map(|mode| mode.leaves().copied().collect::<Vec<_>>()).collect()
    };
    match shape.modes() {
        [] => (Axis::new("", Vec::new()), Axis::new("", Vec::new())),
        [only] => match only.modes() {
            [first, rest @ ..] if !rest.is_empty() => {
                (Axis::new("", leaves(std::slice::from_ref(first))), Axis::new("", leaves(rest)))
            }
            _ => (Axis::new("", Vec::new()), Axis::new("", leaves(shape.modes()))),
        },
        [first, rest @ ..] => (
            Axis::new("mode 0", leaves(std::slice::from_ref(first))),
            Axis::new(
                &match rest.len() {
                    1 => "mode 1".to_owned(),
                    n => format!("modes 1 to {n}"),
                },
                leaves(rest),
            ),
        ),
    }
}
