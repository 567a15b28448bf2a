//! `layout-analyze`: what accesses by layouts cost, as remarks with numbers.
//!
//! The questions are operations with an attribute `movement`, which `layout-translate` writes; a
//! compiler may write them beside its own operations.

mod memories;
mod reader;

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use self::memories::Memories;
use self::reader::QuestionReader;
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

    fn run<'c>(ir: Ir<'c>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let Ir { context, root } = ir;
        let mut evaluator = Evaluator::new(context);
        let machine = options.machine();
        let mut is_complete = true;
        let mut say = |operation: OperationRef<'c, 'c>, asked: CostAnswer| match asked {
            Ok(Ok(answer)) => {
                statistics.answered += 1;
                statistics.costly += i64::from(answer.is_costly());
                let severity =
                    if answer.is_costly() { Severity::Warning } else { Severity::Remark };
                let text = answer.text().to_owned();
                Diagnostic::new(severity, operation.location(), text).emit();
            }
            Ok(Err(error)) => {
                is_complete = false;
                let message = format!("the access is not analyzed: {error}");
                Diagnostic::error(operation.location(), message).emit();
            }
            Err(reason) => {
                let message = format!("unknown what the access costs: {reason}");
                Diagnostic::remark(operation.location(), message).emit();
            }
        };
        let mut memories = Memories::default();
        for operation in ir::walk(root) {
            let Some(question) = QuestionReader::new(&mut evaluator).read(operation) else {
                continue;
            };
            memories.note(operation, &question);
            say(operation, question.map(|question| question.answer(&machine)));
        }
        for (operation, answer) in memories.answers(&machine) {
            say(operation, Ok(answer));
        }
        if is_complete { Ok(()) } else { Err(Failed) }
    }
}
