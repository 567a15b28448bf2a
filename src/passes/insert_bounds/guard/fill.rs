//! What a load gives where it is not executed.

use melior::Context;
use melior::ir::attribute::{DenseElementsAttribute, FloatAttribute, IntegerAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::{
    Attribute, Identifier, Location, Operation, OperationRef, Type, TypeLike, Value, ValueLike,
};

use crate::dialect::foreign::access::Elements;
use crate::dialect::foreign::name;
use crate::dialect::ir;
use crate::passes::accesses::Found;
use crate::passes::declared::BoundsFill as Choice;

/// What the result of an access is where it is not executed.
pub(super) enum Fill<'c> {
    /// The result of an operation.
    Made(Operation<'c>),
    Value(Value<'c, 'c>),
}

/// What an access gives where it is not executed: what it gives for the elements that a mask leaves
/// out, if it can have a mask, or else what the user chose. `None` if it has no result.
///
/// # Errors
///
/// The type has no zero that `arith.constant` has.
pub(super) fn fill<'c>(
    context: &'c Context,
    access: OperationRef<'c, 'c>,
    found: &Found<'c>,
    choice: Choice,
) -> Result<Option<Fill<'c>>, String> {
    let Some(loaded) = access.results().next() else { return Ok(None) };
    let (loaded, location) = (Value::from(loaded).r#type(), access.location());
    let last = || access.operands().last().ok_or("a masked load has no operands");
    match found.how.map(|how| how.elements) {
        Some(Elements::Masked | Elements::Gathered | Elements::Packed) => {
            Ok(Some(Fill::Value(last()?)))
        }
        Some(Elements::Transfer) => {
            let padding = ir::operand_segment(access, 2).into_iter().next();
            let padding = padding.ok_or("a transfer has no padding")?;
            let padding = ir::build(name::BROADCAST, location, &[padding], &[loaded], &[]);
            Ok(Some(Fill::Made(padding)))
        }
        _ => fill_value(context, location, loaded, choice).map(|fill| Some(Fill::Made(fill))),
    }
}

/// The operation that gives what a load out of bounds does.
///
/// # Errors
///
/// The type has no zero that `arith.constant` has.
pub(super) fn fill_value<'c>(
    context: &'c Context,
    location: Location<'c>,
    r#type: Type<'c>,
    fill: Choice,
) -> Result<Operation<'c>, String> {
    if fill == Choice::Poison {
        return Ok(ir::build(name::POISON, location, &[], &[r#type], &[]));
    }
    let zero = zero(context, r#type).ok_or_else(|| {
        format!("there is no zero of type {type} to fill with; fill=poison needs none")
    })?;
    let value = (Identifier::new(context, "value"), zero);
    Ok(ir::build(name::CONSTANT, location, &[], &[r#type], &[value]))
}

/// The zero of a type that `arith.constant` has.
fn zero<'c>(context: &'c Context, r#type: Type<'c>) -> Option<Attribute<'c>> {
    if r#type.is_index() {
        return Some(IntegerAttribute::new(r#type, 0).into());
    }
    if let Some(integer) = ir::integer_type(r#type) {
        return integer.is_signless().then(|| IntegerAttribute::new(r#type, 0).into());
    }
    // The type of exponents has no zero.
    if r#type.is_float() && !r#type.is_float8e8m0fnu() {
        return Some(FloatAttribute::new(context, r#type, 0.0).into());
    }
    if let Some((_, element)) = ir::fixed_vector(r#type) {
        let splat = DenseElementsAttribute::new(r#type, &[zero(context, element)?]);
        return splat.ok().map(Attribute::from);
    }
    None
}
