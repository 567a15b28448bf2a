//! Findings as SARIF 2.1.0, which code review tools show beside the code.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::finding::Finding;
use super::rule::RULES;
use crate::sarif::{log, place, rule};
use crate::triton::{Frame, Place, Position};

/// The findings of one file, with those that a baseline accepts.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    path: PathBuf,
    /// The path as it is shown.
    file: String,
    findings: Vec<(Finding, bool)>,
}

impl Report {
    /// The findings of a file, each with whether it is accepted.
    pub fn new(path: impl Into<PathBuf>, findings: Vec<(Finding, bool)>) -> Self {
        let path = path.into();
        Report { file: path.display().to_string(), path, findings }
    }

    /// The path of the file as it was given, as text.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The same as it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The findings with whether they are accepted.
    pub fn findings(&self) -> impl Iterator<Item = (&Finding, bool)> {
        self.findings.iter().map(|(finding, is_accepted)| (finding, *is_accepted))
    }
}

/// A SARIF 2.1.0 log of one run over these files.
///
/// It has all rules with their help, and a result for each finding: its place, which is the author's if it
/// is known, its related places, with that in the linted file, and its fingerprint as `layoutLint/v1`. What is accepted or silenced is a result that is suppressed. Paths are
/// relative to the root of the checkout, which the uploading tool knows, unless they are absolute.
///
/// ```
/// use layout_kernels::analyze::Machine;
/// use layout_kernels::lint::{Report, lint, sarif};
///
/// let findings = lint(b"module {", &Machine::default());
/// let report = Report::new("a b.ttgir", findings.into_iter().map(|found| (found, false)).collect());
/// let log: serde_json::Value = serde_json::from_str(&sarif(&[report]))?;
/// let result = &log["runs"][0]["results"][0];
/// assert_eq!((&result["ruleId"], &result["level"]), (&"unreadable".into(), &"error".into()));
/// let place = &result["locations"][0]["physicalLocation"];
/// assert_eq!(place["artifactLocation"]["uri"], "a%20b.ttgir");
/// assert_eq!((&place["region"]["startLine"], &place["region"]["startColumn"]), (&1.into(), &9.into()));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn sarif(reports: &[Report]) -> String {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|own| rule(own.id(), own.summary(), own.help(), &own.level().to_string()))
        .collect();
    let results: Vec<Value> = reports
        .iter()
        .flat_map(|report| {
            let path = &*report.path;
            report.findings().map(move |(finding, is_accepted)| result(finding, path, is_accepted))
        })
        .collect();
    log("layout-lint", &rules, &results)
}

fn result(finding: &Finding, file: &Path, is_accepted: bool) -> Value {
    let number = RULES.iter().position(|rule| rule == finding.rule());
    let source = finding.place().map(Place::of_author);
    let primary = source.map_or_else(|| at(file, finding.position()), of_frame);
    let mut location = json!({"physicalLocation": primary});
    if let Some(function) = finding.function() {
        location["logicalLocations"] = json!([{"name": function, "kind": "function"}]);
    }
    let mut result = Map::new();
    result.insert("ruleId".to_owned(), finding.rule().id().into());
    if let Some(number) = number {
        result.insert("ruleIndex".to_owned(), number.into());
    }
    result.insert("level".to_owned(), finding.level().to_string().into());
    result.insert("message".to_owned(), json!({"text": finding.message()}));
    result.insert("locations".to_owned(), json!([location]));
    let related: Vec<Value> = finding
        .notes()
        .iter()
        .map(|(frame, position, text)| {
            let place = frame.map_or_else(|| at(file, *position), of_frame);
            json!({"physicalLocation": place, "message": {"text": text}})
        })
        .collect();
    if !related.is_empty() {
        result.insert("relatedLocations".to_owned(), related.into());
    }
    let fingerprints = json!({"layoutLint/v1": finding.fingerprint()});
    result.insert("partialFingerprints".to_owned(), fingerprints);
    let kinds = [("external", is_accepted), ("inSource", finding.is_silenced())];
    let suppressions: Vec<Value> =
        kinds.iter().filter(|(_, is_so)| *is_so).map(|(kind, _)| json!({"kind": kind})).collect();
    if !suppressions.is_empty() {
        result.insert("suppressions".to_owned(), suppressions.into());
    }
    Value::Object(result)
}

fn of_frame(frame: &Frame) -> Value {
    place(&*frame.file, frame.line, frame.column)
}

fn at(file: &Path, position: Position) -> Value {
    place(file, position.line, position.column)
}
