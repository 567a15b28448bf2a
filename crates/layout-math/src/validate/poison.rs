//! Where a value is poison because an input is.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::code::{CmpPredicate, Code, Node, Operation, Operator, operands};

/// On so many ways at most the poison of an input is followed to a value.
const MAX_WAYS: usize = 32;

/// What is true on a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Truth {
    /// A truth of one bit, and whether it is true.
    Is(Node, bool),
    Compares(CmpPredicate, Term, Term),
}

/// What a comparison compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    Number(i64),
    Value(Node),
}

type Way = BTreeSet<Truth>;

impl Code {
    /// True if a value is seen to be poison wherever another one is because an input is that may be poison. A
    /// choice is poison where what it chooses is.
    ///
    /// ```
    /// use layout_math::validate::{Code, Flags, Operation, Operator};
    ///
    /// let mut code = Code::default();
    /// let [c, x] = [code.input(1), code.input(1)];
    /// code.may_be_given_poison(x);
    /// let chosen = code.push(1, Operation::Select(c, c, x));
    /// let flags = Flags::default();
    /// let either = Operation::Binary { operator: Operator::Or, left: c, right: x, flags };
    /// let either = code.push(1, either);
    /// assert!(code.is_poison_where(either, chosen) && !code.is_poison_where(chosen, either));
    /// ```
    pub fn is_poison_where(&self, value: Node, other: Node) -> bool {
        let sources = self.given_poison(&[other]);
        if sources.is_empty() {
            return true;
        }
        // What makes the value poison however it comes about is no way of its own.
        let strict = self.strict(value);
        sources.into_iter().filter(|source| !strict.contains(source)).all(|source| {
            let of_value = self.ways(source, value, &FxHashSet::default()).unwrap_or_default();
            let of_other = self.ways(source, other, &strict).unwrap_or_else(|| vec![Way::new()]);
            of_other.iter().all(|way| of_value.iter().any(|own| own.is_subset(way)))
        })
    }

    /// The nodes where poison makes a value poison, whatever is chosen.
    fn strict(&self, value: Node) -> FxHashSet<usize> {
        let mut found = FxHashSet::default();
        let mut pending = vec![value];
        while let Some(node) = pending.pop() {
            if !found.insert(node.position()) {
                continue;
            }
            match self.operations()[node.position()].1 {
                Operation::Select(condition, ..) => pending.push(condition),
                operation => pending.extend(operands(operation)),
            }
        }
        found
    }

    /// The ways on which the poison of an input comes to a value, but through these nodes; `None` if they are too
    /// many.
    fn ways(&self, source: usize, value: Node, but: &FxHashSet<usize>) -> Option<Vec<Way>> {
        let mut found: Vec<Option<Vec<Way>>> = vec![Some(Vec::new()); value.position() + 1];
        for place in self.sources(&[value]) {
            if place < source || but.contains(&place) {
                continue;
            }
            let of = |node: Node| found[node.position()].as_ref();
            let ways = match self.operations()[place].1 {
                Operation::Input(_) if place == source => Some(vec![Way::new()]),
                Operation::Select(condition, yes, no) => {
                    let chosen =
                        [(yes, no, true), (no, yes, false)].map(|(node, other, is_true)| {
                            let others = of(other)?;
                            let with = |way: &Way| {
                                let mut way = way.clone();
                                // What both choices are poison by does not depend on the condition.
                                if !others.iter().any(|other| other.is_subset(&way)) {
                                    self.learn(condition, is_true, &mut way);
                                }
                                way
                            };
                            Some(of(node)?.iter().map(with).collect::<Vec<Way>>())
                        });
                    let [yes, no] = chosen;
                    together([of(condition).cloned(), yes, no])
                }
                operation => together(operands(operation).map(|node| of(node).cloned())),
            };
            found[place] = ways;
        }
        found.pop()?
    }

