//! The three groupings of a divided or multiplied layout: zipped, tiled and flat.

use super::algebra_error::AlgebraError;
use super::invariants::LayoutError;
use super::layout::Layout;
use super::stride::{Basis, Stride};
use super::tile::{TileMode, Tiler};
use super::tuple::Tuple;

/// What a layout is divided or multiplied by: a layout as a whole, or a tiler mode by mode. The
/// offsets of the layout may be coordinates.
#[derive(Debug, Clone, Copy)]
pub enum LayoutOrTiler<'a> {
    Layout(&'a Layout),
    Coordinates(&'a Layout<Basis>),
    Tiler(&'a Tiler),
}

impl<'a> From<&'a Layout> for LayoutOrTiler<'a> {
    fn from(layout: &'a Layout) -> Self {
        LayoutOrTiler::Layout(layout)
    }
}

impl<'a> From<&'a Layout<Basis>> for LayoutOrTiler<'a> {
    fn from(layout: &'a Layout<Basis>) -> Self {
        LayoutOrTiler::Coordinates(layout)
    }
}

impl<'a> From<&'a Tiler> for LayoutOrTiler<'a> {
    fn from(tiler: &'a Tiler) -> Self {
        LayoutOrTiler::Tiler(tiler)
    }
}

/// The two parts of a layout that was divided or multiplied: the tile, and where the tiles are.
pub(super) struct Zipped<D: Stride> {
    tile: Layout<D>,
    rest: Layout<D>,
}

impl<D: Stride> Zipped<D> {
    /// The parts of a result that by a layout has the two modes (tile, rest), and by a tiler has them
    /// in each of the tiler's modes.
    ///
    /// A mode that the tiler takes whole is a tile of which there is one. The modes that the tiler
    /// does not reach go to the rest.
    pub(super) fn new(divided: &Layout<D>, by: LayoutOrTiler<'_>) -> Result<Self, AlgebraError> {
        let LayoutOrTiler::Tiler(tiler) = by else {
            let (tile, rest) = two_modes(divided);
            return Ok(Zipped { tile, rest });
        };
        let (mut tiles, mut rests) = (Vec::new(), Vec::new());
        for (position, mode) in divided.modes().enumerate() {
            let (tile, rest) = match tiler.modes().get(position) {
                None => {
                    rests.push(mode);
                    continue;
                }
                Some(TileMode::All) => (mode, Layout::new(Tuple::Leaf(1), Tuple::Leaf(D::ZERO))?),
                Some(_) => two_modes(&mode),
            };
            tiles.push(tile);
            rests.push(rest);
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

/// The two modes of a layout that was divided or multiplied.
fn two_modes<D: Stride>(layout: &Layout<D>) -> (Layout<D>, Layout<D>) {
    let mut modes = layout.modes();
    let mut next = || modes.next().expect("a tile and a rest, or a block and its repetitions");
    (next(), next())
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
