//! Divisions by tilers that take a mode whole, where CuTe's answer is another one.

use super::any_layout::AnyLayout;
use crate::cute::{TileMode, Tiler, Tuple};

/// What CuTe makes of the modes that a tiler takes whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WholeModes {
    /// The first of them.
    pub mode: usize,
    /// The tiler with which our division is CuTe's; `None` where CuTe has no answer.
    pub split: Option<Tiler>,
}

/// What CuTe makes of the modes that the tiler takes whole, in a division that is zipped, tiled or
/// flat; `None` if there are none, or the extents of the layout are not numbers.
///
/// Such a mode is one tile. CuTe takes the first of its two modes for the tile and the second for the
/// rest, and has no answer if it has not two (NVIDIA/cutlass issue 3514): it divides by the size of
/// the first.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind, whole_modes};
/// use layout_math::cute::Tiler;
///
/// let layout = AnyLayout::parse(Kind::Cute, "(12,(4,8)):(7,(1,30))")?;
/// let tiler: Tiler = "[2:1;_]".parse()?;
/// let split = whole_modes(&layout, &tiler).unwrap().split.unwrap();
/// assert_eq!(split.to_string(), "[2:1;4]");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn whole_modes(layout: &AnyLayout, tiler: &Tiler) -> Option<WholeModes> {
    let shape = layout.modes()?.static_shape()?;
    let is_whole = |tile: &TileMode| matches!(tile, TileMode::All);
    let mode = tiler.modes().iter().position(is_whole)?;
    let halves = shape.modes().iter().map(first_half);
    let tiles = tiler.modes().iter().zip(halves).map(|(tile, half)| match tile {
        TileMode::All => half.map(TileMode::Extent),
        tile => Some(tile.clone()),
    });
    let tiles: Option<Vec<TileMode>> = tiles.collect();
    let split = tiles.filter(|tiles| tiles.len() == tiler.modes().len()).and_then(Tiler::new);
    Some(WholeModes { mode, split })
}

/// The size of the first of two modes.
fn first_half(shape: &Tuple<i64>) -> Option<i64> {
    match shape {
        Tuple::Node(modes) if modes.len() == 2 => modes[0].product(),
        _ => None,
    }
}
