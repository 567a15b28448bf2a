//! Pictures with another look.

use super::look::{Look, NoLook};
use super::picture::{Axis, Cell, Panel, Picture};

impl Picture {
    /// The picture with another look.
    ///
    /// # Errors
    ///
    /// The label is not a fact about a cell of it.
    pub fn with_look(mut self, look: &Look) -> Result<Self, NoLook> {
        if let Some(label) = &look.label {
            self.label(label)?;
        }
        if let Some(columns) = look.fold {
            self.panels = self.panels.into_iter().flat_map(|panel| panel.folded(columns)).collect();
        }
        self.look = look.clone();
        Ok(self)
    }

    /// Puts a fact about each cell into it, `none` for nothing; a cell without that fact is empty.
    fn label(&mut self, label: &str) -> Result<(), NoLook> {
        let mut facts: Vec<String> = Vec::new();
        let mut is_fact = label == "none";
        for cell in self.panels.iter_mut().flat_map(|panel| &mut panel.cells) {
            let value = cell.facts.iter().find(|(name, _)| name == label);
            is_fact |= value.is_some();
            cell.text = value.map(|(_, value)| value.clone()).unwrap_or_default();
            for (name, _) in &cell.facts {
                if !facts.contains(name) {
                    facts.push(name.clone());
                }
            }
        }
        if is_fact { Ok(()) } else { Err(NoLook::Label { label: label.to_owned(), facts }) }
    }
}

impl Panel {
    /// The table in parts of at most so many columns, which keep their coordinates.
    fn folded(self, columns: usize) -> Vec<Panel> {
        let all = self.columns.len();
        if all <= columns {
            return vec![self];
        }
        let parts = (0..all).step_by(columns).map(|from| {
            let until = (from + columns).min(all);
            let labels = (from..until).map(|place| self.columns.coordinate(place as i64)).collect();
            let part = |row: &[Cell]| row[from..until].to_vec();
            Panel {
                caption: if from == 0 { self.caption.clone() } else { String::new() },
                rows: self.rows.clone(),
                columns: Axis::labeled(&self.columns.name, labels),
                cells: self.by_row().flat_map(part).collect(),
            }
        });
        parts.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{draw_offsets, to_svg};
    use layout_math::algebra::{AnyLayout, Kind};

    #[track_caller]
    fn drawn(choices: &[(&str, &str)]) -> Result<Picture, NoLook> {
        let mut look = Look::default();
        for (name, value) in choices {
            look.set(name, value)?;
        }
        let layout = AnyLayout::parse(Kind::Cute, "(2,(2,2)):(4,(1,2))").unwrap();
        draw_offsets(&layout, None).unwrap().with_look(&look)
    }

    #[track_caller]
    fn check_refused(choice: (&str, &str), expected: &str) {
        assert_eq!(drawn(&[choice]).unwrap_err().to_string(), expected);
    }

    #[test]
    fn looks_that_are_none() {
        check_refused(
            ("size", "1"),
            "a picture has no size; the options are scale, colors, hatches, label, fold",
        );
        check_refused(("colors", "1"), "colors is on or off, not 1");
        check_refused(("fold", "0"), "fold is a number of columns from 1 to 10000, not 0");
        check_refused(("scale", "x"), "scale is a percentage from 1 to 10000, not x");
        check_refused(
            ("label", "bank"),
            "no cell has the label bank; the labels are coordinate, integral coordinate, offset, bits, none",
        );
    }

    #[test]
    fn parts_of_a_table_keep_their_cells() {
        let whole = drawn(&[]).unwrap();
        let folded = drawn(&[("fold", "3")]).unwrap();
        let sizes: Vec<usize> = folded.panels.iter().map(|panel| panel.columns.len()).collect();
        assert_eq!(sizes, [3, 1]);
        assert_eq!(folded.cell(1, 1, 0), whole.cell(0, 1, 3));
        assert_eq!(folded.panels[1].columns.coordinate(0), "(1,1)");
        assert_eq!(folded.panels[1].caption, "");
    }

    #[test]
    fn colors_and_hatches_go() {
        let svg = to_svg(&drawn(&[]).unwrap());
        assert!(svg.contains("url(#h1)") && svg.contains("#b5d6f2"));
        let plain = to_svg(&drawn(&[("hatches", "off"), ("colors", "off")]).unwrap());
        assert!(!plain.contains("url(#h1)") && !plain.contains("#b5d6f2"));
        let number = |svg: &str| -> f64 {
            let (_, rest) = svg.split_once(" width=\"").unwrap();
            rest.split_once('"').unwrap().0.parse().unwrap()
        };
        let large = to_svg(&drawn(&[("scale", "200")]).unwrap());
        assert!((number(&large) - 2.0 * number(&svg)).abs() < 1.5);
    }
}
