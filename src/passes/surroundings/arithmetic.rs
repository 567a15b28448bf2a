//! Which operations compute quantities of their operands.

use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{OperationRef, ShapedTypeLike, Value, ValueLike};

use super::variables::{Variables, static_size};
use super::{constant, gpu};
use crate::dialect::ir;
use crate::relation::Quantity;

/// True for an operation whose results are arithmetic of its operands, so that an index that it
/// computes may come from a layout.
pub(in crate::passes) fn is_arithmetic(operation: OperationRef<'_, '_>) -> bool {
    matches!(
        ir::name(operation).split_once('.'),
        Some(("arith" | "index", _))
            | Some(("affine", "apply" | "min" | "max" | "delinearize_index" | "linearize_index"))
    )
}

/// What an operation computes, as a quantity; `None` for what is no quantity of its operands. Of an
/// operation with several results all are told to `variables`.
pub(super) fn computed<'c>(
    variables: &mut Variables<'c>,
    value: Value<'c, 'c>,
    operation: OperationRef<'c, 'c>,
    depth: usize,
) -> Option<Quantity> {
    let mut reading = Reading { variables, value, operation, depth };
    let (dialect, name) = ir::name(operation).split_once('.')?;
    match dialect {
        "arith" | "index" => reading.integer(name),
        "affine" => reading.affine(name),
        "memref" if name == "dim" => {
            let dimension = usize::try_from(constant(reading.operand(1)?)?).ok()?;
            let buffer = reading.operand(0)?;
            Some(reading.variables.size(buffer, dimension, Some(value)))
        }
        "gpu" => gpu::axis(reading.variables, value, operation, name),
        "layout" if name == "apply" => {
            reading.variables.apply(operation);
            None
        }
        _ => None,
    }
}

/// The size that a memref was made with, which is no constant.
pub(super) fn allocated_size<'c>(buffer: Value<'c, 'c>, dimension: usize) -> Option<Value<'c, 'c>> {
    let operation = ir::defining_op(buffer)?;
    let memref = MemRefType::try_from(buffer.r#type()).ok()?;
    let sizes = match ir::name(operation) {
        "memref.alloc" | "memref.alloca" => 0,
        // What an asynchronous allocation waits for comes first.
        "gpu.alloc" => 1,
        "memref.subview" => {
            // One that drops dimensions does not say which.
            let static_sizes = ir::integers_attribute(operation, "static_sizes")?;
            let same = static_sizes.len() == memref.rank();
            let is_dynamic = static_sizes.get(dimension) == Some(&i64::MIN);
            return (same && is_dynamic).then_some(2).and_then(|sizes| {
                let before = static_sizes.iter().take(dimension).filter(|&&s| s == i64::MIN);
                ir::operand_segment(operation, sizes).get(before.count()).copied()
            });
        }
        _ => return None,
    };
    let before = (0..dimension).filter(|&before| static_size(&memref, before).is_none()).count();
    (dimension < memref.rank()).then(|| ir::operand_segment(operation, sizes))?.get(before).copied()
}

/// The operation whose result is read.
pub(super) struct Reading<'c, 'v> {
    pub variables: &'v mut Variables<'c>,
    /// The result that is asked for.
    pub value: Value<'c, 'c>,
    pub operation: OperationRef<'c, 'c>,
    pub depth: usize,
}

impl<'c> Reading<'c, '_> {
    pub fn operand(&self, position: usize) -> Option<Value<'c, 'c>> {
        self.operation.operand(position).ok()
    }

    pub fn quantity(&mut self, position: usize) -> Option<Quantity> {
        let operand = self.operand(position)?;
        Some(self.variables.read(operand, self.depth))
    }
}

/// The memref that another one is, by casts that change no size.
pub(in crate::passes) fn without_casts<'c>(mut buffer: Value<'c, 'c>) -> Value<'c, 'c> {
    while let Some(operation) = ir::defining_op(buffer)
        && matches!(ir::name(operation), "memref.cast" | "memref.memory_space_cast")
        && let Ok(source) = operation.operand(0)
        && MemRefType::try_from(source.r#type()).is_ok()
    {
        buffer = source;
    }
    buffer
}
