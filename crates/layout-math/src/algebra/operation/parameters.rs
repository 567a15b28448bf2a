//! What an operation takes beside layouts.

use std::fmt::Write;

/// Where an operation finds its parameters: the attributes of an operation of the dialect, or the
/// arguments of a call. Each is asked for by its name; `None` means that it is not there.
pub trait Parameters {
    /// A number.
    fn integer(&self, name: &str) -> Option<i64>;
    /// A list of numbers.
    fn integers(&self, name: &str) -> Option<Vec<i64>>;
    /// A word, or a tuple or list in the notation of its [`Syntax`].
    fn text(&self, name: &str) -> Option<String>;
}

/// The parameters of an operation that has none.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoParameters;

impl Parameters for NoParameters {
    fn integer(&self, _: &str) -> Option<i64> {
        None
    }

    fn integers(&self, _: &str) -> Option<Vec<i64>> {
        None
    }

    fn text(&self, _: &str) -> Option<String> {
        None
    }
}

/// A parameter of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    name: &'static str,
    syntax: Syntax,
    is_optional: bool,
}

/// How a parameter is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// `64`, an integer.
    Integer,
    /// `[0, 2]`, integers: the numbers of modes.
    Modes,
    /// `[1, 3]`, integers: the modes from the first number on, before the second.
    Range,
    /// `(64,(2,2))`, a text: a nested tuple of numbers.
    Tuple,
    /// `(_,(2,_))`, a text: a nested tuple of places, the underscore for a whole mode.
    Coordinate,
    /// `[lane, warp]`, a text: the names of dims.
    Names,
    /// `[lane = 4, warp = 8]`, a text: the names of dims with their sizes.
    Sizes,
    /// A text: one of these words.
    Word(&'static [&'static str]),
}

impl Parameter {
    /// A parameter that has to be there.
    pub const fn required(name: &'static str, syntax: Syntax) -> Self {
        Parameter { name, syntax, is_optional: false }
    }

    /// A parameter that may be left out.
    pub const fn optional(name: &'static str, syntax: Syntax) -> Self {
        Parameter { name, syntax, is_optional: true }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    pub fn syntax(&self) -> Syntax {
        self.syntax
    }

    /// True if it may be left out.
    pub fn is_optional(&self) -> bool {
        self.is_optional
    }

    /// What `parameters` say, as it is written; `None` if they say nothing.
    pub(super) fn text(&self, parameters: &dyn Parameters) -> Option<String> {
        match self.syntax {
            Syntax::Integer => parameters.integer(self.name).map(|number| number.to_string()),
            Syntax::Modes | Syntax::Range => {
                let mut text = String::from("[");
                for (position, number) in parameters.integers(self.name)?.iter().enumerate() {
                    let separator = if position == 0 { "" } else { ", " };
                    // Writing to a string does not fail.
                    let _ = write!(text, "{separator}{number}");
                }
                Some(text + "]")
            }
            _ => parameters.text(self.name),
        }
    }
}
