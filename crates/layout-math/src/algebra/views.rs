//! Coordinates of several numbers, and how they lie in the modes of a layout.

use super::any_layout::AnyLayout;
use super::relations::NotAnswered;
use crate::affine::Quantity;
use crate::relation::{Map, Relation, View};

/// Which numbers a coordinate is made of.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    /// As many as an apply was given: one, one for each top-level mode, one for each flattened one.
    Written(usize),
    /// One, the integral coordinate.
    Integral,
    /// One for each of these extents, whose product is the size of the layout.
    Extents(Vec<i64>),
}

/// The coordinates as a layout wants them, with the view that they are in.
pub(super) fn viewed(
    layout: &AnyLayout,
    coordinates: &Map,
    shape: &Shape,
) -> Result<(Map, View), NotAnswered> {
    let found = coordinates.n_outputs()?;
    let converted = |n: usize, quantities: &[Quantity]| -> Result<Map, NotAnswered> {
        let relation = Relation::of_quantities(n, quantities);
        Ok(relation.to_map(coordinates.context())?)
    };
    if let Some((view, n)) = view(layout, shape) {
        if n == found {
            return Ok((coordinates.clone(), view));
        }
        // In-dims of size 1 that were left out.
        let mut padded: Vec<Quantity> = (0..found).map(Quantity::variable).collect();
        padded.resize(n, Quantity::default());
        return Ok((coordinates.then(&converted(found, &padded)?)?, view));
    }
    match shape {
        Shape::Extents(extents) if extents.len() == found => {
            let bounds: Vec<(i64, i64)> = extents.iter().map(|&extent| (0, extent)).collect();
            let flat = converted(found, &[linearised(extents)?])?.with_inputs_in(&bounds)?;
            Ok((coordinates.then(&flat)?, View::Integral))
        }
        _ => {
            let layout = format!("{layout} at {found} coordinates");
            Err(NotAnswered::NotEvaluated { layout })
        }
    }
}

/// How coordinates of this shape lie in the modes of a layout, and how many numbers it then takes.
pub(super) fn view(layout: &AnyLayout, shape: &Shape) -> Option<(View, usize)> {
    let modes = match layout {
        AnyLayout::Cute(cute) => cute,
        AnyLayout::Composed(composed) => composed.inner(),
        AnyLayout::Linear(linear) => {
            let sizes: Vec<i64> = linear.in_dims().iter().map(|dim| dim.size()).collect();
            let all = (View::Natural, sizes.len());
            return match shape {
                Shape::Integral => Some((View::Integral, 1)),
                Shape::Written(n) => {
                    (*n <= sizes.len() && sizes[*n..].iter().all(|&size| size == 1)).then_some(all)
                }
                Shape::Extents(extents) => {
                    let (same, rest) = sizes.split_at_checked(extents.len())?;
                    (same == extents && rest.iter().all(|&size| size == 1)).then_some(all)
                }
            };
        }
        AnyLayout::Swizzle(_) => {
            let is_one = match shape {
                Shape::Integral | Shape::Written(1) => true,
                Shape::Written(_) => false,
                Shape::Extents(extents) => extents.len() == 1,
            };
            return is_one.then_some((View::Integral, 1));
        }
        AnyLayout::Relation(relation) => {
            let n = relation.n_inputs();
            let fits = match shape {
                Shape::Integral => n == 1,
                Shape::Written(written) => n == *written,
                Shape::Extents(extents) => n == 1 && extents.len() == 1,
            };
            return fits.then_some((View::Integral, n));
        }
        AnyLayout::Tile(_) => return None,
    };
    match shape {
        Shape::Integral | Shape::Written(1) => Some((View::Integral, 1)),
        Shape::Written(n) if *n == modes.rank() => Some((View::Groups(modes.flat_ranks()), *n)),
        Shape::Written(n) if *n == modes.flat_rank() => Some((View::Natural, *n)),
        Shape::Written(_) => None,
        Shape::Extents(extents) => {
            Some((View::Groups(groups_of(&flat_extents(layout)?, extents)?), extents.len()))
        }
    }
}

