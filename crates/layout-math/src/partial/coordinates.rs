//! Coordinates and offsets as tuples of numbers, of which some are not known.

use std::collections::BTreeMap;

use super::arithmetic::product;
use super::leaf::Leaf;
use crate::cute::{AnyModes, CuteLayout, Injectivity, SymbolicStride, Term, Tuple};

/// An offset as a number for each position, with none for one that is not known.
pub type Offset = BTreeMap<Vec<u32>, Option<i64>>;

/// The coordinate at an index of a shape, nested as the shape; of a tuple of indices one for each mode.
///
/// ```
/// use layout_math::partial::{Leaf, coordinate_of};
///
/// let [index, shape] = ["14", "(4,8)"].map(|text| Leaf::tuple(text).expect("a tuple"));
/// assert_eq!(coordinate_of(&index, &shape).expect("they fit").to_string(), "(2,3)");
/// ```
pub fn coordinate_of(index: &Tuple<Leaf>, shape: &Tuple<Leaf>) -> Option<Tuple<Leaf>> {
    match (index, shape) {
        (Tuple::Node(indices), Tuple::Node(modes)) if indices.len() == modes.len() => {
            let both = indices.iter().zip(modes);
            let modes: Option<Vec<_>> =
                both.map(|(index, mode)| coordinate_of(index, mode)).collect();
            modes.map(Tuple::Node)
        }
        (Tuple::Leaf(index), shape) => {
            let mut rest = Some(index.number());
            let count = shape.leaves().count();
            let mut leaves = Vec::new();
            for (at, extent) in shape.leaves().enumerate() {
                leaves.push(match (rest.flatten(), extent.number()) {
                    // The last mode takes what is left.
                    (Some(index), Some(extent)) if at + 1 < count => {
                        rest = Some(index.checked_div_euclid(extent));
                        Leaf::Number(index.checked_rem_euclid(extent)?)
                    }
                    (Some(index), _) if at + 1 == count => Leaf::Number(index),
                    (Some(0), None) => Leaf::Number(0),
                    (None, Some(1)) => Leaf::Number(0),
                    _ => {
                        rest = Some(None);
                        Leaf::Open
                    }
                });
            }
            shape.with_leaves(leaves)
        }
        _ => None,
    }
}

/// The coordinate at which a layout has an offset, nested as the shape; of a tuple of offsets one for each
/// mode. `None` if it is not known to be the offset of one coordinate.
///
/// ```
/// use layout_math::partial::{Leaf, place_of};
///
/// let [offset, shape] = ["9", "(4,8)"].map(|text| Leaf::tuple(text).expect("a tuple"));
/// let found = |layout: &str| place_of(&offset, &shape, &layout.parse().expect("a layout"));
/// assert_eq!(found("(4,8):(8,1)").expect("one place").to_string(), "(1,1)");
/// assert_eq!(found("(4,8):(2,16)"), None);
/// ```
pub fn place_of(
    offset: &Tuple<Leaf>,
    shape: &Tuple<Leaf>,
    layout: &CuteLayout,
) -> Option<Tuple<Leaf>> {
    let number = match offset {
        Tuple::Leaf(Leaf::Number(number)) => *number,
        // Whatever the offset is, a mode of one place has that one.
        Tuple::Leaf(_) => {
            return Some(shape.map(&mut |extent| match extent.number() {
                Some(1) => Leaf::Number(0),
                _ => Leaf::Open,
            }));
        }
        Tuple::Node(offsets) => {
            let (modes, layouts) = (shape.modes(), layout.list_modes());
            if offsets.len() != modes.len() || offsets.len() != layouts.len() {
                return None;
            }
            let places = offsets.iter().zip(modes.iter().zip(&layouts));
            let places = places.map(|(offset, (mode, layout))| place_of(offset, mode, layout));
            return places.collect::<Option<_>>().map(Tuple::Node);
        }
    };
    let CuteLayout::Static(layout) = layout else { return None };
    let (mut sum, mut leaves) = (0_i64, Vec::new());
    for mode in layout.flat_modes() {
        let place = match (mode.extent, mode.stride) {
            (1, _) => 0,
            (extent, stride) => number.checked_div(stride)?.checked_rem_euclid(extent)?,
        };
        sum = sum.checked_add(place.checked_mul(mode.stride)?)?;
        leaves.push(Leaf::Number(place));
    }
    let is_only = sum == number && matches!(layout.injectivity(), Injectivity::Injective);
    is_only.then(|| shape.with_leaves(leaves))?
}

