//! Types and attributes of one class.
//!
//! The error of melior's conversions holds the text of what is converted, which takes longer than everything
//! else that is done with a type. These ask for the class first.

use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::{IntegerType, MemRefType};
use melior::ir::{Attribute, AttributeLike, Type, TypeLike};

/// The type as one of integers, without `index`.
pub fn integer_type(r#type: Type<'_>) -> Option<IntegerType<'_>> {
    r#type.is_integer().then(|| IntegerType::try_from(r#type).ok())?
}

/// The type as one of ranked memrefs.
pub fn memref_type(r#type: Type<'_>) -> Option<MemRefType<'_>> {
    r#type.is_mem_ref().then(|| MemRefType::try_from(r#type).ok())?
}

/// The attribute as an integer of any type.
pub fn integer_of_any_type(attribute: Attribute<'_>) -> Option<IntegerAttribute<'_>> {
    attribute.is_integer().then(|| IntegerAttribute::try_from(attribute).ok())?
}
