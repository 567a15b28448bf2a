//! What a layout is as a function, as far as its notation shows it without a walk and without isl.

use std::borrow::Cow;

use super::any_layout::AnyLayout;
use super::binary::as_binary;
use super::raise::{affine_of_digits, cute_of_digits};
use crate::cute::{Composed, Domain, Layout, Moved, Outer, Swizzle};
use crate::linear::f2::Affine;
use crate::relation::Relation;
use crate::relation::digits::Digits;

/// The function `c -> swizzle(offset + layout(c))`, where `swizzle` does nothing or what it takes is
/// never negative: it is injective on all that it takes.
pub(super) struct Swizzled<'a> {
    pub swizzle: Swizzle,
    pub offset: i64,
    pub layout: Cow<'a, Layout>,
}

impl<'a> Swizzled<'a> {
    /// The layout as such a function of the integral coordinate.
    ///
    /// `None` means that it is not seen to be one, which proves nothing.
    pub fn new(layout: &'a AnyLayout) -> Option<Self> {
        let nothing = Swizzle::new(0, 4, 3).ok()?;
        match layout {
            AnyLayout::Composed(composed) => Swizzled::of_composed(composed),
            AnyLayout::Relation(relation) => {
                let (offset, layout) = moved(&one_output(relation)?)?;
                Some(Swizzled { swizzle: nothing, offset, layout: Cow::Owned(layout) })
            }
            _ => {
                let layout = Cow::Borrowed(layout.as_static()?);
                Some(Swizzled { swizzle: nothing, offset: 0, layout })
            }
        }
    }

    fn of_composed(composed: &'a Composed) -> Option<Self> {
        let Outer::Swizzle(swizzle) = composed.outer() else { return None };
        let layout = Cow::Borrowed(composed.inner().as_static()?);
        let offset = composed.offset_term().as_constant()?;
        let (least, greatest) = layout.offset_range();
        least.checked_add(offset)?;
        greatest.checked_add(offset)?;
        composed.has_offsets(Domain::Inside).then_some(Swizzled {
            swizzle: *swizzle,
            offset,
            layout,
        })
    }

    /// The same where the swizzle does nothing.
    pub fn plain(layout: &'a AnyLayout) -> Option<Self> {
        Swizzled::new(layout).filter(|function| function.swizzle.is_identity())
    }

    /// The value at a coordinate of the domain.
    pub fn value(&self, coordinate: i64) -> Option<i64> {
        let value = self.layout.offset(coordinate)?.checked_add(self.offset)?;
        Some(if self.swizzle.is_identity() { value } else { self.swizzle.apply(value) })
    }

    /// The offset of the layout alone with which a value is this one; `None` if there is none.
    pub fn argument(&self, value: i64) -> Option<i64> {
        let before = if self.swizzle.is_identity() { Some(value) } else { self.unswizzled(value) };
        before?.checked_sub(self.offset)
    }

    /// A swizzle is its own inverse, and takes nothing below 0.
    fn unswizzled(&self, value: i64) -> Option<i64> {
        (0 <= value).then(|| self.swizzle.apply(value))
    }

    /// True if what is done to the layouts and their offsets is the same in both.
    pub fn is_same_outside(&self, other: &Swizzled<'_>) -> bool {
        self.swizzle.is_same_function(other.swizzle)
    }

    /// The least and the greatest value before the swizzle.
    pub fn range(&self) -> (i64, i64) {
        let (least, greatest) = self.layout.offset_range();
        (least + self.offset, greatest + self.offset)
    }
}

/// The layout as a swizzle of a CuTe layout that an offset is added to, all of which may have symbols.
pub(super) fn as_moved(layout: &AnyLayout) -> Option<Moved<'_>> {
    match layout {
        AnyLayout::Cute(cute) => Some(cute.as_moved()),
        AnyLayout::Composed(composed) => composed.as_moved(),
        _ => None,
    }
}

/// The layout as an affine map over F2, a relation by its digits.
pub(super) fn binary(layout: &AnyLayout) -> Option<Affine> {
    match layout {
        AnyLayout::Relation(relation) => affine_of_digits(&one_output(relation)?)?.pop(),
        _ => as_binary(layout),
    }
}

