//! The language server `layout-lsp-server`: MLIR's own, and what an editor can be told of layouts.
//!
//! It stands between the editor and a process of `mlir-lsp-server` with our dialect, hands messages on,
//! and adds three things: the verdicts of the passes on what is open as diagnostics, what is known of
//! the layout attribute under the cursor, and the edit that makes a refuted claim true. [`main`] is the
//! program, `server` the loop over messages, `upstream` the other process, `document` an open file,
//! `attributes` finds the layouts in its text, `hover` describes one, and `verdicts` asks the passes.

mod attributes;
mod corrections;
mod document;
mod hover;
mod server;
mod upstream;
mod verdicts;

use std::ffi::OsString;
use std::process::ExitCode;

use crate::driver;

const USAGE: &str = "\
usage: layout-lsp-server [options]

Speaks the language server protocol on its standard streams, for files of MLIR: what mlir-lsp-server
does, verdicts as diagnostics, layouts described under the cursor, and edits that make refuted claims true.

  --passes <list>  the passes of ours that look at an open file, with their options, such as
                   layout-import-cute,layout-verify{report=true accesses=true};
                   layout-verify{report=true} if none are named
  --upstream       be mlir-lsp-server with the layout dialect and nothing more
  -h, --help       print this help
  -V, --version    print the version

All other options are those of mlir-lsp-server.
";

/// Which passes look at a file if the user names none.
const PASSES: &str = "layout-verify{report=true}";

/// Runs the program on the arguments of this process.
pub fn main() -> ExitCode {
    let mut own = Vec::new();
    let mut passes = PASSES.to_owned();
    let mut arguments = std::env::args_os();
    let program = arguments.next().unwrap_or_default();
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--upstream") => {
                let rest = own.into_iter().chain(arguments);
                return driver::lsp_server_main([program].into_iter().chain(rest));
            }
            Some("-h" | "--help") => {
                print!("{USAGE}");
                return ExitCode::SUCCESS;
            }
            Some("-V" | "--version") => {
                println!("layout-lsp-server {}", env!("CARGO_PKG_VERSION"));
                return ExitCode::SUCCESS;
            }
            Some("--passes") => match arguments.next().and_then(|list| list.into_string().ok()) {
                Some(list) => passes = list,
                None => return refused("--passes needs a list of passes"),
            },
            Some(text) if text.starts_with("--passes=") => {
                passes = text["--passes=".len()..].to_owned();
            }
            _ => own.push(argument),
        }
    }
    match serve(&own, passes) {
        Ok(status) => ExitCode::from(status),
        Err(message) => refused(&message),
    }
}

fn serve(own: &[OsString], passes: String) -> Result<u8, String> {
    let passes = verdicts::Passes::read(&passes)?;
    let upstream = upstream::Upstream::start(own)?;
    Ok(server::serve(upstream, passes))
}

fn refused(message: &str) -> ExitCode {
    eprintln!("layout-lsp-server: {message}");
    ExitCode::from(2)
}
