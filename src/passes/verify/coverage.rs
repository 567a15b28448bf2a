//! How much of a range an injective layout reaches.

use melior::ir::OperationRef;

use crate::algebra::{AnyLayout, Budget};
use crate::dialect::ir;

/// `covers 16 of 20`: how many of the offsets in `[0, covers)` an injective layout has, if the
/// obligation asks for it and there are not too many.
pub(super) fn covered(assertion: OperationRef<'_, '_>, layout: &AnyLayout) -> Option<String> {
    let size = ir::integer_attribute(assertion, "covers")?;
    let layout = layout.as_static().filter(|layout| layout.size() <= Budget::DEFAULT.walk_last)?;
    let is_in_range = |c: &i64| layout.offset(*c).is_some_and(|offset| (0..size).contains(&offset));
    let covered = (0..layout.size()).filter(is_in_range).count();
    Some(format!("covers {covered} of {size}"))
}
