//! Bounds of offsets.

use super::lower::{Symbol, domain, lower};
use super::program::Style;
use crate::algebra::AnyLayout;

/// Bounds of each part of a layout's offset, both included, at coordinates within bounds.
///
/// They are those of the code that [`lower`] makes, which computes with what is known of its inputs: not
/// the least interval, but one that every offset is in. `symbols` are the names of the layout that have a
/// value, with the bounds of it. `None` if a coordinate may be one at which the layout has no offset and
/// of which nothing can be said then, below 0 for example, or if there is no code.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind};
/// use layout_math::code::offset_bounds;
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,8):(8,1)")?;
/// assert_eq!(offset_bounds(&layout, &[(0, 3), (2, 5)], &[]), Some(vec![(2, 29)]));
/// assert_eq!(offset_bounds(&layout, &[(0, 3), (-1, 5)], &[]), None);
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn offset_bounds(
    layout: &AnyLayout,
    coordinates: &[(i64, i64)],
    symbols: &[Symbol<'_>],
) -> Option<Vec<(i64, i64)>> {
    let program = lower(layout, coordinates, symbols, Style::Bits).ok()?;
    let mut places = coordinates.iter().zip(domain(layout, coordinates.len()));
    if !places.all(|(&(low, high), (least, greatest))| least <= low && high <= greatest) {
        return None;
    }
    let results = program.results().iter();
    Some(results.map(|&result| program.known(result)).map(|at| (at.low(), at.high())).collect())
}

/// Bounds of the natural coordinate of an index within bounds, both included: one pair for each extent,
/// leftmost fastest. `None` if the index may be negative, or an extent is less than 1.
///
/// Past the product of the extents it is the last part that goes on.
///
/// ```
/// use layout_math::code::digit_bounds;
///
/// assert_eq!(digit_bounds(&[4, 8], (0, 9)), Some(vec![(0, 3), (0, 2)]));
/// assert_eq!(digit_bounds(&[4, 8], (9, 10)), Some(vec![(1, 2), (2, 2)]));
/// assert_eq!(digit_bounds(&[4, 8], (0, 39)), Some(vec![(0, 3), (0, 9)]));
/// ```
pub fn digit_bounds(extents: &[i64], (low, high): (i64, i64)) -> Option<Vec<(i64, i64)>> {
    if low < 0 || high < low || extents.iter().any(|&extent| extent < 1) {
        return None;
    }
    let (mut low, mut high) = (low, high);
    let mut bounds = Vec::new();
    for (at, &extent) in extents.iter().enumerate() {
        if at + 1 == extents.len() {
            bounds.push((low, high));
            break;
        }
        let digits = (low % extent, high % extent);
        // Without a carry the digits are an interval.
        let is_interval = low / extent == high / extent;
        bounds.push(if is_interval { digits } else { (0, extent - 1) });
        (low, high) = (low / extent, high / extent);
    }
    Some(bounds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    #[track_caller]
    fn check(kind: Kind, text: &str, coordinates: &[(i64, i64)], expected: &[(i64, i64)]) {
        let layout = AnyLayout::parse(kind, text).unwrap();
        let bounds = offset_bounds(&layout, coordinates, &[]);
        assert_eq!(bounds.as_deref(), Some(expected), "{text}");
        // Every offset is within.
        for first in coordinates[0].0..=coordinates[0].1 {
            let others = coordinates[1..].iter().map(|&(low, _)| low);
            let coordinate: Vec<i64> = [first].into_iter().chain(others).collect();
            let offset = layout.apply(&coordinate, &[]).unwrap();
            for (part, (low, high)) in offset.iter().zip(expected) {
                assert!((low..=high).contains(&part), "{text} at {coordinate:?}");
            }
        }
    }

    #[test]
    fn bounds_of_every_kind() {
        check(Kind::Cute, "(4,8):(8,1)", &[(0, 31)], &[(0, 31)]);
        check(Kind::Cute, "(4,8):(-8,1)", &[(0, 3), (0, 7)], &[(-24, 7)]);
        // Past the end the last mode goes on.
        check(Kind::Cute, "4:2", &[(0, 9)], &[(0, 18)]);
        check(Kind::Cute, "(4,8):(1@0,1@1)", &[(0, 31)], &[(0, 3), (0, 7)]);
        check(Kind::Composed, "S<2,0,3> o 0 o 32:1", &[(0, 31)], &[(0, 31)]);
        check(Kind::Composed, "S<0,0,0> o 5 o 4:1", &[(0, 3)], &[(5, 8)]);
        check(Kind::Swizzle, "S<1,0,1>", &[(0, 1)], &[(0, 1)]);
        check(Kind::Linear, "{a = [[1,0],[4,2]]}", &[(0, 3)], &[(0, 5), (0, 2)]);
        check(Kind::Relation, "{ [i] -> [3i + 1] : 0 <= i < 5 }", &[(1, 4)], &[(4, 13)]);
    }

    #[test]
    fn nothing_is_said_of_what_is_outside() {
        let none = |kind, text, coordinates: &[(i64, i64)]| {
            let layout = AnyLayout::parse(kind, text).unwrap();
            assert_eq!(offset_bounds(&layout, coordinates, &[]), None, "{text}");
        };
        none(Kind::Linear, "{a = [[1,0],[4,2]]}", &[(0, 4)]);
        none(Kind::Relation, "{ [i] -> [3i + 1] : 0 <= i < 5 }", &[(0, 5)]);
        none(Kind::Cute, "4:2", &[(-1, 3)]);
        none(Kind::Tile, "[4;8]", &[(0, 3)]);
        none(Kind::Cute, "(4,8):(8,1)", &[(0, 3), (0, 3), (0, 3)]);
    }

    #[test]
    fn bounds_with_symbols_are_those_of_their_values() {
        let layout = AnyLayout::parse(Kind::Cute, "(M,8):(8,1) where M in [1,4096]").unwrap();
        let bounds = |symbol| offset_bounds(&layout, &[(0, 3), (0, 7)], &[("M", symbol)]);
        assert_eq!(bounds((1, 64)), Some(vec![(0, 31)]));
        let strided = AnyLayout::parse(Kind::Cute, "(4,8):(1,M) where M in [1,100]").unwrap();
        let bounds = offset_bounds(&strided, &[(0, 3), (0, 7)], &[("M", (0, i64::MAX))]);
        assert_eq!(bounds, Some(vec![(0, 703)]));
    }

    #[test]
    fn digits_are_those_of_every_index() {
        let extents = [3, 2, 2];
        for low in 0..20_i64 {
            for high in low..20 {
                let bounds = digit_bounds(&extents, (low, high)).unwrap();
                for index in low..=high {
                    let digits = [index % 3, index / 3 % 2, index / 6];
                    for (digit, (least, greatest)) in digits.iter().zip(&bounds) {
                        assert!((least..=greatest).contains(&digit), "{index} in {low}..={high}");
                    }
                }
            }
        }
        assert_eq!(digit_bounds(&extents, (-1, 4)), None);
        assert_eq!(digit_bounds(&[], (0, 4)), Some(vec![]));
        assert_eq!(digit_bounds(&[4, 1], (0, 3)), Some(vec![(0, 3), (0, 0)]));
        assert_eq!(digit_bounds(&[0, 4], (0, 3)), None);
    }

    /// On its whole domain the bounds of a CuTe layout are its least and its greatest offset.
    #[test]
    fn bounds_of_modes_are_reached() {
        let modes = || (2..=4).flat_map(|extent| (-3..=5).map(move |stride| (extent, stride)));
        for ((a, s), (b, t)) in modes().flat_map(|first| modes().map(move |second| (first, second)))
        {
            let layout = AnyLayout::parse(Kind::Cute, &format!("({a},{b}):({s},{t})")).unwrap();
            let offsets = || (0..a).flat_map(|i| (0..b).map(move |j| i * s + j * t));
            let expected = (offsets().min().unwrap(), offsets().max().unwrap());
            let bounds = offset_bounds(&layout, &[(0, a * b - 1)], &[]);
            assert_eq!(bounds, Some(vec![expected]), "{layout}");
        }
    }
}
