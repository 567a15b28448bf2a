use super::*;
use crate::algebra::{Budget, Verdict};
use crate::validate::{Definition, Refinement, refines};

const BYTE: Interval = Interval { low: Some(-128), high: Some(127) };
const TRUTH: Interval = Interval { low: Some(0), high: Some(1) };

/// A table with the inputs of a definition, and its code with the first value that it gives.
fn code(text: &str) -> (ExactTable, Vec<Exact>, Code, Node) {
    let definition: Definition = text.parse().unwrap();
    let (mut table, mut code) = (ExactTable::default(), Code::default());
    let bits = definition.input_bits();
    let nodes: Vec<Node> = bits.iter().map(|&bits| code.input(bits)).collect();
    let range = |bits: u32| if bits == 1 { TRUTH } else { BYTE };
    let inputs: Vec<Exact> =
        bits.iter().enumerate().map(|(number, &bits)| table.input(number, range(bits))).collect();
    let [_, values] = definition.write(&mut code, &nodes);
    (table, inputs, code, values[0])
}

/// What is said of the claim that the second value of a definition on truths is the first one.
fn verdict(text: &str) -> String {
    let definition: Definition = text.parse().unwrap();
    let mut code = Code::default();
    let bits = definition.input_bits();
    let inputs: Vec<Node> = bits.iter().map(|&bits| code.input(bits)).collect();
    let [premises, values] = definition.write(&mut code, &inputs);
    let (before, after) = (vec![values[0]], vec![values[1]]);
    let bounds = vec![(-1, 0); bits.len()];
    let (fits, is_part) = (false, false);
    let claim = Refinement { code: &code, before, after, premises, bounds, fits, is_part };
    match refines(&claim, &Budget::default()) {
        Verdict::Proved(method) => format!("proved by {method}"),
        Verdict::Refuted(found) => format!("{:?} {:?}", found.before, found.after),
        Verdict::Unknown(unknown) => unknown.to_string(),
    }
}

#[test]
fn operations_on_truths_are_polynomials() {
    // That one of two is true is that not both are not.
    let start = "%0: i1; %1: i1; %2 = -1: i1; %3 = xor %0, %2: i1; %4 = xor %1, %2: i1; ";
    let or = "%5 = and %3, %4: i1; %6 = xor %5, %2: i1; %7 = or %0, %1: i1; give %7, %6";
    assert_eq!(verdict(&(start.to_owned() + or)), "proved by canonical form");
    // That both are is not the same, which one of them shows.
    let wrong = or.replace("or %0", "and %0");
    assert_eq!(verdict(&(start.to_owned() + &wrong)), "[0] [Offset(Point([-1]))]");
    // Two truths differ where their opposites do, and where both hold they do not.
    let xor = "%5 = xor %3, %4: i1; %6 = xor %0, %1: i1; give %5, %6";
    assert_eq!(verdict(&(start.to_owned() + xor)), "proved by canonical form");
    let wrong = "%5 = or %0, %1: i1; %6 = xor %0, %1: i1; give %5, %6";
    assert_eq!(verdict(&(start.to_owned() + wrong)), "[-1] [Offset(Point([0]))]");
}

#[test]
fn the_last_bit_of_a_number_is_its_remainder_by_two() {
    for extension in ["sext", "zext"] {
        let text = format!("%0: i8; %1 = {extension} %0: i1; give %1");
        let (mut table, inputs, code, value) = code(&text);
        let read = Translation::new(&code, inputs.clone(), &[value], &[]).value(&mut table, value);
        let read = read.unwrap();
        let rest = table.modulo_by(inputs[0], 2).unwrap();
        assert_eq!((read.value, read.is_exact, read.bits), (rest, true, 1), "{text}");
    }
    let (mut table, inputs, code, value) = code("%0: i1; %1 = zext %0: i1; give %1");
    let read = Translation::new(&code, inputs.clone(), &[value], &[]).value(&mut table, value);
    assert_eq!(read.unwrap().value, inputs[0]);
}

/// A truth is 1 in a table and -1 as a number with a sign.
#[test]
fn truths_are_not_read_as_numbers_with_signs() {
    for text in [
        "%0: i1; %1 = sext %0: i8; give %1",
        "%0: i1; %1: i1; %2 = lt %0, %1: i1; give %2",
        "%0: i1; %1: i1; %2 = le %0, %1: i1; give %2",
        "%0: i1; %1: i1; %2 = add %0, %1: i1; give %2",
    ] {
        let (mut table, inputs, code, value) = code(text);
        let read = Translation::new(&code, inputs, &[value], &[]).value(&mut table, value);
        assert!(read.is_none(), "{text}");
    }
}

#[test]
fn a_quotient_with_signs_is_one_of_a_number_that_is_not_negative() {
    let (mut table, inputs, code, value) =
        code("%0: i8; %1 = 3: i8; %2 = divs %0, %1: i8; give %2");
    let mut translation = Translation::new(&code, inputs.clone(), &[value], &[]);
    let read = translation.value(&mut table, value).unwrap();
    assert_eq!(read.value, table.floor_by(inputs[0], 3).unwrap());
    let range = Interval::new(0, 127);
    assert_eq!(translation.conditions, [Condition { value: inputs[0], range }]);
}
