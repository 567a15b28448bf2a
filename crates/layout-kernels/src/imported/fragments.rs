//! The fragments of tiled products that are not in registers: descriptors of tiles, and tensor memory.

use layout_math::cute::{Layout, TiledMma, Tuple, recast};

use super::not_imported::NotImported;

/// A tile is one descriptor, and the tiles are so many units of 16 bytes apart.
pub fn descriptors(part: &Layout, bits: i64) -> Result<Layout, NotImported> {
    let modes: Vec<Layout> = part.modes().collect();
    let [_, tiles @ ..] = &modes[..] else { return Err(format!("{part} has no tiles").into()) };
    let tile: Layout = "1:0".parse()?;
    let mut all = vec![tile];
    for tiles in tiles {
        all.push(recast(tiles, 128, bits)?);
    }
    Layout::concat(all).map_err(|error| error.to_string().into())
}

/// A row of a tile is a lane, a column 32 bits of it, and the tiles are next to each other.
pub fn in_tensor_memory(mma: &TiledMma, part: &Layout) -> Result<Layout, NotImported> {
    let [m, n, _] = mma.atom().shape();
    let rows = m / mma.atom().threads().size();
    let modes: Vec<Layout> = part.modes().collect();
    let [tile, tiles @ ..] = &modes[..] else { return Err(format!("{part} has no tile").into()) };
    // Tiles of other heights are in the lanes in more than one way.
    if rows != 128 || tile.size() != rows * n {
        return Err(format!("how {rows} rows are in the lanes is not read").into());
    }
    let tile =
        Layout::new(tile.shape().clone(), Tuple::Node(vec![Tuple::Leaf(1 << 16), Tuple::Leaf(1)]));
    let shape = Tuple::Node(tiles.iter().map(|tiles| tiles.shape().clone()).collect());
    let compact = Layout::column_major(shape).map_err(|error| error.to_string())?;
    let mut all = vec![tile.map_err(|error| error.to_string())?];
    for tiles in compact.modes() {
        let apart = tiles.stride().map(&mut |&stride| stride * n);
        let tiles = Layout::new(tiles.shape().clone(), apart);
        all.push(tiles.map_err(|error| error.to_string())?);
    }
    Layout::concat(all).map_err(|error| error.to_string().into())
}
