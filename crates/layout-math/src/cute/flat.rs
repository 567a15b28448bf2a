//! The modes of a layout without its nesting, which is what the algebra works on: on the stack, as long
//! as there are few.
//!
//! An operation reads the modes of a [`Layout`] into [`Modes`], works on them in place, and writes the
//! layout of its answer.

use std::ops::{Deref, DerefMut};

use smallvec::{Array, SmallVec};

use super::invariants::LayoutError;
use super::layout::{Layout, Mode, OwnModes};
use super::stride::Stride;

/// A list that allocates only past 32 elements: only modes of extent 1 can make it more for a layout
/// whose size is a power of two of 32 bits.
#[derive(Debug, Clone)]
pub(super) struct Short<T>(SmallVec<[T; 32]>);

impl<T> Short<T> {
    /// An empty list.
    #[inline]
    pub fn new() -> Self {
        Short(SmallVec::new())
    }

    #[inline]
    pub fn push(&mut self, element: T) {
        self.0.push(element);
    }

    /// Keeps the first elements.
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }
}

impl<T> Deref for Short<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for Short<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

/// Flattened modes from left to right.
pub(super) type Modes<D = i64> = Short<Mode<D>>;

impl<D: Stride> Modes<D> {
    /// The flattened modes of a layout.
    pub fn of(layout: &Layout<D>) -> Self {
        let mut modes = Modes::new();
        modes.0.extend(layout.flat_modes().iter().cloned());
        modes
    }

    /// The coalesced modes of a layout; none for size 1.
    #[inline(always)]
    pub fn coalesced(layout: &Layout<D>) -> Self {
        let mut modes = Modes::new();
        for mode in layout.flat_modes() {
            modes.join(mode.extent, mode.stride.clone());
        }
        modes
    }

    /// The flat layout of coalesced modes: `1:0` if there are none.
    ///
    /// They are those of a layout, or as few as those of one.
    pub fn finish(&mut self) -> Layout<D> {
        self.or_unit();
        Layout::of_modes(self)
    }

    /// What is left of modes that are all of extent 1 is one of them.
    #[inline]
    pub fn or_unit(&mut self) {
        if self.is_empty() {
            self.push(Mode { extent: 1, stride: D::ZERO });
        }
    }

    /// With one mode more, so that the modes are as few as can be if they were: one of extent 1 is
    /// left out, and one that goes on where the last one ends makes that one longer.
    #[inline]
    pub fn join(&mut self, extent: i64, stride: D) {
        join(&mut self.0, extent, stride);
    }
}

/// The same for a list of any kind.
#[inline]
pub(super) fn join<D: Stride, A: Array<Item = Mode<D>>>(
    modes: &mut SmallVec<A>,
    extent: i64,
    stride: D,
) {
    if extent == 1 {
        return;
    }
    match modes.last_mut() {
        Some(last) if last.is_continued_by(&stride) => last.extent *= extent,
        _ => modes.push(Mode { extent, stride }),
    }
}

impl Modes {
    /// The coalesced layout of these modes, or the invariant that they break.
    pub fn finish_coalesced(&self) -> Result<Layout, LayoutError> {
        Layout::check_modes(self).map(|()| coalesced(self))
    }
}

/// The coalesced layout of modes that are those of a layout: `1:0` for size 1.
pub(super) fn coalesced<D: Stride>(modes: &[Mode<D>]) -> Layout<D> {
    let mut joined = OwnModes::<D>::with_capacity(modes.len());
    modes.iter().for_each(|mode| join(&mut joined, mode.extent, mode.stride.clone()));
    if joined.is_empty() {
        joined.push(Mode { extent: 1, stride: D::ZERO });
    }
    Layout::of_own_modes(joined)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::{Composition, composition, left_inverse, right_inverse};

    /// 62 modes of extent 2, none of which goes on where the last one ends.
    fn shuffled() -> Layout {
        let mode = |position: u32| Mode { extent: 2, stride: 1 << (25 * position % 62) };
        Layout::from_modes(&(0..62).map(mode).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn operations_on_many_modes_do_not_lose_any() {
        let layout = shuffled();
        assert_eq!(&*Modes::coalesced(&layout), layout.flat_modes());
        let inverse = right_inverse(&layout);
        assert_eq!(inverse.size(), 1 << 62);
        assert_eq!(left_inverse(&layout).unwrap(), inverse);
        let Composition::Layout(identity) = composition(&layout, &inverse) else { panic!() };
        assert_eq!(*Modes::coalesced(&identity), [Mode { extent: 1 << 62, stride: 1 }]);
    }
}
