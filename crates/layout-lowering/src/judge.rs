//! The verdict on each function of a TTGIR file and the code that was made of it.

mod calls;
mod compare;
mod kernel;
mod launch;
mod orders;
mod pointed;
mod registers;
mod results;
mod setup;

use std::cell::Cell;
use std::fmt;

use layout_kernels::triton::{self, Program, Type};
use layout_math::validate::{FunctionVerdict, Report};

use crate::bits::{Contents, Inputs, Table};
use crate::llvm;
use crate::machine::{Family, Stop, Vendor};
use setup::{Case, Ended, Target, of_fault};

/// What is wrong with the files as a whole.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// The code is not LLVM IR.
    Code(llvm::ReadError),
    /// The TTGIR is not read, or has not what it must have: the attributes of the module, or functions.
    Kernel { place: Option<triton::Position>, message: String },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Code(error) => error.fmt(f),
            Error::Kernel { place: Some(place), message } => write!(f, "{place}: {message}"),
            Error::Kernel { place: None, message } => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {}

/// Holds the code to the TTGIR: one verdict for each function of the TTGIR.
///
/// A function of tensors or memories is compared register by register: argument and result `i` of the
/// code are structures, or single values, of the registers of the layout, in the order of their numbers.
/// A function of pointers is compared by what it has written to memory when it ends. The arguments that
/// the code has beyond those of the TTGIR are the memory that threads share, and scratch memory.
///
/// Proved means: for all contents of the input, for all threads of a block, every bit that the TTGIR
/// defines is that of the TTGIR, and no order of the threads that the barriers allow gives another.
///
/// # Errors
///
/// Code that is not LLVM IR, or TTGIR that does not say for what machine it is.
///
/// # Example
///
/// ```
/// let kernel = r#"
/// module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
///   tt.func private @f(%x: tensor<64xf32, #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [], block = []}>>) -> tensor<64xf32, #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [], block = []}>> {
///     tt.return %x : tensor<64xf32, #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [], block = []}>>
///   }
/// }"#;
/// let code = "define { float, float } @f({ float, float } %x) {\n  ret { float, float } %x\n}\n";
/// let report = layout_lowering::validate(kernel, code)?;
/// assert_eq!(report.exit_status(), 0);
/// assert!(report.to_string().starts_with("@f: proved by execution of 32 threads on symbolic bits"));
/// # Ok::<(), layout_lowering::Error>(())
/// ```
pub fn validate(kernel: &str, code: &str) -> Result<Report, Error> {
    validate_contents(kernel, code, Contents::Symbols)
}

/// Compares both sides on an input of numbers that look random, others for each seed.
///
/// It follows what [`validate`] does not, code that computes with data: a difference is one, but what is
/// called proved is so for this input alone.
///
/// # Errors
///
/// As [`validate`].
pub fn validate_on_numbers(kernel: &str, code: &str, seed: u32) -> Result<Report, Error> {
    validate_contents(kernel, code, Contents::Numbers(seed.into()))
}