/// The index of a coordinate in a shape, which its first mode moves through fastest.
///
/// ```
/// use layout_math::partial::{Leaf, index_of};
///
/// let [at, shape] = ["(2,3)", "(4,8)"].map(|text| Leaf::tuple(text).expect("a tuple"));
/// assert_eq!(index_of(&at, &shape).expect("they fit").to_string(), "14");
/// ```
pub fn index_of(coordinate: &Tuple<Leaf>, shape: &Tuple<Leaf>) -> Option<Tuple<Leaf>> {
    match (coordinate, shape) {
        (Tuple::Leaf(_), _) => Some(coordinate.clone()),
        (Tuple::Node(coordinates), Tuple::Node(modes)) if coordinates.len() == modes.len() => {
            let (mut index, mut step) = (Some(0_i64), Some(1_i64));
            for (coordinate, mode) in coordinates.iter().zip(modes) {
                let Tuple::Leaf(place) = index_of(coordinate, mode)? else { return None };
                let term = match place.number() {
                    Some(0) => Some(0),
                    place => place.zip(step).and_then(|(place, step)| place.checked_mul(step)),
                };
                index = index.zip(term).and_then(|(index, term)| index.checked_add(term));
                step = step.zip(product(mode)).and_then(|(step, size)| step.checked_mul(size));
            }
            Some(Tuple::Leaf(Leaf::from(index)))
        }
        _ => None,
    }
}

/// The coordinate after another one, in a shape of numbers.
///
/// ```
/// use layout_math::partial::{Leaf, next_coordinate};
///
/// let [at, shape] = ["(3,2)", "(4,8)"].map(|text| Leaf::tuple(text).expect("a tuple"));
/// assert_eq!(next_coordinate(&at, &shape).expect("they fit").to_string(), "(0,3)");
/// ```
pub fn next_coordinate(at: &Tuple<Leaf>, shape: &Tuple<Leaf>) -> Option<Tuple<Leaf>> {
    if !at.is_congruent(shape) {
        return None;
    }
    let mut carries = Some(true);
    let mut leaves = Vec::new();
    let count = shape.leaves().count();
    for (place, (at, extent)) in at.leaves().zip(shape.leaves()).enumerate() {
        leaves.push(match (carries, at.number(), extent.number()) {
            (Some(carry), Some(at), _) if place + 1 == count => {
                Leaf::Number(at.checked_add(i64::from(carry))?)
            }
            // A place past the end goes on with the next mode, as the end does.
            (Some(carry), Some(at), Some(extent)) => {
                let next = at.checked_add(i64::from(carry))?;
                carries = Some(extent <= next);
                Leaf::Number(if next < extent { next } else { 0 })
            }
            _ => {
                carries = None;
                Leaf::Open
            }
        });
    }
    shape.with_leaves(leaves)
}

/// The offset of a layout at a coordinate: a number for each position, with none for one that is not
/// known. A whole mode stands for its first place.
///
/// ```
/// use layout_math::partial::{Leaf, offset_as, offset_at};
///
/// let [at, claimed] = ["(1,2)", "?"].map(|text| Leaf::tuple(text).expect("a tuple"));
/// let offset = offset_at(&at, &"(4,8):(1,4)".parse()?).expect("it fits");
/// assert_eq!(offset_as(&offset, &claimed), Leaf::tuple("9"));
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn offset_at(coordinate: &Tuple<Leaf>, layout: &CuteLayout) -> Option<Offset> {
    let mut offset = BTreeMap::new();
    add_offset(coordinate, &layout.shape(), &layout.stride(), &mut offset)?;
    Some(offset)
}

/// One more than the last offset, at each position; `None` if an offset is both a number and a
/// coordinate, or too large.
///
/// ```
/// use layout_math::partial::{Leaf, coshape_of};
///
/// let coshape = coshape_of(&"(2,3,4):(1@0,2@1,2@0)".parse()?);
/// assert_eq!(coshape, Leaf::tuple("(8,5)"));
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn coshape_of(layout: &CuteLayout) -> Option<Tuple<Leaf>> {
    let last = layout.shape().map(&mut |extent| {
        Leaf::from(extent.as_constant().and_then(|extent| extent.checked_sub(1)))
    });
    let ends = offset_at(&last, layout)?;
    let end = |end: Option<i64>| match end.map(|last| last.checked_add(1)) {
        Some(end) => Some(Leaf::Number(end?)),
        None => Some(Leaf::Open),
    };
    tuple_at(&without_zero(ends), &mut Vec::new(), &end)
}

