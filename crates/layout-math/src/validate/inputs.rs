//! What single premises say of inputs.

use super::code::{CmpPredicate, Code, Node, Operation, Operator};

/// The input that a premise says to be a multiple of a number, `x mod 8 = 0`, with that number.
pub(super) fn multiple(code: &Code, premise: Node) -> Option<(usize, i64)> {
    let operation = |node: Node| code.operations()[node.position()].1;
    let Operation::Compare { relation: CmpPredicate::Equal, left, right } = operation(premise)
    else {
        return None;
    };
    let Operation::Binary { operator: Operator::Modulo, left, right: of, .. } = operation(left)
    else {
        return None;
    };
    match (operation(of), operation(right)) {
        (Operation::Constant(of), Operation::Constant(0)) if 0 < of => {
            Some((input(code, left)?, of))
        }
        _ => None,
    }
}

/// The number of the input that a value is, in its width or a wider one.
pub(super) fn input(code: &Code, node: Node) -> Option<usize> {
    match code.operations()[node.position()].1 {
        Operation::Input(number) => Some(number),
        Operation::SignExtend(from) if code.bits(from) <= code.bits(node) => input(code, from),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::Definition;

    #[test]
    fn a_remainder_of_0_by_a_positive_number_says_a_multiple() {
        let found = |of: i64, rest: i64| {
            let text = format!(
                "%0: i64; %1 = {of}: i64; %2 = mod %0, %1: i64; %3 = {rest}: i64; %4 = eq %2, %3: i1; \
                 give %4"
            );
            let mut code = Code::default();
            let input = code.input(64);
            let [_, values] = text.parse::<Definition>().unwrap().write(&mut code, &[input]);
            multiple(&code, values[0])
        };
        assert_eq!(found(8, 0), Some((0, 8)));
        assert_eq!(found(8, 3), None);
        assert_eq!(found(-8, 0), None);
    }
}
