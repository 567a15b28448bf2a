//! Operations beside their names.

use melior::ir::OperationRef;

/// An operation, with the part of its name after `layout.`, which is asked for again and again.
#[derive(Clone, Copy)]
pub(super) struct Named<'c> {
    pub operation: OperationRef<'c, 'c>,
    pub mnemonic: Option<&'c str>,
}
