//! The file that `report-file` asks for: what a run found, as JSON or as SARIF.

use serde_json::{Map, Value, json};

use super::ledger::{Ledger, LedgerEntry, Outcome};
use crate::ffi::mlir::FilePosition;
use crate::sarif;

/// What a run found, as a file of this name has it: as SARIF 2.1.0 if it ends in `.sarif`, else as JSON.
pub(super) fn text(ledger: &Ledger, file: &str) -> String {
    if file.ends_with(".sarif") { as_sarif(ledger) } else { as_json(ledger) }
}

fn as_json(ledger: &Ledger) -> String {
    let counts: Map<String, Value> = Outcome::ALL
        .iter()
        .map(|&outcome| (outcome.to_string(), ledger.count(outcome).into()))
        .collect();
    let by_operation: Map<String, Value> = ledger
        .by_operation()
        .into_iter()
        .map(|(operation, counts)| {
            let counts: Vec<Value> = counts
                .into_iter()
                .map(|((outcome, why), count)| {
                    let (method, reason) = match outcome {
                        Outcome::Proved => (why, None),
                        _ => (None, why),
                    };
                    let verdict = outcome.to_string();
                    json!({"verdict": verdict, "method": method, "reason": reason, "count": count})
                })
                .collect();
            (operation.to_owned(), counts.into())
        })
        .collect();
    let obligations: Vec<Value> = ledger.entries.iter().map(of_entry).collect();
    let report = json!({
        "tool": "layout-verify",
        "version": env!("CARGO_PKG_VERSION"),
        "counts": counts,
        "byOperation": by_operation,
        "leftAlone": ledger.left_alone,
        "obligations": obligations,
    });
    format!("{report:#}\n")
}

fn of_entry(entry: &LedgerEntry) -> Value {
    let notes: Vec<Value> = entry
        .notes
        .iter()
        .map(|(place, message)| json!({"place": of_place(place.as_ref()), "message": message}))
        .collect();
    json!({
        "operation": entry.operation,
        "verdict": entry.outcome.to_string(),
        "method": entry.method(),
        "reason": entry.reason(),
        "place": of_place(entry.place.as_ref()),
        "message": entry.message,
        "notes": notes,
    })
}

pub(super) fn of_place(place: Option<&FilePosition>) -> Value {
    place.map_or(
        Value::Null,
        |place| json!({"file": place.file, "line": place.line, "column": place.column}),
    )
}

fn as_sarif(ledger: &Ledger) -> String {
    let rules: Vec<Value> = Outcome::ALL.iter().map(|&outcome| rule(outcome)).collect();
    let results: Vec<Value> = ledger.entries.iter().map(result).collect();
    sarif::log("layout-verify", &rules, &results)
}

fn rule(outcome: Outcome) -> Value {
    let (summary, help) = match outcome {
        Outcome::Proved => ("an obligation holds", "The message says by which method."),
        Outcome::Refuted => (
            "an obligation does not hold",
            "The message has a witness, and the notes what gives it.",
        ),
        Outcome::Unknown => (
            "an obligation is not decided",
            "The message says what is in the way or was spent on it.",
        ),
        Outcome::Unsupported => {
            ("an operation is not defined for its operands", "Nothing is said of the layouts.")
        }
        Outcome::Promoted => (
            "a composition leaves its left layout",
            "Its left layout is extended past its end there; promotion=error makes that an error.",
        ),
    };
    sarif::rule(&outcome.to_string(), summary, help, level(outcome))
}

fn level(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Proved => "none",
        Outcome::Refuted => "error",
        Outcome::Unknown | Outcome::Unsupported => "note",
        Outcome::Promoted => "warning",
    }
}

fn result(entry: &LedgerEntry) -> Value {
    let kind = match entry.outcome {
        Outcome::Proved => "pass",
        Outcome::Refuted | Outcome::Promoted => "fail",
        Outcome::Unknown => "open",
        Outcome::Unsupported => "notApplicable",
    };
    // A kind other than "fail" has no level.
    let level = if kind == "fail" { level(entry.outcome) } else { "none" };
    let location = |place: &FilePosition| sarif::place(&place.file, place.line, place.column);
    let locations: Vec<Value> = entry
        .place
        .iter()
        .map(|place| {
            json!({
                "physicalLocation": location(place),
                "logicalLocations": [{"name": entry.operation, "kind": "operation"}],
            })
        })
        .collect();
    let related: Vec<Value> = entry
        .notes
        .iter()
        .map(|(place, message)| match place {
            Some(place) => {
                json!({"physicalLocation": location(place), "message": {"text": message}})
            }
            None => json!({"message": {"text": message}}),
        })
        .collect();
    json!({
        "ruleId": entry.outcome.to_string(),
        "kind": kind,
        "level": level,
        "message": {"text": entry.message},
        "locations": locations,
        "relatedLocations": related,
    })
}
