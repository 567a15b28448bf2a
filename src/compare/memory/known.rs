//! What follows from truths by how they are written.

use std::collections::BTreeSet;

use super::world::World;
use crate::validate::{CmpPredicate, Node, Operation, Operator};

impl World<'_> {
    /// Adds truths, and those that follow from them.
    pub fn learn(&mut self, known: &mut BTreeSet<Node>, truths: Vec<Node>) {
        let mut pending = truths;
        let mut either = Vec::new();
        loop {
            while let Some(truth) = pending.pop() {
                if self.constant(truth).is_some() || !known.insert(truth) {
                    continue;
                }
                match self.reader.code().operations()[truth.position()].1 {
                    Operation::Binary { operator: Operator::And, left, right, .. } => {
                        pending.extend([left, right]);
                    }
                    Operation::Binary { operator: Operator::Xor, left, right, .. }
                        if self.constant(right) == Some(-1) =>
                    {
                        pending.extend(self.opposite(left));
                    }
                    Operation::Compare { relation, left, right } => {
                        pending.extend(self.above(relation, left, right));
                    }
                    _ => either.extend(self.alternatives(truth)),
                }
            }
            // One of two is true if the other one is not.
            for (left, right) in std::mem::take(&mut either) {
                let [not_left, not_right] = [left, right].map(|truth| self.not(truth));
                if self.follows(known, not_left) {
                    pending.push(right);
                } else if self.follows(known, not_right) {
                    pending.push(left);
                } else {
                    either.push((left, right));
                }
            }
            if pending.is_empty() {
                return;
            }
        }
    }

    /// What a number that is above another one is not.
    fn above(&mut self, relation: CmpPredicate, left: Node, right: Node) -> Vec<Node> {
        let than = self.constant(left);
        let not: &[i64] = match (relation, than) {
            (CmpPredicate::Less, Some(0..)) | (CmpPredicate::LessOrEqual, Some(1..)) => &[0, -1],
            (CmpPredicate::LessUnsigned, _) => &[0],
            _ => &[],
        };
        let bits = self.reader.code().bits(right);
        let mut found = Vec::new();
        for &number in not {
            let number = self.reader.constant(bits, number);
            found.push(self.compare(CmpPredicate::NotEqual, right, number));
        }
        found
    }

    /// What is true where a truth is not.
    pub fn opposite(&mut self, truth: Node) -> Vec<Node> {
        match self.reader.code().operations()[truth.position()].1 {
            Operation::Compare { relation, left, right } => {
                let (relation, left, right) = match relation {
                    CmpPredicate::Equal => (CmpPredicate::NotEqual, left, right),
                    CmpPredicate::NotEqual => (CmpPredicate::Equal, left, right),
                    CmpPredicate::Less => (CmpPredicate::LessOrEqual, right, left),
                    CmpPredicate::LessOrEqual => (CmpPredicate::Less, right, left),
                    CmpPredicate::LessUnsigned => (CmpPredicate::LessOrEqualUnsigned, right, left),
                    CmpPredicate::LessOrEqualUnsigned => (CmpPredicate::LessUnsigned, right, left),
                };
                vec![self.compare(relation, left, right)]
            }
            _ => {
                let sides = self.alternatives(truth).map(|(left, right)| [left, right]);
                sides.into_iter().flatten().map(|truth| self.not(truth)).collect()
            }
        }
    }

    /// True if a truth, or each of those that it is made of, is known.
    pub fn follows(&self, known: &BTreeSet<Node>, truth: Node) -> bool {
        let is_known = |truth: &Node| {
            known.contains(truth) || self.constant(*truth).is_some_and(|truth| truth != 0)
        };
        let is_one_known = |truth: &Node| {
            let alternatives = self.alternatives(*truth);
            alternatives.is_some_and(|(left, right)| is_known(&left) || is_known(&right))
        };
        let parts = || self.parts(&[truth]);
        is_known(&truth) || parts().iter().all(|truth| is_known(truth) || is_one_known(truth))
    }

    /// The truths that all of some are made of.
    pub fn parts(&self, truths: &[Node]) -> Vec<Node> {
        let mut pending: Vec<Node> = truths.iter().rev().copied().collect();
        let mut found = Vec::new();
        while let Some(truth) = pending.pop() {
            match self.reader.code().operations()[truth.position()].1 {
                Operation::Binary { operator: Operator::And, left, right, .. } => {
                    pending.extend([right, left]);
                }
                _ => found.push(truth),
            }
        }
        found
    }

    /// The number 1 where a truth holds, else 0.
    pub fn as_number(&mut self, truth: Node) -> Node {
        let [zero, one] = [0, 1].map(|number| self.number(number));
        let operation = self.reader.code().operations()[truth.position()].1;
        let mut chosen = Operation::Select(truth, one, zero);
        // That one of two is true is that not both are false.
        if let Operation::Binary { operator: Operator::Or, left, right, .. } = operation {
            let opposites = [left, right].map(|truth| self.opposite(truth)).concat();
            if let [left, right] = opposites[..] {
                chosen = Operation::Select(self.both(left, right), zero, one);
            }
        }
        self.reader.push(64, chosen)
    }
}
