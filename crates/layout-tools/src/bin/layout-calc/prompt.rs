//! The interactive prompt: line editing, history, completion of names.

use std::env;
use std::path::PathBuf;

use layout_tools::calc::function_names;
use layout_tools::command::print;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use super::Calculator;

/// Completes the names of operations and variables.
struct NameCompleter(Vec<String>);

impl Completer for NameCompleter {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..position];
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let begin = before.trim_end_matches(is_name).len();
        let word = &before[begin..];
        let fits = self.0.iter().filter(|name| !word.is_empty() && name.starts_with(word));
        Ok((begin, fits.cloned().collect()))
    }
}

impl Hinter for NameCompleter {
    type Hint = String;
}
impl Highlighter for NameCompleter {}
impl Validator for NameCompleter {}
impl Helper for NameCompleter {}

/// Reads lines and has them evaluated until the input ends or a line says so.
pub fn read(calculator: &mut Calculator) -> rustyline::Result<()> {
    let mut editor: Editor<NameCompleter, FileHistory> = Editor::new()?;
    let history = history_file();
    if let Some(file) = &history {
        // The first time there is none.
        let _ = editor.load_history(file);
    }
    print("A calculator for layouts: an expression, `name = expression`, help, or quit.\n")?;
    loop {
        let variables = calculator.session.variables().map(|(name, _)| name.to_owned());
        let names = variables.chain(function_names().map(str::to_owned)).collect();
        editor.set_helper(Some(NameCompleter(names)));
        match editor.readline("> ") {
            Ok(line) => {
                editor.add_history_entry(line.as_str())?;
                calculator.run(&line);
                if matches!(line.trim(), "quit" | "exit") {
                    break;
                }
            }
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error),
        }
    }
    if let Some(file) = &history {
        // A history that cannot be kept is no reason to fail.
        let _ = editor.save_history(file);
    }
    Ok(())
}

fn history_file() -> Option<PathBuf> {
    match env::var_os("LAYOUT_CALC_HISTORY") {
        Some(file) => Some(file.into()),
        None => Some(PathBuf::from(env::var_os("HOME")?).join(".layout_calc_history")),
    }
}
