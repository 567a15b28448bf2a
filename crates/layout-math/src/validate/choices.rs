//! What choices do in code: which operations are evaluated whatever is chosen, and which choices round a
//! quotient or remainder down.

use super::code::{CmpPredicate, Code, Node, Operation, Operator, operands};

pub(super) fn operation(code: &Code, node: Node) -> Operation {
    code.operations()[node.position()].1
}

pub(super) fn is_number(code: &Code, node: Node, number: i64) -> bool {
    operation(code, node) == Operation::Constant(number)
}

/// The operation, dividend and divisor of a choice that makes a remainder one that is not negative.
pub(super) fn modulo(
    code: &Code,
    condition: Node,
    yes: Node,
    no: Node,
) -> Option<(Operator, Node, Node)> {
    let Operation::Binary { operator: Operator::RemainderSigned, left: x, right: s, .. } =
        operation(code, no)
    else {
        return None;
    };
    let Operation::Binary { operator: Operator::Add, left, right, .. } = operation(code, yes)
    else {
        return None;
    };
    let is_sum = (left, right) == (no, s) || (left, right) == (s, no);
    (is_sum && is_negative(code, condition, no)).then_some((Operator::Modulo, x, s))
}

/// The same of a choice that rounds a quotient down.
pub(super) fn floor(
    code: &Code,
    condition: Node,
    yes: Node,
    no: Node,
) -> Option<(Operator, Node, Node)> {
    let Operation::Binary { operator: Operator::DivideSigned, left: y, right: s, .. } =
        operation(code, no)
    else {
        return None;
    };
    let Operation::Select(other, mirrored, x) = operation(code, y) else { return None };
    let is_floor = is_negative(code, condition, x)
        && is_negative(code, other, x)
        && is_mirrored(code, mirrored, x)
        && is_mirrored(code, yes, no);
    is_floor.then_some((Operator::FloorDivide, x, s))
}

fn is_negative(code: &Code, condition: Node, of: Node) -> bool {
    matches!(operation(code, condition),
        Operation::Compare { relation: CmpPredicate::Less, left, right }
            if left == of && is_number(code, right, 0))
}

/// True for -1 - x.
fn is_mirrored(code: &Code, node: Node, of: Node) -> bool {
    matches!(operation(code, node),
        Operation::Binary { operator: Operator::Subtract, left, right, .. }
            if right == of && is_number(code, left, -1))
}

/// The sums r + s that only choices of remainders use: where r is negative they do not wrap, and elsewhere
/// nobody has them. Without a positive s such a choice is not a function of integers.
pub(super) fn idle(code: &Code, values: &[Node]) -> Vec<bool> {
    let mut n_uses = vec![0; code.operations().len()];
    values.iter().for_each(|value| n_uses[value.position()] += 1);
    let mut is_sum = vec![false; n_uses.len()];
    for &(_, operation) in code.operations() {
        operands(operation).for_each(|node| n_uses[node.position()] += 1);
        if let Operation::Select(condition, yes, no) = operation
            && modulo(code, condition, yes, no).is_some()
        {
            is_sum[yes.position()] = true;
        }
    }
    is_sum.into_iter().zip(n_uses).map(|(is_sum, n_uses)| is_sum && n_uses == 1).collect()
}

/// The operations that make one of some values poison if they are poison.
pub(super) fn sure(code: &Code, values: &[Node]) -> Vec<bool> {
    let mut sure = vec![false; code.operations().len()];
    values.iter().for_each(|value| sure[value.position()] = true);
    for position in (0..sure.len()).rev() {
        if !sure[position] {
            continue;
        }
        match code.operations()[position].1 {
            Operation::Select(condition, ..) => sure[condition.position()] = true,
            operation => operands(operation).for_each(|node| sure[node.position()] = true),
        }
    }
    sure
}

#[cfg(test)]
mod tests {
    use super::super::code::Flags;
    use super::*;

    #[test]
    fn a_sum_that_others_use_is_not_idle() {
        let mut code = Code::default();
        let x = code.input(8);
        let flags = Flags::default();
        let binary = |code: &mut Code, operator, left, right| {
            code.push(8, Operation::Binary { operator, left, right, flags })
        };
        let (s, zero) =
            (code.push(8, Operation::Constant(8)), code.push(8, Operation::Constant(0)));
        let rest = binary(&mut code, Operator::RemainderSigned, x, s);
        let relation = CmpPredicate::Less;
        let condition = code.push(1, Operation::Compare { relation, left: rest, right: zero });
        let sum = binary(&mut code, Operator::Add, rest, s);
        let modulo = code.push(8, Operation::Select(condition, sum, rest));
        let is_idle = |code: &Code, values: &[Node]| idle(code, values)[sum.position()];
        assert!(is_idle(&code, &[modulo]));
        assert!(!is_idle(&code, &[modulo, sum]));
        let other = binary(&mut code, Operator::Add, sum, x);
        assert!(!is_idle(&code, &[modulo, other]));
        assert!(!is_idle(&code, &[modulo, other, sum]));
    }
}
