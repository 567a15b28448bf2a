//! One of several files.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::finding::{Finding, mark};
use super::kernel::lint;
use super::rule::UNREADABLE;
use super::settings::Settings;
use crate::triton::Position;

/// [`lint()`] for one of several files, of which none may take the findings of the others with it: a
/// file that cannot be read, or on which the linter itself fails, is a finding at its first byte.
///
/// The second answer is true if the file was read and linted; if not, the finding says why.
///
/// ```
/// use std::io;
///
/// use layout_kernels::analyze::Machine;
/// use layout_kernels::lint::lint_file;
///
/// let missing = || Err(io::Error::from(io::ErrorKind::NotFound));
/// let (findings, is_linted) = lint_file(missing, &Machine::default());
/// assert!(!is_linted);
/// assert_eq!(findings[0].position().to_string(), "1:1");
/// assert_eq!(findings[0].message(), "the file cannot be read: entity not found");
/// ```
pub fn lint_file(
    read: impl FnOnce() -> io::Result<Vec<u8>>,
    settings: impl Into<Settings>,
) -> (Vec<Finding>, bool) {
    let settings = settings.into();
    // What a panic leaves behind is dropped with the closure.
    let linted = catch_unwind(AssertUnwindSafe(|| read().map(|bytes| lint(&bytes, settings))));
    let message = match linted {
        Ok(Ok(findings)) => return (findings, true),
        Ok(Err(error)) => format!("the file cannot be read: {error}"),
        Err(_) => {
            "the linter failed on this file, which is an error of the linter; what it found in \
                   the file is lost"
                .to_owned()
        }
    };
    let mut only = [Finding::new(UNREADABLE, Position { line: 1, column: 1 }, message)];
    mark(&mut only);
    (only.into(), false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::Machine;

    #[test]
    fn a_fault_of_the_linter_is_a_finding() {
        let (findings, is_linted) = lint_file(|| panic!("planted"), &Machine::default());
        assert!(!is_linted);
        let said: Vec<String> = findings
            .iter()
            .map(|found| format!("{} {}: {}", found.position(), found.level(), found.message()))
            .collect();
        assert_eq!(
            said,
            [
                "1:1 error: the linter failed on this file, which is an error of the linter; what it found \
              in the file is lost"
            ]
        );
    }

    #[test]
    fn a_file_that_is_read_has_the_findings_of_its_bytes() {
        let machine = Machine::default();
        let bytes = || b"module {".to_vec();
        assert_eq!(lint_file(|| Ok(bytes()), &machine), (lint(&bytes(), &machine), true));
    }
}
