//! Each operation by itself, at all numbers of 4 and 8 bits, and at those near the ends of longer
//! types, with operands of which the sign is known or not.

use super::facts::{Checked, check};
use super::machine::generate::{ARITH, INDEX, PREDICATES, conversions};
use super::machine::{Machine, MachineOperation, Type};

const I1: Type = Type::Integer(1);
const I4: Type = Type::Integer(4);
const I8: Type = Type::Integer(8);

/// What is known of an operand.
#[derive(Debug, Clone, Copy)]
enum KnownOperand {
    Nothing,
    Natural,
    Negative,
    Is(i64),
}

const SIGNS: [KnownOperand; 3] =
    [KnownOperand::Nothing, KnownOperand::Natural, KnownOperand::Negative];

impl Machine {
    /// A value of which something is known.
    fn known_operand(&mut self, r#type: Type, known: KnownOperand) -> usize {
        if let KnownOperand::Is(value) = known {
            return self.push(MachineOperation::Constant(value), &[], r#type);
        }
        let value = self.push(MachineOperation::Argument, &[], r#type);
        let predicate = match known {
            KnownOperand::Natural => "sge",
            KnownOperand::Negative => "slt",
            _ => return value,
        };
        let zero = self.push(MachineOperation::Constant(0), &[], r#type);
        let operation = MachineOperation::Compare("arith.cmpi", predicate);
        let condition = self.push(operation, &[value, zero], I1);
        self.push(MachineOperation::If(true), &[condition], I1);
        value
    }
}

/// The numbers of a type that are tried: all of a short one.
fn numbers(r#type: Type) -> Vec<i64> {
    if r#type.width() <= 8 {
        return (r#type.least()..=r#type.greatest()).collect();
    }
    let mut found = Vec::new();
    for near in [0, 1 << 7, 1 << 8, 1 << 31, 1 << 32, 1 << 62, i128::from(i64::MAX) + 1] {
        for number in [near - 3, near - 2, near - 1, near, near + 1, -near - 1, -near, 1 - near] {
            found.push(r#type.wrapped(number));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// All ways to give arguments their numbers.
fn all(program: &Machine) -> Vec<Vec<i64>> {
    let mut found = vec![Vec::new()];
    for argument in program.arguments() {
        let numbers = numbers(program.steps[argument].r#type);
        let with =
            |before: Vec<i64>| numbers.iter().map(move |&number| [&before[..], &[number]].concat());
        found = found.into_iter().flat_map(with).collect();
    }
    found
}

/// Programs of one operation.
fn binary(names: &[&'static str], r#type: Type, operands: &[[KnownOperand; 2]]) -> Vec<Machine> {
    let mut programs = Vec::new();
    for name in names {
        for known in operands {
            let mut program = Machine::default();
            let operands = known.map(|known| program.known_operand(r#type, known));
            program.push(MachineOperation::Binary(name), &operands, r#type);
            programs.push(program);
        }
    }
    programs
}

/// Each sign with each.
fn signs() -> Vec<[KnownOperand; 2]> {
    SIGNS.iter().flat_map(|&left| SIGNS.map(|right| [left, right])).collect()
}

/// A constant on a side of what has any sign.
fn constants(constants: &[i64], is_left: bool) -> Vec<[KnownOperand; 2]> {
    let pair = |value: i64, sign: KnownOperand| match is_left {
        true => [KnownOperand::Is(value), sign],
        false => [sign, KnownOperand::Is(value)],
    };
    constants.iter().flat_map(|&value| SIGNS.map(|sign| pair(value, sign))).collect()
}

#[track_caller]
fn check_all(programs: &[Machine], n_ends: usize, n_facts: usize) {
    let Checked { ends, facts, .. } = check(programs, all);
    println!("{} programs, {ends} runs, {facts} facts", programs.len());
    assert!(n_ends <= ends && n_facts <= facts, "{ends} runs, {facts} facts");
}

#[test]
fn of_4_bits() {
    let numbers = numbers(I4);
    let mut operands = signs();
    operands.extend(constants(&numbers, false));
    operands.extend(constants(&numbers, true));
    check_all(&binary(&ARITH, I4, &operands), 35_000, 100_000);
}

#[test]
fn of_8_bits() {
    let mut operands = signs();
    operands.extend(constants(&numbers(I8), false));
    check_all(&binary(&ARITH, I8, &operands), 7_000_000, 20_000_000);
}

#[test]
fn of_one_bit() {
    let mut operands = signs();
    operands.extend(constants(&[0, -1], false));
    operands.extend(constants(&[0, -1], true));
    check_all(&binary(&ARITH, I1, &operands), 300, 600);
}

#[test]
fn of_indices_and_of_32_and_64_bits() {
    for r#type in [Type::Integer(32), Type::Integer(64), Type::Index] {
        let mut operands = signs();
        operands.extend(constants(&numbers(r#type), false));
        operands.extend(constants(&[-2, -1, 0, 1, 2, 4], true));
        check_all(&binary(&ARITH, r#type, &operands), 80_000, 400_000);
        if r#type == Type::Index {
            check_all(&binary(&INDEX, r#type, &operands), 80_000, 400_000);
        }
    }
}

#[test]
fn conversions_of_all_widths() {
    let types = [1, 4, 7, 8, 16, 32, 63, 64].map(Type::Integer);
    let types: Vec<Type> = types.into_iter().chain([Type::Index]).collect();
    let mut programs = Vec::new();
    for &from in &types {
        for &to in &types {
            for name in conversions(from, to) {
                for known in SIGNS {
                    let mut program = Machine::default();
                    let operand = program.known_operand(from, known);
                    program.push(MachineOperation::Convert(name), &[operand], to);
                    programs.push(program);
                }
            }
        }
    }
    check_all(&programs, 15_000, 30_000);
}

/// What a condition says where it holds, and where it does not.
#[test]
fn conditions() {
    let mut programs = Vec::new();
    let mut add = |name, r#type, operands: Vec<[KnownOperand; 2]>| {
        for predicate in PREDICATES {
            for &known in &operands {
                for holds in [true, false] {
                    let mut program = Machine::default();
                    let operands = known.map(|known| program.known_operand(r#type, known));
                    let operation = MachineOperation::Compare(name, predicate);
                    let condition = program.push(operation, &operands, I1);
                    program.push(MachineOperation::If(holds), &[condition], I1);
                    programs.push(program);
                }
            }
        }
    };
    for r#type in [I1, I4, I8, Type::Integer(32), Type::Integer(64), Type::Index] {
        let some: Vec<i64> = if r#type == I4 { numbers(I4) } else { vec![-1, 0] };
        let mut operands = signs();
        operands.extend(constants(&some, false));
        operands.extend(constants(&some, true));
        if r#type == Type::Index {
            add("index.cmp", r#type, operands.clone());
        }
        add("arith.cmpi", r#type, operands);
    }
    check_all(&programs, 1_000_000, 3_000_000);
}

#[test]
fn selections() {
    let mut programs = Vec::new();
    for r#type in [I1, I4] {
        let mut operands = signs();
        operands.extend(constants(&numbers(r#type), false));
        operands.extend(constants(&numbers(r#type), true));
        for known in operands {
            let mut program = Machine::default();
            let condition = program.push(MachineOperation::Argument, &[], I1);
            let [yes, no] = known.map(|known| program.known_operand(r#type, known));
            program.push(MachineOperation::Select, &[condition, yes, no], r#type);
            programs.push(program);
        }
    }
    check_all(&programs, 3_000, 6_000);
}
