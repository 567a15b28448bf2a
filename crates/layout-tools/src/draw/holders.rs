//! Who holds which element: thread-value pictures.

use std::collections::HashMap;

use super::error::DrawError;
use super::look::Look;
use super::picture::{Axis, Cell, Key, Panel, Picture, classes_for, shortened};
use layout_math::algebra::AnyLayout;
use layout_math::cute::{CuteLayout, Tuple};
use layout_math::linear::LinearLayout;
use layout_math::point::digits;

/// So many coordinates are walked over.
const MOST_HOLDERS: i64 = 1 << 16;

/// The elements of a tile, each with the thread and value that hold it.
///
/// A CuTe layout goes from (thread, value) to the element's offset in the tile, counted down the
/// columns of the table; `shape` is the tile's shape, of which mode 0 goes down, and without it the
/// tile is one row. A linear layout goes from `register`, `lane`, `warp` to the dims of a tensor, the
/// first of which goes down; it has its own shape.
///
/// # Errors
///
/// Offsets outside the tile, other layouts, and more cells than anyone could read.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind};
/// use layout_tools::draw::draw_holders;
///
/// let layout = AnyLayout::parse(Kind::Cute, "((2,4),2):((8,1),4)")?;
/// let picture = draw_holders(&layout, Some(&"(4,4)".parse()?))?;
/// assert_eq!(picture.cell(0, 1, 3).unwrap().text(), "T3V1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_holders(layout: &AnyLayout, shape: Option<&Tuple<i64>>) -> Result<Picture, DrawError> {
    match layout {
        AnyLayout::Linear(linear) => of_linear(linear),
        AnyLayout::Cute(CuteLayout::Static(cute)) if cute.rank() == 2 => {
            let threads = cute.modes().next().map_or(1, |mode| mode.size());
            of_numbers(layout, cute.size(), threads, cute.cosize(), shape)
        }
        AnyLayout::Composed(composed) => match composed.inner() {
            CuteLayout::Static(inner) if inner.rank() == 2 => {
                let threads = inner.modes().next().map_or(1, |mode| mode.size());
                let size = inner.size();
                let cosize = layout.cosize().unwrap_or(i64::MAX);
                of_numbers(layout, size, threads, cosize, shape)
            }
            _ => Err(wanted(layout)),
        },
        _ => Err(wanted(layout)),
    }
}

fn wanted(layout: &AnyLayout) -> DrawError {
    let wanted = "layout from (thread, value) to the elements of a tile";
    DrawError::Kind { layout: layout.to_string(), wanted }
}

/// Who holds each element, what is called a thread, and what the letters of a short name mean.
struct Holders {
    of: HashMap<i64, Vec<Holder>>,
    thread: String,
    /// How many threads there are.
    threads: i64,
    letters: String,
}

/// Who holds an element: how a cell calls it, what it is in words, and its thread.
struct Holder {
    short: String,
    long: String,
    thread: i64,
}

fn of_numbers(
    layout: &AnyLayout,
    size: i64,
    threads: i64,
    cosize: i64,
    shape: Option<&Tuple<i64>>,
) -> Result<Picture, DrawError> {
    check(layout, size)?;
    let leaves = |tuple: &Tuple<i64>| tuple.leaves().copied().collect::<Vec<_>>();
    let (rows, columns) = match shape.map(Tuple::modes) {
        None | Some([]) => (Vec::new(), vec![cosize]),
        Some([only]) => (Vec::new(), leaves(only)),
        Some([first, rest @ ..]) => (leaves(first), rest.iter().flat_map(leaves).collect()),
    };
    let extents = || rows.iter().chain(&columns);
    if let Some(&extent) = extents().find(|extent| **extent < 1) {
        return Err(DrawError::Extent { extent });
    }
    let tile = extents().try_fold(1_i64, |size, &extent| size.checked_mul(extent));
    let tile = tile.ok_or(DrawError::TooLarge { rows: i64::MAX, columns: i64::MAX })?;
    let mut holders: HashMap<i64, Vec<Holder>> = HashMap::new();
    for coordinate in 0..size {
        let (thread, value) = (coordinate % threads, coordinate / threads);
        let offset = layout.apply(&[coordinate], &[]).and_then(|parts| parts.first().copied());
        let Some(offset) = offset else { return Err(wanted(layout)) };
        if !(0..tile).contains(&offset) {
            let layout = layout.to_string();
            return Err(DrawError::OutsideTile { layout, offset, size: tile });
        }
        let short = format!("T{thread}V{value}");
        let long = format!("thread {thread}, value {value}");
        holders.entry(offset).or_default().push(Holder { short, long, thread });
    }
    let title = match shape {
        Some(shape) => format!("{layout} in a tile {shape}"),
        None => layout.to_string(),
    };
    let (rows, columns) = (Axis::new("", rows), Axis::new("", columns));
    let n_rows: i64 = rows.levels.iter().product();
    let holders = Holders {
        of: holders,
        thread: "thread".to_owned(),
        threads,
        letters: "T: thread, V: value".to_owned(),
    };
    table(title, rows, columns, &holders, |row, column| row + n_rows * column)
}

