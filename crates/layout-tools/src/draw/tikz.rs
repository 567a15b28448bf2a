//! Pictures for LaTeX.

use std::collections::BTreeSet;

use super::geometry::{HEIGHT, Label, Page, PlacedTable, Swatch};
use super::look::Look;
use super::picture::{Cell, Mark, Picture};
use super::style::{TIKZ_HATCHES, fill, hatch};

/// The picture as a `tikzpicture`, which needs `\usetikzlibrary{patterns}`.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind};
/// use layout_tools::draw::{draw_offsets, to_tikz};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,8):(8,1)")?;
/// let tikz = to_tikz(&draw_offsets(&layout, None)?);
/// assert!(tikz.starts_with("% (4,8):(8,1)\n% needs \\usepackage{tikz} and \\usetikzlibrary{patterns}\n"));
/// // Two for each cell, a hatch for all but one of eight, and the key of the eight colors.
/// assert_eq!(tikz.matches("rectangle").count(), 2 * 32 + 28 + (2 * 8 + 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_tikz(picture: &Picture) -> String {
    let page = Page::new(picture);
    let look = &picture.look;
    let scale = match look.scale {
        100 => String::new(),
        percent => format!(",scale={},transform shape", f64::from(percent) / 100.0),
    };
    let mut lines = vec![
        format!("% {}", picture.title),
        "% needs \\usepackage{tikz} and \\usetikzlibrary{patterns}".to_owned(),
        format!("\\begin{{tikzpicture}}[x=0.75pt,y=-0.75pt,font=\\ttfamily\\scriptsize{scale}]"),
    ];
    for class in classes(picture) {
        let fill = fill(if look.has_colors { class } else { 0 });
        lines.push(format!(
            "\\definecolor{{layout{class}}}{{HTML}}{{{}}}",
            fill[1..].to_uppercase()
        ));
    }
    for table in &page.tables {
        draw(&mut lines, table, look);
    }
    for Swatch { class, label, x, y, width } in &page.swatches {
        let cell = Cell { text: label.clone(), class: Some(*class), ..Cell::default() };
        draw_cell(&mut lines, &cell, look, (*x, *y), *width);
    }
    for (line, x, y) in &page.legend {
        lines.push(node(*x, *y, "anchor=west", line));
    }
    lines.push("\\end{tikzpicture}".to_owned());
    lines.join("\n") + "\n"
}

/// The classes that occur, white among them.
fn classes(picture: &Picture) -> BTreeSet<u8> {
    let cells = picture.panels.iter().flat_map(|panel| &panel.cells);
    let keyed = picture.used_key().into_iter().flat_map(|key| key.classes);
    let used = cells.filter_map(|cell| cell.class).chain(keyed.map(|(class, _)| class));
    used.chain([0]).collect()
}

fn draw(lines: &mut Vec<String>, table: &PlacedTable<'_>, look: &Look) {
    if !table.panel.caption.is_empty() {
        let y = table.y + HEIGHT / 2.0;
        lines.push(node(
            table.x,
            y,
            "anchor=west,font=\\ttfamily\\scriptsize\\bfseries",
            &table.panel.caption,
        ));
    }
    for Label { text, x, y, line } in table.labels() {
        lines.push(node(x, y, "gray", &text));
        if let Some((x1, y1, x2, y2)) = line {
            lines.push(format!("\\draw[gray] ({x1:.1},{y1:.1}) -- ({x2:.1},{y2:.1});"));
        }
    }
    // What is marked comes last, above the borders of its neighbors.
    let mut marked = Vec::new();
    for (row, cells) in table.panel.by_row().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let lines = if cell.mark.is_some() { &mut marked } else { &mut *lines };
            draw_cell(lines, cell, look, table.corner(row, column), table.cell_width);
        }
    }
    lines.append(&mut marked);
}

fn draw_cell(lines: &mut Vec<String>, cell: &Cell, look: &Look, (x, y): (f64, f64), width: f64) {
    let (right, bottom) = (x + width, y + HEIGHT);
    let frame = format!("({x:.1},{y:.1}) rectangle ({right:.1},{bottom:.1})");
    let class = cell.class.unwrap_or(0);
    lines.push(format!("\\path[fill=layout{class}] {frame};"));
    let hatch = TIKZ_HATCHES[hatch(class)];
    if !hatch.is_empty() && look.has_hatches {
        lines.push(format!("\\path[pattern={hatch},pattern color=black!45] {frame};"));
    }
    if cell.mark == Some(Mark::OutOfBounds) {
        lines.push(format!(
            "\\draw ({x:.1},{y:.1}) -- ({right:.1},{bottom:.1}) ({x:.1},{bottom:.1}) -- \
             ({right:.1},{y:.1});"
        ));
    }
    lines.push(match cell.mark {
        Some(Mark::Wrong) => format!("\\draw[line width=1.5pt] {frame};"),
        Some(Mark::OutOfBounds) => format!("\\draw[thick] {frame};"),
        None => format!("\\draw[gray] {frame};"),
    });
    if !cell.text.is_empty() {
        // The text stands on its color, without the hatch.
        let options = format!("fill=layout{class},inner sep=0.7pt");
        lines.push(node((x + right) / 2.0, (y + bottom) / 2.0, &options, &cell.text));
    }
}

fn node(x: f64, y: f64, options: &str, text: &str) -> String {
    format!("\\node[inner sep=0pt,{options}] at ({x:.1},{y:.1}) {{{}}};", escaped(text))
}

/// The text with the characters spelled out that mean something to LaTeX.
fn escaped(text: &str) -> String {
    let mut result = String::new();
    for c in text.chars() {
        match c {
            '\\' => result.push_str("\\textbackslash{}"),
            '{' | '}' | '%' | '#' | '&' | '_' | '$' => {
                result.push('\\');
                result.push(c);
            }
            '^' => result.push_str("\\^{}"),
            '~' => result.push_str("\\~{}"),
            _ => result.push(c),
        }
    }
    result
}
