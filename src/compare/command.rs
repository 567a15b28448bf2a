//! The command line of `layout-validate`.

use std::ffi::CString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::process::ExitCode;

use layout_tools::command::clap::{self, CommandFactory, Parser, ValueEnum};
use layout_tools::command::{self, STATUS, Status, arguments, failed, is_once, print, tell};

use super::functions::{Options, compare};
use crate::dialect;
use crate::ffi::mlir;
use crate::triton::text_of;
use crate::validate::Report;

const NAME: &str = "layout-validate";

/// Says of each function that both files of MLIR have whether it gives the same before and after a pass:
/// proved, refuted with the arguments and what each side gives, or unknown
#[derive(Debug, Parser)]
#[command(
    name = NAME,
    version,
    after_help = format!(
        "The status is 1 if a function is refuted. {STATUS} It is 2, too, if no function is in both."
    )
)]
struct Validate {
    /// The file from before the pass; - is standard input
    #[arg(value_name = "BEFORE")]
    before: PathBuf,
    /// The file from after it
    #[arg(value_name = "AFTER")]
    after: PathBuf,
    /// The files are TTGIR and the LLVM IR that Triton made of it, before or after LLVM optimizes it;
    /// it is executed for all threads of a block
    #[arg(long)]
    triton: bool,
    /// Say at which least arguments a value after the pass no longer fits its type
    #[arg(long)]
    overflow: Option<Overflow>,
    /// Operations of isl that a function may cost
    #[arg(long, value_name = "N", default_value_t = Options::default().max_operations)]
    max_operations: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Overflow {
    Report,
}

/// The declaration of the command line.
pub fn command() -> clap::Command {
    Validate::command()
}

/// Runs the program on the arguments of this process.
pub fn main() -> ExitCode {
    let own: Validate = match arguments() {
        Ok(own) => own,
        Err(status) => return status,
    };
    match mlir::with_deep_stack(|| validate(own)) {
        Ok(status) => status,
        Err(message) => failed(NAME, &message),
    }
}

/// # Errors
///
/// A file cannot be read, and nobody has said so yet, or the standard output not be written.
fn validate(own: Validate) -> Result<ExitCode, String> {
    let files = [own.before, own.after];
    is_once("input", &files)?;
    let names = files.each_ref().map(|file| file.display().to_string());
    let report = if own.triton {
        triton(&names)?
    } else {
        let options = Options {
            reports_overflow: own.overflow == Some(Overflow::Report),
            max_operations: own.max_operations,
        };
        dialect::install();
        // An argument has no zero byte.
        let [before, after] =
            files.map(|file| CString::new(file.into_os_string().into_vec()).unwrap_or_default());
        let report = mlir::with_modules(&before, &after, |before, after| {
            compare([before, after], &names, &options)
        });
        let Some(report) = report else { return Ok(Status::Failed.into()) };
        report
    };
    print(&report.to_string()).map_err(|error| error.to_string())?;
    if report.exit_status() == 2 {
        tell(&format!("{NAME}: no function is in both {} and {}\n", names[0], names[1]));
    }
    Ok(ExitCode::from(report.exit_status()))
}

/// The report on a kernel of Triton's and its code.
fn triton([kernel, code]: &[String; 2]) -> Result<Report, String> {
    let read = |name: &str| command::read(name).map_err(|error| format!("{name}: {error}"));
    let (of_kernel, of_code) = (read(kernel)?, read(code)?);
    let text = |name: &str, bytes| {
        text_of(bytes).map_err(|error| format!("{name}:{}: {error}", error.position()))
    };
    let (of_kernel, of_code) = (text(kernel, &of_kernel)?, text(code, &of_code)?);
    layout_lowering::validate(of_kernel, of_code).map_err(|error| match error {
        layout_lowering::Error::Code(error) => format!("{code}:{error}"),
        layout_lowering::Error::Kernel { place: Some(place), message } => {
            format!("{kernel}:{place}: {message}")
        }
        layout_lowering::Error::Kernel { place: None, message } => format!("{kernel}: {message}"),
    })
}
