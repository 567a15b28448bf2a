//! Where numbers of a lowering no longer fit their type.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::pair::read_pair;
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::passes::defined::Numbers;
use crate::validate::first_wrap;

/// A remark at the operation after the pass that is the first to wrap, with the least arguments found at which
/// it does, if there are any.
pub(super) fn report_overflow<'c>(
    name: &str,
    before: OperationRef<'c, 'c>,
    after: OperationRef<'c, 'c>,
) {
    let Ok(pair) = read_pair(before, after, Numbers::Wide) else { return };
    let Some((inputs, poison)) = first_wrap(&pair.claim()) else { return };
    let Some(operation) = pair.reader.origin(poison.node) else { return };
    let inputs: Vec<String> = inputs.iter().map(i64::to_string).collect();
    let message = format!("@{name}: {} wraps at ({})", ir::name(operation), inputs.join(", "));
    Diagnostic::remark(operation.location(), message).emit();
}
