//! An open file, and places in it.

use std::ops;

use super::protocol::{Change, Position, Range};

/// What stands between two parts of a file that are read by themselves.
const SPLIT: &str = "// -----";

/// The text of a file as the editor has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Document {
    text: String,
    /// Where each line begins, in bytes.
    lines: Vec<usize>,
}

impl Document {
    pub fn new(text: String) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect();
        Document { text, lines }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The document after an edit.
    pub fn changed(self, change: Change) -> Self {
        let Some(range) = change.range else { return Document::new(change.text) };
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        let mut text = self.text;
        text.replace_range(start..end.max(start), &change.text);
        Document::new(text)
    }

    /// The byte at a position of the protocol, whose characters are units of UTF-16. What is past the end
    /// of a line is its end.
    pub fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.lines.get(line) else { return self.text.len() };
        let mut units = position.character as usize;
        let mut at = start;
        for character in self.text[start..].chars() {
            if character == '\n' || units < character.len_utf16() {
                break;
            }
            units -= character.len_utf16();
            at += character.len_utf8();
        }
        at
    }

    /// The position of a byte.
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.lines.partition_point(|&start| start <= offset) - 1;
        let before = self.text.get(self.lines[line]..offset).unwrap_or("");
        Position::new(line as u32, before.encode_utf16().count() as u32)
    }

    pub fn range(&self, start: usize, end: usize) -> Range {
        Range::new(self.position(start), self.position(end))
    }

    /// The byte at a line and a column as MLIR counts them, both from 1, columns in bytes.
    pub fn offset_of(&self, line: usize, column: usize) -> Option<usize> {
        let start = self.lines.get(line.checked_sub(1)?)?;
        let offset = start + column.checked_sub(1)?;
        self.text.is_char_boundary(offset).then_some(offset)
    }

    /// The parts of a file that are read by themselves. What comes before a part is empty lines there, so
    /// that its places are those of the file.
    pub fn parts(&self) -> Vec<String> {
        let text_of = |part: ops::Range<usize>| {
            let lines_before = self.lines.partition_point(|&start| start < part.start);
            "\n".repeat(lines_before) + &self.text[part]
        };
        self.places_of_parts().into_iter().map(text_of).collect()
    }

    /// The bytes of the part that has a byte.
    pub fn part_at(&self, offset: usize) -> ops::Range<usize> {
        let parts = self.places_of_parts();
        let is_before = |part: &ops::Range<usize>| part.start <= offset;
        parts.into_iter().rfind(is_before).unwrap_or(0..self.text.len())
    }

    /// The bytes of each part, at least one; the line that splits them begins a part.
    fn places_of_parts(&self) -> Vec<ops::Range<usize>> {
        let mut parts = Vec::new();
        let (mut start, mut at) = (0, 0);
        for line in self.text.split_inclusive('\n') {
            if line.trim() == SPLIT {
                parts.push(start..at);
                start = at;
            }
            at += line.len();
        }
        parts.push(start..at);
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_units_of_utf16() {
        let document = Document::new("a\n\u{e4}\u{1f600}b\n".to_owned());
        let b = Position::new(1, 3);
        assert_eq!(document.offset(b), 8);
        assert_eq!(document.position(8), b);
        // Inside of a character of two units is before it, past the end of a line its end.
        assert_eq!(document.offset(Position::new(1, 2)), 4);
        assert_eq!(document.offset(Position::new(0, 9)), 1);
        assert_eq!(document.offset(Position::new(7, 0)), 10);
        assert_eq!(document.position(99), Position::new(2, 0));
        assert_eq!(document.offset_of(2, 7), Some(8));
        assert_eq!(document.offset_of(2, 2), None);
    }

    #[test]
    fn edits_are_those_of_the_editor() {
        let change = |range, text: &str| Change { range, text: text.to_owned() };
        let document = Document::new("one\ntwo\n".to_owned());
        let range = Range::new(Position::new(0, 3), Position::new(1, 1));
        let document = document.changed(change(Some(range), "-\n\n"));
        assert_eq!(document, Document::new("one-\n\nwo\n".to_owned()));
        assert_eq!(document.changed(change(None, "x")), Document::new("x".to_owned()));
    }

    #[test]
    fn parts_keep_their_lines() {
        let document = Document::new("a\n  // -----\nb\n// ------\n".to_owned());
        assert_eq!(document.parts(), ["a\n", "\n  // -----\nb\n// ------\n"]);
        let part_at = |offset| &document.text()[document.part_at(offset)];
        assert_eq!([0, 1].map(part_at), ["a\n"; 2]);
        assert_eq!([2, 12, 24, 99].map(part_at), ["  // -----\nb\n// ------\n"; 4]);
    }

    #[test]
    fn a_file_that_begins_or_ends_with_a_split_has_empty_parts() {
        let document = Document::new("// -----\na\n// -----".to_owned());
        assert_eq!(document.parts(), ["", "// -----\na\n", "\n\n// -----"]);
        assert_eq!(Document::default().parts(), [""]);
        assert_eq!(Document::default().part_at(0), 0..0);
    }
}
