//! How large a relation may be.

/// How long the text of a relation may be, in bytes.
pub(crate) const MAX_TEXT: usize = 1 << 20;

/// How many comparisons a relation may have, those that a list stands for included.
pub(crate) const MAX_CONSTRAINTS: usize = 4096;

/// How many parameters, dimensions and bound variables may be visible together.
pub(crate) const MAX_DIMENSIONS: usize = 512;

/// How long a relation that is put together may be, counted in expressions and comparisons.
pub(crate) const MAX_TERMS: usize = 1 << 14;
