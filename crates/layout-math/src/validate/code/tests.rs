use super::*;

#[track_caller]
fn check(operator: Operator, operands: [i64; 2], expected: Result<i64, &'static str>) {
    let both = Flags { nsw: true, nuw: true };
    assert_eq!(operator.apply(operands[0], operands[1], 8, both), expected);
}

#[test]
fn numbers_of_eight_bits() {
    check(Operator::Add, [100, 27], Ok(127));
    check(Operator::Add, [100, 28], Err(NSW));
    check(Operator::Add, [-1, 1], Err(NUW));
    check(Operator::Subtract, [3, 4], Err(NUW));
    check(Operator::Multiply, [16, 8], Err(NSW));
    check(Operator::ShiftLeft, [31, 2], Ok(124));
    check(Operator::ShiftLeft, [1, 8], Err("shifts too far"));
    check(Operator::DivideUnsigned, [-1, 2], Ok(127));
    check(Operator::DivideUnsigned, [-128, 1], Ok(-128));
    check(Operator::DivideUnsigned, [1, 0], Err("divides by 0"));
    check(Operator::DivideSigned, [-7, 2], Ok(-3));
    check(Operator::DivideSigned, [-128, -1], Err("has a quotient that does not fit"));
    check(Operator::FloorDivide, [-7, 2], Ok(-4));
    check(Operator::FloorDivide, [7, 2], Ok(3));
    check(Operator::CeilDivide, [7, 2], Ok(4));
    check(Operator::CeilDivide, [-7, 2], Ok(-3));
    check(Operator::CeilDivide, [7, -2], Ok(-3));
    check(Operator::CeilDivideUnsigned, [-1, 2], Ok(-128));
    check(Operator::RemainderUnsigned, [-1, 10], Ok(5));
    check(Operator::RemainderSigned, [-7, 3], Ok(-1));
    check(Operator::Modulo, [-7, 3], Ok(2));
    check(Operator::Modulo, [7, -3], Err("divides by a number below 1"));
    check(Operator::ShiftRightUnsigned, [-1, 4], Ok(15));
    check(Operator::ShiftRightSigned, [-17, 4], Ok(-2));
    check(Operator::Xor, [-1, 5], Ok(-6));
    let wrapping = Operator::Add.apply(100, 100, 8, Flags::default());
    assert_eq!(wrapping, Ok(-56));
}

#[test]
fn poison_spreads_but_not_from_the_branch_that_is_not_taken() {
    let mut code = Code::default();
    let x = code.input(64);
    let zero = code.push(64, Operation::Constant(0));
    let flags = Flags::default();
    let quotient =
        Operation::Binary { operator: Operator::DivideUnsigned, left: x, right: x, flags };
    let quotient = code.push(64, quotient);
    let relation = CmpPredicate::Equal;
    let is_zero = code.push(1, Operation::Compare { relation, left: x, right: zero });
    let safe = code.push(64, Operation::Select(is_zero, zero, quotient));
    let sum = Operation::Binary { operator: Operator::Add, left: quotient, right: x, flags };
    let sum = code.push(64, sum);
    let at_zero = code.evaluate(&[0]);
    assert_eq!(at_zero[is_zero.position()], Ok(-1));
    assert_eq!(at_zero[safe.position()], Ok(0));
    assert_eq!(at_zero[sum.position()], Err(Poison { node: quotient, reason: "divides by 0" }));
    assert_eq!(code.evaluate(&[9])[sum.position()], Ok(10));
}

#[test]
fn widths() {
    let mut code = Code::default();
    let x = code.input(8);
    let signed = code.push(64, Operation::SignExtend(x));
    let plain = code.push(64, Operation::ZeroExtend(x));
    let short = code.push(4, Operation::SignExtend(x));
    let found = code.evaluate(&[200]);
    let at = |node: Node| found[node.position()];
    assert_eq!([at(x), at(signed), at(plain), at(short)], [Ok(-56), Ok(-56), Ok(200), Ok(-8)]);
}

#[test]
fn an_extension_by_no_bits_is_the_number() {
    let mut code = Code::folding();
    let x = code.input(8);
    assert_eq!(code.push(8, Operation::ZeroExtend(x)), x);
    assert_eq!(code.push(8, Operation::SignExtend(x)), x);
    let [plain, signed] =
        [Operation::ZeroExtend(x), Operation::SignExtend(x)].map(|own| code.push(16, own));
    assert_eq!((code.bits(plain), code.bits(signed)), (16, 16));
    let found = code.evaluate(&[200]);
    assert_eq!((found[plain.position()], found[signed.position()]), (Ok(200), Ok(-56)));
}
