//! What follows for inputs from a truth that is that one of some others is true.

use super::code::{Code, Node, Operation, Operator};
use crate::affine::Interval;

/// A truth of which more others than this one is true says nothing of inputs.
const MAX_PARTS: usize = 16;

/// Narrows the bounds of inputs to those that they have where one or another of the truths is true that a premise
/// is made of, each of which has bounds of its own.
pub(super) fn one_of(
    code: &Code,
    premises: &[Node],
    ranges: &mut [Interval],
    of_part: impl Fn(Node, &[Interval]) -> Vec<Interval>,
) {
    for parts in premises.iter().map(|&premise| parts(code, premise)) {
        if !(2..=MAX_PARTS).contains(&parts.len()) {
            continue;
        }
        let all = parts.into_iter().map(|part| of_part(part, ranges)).reduce(|all, part| {
            all.into_iter().zip(part).map(|(all, part)| all.hull(part)).collect()
        });
        for (range, all) in ranges.iter_mut().zip(all.unwrap_or_default()) {
            *range = range.narrowed(all);
        }
    }
}

/// The truths of which a truth is that one is true.
fn parts(code: &Code, truth: Node) -> Vec<Node> {
    let mut found = Vec::new();
    let mut pending = vec![truth];
    while let Some(truth) = pending.pop() {
        match code.operations()[truth.position()].1 {
            Operation::Binary { operator: Operator::Or, left, right, .. } => {
                pending.extend([right, left]);
            }
            Operation::Select(left, yes, right) if code.constant(yes) == Some(-1) => {
                pending.extend([right, left]);
            }
            _ => found.push(truth),
        }
        // The same truth may be a part of many.
        if MAX_PARTS < found.len() + pending.len() {
            return Vec::new();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::Flags;

    #[test]
    fn bounds_are_those_of_all_parts() {
        let mut code = Code::default();
        let [a, b, c] = [0; 3].map(|_| code.input(1));
        let (operator, flags) = (Operator::Or, Flags::default());
        let either = code.push(1, Operation::Binary { operator, left: a, right: b, flags });
        let yes = code.push(1, Operation::Constant(-1));
        let all = code.push(1, Operation::Select(either, yes, c));
        let ends = |part| match part {
            _ if part == a => (2, 3),
            _ if part == b => (3, 3),
            _ => (5, 7),
        };
        let found = |truth| {
            let mut ranges = [Interval::new(-100, 6)];
            one_of(&code, &[truth], &mut ranges, |part, _| vec![ends(part).into()]);
            ranges[0]
        };
        assert_eq!(found(either), Interval::new(2, 3));
        assert_eq!(found(all), Interval::new(2, 6));
        assert_eq!(found(a), Interval::new(-100, 6));
    }
}
