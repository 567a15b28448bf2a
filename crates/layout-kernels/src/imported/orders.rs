//! The compact layouts of a shape whose modes come in an order that is given.

use layout_math::cute::{SymbolicStride, Term, Tuple};

/// The place of each stride in the order: those that are not known are larger than all that are, one after
/// the other.
pub fn order_of(strides: &[Option<i64>]) -> Option<Vec<i64>> {
    let largest = strides.iter().flatten().copied().max().unwrap_or_default();
    let place = |(at, stride): (i64, &Option<i64>)| stride.or_else(|| largest.checked_add(at));
    (1_i64..).zip(strides).map(place).collect()
}

/// The stride of each mode: the product of the extents that come before it in the order.
pub fn behind(extents: &[Term], order: &[i64]) -> Option<Vec<SymbolicStride>> {
    let stride = |own: &i64| {
        let before = extents.iter().zip(order).filter(|(_, of)| *of < own);
        Some(SymbolicStride::new(product(before.map(|(extent, _)| extent))?, Vec::new()))
    };
    order.iter().map(stride).collect()
}

/// The extents, where a mode of stride 0 takes one place.
pub fn moving(extents: &[Term], strides: &[Option<i64>]) -> Vec<Term> {
    let place = |(extent, stride): (&Term, &Option<i64>)| match stride {
        Some(0) => Term::constant(1),
        _ => extent.clone(),
    };
    extents.iter().zip(strides).map(place).collect()
}

/// The strides in the order of the coordinates.
pub fn in_turn(shape: &Tuple<Term>) -> Option<Vec<SymbolicStride>> {
    let extents: Vec<Term> = shape.leaves().cloned().collect();
    let order: Vec<i64> = (0_i64..).zip(&extents).map(|(at, _)| at).collect();
    behind(&extents, &order)
}

/// The product of terms; `None` if it does not fit in 64 bits.
pub fn product<'t>(mut terms: impl Iterator<Item = &'t Term>) -> Option<Term> {
    terms.try_fold(Term::constant(1), |product, term| product.times(term))
}
