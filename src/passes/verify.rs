//! `layout-verify`: every obligation and every composition is proved, refuted or reported as unknown.

/// What a composition that leaves its left layout is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum OnPromotion {
    Warn = 0,
    Error = 1,
    Allow = 2,
}

/// What an obligation that is not decided is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum OnUnknown {
    Remark = 0,
    Error = 1,
}

/// What the user chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Options {
    pub promotion: OnPromotion,
    pub unknown: OnUnknown,
    /// True to say what is proved, and how.
    pub report: bool,
    /// How many operations isl may spend on one question.
    pub max_operations: u64,
}

/// What the pass found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Statistics {
    pub proved: i64,
    pub refuted: i64,
    pub unknown: i64,
    /// Compositions that leave their left layout.
    pub promoted: i64,
}
