//! How all programs end.

use std::process::ExitCode;

/// How a program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It did what it was asked for and found nothing wrong.
    Fine = 0,
    /// Something is wrong in what it looked at.
    Wrong = 1,
    /// It could not look: of the command line, a file or the standard streams.
    Failed = 2,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status as u8)
    }
}

/// What every `--help` says of the status, after what the program has to say of it.
pub const STATUS: &str =
    "The status is 2 if the command line, a file or the standard output is the trouble.";
