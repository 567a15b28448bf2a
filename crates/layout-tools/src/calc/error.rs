use std::error::Error;
use std::fmt;

use layout_math::text::ParseError;

/// Why an expression has no answer, and where in the line.
///
/// ```
/// use layout_tools::calc::Session;
///
/// let error = Session::default().run("compose((4,6:2), 6:3)").unwrap_err();
/// assert_eq!(error.column(), 12);
/// assert_eq!(
///     error.shown_in("compose((4,6:2), 6:3)"),
///     "error: expected ',' or ')' but found ':'\n  compose((4,6:2), 6:3)\n              ^\n"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalcError {
    column: usize,
    message: String,
}

impl CalcError {
    pub(super) fn new(column: usize, message: impl Into<String>) -> Self {
        CalcError { column, message: message.into() }
    }

    /// Where in the line, in bytes from its beginning.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The error below which the line stands, with a caret at the column.
    pub fn shown_in(&self, line: &str) -> String {
        let before = line.char_indices().take_while(|&(at, _)| at < self.column);
        // A tab stays one, so that the caret is below its character.
        let blanks: String = before.map(|(_, c)| if c == '\t' { '\t' } else { ' ' }).collect();
        format!("error: {}\n  {}\n  {blanks}^\n", self.message, line.trim_end())
    }
}

impl From<ParseError> for CalcError {
    fn from(error: ParseError) -> Self {
        CalcError::new(error.column, error.to_string())
    }
}

impl fmt::Display for CalcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for CalcError {}
