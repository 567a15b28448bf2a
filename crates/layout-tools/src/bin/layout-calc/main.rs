//! The calculator for layouts: `layout-calc 'compose((4,6,8):(2,3,5), 6:3)'`.

mod prompt;

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

use layout_tools::calc::{Answer, Session, help};
use layout_tools::draw::{Look, Picture, to_html, to_svg, to_text, to_tikz};
use lexopt::prelude::*;

const USAGE: &str = "\
usage: layout-calc [options] [<line> ...]

Evaluates each line: an expression, or `name = expression`. Without one, lines are read from
standard input, with a prompt and a history if that is a terminal.

  --format <format>  how draw(...) draws: text, colour (the default on a terminal), svg, tikz, html
  -o <file>          write pictures to this file, the last one stays; its ending says the format
  --scale <percent>  the size of pictures: 100 if it is not said
  --label <fact>     what stands in a cell: a fact about it, such as coordinate, offset or bits, or none
  --fold <columns>   a table of more columns goes on below
  --colors off       pictures without colours
  --hatches off      pictures without hatches
  -h, --help         print this help
  -V, --version      print the version
  help               as a line: what there is; `help compose`: what an operation does

The status is 1 if a line has an error, or claims what is refuted or not decided; 2 if the
calculator is not called as above.
";

/// How pictures are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Colour,
    Svg,
    Tikz,
    Html,
}

/// What the command line asks for.
struct Arguments {
    lines: Vec<String>,
    format: Format,
    output: Option<String>,
    look: Look,
}

/// A session and where its answers go.
struct Calculator {
    session: Session,
    format: Format,
    output: Option<String>,
    look: Look,
}

fn main() -> ExitCode {
    let Arguments { lines, format, output, look } = match parse_arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => return ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("layout-calc: {error}");
            return ExitCode::from(2);
        }
    };
    let mut calculator = Calculator { session: Session::default(), format, output, look };
    let mut all_stand = true;
    let result = if !lines.is_empty() {
        lines.iter().for_each(|line| all_stand &= calculator.run(line));
        Ok(())
    } else if io::stdin().is_terminal() {
        prompt::read(&mut calculator).map_err(io::Error::other)
    } else {
        io::stdin().lock().split(b'\n').zip(1..).try_for_each(|(line, number)| {
            all_stand &= calculator.run_bytes(number, &line?);
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

/// The arguments, or nothing if all that was asked for was help.
fn parse_arguments() -> Result<Option<Arguments>, lexopt::Error> {
    let mut parser = lexopt::Parser::from_env();
    let (mut lines, mut format, mut output) = (Vec::new(), None, None);
    let mut look = Look::default();
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
            Long("format") => {
                let name = parser.value()?.string()?;
                let known = Format::named(&name);
                format = Some(known.ok_or_else(|| format!("there is no format {name}"))?);
            }
            Short('o') => output = Some(parser.value()?.string()?),
            Long(name) if Look::NAMES.contains(&name) => {
                let name = name.to_owned();
                look.set(&name, &parser.value()?.string()?).map_err(|error| error.to_string())?;
            }
            Value(line) => lines.push(line.string()?),
            other => return Err(other.unexpected()),
        }
    }
    let of_file = output.as_deref().and_then(|file: &str| Format::named(file.rsplit_once('.')?.1));
    let of_terminal = if io::stdout().is_terminal() { Format::Colour } else { Format::Text };
    let format = format.or(of_file).unwrap_or(of_terminal);
    Ok(Some(Arguments { lines, format, output, look }))
}

impl Format {
    /// The format of that name, which may be the ending of a file.
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "text" | "txt" => Format::Text,
            "colour" | "color" => Format::Colour,
            "svg" => Format::Svg,
            "tikz" | "tex" => Format::Tikz,
            "html" => Format::Html,
            _ => return None,
        })
    }

    fn write(self, picture: &Picture) -> String {
        match self {
            Format::Text => to_text(picture, false),
            Format::Colour => to_text(picture, true),
            Format::Svg => to_svg(picture),
            Format::Tikz => to_tikz(picture),
            Format::Html => to_html(picture),
        }
    }
}

impl Calculator {
    /// [`Calculator::run`] on a line of a file by its number, which may be no text.
    fn run_bytes(&mut self, number: usize, line: &[u8]) -> bool {
        match str::from_utf8(line) {
            Ok(text) => self.run(text.strip_suffix('\r').unwrap_or(text)),
            Err(error) => {
                let column = error.valid_up_to();
                let byte = line[column];
                eprintln!(
                    "<stdin>:{number}:{}: error: byte {byte:#04x} is no UTF-8 text",
                    column + 1
                );
                false
            }
        }
    }

    /// Evaluates a line and writes what it gives; false if it has an error or does not stand.
    fn run(&mut self, line: &str) -> bool {
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
        let reply = match self.session.run(line) {
            Ok(reply) => reply,
            Err(error) => {
                eprint!("{}", error.shown_in(line));
                return false;
            }
        };
        let is_written = match reply.answer() {
            None => true,
            Some(Answer::Picture(picture)) => self.draw(picture),
            Some(answer) => print(&format!("{answer}\n")),
        };
        for note in reply.notes() {
            eprintln!("{note}");
        }
        is_written && reply.stands()
    }
}

impl Calculator {
    /// Draws a picture where it is to go; false after an error.
    fn draw(&self, picture: &Picture) -> bool {
        let picture = match picture.clone().with_look(&self.look) {
            Ok(picture) => self.format.write(&picture),
            Err(error) => {
                eprintln!("error: {error}");
                return false;
            }
        };
        match &self.output {
            Some(file) => {
                let written = fs::write(file, picture);
                written.map_err(|error| eprintln!("{file}: error: {error}")).is_ok()
            }
            None => print(&picture),
        }
    }
}

/// Prints to standard output. That a reader such as head has seen enough is no error.
fn print(text: &str) -> bool {
    let _ = io::stdout().write_all(text.as_bytes());
    true
}
