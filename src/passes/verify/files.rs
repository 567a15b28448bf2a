//! The files that `report-file` and `certificate` name. A run of the driver has the parts of its input
//! between `// -----` one after the other, and a file has what all of them say.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

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
        match self {
            Content::Report => report::write(ledger, file),
            Content::Certificate(budget) => certificate::write(ledger, file, &budget),
        }
    }
}

struct WrittenFile {
    content: Content,
    parts: usize,
    ledger: Ledger,
}

/// The files of the run of the driver, if this process is one.
static OF_RUN: Mutex<Option<BTreeMap<String, WrittenFile>>> = Mutex::new(None);

/// Writes what a part of the input says.
///
/// # Errors
///
/// Why the file cannot be written.
pub(super) fn write(ledger: &Ledger, file: &str, content: Content) -> Result<(), String> {
    content.write(ledger, file)?;
    if let Some(files) = OF_RUN.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        let none = || WrittenFile { content, parts: 0, ledger: Ledger::default() };
        let written = files.entry(file.to_owned()).or_insert_with(none);
        written.parts += 1;
        written.ledger.merge(ledger.clone());
    }
    Ok(())
}

/// Runs the driver, and then writes each file again that several parts wrote: with what all of them say.
///
/// # Errors
///
/// Why a file cannot be written.
pub(crate) fn of_all_parts<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    let of_run = || OF_RUN.lock().unwrap_or_else(PoisonError::into_inner);
    *of_run() = Some(BTreeMap::new());
    let result = run();
    for (file, written) in of_run().take().unwrap_or_default() {
        if 1 < written.parts {
            written.content.write(&written.ledger, &file)?;
        }
    }
    Ok(result)
}
