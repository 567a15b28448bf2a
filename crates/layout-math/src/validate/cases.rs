//! Proofs by cases: the values of inputs one by one, and what is left.

use super::refinement::{AtInputs, Difference, Refinement};
use super::sides::Sides;
use crate::algebra::{Method, Verdict};

/// So many boxes are looked at.
const MAX_BOXES: usize = 1024;

/// An input with more values than this has some of them taken off one by one.
const FEW: i128 = 64;

/// So many values are taken off an input with many.
const TAKEN_OFF: usize = 10;

/// Proves a claim by a normal form in each of a few boxes that the inputs are in, or at each point of a
/// box of one.
pub(super) fn by_cases(claim: &Refinement<'_>) -> Option<Verdict<Difference>> {
    let taken_off = vec![0; claim.bounds.len()];
    let mut pending = vec![(claim.code.ends_of_inputs(&claim.bounds), taken_off)];
    let mut boxes = 0;
    while let Some((bounds, taken_off)) = pending.pop() {
        boxes += 1;
        if MAX_BOXES < boxes {
            return None;
        }
        let sides = Sides::within(claim, &bounds);
        if sides.is_empty || sides.by_normal_form() {
            continue;
        }
        // What the premises say of the inputs makes the box smaller.
        let bounds = sides.ranges().iter().map(|range| range.as_ends());
        let bounds: Vec<(i64, i64)> = bounds.collect::<Option<_>>()?;
        if bounds.iter().all(|(low, high)| low == high) {
            let point: Vec<i64> = bounds.iter().map(|bounds| bounds.0).collect();
            match claim.at(&point) {
                AtInputs::Fails(difference) => return Some(Verdict::Refuted(difference)),
                AtInputs::Nothing | AtInputs::Holds => continue,
            }
        }
        let size = |&(low, high): &(i64, i64)| i128::from(high) - i128::from(low) + 1;
        let open = bounds.iter().enumerate().filter(|(_, bounds)| 1 < size(bounds));
        // The least one that has few values; else the one with fewest values off it.
        let few = open.clone().filter(|(_, bounds)| size(bounds) <= FEW);
        let input = few.min_by_key(|(_, bounds)| size(bounds)).or_else(|| {
            let may = open.filter(|(input, _)| taken_off[*input] < TAKEN_OFF);
            may.min_by_key(|(input, _)| taken_off[*input])
        });
        let (input, &(low, high)) = input?;
        let mut part = |low, high| {
            let (mut bounds, mut taken_off) = (bounds.clone(), taken_off.clone());
            bounds[input] = (low, high);
            taken_off[input] += 1;
            pending.push((bounds, taken_off));
        };
        if size(&(low, high)) <= FEW {
            (low..=high).rev().for_each(|value| part(value, value));
        } else {
            part(low + 1, high);
            part(low, low);
        }
    }
    Some(Verdict::Proved(Method::Cases { count: i64::try_from(boxes).unwrap_or(i64::MAX) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::code::{CmpPredicate, Code, Flags, Operation, Operator};

    /// `truth ? x : 0` is `x * truth` for either truth.
    #[test]
    fn a_truth_has_two_cases_whatever_its_bounds_are() {
        let mut code = Code::default();
        let [truth, x] = [code.input(1), code.input(32)];
        let zero = code.push(32, Operation::Constant(0));
        let flags = Flags::default();
        let operator = Operator::Multiply;
        let product = |left, right| Operation::Binary { operator, left, right, flags };
        let chosen = code.push(32, Operation::Select(truth, x, zero));
        let number = code.push(32, Operation::ZeroExtend(truth));
        let scaled = code.push(32, product(x, number));
        for bounds in [(-1, 0), (0, 1), (0, 0)] {
            let claim = Refinement {
                code: &code,
                before: vec![chosen],
                after: vec![scaled],
                premises: vec![],
                bounds: vec![bounds, (0, 1000)],
                fits: true,
                is_part: false,
            };
            let expected = Verdict::Proved(Method::Cases { count: 3 });
            assert_eq!(by_cases(&claim), Some(expected), "{bounds:?}");
        }
    }

    /// x * y is 0 where x is below 1, which is seen for each x of four.
    #[test]
    fn the_input_with_few_values_is_taken_first() {
        let mut code = Code::default();
        let [x, y] = [code.input(32), code.input(32)];
        let [zero, one] = [0, 1].map(|number| code.push(32, Operation::Constant(number)));
        let (operator, flags) = (Operator::Multiply, Flags::default());
        let product = code.push(32, Operation::Binary { operator, left: x, right: y, flags });
        let relation = CmpPredicate::Less;
        let is_zero = code.push(1, Operation::Compare { relation, left: x, right: one });
        let chosen = code.push(32, Operation::Select(is_zero, zero, product));
        let claim = Refinement {
            code: &code,
            before: vec![product],
            after: vec![chosen],
            premises: vec![],
            bounds: vec![(0, 3), (0, 1000)],
            fits: true,
            is_part: false,
        };
        // All of it, and each x.
        let expected = Verdict::Proved(Method::Cases { count: 5 });
        assert_eq!(by_cases(&claim), Some(expected));
    }
}
