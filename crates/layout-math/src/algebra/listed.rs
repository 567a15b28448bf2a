//! Relations as functions of the integral coordinate, looked at one coordinate at a time.

use std::collections::BTreeMap;
use std::ops::Range;

use super::verdict::Budget;
use crate::relation::{Context, EvaluationError, Pairs, Prepared, Relation};

/// A value that was not found: a number on the way passes 64 bits, a relation gives several values
/// or does not say them as expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotEvaluated;

/// A relation without parameters in a box of inputs.
///
/// The integral coordinate of several inputs counts them in the least box from 0 that holds all of
/// them, leftmost fastest. Holes in the box are coordinates without a value.
pub(super) struct Listed<'a> {
    /// All coordinates with a value are in this range.
    coordinates: Range<i64>,
    /// The ends of the box of the inputs.
    extents: Vec<i64>,
    values: ListedValues<'a>,
}

enum ListedValues<'a> {
    /// Outputs that are expressions, looked at where they are asked for.
    Evaluated(Prepared<'a>),
    /// All of them, by coordinates.
    Found(BTreeMap<i64, Vec<Vec<i64>>>),
}

impl<'a> Listed<'a> {
    /// `None` where the inputs are in no such box, and where neither evaluation nor isl lists a small
    /// one whose outputs are not said by expressions.
    pub fn new(relation: &'a Relation, budget: &Budget) -> Option<Self> {
        if relation.parameters().next().is_some() {
            return None;
        }
        if let Some(listed) = Listed::of_one_input(relation, budget) {
            return Some(listed);
        }
        let limit = usize::try_from(budget.walk_first).unwrap_or(0);
        match relation.enumerate(limit) {
            Ok(Some(pairs)) => return Listed::found(pairs),
            Ok(None) => {}
            Err(_) => {
                let context = Context::new(budget.isl_operations);
                let pairs = relation.to_map(&context).ok()?.pairs(budget.listed()).ok()?;
                return Listed::found(pairs);
            }
        }
        // The bounds in the formula of a single input need not be the least ones, unless both ends have a value.
        let has_value = |input: i64| relation.evaluate(&[], &[input]).is_ok_and(|v| !v.is_empty());
        let written = relation.input_box().filter(|bounds| match bounds[..] {
            [(low, high)] if low < high => {
                let size = high.checked_sub(low);
                size.is_some_and(|size| size <= budget.walk_last)
                    || has_value(low) && has_value(high - 1)
            }
            _ => false,
        });
        let bounds = written.or_else(|| hull(relation, budget))?;
        let (coordinates, extents) = counted(&bounds)?;
        let first: Vec<i64> = bounds.iter().map(|&(low, _)| low).collect();
        if !relation.says_outputs(&first) {
            let context = Context::new(budget.isl_operations);
            let pairs = relation.to_map(&context).and_then(|map| map.pairs(budget.listed()));
            if let Ok(pairs) = pairs {
                return Listed::found(pairs);
            }
            // Another piece may say them, or the first input have none.
            if relation.evaluate(&[], &first) == Err(EvaluationError::NotExplicit) {
                return None;
            }
        }
        let values = ListedValues::Evaluated(Prepared::new(relation));
        Some(Listed { coordinates, extents, values })
    }

    /// A relation of one input that a walk gets to the end of, if its outputs are expressions: the first and
    /// the last input with a value are looked for, and no other value before it is asked for.
    fn of_one_input(relation: &'a Relation, budget: &Budget) -> Option<Self> {
        let [(low, high)] = relation.input_box()?[..] else { return None };
        if high.checked_sub(low).is_none_or(|size| budget.walk_first < size) {
            return None;
        }
        let values = Prepared::new(relation);
        if !values.has_code() {
            return None;
        }
        // What is not found may be a value.
        let has_value = |input: &i64| values.values(&[*input]) != Ok(Vec::new());
        let Some(first) = (low..high).find(has_value) else { return Listed::found(Vec::new()) };
        let end = (first..high).rfind(has_value)?.checked_add(1)?;
        let values = ListedValues::Evaluated(values);
        Some(Listed { coordinates: first..end, extents: vec![end], values })
    }

