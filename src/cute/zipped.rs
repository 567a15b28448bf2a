//! The three groupings of a divided or multiplied layout: zipped, tiled and flat.

use super::algebra_error::AlgebraError;
use super::layout::{Layout, LayoutError};
use super::stride::Stride;
use super::tile::{TileMode, Tiler};
use super::tuple::Tuple;

/// What a layout is divided or multiplied by: a layout as a whole, or a tiler mode by mode.
#[derive(Debug, Clone, Copy)]
pub enum LayoutOrTiler<'a> {
    Layout(&'a Layout),
    Tiler(&'a Tiler),
}

impl<'a> From<&'a Layout> for LayoutOrTiler<'a> {
    fn from(layout: &'a Layout) -> Self {
        LayoutOrTiler::Layout(layout)
    }
}

impl<'a> From<&'a Tiler> for LayoutOrTiler<'a> {
    fn from(tiler: &'a Tiler) -> Self {
        LayoutOrTiler::Tiler(tiler)
    }
}

/// The two parts of a layout that was divided or multiplied: the tile, and where the tiles are.
pub(super) struct Zipped<D> {
    tile: Layout<D>,
    rest: Layout<D>,
}

impl<D: Stride> Zipped<D> {
    /// The parts of the result of `operation`, which by a layout has the two modes (tile, rest), and
    /// by a tiler has them in each of the tiler's modes.
    ///
    /// The modes that the tiler does not reach go to the rest.
    pub(super) fn new(divided: &Layout<D>, by: LayoutOrTiler<'_>) -> Result<Self, AlgebraError> {
        let tiled = match by {
            LayoutOrTiler::Layout(_) => {
                let (tile, rest) = two_modes(divided)?;
                return Ok(Zipped { tile, rest });
            }
            LayoutOrTiler::Tiler(tiler) => tiler.modes().len(),
        };
        let (mut tiles, mut rests) = (Vec::new(), Vec::new());
        for (position, mode) in divided.modes().enumerate() {
            if position < tiled {
                let (tile, rest) = two_modes(&mode).map_err(|error| error.in_mode(position))?;
                tiles.push(tile);
                rests.push(rest);
            } else {
                rests.push(mode);
            }
        }
        Ok(Zipped { tile: Layout::concat(tiles)?, rest: Layout::concat(rests)? })
    }

    /// `(tile, rest)`.
    pub(super) fn zipped(self) -> Result<Layout<D>, LayoutError> {
        Layout::concat([self.tile, self.rest])
    }

    /// `(tile, rest0, rest1, …)`.
    pub(super) fn tiled(self) -> Result<Layout<D>, LayoutError> {
        Layout::concat([self.tile].into_iter().chain(self.rest.modes()))
    }

    /// `(tile0, tile1, …, rest0, rest1, …)`.
    pub(super) fn flat(self) -> Result<Layout<D>, LayoutError> {
        Layout::concat(self.tile.modes().chain(self.rest.modes()))
    }
}

fn two_modes<D: Stride>(layout: &Layout<D>) -> Result<(Layout<D>, Layout<D>), AlgebraError> {
    let mut modes = layout.modes();
    match (modes.next(), modes.next(), modes.next()) {
        (Some(tile), Some(rest), None) => Ok((tile, rest)),
        _ => Err(AlgebraError::NotTwoModes { mode: layout.to_string() }),
    }
}

/// The layout whose mode `i` is `operation(mode i of layout, mode i of tiler)`. A mode that the
/// tiler takes whole stays, as do the modes that it does not reach.
pub(super) fn each_mode<D: Stride>(
    layout: &Layout<D>,
    tiler: &Tiler,
    operation: impl Fn(&Layout<D>, &Layout) -> Result<Layout<D>, AlgebraError>,
) -> Result<Layout<D>, AlgebraError> {
    let mut modes: Vec<Layout<D>> = layout.modes().collect();
    if modes.len() < tiler.modes().len() {
        return Err(AlgebraError::TooManyModes {
            layout: layout.to_string(),
            rank: modes.len(),
            modes: tiler.modes().len(),
        });
    }
    for (position, (mode, tile)) in modes.iter_mut().zip(tiler.modes()).enumerate() {
        let tile = match tile {
            TileMode::All => continue,
            TileMode::Extent(extent) => Layout::column_major(Tuple::Leaf(*extent))?,
            TileMode::Layout(tile) => tile
                .as_static()
                .ok_or_else(|| AlgebraError::NotStatic { layout: tile.to_string() })?
                .clone(),
        };
        *mode = operation(mode, &tile).map_err(|error| error.in_mode(position))?;
    }
    Ok(Layout::concat(modes)?)
}
