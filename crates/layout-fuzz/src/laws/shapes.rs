//! Compact layouts of a shape, and questions about shapes.

use super::plain::{Sum, digits, is_layout_of_shape, made, modes, of_number, shape, single, size};
use super::{CalledOperation, Form, Judged, check, exactly, refusal};
use crate::given::Given;
use crate::judge::model::{Cute, Layout, Tile, Tree};
use crate::judge::read::tree;

pub(super) const LAWS: &[(&str, Form)] = &[
    ("make_ordered_layout", Form::Layout(ordered)),
    ("make_layout_like", Form::Layout(alike)),
    ("make_layout_tv", Form::Layouts(thread_values)),
    ("idx2crd", Form::Numbers(coordinate)),
    ("is_congruent", Form::Truth(is_congruent)),
    ("is_weakly_congruent", Form::Truth(is_weakly_congruent)),
    ("is_compatible", Form::Truth(is_compatible)),
];

/// A tuple of numbers that is given.
pub(super) fn tuple(given: &Given, name: &str) -> Option<Tree<i64>> {
    tree(&given.packed(name)?, &|leaf: &str| leaf.parse().ok())
}

fn ordered(asked: &CalledOperation<'_>, found: Option<&Layout>) -> Judged {
    let shape = tuple(asked.given, "shape").ok_or("the shape is not a tuple")?;
    let order = tuple(asked.given, "order").ok_or("the order is not a tuple")?;
    let expected = compact(&shape, &order);
    match found {
        Some(Layout::Cute(found)) => exactly(expected, Some(found)),
        Some(other) => Err(format!("{other} is not a CuTe layout")),
        None => exactly(expected, None),
    }
}

/// The compact layout of a shape whose modes follow each other as the order says.
pub(super) fn compact(shape: &Tree<i64>, order: &Tree<i64>) -> Option<Cute> {
    let mut places = Vec::new();
    if !spread(order, shape, &mut places) || shape.leaves().iter().any(|extent| **extent < 1) {
        return None;
    }
    let extents: Vec<i64> = shape.leaves().into_iter().copied().collect();
    let before = |at: usize| (places[at], at);
    let stride = |at: usize| -> i64 {
        let lesser = (0..extents.len()).filter(|&other| before(other) < before(at));
        if extents[at] == 1 { 0 } else { lesser.map(|other| extents[other]).product() }
    };
    let strides: Vec<i64> = (0..extents.len()).map(stride).collect();
    Some(made(shape, &strides))
}

/// The order of each extent: one number may stand for a whole mode.
fn spread(order: &Tree<i64>, shape: &Tree<i64>, places: &mut Vec<i64>) -> bool {
    match (order, shape) {
        (Tree::Leaf(order), _) => {
            places.extend(shape.leaves().iter().map(|_| *order));
            true
        }
        (Tree::Node(order), Tree::Node(shape)) => {
            order.len() == shape.len()
                && order.iter().zip(shape).all(|(order, shape)| spread(order, shape, places))
        }
        (Tree::Node(_), Tree::Leaf(_)) => false,
    }
}

/// Congruent, and compact in the order of the strides by their magnitude; broadcasts stay.
fn alike(asked: &CalledOperation<'_>, found: Option<&Layout>) -> Judged {
    let source = asked.cute(0)?;
    let Some(Layout::Cute(found)) = found else { return refusal(true) };
    let own = modes(source);
    let before = |at: usize| (own[at].scale.abs(), at);
    let stride = |at: usize| -> i64 {
        let lesser = (0..own.len()).filter(|&other| before(other) < before(at));
        let room = lesser.filter(|&other| own[other].scale != 0).map(|other| own[other].extent);
        if own[at].extent == 1 || own[at].scale == 0 { 0 } else { room.product() }
    };
    let strides: Vec<i64> = (0..own.len()).map(stride).collect();
    exactly(Some(made(&shape(source), &strides)), Some(found))
}

