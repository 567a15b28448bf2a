//! Why an operation has no obligations.

use std::fmt;

use layout_math::cute::{AlgebraError, LayoutError, SymbolicError};
use layout_math::partial::NoTuple;
use layout_math::text::{self, ParseError};

/// Why an operation has no obligations: two things that are never mixed up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotImported {
    /// It is left alone: something is not read, or not known.
    Unread(String),
    /// What it says does not exist, whatever else is known of it.
    Wrong(String),
}

impl fmt::Display for NotImported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (NotImported::Unread(text) | NotImported::Wrong(text)) = self;
        f.write_str(text)
    }
}

impl From<String> for NotImported {
    fn from(text: String) -> Self {
        NotImported::Unread(text)
    }
}

impl From<&str> for NotImported {
    fn from(text: &str) -> Self {
        NotImported::Unread(text.to_owned())
    }
}

impl From<NoTuple> for NotImported {
    fn from(error: NoTuple) -> Self {
        let text = error.to_string();
        match error {
            NoTuple::Indivisible { .. } => NotImported::Wrong(text),
            NoTuple::DoNotFit => NotImported::Unread(text),
        }
    }
}

impl From<AlgebraError> for NotImported {
    /// That no layout is the answer is wrong, whatever its operands are; other conditions may be ours.
    fn from(error: AlgebraError) -> Self {
        let mut inner = &error;
        while let AlgebraError::InMode { error, .. } = inner {
            inner = error;
        }
        let is_wrong = matches!(
            inner,
            AlgebraError::NotALayout { .. } | AlgebraError::TargetNotDivisible { .. }
        );
        match is_wrong {
            true => NotImported::Wrong(error.to_string()),
            false => NotImported::Unread(error.to_string()),
        }
    }
}

impl From<ParseError> for NotImported {
    /// A layout whose shape and strides do not belong together does not exist; what is written in
    /// another way, has no coordinates or is too large for our numbers is not read.
    fn from(error: ParseError) -> Self {
        let text::Reason::Rule(rule) = &error.reason else {
            return NotImported::Unread(error.to_string());
        };
        let is_wrong = match (rule.downcast_ref(), rule.downcast_ref()) {
            (Some(error), _) | (_, Some(SymbolicError::Layout(error))) => matches!(
                error,
                LayoutError::ModeCount { .. } | LayoutError::LeafAgainstTuple { .. }
            ),
            (_, Some(SymbolicError::MixedStrides { .. })) => true,
            _ => false,
        };
        match is_wrong {
            true => NotImported::Wrong(error.to_string()),
            false => NotImported::Unread(error.to_string()),
        }
    }
}
