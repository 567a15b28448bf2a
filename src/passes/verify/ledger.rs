//! What a run found, operation by operation.

use std::collections::BTreeMap;
use std::fmt;

use super::super::declared::verify::Statistics;
use super::super::pass::Merge;
use super::presburger::Judgement;
use super::stated::Stated;
use crate::algebra::Verdict;
use crate::ffi::mlir::FilePosition;

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
pub(super) struct LedgerEntry {
    pub outcome: Outcome,
    /// The name of the operation.
    pub operation: String,
    /// The kind of the method that proved it, or of the reason that it is unknown.
    pub why: Option<String>,
    pub place: Option<FilePosition>,
    pub message: String,
    pub notes: Vec<(Option<FilePosition>, String)>,
    /// The claim, if it is one about layouts and a certificate is wanted.
    pub stated: Option<Stated>,
}

impl LedgerEntry {
    /// The kind of the method of a proof.
    pub fn method(&self) -> Option<&str> {
        self.why.as_deref().filter(|_| self.outcome == Outcome::Proved)
    }

    /// The kind of the reason that it is unknown.
    pub fn reason(&self) -> Option<&str> {
        self.why.as_deref().filter(|_| self.outcome != Outcome::Proved)
    }
}

/// What a run found, in the order of the text.
#[derive(Debug, Clone, Default)]
pub(super) struct Ledger {
    pub statistics: Statistics,
    pub entries: Vec<LedgerEntry>,
    /// Operations of the dialect of which nothing is to be proved.
    pub left_alone: BTreeMap<String, usize>,
    /// What other methods said of the claims.
    pub opinions: Opinions,
}

