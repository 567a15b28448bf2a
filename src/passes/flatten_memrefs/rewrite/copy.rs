//! Copies, element by element.

use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Block, BlockLike, Region, RegionLike, ShapedTypeLike, ValueLike};

use super::{IrOperation, IrValue, Rewriter};
use crate::dialect::foreign::name;
use crate::dialect::ir::{self, Inserter};
use crate::passes::flatten_memrefs::plan::{Accessed, CopySide};

impl<'c> Rewriter<'c> {
    /// Loops over all elements.
    pub(super) fn copy(
        &mut self,
        operation: IrOperation<'c>,
        source: &CopySide<'c>,
        target: &CopySide<'c>,
        shape: &[i64],
    ) -> Result<(), String> {
        let location = operation.location();
        let mut inserter = self.before(operation)?;
        let zero = self.number(&mut inserter, 0);
        let one = self.number(&mut inserter, 1);
        let mut indices = Vec::new();
        for &size in shape {
            let end = self.number(&mut inserter, size);
            let body = Region::new();
            body.append_block(Block::new(&[(self.index, location)]));
            let around = OperationBuilder::new(name::FOR, location)
                .add_operands(&[zero, end, one])
                .add_regions([body])
                .build()
                .map_err(|error| error.to_string())?;
            let around = inserter.insert(around);
            let block = ir::region(around, 0).and_then(|region| region.first_block());
            let block = block.ok_or("a loop without a block")?;
            indices.push(ir::argument(block, 0).ok_or("it has no argument 0")?);
            let end = block.append_operation(ir::build(name::YIELD, location, &[], &[], &[]));
            inserter = self.before(end)?;
        }
        let from = ir::operand(operation, 0).ok_or("it has no operand 0")?;
        let to = ir::operand(operation, 1).ok_or("it has no operand 1")?;
        let element = ir::memref_type(from.r#type()).ok_or("it is not a memref")?;
        let element = element.element();
        let mut operands = vec![from];
        operands.extend(self.side(&mut inserter, operation, source, &indices)?);
        let value = inserter.value(name::LOAD, &operands, element, &[]);
        let mut operands = vec![value, to];
        operands.extend(self.side(&mut inserter, operation, target, &indices)?);
        inserter.operation(name::STORE, &operands, &[], &[]);
        ir::erase(operation);
        Ok(())
    }

    /// The index into one side of a copy.
    fn side(
        &mut self,
        inserter: &mut Inserter<'c, 'c>,
        anchor: IrOperation<'c>,
        side: &CopySide<'c>,
        indices: &[IrValue<'c>],
    ) -> Result<Vec<IrValue<'c>>, String> {
        let CopySide::Array(array) = side else { return Ok(indices.to_vec()) };
        let accessed = Accessed { array: array.clone(), operand: 0, symbols: Vec::new() };
        self.accesses += 1;
        Ok(vec![self.offset(inserter, anchor, &accessed, indices)?])
    }
}
