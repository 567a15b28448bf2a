//! What an operation takes beside layouts.

use std::collections::BTreeMap;
use std::fmt;

use layout_math::algebra::Parameters;

/// Parameters by their names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given {
    pub integers: BTreeMap<&'static str, i64>,
    pub lists: BTreeMap<&'static str, Vec<i64>>,
    pub texts: BTreeMap<&'static str, String>,
}

impl Given {
    pub(crate) fn integer(name: &'static str, number: i64) -> Self {
        Given { integers: BTreeMap::from([(name, number)]), ..Given::default() }
    }

    pub(crate) fn list(name: &'static str, numbers: Vec<i64>) -> Self {
        Given { lists: BTreeMap::from([(name, numbers)]), ..Given::default() }
    }

    pub(crate) fn text(name: &'static str, text: impl Into<String>) -> Self {
        Given { texts: BTreeMap::from([(name, text.into())]), ..Given::default() }
    }

    /// A text without its spaces.
    pub(crate) fn packed(&self, name: &str) -> Option<String> {
        Some(self.texts.get(name)?.chars().filter(|c| *c != ' ').collect())
    }
}

impl Parameters for Given {
    fn integer(&self, name: &str) -> Option<i64> {
        self.integers.get(name).copied()
    }

    fn integers(&self, name: &str) -> Option<Vec<i64>> {
        self.lists.get(name).cloned()
    }

    fn text(&self, name: &str) -> Option<String> {
        self.texts.get(name).cloned()
    }
}

impl fmt::Display for Given {
    /// ` name value` for each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.integers.iter().try_for_each(|(name, number)| write!(f, " {name} {number}"))?;
        self.lists.iter().try_for_each(|(name, numbers)| write!(f, " {name} {numbers:?}"))?;
        self.texts.iter().try_for_each(|(name, text)| write!(f, " {name} {text}"))
    }
}
