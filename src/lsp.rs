//! The language server `layout-lsp-server`: MLIR's own, and what an editor can be told of layouts.
//!
//! It stands between the editor and a process of `mlir-lsp-server` with our dialect, hands messages on,
//! and adds three things: the verdicts of the passes on what is open as diagnostics, what is known of
//! the layout attribute under the cursor, and the edit that makes a refuted claim true. [`main`] is the
//! program, `server` the loop over messages, `message` takes one from a stream, `protocol` is what is read
//! of them and said in them, `upstream` the other process, `document` an open file, `attributes` finds the
//! layouts in its text, `hover` describes one, and `verdicts` asks the passes.

mod attributes;
mod corrections;
mod document;
mod hover;
mod message;
mod protocol;
mod server;
mod upstream;
mod verdicts;

use std::ffi::OsString;
use std::process::ExitCode;

use self::protocol::NAME;
use layout_tools::command::clap::{self, CommandFactory, Parser};
use layout_tools::command::{arguments, failed};

use crate::driver;
use crate::ffi::mlir::with_deep_stack;

/// Speaks the language server protocol on its standard streams, for files of MLIR: what mlir-lsp-server
/// does, verdicts as diagnostics, layouts described under the cursor, and edits that make refuted claims
/// true
#[derive(Debug, Parser)]
#[command(name = NAME, version)]
struct Lsp {
    /// The passes of ours that look at an open file, with their options, such as
    /// layout-import-cute,layout-verify{report=true accesses=true}
    #[arg(long, value_name = "LIST", default_value = "layout-verify{report=true}")]
    passes: String,
    /// Be mlir-lsp-server with the layout dialect and nothing more
    #[arg(long)]
    upstream: bool,
    /// What mlir-lsp-server is told
    #[arg(value_name = "OPTION", allow_hyphen_values = true)]
    own: Vec<OsString>,
}

/// The declaration of the command line.
pub fn command() -> clap::Command {
    Lsp::command()
}

/// Runs the program on the arguments of this process.
pub fn main() -> ExitCode {
    let Lsp { passes, upstream, own } = match arguments() {
        Ok(own) => own,
        Err(status) => return status,
    };
    if upstream {
        let own = [NAME.into()].into_iter().chain(own);
        return with_deep_stack(|| driver::lsp_server_main(own));
    }
    match serve(&own, passes) {
        Ok(status) => ExitCode::from(status),
        Err(message) => failed(NAME, &message),
    }
}

fn serve(own: &[OsString], passes: String) -> Result<u8, String> {
    let passes = verdicts::Passes::read(&passes)?;
    let upstream = upstream::Upstream::start(own)?;
    Ok(server::serve(upstream, passes))
}
