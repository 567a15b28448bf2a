//! The lines of a derivation, and tables in it.

use std::fmt::Display;

/// Text that grows by lines.
#[derive(Debug, Default)]
pub struct Page {
    text: String,
    depth: usize,
}

impl Page {
    /// Adds a line.
    pub fn say(&mut self, line: impl Display) {
        let line = format!("{:indent$}{line}", "", indent = 2 * self.depth);
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// Adds an empty line, unless there is one already.
    pub fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// Writes what `write` says further in.
    pub fn inside(&mut self, write: impl FnOnce(&mut Page)) {
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }

    /// Adds lines of cells, the columns as wide as their widest cell.
    pub fn table(&mut self, rows: &[Vec<String>]) {
        let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..n_columns).map(width).collect();
        for row in rows {
            let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            self.say(cells.collect::<Vec<_>>().join("  "));
        }
    }

    /// The text, without an end of line after the last line.
    pub fn finish(self) -> String {
        self.text.trim_end().to_owned()
    }
}

/// `1 step`, `2 steps`.
pub fn count(number: i64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
