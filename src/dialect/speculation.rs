//! Which operations may be executed where the program does not execute them.

use melior::ir::OperationRef;

use super::ir;

/// True if an application of a layout has defined behavior for all values of its operands, so that
/// it may be moved in front of a loop or a branch.
///
/// Its code divides coordinates by extents. Those that are numbers are not 0; a symbol is that where
/// the program takes care not to come. Nothing else in the code of a layout can go wrong: what wraps
/// around is poison at worst.
pub fn is_speculatable(apply: OperationRef<'_, '_>) -> bool {
    if ir::symbol_names(apply).is_empty() {
        return true;
    }
    let layout = ir::operand(apply, 0).and_then(ir::constant_layout);
    let n_coordinates = ir::operand_segment(apply, 1).len();
    layout.is_some_and(|layout| !layout.divides_by_symbol(n_coordinates))
}
