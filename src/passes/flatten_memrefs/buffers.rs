//! What is known of the buffers of memrefs, for all functions of a run, which are gone through twice.

use std::sync::Arc;

use super::types::Array;
use crate::algebra::{Budget, Verdict, surjective};
use crate::passes::decided::{Decided, LayoutKey};

/// What takes long to find, found once.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// The sizes by the type of the memref, `None` as in [`Array::size`], or why there is none.
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

    /// True if every place of the buffer is that of an element.
    pub fn has_no_gaps(&self, array: &Array<'_>) -> bool {
        let Some(size) = array.size else { return false };
        let layout = array.layout.layout();
        let size = if array.layout.parts().is_some() { None } else { Some(size) };
        self.without_gaps.answer(&(LayoutKey::of(layout), size), || {
            matches!(surjective(layout, size, &Budget::default()), Verdict::Proved(_))
        })
    }
}