    /// Adds all that a truth says which is true, or is not.
    fn learn(&self, truth: Node, is_true: bool, way: &mut Way) {
        let is_number = |node: Node, is_set: bool| {
            self.constant(node).is_some_and(|number| (number != 0) == is_set)
        };
        match self.operations()[truth.position()].1 {
            Operation::Binary { operator: Operator::Xor, left, right, .. }
                if self.bits(truth) == 1 && is_number(right, true) =>
            {
                self.learn(left, !is_true, way);
            }
            Operation::Binary { operator: Operator::And, left, right, .. } if is_true => {
                [left, right].into_iter().for_each(|part| self.learn(part, true, way));
            }
            Operation::Binary { operator: Operator::Or, left, right, .. } if !is_true => {
                [left, right].into_iter().for_each(|part| self.learn(part, false, way));
            }
            Operation::Select(condition, yes, no) if is_true && is_number(no, false) => {
                [condition, yes].into_iter().for_each(|part| self.learn(part, true, way));
            }
            Operation::Select(condition, yes, no) if !is_true && is_number(yes, true) => {
                [condition, no].into_iter().for_each(|part| self.learn(part, false, way));
            }
            Operation::Compare { relation, left, right } => {
                way.insert(self.comparison(relation, [left, right], is_true));
            }
            _ => {
                way.insert(Truth::Is(truth, is_true));
            }
        }
    }

    /// A comparison that is true, in the one form that it has: equal numbers in an order, others by at most.
    fn comparison(&self, relation: CmpPredicate, of: [Node; 2], is_true: bool) -> Truth {
        use CmpPredicate::{Equal, Less, LessOrEqual, LessOrEqualUnsigned, LessUnsigned, NotEqual};
        let [left, right] =
            of.map(|node| self.constant(node).map_or(Term::Value(node), Term::Number));
        let (relation, left, right) = match (relation, is_true) {
            (Equal, true) | (NotEqual, false) => (Equal, left.min(right), left.max(right)),
            (Equal, false) | (NotEqual, true) => (NotEqual, left.min(right), left.max(right)),
            (Less, false) => (LessOrEqual, right, left),
            (LessOrEqual, false) => (Less, right, left),
            (LessUnsigned, false) => (LessOrEqualUnsigned, right, left),
            (LessOrEqualUnsigned, false) => (LessUnsigned, right, left),
            (relation, true) => (relation, left, right),
        };
        let least = i64::MIN >> (64 - self.bits(of[0]));
        match (relation, left, right) {
            (Less, left, Term::Number(end)) if least < end => {
                Truth::Compares(LessOrEqual, left, Term::Number(end - 1))
            }
            (Less, Term::Number(end), right) if end < !least => {
                Truth::Compares(LessOrEqual, Term::Number(end + 1), right)
            }
            _ => Truth::Compares(relation, left, right),
        }
    }
}

