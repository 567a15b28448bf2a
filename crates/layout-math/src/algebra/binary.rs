//! Layouts as affine maps over F2, where they are that.

use super::any_layout::{AnyLayout, swizzle_size};
use crate::cute::{Composed, Layout, Outer, Swizzle};
use crate::linear::f2::{Affine, Matrix};

/// The layout as an affine map from the bits of the integral coordinate to the bits of the offset.
///
/// Exact where there is an answer: the map gives the layout's offset at every coordinate of the
/// domain. `None` means that the layout is not seen to be such a map, which proves nothing.
pub(super) fn as_binary(layout: &AnyLayout) -> Option<Affine> {
    match layout {
        AnyLayout::Cute(cute) => Affine::new(cute_matrix(cute.as_static()?)?, 0),
        AnyLayout::Swizzle(swizzle) => {
            let bits = swizzle_size(*swizzle)?.trailing_zeros();
            let identity = Affine::new(Matrix::identity(bits), 0)?;
            Some(swizzle_after(*swizzle, &identity))
        }
        AnyLayout::Composed(composed) => composed_map(composed),
        AnyLayout::Linear(linear) => Some(linear.map().clone()),
        AnyLayout::Tile(_) | AnyLayout::Relation(_) => None,
    }
}

/// The matrix of a CuTe layout: extents are powers of two and no addition of strides carries.
///
/// The offset is the sum of the columns of the coordinate's bits. The sum is their exclusive or
/// for every coordinate exactly if no two columns share a bit.
fn cute_matrix(layout: &Layout) -> Option<Matrix> {
    let mut columns = Vec::new();
    let mut used = 0_u64;
    for mode in layout.flat_modes() {
        if !mode.extent.is_positive() || !(mode.extent as u64).is_power_of_two() {
            return None;
        }
        for bit in 0..mode.extent.trailing_zeros() {
            let column = u64::try_from(mode.stride.checked_shl(bit)?).ok()?;
            if used & column != 0 {
                return None;
            }
            used |= column;
            columns.push(column);
        }
    }
    Matrix::new(64 - used.leading_zeros(), columns).ok()
}

fn composed_map(composed: &Composed) -> Option<Affine> {
    let inner = cute_matrix(composed.inner().as_static()?)?;
    let offset = u64::try_from(composed.offset_term().as_constant()?).ok()?;
    // Adding the offset is xoring it if it has no bit in common with any offset of the inner layout.
    let used = inner.columns().iter().fold(0, |used, column| used | column);
    if used & offset != 0 {
        return None;
    }
    let rows = 64 - (used | offset).leading_zeros();
    let shifted = Affine::new(Matrix::new(rows, inner.columns().to_vec()).ok()?, offset)?;
    match composed.outer() {
        Outer::Swizzle(swizzle) => Some(swizzle_after(*swizzle, &shifted)),
        Outer::Layout(outer) => {
            let outer = cute_matrix(outer.as_static()?)?;
            // Past its domain the outer layout is extended, which the matrix does not show.
            let fits = rows <= outer.n_columns();
            fits.then(|| Affine::new(outer, 0).map(|outer| outer.after(&shifted)))?
        }
    }
}

fn swizzle_after(swizzle: Swizzle, inner: &Affine) -> Affine {
    let apply = |bits: u64| swizzle.apply(bits as i64) as u64;
    let columns: Vec<u64> = inner.matrix().columns().iter().map(|&column| apply(column)).collect();
    let constant = apply(inner.constant());
    let used = columns.iter().fold(constant, |used, column| used | column);
    let rows = 64 - used.leading_zeros();
    Matrix::new(rows, columns)
        .ok()
        .and_then(|matrix| Affine::new(matrix, constant))
        .expect("the rows were counted from the columns and the constant")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    #[track_caller]
    fn check(kind: Kind, body: &str, is_binary: bool) {
        let layout = AnyLayout::parse(kind, body).unwrap();
        let map = as_binary(&layout);
        assert_eq!(map.is_some(), is_binary, "{body}");
        let Some(map) = map else { return };
        for c in 0..layout.size().unwrap().as_constant().unwrap() {
            let expected = match &layout {
                AnyLayout::Cute(cute) => cute.as_static().unwrap().offset(c),
                AnyLayout::Swizzle(swizzle) => Some(swizzle.apply(c)),
                AnyLayout::Composed(composed) => composed.offset(c),
                AnyLayout::Linear(linear) => linear.offset(c).ok(),
                _ => None,
            };
            assert_eq!(Some(map.apply(c as u64) as i64), expected, "{body} at {c}");
        }
    }

    #[test]
    fn the_map_is_the_layout() {
        check(Kind::Cute, "((4,8),(2,2)):((32,1),(16,8))", true);
        check(Kind::Cute, "(2,2):(3,4)", true);
        check(Kind::Cute, "(2,2):(3,5)", false);
        check(Kind::Cute, "(4,2):(3,16)", false);
        check(Kind::Cute, "(3,2):(1,4)", false);
        check(Kind::Cute, "(4,2):(-1,4)", false);
        check(Kind::Cute, "(4,2):(0,1)", true);
        check(Kind::Swizzle, "S<2,1,3>", true);
        check(Kind::Swizzle, "S<2,0,-2>", true);
        check(Kind::Composed, "S<3,4,3> o 0 o (8,64):(64,1)", true);
        check(Kind::Composed, "S<1,2,1> o 16 o (4,4):(1,4)", true);
        check(Kind::Composed, "S<1,2,1> o 4 o (4,4):(1,4)", false);
        check(Kind::Composed, "(4,4):(4,1) o 0 o (4,4):(4,1)", true);
        check(Kind::Composed, "(4,4):(4,1) o 0 o (4,4):(8,1)", false);
        check(Kind::Linear, "{lane = [[0,1],[1,1]]}", true);
    }
}
