//! Every operation on every pattern of three bits, held to what it gives for each input and each choice of
//! the bits that are undefined.

use super::arithmetic::binary;
use super::bit::{
    Bit, FALSE, LOST, MAYBE_POISON, PARTLY_UNDEFINED, POISON, TRUE, UNDEFINED, not, variable,
};
use super::compare::{compare, compare_numbers};
use super::numeric::compute;
use super::row::{Row, low_bits};
use super::table::Table;
use crate::llvm::{Binary, Flags, Predicate};

const WIDTH: usize = 3;
/// Bits of two numbers of the input.
const INPUTS: usize = 2;

fn input(at: usize) -> Bit {
    variable(at as u32)
}

/// What a bit may be.
fn choices() -> [Bit; 6] {
    [FALSE, TRUE, input(0), not(input(0)), input(1), UNDEFINED]
}

/// The two numbers that the bits are for each input, one for each choice of those that are undefined.
fn numbers(bits: &[Bit]) -> Vec<Vec<[u64; 2]>> {
    let undefined: Vec<usize> = (0..bits.len()).filter(|&at| bits[at] == UNDEFINED).collect();
    let value = |bit: Bit, inputs: usize| match bit {
        FALSE | TRUE => u64::from(bit),
        _ => (0..INPUTS)
            .find_map(|at| {
                let own = (inputs >> at & 1) as u64;
                if bit == input(at) {
                    Some(own)
                } else {
                    (bit == not(input(at))).then_some(1 - own)
                }
            })
            .unwrap_or(0),
    };
    let of = |inputs: usize, choice: usize| {
        let own = |at: usize| match undefined.iter().position(|&own| own == at) {
            Some(place) => (choice >> place & 1) as u64,
            None => value(bits[at], inputs),
        };
        [0, WIDTH].map(|first| (0..WIDTH).map(|at| own(first + at) << at).sum())
    };
    let choices = 1 << undefined.len();
    (0..1 << INPUTS).map(|inputs| (0..choices).map(|own| of(inputs, own)).collect()).collect()
}

/// Nothing if a bit says of its values, some for each input, what is so: `None` where there is poison.
fn wrong(bit: Bit, at: usize, values: &[Vec<Option<u64>>]) -> Option<&'static str> {
    let is_poison = values.iter().flatten().any(Option::is_none);
    let of = |own: &[Option<u64>]| -> Vec<u64> {
        own.iter().flatten().map(|number| number >> at & 1).collect()
    };
    let is_open = |own: &Vec<Option<u64>>| of(own).contains(&0) && of(own).contains(&1);
    let is_always = |expected: &dyn Fn(usize) -> u64| {
        values
            .iter()
            .enumerate()
            .all(|(inputs, own)| of(own).iter().all(|&b| b == expected(inputs)))
    };
    let is_right = match bit {
        POISON => return (!is_poison).then_some("there is no poison"),
        MAYBE_POISON => true,
        _ if is_poison => return Some("there is poison"),
        FALSE | TRUE => is_always(&|_| u64::from(bit)),
        UNDEFINED => values.iter().all(is_open),
        PARTLY_UNDEFINED => values.iter().any(is_open),
        LOST => true,
        _ => (0..INPUTS).any(|own| {
            let number = |inputs: usize| (inputs >> own & 1) as u64;
            bit == input(own) && is_always(&number)
                || bit == not(input(own)) && is_always(&|inputs| 1 - number(inputs))
        }),
    };
    (!is_right).then_some("it is another bit")
}

/// Calls a function with the bits of two numbers, in each pattern of which at most three are undefined.
fn each_pattern(mut each: impl FnMut(&[Bit])) {
    let choices = choices();
    for pattern in 0..choices.len().pow(2 * WIDTH as u32) {
        let own = |at: u32| choices[pattern / choices.len().pow(at) % choices.len()];
        let bits: Vec<Bit> = (0..2 * WIDTH as u32).map(own).collect();
        if bits.iter().filter(|&&bit| bit == UNDEFINED).count() <= 3 {
            each(&bits);
        }
    }
}

