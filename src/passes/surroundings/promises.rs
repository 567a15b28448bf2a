//! What `layout.assume` promises.

use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, RegionLike};

use super::variables::Variables;
use crate::affine::Comparison;
use crate::dialect::ir;
use crate::dialect::promises::Promises;

/// Tells what is promised before an operation: earlier in its block, or in the first block of the
/// region, which comes before all others.
pub(super) fn before<'c>(
    promises: &Promises<'c>,
    operation: OperationRef<'c, 'c>,
    variables: &mut Variables<'c>,
) {
    let Some(block) = operation.block() else { return };
    let own = promises.of_block(block).iter();
    for &promise in own.filter(|&&promise| ir::is_before(promise, operation)) {
        tell(promise, variables);
    }
    let first = block.parent_region().and_then(|region| region.first_block());
    if let Some(first) = first.filter(|&first| first != block) {
        for &promise in promises.of_block(first) {
            tell(promise, variables);
        }
    }
}

/// Tells what a promise says of its value.
fn tell<'c>(promise: OperationRef<'c, 'c>, variables: &mut Variables<'c>) {
    let Some(value) = ir::operand(promise, 0) else { return };
    let quantity = variables.quantity(value);
    let number = |name| ir::integer_attribute(promise, name);
    let shifted = |bound: Option<i64>| bound.and_then(|b| b.checked_sub(quantity.constant()));
    let (low, high) = (shifted(number("least")), shifted(number("greatest")));
    if low.is_some() || high.is_some() {
        variables.know(Comparison { quantity: quantity.varying(), low, high });
    }
    if let (Some(modulus), Some(residue)) = (number("modulus"), number("residue"))
        && let Ok(rest) = quantity.modulo(modulus)
    {
        variables.know(Comparison::equal(rest, residue));
    }
}
