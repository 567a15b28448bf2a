//! Divisions: a layout after a tile and the places of the tiles.

use super::inverses::{filled, gaps};
use super::plain::{
    Mode, Sum, added, coalesced, extended, is_layout_of_shape, joined, modes, parts, shape, single,
    size, sums,
};
use super::shapes::fits;
use super::{CalledOperation, Form, Judged, check, exactly, refusal};
use crate::given::Given;
use crate::judge::model::{Cute, Layout, Tile, Tree};

pub(super) const LAWS: &[(&str, Form)] = &[
    ("logical_divide", Form::Modes(logical)),
    ("zipped_divide", Form::Modes(zipped)),
    ("tiled_divide", Form::Modes(tiled)),
    ("flat_divide", Form::Modes(flat)),
];

fn logical(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let source = asked.cute(0)?;
    match &asked.operands[1] {
        Layout::Tile(tiles) => by_tiler(source, tiles, found, divided),
        _ => divided(source, asked.cute(1)?, found),
    }
}

/// The law in each mode of a tiler; the other modes stay.
pub(super) fn by_tiler(
    source: &Cute,
    tiles: &[Tile],
    found: Option<&Cute>,
    law: fn(&Cute, &Cute, Option<&Cute>) -> Judged,
) -> Judged {
    let (modes, own) = (parts(source), found.map(parts));
    let Some(own) = own else {
        // One mode that has no answer is a reason.
        let refused = tiles.iter().zip(&modes).any(|(tile, mode)| match layout_of(tile) {
            Some(tile) => law(mode, &tile, None).is_ok(),
            None => false,
        });
        return refusal(!refused && tiles.len() <= modes.len());
    };
    check(own.len() == modes.len() && tiles.len() <= modes.len(), || "other modes".to_owned())?;
    for (at, (mode, own)) in modes.iter().zip(&own).enumerate() {
        match tiles.get(at).and_then(layout_of) {
            Some(tile) => law(mode, &tile, Some(own)).map_err(|why| format!("mode {at}: {why}"))?,
            None => exactly(Some(mode.clone()), Some(own))?,
        }
    }
    Ok(())
}

/// The layout that a tiler has for a mode; `None` for a mode that it takes whole.
fn layout_of(tile: &Tile) -> Option<Cute> {
    match tile {
        Tile::Layout(cute) => Some(cute.clone()),
        Tile::Extent(extent) => Some(single(*extent, 1)),
        Tile::All => None,
    }
}

/// The layout at the places of a tile and then of the other tiles, and the extents that its modes split.
struct TilePlaces {
    coordinates: Vec<Vec<(Vec<u32>, i64)>>,
    extents: Vec<i64>,
}

fn divided(source: &Cute, tile: &Cute, found: Option<&Cute>) -> Judged {
    let places = if tile.has_positions() { placed(source, tile) } else { counted(source, tile) };
    let Some(places) = places else {
        return check(found.is_none(), || "the tile has no complement".to_owned());
    };
    let ways: Vec<Vec<Sum>> = ways(source, &places);
    let Some(found) = found else {
        return refusal(ways.iter().any(|values| is_layout_of_shape(values, &places.extents)));
    };
    let own = parts(found);
    let [first, _] = &own[..] else { return Err("it is not a tile and rest".to_owned()) };
    check(fits(&shape(tile), &shape(first)), || "the tile has another shape".to_owned())?;
    let values = sums(found);
    let is_way = |at: usize| ways.get(at).is_some_and(|way| *way == values);
    // The coalesced form counts where the layout as it is written gives no layout.
    let has_layout = ways.first().is_some_and(|way| is_layout_of_shape(way, &places.extents));
    check(is_way(0) || !has_layout && is_way(1), || "it is another function".to_owned())
}

/// What the layout gives at the places, as it is written and as its coalesced form.
fn ways(source: &Cute, places: &TilePlaces) -> Vec<Vec<Sum>> {
    let value = |modes: &dyn Fn(&[u32]) -> Option<Vec<Mode>>, parts: &[(Vec<u32>, i64)]| {
        parts.iter().try_fold(Sum::new(), |sum, (path, coordinate)| {
            Some(added(&sum, &extended(&modes(path)?, *coordinate)?))
        })
    };
    let written = |path: &[u32]| {
        let (shape, stride) = (source.shape.part(path)?.clone(), source.stride.part(path)?.clone());
        Some(modes(&Cute { shape, stride, facts: Vec::new() }))
    };
    let merged = |path: &[u32]| path.is_empty().then(|| coalesced(source));
    let way = |modes: &dyn Fn(&[u32]) -> Option<Vec<Mode>>| {
        places.coordinates.iter().map(|parts| value(modes, parts)).collect::<Option<Vec<Sum>>>()
    };
    [way(&written), way(&merged)].into_iter().flatten().collect()
}

/// A tile and its complement in the size of the layout, as integral coordinates.
fn counted(source: &Cute, tile: &Cute) -> Option<TilePlaces> {
    let own: Vec<i64> = super::plain::numbers(tile)?;
    let gaps = gaps(&modes(tile), size(source))?;
    let rest = filled(&gaps);
    let coordinates = rest.iter().flat_map(|far| own.iter().map(move |near| near + far));
    let coordinates = coordinates.map(|coordinate| vec![(Vec::new(), coordinate)]).collect();
    let mut extents: Vec<i64> = modes(tile).iter().map(|mode| mode.extent).collect();
    extents.extend(gaps.iter().map(|(extent, _)| extent));
    Some(TilePlaces { coordinates, extents })
}

