//! Products: a block and its repetitions.

use super::divisions::{by_tiler, regrouped};
use super::inverses::gaps;
use super::plain::{
    Mode, Sum, extended, is_coalesced, is_layout_of_shape, is_leaf, joined, modes, parts, shape,
    size, sums,
};
use super::shapes::{compact, fits, padded, tuple};
use super::{CalledOperation, Form, Judged, check, exactly, refusal};
use crate::given::Given;
use crate::judge::model::{Cute, Layout, Tree};

pub(super) const LAWS: &[(&str, Form)] = &[
    ("logical_product", Form::Modes(logical)),
    ("zipped_product", Form::Modes(zipped)),
    ("tiled_product", Form::Modes(tiled)),
    ("flat_product", Form::Modes(flat)),
    ("blocked_product", Form::Modes(blocked)),
    ("raked_product", Form::Modes(raked)),
    ("tile_to_shape", Form::Modes(tile_to_shape)),
];

fn logical(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let block = asked.cute(0)?;
    match &asked.operands[1] {
        Layout::Tile(tiles) => by_tiler(block, tiles, found, |mode, order, found| {
            multiplied(mode, order, found, Repeated::Mode)
        }),
        _ => multiplied(block, asked.cute(1)?, found, Repeated::Whole),
    }
}

/// `(block, R)`, where R is the complement of the block after the order.
fn multiplied(block: &Cute, order: &Cute, found: Option<&Cute>, repeated: Repeated) -> Judged {
    let offsets = super::plain::numbers(order);
    let Some(offsets) = offsets else {
        return check(found.is_none(), || "the order has no numbers".to_owned());
    };
    let (low, high) = (offsets.iter().min().unwrap_or(&0), offsets.iter().max().unwrap_or(&0));
    let places = places(block, high - low + 1, repeated);
    let Some(places) = places else {
        return check(found.is_none(), || "the block has no complement".to_owned());
    };
    let expected: Option<Vec<Sum>> = match &places[..] {
        // A single mode multiplies, also below 0.
        [only] => Some(offsets.iter().map(|offset| times(only, *offset)).collect()),
        _ => offsets.iter().map(|offset| extended(&places, *offset)).collect(),
    };
    let extents: Vec<i64> = modes(order).iter().map(|mode| mode.extent).collect();
    let Some(found) = found else {
        return refusal(expected.is_some_and(|values| is_layout_of_shape(&values, &extents)));
    };
    let own = parts(found);
    let [first, second] = &own[..] else { return Err("it is not a block and R".to_owned()) };
    exactly(Some(block.clone()), Some(first))?;
    check(fits(&shape(order), &shape(second)), || "R has another shape".to_owned())?;
    check(expected == Some(sums(second)), || "R is another function".to_owned())
}

fn times(mode: &Mode, factor: i64) -> Sum {
    let part = mode.scale * factor;
    if part == 0 { Sum::new() } else { Sum::from([(mode.path.clone(), part)]) }
}

/// What is repeated: a block, in the first number of its coordinates, or a mode of one, in the first that it
/// moves.
#[derive(Clone, Copy)]
enum Repeated {
    Whole,
    Mode,
}

/// The places of so many copies of the block, as the modes of its coalesced complement.
fn places(block: &Cute, copies: i64, repeated: Repeated) -> Option<Vec<Mode>> {
    let own = modes(block);
    let at = |path: &[u32], gaps: Vec<(i64, i64)>| -> Vec<Mode> {
        let mode = |(extent, scale)| Mode { extent, scale, path: path.to_vec() };
        gaps.into_iter().map(mode).collect()
    };
    if !block.has_positions() {
        let room = size(block).checked_mul(copies)?;
        return Some(merged(at(&[], gaps(&own, room)?)));
    }
    let mut paths: Vec<Vec<u32>> =
        own.iter().filter(|mode| mode.scale != 0).map(|mode| mode.path.clone()).collect();
    paths.sort();
    let path = match repeated {
        Repeated::Mode => paths.first()?.clone(),
        Repeated::Whole => {
            let mut first = vec![0];
            while paths.iter().any(|path| first.len() < path.len() && path.starts_with(&first)) {
                first.push(0);
            }
            first
        }
    };
    let component: Vec<Mode> = own.iter().filter(|mode| mode.path == path).cloned().collect();
    // Of a component below 0 there is no complement, and this is not a cosize.
    let end: i64 = component.iter().map(|mode| (mode.extent - 1) * mode.scale).sum::<i64>() + 1;
    let room = end.max(size(block)).checked_mul(copies)?;
    let all = merged(at(&path, gaps(&component, room)?));
    Some(all.into_iter().filter(|mode| mode.extent != 1).collect())
}