    /// These pairs.
    fn found(pairs: Pairs) -> Option<Self> {
        let n_inputs = pairs.first().map_or(0, |(input, _)| input.len());
        let ends = |at: usize| -> Option<(i64, i64)> {
            let values = || pairs.iter().map(|(input, _)| input[at]);
            Some((values().min()?, values().max()?.checked_add(1)?))
        };
        let bounds: Vec<(i64, i64)> = (0..n_inputs).map(ends).collect::<Option<_>>()?;
        if pairs.is_empty() {
            let values = ListedValues::Found(BTreeMap::new());
            return Some(Listed { coordinates: 0..0, extents: Vec::new(), values });
        }
        let (coordinates, extents) = counted(&bounds)?;
        let mut found: BTreeMap<i64, Vec<Vec<i64>>> = BTreeMap::new();
        for (input, output) in pairs {
            let digits = input.iter().zip(&extents).rev();
            let coordinate = digits.fold(0, |number, (digit, extent)| number * extent + digit);
            found.entry(coordinate).or_default().push(output);
        }
        Some(Listed { coordinates, extents, values: ListedValues::Found(found) })
    }

    /// True if the inputs fill their box, so that the coordinates are all numbers below its size; a
    /// single input is its own coordinate. `None` if that is not seen at so many coordinates.
    pub fn is_box(&self, coordinates: i64) -> Option<bool> {
        match &self.values {
            _ if self.extents.len() == 1 => Some(true),
            ListedValues::Found(found) => {
                Some(i64::try_from(found.len()).is_ok_and(|n| n == self.coordinates.end))
            }
            ListedValues::Evaluated(_) if coordinates < self.coordinates.end => None,
            ListedValues::Evaluated(_) => {
                for coordinate in self.coordinates() {
                    if self.values(coordinate).ok()?.is_empty() {
                        return Some(false);
                    }
                }
                Some(true)
            }
        }
    }

    /// The ends of the box of the inputs; none if there are no inputs.
    pub fn extents(&self) -> &[i64] {
        &self.extents
    }

    /// How many steps of a walk a look at a coordinate costs, if the relation is evaluated.
    pub fn evaluation_cost(&self) -> Option<i64> {
        match &self.values {
            ListedValues::Evaluated(relation) => Some(relation.evaluation_cost()),
            ListedValues::Found(_) => None,
        }
    }

    /// The weights of the digits of the coordinate: of several inputs, or of the quotients of one.
    pub fn weights(&self) -> Vec<i64> {
        match &self.values {
            ListedValues::Evaluated(relation) if self.extents.len() == 1 => relation.breakpoints(),
            _ => {
                let product = |product: &mut i64, extent: &i64| {
                    *product = product.saturating_mul(*extent);
                    Some(*product)
                };
                self.extents.iter().scan(1, product).collect()
            }
        }
    }

    /// What is outside has no value; what is inside may have one.
    pub fn coordinates(&self) -> Range<i64> {
        self.coordinates.clone()
    }

    /// All outputs at a coordinate.
    pub fn values(&self, coordinate: i64) -> Result<Vec<Vec<i64>>, NotEvaluated> {
        match &self.values {
            ListedValues::Evaluated(relation) => {
                relation.values(&self.input(coordinate)).map_err(|_| NotEvaluated)
            }
            ListedValues::Found(found) => Ok(found.get(&coordinate).cloned().unwrap_or_default()),
        }
    }

    /// The outputs at `N` coordinates in a row, if each is one number and the only one, and that is seen at once.
    pub fn numbers<const N: usize>(&self, first: i64) -> Option<[i64; N]> {
        let coordinates: [i64; N] = std::array::from_fn(|place| first + place as i64);
        match &self.values {
            ListedValues::Evaluated(relation) if self.extents.len() == 1 => {
                relation.numbers(&[coordinates])
            }
            ListedValues::Evaluated(relation) => {
                let inputs = coordinates.map(|coordinate| self.input(coordinate));
                let part = |at: usize| std::array::from_fn(|place| inputs[place][at]);
                let parts: Vec<[i64; N]> = (0..self.extents.len()).map(part).collect();
                relation.numbers(&parts)
            }
            ListedValues::Found(found) => {
                let mut numbers = [0; N];
                for (number, coordinate) in numbers.iter_mut().zip(coordinates) {
                    let [output] = &found.get(&coordinate)?[..] else { return None };
                    let [output] = output[..] else { return None };
                    *number = output;
                }
                Some(numbers)
            }
        }
    }

    fn input(&self, coordinate: i64) -> Vec<i64> {
        let Some((_, bounded)) = self.extents.split_last() else { return Vec::new() };
        let mut rest = coordinate;
        let mut input = Vec::new();
        for extent in bounded {
            input.push(rest.rem_euclid(*extent));
            rest = rest.div_euclid(*extent);
        }
        input.push(rest);
        input
    }
}

/// The coordinates and the ends of a box of inputs; `None` if one of several inputs is negative.
fn counted(bounds: &[(i64, i64)]) -> Option<(Range<i64>, Vec<i64>)> {
    let extents: Vec<i64> = bounds.iter().map(|&(_, high)| high).collect();
    let coordinates = match bounds[..] {
        [(low, high)] => low..high,
        _ if bounds.iter().any(|&(low, _)| low < 0) => return None,
        _ => 0..extents.iter().try_fold(1_i64, |size, &extent| size.checked_mul(extent))?,
    };
    Some((coordinates, extents))
}

