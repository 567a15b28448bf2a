//! Pictures for LaTeX.

use super::geometry::{HEIGHT, Label, Page, Table};
use super::picture::{Mark, Picture};
use super::style::{FILLS, TIKZ_HATCHES};

/// The picture as a `tikzpicture`, which needs `\usetikzlibrary{patterns}`.
///
/// ```
/// use layout::algebra::{AnyLayout, Kind};
/// use layout::draw::{draw_offsets, to_tikz};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,8):(8,1)")?;
/// let tikz = to_tikz(&draw_offsets(&layout, None)?);
/// assert!(tikz.starts_with("% (4,8):(8,1)\n% needs \\usepackage{tikz} and \\usetikzlibrary{patterns}\n"));
/// assert_eq!(tikz.matches("rectangle").count(), 32 + 28);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_tikz(picture: &Picture) -> String {
    let page = Page::new(picture);
    let mut lines = vec![
        format!("% {}", picture.title),
        "% needs \\usepackage{tikz} and \\usetikzlibrary{patterns}".to_owned(),
        "\\begin{tikzpicture}[x=0.75pt,y=-0.75pt,font=\\ttfamily\\scriptsize]".to_owned(),
    ];
    for (class, fill) in FILLS.iter().enumerate() {
        lines.push(format!(
            "\\definecolor{{layout{class}}}{{HTML}}{{{}}}",
            fill[1..].to_uppercase()
        ));
    }
    for table in &page.tables {
        draw(&mut lines, table);
    }
    let (x, y) = page.legend;
    for (position, line) in picture.legend.iter().enumerate() {
        let y = y + HEIGHT * (position as f64 + 0.5);
        lines.push(node(x, y, "anchor=west", line));
    }
    lines.push("\\end{tikzpicture}".to_owned());
    lines.join("\n") + "\n"
}

fn draw(lines: &mut Vec<String>, table: &Table<'_>) {
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
    for (row, cells) in table.panel.by_row().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let (x, y) = table.corner(row, column);
            let (right, bottom) = (x + table.cell_width, y + HEIGHT);
            let frame = format!("({x:.1},{y:.1}) rectangle ({right:.1},{bottom:.1})");
            let class = usize::from(cell.class.unwrap_or(0) % 8);
            let border = match cell.mark {
                Some(Mark::Wrong) => "draw=black,ultra thick",
                Some(Mark::OutOfBounds) => "draw=black,thick",
                None => "draw=gray",
            };
            lines.push(format!("\\path[fill=layout{class},{border}] {frame};"));
            let hatch = TIKZ_HATCHES[class];
            if !hatch.is_empty() {
                lines.push(format!("\\path[pattern={hatch},pattern color=black!25] {frame};"));
            }
            if cell.mark == Some(Mark::OutOfBounds) {
                lines.push(format!(
                    "\\draw ({x:.1},{y:.1}) -- ({right:.1},{bottom:.1}) ({x:.1},{bottom:.1}) -- \
                     ({right:.1},{y:.1});"
                ));
            }
            if !cell.text.is_empty() {
                lines.push(node((x + right) / 2.0, (y + bottom) / 2.0, "", &cell.text));
            }
        }
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
            '<' => result.push_str("\\textless{}"),
            '>' => result.push_str("\\textgreater{}"),
            _ => result.push(c),
        }
    }
    result
}