/// Neighbors in line are one mode, and a mode of extent 1 does not count; there is always one.
fn merged(modes: Vec<Mode>) -> Vec<Mode> {
    let mut all: Vec<Mode> = Vec::new();
    for mode in modes.iter().filter(|mode| mode.extent != 1) {
        match all.last_mut() {
            Some(last) if last.extent * last.scale == mode.scale => last.extent *= mode.extent,
            _ => all.push(mode.clone()),
        }
    }
    if all.is_empty() { vec![Mode { extent: 1, scale: 0, path: Vec::new() }] } else { all }
}

fn zipped(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    regrouped(asked, found, "logical_product", |block, rest| joined(&[block, rest]))
}

fn tiled(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let tiled = |block, rest: Cute| joined(&[vec![block], parts(&rest)].concat());
    regrouped(asked, found, "logical_product", tiled)
}

fn flat(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let flat = |block: Cute, rest: Cute| joined(&[parts(&block), parts(&rest)].concat());
    regrouped(asked, found, "logical_product", flat)
}

/// The modes of a block with those of its repetitions; the outer `None` is a refusal.
type Pairs = Option<Vec<(Cute, Cute)>>;

fn pairs(asked: &CalledOperation<'_>) -> Result<Pairs, String> {
    let (block, order) = (asked.cute(0)?, asked.cute(1)?);
    let rank = parts(block).len().max(parts(order).len());
    let is_alone = rank == 1 && (is_leaf(block) || is_leaf(order));
    let (block, order) = match is_alone {
        true => (block.clone(), order.clone()),
        false => (padded(block, rank), padded(order, rank)),
    };
    let operands = [Layout::Cute(block), Layout::Cute(order)];
    let Some(product) = asked.other("logical_product", &operands, &Given::default())? else {
        return Ok(None);
    };
    let own = parts(&product);
    let [block, rest] = &own[..] else { return Err(format!("{product} is not a block and R")) };
    if is_alone {
        return Ok(Some(vec![(block.clone(), rest.clone())]));
    }
    Ok(Some(parts(block).into_iter().zip(parts(rest)).collect()))
}

/// Mode i is `(block_i, R_i)`.
fn blocked(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let modes = pairs(asked)?;
    let mode = |(block, rest): (Cute, Cute)| joined(&[block, rest]);
    let all = modes.map(|modes| modes.into_iter().map(mode).collect::<Vec<_>>());
    exactly(all.map(|all| joined(&all)), found)
}

/// Mode i is `(R_i, block_i)`, coalesced.
fn raked(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let (Some(modes), Some(found)) = (pairs(asked)?, found) else {
        return check(found.is_none() && pairs(asked)?.is_none(), || "one is refused".to_owned());
    };
    let own = parts(found);
    check(own.len() == modes.len(), || "it has other modes".to_owned())?;
    for ((block, rest), mode) in modes.into_iter().zip(&own) {
        let expected = joined(&[rest, block]);
        check(sums(&expected) == sums(mode), || format!("{mode} should be {expected}"))?;
        check(is_coalesced(mode), || format!("{mode} is not coalesced"))?;
    }
    Ok(())
}

/// The blocked product with as many repetitions as fill each mode of a shape.
fn tile_to_shape(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let block = asked.cute(0)?;
    let target = tuple(asked.given, "shape").ok_or("the shape is not a tuple")?;
    let targets: Vec<i64> =
        target.modes().iter().map(|mode| mode.leaves().into_iter().product()).collect();
    let block = padded(block, targets.len());
    let own = parts(&block);
    let order = match asked.given.packed("order") {
        Some(_) => tuple(asked.given, "order").ok_or("the order is not a tuple")?,
        None => Tree::Node((0..).map(Tree::Leaf).take(targets.len()).collect()),
    };
    let fills = |(target, mode): (&i64, &Cute)| {
        (0 < *target && target % size(mode) == 0).then(|| Tree::Leaf(target / size(mode)))
    };
    let repetitions: Option<Vec<Tree<i64>>> = targets.iter().zip(&own).map(fills).collect();
    let order = (own.len() == targets.len())
        .then_some(repetitions)
        .flatten()
        .and_then(|repetitions| compact(&Tree::Node(repetitions), &order));
    let Some(order) = order else { return exactly(None, found) };
    let operands = [Layout::Cute(block), Layout::Cute(order)];
    exactly(asked.other("blocked_product", &operands, &Given::default())?, found)
}
