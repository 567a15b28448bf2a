//! Rows of numbers that an index was made from, and what bounds them.

use super::uniform::Uniform;

/// A row of numbers, `base` and the ones after it, that an index was made from: `%pid * 128 + range`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexRow {
    pub(super) dim: usize,
    pub(super) base: Uniform,
    pub(super) extent: i64,
}

impl IndexRow {
    /// The dim of the tensor along which the row goes.
    pub fn dim(&self) -> usize {
        self.dim
    }

    pub fn base(&self) -> &Uniform {
        &self.base
    }

    pub fn extent(&self) -> i64 {
        self.extent
    }

    /// True if the other one is the same row, along whichever dim.
    pub(crate) fn is_same_row(&self, other: &IndexRow) -> bool {
        self.base == other.base && self.extent == other.extent
    }
}

/// A row that is let through only below a limit, as signed numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    pub(super) row: IndexRow,
    pub(super) limit: Uniform,
    pub(super) is_inclusive: bool,
}

impl Bound {
    pub fn row(&self) -> &IndexRow {
        &self.row
    }

    /// The limit as it is written.
    pub fn limit(&self) -> &Uniform {
        &self.limit
    }

    /// How many of the first elements of the row it lets through at program 0; nothing if that is not
    /// known, or the row is not this long.
    pub(super) fn count_at_first_program(&self, extent: i64) -> Option<i64> {
        if self.row.extent != extent {
            return None;
        }
        let end = self.limit.at_first_program()?.checked_add(i64::from(self.is_inclusive))?;
        let count = end.checked_sub(self.row.base.at_first_program()?)?;
        Some(count.clamp(0, extent))
    }

    /// True if the limit itself is let through: `<=`.
    pub(crate) fn is_inclusive(&self) -> bool {
        self.is_inclusive
    }
}
