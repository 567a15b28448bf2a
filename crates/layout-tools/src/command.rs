//! The command lines of the programs.
//!
//! Each is declared once: `--help`, the page of the manual and the completions of shells are made of the
//! declaration. All programs end with the same [`Status`].

mod calc;
mod find_swizzle;
mod lint;
mod status;
mod translate;

use std::ffi::OsStr;
use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;

pub use calc::{Calc, Format};
pub use clap;
use clap::{Command, CommandFactory, Parser};
pub use find_swizzle::{FindSwizzle, Verb};
pub use lint::{Color, FailOn, Lint};
pub use status::{STATUS, Status};
pub use translate::Translate;

/// The arguments of this process.
///
/// # Errors
///
/// How the program ends: help and the version are printed to the standard output, what is wrong to the
/// standard error.
pub fn arguments<A: Parser>() -> Result<A, ExitCode> {
    A::try_parse().map_err(|error| refused(&error))
}

/// Says what is wrong with the arguments, or what was asked for in their place.
pub fn refused(error: &clap::Error) -> ExitCode {
    let is_answer = !error.use_stderr();
    if is_answer {
        return match print(&error.to_string()) {
            Ok(()) => Status::Fine.into(),
            Err(_) => Status::Failed.into(),
        };
    }
    tell(&error.to_string());
    Status::Failed.into()
}

/// Says why a program could not do what it was asked for.
pub fn failed(program: &str, message: &str) -> ExitCode {
    tell(&format!("{program}: {message}\n"));
    Status::Failed.into()
}

/// Prints to the standard output. That a reader such as head has seen enough is not an error.
///
/// # Errors
///
/// The text cannot be written, for example because the disk is full.
pub fn print(text: &str) -> io::Result<()> {
    let mut output = io::stdout();
    let written = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Writes a file, `-` being the standard output.
///
/// # Errors
///
/// Why the text cannot be written, with the name of the file.
pub fn write(path: &str, text: &str) -> Result<(), String> {
    match path {
        "-" => print(text).map_err(|error| error.to_string()),
        _ => fs::write(path, text).map_err(|error| format!("{path}: {error}")),
    }
}

/// What a file has, `-` being the standard input.
///
/// # Errors
///
/// The file cannot be read.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let path = path.as_ref();
    if path != Path::new("-") {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Holds that one of these files at most is `-`.
///
/// # Errors
///
/// What is wrong: `stream`, the standard input or output, is given twice.
pub fn is_once<'f>(
    stream: &str,
    files: impl IntoIterator<Item = &'f (impl AsRef<OsStr> + ?Sized + 'f)>,
) -> Result<(), String> {
    match files.into_iter().filter(|file| file.as_ref() == "-").nth(1) {
        Some(_) => Err(format!("the standard {stream} is given twice, as -")),
        None => Ok(()),
    }
}

/// True if what goes to a stream is colored unless somebody decides: on a terminal, where no variable
/// `NO_COLOR` says anything.
pub fn is_colored(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Writes to the standard error. What cannot be written there is lost, as nobody is left to be told: the
/// program ends as it would have.
pub fn tell(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// The programs of this package, for what is made of their declarations.
pub fn commands() -> Vec<Command> {
    vec![Calc::command(), FindSwizzle::command(), Lint::command(), Translate::command()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_consistent() {
        for command in commands() {
            command.debug_assert();
        }
    }

    #[test]
    fn every_help_says_what_the_status_means() {
        for mut command in commands() {
            let help = command.render_long_help().to_string();
            assert!(help.contains(STATUS), "{}", command.get_name());
        }
    }
}
