//! Findings that are known and accepted.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use serde_json::{Value, json};

use super::finding::Finding;
use super::linted::Linted;

/// The findings that a project accepts, by file and fingerprint.
///
/// It is a JSON file that is kept beside the kernels. Lines may move and values may get other names;
/// what is accepted stays accepted until its message changes. The file of a finding is that of the
/// kernel's author if it is known, so that it stays accepted when the kernel is compiled again to
/// another path; entries with the path that was linted, as earlier versions wrote them, hold, too.
/// The path that was linted is kept as [`Linted`] has it, however it was spelled.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Baseline {
    /// The rule and the message, for whoever reads the file.
    accepted: BTreeMap<(String, String), (String, String)>,
}

/// Why a text is not a baseline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BaselineError {
    /// The text is not JSON.
    Json { line: usize, column: usize, message: String },
    /// A version that this program does not write.
    Version { found: String },
    /// An entry, counted from 0, without one of its four texts.
    Entry { number: usize, missing: &'static str },
}

impl fmt::Display for BaselineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BaselineError::Json { line, column, message } => {
                write!(f, "the baseline is not JSON at {line}:{column}: {message}")
            }
            BaselineError::Version { found } => {
                write!(f, "the version of the baseline is {found}, not 1")
            }
            BaselineError::Entry { number, missing } => {
                write!(f, "entry {number} of the baseline has no {missing}")
            }
        }
    }
}

impl Error for BaselineError {}

impl Baseline {
    /// Reads what [`Baseline::write`] wrote.
    ///
    /// # Errors
    ///
    /// A text that is not JSON, of another version, or an entry that is not complete.
    pub fn read(text: &str) -> Result<Self, BaselineError> {
        let value: Value = serde_json::from_str(text).map_err(|error| BaselineError::Json {
            line: error.line(),
            column: error.column(),
            message: error.to_string(),
        })?;
        if value["version"] != json!(1) {
            return Err(BaselineError::Version { found: value["version"].to_string() });
        }
        let mut accepted = BTreeMap::new();
        let missing = |number, missing| BaselineError::Entry { number, missing };
        let entries = value["accepted"].as_array().ok_or(missing(0, "list 'accepted'"))?;
        for (number, entry) in entries.iter().enumerate() {
            let text = |name: &'static str| {
                let text = entry[name].as_str().map(str::to_owned);
                text.ok_or(missing(number, name))
            };
            let key = (text("file")?, text("fingerprint")?);
            accepted.insert(key, (text("rule")?, text("message")?));
        }
        Ok(Baseline { accepted })
    }

    /// The baseline that accepts a finding of what was linted beside what it accepts already.
    pub fn accept(&mut self, linted: &Linted, finding: &Finding) {
        let source = finding.place().map(|place| place.of_author().file.to_string());
        let source = source.unwrap_or_else(|| linted.kept().to_owned());
        let key = (source, finding.fingerprint().to_owned());
        let what = (finding.rule().id().to_owned(), finding.message().to_owned());
        self.accepted.insert(key, what);
    }

    /// True if it accepts a finding of what was linted.
    pub fn accepts(&self, linted: &Linted, finding: &Finding) -> bool {
        let source = finding.place().map(|place| place.of_author().file.to_string());
        source
            .into_iter()
            .chain(linted.names().map(str::to_owned))
            .any(|file| self.accepted.contains_key(&(file, finding.fingerprint().to_owned())))
    }

    /// How many findings it accepts.
    pub fn len(&self) -> usize {
        self.accepted.len()
    }

    /// True if it accepts none.
    pub fn is_empty(&self) -> bool {
        self.accepted.is_empty()
    }

    /// The baseline as text, one entry after the other in the order of files and fingerprints, so
    /// that a change of it reads well.
    ///
    /// ```
    /// use layout_kernels::analyze::Machine;
    /// use layout_kernels::lint::{Baseline, Linted, lint};
    ///
    /// let findings = lint(b"module {", &Machine::default());
    /// let mut baseline = Baseline::default();
    /// let at = |path: &str| Linted::at(path.as_ref(), "/kernels".as_ref());
    /// baseline.accept(&at("f.ttgir"), &findings[0]);
    /// let read = Baseline::read(&baseline.write())?;
    /// assert!(read.accepts(&at("/kernels/f.ttgir"), &findings[0]));
    /// assert!(!read.accepts(&at("g.ttgir"), &findings[0]));
    /// # Ok::<(), layout_kernels::lint::BaselineError>(())
    /// ```
    pub fn write(&self) -> String {
        let entries: Vec<Value> = self
            .accepted
            .iter()
            .map(|((file, fingerprint), (rule, message))| {
                json!({"file": file, "fingerprint": fingerprint, "rule": rule, "message": message})
            })
            .collect();
        format!("{:#}\n", json!({"version": 1, "accepted": entries}))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_is_missing() {
        let message = |text: &str| Baseline::read(text).unwrap_err().to_string();
        assert!(message("{").starts_with("the baseline is not JSON at 1:1: "));
        assert_eq!(message("{}"), "the version of the baseline is null, not 1");
        assert_eq!(message("{\"version\": 2}"), "the version of the baseline is 2, not 1");
        let no_list = "entry 0 of the baseline has no list 'accepted'";
        assert_eq!(message("{\"version\": 1}"), no_list);
        assert_eq!(
            message("{\"version\": 1, \"accepted\": [{\"file\": \"f\"}]}"),
            "entry 0 of the baseline has no fingerprint"
        );
    }
}
