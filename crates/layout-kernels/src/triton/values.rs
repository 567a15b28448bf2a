//! The integers and pointers of a function, as far as they are sums of strided dims.
//!
//! The address of an element of `%p + %row * %stride + %column` is, as a function of its coordinates,
//! a base and a stride for each dim. Operations are followed front to back, once; what is not such a
//! sum has no value here. A value that a loop carries is taken to keep its strides, and what depends on
//! it is forgotten if the loop turns out to yield something else.

mod index;
mod mask;
mod names;
mod result;
mod row;
mod scope;
mod uniform;
mod value;

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
    /// The bounds of the mask that stay the same while a loop moves the addresses past the row.
    pub(super) still: Vec<Bound>,
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
