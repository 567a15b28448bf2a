//! Pictures as SVG.

use svg::Document;
use svg::node::Text as Content;
use svg::node::element::{Definitions, Group, Line, Path, Pattern, Rectangle, Style, Text, Title};

use super::geometry::{HEIGHT, Label, Page, Table};
use super::picture::{Cell, Mark, Picture};
use super::style::{FILLS, HATCHES};

const STYLE: &str = "text{font:12px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;\
    text-anchor:middle;dominant-baseline:central;fill:#000}\
    .caption{font-weight:bold;text-anchor:start}.legend{text-anchor:start}.label{fill:#444}\
    .halo{stroke:#fff;stroke-width:3px;stroke-opacity:.8;paint-order:stroke;stroke-linejoin:round}";

/// The picture as an SVG document, without anything from outside it.
///
/// Every colour has a hatch of its own, so that a print in black and white says the same. A cell has a
/// title that a browser shows over it.
///
/// ```
/// use layout::algebra::{AnyLayout, Kind};
/// use layout::draw::{draw_offsets, to_svg};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,8):(8,1)")?;
/// let svg = to_svg(&draw_offsets(&layout, None)?);
/// assert_eq!(svg.matches("class=\"cell\"").count(), 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_svg(picture: &Picture) -> String {
    let page = Page::new(picture);
    let background =
        Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "#fff");
    let mut document = Document::new()
        .set("viewBox", format!("0 0 {:.0} {:.0}", page.width, page.height))
        .set("width", format!("{:.0}", page.width))
        .set("height", format!("{:.0}", page.height))
        .add(Title::new(picture.title.clone()))
        .add(Style::new(STYLE))
        .add(patterns())
        .add(background);
    let mut number = 0;
    for table in &page.tables {
        document = document.add(drawn(table, &mut number));
    }
    let (x, y) = page.legend;
    for (position, line) in picture.legend.iter().enumerate() {
        let y = y + HEIGHT * (position as f64 + 0.5);
        document = document.add(text("legend", line, x, y));
    }
    document.to_string() + "\n"
}

fn patterns() -> Definitions {
    let mut definitions = Definitions::new();
    for (class, hatch) in HATCHES.iter().enumerate().filter(|(_, hatch)| !hatch.is_empty()) {
        let is_dots = class + 1 == HATCHES.len();
        let path = Path::new()
            .set("d", *hatch)
            .set("fill", "none")
            .set("stroke", "#000")
            .set("stroke-opacity", "0.3")
            .set("stroke-linecap", if is_dots { "round" } else { "square" })
            .set("stroke-width", if is_dots { "2" } else { "0.8" });
        let pattern = Pattern::new()
            .set("id", format!("h{class}"))
            .set("width", 8)
            .set("height", 8)
            .set("patternUnits", "userSpaceOnUse")
            .add(path);
        definitions = definitions.add(pattern);
    }
    definitions
}

fn drawn(table: &Table<'_>, number: &mut usize) -> Group {
    let mut group = Group::new();
    if !table.panel.caption.is_empty() {
        group = group.add(text("caption", &table.panel.caption, table.x, table.y + HEIGHT / 2.0));
    }
    for Label { text: label, x, y, line } in table.labels() {
        group = group.add(text("label", &label, x, y));
        if let Some((x1, y1, x2, y2)) = line {
            group = group.add(stroke(x1, y1, x2, y2, "#888", 1.0));
        }
    }
    // What is marked comes last, above the borders of its neighbours.
    let mut marked = Vec::new();
    for (row, cells) in table.panel.by_row().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let drawn = drawn_cell(table, cell, row, column, *number);
            *number += 1;
            match cell.mark {
                None => group = group.add(drawn),
                Some(_) => marked.push(drawn),
            }
        }
    }
    marked.into_iter().fold(group, Group::add)
}

fn drawn_cell(table: &Table<'_>, cell: &Cell, row: usize, column: usize, number: usize) -> Group {
    let (x, y) = table.corner(row, column);
    let (width, height) = (table.cell_width, HEIGHT);
    let class = usize::from(cell.class.unwrap_or(0) % 8);
    let frame = || {
        Rectangle::new()
            .set("x", rounded(x))
            .set("y", rounded(y))
            .set("width", rounded(width))
            .set("height", height)
    };
    let facts: Vec<String> =
        cell.facts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let mut group = Group::new()
        .set("class", "cell")
        .set("id", format!("c{number}"))
        .add(Title::new(facts.join("\n")))
        .add(frame().set("fill", FILLS[class]));
    if !HATCHES[class].is_empty() {
        group = group.add(frame().set("fill", format!("url(#h{class})")));
    }
    group = match cell.mark {
        Some(Mark::OutOfBounds) => group
            .add(stroke(x, y, x + width, y + height, "#000", 1.2))
            .add(stroke(x, y + height, x + width, y, "#000", 1.2))
            .add(frame().set("fill", "none").set("stroke", "#000").set("stroke-width", 1.6)),
        Some(Mark::Wrong) => group.add(
            Rectangle::new()
                .set("x", rounded(x + 1.0))
                .set("y", rounded(y + 1.0))
                .set("width", rounded(width - 2.0))
                .set("height", height - 2.0)
                .set("fill", "none")
                .set("stroke", "#000")
                .set("stroke-width", 3),
        ),
        None => group.add(frame().set("fill", "none").set("stroke", "#666")),
    };
    if cell.text.is_empty() {
        return group;
    }
    let content = text("halo", &cell.text, x + width / 2.0, y + height / 2.0);
    group.add(content)
}

fn text(class: &str, content: &str, x: f64, y: f64) -> Text {
    let mut text = Text::new("").set("x", rounded(x)).set("y", rounded(y)).set("class", class);
    svg::Node::append(&mut text, Content::new(content));
    text
}

fn stroke(x1: f64, y1: f64, x2: f64, y2: f64, colour: &str, width: f64) -> Line {
    Line::new()
        .set("x1", rounded(x1))
        .set("y1", rounded(y1))
        .set("x2", rounded(x2))
        .set("y2", rounded(y2))
        .set("stroke", colour)
        .set("stroke-width", width)
}

/// One digit after the point is enough.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
