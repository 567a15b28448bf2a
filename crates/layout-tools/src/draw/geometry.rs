//! Where everything is on a page, in points, for the writers that draw.

use super::picture::{Key, Panel, Picture};

/// The height of a cell and of a line of text.
pub(super) const HEIGHT: f64 = 24.0;
/// The width of a character.
const CHARACTER: f64 = 7.3;
/// Hatches repeat after so much. Cells are multiples of it, so that equal hatches look equal.
const STEP: f64 = 8.0;
const GAP: f64 = 4.0 * STEP;
const MARGIN: f64 = 2.0 * STEP;
/// Tables stand side by side as long as they fit in this width.
const WIDTH: f64 = 1100.0;

/// A picture with the place of each of its tables.
pub(super) struct Page<'a> {
    pub width: f64,
    pub height: f64,
    pub tables: Vec<PlacedTable<'a>>,
    pub swatches: Vec<Swatch>,
    /// The lines of the legend: each with its left end and its middle.
    pub legend: Vec<(String, f64, f64)>,
}

/// A color of the key, as a cell of this left upper corner.
pub(super) struct Swatch {
    pub class: u8,
    pub label: String,
    pub x: f64,
    pub y: f64,
    pub width: f64,
}

/// A table, and where its parts are.
pub(super) struct PlacedTable<'a> {
    pub panel: &'a Panel,
    /// The left upper corner with the caption.
    pub x: f64,
    pub y: f64,
    /// The left upper corner of the first cell.
    pub cells: (f64, f64),
    pub cell_width: f64,
    /// The width of each level of row labels, slowest first.
    pub label_widths: Vec<f64>,
}

impl<'a> Page<'a> {
    pub fn new(picture: &'a Picture) -> Self {
        let mut tables: Vec<PlacedTable<'a>> =
            picture.panels.iter().map(PlacedTable::new).collect();
        let (mut y, mut width) = (MARGIN, 0.0_f64);
        let mut rest = &mut tables[..];
        while !rest.is_empty() {
            let n = if picture.look.is_stacked() { 1 } else { fitting(rest) };
            let (beside, later) = rest.split_at_mut(n);
            let (right, bottom) = place_row(beside, y);
            width = width.max(right);
            y = bottom + if later.is_empty() { GAP / 2.0 } else { GAP };
            rest = later;
        }
        let mut page = Page { width, height: y, tables, swatches: Vec::new(), legend: Vec::new() };
        if let Some(key) = picture.used_key() {
            page.add_key(&key);
        }
        for line in &picture.legend {
            page.add_line(line.clone(), MARGIN);
        }
        page.width += MARGIN;
        page.height += MARGIN;
        page
    }

    /// A row of the colors, with what they say after it.
    fn add_key(&mut self, key: &Key) {
        let widest = key.classes.iter().map(|(_, label)| text_width(label)).fold(0.0, f64::max);
        let width = cell_width(widest);
        let mut x = MARGIN;
        for (class, label) in &key.classes {
            // A long row of them goes on below.
            if WIDTH < x + width {
                (x, self.height) = (MARGIN, self.height + HEIGHT);
            }
            let (class, label) = (*class, label.clone());
            self.swatches.push(Swatch { class, label, x, y: self.height, width });
            x += width;
            self.width = self.width.max(x);
        }
        self.add_line(key.what.clone(), x + STEP);
        self.height += STEP;
    }

    fn add_line(&mut self, line: String, x: f64) {
        self.width = self.width.max(x + text_width(&line));
        self.legend.push((line, x, self.height + HEIGHT / 2.0));
        self.height += HEIGHT;
    }
}

/// How many of the tables fit side by side, at least one.
fn fitting(tables: &[PlacedTable<'_>]) -> usize {
    let mut right = MARGIN;
    let fit = |table: &&PlacedTable<'_>| {
        right += table.size().0;
        let fits = right <= WIDTH;
        right += GAP;
        fits
    };
    tables.iter().take_while(fit).count().max(1)
}

