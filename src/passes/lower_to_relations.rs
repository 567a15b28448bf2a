//! `layout-lower-to-relations`: every layout attribute becomes the relation that it denotes.

/// The dimensions of a relation's domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Space {
    /// One dimension, the integral coordinate.
    Integral = 0,
    /// One dimension for each flattened mode.
    Natural = 1,
}

/// What the user chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Options {
    pub space: Space,
}

/// What the pass did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Statistics {
    /// Attributes that became relations.
    pub lowered: i64,
}
