//! What is known of the buffers of memrefs, for all functions of a run, which are gone through twice.

use std::sync::Arc;

use crate::algebra::{Budget, Verdict, surjective};
use crate::code::ArrayLayout;
use crate::passes::decided::{Decided, LayoutKey};

/// What takes long to find, found once.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// The sizes by the type of the memref, `None` if it is known where the memref is allocated only, or why
    /// there is none.
    sizes: Decided<usize, Result<Option<i64>, Arc<str>>>,
    without_gaps: Decided<(LayoutKey, Option<i64>), bool>,
}

impl Buffers {
    /// The size of the buffer of a memref's type, which is found now if nobody asked before.
    pub fn size(
        &self,
        type_key: usize,
        find: impl FnOnce() -> Result<Option<i64>, Arc<str>>,
    ) -> Result<Option<i64>, Arc<str>> {
        self.sizes.answer(&type_key, find)
    }

    /// True if every place of a buffer of a size is that of an element.
    pub fn has_no_gaps(&self, array: &ArrayLayout, size: i64) -> bool {
        let layout = array.layout();
        let size = if array.parts().is_some() { None } else { Some(size) };
        self.without_gaps.answer(&(LayoutKey::of(layout), size), || {
            matches!(surjective(layout, size, &Budget::default()), Verdict::Proved(_))
        })
    }
}
