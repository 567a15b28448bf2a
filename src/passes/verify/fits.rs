//! Applies in i32 and i64: whether the offset fits.

use melior::ir::{OperationRef, ValueLike};

use super::Verifier;
use crate::algebra::Unknown;
use crate::code::fits;
use crate::dialect::ir;
use crate::passes::surroundings::bounds;

impl<'c> Verifier<'c, '_> {
    /// The offset fits in its type at every coordinate in the domain that what is known of the
    /// coordinates leaves. An index is taken to fit.
    pub(super) fn verify_apply(&mut self, apply: OperationRef<'c, 'c>) {
        if self.needs_missing(apply) {
            return;
        }
        let (Some(operand), Some(result)) = (ir::operand(apply, 0), ir::result(apply, 0)) else {
            return;
        };
        let Some(number) = ir::integer_type(ir::element_type(result.r#type())) else { return };
        let question = format!("offset fits in {number}");
        let Some(layout) = self.layout(apply, operand) else {
            return self.unknown(apply, &question, &Unknown::NotStatic);
        };
        let mut places = ir::operand_segment(apply, 1);
        let n_coordinates = places.len();
        places.extend(ir::operand_segment(apply, 2));
        let bounds = bounds(apply, self.promises(), &places);
        let (coordinates, values) = bounds.split_at(n_coordinates);
        let names = ir::symbol_names(apply).into_iter();
        let symbols: Vec<_> = names.zip(values.iter().copied()).collect();
        let verdict = fits(&layout, coordinates, &symbols, number.width());
        if let Some(misfit) = self.witness(apply, &question, verdict) {
            let note = format!("gives {}", misfit.offset);
            self.refute_operand(apply, &misfit, &note);
        }
    }
}
