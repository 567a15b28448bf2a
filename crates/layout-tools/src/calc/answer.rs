use std::fmt;

use crate::draw::{Picture, to_text};
use layout_math::algebra::{AnyLayout, Method, OperationValue, Unknown};

/// What an expression is.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    Layout(Box<AnyLayout>),
    Number(i64),
    Truth(bool),
    /// An offset of several numbers.
    Offset(Vec<i64>),
    /// The values of an operation that has several, in their order.
    Several(Vec<Answer>),
    /// Whether a claim holds.
    Verdict(Standing),
    /// A picture, which a writer of [`crate::draw`] writes.
    Picture(Picture),
    /// Text of several lines, without an end of line after the last.
    Text(String),
}

/// Whether a claim holds, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// With the method of the proof and the claim.
    Proved {
        method: String,
        claim: String,
    },
    /// With what refutes it.
    Refuted {
        witness: String,
    },
    Unknown {
        claim: String,
        reason: String,
    },
}

impl Standing {
    pub(super) fn proved(method: Method, claim: &str) -> Self {
        Standing::Proved { method: method.to_string(), claim: claim.to_owned() }
    }

    pub(super) fn refuted(witness: impl fmt::Display) -> Self {
        Standing::Refuted { witness: witness.to_string() }
    }

    pub(super) fn unknown(reason: &Unknown, claim: &str) -> Self {
        Standing::Unknown { claim: claim.to_owned(), reason: reason.to_string() }
    }
}

impl Answer {
    /// False for a claim that is refuted or not decided.
    pub(super) fn stands(&self) -> bool {
        !matches!(self, Answer::Verdict(Standing::Refuted { .. } | Standing::Unknown { .. }))
    }
}

impl From<AnyLayout> for Answer {
    fn from(layout: AnyLayout) -> Self {
        Answer::Layout(Box::new(layout))
    }
}

impl From<OperationValue> for Answer {
    fn from(value: OperationValue) -> Self {
        match value {
            OperationValue::Layout(layout) => Answer::Layout(layout),
            OperationValue::Number(number) => Answer::Number(number),
            OperationValue::Truth(truth) => Answer::Truth(truth),
        }
    }
}

impl fmt::Display for Answer {
    /// As the calculator writes it: what is a layout or a number reads back as itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Layout(layout) => match **layout {
                AnyLayout::Relation(_) => write!(f, "\"{layout}\""),
                _ => layout.fmt(f),
            },
            Answer::Number(number) => number.fmt(f),
            Answer::Truth(truth) => truth.fmt(f),
            Answer::Offset(parts) => {
                let parts: Vec<String> = parts.iter().map(i64::to_string).collect();
                write!(f, "({})", parts.join(","))
            }
            Answer::Several(answers) => {
                for (position, answer) in answers.iter().enumerate() {
                    let separator = if position == 0 { "" } else { "\n" };
                    write!(f, "{separator}{answer}")?;
                }
                Ok(())
            }
            Answer::Verdict(Standing::Proved { method, claim }) => {
                write!(f, "proved by {method}: {claim}")
            }
            Answer::Verdict(Standing::Refuted { witness }) => write!(f, "refuted: {witness}"),
            Answer::Verdict(Standing::Unknown { claim, reason }) => {
                write!(f, "unknown whether {claim}: {reason}")
            }
            Answer::Picture(picture) => f.write_str(to_text(picture, false).trim_end()),
            Answer::Text(text) => f.write_str(text),
        }
    }
}

/// What there is to say about an answer beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// The answer may not be what is wanted.
    Warning(String),
    /// Why the answer is what it is.
    Note(String),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Warning(message) => write!(f, "warning: {message}"),
            Note::Note(message) => write!(f, "note: {message}"),
        }
    }
}

/// The answer to a line, with the notes about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    pub(super) answer: Option<Answer>,
    pub(super) notes: Vec<Note>,
    pub(super) stands: bool,
}

impl Reply {
    /// The answer; `None` for a line that says nothing, such as a comment.
    pub fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// Warnings and notes, in the order in which they arose.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// False if a claim was refuted or not decided, or the steps of a derivation end at an error.
    pub fn stands(&self) -> bool {
        self.stands
    }
}
