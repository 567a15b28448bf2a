//! What a load gives where it is not executed.

use melior::Context;
use melior::ir::attribute::{FloatAttribute, IntegerAttribute};
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, Identifier, Location, Operation, Type, TypeLike};

use super::operation;
use crate::passes::insert_bounds::Fill;

/// The operation that gives what a load out of bounds does.
///
/// # Errors
///
/// The type has no zero that `arith.constant` has.
pub(super) fn fill_value<'c>(
    context: &'c Context,
    location: Location<'c>,
    r#type: Type<'c>,
    fill: Fill,
) -> Result<Operation<'c>, String> {
    if fill == Fill::Poison {
        return operation("ub.poison", location, &[], &[r#type], &[]);
    }
    let zero = zero(context, r#type).ok_or_else(|| {
        format!("there is no zero of type {type} to fill with; fill=poison needs none")
    })?;
    let value = (Identifier::new(context, "value"), zero);
    operation("arith.constant", location, &[], &[r#type], &[value])
}

/// The zero of a type that `arith.constant` has.
fn zero<'c>(context: &'c Context, r#type: Type<'c>) -> Option<Attribute<'c>> {
    if r#type.is_index() {
        return Some(IntegerAttribute::new(r#type, 0).into());
    }
    if let Ok(integer) = IntegerType::try_from(r#type) {
        return integer.is_signless().then(|| IntegerAttribute::new(r#type, 0).into());
    }
    // The type of exponents has no zero.
    if r#type.is_float() && !r#type.is_float8e8m0fnu() {
        return Some(FloatAttribute::new(context, r#type, 0.0).into());
    }
    None
}
