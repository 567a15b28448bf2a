//! Truths that are made of others.

use super::CodeReader;
use crate::validate::{Flags, Node, Operation, Operator};

impl CodeReader<'_> {
    /// What is true where a truth is not.
    pub fn not(&mut self, truth: Node) -> Node {
        match self.negated(truth) {
            Some(of) => of,
            None => {
                let all = self.constant(1, -1);
                self.joined(Operator::Xor, truth, all)
            }
        }
    }

    /// What a truth is the opposite of, if that is how it is written.
    pub fn negated(&self, truth: Node) -> Option<Node> {
        match self.code.operations()[truth.position()].1 {
            Operation::Binary { operator: Operator::Xor, left, right, .. } => {
                (self.code.constant(right) == Some(-1)).then_some(left)
            }
            _ => None,
        }
    }

    /// What is true where two truths are.
    pub fn both(&mut self, left: Node, right: Node) -> Node {
        match [left, right].map(|node| self.code.constant(node)) {
            [Some(0), _] | [_, Some(-1)] => left,
            [_, Some(0)] | [Some(-1), _] => right,
            _ => self.joined(Operator::And, left, right),
        }
    }

    /// The same of a right one that may be poison where the left one is not true.
    pub fn both_in_order(&mut self, left: Node, right: Node) -> Node {
        match self.code.may_be_poison(&[right]) && self.code.constant(left).is_none() {
            true => {
                let no = self.constant(1, 0);
                self.push(1, Operation::Select(left, right, no))
            }
            false => self.both(left, right),
        }
    }

    /// What is true where the left one of two is, or the right one, which may be poison where the left one is
    /// true.
    pub fn either(&mut self, left: Node, right: Node) -> Node {
        match [left, right].map(|node| self.code.constant(node)) {
            [Some(0), _] | [_, Some(-1)] => right,
            [_, Some(0)] | [Some(-1), _] => left,
            _ if self.code.may_be_poison(&[right]) => {
                let yes = self.constant(1, -1);
                self.push(1, Operation::Select(left, yes, right))
            }
            _ => self.joined(Operator::Or, left, right),
        }
    }

    fn joined(&mut self, operator: Operator, left: Node, right: Node) -> Node {
        self.push(1, Operation::Binary { operator, left, right, flags: Flags::default() })
    }
}
