//! Translates files of other systems to `layout` IR, and layouts to pictures for LaTeX:
//! `layout-translate --import-triton kernel.ttgir`, `layout-translate --to-tikz '(4,8):(8,1)'`.

use std::fs;
use std::io::{self, Read, Write};
use std::panic::catch_unwind;
use std::process::ExitCode;

use layout_kernels::translate::import_triton;
use layout_tools::calc::{Answer, Session};
use layout_tools::draw::{draw, to_tikz};
use lexopt::prelude::*;

const USAGE: &str = "\
usage: layout-translate --import-triton [-o <output>] [<kernel.ttgir>]
       layout-translate --to-tikz [-o <output>] <layout>

  --import-triton  read pretty-printed TTGIR of any version, write layout IR
  --to-tikz        write a picture of the layout, an expression of layout-calc, as TikZ
  -o <output>      write to this file; without it, or with -, to standard output
  -h, --help       print this help
  -V, --version    print the version

Without a file, or with -, the input is read from standard input.
The status is 1 if some of the input is malformed, 2 if there is nothing to translate.
";

struct Arguments {
    input: Option<String>,
    output: Option<String>,
}

enum Translation {
    ImportTriton,
    ToTikz,
}

fn main() -> ExitCode {
    match parse_arguments() {
        Ok(Some((Translation::ImportTriton, arguments))) => translate(&arguments),
        Ok(Some((Translation::ToTikz, arguments))) => picture(&arguments),
        Ok(None) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("layout-translate: {error}")),
    }
}

/// The arguments, or nothing if all that was asked for was help.
fn parse_arguments() -> Result<Option<(Translation, Arguments)>, lexopt::Error> {
    let mut parser = lexopt::Parser::from_env();
    let mut arguments = Arguments { input: None, output: None };
    let (mut imports_triton, mut to_tikz) = (false, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("import-triton") => imports_triton = true,
            Long("to-tikz") => to_tikz = true,
            Short('o') => arguments.output = Some(parser.value()?.string()?),
            Short('h') | Long("help") => {
                print!("{USAGE}");
                return Ok(None);
            }
            Short('V') | Long("version") => {
                println!("layout-translate {}", env!("CARGO_PKG_VERSION"));
                return Ok(None);
            }
            Value(path) if arguments.input.is_none() => arguments.input = Some(path.string()?),
            other => return Err(other.unexpected()),
        }
    }
    match (imports_triton, to_tikz) {
        (true, false) => Ok(Some((Translation::ImportTriton, arguments))),
        (false, true) => Ok(Some((Translation::ToTikz, arguments))),
        _ => Err("which translation? see --help".into()),
    }
}

fn translate(arguments: &Arguments) -> ExitCode {
    let path = arguments.input.as_deref().unwrap_or("-");
    let name = if path == "-" { "<stdin>" } else { path };
    let bytes = match read(path) {
        Ok(bytes) => bytes,
        Err(error) => return fail(&format!("{name}: error: {error}")),
    };
    let imported = match catch_unwind(|| import_triton(&bytes, name)) {
        Ok(Ok(imported)) => imported,
        Ok(Err(error)) => return fail(&format!("{name}:{}: error: {error}", error.position())),
        Err(_) => return fail(&format!("{name}:1:1: error: the importer failed on this file")),
    };
    for found in imported.findings() {
        let severity = if found.is_error() { "error" } else { "warning" };
        eprintln!("{name}:{}: {severity}: {}", found.position(), found.message());
    }
    if let Err(error) = write(arguments.output.as_deref().unwrap_or("-"), imported.ir()) {
        return fail(&format!("layout-translate: {error}"));
    }
    ExitCode::from(u8::from(imported.findings().iter().any(|found| found.is_error())))
}

/// Writes the picture of the layout that the arguments give.
fn picture(arguments: &Arguments) -> ExitCode {
    let Some(line) = &arguments.input else {
        return fail("layout-translate: which layout? see --help");
    };
    let answer = match Session::default().run(line) {
        Ok(reply) => reply.answer().cloned(),
        Err(error) => {
            eprint!("{}", error.shown_in(line));
            return ExitCode::FAILURE;
        }
    };
    let picture = match answer {
        Some(Answer::Picture(picture)) => Ok(picture),
        Some(Answer::Layout(layout)) => draw(&layout, None).map_err(|error| error.to_string()),
        _ => Err("it is no layout and no picture".to_owned()),
    };
    let written = picture
        .map(|picture| write(arguments.output.as_deref().unwrap_or("-"), &to_tikz(&picture)));
    match written {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => fail(&format!("layout-translate: {error}")),
        Err(message) => {
            eprintln!("{line}: error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn read(path: &str) -> io::Result<Vec<u8>> {
    if path != "-" {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn write(path: &str, text: &str) -> io::Result<()> {
    if path != "-" {
        return fs::write(path, text);
    }
    match io::stdout().write_all(text.as_bytes()) {
        // A reader such as head that has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn fail(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(2)
}
