//! How much of each value of a code is needed.

use super::code::{Code, Flags, Node, Operation, Operator};

/// The value with its sign is needed, not only so many of its bits.
pub(super) const ALL: u32 = u32::MAX;

/// How many of the lowest bits of each value are needed, or [`ALL`], where `exact` are needed with
/// their signs and all bits of `offsets` are needed.
///
/// Law: values that have these bits, whatever their others are, give operations the bits that are
/// needed of them. Only operands that are needed with their signs have to be what they stand for.
pub(super) fn needs(code: &Code, exact: &[Node], offsets: &[Node]) -> Vec<u32> {
    let operations = code.operations();
    let mut needs = vec![0; operations.len()];
    for node in exact {
        needs[node.position()] = ALL;
    }
    for &node in offsets {
        // An offset of 64 bits that has a value has these 64 bits.
        let need = if code.bits(node) == 64 { 64 } else { ALL };
        raise(&mut needs, node, need);
    }
    for (position, &(bits, operation)) in operations.iter().enumerate().rev() {
        let need = needs[position];
        let low = need.min(bits);
        if need == 0 {
            continue;
        }
        match operation {
            Operation::Input(_) | Operation::Constant(_) => {}
            Operation::Binary { operator, left, right, flags } => {
                let [a, b] = match operator {
                    _ if bits == 1 || flags != Flags::default() => [ALL, ALL],
                    Operator::Add | Operator::Subtract | Operator::Multiply => [low, low],
                    Operator::And | Operator::Or | Operator::Xor => [low, low],
                    Operator::ShiftLeft => [low, ALL],
                    Operator::Modulo | Operator::RemainderUnsigned => {
                        [power(code, right).unwrap_or(ALL), ALL]
                    }
                    Operator::FloorDivide | Operator::DivideUnsigned => {
                        [dividend(need, power(code, right), bits), ALL]
                    }
                    Operator::ShiftRightSigned | Operator::ShiftRightUnsigned => {
                        let places = constant(code, right).and_then(|k| u32::try_from(k).ok());
                        [dividend(need, places, bits), ALL]
                    }
                    Operator::DivideSigned
                    | Operator::RemainderSigned
                    | Operator::CeilDivide
                    | Operator::CeilDivideUnsigned => [ALL, ALL],
                };
                raise(&mut needs, left, a);
                raise(&mut needs, right, b);
            }
            Operation::SignExtend(from) | Operation::ZeroExtend(from) => {
                let need = if bits <= code.bits(from) { low } else { ALL };
                raise(&mut needs, from, need);
            }
            Operation::Compare { left, right, .. } => {
                raise(&mut needs, left, ALL);
                raise(&mut needs, right, ALL);
            }
            Operation::Select(condition, yes, no) => {
                raise(&mut needs, condition, ALL);
                raise(&mut needs, yes, need);
                raise(&mut needs, no, need);
            }
        }
    }
    needs
}

/// What a quotient by `2^places` needs of the dividend, if `need` is needed of it.
pub(super) fn dividend(need: u32, places: Option<u32>, bits: u32) -> u32 {
    let need = places.and_then(|places| need.checked_add(places));
    need.filter(|&need| need <= bits).unwrap_or(ALL)
}

fn raise(needs: &mut [u32], node: Node, need: u32) {
    let known = &mut needs[node.position()];
    *known = need.max(*known);
}

fn constant(code: &Code, node: Node) -> Option<i64> {
    match code.operations()[node.position()].1 {
        Operation::Constant(constant) => Some(constant),
        _ => None,
    }
}

/// The exponent of a constant that is a power of two.
fn power(code: &Code, node: Node) -> Option<u32> {
    constant(code, node).filter(|c| 0 < *c && c & (c - 1) == 0).map(i64::trailing_zeros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_of_a_quotient_needs_few_bits() {
        let mut code = Code::default();
        let x = code.input(64);
        let constant = |code: &mut Code, value| code.push(64, Operation::Constant(value));
        let (two, eight) = (constant(&mut code, 2), constant(&mut code, 8));
        let binary = |code: &mut Code, operator, left, right| {
            let flags = Flags::default();
            code.push(64, Operation::Binary { operator, left, right, flags })
        };
        let sum = binary(&mut code, Operator::Add, x, x);
        let eighth = binary(&mut code, Operator::FloorDivide, sum, eight);
        let bit = binary(&mut code, Operator::Modulo, eighth, two);
        let found = needs(&code, &[], &[bit]);
        let at = |node: Node| found[node.position()];
        assert_eq!([at(bit), at(eighth), at(sum), at(x), at(two)], [64, 1, 4, 4, ALL]);
        // All bits of the quotient need the sign of the sum, and that has 64 bits to have it.
        let found = needs(&code, &[], &[eighth]);
        let at = |node: Node| found[node.position()];
        assert_eq!([at(bit), at(eighth), at(sum), at(x)], [0, 64, ALL, 64]);
        assert_eq!(needs(&code, &[sum], &[])[..4], [64, 0, 0, ALL]);
    }
}
