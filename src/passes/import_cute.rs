//! `layout-import-cute`: what operations of CUTLASS' `cute` dialect claim, as obligations.

/// What the pass did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Statistics {
    /// Operations that got an obligation.
    pub imported: i64,
    /// Operations on layouts that it does not read.
    pub skipped: i64,
}
