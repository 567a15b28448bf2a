//! Copies of boxes of a tensor: the order of a tile in memory, a tensor by boxes, and its coordinates.

use layout_math::algebra::{AnyLayout, Kind};
use layout_math::cute::{
    AnyModes, CuteLayout, Layout, SymbolicStride, Tuple, coalesce, right_inverse,
};

use super::answer::{Given, LayoutExpression};
use super::not_imported::NotImported;

/// From the place in the memory of a tile, whatever its swizzle, to the coordinate.
pub fn in_order(tile: &AnyLayout) -> Result<Layout, NotImported> {
    let is_static = || format!("{tile} is not static");
    let layout = match tile {
        AnyLayout::Composed(composed) => composed.inner().as_static().ok_or_else(is_static)?,
        _ => tile.as_static().ok_or_else(is_static)?,
    };
    let order = right_inverse(layout);
    match order.size() == layout.size() {
        true => Ok(order),
        false => Err(format!("the tile {layout} has gaps").into()),
    }
}

/// The layout with its first mode by boxes: `((box, boxes), rest…)`.
pub fn by_boxes(layout: &AnyLayout, values: &Layout) -> Result<AnyLayout, NotImported> {
    let modes = layout.modes().ok_or("its tensor has no CuTe layout")?.list_modes();
    let [tile, rest @ ..] = &modes[..] else { return Err("its tensor has no tile".into()) };
    let mut parts = Vec::new();
    for part in values.modes() {
        let operands = [AnyLayout::Cute(tile.clone()), coalesce(&part).into()];
        let part = LayoutExpression::of("compose", operands)
            .then("coalesce", Given::default())
            .evaluate()?;
        let AnyLayout::Cute(part) = part else {
            return Err(format!("{part} is not a CuTe layout").into());
        };
        parts.push(part);
    }
    let joined = |modes| CuteLayout::of_modes(modes).map_err(|error| error.to_string());
    let whole = joined([vec![joined(parts)?], rest.to_vec()].concat())?;
    Ok(match layout {
        AnyLayout::Composed(composed) => AnyLayout::Composed(composed.with_inner(whole)),
        _ => AnyLayout::Cute(whole),
    })
}

/// The coordinates of a tensor for copies of boxes: along a mode that the basis has they step by one in that
/// place, along others they stay where they are.
pub fn coordinates_of(tensor: &CuteLayout, basis: &CuteLayout) -> Result<AnyLayout, NotImported> {
    let shape = tensor.shape();
    let mut places = Vec::new();
    steps(&basis.stride(), &mut Vec::new(), &mut places);
    let strides = along(&shape.map(&mut |_| ()), &mut Vec::new(), &places);
    let text = format!("{shape}:{strides}");
    AnyLayout::parse(Kind::Cute, &text).map_err(|error| error.to_string().into())
}

/// The path of each leaf of a basis whose scale is 1, and where it leads.
fn steps(
    stride: &Tuple<SymbolicStride>,
    path: &mut Vec<u32>,
    found: &mut Vec<(Vec<u32>, Vec<u32>)>,
) {
    match stride {
        Tuple::Leaf(stride) => {
            if stride.scale().as_constant() == Some(1) {
                found.push((stride.path().to_vec(), path.clone()));
            }
        }
        // A tuple of one mode is that mode.
        Tuple::Node(modes) if modes.len() == 1 && !path.is_empty() => steps(&modes[0], path, found),
        Tuple::Node(modes) => {
            for (at, mode) in (0..).zip(modes) {
                path.push(at);
                steps(mode, path, found);
                path.pop();
            }
        }
    }
}

/// The strides of a tensor of coordinates: one in the place of the box to which its leaf leads, or 0.
fn along(shape: &Tuple<()>, path: &mut Vec<u32>, places: &[(Vec<u32>, Vec<u32>)]) -> Tuple<String> {
    match shape {
        Tuple::Leaf(()) => {
            let place = places.iter().find(|(of, _)| of == path).map(|(_, place)| place);
            let text = |place: &Vec<u32>| {
                let place: String = place.iter().rev().map(|at| format!("@{at}")).collect();
                format!("1{place}")
            };
            Tuple::Leaf(place.map_or("0".to_owned(), text))
        }
        Tuple::Node(modes) => {
            let mut strides = Vec::new();
            for (at, mode) in (0..).zip(modes) {
                path.push(at);
                strides.push(along(mode, path, places));
                path.pop();
            }
            Tuple::Node(strides)
        }
    }
}