/// The least box that holds all inputs, by isl.
fn hull(relation: &Relation, budget: &Budget) -> Option<Vec<(i64, i64)>> {
    let operations = budget.isl_operations.min(HULL_OPERATIONS);
    let map = relation.to_map(&Context::new(operations)).ok()?;
    let bounds = map.reverse().ok()?.range_hull().ok()?;
    // A box without coordinates holds no inputs.
    bounds.or_else(|| map.is_empty().ok()?.then(|| vec![(0, 0); relation.n_inputs()]))
}

/// What isl may spend on finding the domain of a relation.
const HULL_OPERATIONS: u64 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;

    /// The coordinates with a value, and the values.
    #[track_caller]
    fn values(text: &str) -> Vec<(i64, i64)> {
        let relation: Relation = text.parse().unwrap();
        let listed = Listed::new(&relation, &Budget::default()).unwrap();
        let value = |c: i64| Some((c, listed.values(c).unwrap().first()?[0]));
        listed.coordinates().filter_map(value).collect()
    }

    #[test]
    fn inputs_are_counted_in_the_least_box_from_0() {
        assert_eq!(
            values("{ [i] -> [2i] : 0 <= i < 6 and i mod 2 = 0 }"),
            [(0, 0), (2, 4), (4, 8)]
        );
        assert_eq!(values("{ [i] -> [i + 9] : -2 <= i < 1 }"), [(-2, 7), (-1, 8), (0, 9)]);
        let triangle = "{ [i, j] -> [i + j] : 0 <= i < 3 and 0 <= j <= i }";
        assert_eq!(values(triangle), [(0, 0), (1, 1), (2, 2), (4, 2), (5, 3), (8, 4)]);
        assert_eq!(values("{ [i] -> [o] : 2o = i and 0 <= i < 6 }"), [(0, 0), (2, 1), (4, 2)]);
        assert_eq!(values("{ [i] -> [i] : 0 <= i < 2; [i] -> [3] : i = 3 }").len(), 3);
        assert_eq!(values("{ [i] -> [i] : 2 <= i < 2 }"), []);
        assert_eq!(values("{ [i] -> [i] : 2 = 3 }"), []);
        // The first coordinate of the box has no value, and the output of others is not an expression.
        let hole = "{ [i, j] -> [o] : i <= 1 and j > -i and o <= i and -4 + 4j <= 5o <= 4j }";
        assert_eq!(values(hole), [(1, 0), (2, 0), (3, 0), (5, 1)]);
        // The first input is in the piece whose output is an expression, the other is not.
        let mixed = "{ [i, j] -> [o] : 2o = i and 2 <= i and i <= j and 2j <= 4; [i, j] -> [0] : 0 <= i and i <= j and 2j <= 1 }";
        assert_eq!(values(mixed), [(0, 0), (8, 1)]);
        assert_eq!(values("{ [i, j] -> [i] : 0 <= i < j and j <= i }"), []);
    }

    /// Whether evaluated inputs fill their box is seen by a look at all of them.
    #[test]
    fn a_box_is_seen_to_be_filled() {
        let budget = Budget { walk_first: 2, ..Budget::default() };
        let is_box = |text: &str, coordinates: i64| {
            let relation: Relation = text.parse().unwrap();
            Listed::new(&relation, &budget).unwrap().is_box(coordinates)
        };
        let square = "{ [i, j] -> [i + j] : 0 <= i < 3 and 0 <= j < 3 }";
        let triangle = "{ [i, j] -> [i + j] : 0 <= i < 3 and 0 <= j <= i }";
        for (text, expected) in [(square, true), (triangle, false)] {
            assert_eq!(is_box(text, 8), None);
            assert_eq!(is_box(text, 9), Some(expected));
            assert_eq!(is_box(text, 10), Some(expected));
        }
        assert_eq!(is_box("{ [i] -> [i] : 0 <= i < 9 and i mod 2 = 0 }", 0), Some(true));
    }

    #[test]
    fn several_outputs_and_open_boxes() {
        let relation: Relation = "{ [i] -> [o] : 0 <= i < 2 and i <= o <= 1 }".parse().unwrap();
        let listed = Listed::new(&relation, &Budget::default()).unwrap();
        assert_eq!(listed.values(0).unwrap(), [[0], [1]]);
        assert_eq!(listed.values(1).unwrap(), [[1]]);
        let open: Relation = "{ [i] -> [i] : 0 <= i }".parse().unwrap();
        assert!(Listed::new(&open, &Budget::default()).is_none());
    }
}
