//! Allocations whose size is known when they run.

use melior::ir::attribute::DenseI32ArrayAttribute;

use super::{IrOperation, Rewriter};
use crate::algebra::AnyLayout;
use crate::cute::{Outer, Swizzle};
use crate::dialect::attribute::attribute;
use crate::dialect::ir::{self, Inserter};
use crate::passes::flatten_memrefs::types::Array;

impl<'c> Rewriter<'c> {
    /// An allocation gets the size of its buffer: the offset at the last element and one.
    pub(super) fn allocate(
        &mut self,
        operation: IrOperation<'c>,
        array: &Array<'c>,
    ) -> Result<(), String> {
        let sizes = ir::operand_segment(operation, 0);
        let symbols = ir::operand_segment(operation, 1);
        let mut inserter = Inserter::before(self.context, operation);
        let one = self.number(&mut inserter, 1)?;
        let mut dynamic = sizes.into_iter();
        let mut last = Vec::new();
        for size in &array.shape {
            last.push(match size {
                Some(size) => self.number(&mut inserter, size - 1)?,
                None => {
                    let size = dynamic.next().ok_or("an allocation without a size")?;
                    self.arith(&mut inserter, "arith.subi", size, one)?
                }
            });
        }
        let (inner, swizzle) = without_swizzle(array.layout.layout());
        let greatest = match inner {
            Some(inner) => {
                let inner = attribute(self.context, &inner);
                let layout = self.constant(operation, inner)?;
                let parts = self.apply(&mut inserter, layout, array, &last, &symbols)?;
                *parts.first().ok_or("a layout without an offset")?
            }
            None => *last.first().ok_or("a swizzle without an index")?,
        };
        let size = match swizzle {
            Some(swizzle) => {
                // The end of the block of the swizzle's fields.
                let bits = swizzle.base() + swizzle.bits() + swizzle.shift().abs();
                let bits = self.number(&mut inserter, bits)?;
                let block = self.arith(&mut inserter, "arith.shrui", greatest, bits)?;
                let end = self.arith(&mut inserter, "arith.addi", block, one)?;
                self.arith(&mut inserter, "arith.shli", end, bits)?
            }
            None => self.arith(&mut inserter, "arith.addi", greatest, one)?,
        };
        ir::set_operands(operation, &[size]);
        let sizes = DenseI32ArrayAttribute::new(self.context, &[1, 0]).into();
        ir::set_attribute(operation, "operandSegmentSizes", sizes);
        Ok(())
    }
}

/// A layout without its outer swizzle, and the swizzle. `None` for a swizzle by itself.
fn without_swizzle(layout: &AnyLayout) -> (Option<AnyLayout>, Option<Swizzle>) {
    let identity = Swizzle::new(0, 0, 0).ok();
    match layout {
        AnyLayout::Swizzle(swizzle) => (None, Some(*swizzle)),
        AnyLayout::Composed(composed) => match (composed.outer(), identity) {
            (Outer::Swizzle(swizzle), Some(identity)) if !swizzle.is_identity() => {
                let inner = composed.with_outer(Outer::Swizzle(identity));
                (Some(AnyLayout::Composed(inner)), Some(*swizzle))
            }
            _ => (Some(layout.clone()), None),
        },
        _ => (Some(layout.clone()), None),
    }
}