fn of_linear(linear: &LinearLayout) -> Result<Picture, DrawError> {
    let layout = AnyLayout::Linear(linear.clone());
    check(&layout, linear.size())?;
    let outs = linear.out_dims();
    let axis = |position: usize| {
        let dim = outs.get(position);
        dim.map_or(Axis::new("", Vec::new()), |dim| Axis::new(dim.name(), vec![dim.size()]))
    };
    let (rows, columns) = match outs.len() {
        1 => (axis(1), axis(0)),
        2 => (axis(0), axis(1)),
        n => return Err(DrawError::Dims { layout: layout.to_string(), n }),
    };
    let n_rows: i64 = rows.levels.iter().product();
    let dims: Vec<(String, i64)> =
        linear.in_dims().iter().map(|dim| (dim.name().to_owned(), dim.size())).collect();
    let mut holders: HashMap<i64, Vec<Holder>> = HashMap::new();
    for coordinate in 0..linear.size() {
        let numbers: Vec<i64> = digits(coordinate, dims.iter().map(|(_, size)| *size)).collect();
        let names = dims.iter().map(|(name, _)| name.clone());
        let place: Vec<(String, i64)> = names.zip(numbers.iter().copied()).collect();
        let Ok(values) = linear.apply(&numbers) else { return Err(wanted(&layout)) };
        let element = match values[..] {
            [row, column] => row + n_rows * column,
            _ => values.first().copied().unwrap_or(0),
        };
        holders.entry(element).or_default().push(holder(&place, &dims));
    }
    let letter = |(name, _): &(String, i64)| format!("{}: {name}", first_letter(name));
    let thread = dims.iter().find(|(name, _)| name == "lane").or(dims.first());
    let holders = Holders {
        of: holders,
        thread: thread.map(|(name, _)| name.clone()).unwrap_or_default(),
        threads: thread.map_or(1, |(_, size)| *size),
        letters: telling(&dims).map(|(_, dim)| letter(dim)).collect::<Vec<_>>().join(", "),
    };
    table(layout.to_string(), rows, columns, &holders, |row, column| row + n_rows * column)
}

/// The dims that say something, the slowest first, with their positions.
fn telling(dims: &[(String, i64)]) -> impl Iterator<Item = (usize, &(String, i64))> {
    dims.iter().enumerate().rev().filter(|(_, (_, size))| *size != 1)
}

/// A capital, because a small l looks like 1.
fn first_letter(name: &str) -> char {
    name.chars().next().unwrap_or('_').to_ascii_uppercase()
}

/// The slowest dims come first: `W1 L3 R0`. Dims of size 1 say nothing.
fn holder(place: &[(String, i64)], dims: &[(String, i64)]) -> Holder {
    let telling = || telling(dims).filter_map(|(position, _)| place.get(position));
    let short = |(name, number): &(String, i64)| format!("{}{number}", first_letter(name));
    let long = |(name, number): &(String, i64)| format!("{name} {number}");
    let thread = place.iter().find(|(name, _)| name == "lane").or(place.first());
    Holder {
        short: telling().map(short).collect::<Vec<_>>().join(" "),
        long: telling().map(long).collect::<Vec<_>>().join(", "),
        thread: thread.map_or(0, |(_, number)| *number),
    }
}

fn check(layout: &AnyLayout, size: i64) -> Result<(), DrawError> {
    match size <= MOST_HOLDERS {
        true => Ok(()),
        false => Err(DrawError::TooMany { what: layout.to_string(), size }),
    }
}

fn table(
    title: String,
    rows: Axis,
    columns: Axis,
    holders: &Holders,
    element: impl Fn(i64, i64) -> i64,
) -> Result<Picture, DrawError> {
    let names = (rows.clone(), columns.clone());
    let mut are_several = false;
    let classes = classes_for(holders.threads);
    let panel = Panel::new(shortened(&title), rows, columns, |row, column| {
        let offset = element(row, column);
        let mut cell = Cell::default();
        cell.fact(
            "element",
            format!("({},{})", names.0.coordinate(row), names.1.coordinate(column)),
        );
        cell.fact("offset", offset);
        let Some((first, others)) = holders.of.get(&offset).and_then(|all| all.split_first())
        else {
            cell.fact("held by", "nobody");
            return cell;
        };
        cell.text = first.short.clone();
        if !others.is_empty() {
            cell.text.push_str(&format!(" +{}", others.len()));
            are_several = true;
        }
        cell.class = Some(first.thread.rem_euclid(classes) as u8);
        for holder in std::iter::once(first).chain(others).take(8) {
            cell.fact("held by", &holder.long);
        }
        if 8 < 1 + others.len() {
            cell.fact("held by", format!("{} more", others.len() - 7));
        }
        cell
    })?;
    let what = match holders.threads <= classes {
        true => holders.thread.clone(),
        false => format!("{} mod {classes}", holders.thread),
    };
    let key = Some(Key::of_remainders(what, classes));
    let mut legend = vec![holders.letters.clone()];
    legend.retain(|line| !line.is_empty());
    if are_several {
        legend.push("+1: so many others hold a copy".to_owned());
    }
    Ok(Picture { title, panels: vec![panel], key, legend, look: Look::default() })
}