/// Puts tables side by side, their cells at one height; the right and the lower end of them.
fn place_row(tables: &mut [PlacedTable<'_>], y: f64) -> (f64, f64) {
    let above = tables.iter().map(PlacedTable::above).fold(0.0, f64::max);
    let (mut x, mut bottom) = (MARGIN, y);
    for table in tables {
        let (width, height) = table.size();
        table.move_to(x, y, y + above);
        bottom = bottom.max(y + above - table.above() + height);
        x += width + GAP;
    }
    (x - GAP, bottom)
}

impl<'a> PlacedTable<'a> {
    fn new(panel: &'a Panel) -> Self {
        let texts = panel.cells.iter().map(|cell| text_width(&cell.text));
        let columns = panel.columns.headings();
        let fastest = columns.last().into_iter().flat_map(|(_, labels)| labels);
        let widest = texts.chain(fastest.map(|label| text_width(label))).fold(0.0, f64::max);
        let cell_width = cell_width(widest);
        let label_widths = panel
            .rows
            .headings()
            .iter()
            .map(|(_, labels)| {
                labels.iter().map(|label| text_width(label)).fold(0.0, f64::max) + 10.0
            })
            .collect();
        PlacedTable { panel, x: 0.0, y: 0.0, cells: (0.0, 0.0), cell_width, label_widths }
    }

    /// Its caption begins at `y`, its cells at `cells`.
    fn move_to(&mut self, x: f64, y: f64, cells: f64) {
        (self.x, self.y) = (x, y);
        self.cells = (x + self.left(), cells);
    }

    fn size(&self) -> (f64, f64) {
        let columns = self.panel.columns.len() as f64;
        let width = self.left() + columns * self.cell_width;
        let height = self.above() + HEIGHT * self.panel.rows.len() as f64;
        (width.max(stepped(text_width(&self.panel.caption))), height)
    }

    /// What is left of the cells.
    fn left(&self) -> f64 {
        stepped(self.row_names() + self.label_widths.iter().sum::<f64>())
    }

    /// What is above the cells.
    fn above(&self) -> f64 {
        self.caption_height() + HEIGHT * self.headings() as f64
    }

    /// The lines above the cells: the name of the columns, if there is one, and their levels.
    fn headings(&self) -> usize {
        self.panel.columns.headings().len() + usize::from(!self.panel.columns.name.is_empty())
    }

    fn caption_height(&self) -> f64 {
        if self.panel.caption.is_empty() { 0.0 } else { HEIGHT }
    }

    /// The width of the name of the rows.
    pub fn row_names(&self) -> f64 {
        if self.panel.rows.name.is_empty() { 0.0 } else { text_width(&self.panel.rows.name) + 8.0 }
    }

    /// The left upper corner of a cell.
    pub fn corner(&self, row: usize, column: usize) -> (f64, f64) {
        let (x, y) = self.cells;
        (x + column as f64 * self.cell_width, y + row as f64 * HEIGHT)
    }

    /// The labels around the cells: text, the middle of the text, and the line that spans what it is
    /// a label of, if that is more than one place.
    pub fn labels(&self) -> Vec<Label> {
        let mut labels = Vec::new();
        let (left, top) = self.cells;
        let columns = self.panel.columns.headings();
        for (level, (span, texts)) in columns.iter().enumerate() {
            let y = top - HEIGHT * (columns.len() - level) as f64 + HEIGHT / 2.0;
            for (position, text) in texts.iter().enumerate() {
                let begin = left + (position * span) as f64 * self.cell_width;
                let width = *span as f64 * self.cell_width;
                let line = (1 < *span).then(|| {
                    let y = y + HEIGHT / 2.0 - 3.0;
                    (begin + 3.0, y, begin + width - 3.0, y)
                });
                labels.push(Label { text: text.clone(), x: begin + width / 2.0, y, line });
            }
        }
        if !self.panel.columns.name.is_empty() {
            let width = self.cell_width * self.panel.columns.len() as f64;
            let y = top - HEIGHT * columns.len() as f64 - HEIGHT / 2.0;
            let text = self.panel.columns.name.clone();
            labels.push(Label { text, x: left + width / 2.0, y, line: None });
        }
        let mut x = left - self.label_widths.iter().sum::<f64>();
        for ((span, texts), width) in self.panel.rows.headings().iter().zip(&self.label_widths) {
            for (position, text) in texts.iter().enumerate() {
                let begin = top + (position * span) as f64 * HEIGHT;
                let height = *span as f64 * HEIGHT;
                let line = (1 < *span).then(|| {
                    let x = x + width - 3.0;
                    (x, begin + 3.0, x, begin + height - 3.0)
                });
                let (x, y) = (x + width / 2.0 - 2.0, begin + height / 2.0);
                labels.push(Label { text: text.clone(), x, y, line });
            }
            x += width;
        }
        if !self.panel.rows.name.is_empty() {
            let height = HEIGHT * self.panel.rows.len() as f64;
            let x = self.x + self.row_names() / 2.0 - 2.0;
            let text = self.panel.rows.name.clone();
            labels.push(Label { text, x, y: top + height / 2.0, line: None });
        }
        labels
    }
}

/// A label beside a table.
pub(super) struct Label {
    pub text: String,
    pub x: f64,
    pub y: f64,
    pub line: Option<(f64, f64, f64, f64)>,
}

/// The width of cells whose longest text has this width.
fn cell_width(widest: f64) -> f64 {
    stepped(widest + 10.0).max(HEIGHT + STEP)
}

fn stepped(width: f64) -> f64 {
    (width / STEP).ceil() * STEP
}

pub(super) fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * CHARACTER
}

#[cfg(test)]
mod tests {
    use super::super::draw_holders;
    use super::*;
    use layout_math::algebra::{AnyLayout, Kind};

    #[test]
    fn equal_hatches_are_at_equal_places_of_cells() {
        let layout = "{register = [[0,1],[8,0]], lane = [[0,2],[0,4],[1,0],[2,0],[4,0]]}";
        let layout = AnyLayout::parse(Kind::Linear, layout).unwrap();
        let picture = draw_holders(&layout, None).unwrap();
        let page = Page::new(&picture);
        let table = &page.tables[0];
        for (row, column) in [(0, 0), (0, 7), (15, 0), (15, 7)] {
            let (x, y) = table.corner(row, column);
            assert_eq!((x % STEP, y % STEP), (0.0, 0.0), "{x} {y}");
        }
        assert_eq!(page.swatches.len(), 32);
        assert!(
            page.swatches.iter().all(|swatch| swatch.x % STEP == 0.0 && swatch.y % STEP == 0.0)
        );
    }
}
