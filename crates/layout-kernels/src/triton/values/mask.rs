//! What a mask lets through.

use rustc_hash::FxHashSet;

use super::index::Index;
use super::row::{Bound, IndexRow};
use super::uniform::Uniform;

/// More comparisons, and more bounds, than these are not kept of a mask.
const MAX_CONDITIONS: usize = 24;
const MAX_BOUNDS: usize = 16;

/// The conjunction of comparisons that a mask is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mask {
    pub(super) bounds: Vec<Bound>,
    /// The comparisons in it that are the same for all elements.
    pub(super) conditions: Vec<Condition>,
    /// Something else in it that may leave out any element.
    pub(super) has_more: bool,
    pub(super) assumed: Vec<u32>,
}

/// A comparison that is the same for all elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Condition {
    sides: [Uniform; 2],
    /// By how much the second side is greater than the first at least, if it says so.
    least: Option<i64>,
    /// Whether the sides are equal, or not, if it says that.
    are_equal: Option<bool>,
    is_unsigned: bool,
}

impl Condition {
    /// True if it lets rows through that end past the limit, as far as one can tell.
    fn falls_short(&self, row: &IndexRow, limit: &Uniform) -> Option<bool> {
        let [small, large] = &self.sides;
        let had = large.without(small)?;
        let needed = limit.without(&row.base)?.add(&Uniform::constant(-row.extent))?;
        let more = needed.without(&had)?.as_constant()?;
        Some(self.least?.checked_add(more)? < 0)
    }

    /// True if it is known not to hold.
    fn never_holds(&self) -> bool {
        let [small, large] = &self.sides;
        let Some(by) = large.without(small).and_then(|by| by.as_constant()) else { return false };
        // Of unsigned numbers that differ so one may be past the end of the type.
        let are_numbers =
            || self.sides.iter().all(|side| side.as_constant().is_some_and(|n| 0 <= n));
        match (self.are_equal, self.least) {
            (Some(are_equal), _) => are_equal != (by == 0),
            (None, Some(least)) => by < least && (!self.is_unsigned || are_numbers()),
            (None, None) => false,
        }
    }
}

impl Mask {
    /// The rows that it bounds from above.
    pub fn bounds(&self) -> &[Bound] {
        &self.bounds
    }

    /// True if there is something in it that is neither a bound of a row nor the same for all elements,
    /// and may leave out any of them.
    pub(crate) fn has_more(&self) -> bool {
        self.has_more
    }

    /// True if it lets every element through, whatever is not known.
    pub(crate) fn is_whole(&self) -> bool {
        self.bounds.is_empty() && !self.may_drop_all()
    }

    /// True if there is something in it, beside bounds of rows, that may leave out elements.
    pub(crate) fn may_drop_all(&self) -> bool {
        self.has_more || !self.conditions.is_empty()
    }

    /// True if it is known to leave everything out.
    pub(crate) fn passes_nothing(&self) -> bool {
        self.conditions.iter().any(Condition::never_holds)
    }

    /// True if it is known to leave out the element at a place.
    pub(super) fn drops(&self, place: &[i64]) -> bool {
        let is_past = |bound: &Bound| {
            let end = bound.limit.without(&bound.row.base)?.as_constant()?;
            let end = end.checked_add(i64::from(bound.is_inclusive))?;
            Some(end <= *place.get(bound.row.dim)?)
        };
        self.passes_nothing() || self.bounds.iter().any(|bound| is_past(bound) == Some(true))
    }

    /// True if nothing that is known of it has one of these names, without `%`.
    pub(super) fn is_free_of(&self, names: &FxHashSet<&str>) -> bool {
        let of_bounds = self.bounds.iter().flat_map(|own| [&own.limit, &own.row.base]);
        let mut all = of_bounds.chain(self.conditions.iter().flat_map(|own| &own.sides));
        all.all(|own| own.is_free_of(names))
    }

    /// True if what is known of both lets some element through, if that of one of them does: they are alike,
    /// or one leaves nothing out.
    pub(super) fn shares_elements_with(&self, other: &Mask) -> bool {
        let is_all = |mask: &Mask| mask.bounds.is_empty() && mask.conditions.is_empty();
        let is_alike = (&self.bounds, &self.conditions) == (&other.bounds, &other.conditions);
        let is_any = !self.passes_nothing() && !other.passes_nothing();
        is_any && (is_alike || is_all(self) || is_all(other))
    }

    /// True if a comparison that is the same for all elements may keep this row below the limit. One
    /// that only keeps its first element there does not.
    pub(crate) fn is_condition_on(&self, row: &IndexRow, limit: &Uniform) -> bool {
        self.conditions.iter().any(|condition| {
            let is_of_row = condition.sides.iter().any(|side| side.shares_names_with(&row.base));
            is_of_row && condition.falls_short(row, limit) != Some(true)
        })
    }

    pub(super) fn and(&self, other: &Mask) -> Mask {
        let mut both = self.clone();
        // What is one too many may leave out any element. Without an end the masks of a chain of
        // conjunctions would take the square of its length.
        let room = MAX_CONDITIONS.saturating_sub(both.conditions.len());
        both.has_more |= other.has_more || room < other.conditions.len();
        both.conditions.extend(other.conditions.iter().take(room).cloned());
        for bound in other.bounds.iter().filter(|bound| !self.bounds.contains(bound)) {
            match both.bounds.len() < MAX_BOUNDS {
                true => both.bounds.push(bound.clone()),
                false => both.has_more = true,
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
        let unknown = Mask { has_more: true, assumed: assumed.clone(), ..Mask::default() };
        if left.is_uniform() && right.is_uniform() {
            let (is_less, least) = match predicate {
                "slt" | "ult" => (true, Some(1)),
                "sle" | "ule" => (true, Some(0)),
                "sgt" | "ugt" => (false, Some(1)),
                "sge" | "uge" => (false, Some(0)),
                _ => (true, None),
            };
            let (small, large) = if is_less { (left, right) } else { (right, left) };
            let sides = [small.base.clone(), large.base.clone()];
            let are_equal = match predicate {
                "eq" => Some(true),
                "ne" => Some(false),
                _ => None,
            };
            let is_unsigned = predicate.starts_with('u');
            let conditions = vec![Condition { sides, least, are_equal, is_unsigned }];
            return Mask { conditions, has_more: false, ..unknown };
        }
        // Unsigned numbers are bounded in the same way, but what is below 0 is left out, too.
        let is_unsigned = predicate.starts_with('u');
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
                let bounds = vec![Bound { row, limit, is_inclusive }];
                Mask { bounds, has_more: is_unsigned, ..unknown }
            }
            _ => unknown,
        }
    }
}
