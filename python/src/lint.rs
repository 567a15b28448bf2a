//! The linter, as rows of texts and numbers; `python/layout/_lint.py` makes objects of them.

use std::path::{Path, PathBuf};

use layout_kernels::analyze::{TARGETS, Target};
use layout_kernels::lint::{Baseline, Finding, Linted, RULES, Settings, Sources, lint_file};
use layout_kernels::triton::{Frame, Position};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// File, line and column.
type Place = (String, usize, usize);

/// The fields of `layout.Finding`, by their names.
#[derive(IntoPyObject)]
pub struct Row {
    rule: &'static str,
    level: String,
    message: String,
    place: Place,
    function: Option<String>,
    operation: Option<String>,
    compiled: (usize, usize),
    notes: Vec<(Place, String)>,
    fingerprint: String,
    is_silenced: bool,
    is_accepted: bool,
}

fn row(finding: &Finding, linted: &str, is_accepted: bool) -> Row {
    let place = |frame: Option<&Frame>, position: Position| match frame {
        Some(frame) => (frame.file.to_string(), frame.line, frame.column),
        None => (linted.to_owned(), position.line, position.column),
    };
    let position = finding.position();
    let notes = finding.notes().into_iter();
    Row {
        rule: finding.rule().id(),
        level: finding.level().to_string(),
        message: finding.message().to_owned(),
        place: place(finding.place().map(|place| place.of_author()), position),
        function: finding.function().map(str::to_owned),
        operation: finding.operation().map(str::to_owned),
        compiled: (position.line, position.column),
        notes: notes.map(|(frame, at, message)| (place(frame, at), message)).collect(),
        fingerprint: finding.fingerprint().to_owned(),
        is_silenced: finding.is_silenced(),
        is_accepted,
    }
}

/// The findings of a kernel, and the baseline that accepts those of some levels beside what it accepts
/// already; paths below `folder` are relative to it. A baseline knows the kernel by the path of a file, if it is
/// one, and by its name otherwise.
#[pyfunction]
pub fn lint(
    py: Python<'_>,
    text: &[u8],
    name: &str,
    file: Option<PathBuf>,
    folder: &str,
    target: Option<&str>,
    baseline: Option<&str>,
    levels: Vec<String>,
) -> PyResult<(Vec<Row>, String)> {
    let machine = target.map(|name| {
        let found = Target::named(name).map(|target| *target.machine());
        found.ok_or_else(|| {
            let names: Vec<&str> = TARGETS.iter().map(Target::name).collect();
            PyValueError::new_err(format!("no such machine: {name:?}; one of {}", names.join(", ")))
        })
    });
    let settings = Settings { machine: machine.transpose()?, ..Settings::default() };
    let read =
        |text| Baseline::read(text).map_err(|error| PyValueError::new_err(error.to_string()));
    let accepted = baseline.map(read).transpose()?.unwrap_or_default();
    let (findings, _) = py.detach(|| lint_file(|| Ok(text.to_vec()), settings));
    let linted = match &file {
        Some(file) => Linted::at(file, Path::new(folder)),
        None => Linted::named(name),
    };
    let mut sources = Sources::default();
    let mut extended = accepted.clone();
    let rows = findings
        .into_iter()
        .map(|found| sources.silence(found, name).relative_to(folder))
        .map(|found| {
            if !found.is_silenced() && levels.contains(&found.level().to_string()) {
                extended.accept(&linted, &found);
            }
            row(&found, name, accepted.accepts(&linted, &found))
        });
    Ok((rows.collect(), extended.write()))
}

/// Each rule: name, level, what it finds, what to do.
#[pyfunction]
pub fn rules() -> Vec<(&'static str, String, &'static str, &'static str)> {
    let rules = RULES.iter();
    rules.map(|rule| (rule.id(), rule.level().to_string(), rule.summary(), rule.help())).collect()
}