fn row(bits: &[Bit], table: &mut Table) -> Row {
    Row::from_bits(bits.len() as u32, 1, table, |_, _, own| own.extend_from_slice(bits))
}

fn check(
    found: &Row,
    values: &[Vec<Option<u64>>],
    table: &Table,
    what: &dyn std::fmt::Debug,
    bits: &[Bit],
) {
    let mut own = Vec::new();
    found.unpack(0, table, &mut own);
    for (at, &bit) in own.iter().enumerate() {
        let wrong = wrong(bit, at, values);
        assert!(
            wrong.is_none(),
            "{what:?} of {bits:?}: bit {at} is {bit}: {}",
            wrong.unwrap_or("")
        );
    }
}

#[test]
fn operations() {
    let plain = Flags::default();
    let unsigned = Flags { no_unsigned_wrap: true, ..plain };
    let signed = Flags { no_signed_wrap: true, ..plain };
    let exact = Flags { exact: true, ..plain };
    let disjoint = Flags { disjoint: true, ..plain };
    let cases: Vec<(Binary, Flags)> = [
        (Binary::Add, &[plain, unsigned, signed][..]),
        (Binary::Sub, &[plain, unsigned, signed]),
        (Binary::Mul, &[plain, unsigned, signed]),
        (Binary::ShiftLeft, &[plain, unsigned, signed]),
        (Binary::ShiftRight, &[plain, exact]),
        (Binary::ShiftRightSigned, &[plain, exact]),
        (Binary::DivideUnsigned, &[plain, exact]),
        (Binary::DivideSigned, &[exact]),
        (Binary::RemainderUnsigned, &[plain]),
        (Binary::RemainderSigned, &[plain]),
        (Binary::And, &[plain]),
        (Binary::Or, &[plain, disjoint]),
        (Binary::Xor, &[plain]),
    ]
    .into_iter()
    .flat_map(|(name, flags)| flags.iter().map(move |&flags| (name, flags)))
    .collect();
    let mut table = Table::new();
    each_pattern(|bits| {
        let pairs = numbers(bits);
        let (a, b) = (row(&bits[..WIDTH], &mut table), row(&bits[WIDTH..], &mut table));
        for &(name, flags) in &cases {
            // Nobody divides by 0, nor the least number by -1.
            let is_fault = |[a, b]: [u64; 2]| {
                name.divides() && (b == 0 || a == 1 << (WIDTH - 1) && b == low_bits(WIDTH as u32))
            };
            if pairs.iter().flatten().any(|&pair| is_fault(pair)) {
                continue;
            }
            let value = |&[a, b]: &[u64; 2]| compute(name, flags, a, b, WIDTH as u32);
            let values: Vec<Vec<Option<u64>>> =
                pairs.iter().map(|own| own.iter().map(value).collect()).collect();
            let found = binary(name, flags, &a, &b, 1, &mut table);
            check(&found, &values, &table, &(name, flags), bits);
        }
    });
}

#[test]
fn comparisons() {
    let names = ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];
    let mut table = Table::new();
    each_pattern(|bits| {
        let pairs = numbers(bits);
        let (a, b) = (row(&bits[..WIDTH], &mut table), row(&bits[WIDTH..], &mut table));
        for predicate in names.into_iter().filter_map(Predicate::from_name) {
            let value = |&[a, b]: &[u64; 2]| {
                Some(u64::from(compare_numbers(predicate, a, b, WIDTH as u32)))
            };
            let values: Vec<Vec<Option<u64>>> =
                pairs.iter().map(|own| own.iter().map(value).collect()).collect();
            let found = compare(predicate, &a, &b, 1, &mut table);
            check(&found, &values, &table, &predicate, bits);
        }
    });
}