fn validate_contents(kernel: &str, code: &str, contents: Contents) -> Result<Report, Error> {
    let read = triton::read_module(kernel.as_bytes()).map_err(|error| located(&error))?;
    if let Some(error) = read.errors().first() {
        return Err(located(error));
    }
    let attribute = |name: &str, value: Option<i64>| {
        let value = value.and_then(|own| usize::try_from(own).ok());
        value.ok_or_else(|| lacking(format!("the TTGIR has no attribute ttg.{name}")))
    };
    let warps = attribute("num-warps", read.num_warps())?;
    let lanes = attribute("threads-per-warp", read.threads_per_warp())?;
    let vendor = match read.target() {
        Some(target) if target.starts_with("cuda") => Vendor::Nvidia,
        Some(target) if target.starts_with("hip") => Vendor::Amd,
        Some(target) => return Err(lacking(format!("the target {target} is not known"))),
        None => return Err(lacking("the TTGIR has no attribute ttg.target".to_owned())),
    };
    if ![32, 64].contains(&lanes) || !warps.is_power_of_two() || 64 < warps {
        let message = format!("{warps} warps of {lanes} threads are not a block of a GPU");
        return Err(lacking(message));
    }
    let (mut programs, mut not_understood) = (Vec::new(), Vec::new());
    for function in triton::read_functions(kernel) {
        match function {
            Ok(program) => programs.push(program),
            Err(own) => not_understood.push(own),
        }
    }
    let module = llvm::read_module(code).map_err(Error::Code)?;
    let family = Family::of(read.target().unwrap_or(""));
    let target = Target { vendor, warps, lanes, family, contents, turn: 0 };
    if let Some((place, message)) = launch::wrong_layout(&programs, warps, lanes) {
        return Err(Error::Kernel { place: Some(place), message });
    }
    let n_places = Cell::new(1);
    let is_one_block = read.num_ctas().unwrap_or(1) == 1;
    let mut report = Report::default();
    for (number, function) in read.functions().iter().enumerate() {
        let name = function.name();
        if read.functions()[..number].iter().any(|own| own.name() == name) {
            let message = format!("@{name} is defined a second time");
            return Err(Error::Kernel { place: Some(function.position()), message });
        }
        let program = programs.iter().find(|program| program.name == name);
        let verdict = match (program, module.function(name)) {
            (_, None) => {
                report.add_unpaired(name, "the TTGIR");
                continue;
            }
            // Its arguments are LLVM's choice: what it does is a part of the kernels that call it.
            (Some(program), Some(function)) if function.is_fast && !is_kernel(program) => {
                report.add_unpaired(name, "the TTGIR with these arguments");
                continue;
            }
            _ if !is_one_block => unsupported("a cluster of several blocks"),
            (None, _) => match not_understood.iter().find(|own| own.name == name) {
                Some(own) => {
                    let line = own.error.position().line as u32;
                    let what = format!("the TTGIR of it is not understood: {}", own.error);
                    unknown(&what, line, "TTGIR")
                }
                None => {
                    unknown("a function without a body", function.position().line as u32, "TTGIR")
                }
            },
            (Some(program), Some(function)) => {
                let n_places = &n_places;
                let case = Case {
                    programs: &programs,
                    program,
                    module: &module,
                    function,
                    target,
                    n_places,
                };
                judge_everywhere(case)
            }
        };
        report.add(name, verdict);
    }
    for function in &module.functions {
        if read.functions().iter().all(|own| *own.name() != *function.name) {
            report.add_unpaired(&function.name, "the code");
        }
    }
    Ok(report)
}

/// What is wrong with TTGIR, with its place.
fn located(error: &triton::ReadError) -> Error {
    Error::Kernel { place: Some(error.position()), message: error.to_string() }
}

fn lacking(message: String) -> Error {
    Error::Kernel { place: None, message }
}

fn unsupported(reason: &str) -> FunctionVerdict {
    FunctionVerdict::Unsupported { reason: reason.to_owned() }
}

fn unknown(what: &str, line: u32, file: &str) -> FunctionVerdict {
    let reason = match line {
        0 => what.to_owned(),
        _ => format!("{what} at line {line} of the {file}"),
    };
    FunctionVerdict::Unknown { reason }
}

/// True if a program can be launched: no tensors are its arguments or results.
fn is_kernel(program: &Program) -> bool {
    let is_number = |own: &Type| matches!(own, Type::Other { .. });
    program.arguments.iter().all(|own| is_number(&own.kind))
        && results::result_types(program).iter().all(is_number)
}

/// Judges it for each place that it may have in tensor memory.
fn judge_everywhere(mut case: Case<'_>) -> FunctionVerdict {
    loop {
        case.n_places.set(1);
        let verdict = judge(case);
        case.target.turn += 1;
        if !matches!(verdict, FunctionVerdict::Proved { .. })
            || case.n_places.get() <= case.target.turn
        {
            return verdict;
        }
    }
}

fn judge(case: Case<'_>) -> FunctionVerdict {
    let Case { program, target, .. } = case;
    let mut table = Table::new();
    let mut inputs = Inputs::default();
    let result = match launch::check(case) {
        Err(wrong) => Err(wrong),
        Ok(()) if is_kernel(program) => kernel::judge(case, &mut table, &mut inputs),
        Ok(()) => registers::judge(case, &mut table, &mut inputs),
    };
    match result {
        Ok(verdict) => verdict,
        Err(Ended::Spec(Stop::Unknown { what, line })) => unknown(&what, line, "TTGIR"),
        Err(Ended::Spec(Stop::Fault(fault))) => unknown(&fault.what, fault.place.line, "TTGIR"),
        Err(Ended::Code(Stop::Unknown { what, line })) => unknown(&what, line, "code"),
        Err(Ended::Code(Stop::Fault(fault))) => of_fault(&fault, target),
        Err(Ended::Unsupported(reason)) => FunctionVerdict::Unsupported { reason },
        Err(Ended::Different(mismatch)) => mismatch.verdict(),
    }
}
