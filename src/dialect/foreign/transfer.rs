//! Operations that access several buffers, or more of one than their indices say.

use melior::ir::attribute::BoolAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef, ShapedTypeLike, Value, ValueLike};

use super::Number;
use super::memory::{StridesAndOffset, element_bytes, memref_type, strides_and_offset};
use crate::dialect::ir;
use crate::ffi::mlir;

/// What an operation accesses of one buffer.
#[derive(Debug, Clone)]
pub struct Side<'c> {
    pub buffer: Value<'c, 'c>,
    /// The index of each dimension, or what the map makes them of.
    pub indices: Vec<Value<'c, 'c>>,
    pub map: Option<Attribute<'c>>,
    pub span: Span<'c>,
}

/// How far the last element that is accessed is behind the first one, in memory.
#[derive(Debug, Clone, Copy)]
pub enum Span<'c> {
    /// So many elements are, one after the other.
    Elements(Number<'c>),
    /// So far.
    Last(i64),
    /// That is not known; why not.
    Unknown(&'static str),
}

/// The buffers that an operation accesses.
#[derive(Debug, Clone)]
pub struct Transfer<'c> {
    pub sides: Vec<Side<'c>>,
    /// Why it cannot be held back under a condition.
    pub is_fixed: Option<&'static str>,
    /// True if all of it is accessed whenever it is executed.
    pub is_whole: bool,
}

/// What an access leaves out by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeavesOut {
    Nothing,
    /// What is past the end of the memory, which an index that is out of bounds need not be.
    PastTheEnd,
    /// All that is out of bounds.
    All,
    /// What is out of bounds before a number is added that is not compared with anything.
    BeforeOffset,
}

/// What an access leaves out by itself: the hardware compares where an element is in memory with the size of the
/// memory, and no index with the size of its dimension.
pub fn leaves_out<'c>(operation: OperationRef<'c, 'c>) -> LeavesOut {
    let check = || BoolAttribute::try_from(operation.attribute("boundsCheck").ok()?).ok();
    if !is_raw(operation) || check().is_some_and(|check| !check.value()) {
        return LeavesOut::Nothing;
    }
    if unchecked_offset(operation).is_some() {
        return LeavesOut::BeforeOffset;
    }
    let is_row = operation.operands().find_map(memref_type).is_some_and(|memref| {
        let is_whole = |StridesAndOffset { strides, offset }: StridesAndOffset| {
            strides.iter().all(|&stride| stride == Some(1)) && offset == Some(0)
        };
        memref.rank() < 2 && strides_and_offset(&memref).is_some_and(is_whole)
    });
    if is_row { LeavesOut::All } else { LeavesOut::PastTheEnd }
}

fn is_raw(operation: OperationRef<'_, '_>) -> bool {
    ir::name(operation).starts_with("amdgpu.raw_buffer_")
}

/// The offset of a raw access, its `sgprOffset`, that is added behind the check, unless it is 0. It is the last
/// operand, behind an index for each dimension.
fn unchecked_offset<'c>(operation: OperationRef<'c, 'c>) -> Option<Value<'c, 'c>> {
    let at = operation.operands().position(|operand| memref_type(operand).is_some())?;
    let rank = memref_type(ir::operand(operation, at)?)?.rank();
    ir::operand(operation, at + 1 + rank).filter(|&offset| ir::constant(offset) != Some(0))
}

/// What an operation accesses; `None` for operations that are not among these.
pub fn transfer<'c>(operation: OperationRef<'c, 'c>) -> Option<Transfer<'c>> {
    let whole = |sides, is_fixed| Some(Transfer { sides, is_fixed, is_whole: true });
    match ir::name(operation) {
        "memref.dma_start" | "affine.dma_start" => whole(dma(operation)?, None),
        "nvgpu.device_async_copy" => {
            whole(copied(operation)?, Some("nothing else gives its token"))
        }
        "gpu.subgroup_mma_load_matrix" => {
            whole(vec![matrix(operation, 0)?], Some("nothing else gives its matrix"))
        }
        "gpu.subgroup_mma_store_matrix" => whole(vec![matrix(operation, 1)?], None),
        "nvgpu.ldmatrix" => {
            let buffer = ir::operand(operation, 0)?;
            // A thread says where a row of 16 bytes is.
            let bytes = element_bytes(memref_type(buffer)?.element())?;
            let sides = vec![Side {
                buffer,
                indices: operation.operands().skip(1).collect(),
                map: None,
                span: Span::Elements(Number::Constant(16 / bytes)),
            }];
            // Of fewer than four tiles the rows of some threads are not read.
            let is_whole = ir::integer_attribute(operation, "numTiles") == Some(4);
            let is_fixed = Some("all threads of a warp execute it together");
            Some(Transfer { sides, is_fixed, is_whole })
        }
        _ if is_raw(operation) && leaves_out(operation) != LeavesOut::All => {
            whole(vec![raw(operation)?], None)
        }
        _ => None,
    }
}

