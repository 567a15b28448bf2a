//! What the storage of a layout attribute points to.

use std::sync::OnceLock;

use crate::algebra::AnyLayout;
use crate::code::{ArrayLayout, NotAnArray};

/// A layout, and what was found out about it, kept for later queries.
pub(super) struct Content {
    layout: AnyLayout,
    /// On the heap: few layouts are asked for it.
    array: OnceLock<Box<Result<ArrayLayout, NotAnArray>>>,
}

impl Content {
    pub fn new(layout: AnyLayout) -> Self {
        Content { layout, array: OnceLock::new() }
    }

    pub fn layout(&self) -> &AnyLayout {
        &self.layout
    }

    /// The layout as that of a memref, or why it is not one.
    pub fn array(&self) -> Result<&ArrayLayout, &NotAnArray> {
        let array = self.array.get_or_init(|| Box::new(ArrayLayout::new(&self.layout)));
        (**array).as_ref()
    }
}
