//! What a run found, operation by operation.

use std::collections::BTreeMap;
use std::fmt;

use super::super::declared::verify::Statistics;
use super::super::pass::Counts;
use super::certificate::Stated;
use super::opinions::Opinions;
use crate::ffi::mlir::Place;

/// What became of an obligation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Proved,
    Refuted,
    Unknown,
    Unsupported,
    /// A composition leaves its left layout.
    Promoted,
}

impl Outcome {
    pub const ALL: [Outcome; 5] = [
        Outcome::Proved,
        Outcome::Refuted,
        Outcome::Unknown,
        Outcome::Unsupported,
        Outcome::Promoted,
    ];
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Proved => "proved",
            Outcome::Refuted => "refuted",
            Outcome::Unknown => "unknown",
            Outcome::Unsupported => "unsupported",
            Outcome::Promoted => "promoted",
        })
    }
}

/// An obligation with its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub outcome: Outcome,
    /// The name of the operation.
    pub operation: String,
    /// The kind of the method that proved it.
    pub method: Option<String>,
    pub place: Option<Place>,
    pub message: String,
    pub notes: Vec<(Option<Place>, String)>,
    /// The claim, if it is one about layouts and a certificate is wanted.
    pub stated: Option<Stated>,
}

/// What a run found, in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    pub statistics: Statistics,
    pub entries: Vec<Entry>,
    /// Operations of the dialect of which nothing is to be proved.
    pub left_alone: BTreeMap<String, usize>,
    /// What other methods said of the claims.
    pub opinions: Opinions,
}

impl Counts for Ledger {
    fn counts(&self) -> Vec<i64> {
        self.statistics.counts()
    }

    fn add(&mut self, more: &Self) {
        self.statistics.add(&more.statistics);
        self.entries.extend(more.entries.iter().cloned());
        self.opinions.add(more.opinions);
        for (name, count) in &more.left_alone {
            *self.left_alone.entry(name.clone()).or_default() += count;
        }
    }
}

impl Ledger {
    /// Counts an operation of which nothing is to be proved.
    pub fn leave_alone(&mut self, operation: &str) {
        *self.left_alone.entry(operation.to_owned()).or_default() += 1;
    }

    /// How many obligations have an outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.entries.iter().filter(|entry| entry.outcome == outcome).count()
    }

    /// How often each operation has each outcome, by each method.
    pub fn by_operation(&self) -> BTreeMap<&str, BTreeMap<(Outcome, Option<&str>), usize>> {
        let mut counts: BTreeMap<&str, BTreeMap<_, usize>> = BTreeMap::new();
        for entry in &self.entries {
            let key = (entry.outcome, entry.method.as_deref());
            *counts.entry(&entry.operation).or_default().entry(key).or_default() += 1;
        }
        counts
    }

    /// The counts in one line.
    pub fn summary(&self) -> String {
        let counted = Outcome::ALL.map(|outcome| format!("{} {outcome}", self.count(outcome)));
        let noun = if self.entries.len() == 1 { "obligation" } else { "obligations" };
        format!("{} {noun}: {}", self.entries.len(), counted.join(", "))
    }

    /// The counts by operation and method, a line each, and what was left alone.
    pub fn details(&self) -> Vec<String> {
        let of_operation =
            |(operation, counts): (&str, BTreeMap<(Outcome, Option<&str>), usize>)| {
                let counts: Vec<String> = counts
                    .into_iter()
                    .map(|((outcome, method), count)| match method {
                        Some(method) => format!("{count} {outcome} by {method}"),
                        None => format!("{count} {outcome}"),
                    })
                    .collect();
                format!("{operation}: {}", counts.join(", "))
            };
        let mut lines: Vec<String> = self.by_operation().into_iter().map(of_operation).collect();
        let alone = self.left_alone.iter().map(|(name, count)| format!("{name} ({count})"));
        let alone: Vec<String> = alone.collect();
        if !alone.is_empty() {
            lines.push(format!("nothing to prove of {}", alone.join(", ")));
        }
        lines
    }
}
