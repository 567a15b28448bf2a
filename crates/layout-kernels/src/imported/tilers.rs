//! What the peer does with tilers that we do otherwise: projections, and modes that are taken whole.

use layout_math::algebra::{AnyLayout, Budget, Kind, Verdict, WholeModes, equivalent, whole_modes};
use layout_math::cute::{
    AnyModes, CuteLayout, Pick, Stride, SymbolicStride, Term, TileMode, Tiler, Tuple, coalesce,
};

use super::answer::LayoutExpression;
use super::dynamic_parts::by_positions;
use super::modes::mode_sizes;
use super::symbolic::{inside, with_strides};

/// The tiler and the coordinate of `cute.local_tile` without the modes that its projection drops: those
/// under `_`, which is `X` in C++. Modes past the end of the projection are kept.
///
/// `None` if the projection is nested or longer than the tiler.
pub fn projected(
    tiler: &Tiler,
    coordinate: &str,
    projection: &Tuple<Pick>,
) -> Option<(Tiler, String)> {
    let Tuple::Node(projection) = projection else { return None };
    let is_kept: Vec<bool> = projection
        .iter()
        .map(|mode| match mode {
            Tuple::Leaf(pick) => Some(matches!(pick, Pick::At(_))),
            Tuple::Node(_) => None,
        })
        .collect::<Option<_>>()?;
    if tiler.modes().len() < is_kept.len() {
        return None;
    }
    let keeps = |position: usize| is_kept.get(position).copied().unwrap_or(true);
    let modes = tiler.modes().iter().enumerate().filter(|(position, _)| keeps(*position));
    let tiler = Tiler::new(modes.map(|(_, mode)| mode.clone()).collect())?;
    let Tuple::Node(coordinate) = coordinate.parse::<Tuple<Pick>>().ok()? else { return None };
    let picks = coordinate.into_iter().enumerate().filter(|(position, _)| keeps(*position));
    Some((tiler, Tuple::Node(picks.map(|(_, pick)| pick).collect()).to_string()))
}

/// The tiler with which our division is what is claimed by a peer that splits the modes that its tiler
/// takes whole, and the first of these modes; `None` if the claim is our answer, or there is no such
/// mode.
pub fn splits_whole_mode(
    mnemonic: &'static str,
    operands: &[AnyLayout; 2],
    claimed: &AnyLayout,
) -> Option<(Tiler, usize)> {
    if !matches!(mnemonic, "zipped_divide" | "tiled_divide" | "flat_divide") {
        return None;
    }
    let [layout, AnyLayout::Tile(tiler)] = operands else { return None };
    let WholeModes { mode, split } = whole_modes(layout, tiler)?;
    let is_ours = LayoutExpression::of(mnemonic, operands.clone()).evaluate().is_ok_and(|answer| {
        mode_sizes(&answer) == mode_sizes(claimed)
            && matches!(equivalent(&answer, claimed, &Budget::DEFAULT), Verdict::Proved(_))
    });
    split.filter(|_| !is_ours).map(|split| (split, mode))
}

