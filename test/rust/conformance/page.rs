//! `docs/conformance.md`.

use super::answer::{Answer, answer};
use super::rows::{self, Answers};
use super::tally::{Outcome, Tally, Wrong};
use super::{encodings, linear, paper};
use std::collections::BTreeMap;
use std::fmt::Write;

const HEAD: &str = "\
# Conformance

What this package answers beside what CuTe DSL 4.8.1, the headers of CuTe C++ 4.7.0, pycute 4.2.0 and Triton 3.9.0 answer to the calls in `test/data`.
`scripts/docs` writes this page from the data; the tests of `test/rust/conformance` compare every row, and this page with its tally.

A row is *equal* if the text is the same, and *equal as function* if only the nesting differs where the peers differ in it among themselves, or split a mode that a tiler takes whole.
The law of each operation is the postcondition in its documentation, evaluated coordinate by coordinate.
";

pub fn page(tallies: &[Tally]) -> String {
    let mut page = HEAD.to_owned();
    cute(&mut page, tallies);
    wrong(&mut page, tallies);
    disputed(&mut page);
    linear(&mut page);
    encodings(&mut page);
    paper::tables(&mut page);
    page
}

pub fn line(page: &mut String, text: std::fmt::Arguments) {
    writeln!(page, "{text}").expect("a string takes every text");
}

fn cute(page: &mut String, tallies: &[Tally]) {
    page.push_str(
        "\n## CuTe\n\n\
         Calls to which CuTe DSL and CuTe C++, or two of the three peers, agree on the answer.\n\n\
         | operation | rows | equal | equal as function | refused by all | answered here alone | peers wrong |\n\
         |---|---|---|---|---|---|---|\n",
    );
    let mut totals = [0; 6];
    for tally in tallies {
        let count = |of_kind: fn(&Outcome) -> bool| tally.count(of_kind);
        let counts = [
            tally.rows(),
            count(|outcome| matches!(outcome, Outcome::Equal)),
            count(|outcome| matches!(outcome, Outcome::EqualAsFunctions)),
            count(|outcome| matches!(outcome, Outcome::RefusedByAll)),
            count(|outcome| matches!(outcome, Outcome::AnsweredHere)),
            count(|outcome| matches!(outcome, Outcome::PeersWrong { .. })),
        ];
        row(page, &tally.op, &counts);
        totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
    }
    row(page, "all", &totals);
}

fn row(page: &mut String, name: &str, counts: &[usize]) {
    let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
    line(page, format_args!("| {name} | {} |", counts.join(" | ")));
}

fn wrong(page: &mut String, tallies: &[Tally]) {
    page.push_str(
        "\n## Where the peers are wrong\n\n\
         They agree on these answers, and the answers break the law.\n\n\
         | operation | rows | smallest example | the peers | breaks the law | here |\n\
         |---|---|---|---|---|---|\n",
    );
    for tally in tallies {
        let Some(smallest) = tally.wrong().min_by_key(|wrong| wrong.row.call().len()) else {
            continue;
        };
        let (op, rows) = (&tally.op, tally.lawless().count());
        let Wrong { row, reason, peers, ours } = smallest;
        let (call, ours) = (row.call(), here(ours));
        line(page, format_args!("| {op} | {rows} | `{call}` | `{peers}` | {reason} | {ours} |"));
    }
    page.push_str("\nEach of them, with the reason in the data's own numbers:\n\n");
    for Wrong { row, reason, peers, ours } in tallies.iter().flat_map(Tally::wrong) {
        let (id, call, ours) = (&row.id, row.call(), here(ours));
        line(page, format_args!("- {id} `{call}`: `{peers}`: {reason}. Here: {ours}."));
    }
}

fn here(ours: &Answer) -> String {
    match ours {
        Ok(layout) => format!("`{layout}`"),
        Err(error) => format!("refused: {error}"),
    }
}

/// How many of the disputed rows of an operation we answer as whom.
#[derive(Default)]
struct Dispute {
    rows: usize,
    as_dsl: usize,
    as_cpp: usize,
    as_pycute: usize,
    alone: usize,
}

fn disputed(page: &mut String) {
    page.push_str(
        "\n## Where the peers disagree\n\n\
         Calls to which the peers give different answers, or that only one of them was asked.\n\
         A refusal counts as an answer.\n\n\
         | operation | rows | as CuTe DSL | as CuTe C++ | as pycute | as none of them |\n\
         |---|---|---|---|---|---|\n",
    );
    let mut disputes: BTreeMap<String, Dispute> = BTreeMap::new();
    for (row, answers) in rows::disputed() {
        let ours = answer(&row).ok();
        let as_peer = |answers: &Answers, peer: &str| answers.get(peer) == Some(&ours);
        let dispute = disputes.entry(row.op.clone()).or_default();
        dispute.rows += 1;
        dispute.as_dsl += usize::from(as_peer(&answers, "CuTe DSL"));
        dispute.as_cpp += usize::from(as_peer(&answers, "CuTe C++"));
        dispute.as_pycute += usize::from(as_peer(&answers, "pycute"));
        dispute.alone += usize::from(answers.values().all(|theirs| *theirs != ours));
    }
    for (op, Dispute { rows, as_dsl, as_cpp, as_pycute, alone }) in &disputes {
        row(page, op, &[*rows, *as_dsl, *as_cpp, *as_pycute, *alone]);
    }
}

fn linear(page: &mut String) {
    page.push_str(
        "\n## Linear layouts\n\n\
         Triton's operations on `LinearLayout`; a call that Triton refuses stops its process.\n\n\
         | operation | rows | equal | refused by both |\n\
         |---|---|---|---|\n",
    );
    let mut totals = [0; 3];
    for (op, tally) in linear::tallies() {
        let counts = [tally.equal + tally.refused_by_both, tally.equal, tally.refused_by_both];
        row(page, &op, &counts);
        totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
    }
    row(page, "all", &totals);
}

fn encodings(page: &mut String) {
    page.push_str(
        "\n## Triton's encodings\n\n\
         The linear layout of an encoding on a shape, beside that of Triton's `toLinearLayout`.\n\n\
         | encoding | rows | equal | refused by both |\n\
         |---|---|---|---|\n",
    );
    let mut totals = [0; 3];
    for (kind, tally) in encodings::tallies() {
        let counts = [tally.equal + tally.refused_by_both, tally.equal, tally.refused_by_both];
        row(page, &kind, &counts);
        totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
    }
    row(page, "all", &totals);
}
