//! The command line of `layout-validate`.

use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStringExt;
use std::process::ExitCode;
use std::{fs, io};

use lexopt::prelude::*;

use super::functions::{Options, compare};
use crate::dialect;
use crate::ffi::mlir;
use crate::validate::Report;

const USAGE: &str = "\
usage: layout-validate [--overflow=report] BEFORE AFTER
       layout-validate --triton KERNEL.ttgir CODE.ll

Says of each function that both files of MLIR have whether it gives the same before and after a pass:
proved, refuted with the arguments and what each side gives, or unknown. `-` is the standard input.

  --triton              the files are TTGIR and the LLVM IR that Triton made of it, before or after
                        LLVM optimizes it; it is executed for all threads of a block
  --overflow=report     say at which least arguments a value after the pass no longer fits its type
  --max-operations <n>  isl operations that a function may cost (default 2000000)
  -h, --help            print this help
  -V, --version         print the version

The status is 1 if a function is refuted, 2 if a file is not read or no function is in both.
";

struct Arguments {
    files: [CString; 2],
    is_triton: bool,
    options: Options,
}

/// Runs the program on the arguments of this process.
pub fn main() -> ExitCode {
    let arguments = match parse(lexopt::Parser::from_env()) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => return ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("layout-validate: {error}");
            return ExitCode::from(2);
        }
    };
    let Arguments { files, is_triton, options } = arguments;
    let names = files.each_ref().map(|file| file.to_string_lossy().into_owned());
    let report = if is_triton {
        match triton(&names) {
            Ok(report) => report,
            Err(message) => {
                eprintln!("layout-validate: {message}");
                return ExitCode::from(2);
            }
        }
    } else {
        dialect::install();
        let report = mlir::with_modules(&files[0], &files[1], |before, after| {
            compare([before, after], &names, &options)
        });
        let Some(report) = report else { return ExitCode::from(2) };
        report
    };
    print!("{report}");
    if report.exit_status() == 2 {
        eprintln!("layout-validate: no function is in both {} and {}", names[0], names[1]);
    }
    ExitCode::from(report.exit_status())
}

/// The report on a kernel of Triton's and its code.
fn triton([kernel, code]: &[String; 2]) -> Result<Report, String> {
    let read = |name: &str| {
        let text =
            if name == "-" { io::read_to_string(io::stdin()) } else { fs::read_to_string(name) };
        text.map_err(|error| format!("{name}: {error}"))
    };
    layout_lowering::validate(&read(kernel)?, &read(code)?).map_err(|error| match error {
        layout_lowering::Error::Code(error) => format!("{code}:{error}"),
        layout_lowering::Error::Kernel(message) => format!("{kernel}: {message}"),
    })
}

fn parse(mut parser: lexopt::Parser) -> Result<Option<Arguments>, lexopt::Error> {
    let mut options = Options::default();
    let mut is_triton = false;
    let mut files: Vec<OsString> = Vec::new();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("overflow") => match parser.value()?.string()?.as_str() {
                "report" => options.reports_overflow = true,
                other => return Err(format!("--overflow is 'report', not '{other}'").into()),
            },
            Long("triton") => is_triton = true,
            Long("max-operations") => options.max_operations = parser.value()?.parse()?,
            Short('h') | Long("help") => {
                print!("{USAGE}");
                return Ok(None);
            }
            Short('V') | Long("version") => {
                println!("layout-validate {}", env!("CARGO_PKG_VERSION"));
                return Ok(None);
            }
            Value(file) => files.push(file),
            other => return Err(other.unexpected()),
        }
    }
    let paths: Vec<CString> =
        files.into_iter().filter_map(|file| CString::new(file.into_vec()).ok()).collect();
    match <[CString; 2]>::try_from(paths) {
        Ok(files) => Ok(Some(Arguments { files, is_triton, options })),
        Err(files) => Err(format!("two files are compared, and {} are named", files.len()).into()),
    }
}
