//! Numbers of coordinates and offsets: an index, an i32 or an i64, or a vector of these, each lane of
//! which is one.

use melior::ir::attribute::{DenseElementsAttribute, IntegerAttribute};
use melior::ir::{Attribute, AttributeLike, Type, TypeLike};

use super::ir;
use crate::ffi::mlir;

/// The numbers of a constant, one for each lane of a vector; one for all lanes if they are equal.
pub(crate) fn numbers(constant: Attribute<'_>) -> Option<Vec<i64>> {
    let Ok(lanes) = DenseElementsAttribute::try_from(constant) else {
        return Some(vec![ir::integer(constant)?]);
    };
    let element = ir::element_type(constant.r#type());
    let width = ir::integer_type(element).map(|integer| integer.width());
    let is_coordinate = element.is_index() || matches!(width, Some(32 | 64));
    if is_coordinate { elements(lanes) } else { None }
}

/// The numbers of a list of integers of at most 64 bits, one if they are equal.
pub(crate) fn elements(list: DenseElementsAttribute<'_>) -> Option<Vec<i64>> {
    mlir::elements(list, ir::element_type(list.r#type())).into_iter().map(ir::integer).collect()
}

/// The constant of a type that has these numbers, as [`numbers`] reads them. `None` if one does not
/// fit.
pub(crate) fn constant_of<'c>(r#type: Type<'c>, numbers: &[i64]) -> Option<Attribute<'c>> {
    let element = ir::element_type(r#type);
    let (low, high) = ir::narrow(element).unwrap_or((i64::MIN, i64::MAX));
    if !numbers.iter().all(|number| (low..=high).contains(number)) {
        return None;
    }
    let attributes: Vec<Attribute<'c>> =
        numbers.iter().map(|&number| IntegerAttribute::new(element, number).into()).collect();
    if ir::is_vector(r#type) {
        return DenseElementsAttribute::new(r#type, &attributes).ok().map(Attribute::from);
    }
    attributes.first().copied()
}
