//! `layout-import-cute`: what operations of CUTLASS' `cute` dialect claim, as obligations.

use melior::ir::attribute::{DenseI32ArrayAttribute, StringAttribute};
use melior::ir::operation::OperationLike;

use super::declared::import_cute::{Options, Statistics};
use super::defined::{DefinedBy, defined_by};
use super::import::cute::CUTE;
use super::import::{Graveness, import};
use super::pass::{Failed, Ir, Pass};
use crate::dialect::diagnostic::{Diagnostic, Severity};
use crate::dialect::ir::{self, Inserter};

/// The pass.
pub struct ImportCute;

impl Pass for ImportCute {
    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let graveness = Graveness {
            unsupported: options.unsupported.severity(),
            nesting: options.nesting.severity(),
        };
        let (counts, result) = import(ir, &CUTE, graveness);
        statistics.imported += counts.imported;
        statistics.skipped += counts.left();
        let left = if options.leave_obligations { leave(ir, options) } else { Ok(()) };
        result.and(left)
    }
}

/// Puts `layout.assert_computes` behind each operation that gives integers, unless it is there already.
fn leave(ir: Ir<'_>, options: &Options) -> Result<(), Failed> {
    let Ir { context, root } = ir;
    let mut has_failed = false;
    for operation in ir::walk(root) {
        let next = operation.next_in_block();
        if next.is_some_and(|next| ir::is_layout_op(next, "assert_computes")) {
            continue;
        }
        let Some(found) = defined_by(operation) else { continue };
        let left = found.and_then(|DefinedBy { definition, inputs, values }| {
            let text = StringAttribute::new(context, &definition.to_string()).into();
            let mut sizes = Vec::new();
            for part in [&inputs, &values] {
                sizes.push(i32::try_from(part.len()).map_err(|error| error.to_string())?);
            }
            let sizes = DenseI32ArrayAttribute::new(context, &sizes).into();
            let attributes = [("definition", text), ("operandSegmentSizes", sizes)];
            let operands = [inputs, values].concat();
            let mut inserter = Inserter::after(context, operation).ok_or("it is in no block")?;
            inserter.layout_op("assert_computes", &operands, &[], &attributes);
            Ok(())
        });
        if let Err(reason) = left {
            let severity = options.unsupported.severity();
            has_failed |= severity == Severity::Error;
            let message = format!("no obligation is left of {}: {reason}", ir::name(operation));
            Diagnostic::new(severity, operation.location(), message).emit();
        }
    }
    if has_failed { Err(Failed) } else { Ok(()) }
}
