//! Operations beside their names.

use melior::ir::OperationRef;

use crate::dialect::ir;

/// An operation, with the part of its name after `layout.`, which is asked for again and again.
#[derive(Clone, Copy)]
pub(in crate::passes) struct Named<'c> {
    pub operation: OperationRef<'c, 'c>,
    pub mnemonic: Option<&'c str>,
}

impl Named<'_> {
    /// True if the operation may say something of the symbols of its function: in a layout or a type, by a
    /// promise or where it gives a symbol a value.
    pub fn may_state_facts(&self) -> bool {
        matches!(self.mnemonic, Some("apply" | "assume"))
            || ir::layouts_and_types_of(self.operation).iter().any(|layout| layout.has_symbols())
    }
}
