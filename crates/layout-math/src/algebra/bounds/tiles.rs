//! The tiles of a tiler.

use crate::algebra::verdict::Budget;
use crate::cute::{Layout, TileMode, Tiler, Tuple};

/// The tile of a mode; `Some(None)` for a mode taken whole, `None` for a tile that is not static.
pub(super) fn whole_tile(tile: &TileMode) -> Option<Option<Layout>> {
    Some(Some(match tile {
        TileMode::All => return Some(None),
        TileMode::Extent(extent) => Layout::new(Tuple::Leaf(*extent), Tuple::Leaf(1)).ok()?,
        TileMode::Layout(tile) => tile.as_static()?.clone(),
    }))
}

/// The coordinates of a layout that a tiler takes, numbered from 0.
pub(super) struct Taken {
    /// Of each mode its size, and the coordinates that are taken of it. A mode that the tiler does not reach is
    /// at 0.
    modes: Vec<(i64, Vec<i64>)>,
    pub size: i64,
}

impl Taken {
    /// `None` if a tile is not static, or if they are more than the last walk of the budget.
    pub fn new(layout: &Layout, tiler: &Tiler, budget: &Budget) -> Option<Self> {
        let mut size = 1_i64;
        let mut modes = Vec::new();
        for (at, mode) in layout.modes().enumerate() {
            let tile = tiler.modes().get(at).map(whole_tile);
            let count = match &tile {
                None => 1,
                Some(tile) => tile.as_ref()?.as_ref().map_or(mode.size(), Layout::size),
            };
            size = size.checked_mul(count).filter(|&size| size <= budget.walk_last)?;
            let own = |coordinate: i64| match &tile {
                Some(Some(Some(tile))) => tile.offset(coordinate),
                _ => Some(coordinate),
            };
            modes.push((mode.size(), (0..count).map(own).collect::<Option<Vec<i64>>>()?));
        }
        Some(Taken { modes, size })
    }

    /// The coordinate of the layout that is taken at a number.
    pub fn place(&self, mut number: i64) -> Option<i64> {
        let (mut place, mut step) = (0_i64, 1_i64);
        for (size, taken) in &self.modes {
            let count = i64::try_from(taken.len()).ok()?;
            let own = taken[usize::try_from(number % count).ok()?];
            place = place.checked_add(own.checked_mul(step)?)?;
            number /= count;
            step = step.checked_mul(*size)?;
        }
        Some(place)
    }
}