/// The composition of a layout of single modes, of which some extents are symbols, with a tiler of
/// layouts of one stride: `(M:s) o (8:d)` is `8:d*s`, whatever M is. Whether the tile stays in M is not
/// known.
pub fn tiles_of_extents(layout: &AnyLayout, tiler: &AnyLayout) -> Option<AnyLayout> {
    if let AnyLayout::Composed(composed) = layout {
        // The tiles are those of the layout inside.
        return match tiles_of_extents(&AnyLayout::Cute(composed.inner().clone()), tiler)? {
            AnyLayout::Cute(tiles) => {
                // The only mode of a composed layout is a tuple.
                let tiles = match tiles.shape() {
                    Tuple::Leaf(_) => CuteLayout::of_modes(vec![tiles]).ok()?,
                    Tuple::Node(_) => tiles,
                };
                Some(AnyLayout::Composed(composed.with_inner(tiles)))
            }
            _ => None,
        };
    }
    let AnyLayout::Cute(cute @ CuteLayout::Symbolic(_)) = layout else { return None };
    let (modes, is_tuple) = (cute.list_modes(), matches!(cute.shape(), Tuple::Node(_)));
    let tiler = match tiler {
        AnyLayout::Tile(tiler) => tiler.clone(),
        // A layout of one mode for the only mode.
        AnyLayout::Cute(only) if !is_tuple && matches!(only.shape(), Tuple::Leaf(_)) => {
            Tiler::new(vec![TileMode::Layout(only.clone())])?
        }
        _ => return None,
    };
    let tile = |(mode, tile): (&CuteLayout, &TileMode)| {
        let (Tuple::Leaf(_), Tuple::Leaf(stride)) = (mode.shape(), mode.stride()) else {
            return None;
        };
        let (extent, step) = match tile {
            TileMode::All => return None,
            TileMode::Extent(extent) => (*extent, 1),
            TileMode::Layout(layout) => match coalesce(layout.as_static()?) {
                one if one.rank() == 1 => {
                    let mode = one.flat_modes().first().copied()?;
                    (mode.extent, mode.stride)
                }
                _ => return None,
            },
        };
        with_strides(&Tuple::Leaf(Term::constant(extent)), vec![stride.times(step)?])
    };
    let within = tiler.modes().len() <= modes.len();
    let tiles = modes.iter().zip(tiler.modes()).map(tile).collect::<Option<Vec<_>>>();
    let mut tiles = tiles.filter(|_| within)?;
    if !is_tuple {
        return tiles.pop().map(AnyLayout::Cute);
    }
    CuteLayout::of_modes(tiles).ok().map(AnyLayout::Cute)
}

/// A division, of which a mode that is a symbol has a new symbol for how many tiles it has.
pub fn division(mnemonic: &'static str, layout: AnyLayout, tiler: AnyLayout) -> LayoutExpression {
    let division = LayoutExpression::of(mnemonic, [layout.clone(), tiler.clone()]);
    if !layout.has_symbols() || division.evaluate().is_ok() {
        return division;
    }
    let divided = divided_by_extents(mnemonic, &layout, &tiler)
        .or_else(|| divided_after_first(mnemonic, &layout, &tiler))
        .or_else(|| divided_extent(mnemonic, &layout, &tiler))
        .or_else(|| divided_by_positions(mnemonic, &layout, &tiler));
    divided.map_or(division, LayoutExpression::Known)
}

/// The division of a whole layout with symbols by `n:1`, where its first modes have n places: these are
/// the tile, and the others the rest, whatever they are.
fn divided_after_first(mnemonic: &str, layout: &AnyLayout, tiler: &AnyLayout) -> Option<AnyLayout> {
    let (AnyLayout::Cute(layout), AnyLayout::Cute(tiler)) = (layout, tiler) else { return None };
    let tiler = coalesce(tiler.as_static()?);
    if !matches!(mnemonic, "logical_divide" | "zipped_divide") || *tiler.stride() != Tuple::Leaf(1)
    {
        return None;
    }
    let mut rest = layout.flatten().list_modes();
    let mut size = 1_i64;
    let mut count = 0;
    while size < tiler.size() {
        size = size.checked_mul(rest.get(count)?.size()?.as_constant()?)?;
        count += 1;
    }
    let tile: Vec<CuteLayout> = rest.drain(..count).collect();
    if size != tiler.size() || tile.is_empty() || rest.is_empty() {
        return None;
    }
    let joined = |mut modes: Vec<CuteLayout>| match modes.len() {
        1 => modes.pop(),
        _ => CuteLayout::of_modes(modes).ok(),
    };
    CuteLayout::of_modes(vec![joined(tile)?, joined(rest)?]).ok().map(AnyLayout::Cute)
}