/// All ways, without those that another one is part of.
fn together(all: impl IntoIterator<Item = Option<Vec<Way>>>) -> Option<Vec<Way>> {
    let mut found: Vec<Way> = Vec::new();
    for way in all.into_iter().collect::<Option<Vec<_>>>()?.into_iter().flatten() {
        if !found.iter().any(|known| known.is_subset(&way)) {
            found.retain(|known| !way.is_subset(known));
            found.push(way);
        }
    }
    (found.len() <= MAX_WAYS).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::Flags;

    #[test]
    fn poison_is_followed_through_choices() {
        let mut code = Code::default();
        let [c, d] = [code.input(1), code.input(1)];
        let [x, y] = [code.input(8), code.input(8)];
        code.may_be_given_poison(x);
        let flags = Flags::default();
        let one = code.push(1, Operation::Constant(1));
        let not = Operation::Binary { operator: Operator::Xor, left: c, right: one, flags };
        let not = code.push(1, not);
        let mut choose = |condition, yes, no| code.push(8, Operation::Select(condition, yes, no));
        let chosen = choose(c, x, y);
        let turned = choose(not, y, x);
        let twice = choose(d, chosen, y);
        let both = choose(d, chosen, turned);
        let always = choose(d, x, x);
        let sum = Operation::Binary { operator: Operator::Add, left: chosen, right: x, flags };
        let sum = code.push(8, sum);
        for (value, other, holds) in [
            (chosen, chosen, true),
            (chosen, turned, true),
            (turned, chosen, true),
            (chosen, twice, true),
            (twice, chosen, false),
            (chosen, both, true),
            (chosen, sum, false),
            (always, x, true),
            (both, chosen, true),
            (sum, x, true),
            (chosen, y, true),
        ] {
            assert_eq!(code.is_poison_where(value, other), holds, "{value:?} {other:?}");
        }
    }

    #[test]
    fn conditions_are_read_in_one_form() {
        let mut code = Code::default();
        let [c, d] = [code.input(1), code.input(1)];
        let [a, b] = [code.input(32), code.input(32)];
        let x = code.input(8);
        code.may_be_given_poison(x);
        let zero = code.push(8, Operation::Constant(0));
        let numbers = [0, 1].map(|number| code.push(32, Operation::Constant(number)));
        let (off, on) =
            (code.push(1, Operation::Constant(0)), code.push(1, Operation::Constant(1)));
        let flags = Flags::default();
        let binary = |operator, left, right| Operation::Binary { operator, left, right, flags };
        let compare = |relation, left, right| Operation::Compare { relation, left, right };
        let mut chosen_by = |operation, is_first: bool| {
            let condition = code.push(1, operation);
            let [yes, no] = if is_first { [x, zero] } else { [zero, x] };
            code.push(8, Operation::Select(condition, yes, no))
        };
        let pairs = [
            [
                chosen_by(binary(Operator::And, c, d), true),
                chosen_by(Operation::Select(c, d, off), true),
            ],
            [
                chosen_by(binary(Operator::Or, c, d), false),
                chosen_by(Operation::Select(c, on, d), false),
            ],
            [
                chosen_by(compare(CmpPredicate::Less, a, b), false),
                chosen_by(compare(CmpPredicate::LessOrEqual, b, a), true),
            ],
            [
                chosen_by(compare(CmpPredicate::Less, a, numbers[1]), true),
                chosen_by(compare(CmpPredicate::LessOrEqual, a, numbers[0]), true),
            ],
            [
                chosen_by(compare(CmpPredicate::Less, numbers[0], a), true),
                chosen_by(compare(CmpPredicate::LessOrEqual, numbers[1], a), true),
            ],
            [
                chosen_by(compare(CmpPredicate::NotEqual, a, b), false),
                chosen_by(compare(CmpPredicate::Equal, b, a), true),
            ],
        ];
        for [one, other] in pairs {
            assert!(code.is_poison_where(one, other) && code.is_poison_where(other, one));
        }
        for (at, [one, _]) in pairs.iter().enumerate() {
            let others = pairs.iter().enumerate().filter(|(other, _)| *other != at);
            for (_, [other, _]) in others {
                assert!(!code.is_poison_where(*one, *other), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn ways_that_are_too_many_prove_nothing() {
        let mut code = Code::default();
        let x = code.input(8);
        code.may_be_given_poison(x);
        let zero = code.push(8, Operation::Constant(0));
        let mut sum = zero;
        for _ in 0..40 {
            let c = code.input(1);
            let chosen = code.push(8, Operation::Select(c, x, zero));
            let flags = Flags::default();
            let next =
                Operation::Binary { operator: Operator::Add, left: sum, right: chosen, flags };
            sum = code.push(8, next);
        }
        let flags = Flags::default();
        let twice = Operation::Binary { operator: Operator::Add, left: sum, right: sum, flags };
        let twice = code.push(8, twice);
        assert!(code.is_poison_where(x, sum) && code.is_poison_where(sum, twice));
        let c = code.input(1);
        let chosen = code.push(8, Operation::Select(c, sum, zero));
        assert!(!code.is_poison_where(chosen, twice));
    }
}
