//! The calculator for layouts: `layout-calc 'compose((4,6,8):(2,3,5), 6:3)'`.

mod prompt;

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

use layout::calc::{Session, help};
use lexopt::prelude::*;

const USAGE: &str = "\
usage: layout-calc [<line> ...]

Evaluates each line: an expression, or `name = expression`. Without one, lines are read from
standard input, with a prompt and a history if that is a terminal.

  -h, --help     print this help
  -V, --version  print the version
  help           as a line: what there is; `help compose`: what an operation does

The status is 1 if a line has an error, or claims what is refuted or not decided; 2 if the
calculator is not called as above.
";

fn main() -> ExitCode {
    let lines = match parse_arguments() {
        Ok(Some(lines)) => lines,
        Ok(None) => return ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("layout-calc: {error}");
            return ExitCode::from(2);
        }
    };
    let mut session = Session::default();
    let mut all_stand = true;
    let result = if !lines.is_empty() {
        lines.iter().for_each(|line| all_stand &= run(&mut session, line));
        Ok(())
    } else if io::stdin().is_terminal() {
        prompt::read(&mut session, |session, line| {
            run(session, line);
            !matches!(line.trim(), "quit" | "exit")
        })
        .map_err(io::Error::other)
    } else {
        io::stdin().lock().lines().try_for_each(|line| {
            all_stand &= run(&mut session, &line?);
            Ok(())
        })
    };
    match result {
        Ok(()) if all_stand => ExitCode::SUCCESS,
        Ok(()) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("layout-calc: {error}");
            ExitCode::from(2)
        }
    }
}

/// The lines, or nothing if all that was asked for was help.
fn parse_arguments() -> Result<Option<Vec<String>>, lexopt::Error> {
    let mut parser = lexopt::Parser::from_env();
    let mut lines = Vec::new();
    while let Some(argument) = parser.next()? {
        match argument {
            Short('h') | Long("help") => {
                print!("{USAGE}");
                return Ok(None);
            }
            Short('V') | Long("version") => {
                println!("layout-calc {}", env!("CARGO_PKG_VERSION"));
                return Ok(None);
            }
            Value(line) => lines.push(line.string()?),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Some(lines))
}

/// Evaluates a line and prints what it gives; false if it has an error or does not stand.
fn run(session: &mut Session, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["quit" | "exit"] => return true,
        ["help"] => return print(&help(None).unwrap_or_default()),
        ["help", name] => match help(Some(name)) {
            Some(text) => return print(&text),
            None => {
                eprintln!("error: there is no operation {name}");
                return false;
            }
        },
        _ => {}
    }
    match session.run(line) {
        Ok(reply) => {
            if let Some(answer) = reply.answer() {
                print(&format!("{answer}\n"));
            }
            for note in reply.notes() {
                eprintln!("{note}");
            }
            reply.stands()
        }
        Err(error) => {
            eprint!("{}", error.shown_in(line));
            false
        }
    }
}

/// Prints to standard output. That a reader such as head has seen enough is no error.
fn print(text: &str) -> bool {
    let _ = io::stdout().write_all(text.as_bytes());
    true
}
