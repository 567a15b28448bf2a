//! How often a distributed layout holds each element.

use super::places::PLACES;
use layout_math::linear::LinearLayout;

/// The copies of each element: in other registers of a thread, other lanes, warps and blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copies {
    pub registers: i64,
    pub lanes: i64,
    pub warps: i64,
    pub blocks: i64,
}

impl Copies {
    /// In how many places each element is.
    pub fn total(&self) -> i64 {
        self.registers * self.lanes * self.warps * self.blocks
    }
}

/// How often each element is there, by the place that makes the copies; 1 is once.
///
/// A bit of a place makes copies if its basis is a sum of earlier ones, registers before lanes before
/// warps before blocks.
///
/// ```
/// use layout_kernels::analyze::copies;
/// use layout_math::linear::LinearLayout;
///
/// let layout: LinearLayout = "{register = [[1]], lane = [[0],[2]], warp = [[0],[0]]}".parse()?;
/// let found = copies(&layout);
/// assert_eq!((found.registers, found.lanes, found.warps, found.total()), (1, 2, 4, 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn copies(layout: &LinearLayout) -> Copies {
    let masks = layout.free_variable_masks();
    let of = |place| {
        let mask = masks.iter().find(|(name, _)| *name == place).map_or(0, |(_, mask)| *mask);
        1_i64 << mask.count_ones()
    };
    let [registers, lanes, warps, blocks] = PLACES.map(of);
    Copies { registers, lanes, warps, blocks }
}
