//! Pictures for a terminal.

use super::picture::{Cell, Mark, Panel, Picture};
use super::style::background;

/// Tables stand side by side as long as they fit in so many characters.
const WIDTH: usize = 120;

/// The picture as text, with ANSI colors if the terminal has them.
///
/// A cell outside the buffer has a `!` after it, a wrong one a `*`.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind};
/// use layout_tools::draw::{draw_offsets, to_text};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(2,(2,2)):(4,(1,2))")?;
/// assert_eq!(
///     to_text(&draw_offsets(&layout, None)?, false),
///     "\
/// (2,(2,2)):(4,(1,2))
///    0   1
///   0 1 0 1
/// 0 0 1 2 3
/// 1 4 5 6 7
/// "
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_text(picture: &Picture, has_colors: bool) -> String {
    let has_colors = has_colors && picture.look.has_colors;
    let mut text = String::new();
    let mut say = |line: &str| {
        text.push_str(line.trim_end());
        text.push('\n');
    };
    if picture.panels.first().is_none_or(|panel| panel.caption != picture.title) {
        say(&picture.title);
    }
    let blocks: Vec<Block> = picture.panels.iter().map(|panel| block(panel, has_colors)).collect();
    let mut rest = &blocks[..];
    while let Some(first) = rest.first() {
        let mut width = first.width;
        let mut n = 1;
        let fits = |width: usize| width <= WIDTH && !picture.look.is_stacked();
        while let Some(next) = rest.get(n).filter(|next| fits(width + 4 + next.width)) {
            width += 4 + next.width;
            n += 1;
        }
        let (beside, later) = rest.split_at(n);
        let height = beside.iter().map(|block| block.lines.len()).max().unwrap_or(0);
        for line in 0..height {
            let mut joined = String::new();
            for (position, block) in beside.iter().enumerate() {
                if position != 0 {
                    joined.push_str("    ");
                }
                let (text, width) = block.lines.get(line).map_or(("", 0), |l| (&l.0[..], l.1));
                joined.push_str(text);
                joined.push_str(&" ".repeat(block.width - width));
            }
            say(&joined);
        }
        if !later.is_empty() {
            say("");
        }
        rest = later;
    }
    if let Some(key) = picture.used_key().filter(|_| has_colors) {
        let painted = |(class, label): &(u8, String)| painted(*class, &format!(" {label} "));
        let swatches: String = key.classes.iter().map(painted).collect();
        say(&format!("{swatches} {}", key.what));
    }
    for line in &picture.legend {
        say(&spoken(line));
    }
    text
}

/// The text on the color of a class.
fn painted(class: u8, text: &str) -> String {
    format!("\x1b[30;48;5;{}m{text}\x1b[0m", background(class))
}

/// The legend in the signs of a terminal.
fn spoken(line: &str) -> String {
    line.replace("crossed out", "!").replace("thick border", "*")
}

/// Lines with their widths on the screen.
struct Block {
    width: usize,
    lines: Vec<(String, usize)>,
}

fn block(panel: &Panel, has_colors: bool) -> Block {
    let row_headings = panel.rows.headings();
    let column_headings = panel.columns.headings();
    let shown = |cell: &Cell| match cell.mark {
        Some(Mark::OutOfBounds) => format!("{}!", cell.text),
        Some(Mark::Wrong) => format!("{}*", cell.text),
        None => cell.text.clone(),
    };
    let widest = panel.cells.iter().map(|cell| shown(cell).chars().count()).max().unwrap_or(1);
    let fastest = column_headings.last().into_iter().flat_map(|(_, labels)| labels);
    let widest = fastest.map(|label| label.len()).chain([widest]).max().unwrap_or(1);
    let indents: Vec<usize> = row_headings
        .iter()
        .map(|(_, labels)| labels.iter().map(String::len).max().unwrap_or(0))
        .collect();
    let indent = indents.iter().map(|width| width + 1).sum::<usize>();
    let mut lines = Vec::new();
    let mut add = |line: String, hidden: usize| {
        let width = line.chars().count() - hidden;
        lines.push((line, width));
    };
    if !panel.caption.is_empty() {
        add(panel.caption.clone(), 0);
    }
    for (span, labels) in &column_headings {
        let mut line = " ".repeat(indent);
        for label in labels {
            let width = span * (widest + 1);
            line.push_str(&match span {
                1 => format!("{label:>widest$} "),
                _ => format!("{label:^width$}"),
            });
        }
        add(line.trim_end().to_owned(), 0);
    }
    for (row, cells) in panel.by_row().enumerate() {
        let mut line = String::new();
        for ((span, labels), width) in row_headings.iter().zip(&indents) {
            // A label of several rows stands at the first of them.
            let label = if row % span == 0 { labels.get(row / span) } else { None };
            line.push_str(&format!("{:>width$} ", label.map_or("", String::as_str)));
        }
        let mut hidden = 0;
        for cell in cells {
            let text = format!("{:>widest$} ", shown(cell));
            match cell.class.filter(|_| has_colors) {
                Some(class) => {
                    let painted = painted(class, &text);
                    hidden += painted.len() - text.len();
                    line.push_str(&painted);
                }
                None => line.push_str(&text),
            }
        }
        add(line, hidden);
    }
    Block { width: lines.iter().map(|line| line.1).max().unwrap_or(0), lines }
}
