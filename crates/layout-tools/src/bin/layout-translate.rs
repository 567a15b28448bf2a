//! Translates files of other systems to `layout` IR, and layouts to pictures for LaTeX:
//! `layout-translate --import-triton kernel.ttgir`, `layout-translate --to-tikz '(4,8):(8,1)'`.

use std::panic::catch_unwind;
use std::process::ExitCode;

use layout_kernels::translate::import_triton;
use layout_tools::calc::{Answer, Session};
use layout_tools::command::{self, Status, Translate, tell};
use layout_tools::draw::{draw, to_tikz};

fn main() -> ExitCode {
    match command::arguments() {
        Ok(Translate { to_tikz: true, input: Some(line), output, .. }) => picture(&line, &output),
        Ok(own) => translate(own.input.as_deref().unwrap_or("-"), &own.output),
        Err(status) => status,
    }
}

fn translate(path: &str, output: &str) -> ExitCode {
    let name = if path == "-" { "<stdin>" } else { path };
    let bytes = match command::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return fail(&format!("{name}: error: {error}")),
    };
    let imported = match catch_unwind(|| import_triton(&bytes, name)) {
        Ok(Ok(imported)) => imported,
        Ok(Err(error)) => {
            tell(&format!("{name}:{}: error: {error}\n", error.position()));
            return Status::Wrong.into();
        }
        Err(_) => return fail(&format!("{name}:1:1: error: the importer failed on this file")),
    };
    for found in imported.findings() {
        let severity = if found.is_error() { "error" } else { "warning" };
        tell(&format!("{name}:{}: {severity}: {}\n", found.position(), found.message()));
    }
    if let Err(error) = command::write(output, imported.ir()) {
        return fail(&format!("layout-translate: {error}"));
    }
    let is_malformed = imported.findings().iter().any(|found| found.is_error());
    if is_malformed { Status::Wrong.into() } else { Status::Fine.into() }
}

/// Writes the picture of a layout.
fn picture(line: &str, output: &str) -> ExitCode {
    let answer = match Session::default().run(line) {
        Ok(reply) => reply.answer().cloned(),
        Err(error) => {
            tell(&error.shown_in(line));
            return Status::Wrong.into();
        }
    };
    let picture = match answer {
        Some(Answer::Picture(picture)) => Ok(picture),
        Some(Answer::Layout(layout)) => draw(&layout, None).map_err(|error| error.to_string()),
        _ => Err("it is neither a layout nor a picture".to_owned()),
    };
    match picture.map(|picture| command::write(output, &to_tikz(&picture))) {
        Ok(Ok(())) => Status::Fine.into(),
        Ok(Err(error)) => fail(&format!("layout-translate: {error}")),
        Err(message) => {
            tell(&format!("{line}: error: {message}\n"));
            Status::Wrong.into()
        }
    }
}

fn fail(message: &str) -> ExitCode {
    tell(&format!("{message}\n"));
    Status::Failed.into()
}