/// A tile of coordinates: each component has its complement in its mode, and the rest takes the modes of
/// which the tile has no component.
fn placed(source: &Cute, tile: &Cute) -> Option<TilePlaces> {
    let own = modes(tile);
    let mut paths: Vec<Vec<u32>> =
        own.iter().filter(|mode| mode.scale != 0).map(|mode| mode.path.clone()).collect();
    paths.sort();
    paths.dedup();
    let is_inside = |a: &Vec<u32>, b: &Vec<u32>| a != b && a.starts_with(b);
    if paths.iter().any(|a| paths.iter().any(|b| is_inside(a, b))) {
        return None;
    }
    let mut rest = Vec::new();
    let mut seen = 0;
    others(&shape(source), &mut Vec::new(), &paths, &own, &mut rest, &mut seen)?;
    if seen != paths.len() {
        return None;
    }
    let mut coordinates: Vec<Sum> = sums(tile);
    let mut extents: Vec<i64> = own.iter().map(|mode| mode.extent).collect();
    for (path, gaps) in rest {
        extents.extend(gaps.iter().map(|(extent, _)| extent));
        let far = filled(&gaps);
        let moved = |near: &Sum, far: i64| added(near, &Sum::from([(path.clone(), far)]));
        coordinates = far
            .iter()
            .flat_map(|far| coordinates.iter().map(move |near| (near, *far)))
            .map(|(near, far)| moved(near, far))
            .collect();
    }
    let coordinates = coordinates.into_iter().map(|sum| sum.into_iter().collect()).collect();
    Some(TilePlaces { coordinates, extents })
}

/// The extents of modes with their strides.
type Gaps = Vec<(i64, i64)>;

/// What is left out of a shape, from left to right: for each position the gaps there.
fn others(
    shape: &Tree<i64>,
    path: &mut Vec<u32>,
    paths: &[Vec<u32>],
    tile: &[Mode],
    rest: &mut Vec<(Vec<u32>, Gaps)>,
    seen: &mut usize,
) -> Option<()> {
    let is_component = paths.contains(path);
    let is_split = matches!(shape, Tree::Node(_)) && paths.iter().any(|own| own.starts_with(path));
    if is_component || !path.is_empty() && !is_split {
        *seen += usize::from(is_component);
        let own: Vec<Mode> = tile.iter().filter(|mode| mode.path == *path).cloned().collect();
        let mut gaps = gaps(&own, 1)?;
        // The last gap is what the extents have room for, each rounded up.
        let (last, end) = gaps.pop()?;
        let mut block = end;
        let mut copies = last;
        for extent in shape.leaves() {
            copies *= (extent - 1) / block + 1;
            block = (block - 1) / extent + 1;
        }
        gaps.push((copies, end));
        rest.push((path.clone(), gaps));
        return Some(());
    }
    for (position, mode) in (0..).zip(shape.modes()) {
        path.push(position);
        others(mode, path, paths, tile, rest, seen)?;
        path.pop();
    }
    Some(())
}

fn zipped(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    regrouped(asked, found, "logical_divide", |tile, rest| joined(&[tile, rest]))
}

fn tiled(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let tiled = |tile, rest: Cute| joined(&[vec![tile], parts(&rest)].concat());
    regrouped(asked, found, "logical_divide", tiled)
}

fn flat(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let flat = |tile: Cute, rest: Cute| joined(&[parts(&tile), parts(&rest)].concat());
    regrouped(asked, found, "logical_divide", flat)
}

/// The answer is that of another operation, with the tiles and the rests of all modes together.
pub(super) fn regrouped(
    asked: &CalledOperation<'_>,
    found: Option<&Cute>,
    logical: &str,
    form: impl Fn(Cute, Cute) -> Cute,
) -> Judged {
    let mut operands = asked.operands.clone();
    operands[0] = Layout::Cute(asked.cute(0)?.clone());
    let divided = asked.other(logical, &operands, &Given::default())?;
    let Some(divided) = divided else { return exactly(None, found) };
    let own = parts(&divided);
    let pair = |layout: &Cute| match &parts(layout)[..] {
        [tile, rest] => Ok((tile.clone(), rest.clone())),
        _ => Err(format!("{layout} is not a tile and rest")),
    };
    let (tile, rest) = match &asked.operands[1] {
        Layout::Tile(tiles) => {
            let (mut near, mut far) = (Vec::new(), Vec::new());
            for (at, mode) in own.iter().enumerate() {
                match tiles.get(at) {
                    Some(Tile::All) => {
                        near.push(mode.clone());
                        far.push(single(1, 0));
                    }
                    Some(_) => {
                        let (tile, rest) = pair(mode)?;
                        near.push(tile);
                        far.push(rest);
                    }
                    None => far.push(mode.clone()),
                }
            }
            (joined(&near), joined(&far))
        }
        _ => pair(&divided)?,
    };
    exactly(Some(form(tile, rest)), found)
}
