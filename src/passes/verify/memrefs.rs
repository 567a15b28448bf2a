//! What becomes of memrefs with layouts in MLIR's own passes.

use melior::ir::operation::OperationLike;
use melior::ir::{AttributeLike, OperationRef, ValueLike};
use rustc_hash::FxHashSet;

use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::ffi::mlir;

/// A remark at the first value of each layout that `normalize-memrefs` leaves as it is, though the
/// sizes of the memref are known.
pub(super) fn report(root: OperationRef<'_, '_>) {
    let mut reported = FxHashSet::default();
    for operation in ir::walk(root) {
        for result in operation.results() {
            let Some(memref) = ir::memref_type(result.r#type()) else { continue };
            let attribute = memref.layout();
            if let Some(Ok(layout)) = mlir::array_layout(attribute)
                && !layout.is_bounded_cheaply()
                && reported.insert(attribute.to_raw().ptr as usize)
            {
                let message = format!(
                    "normalize-memrefs leaves memrefs with the layout {} as they are: their size \
                     is not found by elimination; layout-flatten-memrefs makes them flat",
                    layout.layout()
                );
                Diagnostic::remark(operation.location(), message).emit();
            }
        }
    }
}
