//! Gives vector accesses masks.

use melior::ir::attribute::DenseI32ArrayAttribute;
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Identifier, OperationRef, ShapedTypeLike, Type, Value, ValueLike};

use super::fill::fill_value;
use super::guarded::Guarded;
use super::replaced::Replaced;
use super::writer::{Operand, Writer};
use crate::dialect::foreign::access::{Elements, Purpose};
use crate::dialect::foreign::memory::memref_type;
use crate::dialect::foreign::name;
use crate::dialect::ir;
use crate::passes::declared::BoundsFill as Fill;

/// The mask of a vector access: where a condition, of all lanes or of each, holds and, if it has a
/// mask, that one too.
///
/// # Errors
///
/// The access is in no block, which would be a defect here.
pub(super) fn masked<'c>(
    writer: &mut Writer<'c>,
    guarded: &Guarded<'c>,
    condition: Operand<'c>,
) -> Result<Value<'c, 'c>, String> {
    let Guarded { access, found, .. } = guarded;
    let shape = found.lane_shape();
    let mut mask = writer.spread(*access, condition, &shape)?;
    if let Some(before) = found.mask.and_then(|at| ir::operand(*access, at)) {
        let bits = Type::vector(&shape, writer.bit());
        let none = writer.spread(*access, writer.boolean(false), &shape)?;
        // A lane that is left out already may be at an index that is poison.
        let both = [Operand::Value(before), mask, none];
        mask = Operand::Value(writer.write(*access, name::SELECT, &both, bits, &[])?);
    }
    writer.value(*access, mask)
}

/// Lets an access use its mask, and returns the access that it is then. A load that has no value for
/// lanes without access gets the fill.
///
/// # Errors
///
/// There is no fill, or the access is in no block, which would be a defect here.
pub(super) fn mask<'c>(
    writer: &mut Writer<'c>,
    guarded: &Guarded<'c>,
    mask: Value<'c, 'c>,
    fill: Fill,
    replaced: &mut Replaced<'c>,
) -> Result<OperationRef<'c, 'c>, String> {
    let Guarded { access, found, .. } = guarded;
    let how = found.how.ok_or("a copy has no mask")?;
    let mut operands: Vec<Value> = access.operands().collect();
    if let Ok(map) = access.attribute("map") {
        let behind = operands.split_off(how.buffer + 1);
        operands.extend(indices(writer, *access, map, &behind)?);
    }
    if let Some(at) = found.mask {
        operands[at] = mask;
        ir::set_operands(*access, &operands);
        return Ok(*access);
    }
    if how.elements == Elements::Transfer {
        operands.push(mask);
        ir::set_operands(*access, &operands);
        let buffer = ir::operand(*access, how.buffer).and_then(memref_type);
        let indices = buffer.ok_or("a transfer has no memref")?.rank();
        let indices = i32::try_from(indices).map_err(|error| error.to_string())?;
        // The buffer, the indices, the padding and the mask; a write has its value in front.
        let sizes = match how.purpose {
            Purpose::Read => [1, indices, 1, 1],
            _ => [1, 1, indices, 1],
        };
        let sizes = DenseI32ArrayAttribute::new(writer.context(), &sizes).into();
        ir::set_attribute(*access, "operandSegmentSizes", sizes);
        return Ok(*access);
    }
    let location = access.location();
    let block = access.block().ok_or("the access is in no block")?;
    let kept = kept_attributes(*access);
    let masked = if how.purpose == Purpose::Read {
        let loaded = ir::result(*access, 0).ok_or("it has no result 0")?;
        let through = fill_value(writer.context(), location, loaded.r#type(), fill)?;
        let through = block.insert_operation_before(*access, through);
        operands.push(mask);
        operands.push(ir::result(through, 0).ok_or("it has no result 0")?);
        let load = ir::build(name::MASKED_LOAD, location, &operands, &[loaded.r#type()], &kept);
        let load = block.insert_operation_before(*access, load);
        let result = ir::result(load, 0).ok_or("it has no result 0")?;
        replaced.replace(loaded, result);
        load
    } else {
        // A store of a vector has the vector in front, a masked one at the end.
        operands.rotate_left(1);
        operands.insert(operands.len() - 1, mask);
        let store = ir::build(name::MASKED_STORE, location, &operands, &[], &kept);
        block.insert_operation_before(*access, store)
    };
    ir::erase(*access);
    Ok(masked)
}

/// What a map makes of operands, each result by itself.
fn indices<'c>(
    writer: &mut Writer<'c>,
    access: OperationRef<'c, 'c>,
    map: Attribute<'c>,
    operands: &[Value<'c, 'c>],
) -> Result<Vec<Value<'c, 'c>>, String> {
    let results = ir::affine_results(map).map_or(0, |results| results.len());
    let index = |result| {
        let of_result = ir::map_of_result(map, result).ok_or("a map has no such result")?;
        writer.mapped(access, of_result, operands)
    };
    (0..results).map(index).collect()
}

/// The attributes that a masked access has too. That an access is not temporal is a hint that it
/// has no place for, and the indices are what its map made.
fn kept_attributes<'c>(access: OperationRef<'c, 'c>) -> Vec<(Identifier<'c>, Attribute<'c>)> {
    let is_kept =
        |name: &Identifier| !matches!(name.as_string_ref().as_str(), Ok("nontemporal" | "map"));
    access.attributes().filter(|(name, _)| is_kept(name)).collect()
}
