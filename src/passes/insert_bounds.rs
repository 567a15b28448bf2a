//! `layout-insert-bounds`: accesses that may leave their buffer are guarded by the smallest predicate.

/// What becomes of an access that may be out of bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Mode {
    Guard = 0,
    Mask = 1,
    Report = 2,
}

/// The dialect of the condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum GuardWith {
    Scf = 0,
    Affine = 1,
}

/// What a load out of bounds gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Fill {
    Zero = 0,
    Poison = 1,
}

/// Whether leaving the left layout of a composition is out of bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum OnPromotion {
    Guard = 0,
    Allow = 1,
}

/// What the user chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Options {
    pub mode: Mode,
    pub guard_with: GuardWith,
    pub fill: Fill,
    pub promotion: OnPromotion,
}

/// What the pass did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Statistics {
    /// Accesses proved in bounds.
    pub proved: i64,
    /// Accesses that got a predicate.
    pub guarded: i64,
    /// Accesses that are never in bounds.
    pub refuted: i64,
}
