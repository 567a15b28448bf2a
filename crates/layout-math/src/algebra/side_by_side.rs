//! Two functions looked at from coordinates that are counted alike.

use std::ops::Range;

use super::any_layout::AnyLayout;
use super::evaluate::Evaluator;
use super::relations::view_with_inputs;

/// The values of two functions at the same coordinate.
///
/// That is the integral coordinate. If several inputs of a relation form no box, they are compared with
/// the inputs of the other relation or with the modes of the other layout, and the coordinate counts
/// them in the least box from 0 that holds those of both, leftmost fastest.
pub(super) struct SideBySide<'e> {
    functions: [&'e Evaluator<'e>; 2],
    coordinates: Range<i64>,
    boxes: Option<Boxes>,
}

/// The sizes of the digits of a coordinate.
struct Boxes {
    joint: Vec<i64>,
    own: [Vec<i64>; 2],
}

impl<'e> SideBySide<'e> {
    /// `None` if the coordinates of the two are not of the same kind, or if more than so many steps are
    /// needed to see whether they are.
    pub fn new(
        [a, b]: [&AnyLayout; 2],
        [left, right]: &'e [Evaluator<'e>; 2],
        steps: i64,
    ) -> Option<Self> {
        let functions = [left, right];
        if left.is_counted(steps)? && right.is_counted(steps)? {
            let (left, right) = (left.coordinates(), right.coordinates());
            let coordinates = left.start.min(right.start)..left.end.max(right.end);
            return Some(SideBySide { functions, coordinates, boxes: None });
        }
        let own = match (left.input_ends(), right.input_ends()) {
            (Some(left), Some(right)) => [left.to_vec(), right.to_vec()],
            (Some(left), None) => [left.to_vec(), mode_sizes(b, left.len())?],
            (None, Some(right)) => [mode_sizes(a, right.len())?, right.to_vec()],
            (None, None) => return None,
        };
        let [left, right] = &own;
        if left.len() != right.len() {
            return None;
        }
        let joint: Vec<i64> =
            left.iter().zip(right).map(|(left, right)| *left.max(right)).collect();
        let size = joint.iter().try_fold(1_i64, |size, &end| size.checked_mul(end))?;
        Some(SideBySide { functions, coordinates: 0..size, boxes: Some(Boxes { joint, own }) })
    }

    /// All coordinates at which one of the two may have a value.
    pub fn coordinates(&self) -> Range<i64> {
        self.coordinates.clone()
    }

    /// At how many of `N` coordinates in a row, from the first on, both have the same number. `None` if one of
    /// them is not seen at once to have one number at each: in particular where its own coordinates are not in a
    /// row or end before.
    pub fn alike_in_a_row<const N: usize>(&self, first: i64) -> Option<usize> {
        if N != 1 && self.boxes.is_some() {
            return None;
        }
        let numbers = |side: usize| {
            let own = self.own_coordinate(side, first)?;
            let last = own.checked_add(N as i64 - 1)?;
            let are_own = self.functions[side].coordinates().contains(&last);
            if are_own { self.functions[side].numbers::<N>(own) } else { None }
        };
        let (left, right) = (numbers(0)?, numbers(1)?);
        Some(left.iter().zip(&right).take_while(|(left, right)| left == right).count())
    }

    /// All values of each at a coordinate, in ascending order: none where it has none. `None` if one is
    /// not found.
    pub fn values(&self, coordinate: i64) -> Option<[Vec<Vec<i64>>; 2]> {
        Some([self.values_of(0, coordinate)?, self.values_of(1, coordinate)?])
    }

    fn values_of(&self, side: usize, coordinate: i64) -> Option<Vec<Vec<i64>>> {
        let Some(own) = self.own_coordinate(side, coordinate) else { return Some(Vec::new()) };
        let mut values = self.functions[side].values(own).ok()?;
        values.sort_unstable();
        Some(values)
    }

    /// The coordinate of one of the two, if it is one of its own.
    fn own_coordinate(&self, side: usize, coordinate: i64) -> Option<i64> {
        let own = match &self.boxes {
            None => Some(coordinate),
            Some(boxes) => boxes.own_coordinate(side, coordinate),
        };
        own.filter(|own| self.functions[side].coordinates().contains(own))
    }
}

impl Boxes {
    /// The coordinate of a function that has the same digits; `None` if one is past its end there.
    fn own_coordinate(&self, side: usize, coordinate: i64) -> Option<i64> {
        let (mut rest, mut own, mut weight) = (coordinate, 0, 1);
        for (&joint, &size) in self.joint.iter().zip(&self.own[side]) {
            let digit = rest % joint;
            if size <= digit {
                return None;
            }
            own += digit * weight;
            weight *= size;
            rest /= joint;
        }
        Some(own)
    }
}

/// The sizes of the modes of a layout that has so many inputs.
fn mode_sizes(layout: &AnyLayout, n_inputs: usize) -> Option<Vec<i64>> {
    let (_, sizes) = view_with_inputs(layout, n_inputs)?;
    sizes.iter().map(|size| size.as_constant()).collect()
}

#[cfg(test)]
mod tests {
    use crate::algebra::{AnyLayout, Budget, Kind, Verdict, equivalent};

    fn compare(left: &str, right: (Kind, &str)) -> String {
        let left = AnyLayout::parse(Kind::Relation, left).unwrap();
        let right = AnyLayout::parse(right.0, right.1).unwrap();
        match equivalent(&left, &right, &Budget::default()) {
            Verdict::Proved(method) => method.to_string(),
            Verdict::Refuted(difference) => difference.to_string(),
            Verdict::Unknown(unknown) => unknown.to_string(),
        }
    }

    #[test]
    fn inputs_that_are_no_box_are_compared_with_as_many_modes() {
        // Without 2 in the first input where the second is 0.
        let hole = "{ [i, j] -> [i + 4j] : 0 <= i < 4 and 0 <= j < 3 and i <= j + 1 }";
        assert_eq!(
            compare(hole, (Kind::Cute, "((2,2),3):((1,2),4)")),
            "layouts differ at coordinate 2: none and 2"
        );
        let three = "{ [i, j, k] -> [i] : 0 <= i <= j and j < 3 and 0 <= k < 2 }";
        assert_eq!(
            compare(hole, (Kind::Relation, three)),
            "the inputs of the relation do not form a box that begins at 0"
        );
        let open = "{ [i, j] -> [i + 3j] : 0 <= i and i < j }";
        assert_eq!(
            compare(open, (Kind::Cute, "(3,3):(1,3)")),
            "layouts differ at coordinate 0: none and 0"
        );
        let large = "{ [i, j] -> [i + 1000j] : 0 <= i < 1000 and 0 <= j < 1000 and i <= j + 998 }";
        assert_eq!(
            compare(large, (Kind::Cute, "((10,100),1000):((1,10),1000)")),
            "layouts differ at coordinate 999: none and 999"
        );
    }
}
