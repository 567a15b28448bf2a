//! What this server reads and says of the Language Server Protocol. What else a message has is not looked at.

use serde::{Deserialize, Serialize, Serializer};

/// The name of the program, as an editor shows it.
pub(super) const NAME: &str = "layout-lsp-server";

/// A place in a text: a line, and units of UTF-16 from its beginning, both from 0.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub(super) struct Position {
    pub line: u32,
    pub character: u32,
}

impl Position {
    pub fn new(line: u32, character: u32) -> Self {
        Position { line, character }
    }
}

/// A part of a text, up to its end, which is not in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Range {
    pub start: Position,
    pub end: Position,
}

impl Range {
    pub fn new(start: Position, end: Position) -> Self {
        Range { start, end }
    }

    /// Whether the ranges overlap or touch.
    pub fn meets(self, other: Range) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// An edit of the text of an open file: of a part, or all of it anew.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Change {
    pub range: Option<Range>,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DiagnosticSeverity {
    Error = 1,
    Warning = 2,
    Information = 3,
    Hint = 4,
}

impl Serialize for DiagnosticSeverity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

/// A report about a part of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Diagnostic {
    pub range: Range,
    pub severity: DiagnosticSeverity,
    pub source: &'static str,
    pub message: String,
    pub related_information: Vec<RelatedInformation>,
}

/// A note of a report, and where it belongs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct RelatedInformation {
    pub location: Location,
    pub message: String,
}

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Location {
    pub uri: String,
    pub range: Range,
}
