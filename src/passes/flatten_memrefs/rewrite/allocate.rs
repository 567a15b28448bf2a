//! Allocations whose size is known when they run.

use melior::ir::Identifier;
use melior::ir::attribute::{DenseI32ArrayAttribute, IntegerAttribute};
use melior::ir::r#type::IntegerType;

use super::{IrOperation, IrValue, Rewriter};
use crate::algebra::AnyLayout;
use crate::cute::{Outer, Swizzle, Term};
use crate::dialect::attribute::attribute;
use crate::dialect::foreign::arithmetic::{Operator, Predicate};
use crate::dialect::foreign::name;
use crate::dialect::ir::{self, Inserter};
use crate::passes::flatten_memrefs::types::Array;

impl<'c> Rewriter<'c> {
    /// An allocation gets the size of its buffer: the offset at the last element and one, or 0 where
    /// there are no elements.
    pub(super) fn allocate(
        &mut self,
        operation: IrOperation<'c>,
        array: &Array<'c>,
    ) -> Result<(), String> {
        let sizes = ir::operand_segment(operation, 0);
        let mut symbols = ir::operand_segment(operation, 1);
        let mut inserter = self.before(operation)?;
        let one = self.number(&mut inserter, 1);
        let is_empty = self.is_empty(&mut inserter, &sizes);
        if let Some(is_empty) = is_empty {
            // There is no last element, and an extent that the offset divides by may be 0.
            for symbol in &mut symbols {
                let operands = [is_empty, one, *symbol];
                *symbol = inserter.value(name::SELECT, &operands, self.index, &[]);
            }
        }
        let mut dynamic = sizes.into_iter();
        let mut inner = array.layout.inner_extents().into_iter();
        let mut last = Vec::new();
        for size in &array.shape {
            let inner = inner.next();
            last.push(match size {
                Some(size) => self.number(&mut inserter, size - 1),
                None => {
                    let mut size = dynamic.next().ok_or("an allocation without a size")?;
                    if let Some(inner) = inner.filter(|inner| inner.as_constant() != Some(1)) {
                        let inner = self.product(&mut inserter, &inner, array, &symbols)?;
                        for operator in [Operator::CeilDivideUnsigned, Operator::Multiply] {
                            size = self.arith(&mut inserter, operator, size, inner);
                        }
                    }
                    self.arith(&mut inserter, Operator::Subtract, size, one)
                }
            });
        }
        let (inner, swizzle) = without_swizzle(&array.own(self.context).0);
        let greatest = match inner {
            Some(inner) => {
                let inner = attribute(self.context, &inner);
                let layout = self.constant(operation, inner)?;
                let parts = self.apply(&mut inserter, layout, array, &last, &symbols);
                *parts.first().ok_or("a layout without an offset")?
            }
            None => *last.first().ok_or("a swizzle without an index")?,
        };
        let size = match swizzle {
            Some(swizzle) => {
                // The end of the block of the swizzle's fields.
                let bits = swizzle.base() + swizzle.bits() + swizzle.shift().abs();
                let bits = self.number(&mut inserter, bits);
                let block = self.arith(&mut inserter, Operator::ShiftRightUnsigned, greatest, bits);
                let end = self.arith(&mut inserter, Operator::Add, block, one);
                self.arith(&mut inserter, Operator::ShiftLeft, end, bits)
            }
            None => self.arith(&mut inserter, Operator::Add, greatest, one),
        };
        let size = match is_empty {
            Some(is_empty) => {
                let zero = self.number(&mut inserter, 0);
                inserter.value(name::SELECT, &[is_empty, zero, size], self.index, &[])
            }
            None => size,
        };
        ir::set_operands(operation, &[size]);
        let sizes = DenseI32ArrayAttribute::new(self.context, &[1, 0]).into();
        ir::set_attribute(operation, "operandSegmentSizes", sizes);
        Ok(())
    }
}

impl<'c> Rewriter<'c> {
    /// A product of symbols, whose values are those of an allocation.
    fn product(
        &self,
        inserter: &mut Inserter<'c, 'c>,
        term: &Term,
        array: &Array<'c>,
        values: &[IrValue<'c>],
    ) -> Result<IrValue<'c>, String> {
        let mut product = self.number(inserter, term.coefficient());
        for symbol in term.symbols() {
            let number = array.layout.symbols().iter().position(|name| name == symbol);
            let value =
                number.and_then(|number| values.get(number)).ok_or("a symbol without a value")?;
            product = self.arith(inserter, Operator::Multiply, product, *value);
        }
        Ok(product)
    }

    /// Whether one of the sizes is 0; `None` if there are no sizes.
    fn is_empty(
        &self,
        inserter: &mut Inserter<'c, 'c>,
        sizes: &[IrValue<'c>],
    ) -> Option<IrValue<'c>> {
        let bit = IntegerType::new(self.context, 1).into();
        let equal = IntegerAttribute::new(
            IntegerType::new(self.context, 64).into(),
            Predicate::Equal.number(),
        )
        .into();
        let equal = [(Identifier::new(self.context, "predicate"), equal)];
        let mut any = None;
        for &size in sizes {
            let zero = self.number(inserter, 0);
            let is_zero = inserter.value(name::COMPARE, &[size, zero], bit, &equal);
            any = Some(match any {
                Some(before) => inserter.value(Operator::Or.name(), &[before, is_zero], bit, &[]),
                None => is_zero,
            });
        }
        any
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
