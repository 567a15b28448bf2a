//! Operations that take modes as they are: the answer is known to the last bracket.

use super::plain::{integer, is_leaf, joined, modes, parts};
use super::{CalledOperation, Form, Judged, exactly};
use crate::judge::model::{Cute, Stride, Term, Tree};
use crate::judge::read::tree;

pub(super) const LAWS: &[(&str, Form)] = &[
    ("concat", Form::Layout(concat)),
    ("append", Form::Modes(append)),
    ("prepend", Form::Modes(prepend)),
    ("group", Form::Modes(group)),
    ("select", Form::Modes(select)),
    ("slice", Form::Modes(slice)),
    ("dice", Form::Modes(dice)),
    ("flatten", Form::Modes(flatten)),
    ("filter_zeros", Form::Modes(filter_zeros)),
];

/// Mode i is source i.
fn concat(asked: &CalledOperation<'_>, found: Option<&crate::judge::Layout>) -> Judged {
    let sources: Result<Vec<Cute>, String> =
        (0..asked.operands.len()).map(|at| asked.cute(at).cloned()).collect();
    let expected = together(&sources?);
    match found {
        Some(crate::judge::Layout::Cute(found)) => exactly(expected, Some(found)),
        Some(other) => Err(format!("{other} is not a CuTe layout")),
        None => exactly(expected, None),
    }
}

fn append(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let (left, right) = (asked.cute(0)?, asked.cute(1)?);
    exactly(together(&[parts(left), vec![right.clone()]].concat()), found)
}

fn prepend(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let (left, right) = (asked.cute(0)?, asked.cute(1)?);
    exactly(together(&[vec![right.clone()], parts(left)].concat()), found)
}

/// The modes as one layout, whose strides are all numbers or all at positions, but for those that are 0.
fn together(parts: &[Cute]) -> Option<Cute> {
    let all = joined(parts);
    let strides: Vec<Stride> = all.stride.leaves().into_iter().cloned().collect();
    let moving = || strides.iter().filter(|stride| stride.scale.factor != 0);
    let is_mixed =
        moving().any(|stride| stride.path.is_empty()) && moving().any(|s| !s.path.is_empty());
    (!is_mixed).then_some(all)
}

/// The modes from `begin` on before `end` are one mode.
fn group(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let mut all = parts(asked.cute(0)?);
    let range = &asked.given.lists["modes"];
    let expected = match range[..] {
        [begin, end] if 0 <= begin && begin <= end && end <= all.len() as i64 => {
            let grouped: Vec<Cute> = all.drain(begin as usize..end as usize).collect();
            all.insert(begin as usize, joined(&grouped));
            Some(joined(&all))
        }
        _ => None,
    };
    exactly(expected, found)
}

/// Mode k is the mode that the number k of the list says.
fn select(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let all = parts(asked.cute(0)?);
    let mode = |&at: &i64| all.get(usize::try_from(at).ok()?).cloned();
    let chosen: Option<Vec<Cute>> = asked.given.lists["modes"].iter().map(mode).collect();
    exactly(chosen.map(|chosen| joined(&chosen)), found)
}

/// The modes at the underscores.
fn slice(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    exactly(taken(asked, true)?, found)
}

/// The modes at the places.
fn dice(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    exactly(taken(asked, false)?, found)
}

fn taken(asked: &CalledOperation<'_>, whole: bool) -> Result<Option<Cute>, String> {
    let text = asked.given.packed("coordinate").unwrap_or_default();
    // A place, or nothing for an underscore.
    let leaf = |leaf: &str| match leaf {
        "_" => Some(None),
        _ => leaf.parse::<i64>().ok().map(Some),
    };
    let coordinate = tree(&text, &leaf).ok_or_else(|| format!("{text} is not a coordinate"))?;
    let source = asked.cute(0)?;
    let mut found = Vec::new();
    if !take(&coordinate, source, whole, &mut found) {
        return Ok(None);
    }
    let is_alone = matches!(&coordinate, Tree::Leaf(place) if place.is_none() == whole);
    Ok(Some(if is_alone { source.clone() } else { joined(&found) }))
}

/// False if the coordinate does not fit.
fn take(coordinate: &Tree<Option<i64>>, source: &Cute, whole: bool, found: &mut Vec<Cute>) -> bool {
    match coordinate {
        Tree::Leaf(place) => {
            if place.is_none() == whole {
                found.push(source.clone());
            }
            place.is_none_or(|place| 0 <= place)
        }
        Tree::Node(coordinates) => {
            let modes = parts(source);
            !is_leaf(source)
                && coordinates.len() == modes.len()
                && coordinates.iter().zip(&modes).all(|(c, mode)| take(c, mode, whole, found))
        }
    }
}

/// The leaves as modes. A layout that is a leaf stays one.
fn flatten(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let source = asked.cute(0)?;
    let leaves = |(extent, stride): (&Term, &Stride)| Cute {
        shape: Tree::Leaf(extent.clone()),
        stride: Tree::Leaf(stride.clone()),
        facts: Vec::new(),
    };
    let all = source.shape.leaves().into_iter().zip(source.stride.leaves());
    let flat = joined(&all.map(leaves).collect::<Vec<_>>());
    exactly(Some(if is_leaf(source) { source.clone() } else { flat }), found)
}

/// The extents of broadcast modes become 1.
fn filter_zeros(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    exactly(Some(without_broadcasts(asked.cute(0)?)), found)
}

pub(super) fn without_broadcasts(source: &Cute) -> Cute {
    let modes = modes(source);
    let (mut extents, mut strides) = (modes.iter(), modes.iter());
    let one = |mode: Option<&super::plain::Mode>| match mode {
        Some(mode) if mode.scale != 0 => Term::number(mode.extent),
        _ => Term::number(1),
    };
    let shape = source.shape.map(&mut |_| one(extents.next()));
    let stride = source.stride.map(&mut |own| match strides.next() {
        Some(mode) if mode.scale != 0 => own.clone(),
        _ => integer(0),
    });
    Cute { shape, stride, facts: Vec::new() }
}
