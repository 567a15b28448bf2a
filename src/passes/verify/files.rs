//! The files that `report-file` and `certificate` name. A run of the driver has the parts of its input
//! between `// -----` one after the other, and a file has what all of them say.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use layout_tools::command;

use super::super::pass::Merge;
use super::ledger::Ledger;
use super::{certificate, report};
use crate::algebra::Budget;

/// What a file has.
#[derive(Debug, Clone, Copy)]
pub(super) enum Content {
    Report,
    /// With the budget of what is decided again for it.
    Certificate(Budget),
}

impl Content {
    fn write(self, ledger: &Ledger, file: &str) -> Result<(), String> {
        let text = match self {
            Content::Report => report::text(ledger, file),
            Content::Certificate(budget) => certificate::text(ledger, &budget),
        };
        command::write(file, &text)
    }
}

struct WrittenFile {
    content: Content,
    parts: usize,
    ledger: Ledger,
}

/// The files of the run of the driver, if this process is one, by their names and whether they are
/// certificates: the standard output may be both.
static OF_RUN: Mutex<Option<BTreeMap<(String, bool), WrittenFile>>> = Mutex::new(None);

/// The name of the standard output, which cannot be written again.
const OUTPUT: &str = "-";

/// The report's file, if it is the certificate's, too, of which it would keep one.
pub(super) fn shared<'f>(report: &'f str, certificate: &str) -> Option<&'f str> {
    let is_file = !report.is_empty() && report != OUTPUT;
    let place = |file: &str| std::path::absolute(file).ok();
    (is_file && !certificate.is_empty() && place(report) == place(certificate)).then_some(report)
}

/// Writes what a part of the input says.
///
/// # Errors
///
/// Why the file cannot be written.
pub(super) fn write(ledger: &Ledger, file: &str, content: Content) -> Result<(), String> {
    let mut of_run = OF_RUN.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(files) = of_run.as_mut() else { return content.write(ledger, file) };
    if file != OUTPUT {
        content.write(ledger, file)?;
    }
    let none = || WrittenFile { content, parts: 0, ledger: Ledger::default() };
    let key = (file.to_owned(), matches!(content, Content::Certificate(_)));
    let written = files.entry(key).or_insert_with(none);
    written.parts += 1;
    written.ledger.merge(ledger.clone());
    Ok(())
}

/// Runs the driver, and then writes each file again that several parts wrote, with what all of them say, and
/// the standard output.
///
/// # Errors
///
/// Why a file cannot be written.
pub(crate) fn of_all_parts<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    let of_run = || OF_RUN.lock().unwrap_or_else(PoisonError::into_inner);
    *of_run() = Some(BTreeMap::new());
    let result = run();
    for ((file, _), written) in of_run().take().unwrap_or_default() {
        if 1 < written.parts || file == OUTPUT {
            written.content.write(&written.ledger, &file)?;
        }
    }
    Ok(result)
}
