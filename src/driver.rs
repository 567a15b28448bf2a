//! MLIR's tools with the layout dialect: the driver `layout-opt`, which is `mlir-opt` with
//! everything upstream, and the language server `layout-lsp-server`.

use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStringExt;
use std::process::ExitCode;

use layout_tools::command::clap::{Arg, Command};
use layout_tools::command::tell;

use crate::ffi::mlir;
use crate::{dialect, passes};

/// Runs the driver on the arguments of this process.
pub fn main() -> ExitCode {
    dialect::install();
    passes::register();
    let run = || exit_code(mlir::driver_main(c_strings(std::env::args_os())));
    passes::verify::files::of_all_parts(run).unwrap_or_else(|message| {
        tell(&format!("error: {message}\n"));
        ExitCode::FAILURE
    })
}

/// The declaration of the driver's command line, as far as it is ours: MLIR reads it, and `--help` prints
/// it with the options of MLIR and of its passes.
pub fn command() -> Command {
    let option = |name: &'static str| Arg::new(name).long(name);
    let passes = passes::PASSES.iter().map(|pass| {
        let options = pass.options.iter().map(|(name, meaning)| format!("{name}: {meaning}."));
        let lines: Vec<String> = [pass.summary.to_owned()].into_iter().chain(options).collect();
        let argument = option(pass.argument).help(pass.summary).long_help(lines.join("\n\n"));
        argument.value_name("OPTION=VALUE ...").num_args(0..=1).require_equals(true)
    });
    Command::new("layout-opt")
        .version(env!("CARGO_PKG_VERSION"))
        .about("mlir-opt with the layout dialect and its passes")
        .after_help(
            "All options of mlir-opt are there, too: layout-opt --help lists them. The status is 1 if \
             the input does not parse, a pass fails or an option is not known.",
        )
        .disable_help_subcommand(true)
        .arg(Arg::new("input").value_name("FILE").help("The file of MLIR; - or none is standard input"))
        .arg(Arg::new("output").short('o').value_name("FILE").help("Write to this file; - is standard output"))
        .arg(option("allow-unregistered-dialect").num_args(0).help("Read operations of any dialect"))
        .arg(option("verify-diagnostics").num_args(0).help("Compare what is reported with the comments in the file"))
        .arg(option("split-input-file").num_args(0).help("Read the parts between // ----- by themselves"))
        .args(passes)
}

/// Runs MLIR's language server on a command line, program name included; it speaks with an editor on
/// the standard streams.
pub(crate) fn lsp_server_main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    dialect::install();
    exit_code(mlir::lsp_server_main(c_strings(arguments)))
}

/// The operating system's arguments contain no zero byte, so none is dropped here.
fn c_strings(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = CString> {
    arguments.filter_map(|argument| CString::new(argument.into_vec()).ok())
}

fn exit_code(status: i32) -> ExitCode {
    ExitCode::from(u8::try_from(status).unwrap_or(1))
}
