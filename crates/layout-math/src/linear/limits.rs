//! How large a linear layout can be.

/// The most bits that the dims of one side can have together: every size fits in an `i64`.
pub const MAX_BITS: u32 = 62;

/// The most dims that one side can have. It bounds the work of matching dims by name.
pub(crate) const MAX_DIMS: usize = 256;
