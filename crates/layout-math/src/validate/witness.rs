//! Inputs that obey premises, and what is seen there.

use super::code::{CmpPredicate, Code, Node, Operation, Poison, operands};
use super::inputs::{input, multiple};
use super::refinement::{AtInputs, Difference, Refinement};

/// So many points are tried of the least values, and as many of others.
const POINTS: usize = 4096;

/// Past so many least values of an input none is tried.
const LEAST: u64 = 64;

/// What an input is bounded by.
#[derive(Default, Clone)]
struct Bounds {
    /// Values that it is not below.
    low: Vec<Node>,
    /// Values that it is below, or not above.
    high: Vec<(Node, bool)>,
    /// Numbers that it is a multiple of.
    multiple: i64,
}

/// The inputs that a claim is about, in an order in which each is bounded by those before it.
pub(super) struct Domain<'a> {
    code: &'a Code,
    bounds: &'a [(i64, i64)],
    by: Vec<Bounds>,
    order: Vec<usize>,
    /// The constants of the code.
    constants: Vec<i64>,
}

/// What points show.
#[derive(Default)]
pub(super) struct PointSearch {
    /// The least one of those that were tried.
    pub difference: Option<Difference>,
    /// True if the claim says something at one of them.
    pub is_met: bool,
}

impl<'a> Domain<'a> {
    pub fn new(code: &'a Code, premises: &[Node], bounds: &'a [(i64, i64)]) -> Self {
        let mut by = vec![Bounds { multiple: 1, ..Bounds::default() }; code.n_inputs()];
        for &premise in premises {
            if let Some((number, of)) = multiple(code, premise) {
                by[number].multiple = of;
            }
            let Operation::Compare { relation, left, right } =
                code.operations()[premise.position()].1
            else {
                continue;
            };
            let is_strict = relation == CmpPredicate::Less;
            match (relation, input(code, left), input(code, right)) {
                (CmpPredicate::Less | CmpPredicate::LessOrEqual, Some(number), _) => {
                    by[number].high.push((right, is_strict));
                }
                (CmpPredicate::LessOrEqual, None, Some(number)) => by[number].low.push(left),
                _ => {}
            }
        }
        let order = order(code, &by);
        let mut constants: Vec<i64> = code
            .operations()
            .iter()
            .filter_map(|&(_, operation)| match operation {
                Operation::Constant(constant) => Some(constant),
                _ => None,
            })
            .collect();
        constants.sort_unstable();
        constants.dedup();
        Domain { code, bounds, by, order, constants }
    }

    /// The point with the inputs that are chosen, each between the first and the last of the values, in
    /// steps, that those before leave to it, or further below, down to the least one; `None` if one has
    /// no value left.
    pub fn point(
        &self,
        mut choose: impl FnMut((i64, i64, i64), i64) -> Option<i64>,
    ) -> Option<Vec<i64>> {
        let mut point = vec![0; self.code.n_inputs()];
        for &number in &self.order {
            let (mut low, mut high) = self.bounds[number];
            let by = &self.by[number];
            if !by.low.is_empty() || !by.high.is_empty() {
                let values = self.code.evaluate(&point);
                let value = |node: &Node| values[node.position()].ok();
                for bound in by.low.iter().filter_map(value) {
                    low = low.max(bound);
                }
                for (bound, is_strict) in &by.high {
                    if let Some(bound) = value(bound) {
                        high = high.min(bound.saturating_sub(i64::from(*is_strict)));
                    }
                }
            }
            if self.code.bits(self.code.inputs()[number]) == 1 {
                (low, high) = (0, 1);
            }
            // Numbers of any sign are tried from 0 on, and their negations.
            let is_any = low < 0 && 0 < high;
            let first = if is_any { 0 } else { low };
            let first = first.checked_add(first.checked_neg()?.rem_euclid(by.multiple))?;
            if high < first {
                return None;
            }
            point[number] = choose((first, high, by.multiple), low)?;
        }
        Some(point)
    }

    /// One of the values at which code goes wrong if it does: the ends, powers of two, the constants of
    /// the code, each with its neighbors, and any small one.
    fn chosen(&self, random: i64, (low, high, step): (i64, i64, i64)) -> i64 {
        let (kind, random) = (random % 16, random / 16);
        let count = (high.saturating_sub(low) / step).saturating_add(1);
        let is_short = count <= 1 << 12;
        let near = random / 64 % 3 - 1;
        let steps = match kind {
            0 => 0,
            1 | 2 if is_short => count - 1,
            3 | 4 if is_short => random % count,
            5..=8 => (1_i64 << (random % 10)) + near,
            9 => (1_i64 << (random % 63)).saturating_add(near),
            10 if !self.constants.is_empty() => {
                let constant = self.constants[random as usize / 192 % self.constants.len()];
                (constant.saturating_sub(low) / step).saturating_add(near)
            }
            11 if self.by.len() < 4 => count - 1,
            12 => random % 128,
            _ => random % 12,
        };
        low.saturating_add(steps.rem_euclid(count).saturating_mul(step)).min(high)
    }