/// `M(result(t, v)) = t + v * threads`, with M the raked product.
fn thread_values(asked: &CalledOperation<'_>, found: Option<&Vec<Layout>>) -> Judged {
    let numbers = asked.other("raked_product", &asked.operands, &Given::default())?;
    let all = numbers.as_ref().and_then(super::plain::numbers);
    let is_onto = all.as_ref().is_some_and(|all| {
        let mut sorted = all.clone();
        sorted.sort_unstable();
        sorted.into_iter().eq(0..all.len() as i64)
    });
    let (Some(numbers), true) = (numbers, is_onto) else {
        return check(found.is_none(), || "the numbers are not a bijection".to_owned());
    };
    let Some(found) = found else {
        // There may be no such layout.
        let values = super::plain::numbers(&numbers).unwrap_or_default();
        let place = |c: i64| values.iter().position(|own| *own == c).map_or(0, |at| at as i64);
        let places: Vec<Sum> = (0..values.len() as i64).map(|c| of_number(place(c))).collect();
        let extents = [size(asked.cute(0)?), size(asked.cute(1)?)];
        let has_modes = !super::plain::parts(&numbers).is_empty();
        return refusal(has_modes && is_layout_of_shape(&places, &extents));
    };
    let [Layout::Tile(tile), Layout::Cute(places)] = &found[..] else {
        return Err("it is not a tiler and a layout".to_owned());
    };
    let modes: Vec<Tile> =
        (super::plain::parts(&numbers).iter().map(size)).map(Tile::Extent).collect();
    check(*tile == modes, || "the tile has other extents".to_owned())?;
    let threads = size(asked.cute(0)?);
    let is_shape = |at: usize, size: i64| {
        super::plain::parts(places).get(at).is_some_and(|mode| super::plain::size(mode) == size)
    };
    check(is_shape(0, threads) && is_shape(1, size(asked.cute(1)?)), || {
        "it is not for (thread, value)".to_owned()
    })?;
    let leads = |c: i64| {
        let place = super::plain::at(places, c);
        place.and_then(|place| super::plain::at(&numbers, place)) == Some(c)
    };
    check((0..size(places)).all(leads), || "a thread has another value".to_owned())
}

/// The digits of an index, of which the last one is what is left.
fn coordinate(asked: &CalledOperation<'_>, found: Option<&Vec<i64>>) -> Judged {
    let extents: Vec<i64> = match &asked.operands[0] {
        Layout::Linear(linear) => {
            linear.in_dims.iter().map(|(_, bases)| 1 << bases.len()).collect()
        }
        _ => modes(asked.cute(0)?).iter().map(|mode| mode.extent).collect(),
    };
    let index = asked.given.integers["index"];
    match found {
        None => refusal(0 <= index),
        Some(found) => {
            let expected = digits(&extents, index);
            check(0 <= index && *found == expected, || format!("it should be {expected:?}"))
        }
    }
}

fn is_congruent(asked: &CalledOperation<'_>, found: Option<&bool>) -> Judged {
    let [a, b] = [shape(asked.cute(0)?), shape(asked.cute(1)?)];
    answered(a.map(&mut |_| ()) == b.map(&mut |_| ()), found)
}

fn is_weakly_congruent(asked: &CalledOperation<'_>, found: Option<&bool>) -> Judged {
    fn refines(a: &Tree<i64>, b: &Tree<i64>) -> bool {
        match (a, b) {
            (Tree::Leaf(_), _) => true,
            (Tree::Node(_), Tree::Leaf(_)) => false,
            (Tree::Node(a), Tree::Node(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| refines(a, b))
            }
        }
    }
    answered(refines(&shape(asked.cute(0)?), &shape(asked.cute(1)?)), found)
}

fn is_compatible(asked: &CalledOperation<'_>, found: Option<&bool>) -> Judged {
    answered(fits(&shape(asked.cute(0)?), &shape(asked.cute(1)?)), found)
}

/// CuTe's `compatible`: `b` is `a` with tuples of the same size for extents.
pub(super) fn fits(a: &Tree<i64>, b: &Tree<i64>) -> bool {
    crate::judge::claims::is_compatible(a, b)
}

fn answered(expected: bool, found: Option<&bool>) -> Judged {
    match found {
        Some(found) => check(*found == expected, || format!("it is {expected}")),
        None => refusal(true),
    }
}

/// The layout with modes `1:0` up to a rank, as the products pad it.
pub(super) fn padded(cute: &Cute, rank: usize) -> Cute {
    let mut modes = super::plain::parts(cute);
    while modes.len() < rank {
        modes.push(single(1, 0));
    }
    super::plain::joined(&modes)
}
