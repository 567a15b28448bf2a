//! A part of a code, for a claim that is about little of it.

use super::claim::Outcome;
use super::code::{Code, Node, Operation};
use super::refinement::{Difference, Refinement};

impl Code {
    /// What some nodes come from as code of its own on the same inputs, and the place of each of its
    /// operations in this code.
    pub(super) fn part(&self, nodes: &[Node]) -> (Code, Vec<usize>) {
        let mut part = Code::default();
        let mut places = Vec::new();
        let mut known = vec![None; self.operations().len()];
        let mut is_used = vec![false; self.operations().len()];
        self.sources(nodes).into_iter().for_each(|place| is_used[place] = true);
        for (place, &(bits, operation)) in self.operations().iter().enumerate() {
            let is_input = matches!(operation, Operation::Input(_));
            if !is_used[place] && !is_input {
                continue;
            }
            known[place] = Some(match is_input {
                true => part.input(bits),
                false => part.push(bits, operation.renamed(|node| known[node.position()])),
            });
            places.push(place);
        }
        (part, places)
    }
}

impl Operation {
    /// The same operation on other nodes; one that has no other name stays as it is.
    pub fn renamed(self, name: impl Fn(Node) -> Option<Node>) -> Self {
        let of = |node| name(node).unwrap_or(node);
        match self {
            Operation::Input(_) | Operation::Constant(_) => self,
            Operation::Binary { operator, left, right, flags } => {
                Operation::Binary { operator, left: of(left), right: of(right), flags }
            }
            Operation::SignExtend(from) => Operation::SignExtend(of(from)),
            Operation::ZeroExtend(from) => Operation::ZeroExtend(of(from)),
            Operation::Compare { relation, left, right } => {
                Operation::Compare { relation, left: of(left), right: of(right) }
            }
            Operation::Select(condition, yes, no) => {
                Operation::Select(of(condition), of(yes), of(no))
            }
        }
    }
}

impl Refinement<'_> {
    /// The same claim about a part of its code, whose operations have these places in it.
    pub(super) fn within<'b>(&self, part: &'b Code, places: &[usize]) -> Refinement<'b> {
        let own = |nodes: &[Node]| -> Vec<Node> {
            let place = |node: &Node| places.binary_search(&node.position()).ok();
            nodes.iter().filter_map(place).filter_map(|place| part.node(place)).collect()
        };
        Refinement {
            code: part,
            before: own(&self.before),
            after: own(&self.after),
            premises: own(&self.premises),
            bounds: self.bounds.clone(),
            fits: self.fits,
            is_part: self.is_part,
        }
    }
}

impl Difference {
    /// A difference in a part of a code, whose operations have these places, as one in the code.
    pub(super) fn back(mut self, code: &Code, places: &[usize]) -> Self {
        for outcome in &mut self.after {
            if let Outcome::Poison(poison) = outcome
                && let Some(node) = code.node(places[poison.node.position()])
            {
                poison.node = node;
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{Budget, Verdict};
    use crate::validate::{CmpPredicate, Flags, Operator, refines};

    #[test]
    fn a_difference_in_a_part_is_told_of_the_code() {
        let mut code = Code::default();
        let [_, x] = [code.input(8), code.input(8)];
        let seven = code.push(8, Operation::Constant(7));
        let unused = code
            .push(1, Operation::Compare { relation: CmpPredicate::Less, left: seven, right: x });
        let (operator, flags) = (Operator::Add, Flags { nsw: true, nuw: false });
        let sum = code.push(8, Operation::Binary { operator, left: x, right: seven, flags });
        let (part, places) = code.part(&[sum]);
        assert_eq!(places, [0, 1, 2, 4]);
        assert_eq!((part.n_inputs(), part.operations().len()), (2, 4));

        let flags = Flags::default();
        let before = code.push(8, Operation::Binary { operator, left: x, right: seven, flags });
        let claim = Refinement {
            code: &code,
            before: vec![before],
            after: vec![sum],
            premises: vec![],
            bounds: vec![(-128, 127); 2],
            fits: false,
            is_part: false,
        };
        let Verdict::Refuted(difference) = refines(&claim, &Budget::default()) else { panic!() };
        let Outcome::Poison(poison) = &difference.after[0] else { panic!() };
        assert_eq!((poison.node, unused.position()), (sum, 3));
        assert!(120 < difference.inputs[1], "{difference:?}");
    }
}
