//! Layouts in elements of other bits, also with symbols, and those of composed layouts.

use layout_math::algebra::AnyLayout;
use layout_math::cute::{Composed, CuteLayout, Layout, Outer, SymbolicStride, Term, Tuple};

use super::answer::{Given, LayoutExpression};
use super::symbolic::with_strides;

/// A layout in elements of other bits, where it has symbols or is composed as C++ has it.
pub fn recast(layout: &AnyLayout, old_bits: i64, new_bits: i64) -> LayoutExpression {
    if old_bits == new_bits {
        return LayoutExpression::Known(layout.clone());
    }
    let given = Given::integers(vec![("old_bits", old_bits), ("new_bits", new_bits)]);
    let answer = LayoutExpression::Known(layout.clone()).then("recast", given);
    let ours = match layout {
        AnyLayout::Cute(of @ CuteLayout::Symbolic(_)) => {
            recast_modes(of, old_bits, new_bits).map(AnyLayout::Cute)
        }
        AnyLayout::Composed(of) if answer.evaluate().is_err() => {
            recast_composed(of, old_bits, new_bits).map(AnyLayout::Composed)
        }
        _ => None,
    };
    ours.map_or(answer, LayoutExpression::Known)
}

/// Both functions and the offset between them in elements of other bits.
fn recast_composed(composed: &Composed, old_bits: i64, new_bits: i64) -> Option<Composed> {
    let outer = match composed.outer() {
        Outer::Swizzle(_) => {
            // The swizzle of a layout of which every offset is one of whole elements.
            let whole = CuteLayout::Static(Layout::column_major(Tuple::Leaf(1 << 16)).ok()?);
            let whole = Composed::new(composed.outer().clone(), 0, whole);
            whole.recast(new_bits, old_bits).ok()?.outer().clone()
        }
        Outer::Layout(layout) => Outer::Layout(recast_modes(layout, old_bits, new_bits)?),
    };
    let offset = composed.offset_term().as_constant()?.checked_mul(old_bits)?;
    let inner = recast_modes(composed.inner(), old_bits, new_bits)?;
    (offset % new_bits == 0).then(|| Composed::new(outer, offset / new_bits, inner))
}

/// A layout in elements of other bits. A stride that is not known is one of whole elements, as C++ has it,
/// and what becomes of it is a symbol of its own.
fn recast_modes(layout: &CuteLayout, old_bits: i64, new_bits: i64) -> Option<CuteLayout> {
    let (shape, stride) = (layout.shape(), layout.stride());
    if old_bits < 1 || new_bits < 1 || stride.leaves().any(|stride| !stride.path().is_empty()) {
        return None;
    }
    let (up, down) = match (new_bits % old_bits, old_bits % new_bits) {
        (0, _) => (new_bits / old_bits, 1),
        (_, 0) => (1, old_bits / new_bits),
        _ => return None,
    };
    let mut count = 0;
    let mut unknown = || {
        count += 1;
        Some(Term::symbol(&format!("u{count}")))
    };
    let mut extents = Vec::new();
    let mut strides = Vec::new();
    for (extent, stride) in shape.leaves().zip(stride.leaves()) {
        let (whole, step) = (extent.as_constant(), stride.scale().as_constant());
        let extent = match (step, whole) {
            (Some(-1), _) if 1 < down => None,
            (Some(1), _) if 1 < down => extent.times(&Term::constant(down)),
            (Some(0) | None, _) => Some(extent.clone()),
            (Some(step), _) if step % up == 0 => Some(extent.clone()),
            (Some(step), Some(whole)) if up % step == 0 => {
                let bits = whole.checked_mul(step.checked_abs()?)?;
                (bits % up == 0).then(|| Term::constant(bits / up))
            }
            (Some(step), None) if up % step == 0 => unknown(),
            _ => None,
        };
        let stride = match step {
            Some(1) if 1 < down => Some(Term::constant(1)),
            Some(step) if step % up == 0 => (step / up).checked_mul(down).map(Term::constant),
            Some(step) => Some(Term::constant(step.signum())),
            None => unknown(),
        };
        extents.push(extent?);
        strides.push(SymbolicStride::new(stride?, Vec::new()));
    }
    with_strides(&shape.with_leaves(extents)?, strides)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(found: Option<impl ToString>) -> String {
        found.map_or("none".to_owned(), |layout| layout.to_string())
    }

    #[test]
    fn elements_of_other_bits_have_other_strides() {
        let of = |layout: &str, old: i64, new: i64| {
            text(recast_modes(&layout.parse().unwrap(), old, new))
        };
        assert_eq!(of("(32,M):(1,d)", 8, 32), "(8,M):(1,u1)");
        assert_eq!(of("(M,4):(1,d)", 8, 32), "(u1,4):(1,u2)");
        assert_eq!(of("(32,M):(2,16)", 8, 32), "(16,M):(1,4)");
        assert_eq!(of("(M,4):(1,d)", 32, 8), "(4*M,4):(1,u1)");
        assert_eq!(of("(M,4):(2,0)", 32, 8), "(M,4):(8,0)");
        // Of what is not whole nothing is known.
        assert_eq!(of("(3,M):(1,d)", 8, 32), "none");
        assert_eq!(of("(M,4):(3,d)", 8, 32), "none");
        assert_eq!(of("(M,4):(-1,d)", 32, 8), "none");
        assert_eq!(of("(M,4):(1,d)", 8, 12), "none");
        assert_eq!(of("(M,4):(1@0,1@1)", 8, 16), "none");
    }

    #[test]
    fn both_functions_of_a_composition_are_recast() {
        let of = |layout: &str, old: i64, new: i64| {
            let layout: Composed = layout.parse().unwrap();
            text(recast_composed(&layout, old, new))
        };
        assert_eq!(of("(4,5):(1,4) o 2 o (8,4):(1,8)", 16, 32), "(2,5):(1,2) o 1 o (4,4):(1,4)");
        assert_eq!(of("S<3,5,4> o 8 o (32,M):(1,d)", 16, 32), "S<3,4,4> o 4 o (16,M):(1,u1)");
        assert_eq!(of("(4,5):(1,4) o 2 o (8,4):(1,8)", 32, 16), "(8,5):(1,8) o 4 o (16,4):(1,16)");
        // An offset inside of an element, and one that is not known.
        assert_eq!(of("(4,5):(1,4) o 1 o (8,4):(1,8)", 16, 32), "none");
        assert_eq!(of("S<3,5,4> o k o (32,4):(1,32)", 16, 32), "none");
    }
}