    /// Looks at the least points, and at others here and there.
    pub fn look(&self, claim: &Refinement<'_>) -> PointSearch {
        let mut found = PointSearch::default();
        let mut look = |point: Option<Vec<i64>>| {
            let Some(point) = point else { return };
            match claim.at(&point) {
                AtInputs::Nothing => {}
                AtInputs::Holds => found.is_met = true,
                AtInputs::Fails(difference) => {
                    found.is_met = true;
                    let is_less =
                        |other: &Difference| size(&difference.inputs) < size(&other.inputs);
                    if found.difference.as_ref().is_none_or(is_less) {
                        found.difference = Some(difference);
                    }
                }
            }
        };
        let n = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
        let fits = |side: &u64| side.checked_pow(n).is_some_and(|all| all <= POINTS as u64);
        let side = (1..=LEAST).take_while(fits).last().unwrap_or(1);
        for number in 0..side.saturating_pow(n).min(POINTS as u64) {
            let mut left = number;
            look(self.point(|(low, high, step), _| {
                let digit = (left % side) as i64;
                left /= side;
                low.checked_add(digit * step).filter(|value| *value <= high)
            }));
        }
        // A linear congruential generator: the same points in every run.
        let mut state = 1_u64;
        for _ in 0..POINTS {
            look(self.point(|(low, high, step), least| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let random = (state >> 24) as i64;
                let value = self.chosen(random, (low, high, step));
                let negated = value.checked_neg().filter(|&negated| least <= negated);
                let is_negated = least < low && state >> 60 == 0;
                Some(negated.filter(|_| is_negated).unwrap_or(value))
            }));
        }
        found
    }
}

pub(super) fn size(point: &[i64]) -> impl Ord + use<> {
    let sum: i128 = point.iter().map(|&value| i128::from(value).abs()).sum();
    (sum, point.to_vec())
}

/// The inputs in an order in which bounds are known, as far as there is one.
fn order(code: &Code, by: &[Bounds]) -> Vec<usize> {
    let needs: Vec<Vec<usize>> = by
        .iter()
        .map(|bounds| {
            let nodes = bounds.low.iter().chain(bounds.high.iter().map(|(node, _)| node));
            let mut is_used = vec![false; code.operations().len()];
            nodes.for_each(|node| is_used[node.position()] = true);
            let mut inputs = Vec::new();
            for (position, &(_, operation)) in code.operations().iter().enumerate().rev() {
                if is_used[position] {
                    operands(operation).for_each(|node| is_used[node.position()] = true);
                    if let Operation::Input(number) = operation {
                        inputs.push(number);
                    }
                }
            }
            inputs
        })
        .collect();
    let mut order: Vec<usize> = Vec::new();
    let next = |order: &[usize]| {
        let is_next = |number: &usize| !order.contains(number);
        let is_ready =
            |number: &usize| needs[*number].iter().all(|n| order.contains(n) || n == number);
        let ready = (0..by.len()).filter(is_next).find(is_ready);
        ready.or_else(|| (0..by.len()).find(is_next))
    };
    while let Some(next) = next(&order) {
        order.push(next);
    }
    order
}

impl Poison {
    /// True if the value passes its width as a signed number.
    pub(super) fn is_signed_wrap(&self) -> bool {
        self.reason == super::code::NSW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(n_inputs: usize) -> Code {
        let mut code = Code::default();
        (0..n_inputs).for_each(|_| _ = code.input(32));
        code
    }

    /// From where to where an input is chosen, and the least value that it may have.
    #[test]
    fn numbers_of_both_signs_are_tried_from_zero_on() {
        for (bounds, expected) in [
            ((-5, 3), (0, 3)),
            ((-5, 1), (0, 1)),
            ((-5, 0), (-5, 0)),
            ((-5, -2), (-5, -2)),
            ((0, 3), (0, 3)),
            ((2, 3), (2, 3)),
        ] {
            let (code, all) = (code(1), [bounds]);
            let mut seen = None;
            Domain::new(&code, &[], &all).point(|(first, last, step), least| {
                seen = Some(((first, last), step, least));
                Some(first)
            });
            assert_eq!(seen, Some((expected, 1, bounds.0)));
        }
    }

    #[test]
    fn choices_among_many_values() {
        let chosen = |n_inputs: usize, kind: i64, random: i64| {
            let (code, all) = (code(n_inputs), vec![(0, 9999); n_inputs]);
            Domain::new(&code, &[], &all).chosen(kind + 16 * random, (0, 9999, 1))
        };
        assert_eq!([0, 5, 6].map(|random| chosen(1, 0, random)), [0, 0, 0]);
        // The last one, if there are few inputs.
        assert_eq!([1, 3, 4, 5].map(|n_inputs| chosen(n_inputs, 11, 5)), [9999, 9999, 5, 5]);
        assert_eq!([5, 127, 128, 200].map(|random| chosen(1, 12, random)), [5, 127, 0, 72]);
        assert_eq!([5, 11, 12].map(|random| chosen(1, 13, random)), [5, 11, 0]);
    }
}
