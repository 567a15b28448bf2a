//! Where everything is on a page, in points, for the writers that draw.

use super::picture::{Panel, Picture};

/// The height of a cell and of a line of text.
pub(super) const HEIGHT: f64 = 24.0;
/// The width of a character.
const CHARACTER: f64 = 7.3;
const GAP: f64 = 28.0;
const MARGIN: f64 = 12.0;
/// Tables stand side by side as long as they fit in this width.
const WIDTH: f64 = 1100.0;

/// A picture with the place of each of its tables.
pub(super) struct Page<'a> {
    pub width: f64,
    pub height: f64,
    pub tables: Vec<Table<'a>>,
    /// Where the lines of the legend begin, the first one here and each `HEIGHT` below.
    pub legend: (f64, f64),
}

/// A table, and where its parts are.
pub(super) struct Table<'a> {
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
        let mut tables: Vec<Table<'a>> = Vec::new();
        let (mut x, mut y) = (MARGIN, MARGIN);
        let (mut row_height, mut width) = (0.0_f64, 0.0_f64);
        for panel in &picture.panels {
            let mut table = Table::new(panel);
            let (w, h) = table.size();
            if MARGIN < x && WIDTH < x + w {
                (x, y) = (MARGIN, y + row_height + GAP);
                row_height = 0.0;
            }
            table.move_to(x, y);
            tables.push(table);
            width = width.max(x + w);
            row_height = row_height.max(h);
            x += w + GAP;
        }
        let legend = (MARGIN, y + row_height + GAP / 2.0);
        let longest = picture.legend.iter().map(|line| text_width(line)).fold(0.0, f64::max);
        Page {
            width: width.max(MARGIN + longest) + MARGIN,
            height: legend.1 + HEIGHT * picture.legend.len() as f64 + MARGIN / 2.0,
            tables,
            legend,
        }
    }
}

impl<'a> Table<'a> {
    fn new(panel: &'a Panel) -> Self {
        let texts = panel.cells.iter().map(|cell| text_width(&cell.text));
        let columns = panel.columns.headings();
        let fastest = columns.last().into_iter().flat_map(|(_, labels)| labels);
        let widest = texts.chain(fastest.map(|label| text_width(label))).fold(0.0, f64::max);
        let cell_width = (widest + 10.0).max(HEIGHT + 4.0);
        let label_widths = panel
            .rows
            .headings()
            .iter()
            .map(|(_, labels)| {
                labels.iter().map(|label| text_width(label)).fold(0.0, f64::max) + 10.0
            })
            .collect();
        Table { panel, x: 0.0, y: 0.0, cells: (0.0, 0.0), cell_width, label_widths }
    }

    fn move_to(&mut self, x: f64, y: f64) {
        (self.x, self.y) = (x, y);
        let above = self.caption_height() + HEIGHT * self.headings() as f64;
        self.cells = (x + self.row_names() + self.label_widths.iter().sum::<f64>(), y + above);
    }

    fn size(&self) -> (f64, f64) {
        let columns = self.panel.columns.len() as f64;
        let left = self.row_names() + self.label_widths.iter().sum::<f64>();
        let width = left + columns * self.cell_width;
        let above = self.caption_height() + HEIGHT * self.headings() as f64;
        let height = above + HEIGHT * self.panel.rows.len() as f64;
        (width.max(text_width(&self.panel.caption)), height)
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
        let mut x = self.x + self.row_names();
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

pub(super) fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * CHARACTER
}
