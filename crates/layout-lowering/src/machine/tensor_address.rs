//! Where the cells of tensor memory are among the bytes of all memories.

const LANES: u64 = 128;
pub(crate) const COLUMNS: u64 = 512;
/// Addresses in shared memory have so many bits; those in global memory begin behind.
pub(super) const SHARED_END: u64 = 1 << 32;
/// The first byte of it.
pub(super) const BASE: u64 = 1 << 60;
/// The bytes of a column.
pub(crate) const COLUMN_BYTES: u64 = 4 * LANES;

/// The first byte of a column.
pub(crate) fn column_address(column: u64) -> u64 {
    BASE + column * COLUMN_BYTES
}

/// `lane 3, column 17` for a byte behind the first one of a column.
pub(crate) fn cell_name(offset: u64) -> String {
    format!("lane {}, column {}", offset % COLUMN_BYTES / 4, offset / COLUMN_BYTES)
}
