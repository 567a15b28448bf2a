//! What both forms of functions start from, and how they end.

use std::cell::Cell;

use layout_kernels::triton::Program;
use layout_math::validate::FunctionVerdict;

use super::compare::Mismatch;
use crate::bits::{Contents, Row, Table};
use crate::llvm::{self, Function, Module};
use crate::machine::{Family, Fault, Initial, Machine, SourceLines, Stop, Value, Vendor};

/// The machine that the code is for, and where a launch stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub vendor: Vendor,
    pub warps: usize,
    pub lanes: usize,
    pub family: Family,
    /// What the input is.
    pub contents: Contents,
    /// The place that it has in tensor memory.
    pub turn: usize,
}

/// A function of the TTGIR and the code that was made of it.
#[derive(Clone, Copy)]
pub(super) struct Case<'c> {
    /// Those of the file, which the function may call.
    pub programs: &'c [Program],
    pub program: &'c Program,
    pub module: &'c Module,
    pub function: &'c Function,
    pub target: Target,
    /// How many places there are for what the code has in tensor memory.
    pub n_places: &'c Cell<usize>,
}

/// Where the memory that threads share begins. Triton has all of it, so that it begins at 0 on machines:
/// what it says of alignments is more than that of the variable, and no more than this has.
pub(super) const SHARED: u64 = 0x1_0400;
/// The bytes that there are of it, more than of any machine.
const SHARED_LENGTH: u64 = 1 << 18;
/// The name of it for messages.
const SHARED_NAME: &str = "shared memory";
/// What a pointer points to is followed so far.
pub(super) const GLOBAL_LENGTH: u32 = 1 << 22;

/// Why there is no proof.
pub(super) enum Ended {
    Spec(Stop),
    Code(Stop),
    Unsupported(String),
    Different(Mismatch),
}

pub(super) fn of_fault(fault: &Fault, target: Target) -> FunctionVerdict {
    let mut at = Vec::new();
    if let Some(thread) = fault.thread {
        at.push(format!("lane {}, warp {}", thread % target.lanes, thread / target.lanes));
    }
    at.push(lines(fault.place));
    FunctionVerdict::Faulty { at: at.join(", "), what: fault.what.clone() }
}

/// The lines of an instruction.
fn lines(place: SourceLines) -> String {
    match place.origin {
        0 => format!("line {}", place.line),
        origin if place.line == 0 => format!("line {origin} of the TTGIR"),
        origin => format!("line {}, from line {origin} of the TTGIR", place.line),
    }
}

/// A machine with shared memory.
pub(super) fn machine<'m>(module: &'m Module, target: Target, table: &'m mut Table) -> Machine<'m> {
    let mut machine = Machine::new(module, target.vendor, target.warps, target.lanes, table);
    machine.family = target.family;
    machine.allocate_at(target.turn);
    machine.memory.add(SHARED_NAME, SHARED, SHARED_LENGTH, Initial::Undefined);
    let mut n_defined = 0;
    for variable in module.variables.iter().filter(|variable| variable.space == 3) {
        // One that is defined elsewhere has all that no other one has.
        let address = match variable.length {
            None => SHARED,
            Some(length) => {
                n_defined += 1;
                let address = SHARED + SHARED_LENGTH * n_defined;
                let name = format!("@{}", variable.name);
                machine.memory.add(&name, address, length.min(SHARED_LENGTH), Initial::Undefined);
                address
            }
        };
        machine.variables.insert(variable.name.clone(), address);
    }
    machine
}

/// The arguments of the code beyond those of the TTGIR.
pub(super) fn more_arguments(
    function: &Function,
    from: usize,
    machine: &mut Machine<'_>,
) -> Result<Vec<Value>, Ended> {
    let mut values = Vec::new();
    for (number, kind) in function.arguments.iter().enumerate().skip(from) {
        let row = match kind {
            llvm::Type::Pointer(3) => Row::same(32, SHARED),
            llvm::Type::Pointer(0 | 1) => {
                let base = (0x100 + number as u64) << 40;
                machine.memory.add(
                    "scratch memory",
                    base,
                    GLOBAL_LENGTH.into(),
                    Initial::Undefined,
                );
                Row::same(64, base)
            }
            _ => {
                let reason = format!("argument {number} of the code is not one of the TTGIR");
                return Err(Ended::Unsupported(reason));
            }
        };
        values.push(Value::Row(row));
    }
    Ok(values)
}

/// How it was proved.
pub(super) fn proved(machine: &Machine<'_>, target: Target) -> FunctionVerdict {
    let mut method = format!("execution of {} threads on symbolic bits", machine.threads);
    if target.contents != Contents::Symbols {
        method = format!("execution of {} threads on one input of numbers", machine.threads);
    }
    if machine.fitted {
        method += ", with transposed loads as the compiler takes them to be";
    }
    let skipped = machine.calls.as_ref().map(|own| own.skipped()).unwrap_or_default();
    if !skipped.is_empty() {
        method += &format!(", what @{} is handed not being compared", skipped.join(" and @"));
    }
    if let Some(premise) = machine.table.combinations.premise() {
        method += ", ";
        method += premise;
    }
    FunctionVerdict::Proved { method }
}
