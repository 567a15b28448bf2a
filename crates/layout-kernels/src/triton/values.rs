//! The integers and pointers of a function, as far as they are sums of strided dims.
//!
//! The address of an element of `%p + %row * %stride + %column` is, as a function of its coordinates,
//! a base and a stride for each dim. Operations are followed front to back, once; what is not such a
//! sum has no value here. A value that a loop carries is taken to keep its strides, and what depends on
//! it is forgotten if the loop turns out to yield something else.

mod counter;
mod index;
mod mask;
mod names;
mod result;
mod row;
mod scope;
mod uniform;
mod value;

use rustc_hash::FxHashSet;

use counter::Counter;
pub use index::{Index, Wrap};
pub use mask::Mask;
pub use row::{Bound, IndexRow};
pub(super) use scope::{Scope, is_followed};
pub use uniform::Uniform;

/// Where an operation reads or writes global memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    pub(super) index: Option<Index>,
    pub(super) mask: Option<Mask>,
    /// All of the mask is known, but for the branches that the access is in.
    pub(super) is_mask_known: bool,
    /// The bounds of the mask that stay the same while a loop moves the addresses past the row.
    pub(super) still: Vec<Bound>,
    /// Those of them that the counter of a loop moves the addresses past.
    pub(super) left_behind: Vec<Bound>,
    /// The counters that the addresses are made from.
    pub(super) counters: Vec<Counter>,
}

impl Access {
    /// The addresses, in elements from the pointer that they come from; nothing if they are not a sum of
    /// strided dims.
    pub fn index(&self) -> Option<&Index> {
        self.index.as_ref()
    }

    /// What the mask says; nothing if it is not known. Without a mask it lets everything through.
    pub fn mask(&self) -> Option<&Mask> {
        self.mask.as_ref()
    }

    /// True if it is of the same elements wherever only values with these names, without `%`, differ.
    pub(crate) fn is_free_of(&self, names: &FxHashSet<&str>) -> bool {
        let is_index_free = self.index.as_ref().is_some_and(|own| own.is_free_of(names));
        let is_mask_free = self.mask.as_ref().is_some_and(|own| own.is_free_of(names));
        is_index_free && is_mask_free && self.is_mask_known
    }

    /// True if both are of the same addresses, and no mask leaves out what the other one lets through, as
    /// far as one can tell.
    pub(crate) fn shares_elements_with(&self, other: &Access) -> bool {
        let (Some(index), Some(mask)) = (&self.index, &self.mask) else { return false };
        let (Some(index_of_other), Some(mask_of_other)) = (&other.index, &other.mask) else {
            return false;
        };
        self.is_mask_known
            && other.is_mask_known
            && index.has_addresses_of(index_of_other)
            && mask.shares_elements_with(mask_of_other)
    }

    /// True if the mask is known to leave out the element at a place.
    pub(crate) fn drops(&self, place: &[i64]) -> bool {
        self.mask.as_ref().is_some_and(|mask| mask.drops(place))
    }

    /// The bounds of the mask that are the same in each turn of a loop, although the addresses advance
    /// by the whole row in a turn.
    pub(crate) fn still(&self) -> &[Bound] {
        &self.still
    }

    /// The least and the greatest offset that the mask may let through at program 0, with their
    /// coordinates; nothing if there is something else in the addresses that is not known.
    pub(crate) fn range_at_first_program(&self) -> Option<[(i64, Vec<i64>); 2]> {
        let bounds = self.mask.as_ref().map_or(&[][..], Mask::bounds);
        self.index.as_ref()?.range_within(bounds)
    }

    /// The first turn of a loop in which an element is before the pointer at program 0, that element and its
    /// offset, if nothing but the counter of the loop is not known.
    pub(crate) fn before_pointer_in_turn(&self) -> Option<(i64, i64, Vec<i64>)> {
        let (index, [counter]) = (self.index.as_ref()?, &self.counters[..]) else { return None };
        let factor = index.base.factor_alone(&counter.name);
        let moving = Uniform::unknown(&counter.name).scale(factor)?;
        let at = |number: i64| {
            let base = index.base.without(&moving)?.add(&Uniform::constant(number))?;
            let bounds = self.mask.as_ref().map_or(&[][..], Mask::bounds);
            let [lowest, _] = Index { base, ..index.clone() }.range_within(bounds)?;
            Some(lowest)
        };
        let (first, _) = at(factor.checked_mul(counter.from?)?)?;
        let growth = factor.checked_mul(counter.step)?;
        let turn = counter.first_negative_turn(first, growth)?;
        let now = counter.step.checked_mul(turn)?.checked_add(counter.from?)?;
        let (offset, place) = at(factor.checked_mul(now)?)?;
        Some((turn, offset, place))
    }

    /// True if the mask lets an element through at program 0, whatever is not known of it, if it lets
    /// the first one of each row through.
    pub(crate) fn lets_through(&self, place: &[i64]) -> bool {
        let (Some(mask), Some(index)) = (&self.mask, &self.index) else { return false };
        let is_let = |bound: &Bound| {
            let dim = bound.row().dim();
            let (Some(&at), Some(&extent)) = (place.get(dim), index.shape().get(dim)) else {
                return false;
            };
            match bound.count_at_first_program(extent) {
                Some(count) => at < count,
                None => at == 0,
            }
        };
        !mask.may_drop_all() && mask.bounds().iter().all(is_let)
    }

    /// The constant stride of each dim, in elements, where it is known.
    pub fn strides(&self) -> Option<Vec<Option<i64>>> {
        let index = self.index.as_ref()?;
        Some(index.strides().iter().map(Uniform::as_constant).collect())
    }
}
