//! `layout-analyze`: what accesses by layouts cost, as remarks with numbers.
//!
//! The questions are operations with an attribute `movement`, which `layout-translate` writes; a
//! compiler may write them beside its own operations.

mod memories;
mod reader;

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use self::memories::Memories;
use self::reader::{QuestionReader, Read};
use super::declared::analyze::{Options, Statistics};
use super::fold::Evaluator;
use super::pass::{Failed, Ir, Pass};
use crate::analyze::{AnalyzeError, Banks, Cost, GlobalMemory, Machine};
use crate::dialect::diagnostic::{Diagnostic, Severity};
use crate::dialect::ir;

/// The answer to a question; an error outside says why there is none.
type CostAnswer = Result<Result<Cost, AnalyzeError>, String>;

impl Options {
    fn machine(&self) -> Machine {
        let banks = Banks {
            banks: self.banks,
            bank_bits: self.bank_bytes.saturating_mul(8),
            ..Banks::default()
        };
        let sector_bytes = self.sector_bytes;
        Machine::with_banks(banks, GlobalMemory { sector_bytes, ..GlobalMemory::default() })
    }
}

/// The pass.
pub struct Analyze;

impl Pass for Analyze {
    const ONLY_LOOKS: bool = true;

    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let machine = options.machine();
        let of_accesses = ir.in_parts(statistics, |part, statistics| {
            let mut evaluator = Evaluator::new(part.ir.context);
            let mut result = Ok(());
            for operation in part.operations() {
                let question = QuestionReader::new(&mut evaluator).read(operation);
                let answer = |asked: Result<Read, _>| asked.map(|read| read.answer(&machine));
                if let Some(answer) = question.map(answer) {
                    result = result.and(say(operation, answer, statistics));
                }
            }
            result
        });
        let of_memories = memories(ir, &machine, statistics);
        of_accesses.and(of_memories)
    }
}

/// Asks about each memory with all of its readers and writers, which are anywhere in the module.
fn memories(ir: Ir<'_>, machine: &Machine, statistics: &mut Statistics) -> Result<(), Failed> {
    let Ir { context, root } = ir;
    let mut evaluator = Evaluator::new(context);
    let mut memories = Memories::default();
    for operation in ir::walk(root) {
        if let Some(plain) = Memories::plain(operation)
            && let Some(Ok(read)) = QuestionReader::new(&mut evaluator).read(operation)
        {
            memories.note(operation, plain, &read);
        }
    }
    let mut result = Ok(());
    for (operation, answer) in memories.answers(machine) {
        result = result.and(say(operation, Ok(answer), statistics));
    }
    result
}

/// Reports an answer.
///
/// # Errors
///
/// [`Failed`], if there is none because the question is wrong.
fn say(
    operation: OperationRef<'_, '_>,
    asked: CostAnswer,
    statistics: &mut Statistics,
) -> Result<(), Failed> {
    let location = operation.location();
    match asked {
        Ok(Ok(answer)) => {
            statistics.answered += 1;
            statistics.costly += i64::from(answer.is_costly());
            let severity = if answer.is_costly() { Severity::Warning } else { Severity::Remark };
            Diagnostic::new(severity, location, answer.text().to_owned()).emit();
        }
        Ok(Err(error)) => {
            Diagnostic::error(location, format!("the access is not analyzed: {error}")).emit();
            return Err(Failed);
        }
        Err(reason) => {
            Diagnostic::remark(location, format!("unknown what the access costs: {reason}")).emit();
        }
    }
    Ok(())
}
