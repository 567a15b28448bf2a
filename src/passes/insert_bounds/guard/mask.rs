//! Gives vector accesses masks.

use melior::ir::attribute::DenseI32ArrayAttribute;
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{Identifier, OperationRef, Type, Value, ValueLike};

use super::fill::fill_value;
use super::guarded::Guarded;
use super::writer::{Operand, Writer};
use crate::dialect::foreign::access::{Elements, Purpose};
use crate::dialect::foreign::arithmetic::Operator;
use crate::dialect::foreign::name;
use crate::dialect::ir;
use crate::passes::declared::BoundsFill as Fill;

/// The mask of a vector access: where a condition, of all lanes or of each, holds and, if it has a
/// mask, that one too.
///
/// # Errors
///
/// An operation does not build, which would be a defect here.
pub(super) fn masked<'c>(
    writer: &mut Writer<'c>,
    guarded: &Guarded<'c>,
    condition: Operand<'c>,
) -> Result<Value<'c, 'c>, String> {
    let Guarded { access, found, .. } = guarded;
    let shape = found.lane_shape();
    let mut mask = writer.spread(*access, condition, &shape)?;
    if let Some(before) = found.mask.and_then(|at| access.operand(at).ok()) {
        let bits = Type::vector(&shape, writer.bit());
        let both = [Operand::Value(before), mask];
        mask = Operand::Value(writer.write(*access, Operator::And.name(), &both, bits, &[])?);
    }
    writer.value(*access, mask)
}

/// Lets an access use its mask. A load that has no value for lanes without access gets the fill.
///
/// # Errors
///
/// There is no fill, or an operation does not build, which would be a defect here.
pub(super) fn mask<'c>(
    writer: &Writer<'c>,
    guarded: &Guarded<'c>,
    mask: Value<'c, 'c>,
    fill: Fill,
) -> Result<(), String> {
    let Guarded { access, found, .. } = guarded;
    let how = found.how.ok_or("a copy has no mask")?;
    let mut operands: Vec<Value> = access.operands().collect();
    if let Some(at) = found.mask {
        operands[at] = mask;
        ir::set_operands(*access, &operands);
        return Ok(());
    }
    if how.elements == Elements::Transfer {
        operands.push(mask);
        ir::set_operands(*access, &operands);
        let indices = found.dimensions.len();
        let indices = i32::try_from(indices).map_err(|error| error.to_string())?;
        // The buffer, the indices, the padding and the mask; a write has its value in front.
        let sizes = match how.purpose {
            Purpose::Read => [1, indices, 1, 1],
            _ => [1, 1, indices, 1],
        };
        let sizes = DenseI32ArrayAttribute::new(writer.context(), &sizes).into();
        ir::set_attribute(*access, "operandSegmentSizes", sizes);
        return Ok(());
    }
    let location = access.location();
    let block = access.block().ok_or("the access is in no block")?;
    let kept = kept_attributes(*access);
    if how.purpose == Purpose::Read {
        let loaded = Value::from(access.result(0).map_err(|error| error.to_string())?);
        let through = fill_value(writer.context(), location, loaded.r#type(), fill)?;
        let through = block.insert_operation_before(*access, through);
        operands.push(mask);
        operands.push(through.result(0).map_err(|error| error.to_string())?.into());
        let load = ir::build(name::MASKED_LOAD, location, &operands, &[loaded.r#type()], &kept)?;
        let load = block.insert_operation_before(*access, load);
        let result = load.result(0).map_err(|error| error.to_string())?;
        ir::replace_all_uses(loaded, result.into());
    } else {
        // A store of a vector has the vector in front, a masked one at the end.
        operands.rotate_left(1);
        operands.insert(operands.len() - 1, mask);
        let store = ir::build(name::MASKED_STORE, location, &operands, &[], &kept)?;
        block.insert_operation_before(*access, store);
    }
    ir::erase(*access);
    Ok(())
}

/// The attributes that a masked access has too. That an access is not temporal is a hint that it
/// has no place for.
fn kept_attributes<'c>(
    access: OperationRef<'c, 'c>,
) -> Vec<(Identifier<'c>, melior::ir::Attribute<'c>)> {
    let is_kept = |name: &Identifier| name.as_string_ref().as_str() != Ok("nontemporal");
    access.attributes().filter(|(name, _)| is_kept(name)).collect()
}
