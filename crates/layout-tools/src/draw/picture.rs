use super::error::{DrawError, MOST, MOST_CELLS};
use super::look::Look;
use layout_math::point::digits;

/// A picture: tables side by side, and what their signs mean. The writers know no more than this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub(super) title: String,
    pub(super) panels: Vec<Panel>,
    pub(super) key: Option<Key>,
    pub(super) legend: Vec<String>,
    pub(super) look: Look,
}

/// What the colors say, in words, and what each of them stands for, in the order to read them in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key {
    pub what: String,
    pub classes: Vec<(u8, String)>,
}

/// A table of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panel {
    pub(super) caption: String,
    pub(super) rows: Axis,
    pub(super) columns: Axis,
    /// The cells, row by row.
    pub(super) cells: Vec<Cell>,
}

/// One side of a table: nested coordinates, the fastest level first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    pub(super) name: String,
    pub(super) levels: Vec<i64>,
    /// What stands at each place, where that is not a nested coordinate.
    pub(super) labels: Option<Vec<String>>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cell {
    /// What stands in it; an empty text is an empty cell.
    pub(super) text: String,
    /// Which of the colors; the first eight have hatches of their own, which the others have again.
    /// `None` is white.
    pub(super) class: Option<u8>,
    pub(super) mark: Option<Mark>,
    /// What there is to know about it, each a name and a value.
    pub(super) facts: Vec<(String, String)>,
}

/// What makes a cell stand out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The offset is outside the buffer, or the coordinate outside the layout.
    OutOfBounds,
    /// Where a composition that others give is wrong.
    Wrong,
}

/// How many colors there are, and hatches, where few will do.
pub(super) const CLASSES: i64 = 8;
/// How many there are at most.
const MOST_CLASSES: i64 = 64;

/// How many colors so many holders need: one each, as far as there are so many.
pub(super) fn classes_for(holders: i64) -> i64 {
    holders.clamp(CLASSES, MOST_CLASSES)
}

/// A caption that is not much wider than its table.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(100) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl Key {
    /// The key of numbers of which the color is the remainder by so many.
    pub fn of_remainders(what: impl Into<String>, classes: i64) -> Self {
        let of_class = |class: i64| (class as u8, class.to_string());
        Key { what: what.into(), classes: (0..classes).map(of_class).collect() }
    }
}

impl Picture {
    /// The part of the key whose colors occur in the picture.
    pub(super) fn used_key(&self) -> Option<Key> {
        let key = self.key.as_ref()?;
        let cells = || self.panels.iter().flat_map(|panel| &panel.cells);
        let is_used = |class: u8| cells().any(|cell| cell.class == Some(class));
        let classes: Vec<_> =
            key.classes.iter().filter(|(class, _)| is_used(*class)).cloned().collect();
        (!classes.is_empty()).then(|| Key { what: key.what.clone(), classes })
    }

    pub fn panels(&self) -> &[Panel] {
        &self.panels
    }

    /// The cell at a row and column of a table.
    pub fn cell(&self, panel: usize, row: usize, column: usize) -> Option<&Cell> {
        let panel = self.panels.get(panel)?;
        let columns = panel.columns.len();
        if columns <= column { None } else { panel.cells.get(row * columns + column) }
    }
}

impl Panel {
    /// The table with what `cell` gives at each row and column.
    pub(super) fn new(
        caption: impl Into<String>,
        rows: Axis,
        columns: Axis,
        mut cell: impl FnMut(i64, i64) -> Cell,
    ) -> Result<Self, DrawError> {
        let (n_rows, n_columns) = (rows.size()?, columns.size()?);
        if MOST < n_rows || MOST < n_columns || MOST_CELLS < n_rows * n_columns {
            return Err(DrawError::TooLarge { rows: n_rows, columns: n_columns });
        }
        let places = (0..n_rows).flat_map(|row| (0..n_columns).map(move |column| (row, column)));
        let cells = places.map(|(row, column)| cell(row, column)).collect();
        Ok(Panel { caption: caption.into(), rows, columns, cells })
    }

    /// The cells of each row.
    pub(super) fn by_row(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.columns.len().max(1))
    }

    pub fn caption(&self) -> &str {
        &self.caption
    }
}

impl Cell {
    /// What stands in it.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn mark(&self) -> Option<Mark> {
        self.mark
    }

    /// What there is to know about it.
    pub fn facts(&self) -> &[(String, String)] {
        &self.facts
    }

    pub(super) fn fact(&mut self, name: &str, value: impl ToString) {
        self.facts.push((name.to_owned(), value.to_string()));
    }
}

impl Axis {
    pub fn new(name: &str, levels: Vec<i64>) -> Self {
        Axis { name: name.to_owned(), levels, labels: None }
    }

    /// An axis whose places have these labels.
    pub(crate) fn labeled(name: &str, labels: Vec<String>) -> Self {
        let levels = vec![labels.len() as i64];
        Axis { name: name.to_owned(), levels, labels: Some(labels) }
    }

    /// An axis of the numbers from `begin` up to `end`, which stand there where they do not begin at 0.
    pub(crate) fn from_to(name: &str, begin: i64, end: i64) -> Self {
        let n = end.saturating_sub(begin).max(0);
        if begin == 0 || MOST < n {
            return Axis::new(name, vec![n]);
        }
        Axis::labeled(name, (begin..end).map(|number| number.to_string()).collect())
    }

    fn size(&self) -> Result<i64, DrawError> {
        let size = self.levels.iter().try_fold(1_i64, |size, &extent| size.checked_mul(extent));
        size.ok_or(DrawError::TooLarge { rows: i64::MAX, columns: i64::MAX })
    }

    /// How many places there are. The table was made, so that there are not too many.
    pub(super) fn len(&self) -> usize {
        self.levels.iter().product::<i64>() as usize
    }

    /// The levels that say something, slowest first: for each the width of a label, in places, and
    /// the labels.
    pub(super) fn headings(&self) -> Vec<(usize, Vec<String>)> {
        if let Some(labels) = &self.labels {
            return vec![(1, labels.clone())];
        }
        let mut headings = Vec::new();
        let mut width = 1_i64;
        let total: i64 = self.levels.iter().product();
        for &extent in &self.levels {
            if extent != 1 || self.levels.len() == 1 {
                let n = total / width.max(1);
                let labels = (0..n).map(|place| (place % extent).to_string()).collect();
                headings.push((width as usize, labels));
            }
            width *= extent;
        }
        headings.reverse();
        headings
    }

    /// The nested coordinate of a place, such as `(1,0)`.
    pub(super) fn coordinate(&self, place: i64) -> String {
        if let Some(label) = self.labels.as_ref().and_then(|labels| labels.get(place as usize)) {
            return label.clone();
        }
        let digits = digits(place, self.levels.iter().copied());
        let digits: Vec<String> = digits.map(|digit| digit.to_string()).collect();
        match &digits[..] {
            [] => "0".to_owned(),
            [digit] => digit.clone(),
            _ => format!("({})", digits.join(",")),
        }
    }
}
