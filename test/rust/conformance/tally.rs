//! How the answers to the rows of one operation compare.

use super::answer::{Answer, answer};
use super::laws::{Verdict, law, same_function};
use super::rows::{Row, agreed};

/// How our answer to a row compares with that of the peers.
pub enum Outcome {
    /// The same text.
    Equal,
    /// The same function; the peers agree on no more.
    EqualAsFunctions,
    RefusedByAll,
    /// The peers refuse, and our answer keeps the law.
    AnsweredHere,
    /// The peers' answer breaks the law, and ours does not.
    PeersWrong {
        reason: String,
        peers: String,
        ours: Answer,
    },
    /// Our answer is wrong.
    Failure(String),
}

/// A row that the peers answer wrongly.
pub struct Wrong<'a> {
    pub row: &'a Row,
    pub reason: &'a str,
    pub peers: &'a str,
    pub ours: &'a Answer,
}

/// The outcomes of all rows of an operation.
pub struct Tally {
    pub op: String,
    outcomes: Vec<(&'static Row, Outcome)>,
}

impl Tally {
    pub fn of(op: &str) -> Self {
        let outcomes = agreed(op).into_iter().map(|row| (row, outcome(row))).collect();
        Tally { op: op.to_owned(), outcomes }
    }

    pub fn rows(&self) -> usize {
        self.outcomes.len()
    }

    pub fn count(&self, of_kind: impl Fn(&Outcome) -> bool) -> usize {
        self.outcomes.iter().filter(|(_, outcome)| of_kind(outcome)).count()
    }

    pub fn failures(&self) -> impl Iterator<Item = &str> {
        self.outcomes.iter().filter_map(|(_, outcome)| match outcome {
            Outcome::Failure(text) => Some(text.as_str()),
            _ => None,
        })
    }

    pub fn wrong(&self) -> impl Iterator<Item = Wrong<'_>> {
        self.outcomes.iter().filter_map(|(row, outcome)| match outcome {
            Outcome::PeersWrong { reason, peers, ours } => Some(Wrong { row, reason, peers, ours }),
            _ => None,
        })
    }

    pub fn lawless(&self) -> impl Iterator<Item = &Row> {
        self.wrong().map(|wrong| wrong.row)
    }
}

fn outcome(row: &Row) -> Outcome {
    let (op, args) = (row.op.as_str(), row.texts());
    let ours = answer(row);
    let peers = row.peers();
    let failure = |what: &str| {
        let call = row.call();
        Outcome::Failure(format!("{} {call}: {what}\n  ours  {ours:?}\n  peers {peers:?}", row.id))
    };
    if let Ok(ours) = &ours
        && let Verdict::Broken(reason) = law(op, &args, ours)
    {
        return failure(&format!("our answer breaks the law: {reason}"));
    }
    let Some(theirs) = &peers else {
        return if ours.is_err() { Outcome::RefusedByAll } else { Outcome::AnsweredHere };
    };
    if let Verdict::Broken(reason) = law(op, &args, theirs) {
        return Outcome::PeersWrong { reason, peers: theirs.clone(), ours };
    }
    match &ours {
        Ok(ours) if ours == theirs => Outcome::Equal,
        Ok(ours) if !row.is_textual && same_function(ours, theirs) => Outcome::EqualAsFunctions,
        Ok(_) => failure("another answer than the peers'"),
        Err(_) => failure("refused, though the peers' answer keeps the law"),
    }
}