/// The extents of the flattened modes.
pub(super) fn flat_extents(layout: &AnyLayout) -> Option<Vec<i64>> {
    Some(layout.modes()?.static_shape()?.leaves().copied().collect())
}

/// The extents of the `n` numbers that a coordinate is.
pub(super) fn extents(layout: &AnyLayout, n: usize) -> Option<Vec<i64>> {
    if let AnyLayout::Linear(linear) = layout {
        return Some(linear.in_dims().iter().take(n).map(|dim| dim.size()).collect());
    }
    let flat = flat_extents(layout)?;
    let (view, _) = view(layout, &Shape::Written(n))?;
    let mut leaves = flat.iter();
    let sizes = group_sizes(&view, flat.len());
    Some(sizes.into_iter().map(|n| leaves.by_ref().take(n).product()).collect())
}

pub(super) fn group_sizes(view: &View, n_modes: usize) -> Vec<usize> {
    match view {
        View::Integral => vec![n_modes],
        View::Natural => vec![1; n_modes],
        View::Groups(sizes) => sizes.clone(),
    }
}

/// The numbers of neighboring modes whose extents multiply to `products`; `None` if they do not.
fn groups_of(extents: &[i64], products: &[i64]) -> Option<Vec<usize>> {
    let mut groups = Vec::new();
    let mut rest = extents.iter().peekable();
    for &product in products {
        let (mut size, mut n) = (1_i64, 0);
        while size != product {
            size = size.checked_mul(*rest.next()?).filter(|&size| size <= product)?;
            n += 1;
        }
        groups.push(n);
    }
    let units = rest.clone().filter(|&&extent| extent == 1).count();
    if units != rest.count() {
        return None;
    }
    *groups.last_mut()? += units;
    Some(groups)
}

/// `v0 + e0*v1 + e0*e1*v2 + …`.
pub(super) fn linearised(extents: &[i64]) -> Result<Quantity, NotAnswered> {
    let mut flat = Quantity::default();
    let mut weight = Quantity::from(1);
    for (position, &extent) in extents.iter().enumerate() {
        let factor = weight.constant();
        flat = flat.plus(&Quantity::variable(position).times(factor)?)?;
        if position + 1 < extents.len() {
            weight = weight.times(extent)?;
        }
    }
    Ok(flat)
}

/// The quantity with variable i replaced by `values[i]`, for a sum of variables.
pub(super) fn substituted(quantity: &Quantity, values: &[Quantity]) -> Option<Quantity> {
    Relation::of_quantities(values.len(), std::slice::from_ref(quantity))
        .output_quantities(values)?
        .pop()
}

