//! The pattern of a swizzle.

use super::error::DrawError;
use super::look::Look;
use super::picture::{Axis, CLASSES, Cell, Panel, Picture};
use layout_math::cute::Swizzle;

/// The pattern of `S<B,M,S>`: a table of 2^B by 2^B chunks, each of 2^M elements.
///
/// The row is the field of an offset that is read, the column the field that is changed. The cell says
/// to which column the chunk goes. In each column every number occurs once: chunks that were in one
/// column of memory, and so in the same banks, are in different ones afterwards.
///
/// # Errors
///
/// More than 2^6 rows.
///
/// ```
/// use layout_tools::draw::draw_swizzle;
///
/// let picture = draw_swizzle("S<2,0,3>".parse()?)?;
/// let row = |row: usize| (0..4).map(move |column| (row, column));
/// let texts: Vec<&str> = row(1).map(|(r, c)| picture.cell(0, r, c).unwrap().text()).collect();
/// assert_eq!(texts, ["1", "0", "3", "2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_swizzle(swizzle: Swizzle) -> Result<Picture, DrawError> {
    let (bits, base, shift) = (swizzle.bits(), swizzle.base(), swizzle.shift());
    let n = 1_i64 << bits;
    if 6 < bits {
        return Err(DrawError::TooLarge { rows: n, columns: n });
    }
    let (changed, read) = if 0 <= shift { (base, base + shift) } else { (base - shift, base) };
    let rows = Axis::new(&format!("bits {}", span(read, bits)), vec![n]);
    let columns = Axis::new(&format!("bits {}", span(changed, bits)), vec![n]);
    let chunk = 1_i64 << base.min(62);
    let caption = match base {
        0 => format!("{swizzle}: where each offset goes"),
        _ => format!("{swizzle}: where each chunk of {chunk} elements goes"),
    };
    let panel = Panel::new(caption, rows, columns, |row, column| {
        let offset = (row << read) | (column << changed);
        let result = swizzle.apply(offset);
        let place = (result >> changed) & (n - 1);
        let mut cell = Cell {
            text: place.to_string(),
            class: Some(place.rem_euclid(CLASSES) as u8),
            ..Cell::default()
        };
        cell.fact("offset", offset);
        cell.fact("bits", format!("{offset:b}"));
        cell.fact("goes to", result);
        cell.fact("bits there", format!("{result:b}"));
        cell
    })?;
    let legend = vec![
        format!("row: bits {} of an offset, which are read", span(read, bits)),
        format!("column: bits {}, which are changed; cell: what they become", span(changed, bits)),
    ];
    Ok(Picture {
        title: swizzle.to_string(),
        panels: vec![panel],
        key: None,
        legend,
        look: Look::default(),
    })
}

/// The numbers of bits, the highest first.
fn span(from: i64, bits: i64) -> String {
    match bits {
        0 => "none".to_owned(),
        1 => from.to_string(),
        _ => format!("{}..{from}", from + bits - 1),
    }
}
