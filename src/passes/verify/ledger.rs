//! What a run found, operation by operation.

use std::collections::BTreeMap;
use std::fmt;

use super::super::declared::verify::Statistics;
use super::super::pass::Counts;
use super::stated::Stated;
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

/// How many second opinions a run asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Opinions {
    /// Claims that were asked again.
    pub claims: usize,
    /// Answers that are the first one.
    pub agree: usize,
    /// Answers that are another one.
    pub disagree: usize,
    /// Methods that had no answer.
    pub none: usize,
}

impl Opinions {
    pub fn add(&mut self, more: Opinions) {
        self.claims += more.claims;
        self.agree += more.agree;
        self.disagree += more.disagree;
        self.none += more.none;
    }

    pub fn summary(&self) -> String {
        let Opinions { claims, agree, disagree, none } = self;
        let noun = if *claims == 1 { "claim was" } else { "claims were" };
        format!(
            "cross-check: {claims} {noun} asked again, {agree} answers agree, {disagree} disagree, \
             {none} times a method has no answer"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts_answers() {
        let mut all = Opinions { claims: 1, agree: 2, disagree: 0, none: 1 };
        assert_eq!(
            all.summary(),
            "cross-check: 1 claim was asked again, 2 answers agree, 0 disagree, 1 times a method has \
             no answer"
        );
        all.add(Opinions { claims: 2, agree: 4, disagree: 1, none: 1 });
        assert_eq!(all, Opinions { claims: 3, agree: 6, disagree: 1, none: 2 });
    }
}
