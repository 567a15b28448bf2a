//! What a mask lets through.

use super::index::{Index, Part};
use super::uniform::Uniform;

/// The conjunction of comparisons that a mask is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mask {
    pub(super) bounds: Vec<Bound>,
    /// Something else in it that may leave out any element.
    pub(super) has_more: bool,
    pub(super) assumed: Vec<u32>,
}

/// A row that is let through only below a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    pub(super) row: Part,
    pub(super) limit: Uniform,
    pub(super) is_inclusive: bool,
}

impl Bound {
    pub fn row(&self) -> &Part {
        &self.row
    }

    /// The limit as it is written.
    pub fn limit(&self) -> &Uniform {
        &self.limit
    }

    /// True if the limit itself is let through: `<=`.
    pub fn is_inclusive(&self) -> bool {
        self.is_inclusive
    }
}

impl Mask {
    /// The rows that it bounds from above.
    pub fn bounds(&self) -> &[Bound] {
        &self.bounds
    }

    /// True if there is something in it that is not a bound of a row and may leave out any element.
    pub fn has_more(&self) -> bool {
        self.has_more
    }

    pub(super) fn and(&self, other: &Mask) -> Mask {
        let mut both = self.clone();
        both.has_more |= other.has_more;
        for bound in &other.bounds {
            if !both.bounds.contains(bound) && both.bounds.len() < 16 {
                both.bounds.push(bound.clone());
            }
        }
        both.assumed.extend(&other.assumed);
        both.assumed.sort_unstable();
        both.assumed.dedup();
        both
    }

    /// The comparison `left predicate right`.
    pub(super) fn compare(predicate: &str, left: &Index, right: &Index) -> Mask {
        let mut assumed = [&left.assumed[..], &right.assumed[..]].concat();
        assumed.sort_unstable();
        assumed.dedup();
        let unknown = Mask { bounds: Vec::new(), has_more: true, assumed: assumed.clone() };
        if left.is_uniform() && right.is_uniform() {
            // The same for all elements: it bounds no row.
            return Mask { has_more: false, ..unknown };
        }
        let (small, large, is_inclusive) = match predicate {
            "slt" | "ult" => (left, right, false),
            "sle" | "ule" => (left, right, true),
            "sgt" | "ugt" => (right, left, false),
            "sge" | "uge" => (right, left, true),
            _ => return unknown,
        };
        match (small.as_row(), large.is_uniform()) {
            (Some(row), true) => {
                let (row, limit) = (row.clone(), large.base.clone());
                Mask { bounds: vec![Bound { row, limit, is_inclusive }], has_more: false, assumed }
            }
            _ => unknown,
        }
    }
}