/// The digits of a relation with one output, whose inputs count as one coordinate.
fn one_output(relation: &Relation) -> Option<Digits> {
    relation.digits().filter(|digits| digits.outputs.len() == 1)
}

/// The layout that digits spell, and the offset that is added to it.
fn moved(digits: &Digits) -> Option<(i64, Layout)> {
    match cute_of_digits(digits)? {
        AnyLayout::Composed(composed) => {
            Some((composed.offset_term().as_constant()?, composed.inner().as_static()?.clone()))
        }
        layout => Some((0, layout.as_static()?.clone())),
    }
}

#[cfg(test)]
mod tests {
    use crate::algebra::{
        AnyLayout, Budget, Difference, Kind, Method, Verdict, View, equivalent, injective,
        to_relation,
    };
    use crate::budget::work;

    /// 2^24 coordinates in 24 modes, or 24 bits that are not modes.
    fn large() -> Vec<(AnyLayout, Method)> {
        let list = |number: &dyn Fn(u32) -> u64| -> String {
            (0..24).map(|bit| number(bit).to_string()).collect::<Vec<_>>().join(",")
        };
        let shape = list(&|_| 2);
        let cute = |scale: u64| format!("({shape}):({})", list(&|bit| scale << (7 * bit % 24)));
        let dense = |bit: u32| {
            let random = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(bit as u64 + 3) >> 40;
            random & !((1 << bit) - 1) | 1 << bit
        };
        let linear = format!("{{a = [[{}]]}}", list(&dense).replace(',', "],["));
        let parse = |kind, text: &str| AnyLayout::parse(kind, text).unwrap();
        vec![
            (parse(Kind::Cute, &cute(1)), Method::CanonicalForm),
            (parse(Kind::Cute, &cute(3)), Method::CanonicalForm),
            (parse(Kind::Composed, &format!("S<3,4,3> o 0 o {}", cute(1))), Method::F2Matrices),
            (parse(Kind::Linear, &linear), Method::F2Matrices),
        ]
    }

    fn as_text(layout: &AnyLayout) -> AnyLayout {
        let relation = to_relation(layout, &View::Integral).unwrap();
        AnyLayout::parse(Kind::Relation, &relation.to_string()).unwrap()
    }

    #[test]
    fn a_large_layout_is_its_relation_without_a_walk_and_without_isl() {
        let budget = Budget { isl_operations: 0, ..Budget::DEFAULT };
        for (layout, method) in large() {
            let text = as_text(&layout);
            for (left, right) in [(&layout, &text), (&text, &layout), (&text, &text)] {
                let asked = || equivalent(left, right, &budget);
                assert_eq!(work::of(asked), (0, Verdict::Proved(method)), "{layout}");
            }
            let asked = || injective(&text, &budget);
            assert_eq!(work::of(asked), (0, Verdict::Proved(method)), "{layout}");
        }
    }

    #[test]
    fn a_large_layout_and_another_relation_differ_at_the_least_coordinate() {
        let budget = Budget { isl_operations: 0, ..Budget::DEFAULT };
        // Bit 5 of the coordinate is moved elsewhere.
        for (layout, (left, right)) in [
            ("(32,2,262144):(1,32,64)", (32, 16_777_216)),
            ("(32,2,262144):(1,96,192)", (96, 16_777_216)),
        ] {
            let layout = AnyLayout::parse(Kind::Cute, layout).unwrap();
            let other = "(32,2,262144):(1,16777216,64)";
            let other = as_text(&AnyLayout::parse(Kind::Cute, other).unwrap());
            let (done, found) = work::of(|| equivalent(&layout, &other, &budget));
            let Verdict::Refuted(Difference::At { coordinate, left: a, right: b, .. }) = found
            else {
                panic!("{found:?}")
            };
            assert_eq!((coordinate, a, b), (32, Some(left.into()), Some(right.into())));
            assert!(done <= 4, "{done} evaluations");
        }
    }
}
