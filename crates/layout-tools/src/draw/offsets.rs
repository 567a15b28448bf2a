//! Tables of offsets.

use super::error::DrawError;
use super::look::Look;
use super::picture::{Axis, CLASSES, Cell, Key, Mark, Panel, Picture};
use layout_math::algebra::{AnyLayout, Budget};
use layout_math::cute::{CuteLayout, Outer, Swizzle, Tuple};
use layout_math::linear::Dim;
use layout_math::point::digits;
use layout_math::relation::{Context, Map, QuestionError, Relation};

/// The table of a layout's offsets, with the coordinates of mode 0 down and those of the other modes
/// across.
///
/// Color and hatch say the offset modulo 8; of a swizzled layout, in which of the chunks that the
/// swizzle moves the offset is. Cells whose offset is outside `[0, size)` are marked. A coordinate without an
/// offset is `-`, one with several is `*`.
///
/// # Errors
///
/// A layout that is not a function of known numbers, more cells than anyone could read, and a size where
/// an offset has several numbers.
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
    if let (Some(size), Some(2..)) = (size, layout.output_count()) {
        return Err(DrawError::NoBuffer { layout: layout.to_string(), size, shows: "coordinates" });
    }
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

/// A table of offsets, where `finish` sees each cell with its offset and its integral coordinate, if it has
/// one.
pub(super) fn panel(
    layout: &AnyLayout,
    caption: String,
    mut finish: impl FnMut(&mut Cell, i64, Option<i64>),
) -> Result<Panel, DrawError> {
    let (rows, columns) = axes(layout)?;
    let swizzle = swizzle(layout);
    let n_rows: i64 = rows.levels.iter().product();
    let domain = Domain::of(layout)?;
    // Read by isl once, for all places without one offset.
    let map = match layout {
        AnyLayout::Relation(relation) => {
            relation.to_map(&Context::new(Budget::DEFAULT.isl_operations)).ok()
        }
        _ => None,
    };
    Panel::new(caption, rows, columns, |row, column| {
        let (natural, integral) = domain.coordinates(row, column, n_rows);
        let mut cell = Cell::default();
        let shown = natural.to_string();
        cell.fact("coordinate", &shown);
        if let Some(integral) = integral.filter(|integral| integral.to_string() != shown) {
            cell.fact("integral coordinate", integral);
        }
        let numbers: Vec<i64> = natural.leaves().copied().collect();
        let Some(outputs) = layout.apply(&numbers, &[]) else {
            let has_several = map.as_ref().is_some_and(|map| has_several(map, &numbers));
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
                finish(&mut cell, offset, integral);
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

/// The coordinates that a table goes over.
enum Domain {
    /// A number for each extent, nested as these are.
    Shape(Tuple<i64>),
    /// A number for each input, from these on.
    Inputs(Vec<i64>),
}

impl Domain {
    fn of(layout: &AnyLayout) -> Result<Self, DrawError> {
        let none = || DrawError::NoOffsets { layout: layout.to_string() };
        let of_cute = |cute: &CuteLayout| match cute {
            CuteLayout::Static(layout) => Ok(Domain::Shape(layout.shape().clone())),
            CuteLayout::Basis(layout) => Ok(Domain::Shape(layout.shape().clone())),
            CuteLayout::Symbolic(_) => Err(none()),
        };
        match layout {
            AnyLayout::Cute(cute) => of_cute(cute),
            AnyLayout::Composed(composed) if composed.symbols().is_empty() => {
                of_cute(composed.inner())
            }
            AnyLayout::Swizzle(_) => {
                let size = layout.size().and_then(|size| size.as_constant());
                size.map(|size| Domain::Shape(Tuple::Leaf(size))).ok_or_else(none)
            }
            AnyLayout::Linear(linear) => {
                let sizes = linear.in_dims().iter().map(Dim::size).collect();
                Ok(Domain::Shape(Tuple::of_leaves(sizes)))
            }
            AnyLayout::Relation(relation) => {
                let bounds = bounds(relation)?;
                Ok(Domain::Inputs(bounds.into_iter().map(|(begin, _)| begin).collect()))
            }
            AnyLayout::Composed(_) | AnyLayout::Tile(_) => Err(none()),
        }
    }

    /// The natural coordinate at a place, and the integral one, which a relation of several inputs does
    /// not have.
    fn coordinates(&self, row: i64, column: i64, n_rows: i64) -> (Tuple<i64>, Option<i64>) {
        match self {
            Domain::Shape(shape) => {
                let integral = row + n_rows * column;
                let digits = digits(integral, shape.leaves().copied());
                (shape.with_leaves(digits).unwrap_or(Tuple::Leaf(integral)), Some(integral))
            }
            Domain::Inputs(begins) => match begins[..] {
                // The table of one input is one row.
                [begin] => (Tuple::Leaf(begin + column), Some(begin + column)),
                _ => {
                    let numbers = begins.iter().zip([row, column]).map(|(begin, at)| begin + at);
                    (Tuple::of_leaves(numbers.collect()), None)
                }
            },
        }
    }
}

/// The bounds of the inputs of a relation, of which a table shows one or two.
fn bounds(relation: &Relation) -> Result<Vec<(i64, i64)>, DrawError> {
    let layout = || relation.to_string();
    match relation.input_bounds().len() {
        1 | 2 => relation.input_box().ok_or_else(|| DrawError::Unbounded { layout: layout() }),
        n => Err(DrawError::Inputs { layout: layout(), n }),
    }
}

/// True if a relation, which has no one offset at a coordinate, has several.
fn has_several(map: &Map, coordinate: &[i64]) -> bool {
    match map.image(&[], coordinate, 2) {
        Ok(offsets) => 1 < offsets.len(),
        Err(error) => {
            matches!(error, QuestionError::TooManyPairs { .. } | QuestionError::Unbounded)
        }
    }
}

/// The two sides of the table.
pub(super) fn axes(layout: &AnyLayout) -> Result<(Axis, Axis), DrawError> {
    let none = || DrawError::NoOffsets { layout: layout.to_string() };
    match (layout, Domain::of(layout)?) {
        (AnyLayout::Linear(linear), _) => {
            let mut sizes = linear.in_dims().iter().map(|dim| (dim.name(), dim.size()));
            let rows = sizes
                .next()
                .map_or(Axis::new("", Vec::new()), |(name, size)| Axis::new(name, vec![size]));
            let (names, levels): (Vec<&str>, Vec<i64>) = sizes.unzip();
            Ok((rows, Axis::new(&names.join(", "), levels)))
        }
        (AnyLayout::Relation(relation), _) => {
            let axis = |&(begin, end): &(i64, i64)| Axis::from_to("", begin, end);
            match &bounds(relation)?[..] {
                [only] => Ok((Axis::new("", Vec::new()), axis(only))),
                [rows, columns] => Ok((axis(rows), axis(columns))),
                _ => Err(none()),
            }
        }
        (AnyLayout::Swizzle(_), Domain::Shape(size)) => {
            let size = size.leaves().product::<i64>();
            let columns = size.min(32);
            // The rows are the slower part of a coordinate: see `panel`.
            Ok((Axis::new("", vec![columns]), Axis::new("", vec![size / columns])))
        }
        (_, Domain::Shape(shape)) => Ok(of_shape(&shape)),
        (_, Domain::Inputs(_)) => Err(none()),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calc::{Answer, Session};
    use crate::draw::to_text;

    #[track_caller]
    fn shows(line: &str, expected: &str) {
        match Session::default().run(line).unwrap().answer() {
            Some(Answer::Picture(picture)) => assert_eq!(to_text(picture, false), expected),
            answer => panic!("{answer:?}"),
        }
    }

    #[track_caller]
    fn refuses(line: &str, expected: &str) {
        assert_eq!(Session::default().run(line).unwrap_err().to_string(), expected, "{line}");
    }

    /// What a cell says is its coordinate is one of the layout, at which it has the offset of the cell.
    #[test]
    fn the_coordinate_of_a_cell_is_one_of_the_layout() {
        for (text, at, expected) in [
            ("(2,2,3):(1,2,4)", (0, 2), "(0,0,1)"),
            ("((2,2),2,(3,1)):((1,12),2,(4,0))", (3, 3), "((1,1),1,(1,0))"),
            ("(2,(2,2)):(4,(1,2))", (1, 3), "(1,(1,1))"),
            ("((2,2)):((1,2))", (1, 1), "((1,1))"),
            ("(4):(1)", (0, 3), "(3)"),
            ("4:3", (0, 3), "3"),
            ("(2,2,2,2):(8,4,2,1)", (1, 6), "(1,0,1,1)"),
            ("S<1,0,2> o 0 o (2,2,3):(1,2,4)", (0, 2), "(0,0,1)"),
            ("(2,2,3):(1@0,1@1,2@1)", (0, 2), "(0,0,1)"),
            ("S<1,0,2>", (6, 0), "6"),
            ("{a = [[1,0,0]], b = [[0,1,0]], c = [[0,0,1]]}", (1, 2), "(1,0,1)"),
            ("\"{ [i] -> [2i] : 3 <= i < 6 }\"", (0, 2), "5"),
            ("\"{ [i, j] -> [2i + j] : 3 <= i < 6 and 1 <= j < 3 }\"", (2, 1), "(5,2)"),
        ] {
            let mut session = Session::default();
            let own = match session.run(text).unwrap().answer() {
                Some(Answer::Layout(layout)) => layout.clone(),
                answer => panic!("{answer:?}"),
            };
            let picture = draw_offsets(&own, None).unwrap();
            let coordinate = |row: usize, column: usize| {
                let cell = picture.cell(0, row, column)?;
                Some((
                    cell.facts().iter().find(|(name, _)| name == "coordinate")?.1.clone(),
                    cell.text(),
                ))
            };
            assert_eq!(
                coordinate(at.0, at.1).map(|own| own.0).as_deref(),
                Some(expected),
                "{text}"
            );
            let mut n_cells = 0;
            for (row, column) in (0..8).flat_map(|row| (0..16).map(move |column| (row, column))) {
                let Some((coordinate, offset)) = coordinate(row, column) else { continue };
                let line = format!("apply({text}, {coordinate})");
                let reply = session.run(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
                assert_eq!(reply.answer().unwrap().to_string(), offset, "{line}");
                assert!(reply.notes().is_empty(), "{line}");
                n_cells += 1;
            }
            assert!(2 < n_cells, "{text}");
        }
    }

    #[test]
    fn a_relation_is_drawn_from_its_first_coordinate() {
        shows(
            "draw(\"{ [i] -> [2i] : 3 <= i < 6 }\")",
            "{ [i] -> [2i] : 3 <= i < 6 }\n 3  4  5\n 6  8 10\n",
        );
        shows(
            "draw(\"{ [i, j] -> [2i + j] : -1 <= i < 1 and 5 <= j < 7 }\", 6)",
            "{ [i, j] -> [2i + j] : -1 <= i < 1 and 5 <= j < 7 }\n    5  6\n-1  3  4\n 0  5 6!\n\
             !: outside a buffer of 6 elements\n",
        );
        refuses(
            "draw(\"{ [i] -> [2i] : 3 <= i < 1000 }\")",
            "a table of 1 by 997 cells is too large to read: at most 128 by 128 and 4096 cells are drawn, of \
             which a slice or a tile may be some",
        );
    }

    /// A buffer is not forgotten where the picture cannot show it.
    #[test]
    fn a_buffer_is_marked_or_refused() {
        refuses(
            "draw({lane = [[1],[2]], warp = [[4]]}, 5)",
            "nothing can be marked as outside a buffer of 5 elements: the picture of {lane = [[1],[2]], warp = \
             [[4]]} shows who holds what, not offsets",
        );
        refuses(
            "draw((2,2):(1@0,1@1), 1)",
            "nothing can be marked as outside a buffer of 1 elements: the picture of (2,2):(1@0,1@1) shows \
             coordinates, not offsets",
        );
        refuses(
            "draw(S<1,0,1>, 1)",
            "nothing can be marked as outside a buffer of 1 elements: the picture of S<1,0,1> shows where chunks \
             go, not offsets",
        );
        refuses(
            "draw(S<1,1,1> o 0 o (8,1024):(1024,1), 12)",
            "a table of 8 by 1024 cells is too large to read: at most 128 by 128 and 4096 cells are drawn, of \
             which a slice or a tile may be some",
        );
    }
}
