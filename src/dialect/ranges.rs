//! Bounds of the numbers that operations give, for MLIR's analysis of integer ranges.

use melior::ir::OperationRef;

use super::ir;
use crate::algebra::AnyLayout;
use crate::code::{digit_bounds, offset_bounds};
use crate::cute::Term;

/// Bounds of each result of an operation, both included, by those of its operands; those of an operand
/// that is a layout mean nothing. `None` if nothing is known.
pub fn result_ranges(
    operation: OperationRef<'_, '_>,
    operands: &[(i64, i64)],
) -> Option<Vec<(i64, i64)>> {
    let layout = ir::constant_layout(ir::operand(operation, 0)?);
    match ir::layout_mnemonic(operation)? {
        "apply" => {
            let n_coordinates = ir::operand_segment(operation, 1).len();
            let (coordinates, values) = operands.get(1..)?.split_at_checked(n_coordinates)?;
            let symbols: Vec<_> =
                ir::symbol_names(operation).into_iter().zip(values.iter().copied()).collect();
            offset_bounds(layout?, coordinates, &symbols)
        }
        "idx2crd" => {
            let extents = layout?.extents()?;
            let extents: Option<Vec<i64>> = extents.iter().map(Term::as_constant).collect();
            digit_bounds(&extents?, *operands.get(1)?)
        }
        "size" => Some(vec![match layout {
            Some(AnyLayout::Cute(cute)) => cute.size_bounds(),
            Some(AnyLayout::Composed(composed)) => composed.inner().size_bounds(),
            _ => (0, i64::MAX),
        }]),
        _ => None,
    }
}