/// The digits of a coordinate that modes of these extents unfold.
pub(super) fn digits(coordinate: &Quantity, extents: &[i64]) -> Option<Vec<Quantity>> {
    let mut found = Vec::new();
    let mut weight = 1_i64;
    for (position, &extent) in extents.iter().enumerate() {
        let is_last = position + 1 == extents.len();
        let quotient = coordinate.floor(weight).ok()?;
        if !is_last {
            found.push(quotient.modulo(extent).ok()?);
        }
        if position != 0 {
            found.push(quotient);
        }
        weight = weight.checked_mul(extent)?;
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{Kind, Unknown};

    /// No number past the weight of the last variable is needed.
    #[test]
    fn the_last_extent_is_no_weight() {
        let large = 1_i64 << 40;
        let [first, second] = [0, 1].map(Quantity::variable);
        let expected = first.plus(&second.times(large).unwrap()).unwrap();
        assert_eq!(linearised(&[large, large]).ok(), Some(expected));
        assert!(linearised(&[large, large, 2]).is_err());
    }

    fn parse(kind: Kind, text: &str) -> AnyLayout {
        AnyLayout::parse(kind, text).unwrap()
    }

    /// How coordinates lie in each notation.
    #[test]
    fn a_view_has_as_many_numbers_as_the_layout_takes() {
        let linear = parse(Kind::Linear, "{a = [[1],[2]], b = [[4]], c = []}");
        let extents = |extents: &[i64]| Shape::Extents(extents.to_vec());
        assert_eq!(view(&linear, &Shape::Integral), Some((View::Integral, 1)));
        assert_eq!(view(&linear, &Shape::Written(2)), Some((View::Natural, 3)));
        assert_eq!(view(&linear, &Shape::Written(1)), None);
        assert_eq!(view(&linear, &extents(&[4, 2])), Some((View::Natural, 3)));
        assert_eq!(view(&linear, &extents(&[2, 4])), None);
        assert_eq!(view(&linear, &extents(&[4])), None);
        let swizzle = parse(Kind::Swizzle, "S<1,0,1>");
        assert_eq!(view(&swizzle, &Shape::Written(1)), Some((View::Integral, 1)));
        assert_eq!(view(&swizzle, &Shape::Written(2)), None);
        assert_eq!(view(&swizzle, &extents(&[4])), Some((View::Integral, 1)));
        assert_eq!(view(&swizzle, &extents(&[2, 2])), None);
        let one = parse(Kind::Relation, "{ [c] -> [c] : 0 <= c < 4 }");
        let two = parse(Kind::Relation, "{ [i, j] -> [i] : 0 <= i < 4 and 0 <= j < 4 }");
        assert_eq!(view(&one, &Shape::Integral), Some((View::Integral, 1)));
        assert_eq!(view(&two, &Shape::Integral), None);
        assert_eq!(view(&two, &Shape::Written(2)), Some((View::Integral, 2)));
        assert_eq!(view(&one, &extents(&[4])), Some((View::Integral, 1)));
        assert_eq!(view(&two, &extents(&[4, 4])), None);
        assert_eq!(view(&parse(Kind::Tile, "[4:1]"), &Shape::Integral), None);
        let modes = parse(Kind::Cute, "((2,3),4):((1,2),6)");
        assert_eq!(view(&modes, &Shape::Written(2)), Some((View::Groups(vec![2, 1]), 2)));
        assert_eq!(view(&modes, &Shape::Written(3)), Some((View::Natural, 3)));
        assert_eq!(view(&modes, &Shape::Written(4)), None);
        // 4 of the 24 coordinates are left over.
        assert_eq!(view(&modes, &extents(&[6])), None);
        assert_eq!(view(&modes, &extents(&[6, 4])), Some((View::Groups(vec![2, 1]), 2)));
    }

    /// Coordinates that lie across the modes are counted as one.
    #[test]
    fn coordinates_across_the_modes_are_one_integral_coordinate() {
        let context = crate::relation::Context::new(10_000);
        let both = [0, 1].map(Quantity::variable);
        let both = Relation::of_quantities(2, &both).to_map(&context).unwrap();
        let layout = parse(Kind::Cute, "(2,3):(1,2)");
        let (map, view) = viewed(&layout, &both, &Shape::Extents(vec![3, 2])).ok().unwrap();
        assert_eq!(view, View::Integral);
        let at = |i, j| map.image(&[], &[i, j], 2).unwrap();
        assert_eq!((at(1, 1), at(2, 1)), (vec![vec![4]], vec![vec![5]]));
        assert!(at(3, 0).is_empty() && at(0, 2).is_empty());
        let three = parse(Kind::Cute, "(2,2,3):(1,2,4)");
        let error = viewed(&three, &both, &Shape::Written(2)).map(|_| ()).map_err(Unknown::from);
        let reason = "(2,2,3):(1,2,4) at 2 coordinates is not evaluated".to_owned();
        assert_eq!(error, Err(Unknown::NotRead { reason }));
    }

    #[test]
    fn variables_are_replaced_all_at_once() {
        let [first, second] = [0, 1].map(Quantity::variable);
        let sum = linearised(&[4, 2]).ok().unwrap();
        let swapped = substituted(&sum, &[second.clone(), first.clone()]);
        assert_eq!(swapped, second.plus(&first.times(4).unwrap()).ok());
    }
}