/// A stride of 0 has no position; an offset without one is 0.
fn without_zero(mut offset: Offset) -> Offset {
    if offset.get(&Vec::new()) == Some(&Some(0)) {
        offset.remove(&Vec::new());
    }
    offset
}

/// An offset as a number or a coordinate, with a mode for each position up to the last; the only one may
/// be claimed by itself, as `3@1`. `None` if it is both a number and a coordinate.
pub fn offset_as(offset: &Offset, claimed: &Tuple<Leaf>) -> Option<Tuple<Leaf>> {
    let offset = without_zero(offset.clone());
    if let (Tuple::Leaf(Leaf::Basis(_) | Leaf::OpenAt(_)), Some((position, number))) =
        (claimed, offset.first_key_value().filter(|_| offset.len() == 1))
    {
        let position: String = position.iter().rev().map(|at| format!("@{at}")).collect();
        return Some(Tuple::Leaf(match number {
            Some(number) if position.is_empty() => Leaf::Number(*number),
            Some(number) => Leaf::Basis(format!("{number}{position}")),
            None => Leaf::OpenAt(position),
        }));
    }
    tuple_at(&offset, &mut Vec::new(), &|number| Some(Leaf::from(number)))
}

fn tuple_at(
    ends: &Offset,
    path: &mut Vec<u32>,
    leaf: &dyn Fn(Option<i64>) -> Option<Leaf>,
) -> Option<Tuple<Leaf>> {
    let at = path.len();
    let below =
        ends.keys().filter(|key| key.starts_with(path) && at < key.len()).map(|key| key[at]);
    let Some(last) = below.max() else {
        return leaf(ends.get(path).copied().unwrap_or(Some(0))).map(Tuple::Leaf);
    };
    if ends.contains_key(path) || 64 < last {
        return None;
    }
    let mut modes = Vec::new();
    for mode in 0..=last {
        path.push(mode);
        modes.push(tuple_at(ends, path, leaf)?);
        path.pop();
    }
    Some(Tuple::Node(modes))
}

fn add_offset(
    coordinate: &Tuple<Leaf>,
    shape: &Tuple<Term>,
    stride: &Tuple<SymbolicStride>,
    offset: &mut Offset,
) -> Option<()> {
    match (coordinate, shape, stride) {
        (Tuple::Leaf(leaf), Tuple::Leaf(_), Tuple::Leaf(stride)) => {
            let place = match leaf {
                Leaf::All => Some(0),
                leaf => leaf.number(),
            };
            let term = match (place, stride.scale().as_constant()) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (Some(place), Some(stride)) => Some(place.checked_mul(stride)?),
                _ => None,
            };
            let sum = offset.entry(stride.path().to_vec()).or_insert(Some(0));
            *sum = sum.zip(term).and_then(|(sum, term)| sum.checked_add(term));
            Some(())
        }
        (Tuple::Node(coordinates), Tuple::Node(shapes), Tuple::Node(strides)) => {
            if coordinates.len() != shapes.len() {
                return None;
            }
            for (coordinate, (shape, stride)) in coordinates.iter().zip(shapes.iter().zip(strides))
            {
                add_offset(coordinate, shape, stride, offset)?;
            }
            Some(())
        }
        (Tuple::Leaf(Leaf::All), ..) => Some(()),
        (Tuple::Leaf(_), Tuple::Node(_), _) => {
            let extents = shape.map(&mut |extent| Leaf::from(extent.as_constant()));
            add_offset(&coordinate_of(coordinate, &extents)?, shape, stride, offset)
        }
        _ => None,
    }
}