/// The division of a layout that is one mode `M:s` by a whole layout of one mode: the tile and the rest.
fn divided_extent(mnemonic: &str, layout: &AnyLayout, tiler: &AnyLayout) -> Option<AnyLayout> {
    let (AnyLayout::Cute(layout), AnyLayout::Cute(tiler)) = (layout, tiler) else { return None };
    let is_mode = |of: &CuteLayout| matches!(of.shape(), Tuple::Leaf(_));
    if !matches!(mnemonic, "logical_divide" | "zipped_divide")
        || !is_mode(layout)
        || !is_mode(tiler)
    {
        return None;
    }
    let parts = divided_mode(layout, &TileMode::Layout(tiler.clone()), 0)?;
    CuteLayout::of_modes(parts.into()).ok().map(AnyLayout::Cute)
}

/// The division of a layout of which only strides are symbols, which is that of the coordinates.
fn divided_by_positions(
    mnemonic: &'static str,
    layout: &AnyLayout,
    tiler: &AnyLayout,
) -> Option<AnyLayout> {
    inside(layout, &|of| {
        if of.extents().iter().any(|extent| extent.as_constant().is_none()) {
            return None;
        }
        let divided = by_positions(of, |places| {
            let places = AnyLayout::Cute(CuteLayout::Basis(places.clone()));
            match LayoutExpression::of(mnemonic, [places, tiler.clone()]).evaluate()? {
                AnyLayout::Cute(CuteLayout::Basis(divided)) => Ok(divided),
                _ => Err("its offsets are not coordinates".into()),
            }
        });
        divided.ok()
    })
}

/// The division of a layout with symbols by a tiler of extents, where a mode of one symbolic extent is
/// divided as CuTe does: `M:s` by `8` is the tile `8:s` and as many tiles as it takes, `r:8*s`.
///
/// How many tiles that are is a symbol of its own, unless the facts say that the tile divides the mode.
fn divided_by_extents(mnemonic: &str, layout: &AnyLayout, tiler: &AnyLayout) -> Option<AnyLayout> {
    let (AnyLayout::Cute(cute), AnyLayout::Tile(tiler)) = (layout, tiler) else { return None };
    let modes = cute.list_modes();
    if modes.len() < tiler.modes().len() {
        return None;
    }
    let (mut tiles, mut rests, mut divided) = (Vec::new(), Vec::new(), Vec::new());
    for (at, mode) in modes.into_iter().enumerate() {
        let Some(tile) = tiler.modes().get(at) else {
            rests.push(mode.clone());
            divided.push(mode);
            continue;
        };
        let [tile, rest] = divided_mode(&mode, tile, at)?;
        divided.push(CuteLayout::of_modes(vec![tile.clone(), rest.clone()]).ok()?);
        tiles.push(tile);
        rests.push(rest);
    }
    let joined = |modes| CuteLayout::of_modes(modes).ok();
    let found = match mnemonic {
        "logical_divide" => joined(divided),
        "zipped_divide" => joined(vec![joined(tiles)?, joined(rests)?]),
        "tiled_divide" => joined([vec![joined(tiles)?], rests].concat()),
        "flat_divide" => joined([tiles, rests].concat()),
        _ => None,
    };
    found.map(AnyLayout::Cute)
}

