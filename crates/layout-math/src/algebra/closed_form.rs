//! What a layout is as a function, as far as its notation shows it without a walk and without isl.

use std::borrow::Cow;

use super::any_layout::AnyLayout;
use super::binary::as_binary;
use super::raise::{affine_of_digits, cute_of_digits};
use crate::cute::{Composed, Domain, Layout, Outer, Swizzle};
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

    /// True if what is done to the layouts and their offsets is the same in both.
    pub fn is_same_outside(&self, other: &Swizzled<'_>) -> bool {
        self.swizzle == other.swizzle || self.swizzle.is_identity() && other.swizzle.is_identity()
    }

    /// The least and the greatest value before the swizzle.
    pub fn range(&self) -> (i64, i64) {
        let (least, greatest) = self.layout.offset_range();
        (least + self.offset, greatest + self.offset)
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
