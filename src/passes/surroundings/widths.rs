//! The numbers that values of a type may be.

use melior::ir::{Type, TypeLike, Value, ValueLike};

use crate::dialect::ir;

/// The least and the greatest number of a signless integer type of less than 64 bits.
pub(super) fn narrow(value: Value<'_, '_>) -> Option<(i64, i64)> {
    ir::narrow(value.r#type())
}

/// True for an integer of more than 64 bits, which no quantity is.
pub(super) fn is_long(value: Value<'_, '_>) -> bool {
    ir::integer_type(value.r#type()).is_some_and(|integer| 64 < integer.width())
}

/// The least and the greatest number of a value of type index or of an integer type of at most 64
/// bits; `None` for other values.
pub(super) fn integers_of(value: Value<'_, '_>) -> Option<(i64, i64)> {
    integers(value.r#type())
}

/// The same of the values of a type.
pub(super) fn integers(of: Type<'_>) -> Option<(i64, i64)> {
    let whole = (i64::MIN, i64::MAX);
    match ir::integer_type(of) {
        Some(integer) => (integer.width() <= 64).then(|| ir::narrow(of).unwrap_or(whole)),
        None => of.is_index().then_some(whole),
    }
}