impl Merge for Ledger {
    fn merge(&mut self, more: Self) {
        self.statistics.merge(more.statistics);
        self.entries.extend(more.entries);
        self.opinions.add(more.opinions);
        for (name, count) in more.left_alone {
            *self.left_alone.entry(name).or_default() += count;
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

    /// How often each operation has each outcome, by each method or for each kind of reason.
    pub fn by_operation(&self) -> BTreeMap<&str, BTreeMap<(Outcome, Option<&str>), usize>> {
        let mut counts: BTreeMap<&str, BTreeMap<_, usize>> = BTreeMap::new();
        for entry in &self.entries {
            let key = (entry.outcome, entry.why.as_deref());
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

    /// The counts by operation and method or reason, a line each, and what was left alone.
    pub fn details(&self) -> Vec<String> {
        let of_operation =
            |(operation, counts): (&str, BTreeMap<(Outcome, Option<&str>), usize>)| {
                let counts: Vec<String> = counts
                    .into_iter()
                    .map(|((outcome, why), count)| match why {
                        Some(method) if outcome == Outcome::Proved => {
                            format!("{count} {outcome} by {method}")
                        }
                        Some(reason) => format!("{count} {outcome} ({reason})"),
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
    /// What MLIR's Presburger library said.
    pub presburger: Judgements,
}

impl Opinions {
    pub fn add(&mut self, more: Opinions) {
        self.claims += more.claims;
        self.agree += more.agree;
        self.disagree += more.disagree;
        self.none += more.none;
        self.presburger.add(more.presburger);
    }

    pub fn summary(&self) -> String {
        let Opinions { claims, agree, disagree, none, .. } = self;
        let noun = if *claims == 1 { "claim was" } else { "claims were" };
        let times = if *none == 1 { "time" } else { "times" };
        format!(
            "cross-check: {claims} {noun} asked again, {}, {disagree} disagree, {none} {times} a method \
             has no answer",
            answers_agree(*agree)
        )
    }
}

/// Whether two answers to whether one claim holds are the same; `None` if one of them is unknown.
pub(super) fn agree(first: Option<bool>, second: Option<bool>) -> Option<bool> {
    first.zip(second).map(|(first, second)| first == second)
}

/// `1 answer agrees`, `2 answers agree`.
fn answers_agree(count: usize) -> String {
    if count == 1 { "1 answer agrees".to_owned() } else { format!("{count} answers agree") }
}

/// What MLIR's Presburger library said of the claims of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Judgements {
    /// Answers that are that of the pass.
    pub agree: usize,
    /// Answers that are another one.
    pub disagree: usize,
    /// Answers where the pass has none.
    pub alone: usize,
    /// Claims that are not a statement about integers, or about products of them.
    pub not_stated: usize,
    /// Statements that are too long to be asked.
    pub too_long: usize,
    /// Statements that were not decided in the time that there is.
    pub out_of_time: usize,
    /// Statements at which the library failed, or had too little memory.
    pub stopped: usize,
    /// Statements for which the time of all of them left nothing.
    pub not_asked: usize,
}

impl Judgements {
    /// Counts what was said of a claim, of which the pass has the first verdict.
    pub fn count<W>(&mut self, first: &Verdict<W>, second: &Judgement) {
        let place = match (second, agree(first.holds(), second.holds())) {
            (Judgement::NotStated, _) => &mut self.not_stated,
            (Judgement::TooLong, _) => &mut self.too_long,
            (Judgement::OutOfTime, _) => &mut self.out_of_time,
            (Judgement::Stopped, _) => &mut self.stopped,
            (Judgement::NotAsked, _) => &mut self.not_asked,
            (Judgement::Holds | Judgement::Fails(_), None) => &mut self.alone,
            (Judgement::Holds | Judgement::Fails(_), Some(true)) => &mut self.agree,
            (Judgement::Holds | Judgement::Fails(_), Some(false)) => &mut self.disagree,
        };
        *place += 1;
    }

    fn add(&mut self, more: Judgements) {
        self.agree += more.agree;
        self.disagree += more.disagree;
        self.alone += more.alone;
        self.not_stated += more.not_stated;
        self.too_long += more.too_long;
        self.out_of_time += more.out_of_time;
        self.stopped += more.stopped;
        self.not_asked += more.not_asked;
    }

    pub fn summary(&self) -> String {
        let Judgements { agree, disagree, alone, not_stated, too_long, .. } = self;
        let Judgements { out_of_time, stopped, not_asked, .. } = self;
        let none = not_stated + too_long + out_of_time + stopped + not_asked;
        format!(
            "FPL: {}, {disagree} disagree, {alone} where the pass has none; FPL has no answer: {none} \
             ({not_stated} not stated, {too_long} too long, {out_of_time} out of time, {stopped} stopped, \
             {not_asked} not asked)",
            answers_agree(*agree)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Unknown;

    #[test]
    fn what_is_proved_has_a_method_and_what_is_not_a_reason() {
        let entry = |outcome| LedgerEntry {
            outcome,
            operation: "layout.assert_size".to_owned(),
            why: Some("isl".to_owned()),
            place: None,
            message: String::new(),
            notes: Vec::new(),
            stated: None,
        };
        for (outcome, method, reason) in [
            (Outcome::Proved, Some("isl"), None),
            (Outcome::Refuted, None, Some("isl")),
            (Outcome::Unknown, None, Some("isl")),
        ] {
            let entry = entry(outcome);
            assert_eq!((entry.method(), entry.reason()), (method, reason), "{outcome:?}");
        }
    }

    #[test]
    fn the_summary_counts_judgements() {
        let mut all = Judgements { agree: 3, too_long: 1, ..Judgements::default() };
        let mut more = Judgements { not_stated: 4, too_long: 6, out_of_time: 6, ..all };
        let refuted: Verdict<i64> = Verdict::Refuted(1);
        let unknown: Verdict<i64> = Verdict::Unknown(Unknown::NotStatic);
        (more.agree, more.alone) = (0, 3);
        more.count(&refuted, &Judgement::Fails(None));
        more.count(&refuted, &Judgement::Holds);
        more.count(&refuted, &Judgement::Holds);
        more.count(&unknown, &Judgement::Holds);
        more.count(&refuted, &Judgement::NotStated);
        more.count(&unknown, &Judgement::OutOfTime);
        more.count(&refuted, &Judgement::Stopped);
        more.count(&refuted, &Judgement::NotAsked);
        more.count(&unknown, &Judgement::NotAsked);
        all.add(more);
        assert_eq!(
            all.summary(),
            "FPL: 4 answers agree, 2 disagree, 4 where the pass has none; FPL has no answer: 22 (5 not \
             stated, 7 too long, 7 out of time, 1 stopped, 2 not asked)"
        );
    }

    #[test]
    fn the_summary_counts_answers() {
        let presburger = Judgements { agree: 1, ..Judgements::default() };
        let mut all = Opinions { claims: 1, agree: 2, disagree: 0, none: 1, presburger };
        assert_eq!(
            all.summary(),
            "cross-check: 1 claim was asked again, 2 answers agree, 0 disagree, 1 time a method has \
             no answer"
        );
        all.add(Opinions { claims: 2, agree: 4, disagree: 1, none: 1, presburger });
        let presburger = Judgements { agree: 2, ..Judgements::default() };
        assert_eq!(all, Opinions { claims: 3, agree: 6, disagree: 1, none: 2, presburger });
        let one = Opinions { claims: 2, agree: 1, disagree: 1, none: 0, presburger };
        assert_eq!(
            one.summary(),
            "cross-check: 2 claims were asked again, 1 answer agrees, 1 disagree, 0 times a method has \
             no answer"
        );
    }
}