/// The offset in the form of a claimed tuple, to which a beginning is added.
///
/// ```
/// use layout_math::partial::{Leaf, offset_at, offset_in_form};
///
/// let [at, begin, claimed] =
///     ["(1,2)", "3", "?"].map(|text| Leaf::tuple(text).expect("a tuple"));
/// let offset = offset_at(&at, &"(4,8):(1,4)".parse()?).expect("it fits");
/// assert_eq!(offset_in_form(&offset, Some(&begin), &claimed), Leaf::tuple("12"));
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn offset_in_form(
    offset: &Offset,
    begin: Option<&Tuple<Leaf>>,
    claimed: &Tuple<Leaf>,
) -> Option<Tuple<Leaf>> {
    let mut path = Vec::new();
    let mut reached = 0;
    let is_number = matches!(claimed, Tuple::Leaf(_));
    let form = in_form(offset, begin, claimed, &mut path, &mut reached);
    // A number has the empty position; an offset that the claim has no place for is another form.
    let moving = offset.iter().filter(|(path, sum)| !path.is_empty() && **sum != Some(0)).count();
    (is_number || moving == reached).then_some(form)
}

fn in_form(
    offset: &Offset,
    begin: Option<&Tuple<Leaf>>,
    claimed: &Tuple<Leaf>,
    path: &mut Vec<u32>,
    reached: &mut usize,
) -> Tuple<Leaf> {
    match claimed {
        Tuple::Leaf(_) => {
            let sum = offset.get(path).copied().unwrap_or(Some(0));
            *reached += usize::from(!path.is_empty() && sum != Some(0));
            let begin = match begin {
                Some(Tuple::Leaf(leaf)) => leaf.number(),
                _ => Some(0),
            };
            Tuple::Leaf(Leaf::from(sum.zip(begin).and_then(|(sum, begin)| sum.checked_add(begin))))
        }
        Tuple::Node(modes) => {
            let mut form = Vec::new();
            for (at, mode) in (0_u32..).zip(modes) {
                let begin = begin.and_then(|begin| begin.modes().get(at as usize));
                path.push(at);
                form.push(in_form(offset, begin, mode, path, reached));
                path.pop();
            }
            Tuple::Node(form)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{text, tuple};
    use super::*;

    #[test]
    fn coordinates_are_digits_of_an_index() {
        let of = |index: &str, shape: &str| text(coordinate_of(&tuple(index), &tuple(shape)));
        assert_eq!(of("14", "(4,8)"), "(2,3)");
        assert_eq!(of("(1,5)", "(4,(2,4))"), "(1,(1,2))");
        // The last mode takes what is left.
        assert_eq!(of("10", "(2,3)"), "(0,5)");
        assert_eq!(of("?", "(1,8)"), "(0,?)");
        assert_eq!(of("5", "(?,8)"), "(?,?)");
        assert_eq!(of("0", "(?,8)"), "(0,0)");
        assert_eq!(of("(1,2,3)", "(4,8)"), "none");
        let next = |at: &str, shape: &str| text(next_coordinate(&tuple(at), &tuple(shape)));
        assert_eq!(next("(3,2)", "(4,8)"), "(0,3)");
        assert_eq!(next("(1,2)", "(4,8)"), "(2,2)");
        assert_eq!(next("(1,2)", "(?,8)"), "(?,?)");
        assert_eq!(next("(1,2,3)", "(4,8)"), "none");
        // Places past the end.
        assert_eq!(next("(0,2,(3,3))", "(64,2,(16,4))"), "(1,0,(4,3))");
        assert_eq!(next("((2,2,3),2,2)", "((4,2,6),2,1)"), "((3,0,4),0,3)");
        let index = |at: &str, shape: &str| text(index_of(&tuple(at), &tuple(shape)));
        assert_eq!(index("(2,3)", "(4,8)"), "14");
        assert_eq!(index("(2,?)", "(4,8)"), "?");
        assert_eq!(index("((1,2),0)", "((2,4),?)"), "5");
        assert_eq!(index("(1,2,3)", "(4,8)"), "none");
        assert_eq!(index("((1,2),3)", "(4,8)"), "none");
    }

    #[test]
    fn places_are_where_a_layout_has_an_offset() {
        let of = |offset: &str, layout: &str| {
            let (shape, _) = layout.split_once(':').unwrap();
            text(place_of(&tuple(offset), &tuple(shape), &layout.parse().unwrap()))
        };
        assert_eq!(of("9", "(4,8):(8,1)"), "(1,1)");
        assert_eq!(of("13", "(4,(2,4)):(1,(4,8))"), "(1,(1,1))");
        assert_eq!(of("0", "(1,8):(8,1)"), "(0,0)");
        assert_eq!(of("?", "(1,8):(8,1)"), "(0,?)");
        assert_eq!(of("(2,32)", "(4,8):(2,16)"), "(1,2)");
        // Not reached, reached twice, past the end, not known.
        assert_eq!(of("9", "(4,8):(2,16)"), "none");
        assert_eq!(of("1", "(4,8):(1,1)"), "none");
        assert_eq!(of("1", "(4,8):(1,0)"), "none");
        assert_eq!(of("99", "(4,8):(1,4)"), "none");
        assert_eq!(of("(1,2,3)", "(4,8):(1,4)"), "none");
        let symbolic = "(4,M):(1,4)".parse().unwrap();
        assert_eq!(place_of(&tuple("9"), &tuple("(4,?)"), &symbolic), None);
    }

    #[test]
    fn coshapes_have_a_mode_for_each_position() {
        let of = |layout: &str| text(coshape_of(&layout.parse().unwrap()));
        assert_eq!(of("(2,3):(1,5)"), "12");
        assert_eq!(of("(2,3):(0,0)"), "1");
        assert_eq!(of("(2,M):(1,2)"), "?");
        assert_eq!(of("(2,3):(1@0,1@2)"), "(2,1,3)");
        assert_eq!(of("(2,3,4):(1@0,2@1,2@0)"), "(8,5)");
        assert_eq!(of("(2,1,3):(1@0,0,1@1)"), "(2,3)");
        assert_eq!(of("((2,2),3):((1@0@0,1@1@0),1@1)"), "((2,2),3)");
        // A position that is a number and has positions below it.
        assert_eq!(of("(2,3):(1@0,2@1@0)"), "none");
    }

    #[test]
    fn offsets_are_coordinates_of_their_positions() {
        let of = |at: &str, layout: &str, claimed: &str| {
            let offset = offset_at(&tuple(at), &layout.parse().unwrap()).unwrap();
            text(offset_as(&offset, &tuple(claimed)))
        };
        let basis = "(4,(2,3)):(1@0,(1@0@1,1@1@1))";
        assert_eq!(of("(1,(1,2))", basis, "(1,1,2)"), "(1,(1,2))");
        assert_eq!(of("(1,?)", "(4,8):(1@0,1@2)", "?"), "(1,0,?)");
        assert_eq!(of("(1,2)", "(4,8):(0,1@2)", "2@2"), "2@2");
        assert_eq!(of("(1,?)", "(4,8):(0,1@2)", "?@2"), "?@2");
        assert_eq!(of("(1,2)", "(4,8):(0,1@2)", "(0,0,2)"), "(0,0,2)");
        assert_eq!(of("(1,2)", "(4,8):(1,4)", "9"), "9");
        assert_eq!(of("(1,2)", "(4,8):(1@0,2@1@0)", "3"), "none");
    }

    #[test]
    fn offsets_are_sums_at_positions() {
        let of = |coordinate: &str, layout: &str, begin: &str, claimed: &str| {
            let offset = offset_at(&tuple(coordinate), &layout.parse().unwrap()).unwrap();
            text(offset_in_form(&offset, Some(&tuple(begin)), &tuple(claimed)))
        };
        assert_eq!(of("(1,2)", "(4,8):(1,4)", "0", "?"), "9");
        assert_eq!(of("(?,0)", "(4,8):(1,4)", "0", "?"), "?");
        assert_eq!(of("(1,?)", "(4,M):(1,0)", "0", "?"), "1");
        assert_eq!(of("(1,2)", "((2,3),4):((1@0,1@1),1@2)", "(0,0,0)", "(?,?,?)"), "(1,0,2)");
        assert_eq!(of("(_,(1,?))", "(8,(2,2)):(1@0,(8@0,4@1))", "(1,0)", "(?,?)"), "(9,?)");
        assert_eq!(of("(1,2)", "(4,8):(1@1,1@2)", "(0,0)", "(?,?)"), "none");
        // A whole mode of several stands for its first place, too.
        assert_eq!(of("(_,2)", "((2,3),4):((1,2),6)", "0", "?"), "12");
        let none = |coordinate: &str, layout: &str| {
            offset_at(&tuple(coordinate), &layout.parse().unwrap()).is_none()
        };
        assert!(none("(1,2,3)", "(4,8):(1,4)"));
        assert!(none("((1,2),3)", "(4,8):(1,4)"));
        let offset = offset_at(&tuple("(1,2)"), &"(4,8):(1,4)".parse().unwrap()).unwrap();
        assert_eq!(text(offset_in_form(&offset, None, &tuple("?"))), "9");
    }
}
