//! Where a value is poison because an input is.

use super::code::{Code, Node, Operation, Operator, operands};

/// On so many ways at most the poison of an input is followed to a value.
const MAX_WAYS: usize = 32;

/// Truths of one bit, and whether each is true.
type Way = Vec<(Node, bool)>;

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
        self.given_poison(&[other]).into_iter().all(|source| {
            let of_value = self.ways(source, value).unwrap_or_default();
            let of_other = self.ways(source, other).unwrap_or_else(|| vec![Way::new()]);
            of_other.iter().all(|way| of_value.iter().any(|own| is_part(own, way)))
        })
    }

    /// The ways on which the poison of an input comes to a value; `None` if they are too many.
    fn ways(&self, source: usize, value: Node) -> Option<Vec<Way>> {
        let mut found: Vec<Option<Vec<Way>>> = vec![Some(Vec::new()); value.position() + 1];
        for place in self.sources(&[value]) {
            let of = |node: Node| found[node.position()].as_ref();
            let ways = match self.operations()[place].1 {
                Operation::Input(_) if place == source => Some(vec![Way::new()]),
                Operation::Select(condition, yes, no) => {
                    let chosen =
                        [(yes, no, true), (no, yes, false)].map(|(node, other, is_true)| {
                            let truth = self.plain(condition, is_true);
                            let others = of(other)?;
                            let with = |way: &Way| {
                                let mut way = way.clone();
                                // What both choices are poison by does not depend on the condition.
                                if !others.iter().any(|other| is_part(other, &way)) {
                                    way.push(truth);
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

    /// A truth without the operations that turn it round.
    fn plain(&self, truth: Node, is_true: bool) -> (Node, bool) {
        match self.operations()[truth.position()].1 {
            Operation::Binary { operator: Operator::Xor, left, right, .. }
                if self.bits(truth) == 1 && self.constant(right).is_some_and(|it| it != 0) =>
            {
                self.plain(left, !is_true)
            }
            _ => (truth, is_true),
        }
    }
}

/// All ways, without those that another one is part of.
fn together(all: impl IntoIterator<Item = Option<Vec<Way>>>) -> Option<Vec<Way>> {
    let mut found: Vec<Way> = Vec::new();
    for way in all.into_iter().collect::<Option<Vec<_>>>()?.into_iter().flatten() {
        if !found.iter().any(|known| is_part(known, &way)) {
            found.retain(|known| !is_part(&way, known));
            found.push(way);
        }
    }
    (found.len() <= MAX_WAYS).then_some(found)
}

fn is_part(part: &Way, way: &Way) -> bool {
    part.iter().all(|truth| way.contains(truth))
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
        assert!(code.is_poison_where(x, sum) && !code.is_poison_where(sum, sum));
    }
}
