//! Gives vector accesses masks.

use melior::ir::attribute::DenseI32ArrayAttribute;
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{Identifier, OperationRef, Type, Value, ValueLike};

use super::Guarded;
use super::fill::fill_value;
use super::writer::{Operand, Writer};
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
    if let Some(before) = mask_operand(*access, guarded).and_then(|at| access.operand(at).ok()) {
        let bits = Type::vector(&shape, writer.bit());
        let both = [Operand::Value(before), mask];
        mask = Operand::Value(writer.write(*access, "arith.andi", &both, bits, &[])?);
    }
    writer.value(*access, mask)
}

/// The position of the mask that an access has.
fn mask_operand(access: OperationRef<'_, '_>, guarded: &Guarded<'_>) -> Option<usize> {
    let last = access.operand_count().checked_sub(1)?;
    match ir::name(access) {
        "vector.maskedload" | "vector.maskedstore" => last.checked_sub(1),
        "vector.transfer_read" | "vector.transfer_write" if guarded.found.is_masked => Some(last),
        _ => None,
    }
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
    let access = guarded.access;
    let mut operands: Vec<Value> = access.operands().collect();
    if let Some(at) = mask_operand(access, guarded) {
        operands[at] = mask;
        ir::set_operands(access, &operands);
        return Ok(());
    }
    let location = access.location();
    let block = access.block().ok_or("the access is in no block")?;
    match ir::name(access) {
        name @ ("vector.transfer_read" | "vector.transfer_write") => {
            operands.push(mask);
            ir::set_operands(access, &operands);
            let n_indices = guarded.found.dimensions.len();
            let indices = i32::try_from(n_indices).map_err(|error| error.to_string())?;
            // The buffer, the indices, the padding and the mask; a write has its value in front.
            let sizes = match name {
                "vector.transfer_read" => [1, indices, 1, 1],
                _ => [1, 1, indices, 1],
            };
            let sizes = DenseI32ArrayAttribute::new(writer.context(), &sizes).into();
            ir::set_attribute(access, "operandSegmentSizes", sizes);
            return Ok(());
        }
        "vector.load" => {
            let loaded = Value::from(access.result(0).map_err(|error| error.to_string())?);
            let through = fill_value(writer.context(), location, loaded.r#type(), fill)?;
            let through = block.insert_operation_before(access, through);
            operands.push(mask);
            operands.push(through.result(0).map_err(|error| error.to_string())?.into());
            let kept = kept_attributes(access);
            let types = [loaded.r#type()];
            let load = ir::build("vector.maskedload", location, &operands, &types, &kept)?;
            let load = block.insert_operation_before(access, load);
            let result = load.result(0).map_err(|error| error.to_string())?;
            ir::replace_all_uses(loaded, result.into());
        }
        _ => {
            // A vector.store has the vector in front, a masked one at the end.
            operands.rotate_left(1);
            operands.insert(operands.len() - 1, mask);
            let kept = kept_attributes(access);
            let store = ir::build("vector.maskedstore", location, &operands, &[], &kept)?;
            block.insert_operation_before(access, store);
        }
    }
    ir::erase(access);
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