/// The sides of a transfer between memories: the source, the target and the tag, each with its indices
/// behind it, then in front of the tag the number of elements, and in the end a stride with how many
/// elements are there at each step.
fn dma<'c>(operation: OperationRef<'c, 'c>) -> Option<Vec<Side<'c>>> {
    let mut operands = operation.operands();
    let is_affine = ir::name(operation) == "affine.dma_start";
    let mut side = |name: &str, count_first: bool| -> Option<(Side<'c>, Option<Value<'c, 'c>>)> {
        // The number of elements stands in front of the tag, but for maps at the end.
        let count = if count_first && !is_affine { operands.next() } else { None };
        let buffer = operands.next()?;
        let map = if is_affine { Some(operation.attribute(name).ok()?) } else { None };
        let n = map.map_or_else(|| Some(memref_type(buffer)?.rank()), ir::map_input_count)?;
        let indices = operands.by_ref().take(n).collect();
        Some((Side { buffer, indices, map, span: Span::Last(0) }, count))
    };
    let (mut source, _) = side("src_map", false)?;
    let (mut target, _) = side("dst_map", false)?;
    let (tag, count) = side("tag_map", true)?;
    let count = if is_affine { operands.next()? } else { count? };
    let count = match ir::constant(count) {
        Some(count) => Number::Constant(count),
        None => Number::Value(count),
    };
    (source.span, target.span) = (Span::Elements(count), Span::Elements(count));
    if let (Some(stride), Some(each)) = (operands.next(), operands.next()) {
        let span = match (count, ir::constant(stride), ir::constant(each)) {
            (Number::Constant(count @ 1..), Some(stride @ 0..), Some(each @ 1..)) => {
                Span::Last(last_of_steps(count - 1, stride, each)?)
            }
            _ => Span::Unknown("the stride of a transfer is not known"),
        };
        // Which of the two memories the stride is in, their numbers say.
        let number = |side: &Side<'c>| mlir::memory_space_number(side.buffer.r#type());
        match number(&source).zip(number(&target)) {
            Some((from, to)) if from <= to => source.span = span,
            Some(_) => target.span = span,
            None => {
                let reason =
                    "a memory space is not a number, and which side has the stride is not known";
                (source.span, target.span) = (Span::Unknown(reason), Span::Unknown(reason));
            }
        }
    }
    Some(vec![source, target, tag])
}

/// How far the element of this number is at most, and all before it, where `each` follow each other at
/// every step.
fn last_of_steps(number: i64, stride: i64, each: i64) -> Option<i64> {
    let (step, rest) = (number / each, number % each);
    let last = step.checked_mul(stride)?.checked_add(rest)?;
    // The step before is whole.
    let before =
        if step == 0 { 0 } else { (step - 1).checked_mul(stride)?.checked_add(each - 1)? };
    Some(last.max(before))
}

/// The target and the source of a copy by a thread, in the order of the operands.
fn copied<'c>(operation: OperationRef<'c, 'c>) -> Option<Vec<Side<'c>>> {
    let segment = |at| ir::operand_segment(operation, at);
    let written = Number::Constant(ir::integer_attribute(operation, "dstElements")?);
    let read = segment(4).first().copied().map_or(written, Number::Value);
    let side = |at: usize, count| {
        let buffer = segment(at).first().copied()?;
        Some(Side { buffer, indices: segment(at + 1), map: None, span: Span::Elements(count) })
    };
    Some(vec![side(0, written)?, side(2, read)?])
}

/// A matrix whose rows are a number of elements apart in memory.
fn matrix<'c>(operation: OperationRef<'c, 'c>, at: usize) -> Option<Side<'c>> {
    let matrix = match operation.results().next() {
        Some(result) => result.into(),
        None => ir::operand(operation, 0)?,
    };
    let [rows, columns] = mlir::matrix_shape(Value::r#type(&matrix))?;
    let apart = ir::integer_attribute(operation, "leadDimension")?;
    let (rows, columns) = match operation.has_attribute("transpose") {
        true => (columns, rows),
        false => (rows, columns),
    };
    let last = (rows - 1).checked_mul(apart)?.checked_add(columns - 1)?;
    let buffer = ir::operand(operation, at)?;
    // Of vectors in memory, of which each index counts one, the matrix has the elements.
    let of_vector = ir::fixed_vector(memref_type(buffer)?.element());
    let n_lanes = of_vector.map_or(1, |(shape, _)| shape.into_iter().product()).max(1);
    Some(Side {
        buffer,
        indices: operation.operands().skip(at + 1).collect(),
        map: None,
        span: Span::Last(last / n_lanes),
    })
}

/// What a raw access accesses.
fn raw<'c>(operation: OperationRef<'c, 'c>) -> Option<Side<'c>> {
    let is_memref = |operand: &Value<'c, 'c>| memref_type(*operand).is_some();
    let at = operation.operands().position(|operand| is_memref(&operand))?;
    let buffer = ir::operand(operation, at)?;
    let memref = memref_type(buffer)?;
    let indices: Vec<Value> = operation.operands().skip(at + 1).take(memref.rank()).collect();
    let value = match operation.results().next() {
        Some(result) => result.into(),
        None => ir::operand(operation, 0)?,
    };
    let count =
        ir::fixed_vector(Value::r#type(&value)).map_or(1, |(shape, _)| shape.into_iter().product());
    let has_offset = ir::integer_attribute(operation, "indexOffset").is_some_and(|by| by != 0)
        || unchecked_offset(operation).is_some();
    let span = match has_offset {
        true => Span::Unknown("an offset is added to the indices"),
        false => Span::Elements(Number::Constant(count)),
    };
    Some(Side { buffer, indices, map: None, span })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_farthest_of_the_elements_that_a_strided_transfer_accesses() {
        for (stride, each) in (0..6).flat_map(|stride| (1..6).map(move |each| (stride, each))) {
            let mut farthest = 0;
            for number in 0..20 {
                farthest = farthest.max(number / each * stride + number % each);
                assert_eq!(last_of_steps(number, stride, each), Some(farthest));
            }
        }
        assert_eq!(last_of_steps(10, i64::MAX, 1), None);
    }
}
