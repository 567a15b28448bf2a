//! Pictures as SVG.

use svg::Document;
use svg::node::Text as Content;
use svg::node::element::{Definitions, Group, Line, Path, Pattern, Rectangle, Style, Text, Title};

use super::geometry::{HEIGHT, Label, Page, PlacedTable, Swatch, text_width};
use super::look::Look;
use super::picture::{Cell, Mark, Picture};
use super::style::{HATCHES, fill, hatch};

const STYLE: &str = "text{font:12px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;\
    text-anchor:middle;fill:#000}\
    .caption{font-weight:bold;text-anchor:start}.legend{text-anchor:start}.label{fill:#444}";

/// The picture as an SVG document, without anything from outside it.
///
/// Every color has a hatch of its own, so that a print in black and white says the same. A cell has a
/// title that a browser shows over it.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind};
/// use layout_tools::draw::{draw_offsets, to_svg};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,8):(8,1)")?;
/// let svg = to_svg(&draw_offsets(&layout, None)?);
/// assert_eq!(svg.matches("class=\"cell\"").count(), 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_svg(picture: &Picture) -> String {
    let page = Page::new(picture);
    let look = &picture.look;
    let scale = f64::from(look.scale) / 100.0;
    let background =
        Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "#fff");
    let mut document = Document::new()
        .set("viewBox", format!("0 0 {:.0} {:.0}", page.width, page.height))
        .set("width", format!("{:.0}", page.width * scale))
        .set("height", format!("{:.0}", page.height * scale))
        .add(Title::new(picture.title.clone()))
        .add(Style::new(STYLE))
        .add(patterns())
        .add(background);
    let mut number = 0;
    for table in &page.tables {
        document = document.add(drawn(table, look, &mut number));
    }
    for swatch in &page.swatches {
        document = document.add(drawn_swatch(swatch, look));
    }
    for (line, x, y) in &page.legend {
        document = document.add(text("legend", line, *x, *y));
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

fn drawn(table: &PlacedTable<'_>, look: &Look, number: &mut usize) -> Group {
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
    // What is marked comes last, above the borders of its neighbors.
    let mut marked = Vec::new();
    for (row, cells) in table.panel.by_row().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let drawn = drawn_cell(table, cell, look, (row, column), *number);
            *number += 1;
            match cell.mark {
                None => group = group.add(drawn),
                Some(_) => marked.push(drawn),
            }
        }
    }
    marked.into_iter().fold(group, Group::add)
}

fn drawn_cell(
    table: &PlacedTable<'_>,
    cell: &Cell,
    look: &Look,
    (row, column): (usize, usize),
    number: usize,
) -> Group {
    let (x, y) = table.corner(row, column);
    let (width, height) = (table.cell_width, HEIGHT);
    let class = cell.class.unwrap_or(0);
    let frame = || frame(x, y, width);
    let facts: Vec<String> =
        cell.facts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let mut group = Group::new()
        .set("class", "cell")
        .set("id", format!("c{number}"))
        .add(Title::new(facts.join("\n")));
    group = filled(group, class, look, frame);
    let middle = (x + width / 2.0, y + height / 2.0);
    if cell.mark == Some(Mark::OutOfBounds) {
        let (right, bottom) = (x + width, y + height);
        group = group.add(stroke(x, y, right, bottom, "#000", 1.2));
        group = group.add(stroke(x, bottom, right, y, "#000", 1.2));
    }
    group = inscribed(group, &cell.text, class, look, middle);
    // The frame is the last rectangle; pages copy it.
    group.add(match cell.mark {
        Some(Mark::OutOfBounds) => outline(frame(), "#000").set("stroke-width", 1.6),
        Some(Mark::Wrong) => outline(
            Rectangle::new()
                .set("x", rounded(x + 1.0))
                .set("y", rounded(y + 1.0))
                .set("width", rounded(width - 2.0))
                .set("height", height - 2.0),
            "#000",
        )
        .set("stroke-width", 3),
        None => outline(frame(), "#666"),
    })
}

/// A color of the key, which is not one of the cells.
fn drawn_swatch(swatch: &Swatch, look: &Look) -> Group {
    let class = swatch.class;
    let frame = || frame(swatch.x, swatch.y, swatch.width);
    let middle = (swatch.x + swatch.width / 2.0, swatch.y + HEIGHT / 2.0);
    let group = filled(Group::new(), class, look, frame);
    inscribed(group, &swatch.label, class, look, middle).add(outline(frame(), "#666"))
}

fn frame(x: f64, y: f64, width: f64) -> Rectangle {
    Rectangle::new()
        .set("x", rounded(x))
        .set("y", rounded(y))
        .set("width", rounded(width))
        .set("height", HEIGHT)
}

/// The color and the hatch of a class.
fn filled(group: Group, class: u8, look: &Look, frame: impl Fn() -> Rectangle) -> Group {
    let group = group.add(frame().set("fill", ground(class, look)));
    let hatch = hatch(class);
    match HATCHES[hatch].is_empty() || !look.has_hatches {
        true => group,
        false => group.add(frame().set("fill", format!("url(#h{hatch})"))),
    }
}

/// The color of a class.
fn ground(class: u8, look: &Look) -> String {
    fill(if look.has_colors { class } else { 0 })
}

/// The text of a cell, which stands on its color without hatch and cross.
fn inscribed(group: Group, content: &str, class: u8, look: &Look, (x, y): (f64, f64)) -> Group {
    if content.is_empty() {
        return group;
    }
    let (width, height) = (text_width(content) + 1.0, 14.0);
    let ground = Rectangle::new()
        .set("x", rounded(x - width / 2.0))
        .set("y", rounded(y - height / 2.0))
        .set("width", rounded(width))
        .set("height", height)
        .set("fill", ground(class, look));
    group.add(ground).add(text("inside", content, x, y))
}

fn outline(frame: Rectangle, color: &str) -> Rectangle {
    frame.set("fill", "none").set("stroke", color)
}

fn text(class: &str, content: &str, x: f64, y: f64) -> Text {
    // The middle of a capital is a third of the size above the line. That is what all renderers know;
    // `dominant-baseline` is not.
    let mut text = Text::new("").set("x", rounded(x)).set("y", rounded(y)).set("dy", "0.35em");
    if !class.is_empty() {
        text = text.set("class", class);
    }
    svg::Node::append(&mut text, Content::new(content));
    text
}

fn stroke(x1: f64, y1: f64, x2: f64, y2: f64, color: &str, width: f64) -> Line {
    Line::new()
        .set("x1", rounded(x1))
        .set("y1", rounded(y1))
        .set("x2", rounded(x2))
        .set("y2", rounded(y2))
        .set("stroke", color)
        .set("stroke-width", width)
}

/// One digit after the point is enough.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