/// The tile and the rest of one mode.
fn divided_mode(mode: &CuteLayout, tile: &TileMode, at: usize) -> Option<[CuteLayout; 2]> {
    let extent = match tile {
        TileMode::All => {
            return Some([mode.clone(), "1:0".parse().ok()?]);
        }
        TileMode::Layout(layout @ CuteLayout::Symbolic(_)) => {
            return divided_by_symbol(mode, layout, at);
        }
        TileMode::Extent(extent) => *extent,
        TileMode::Layout(layout) => {
            let layout = coalesce(layout.as_static()?);
            (layout.size() == 1 || *layout.stride() == Tuple::Leaf(1)).then(|| layout.size())?
        }
    };
    let is_symbolic = matches!(mode, CuteLayout::Symbolic(_));
    if !is_symbolic || extent == 1 {
        let tile = AnyLayout::parse(Kind::Tile, &format!("[{extent}:1]")).ok()?;
        let whole = AnyLayout::Cute(CuteLayout::of_modes(vec![mode.clone()]).ok()?);
        if let Ok(AnyLayout::Cute(divided)) =
            LayoutExpression::of("zipped_divide", [whole, tile]).evaluate()
        {
            let parts = divided.list_modes();
            let part = |at: usize| parts.get(at)?.list_modes().into_iter().next();
            return Some([part(0)?, part(1)?]);
        }
    }
    let (Tuple::Leaf(whole), Tuple::Leaf(stride)) = (mode.shape(), mode.stride()) else {
        let (mode, tile) = (AnyLayout::Cute(mode.clone()), format!("{extent}:1").parse().ok()?);
        let divided = divided_after_first("zipped_divide", &mode, &AnyLayout::Cute(tile))?;
        return divided.modes()?.list_modes().try_into().ok();
    };
    // A tile that does not divide the mode has a last one that is not whole.
    let rest = match whole.as_constant() {
        Some(whole) => Term::constant(whole / extent + i64::from(whole % extent != 0)),
        None => Term::symbol(&format!("r{at}")),
    };
    let one = |extent: Term, stride: SymbolicStride| {
        CuteLayout::new(Tuple::Leaf(extent), Tuple::Leaf(stride), mode.facts()).ok()
    };
    Some([one(Term::constant(extent), stride.clone())?, one(rest, stride.times(extent)?)?])
}

/// The tile and the rest of one mode `M:s` by a tile `T:1` of a symbol: `T:s`, and as many as it takes,
/// `r:T*s`.
fn divided_by_symbol(mode: &CuteLayout, tile: &CuteLayout, at: usize) -> Option<[CuteLayout; 2]> {
    let (Tuple::Leaf(extent), Tuple::Leaf(step)) = (tile.shape(), tile.stride()) else {
        return None;
    };
    let (Tuple::Leaf(whole), Tuple::Leaf(stride)) = (mode.shape(), mode.stride()) else {
        return None;
    };
    if step.scale().as_constant() != Some(1) || whole.as_constant().is_some() {
        return None;
    }
    let rest = Term::symbol(&format!("r{at}"));
    let next = stride.scaled(&extent)?;
    let one = |extent: Term, stride| with_strides(&Tuple::Leaf(extent), vec![stride]);
    Some([one(extent, stride)?, one(rest, next)?])
}

/// The division of a layout by tiles of which some are tiles of the modes of a mode: `(tile, rest)`, both
/// nested as the tiles are.
///
/// `None` for a mode that is taken whole, which the peer splits.
pub fn divided_by_tiles(layout: &CuteLayout, tiles: &Tuple<String>) -> Option<CuteLayout> {
    let [tile, rest] = tile_and_rest(layout, tiles, 0)?;
    CuteLayout::of_modes(vec![tile, rest]).ok()
}

fn tile_and_rest(
    layout: &CuteLayout,
    tiles: &Tuple<String>,
    position: usize,
) -> Option<[CuteLayout; 2]> {
    let Tuple::Node(tiles) = tiles else {
        let Tuple::Leaf(text) = tiles else { return None };
        let AnyLayout::Tile(tile) = AnyLayout::parse(Kind::Tile, &format!("[{text}]")).ok()? else {
            return None;
        };
        return match tile.modes() {
            [TileMode::All] => None,
            [tile] => divided_mode(layout, tile, position),
            _ => None,
        };
    };
    let modes = layout.list_modes();
    let (own, further) = modes.split_at_checked(tiles.len())?;
    let (mut inner, mut rests) = (Vec::new(), Vec::new());
    for (at, (mode, tile)) in own.iter().zip(tiles).enumerate() {
        let [tile, rest] = tile_and_rest(mode, tile, at)?;
        inner.push(tile);
        rests.push(rest);
    }
    rests.extend_from_slice(further);
    Some([CuteLayout::of_modes(inner).ok()?, CuteLayout::of_modes(rests).ok()?])
}
