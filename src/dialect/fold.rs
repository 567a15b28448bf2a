//! What an operation on constants is: the one evaluator that MLIR's folding and `layout-fold` use.

use melior::Context;
use melior::ir::{Attribute, OperationRef};

use super::ir;

/// The value of each result of `operation`, given the constant value of each operand that has one.
///
/// `None` means that the operation stays: an operand that matters is not known, the operation is not
/// one of the dialect that has a value, or its value does not exist or cannot be written.
pub fn fold<'c>(
    _context: &'c Context,
    operation: OperationRef<'c, '_>,
    _operands: &[Option<Attribute<'c>>],
) -> Option<Vec<Attribute<'c>>> {
    match ir::layout_mnemonic(operation)? {
        "constant" => Some(vec![ir::constant_attribute(operation)?]),
        _ => None,
    }
}
