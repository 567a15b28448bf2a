//! What the lowerings know of coordinates, made wrong: `layout-verify-lowering` refutes the code.
//!
//! A case is a piece of IR with a coordinate, the bounds that the coordinate has there, and bounds that
//! a mistake in reading the IR would give. The code for the layout is written for either, and stands in
//! the IR with an obligation. Of the wrong one a coordinate is shown, at which the layout and the code
//! are evaluated here.

#[allow(dead_code, reason = "nothing is executed here")]
mod run;

use std::fmt::Write as _;

use layout::algebra::{AnyLayout, Kind};
use layout::code::{Operator, Program, Source, Style, Value, lower};

struct Mutation {
    /// What is read wrong.
    mistake: &'static str,
    layout: &'static str,
    /// The IR around the obligation, which takes the place of `BODY` and is about `%c`.
    around: &'static str,
    bounds: (i64, i64),
    wrong: (i64, i64),
}

const CASES: [Mutation; 21] = [
    Mutation {
        mistake: "minui is its constant",
        layout: "(2,4):(4,1)",
        around: "%c4 = arith.constant 4 : index
                 %c = arith.minui %x, %c4 : index
                 BODY",
        bounds: (0, 4),
        wrong: (4, 4),
    },
    Mutation {
        mistake: "index.minu is its constant",
        layout: "(2,4):(4,1)",
        around: "%c4 = index.constant 4
                 %c = index.minu %c4, %x
                 BODY",
        bounds: (0, 4),
        wrong: (4, 4),
    },
    Mutation {
        mistake: "maxsi is at most its constant",
        layout: "(8,64):(64,1)",
        around: "%c4 = arith.constant 4 : index
                 %c = arith.maxsi %x, %c4 : index
                 BODY",
        bounds: (4, i64::MAX),
        wrong: (0, 4),
    },
    Mutation {
        mistake: "a remainder is less than the divisor less one",
        layout: "(8,2):(2,1)",
        around: "%c9 = arith.constant 9 : index
                 %c = arith.remui %x, %c9 : index
                 BODY",
        bounds: (0, 8),
        wrong: (0, 7),
    },
    Mutation {
        mistake: "a mask is the remainder by its last bit",
        layout: "(8,2):(2,1)",
        around: "%c12 = arith.constant 12 : index
                 %c = arith.andi %x, %c12 : index
                 BODY",
        bounds: (0, 12),
        wrong: (0, 7),
    },
    Mutation {
        mistake: "a choice is its first value",
        layout: "(8,2):(2,1)",
        around: "%c1 = arith.constant 1 : index
                 %c9 = arith.constant 9 : index
                 %c = arith.select %b, %c1, %c9 : index
                 BODY",
        bounds: (1, 9),
        wrong: (1, 1),
    },
    Mutation {
        mistake: "a narrow sum does not wrap",
        layout: "(8,32):(32,1)",
        around: "%c4 = arith.constant 4 : i4
                 %low = arith.trunci %y : i32 to i4
                 %sum = arith.addi %low, %c4 : i4
                 %c = arith.extui %sum : i4 to i32
                 BODY",
        bounds: (0, 15),
        wrong: (0, 7),
    },
    Mutation {
        mistake: "extsi is extui",
        layout: "(8,32):(32,1)",
        around: "%low = arith.trunci %y : i32 to i4
                 %wide = arith.extui %low : i4 to i32
                 %c = arith.index_cast %wide : i32 to index
                 BODY",
        bounds: (0, 15),
        wrong: (-8, 7),
    },
    Mutation {
        mistake: "a loop ends one earlier",
        layout: "(8,64):(64,1)",
        around: "%c0 = arith.constant 0 : index
                 %c1 = arith.constant 1 : index
                 %c9 = arith.constant 9 : index
                 scf.for %c = %c0 to %c9 step %c1 { BODY }",
        bounds: (0, 8),
        wrong: (0, 7),
    },
    Mutation {
        mistake: "a loop begins one later",
        layout: "(4,64):(64,1)",
        around: "%c3 = arith.constant 3 : index
                 %c1 = arith.constant 1 : index
                 %c8 = arith.constant 8 : index
                 scf.parallel (%c) = (%c3) to (%c8) step (%c1) { BODY }",
        bounds: (3, 7),
        wrong: (4, 7),
    },
    Mutation {
        mistake: "the bounds of a loop of two variables are exchanged",
        layout: "(8,64):(64,1)",
        around: "scf.forall (%i, %c) in (8, 16) { BODY }",
        bounds: (0, 15),
        wrong: (0, 7),
    },
    Mutation {
        mistake: "the least of two ends is the first",
        layout: "(32,4):(4,1)",
        around: "affine.for %k = 0 to 4 {
                   affine.for %c = 0 to min affine_map<(d0) -> (100 - d0 * 32, 50)>(%k) { BODY }
                 }",
        bounds: (0, 49),
        wrong: (0, 3),
    },
    Mutation {
        mistake: "a bound that is a map leaves out its constant",
        layout: "(32,4):(4,1)",
        around: "affine.parallel (%c) = (0) to (%x mod 32 + 5) { BODY }",
        bounds: (0, 35),
        wrong: (0, 30),
    },
    Mutation {
        mistake: "a signed comparison is one without signs",
        layout: "(64,4):(4,1)",
        around: "%c0 = arith.constant 0 : index
                 %c1 = arith.constant 1 : index
                 %c8 = arith.constant 8 : index
                 %c100 = arith.constant 100 : index
                 %c200 = arith.constant 200 : index
                 scf.for %c = %c0 to %c200 step %c1 {
                   %d = arith.subi %c, %c100 : index
                   %is = arith.cmpi slt, %d, %c8 : index
                   scf.if %is { BODY }
                 }",
        bounds: (0, 107),
        wrong: (100, 107),
    },
    Mutation {
        mistake: "or-equal is left out",
        layout: "(8,4):(4,1)",
        around: "%c8 = arith.constant 8 : index
                 %is = arith.cmpi ule, %x, %c8 : index
                 %c = arith.addi %x, %x0 : index
                 scf.if %is { BODY }",
        bounds: (0, 8),
        wrong: (0, 7),
    },
    Mutation {
        mistake: "else is then",
        layout: "(8,4):(4,1)",
        around: "%c8 = arith.constant 8 : index
                 %is = arith.cmpi slt, %x, %c8 : index
                 %c = arith.addi %x, %x0 : index
                 scf.if %is { } else { BODY }",
        bounds: (8, i64::MAX),
        wrong: (0, 7),
    },
    Mutation {
        mistake: "one of two conditions is enough",
        layout: "(8,4):(4,1)",
        around: "%c8 = arith.constant 8 : index
                 %is = arith.cmpi slt, %x, %c8 : index
                 %any = arith.ori %is, %b : i1
                 %c = arith.addi %x, %x0 : index
                 scf.if %any { BODY }",
        bounds: (i64::MIN, i64::MAX),
        wrong: (0, 7),
    },
    Mutation {
        mistake: "an integer set is strict",
        layout: "(8,4):(4,1)",
        around: "%c = arith.addi %x, %x0 : index
                 affine.if affine_set<(d0) : (d0 >= 0, 8 - d0 >= 0)>(%x) { BODY }",
        bounds: (0, 8),
        wrong: (0, 7),
    },
    Mutation {
        mistake: "a promise is one less",
        layout: "(8,4):(4,1)",
        around: "layout.assume %x in [0, 8]
                 %c = arith.addi %x, %x0 : index
                 BODY",
        bounds: (0, 8),
        wrong: (0, 7),
    },
    Mutation {
        mistake: "x is y",
        layout: "(8,4):(4,1)",
        around: "%c = gpu.thread_id x
                 BODY",
        bounds: (0, 31),
        wrong: (0, 7),
    },
    Mutation {
        mistake: "an end is the greatest id",
        layout: "(8,4):(4,1)",
        around: "%c = gpu.block_id x upper_bound 9
                 BODY",
        bounds: (0, 8),
        wrong: (0, 7),
    },
];

/// A value of a program in the text.
fn name(program: &Program, value: Value, text: &mut String, constants: &mut usize) -> String {
    match program.source(value) {
        Source::Input(_) => "%at".to_owned(),
        Source::Constant(constant) => {
            *constants += 1;
            let name = format!("%k{constants}");
            writeln!(text, "{name} = arith.constant {constant} : index").unwrap();
            name
        }
        Source::Binary(..) => {
            let operations = program.operations();
            let at = operations.iter().position(|operation| operation.0 == value).unwrap();
            format!("%v{at}")
        }
    }
}

/// The program on `%at`, with an obligation that it is the layout.
fn body(program: &Program, coordinate: &str) -> String {
    let mut text = format!("{coordinate}\n");
    let mut constants = 0;
    for (at, (_, operator, left, right)) in program.operations().into_iter().enumerate() {
        let left = name(program, left, &mut text, &mut constants);
        let right = name(program, right, &mut text, &mut constants);
        let operation = match operator {
            Operator::Add => "addi",
            Operator::Subtract => "subi",
            Operator::Multiply => "muli",
            Operator::Divide => "divui",
            Operator::Remainder => "remui",
            Operator::ShiftLeft => "shli",
            Operator::ShiftRight => "shrui",
            Operator::FloorDivide => "floordivsi",
            Operator::FloorShift => "shrsi",
            Operator::And => "andi",
            Operator::Or => "ori",
            Operator::Xor => "xori",
        };
        writeln!(text, "%v{at} = arith.{operation} {left}, {right} : index").unwrap();
    }
    let result = name(program, program.results()[0], &mut text, &mut constants);
    text + &format!("layout.assert_offset %l(%at) = {result} : index\n")
}

fn module(case: &Mutation, program: &Program) -> String {
    let Mutation { layout, around, .. } = case;
    // Coordinates of 32 bits are as good as others.
    let coordinate = match around.contains(": i4 to i32\n                 BODY") {
        true => "%at = arith.index_castui %c : i32 to index",
        false => "%zero = arith.constant 0 : index\n%at = arith.addi %c, %zero : index",
    };
    let around = around.replace("BODY", &body(program, coordinate));
    format!(
        "func.func @f(%x: index, %y: i32, %z: i64, %b: i1)
             attributes {{gpu.known_block_size = array<i32: 32, 8, 1>}} {{
           %l = layout.constant #layout.cute<{layout}>
           %x0 = arith.constant 0 : index
           {around}
           return
         }}"
    )
}

fn verified(case: &Mutation, program: &Program) -> Result<run::Printed, String> {
    run::lower(&module(case, program), "layout-verify-lowering{report=true unknown=error}")
}

#[test]
fn code_for_the_bounds_there_is_proved() {
    for case in &CASES {
        let layout = AnyLayout::parse(Kind::Cute, case.layout).unwrap();
        let program = lower(&layout, &[case.bounds], &[], Style::Bits).unwrap();
        let verdict = verified(case, &program);
        let verdict = verdict.unwrap_or_else(|messages| panic!("{}: {messages}", case.mistake));
        assert!(verdict.messages.contains("remark: proved by "), "{}", case.mistake);
    }
}

#[test]
fn code_for_other_bounds_is_refuted_with_a_coordinate() {
    for case in &CASES {
        let layout = AnyLayout::parse(Kind::Cute, case.layout).unwrap();
        let program = lower(&layout, &[case.wrong], &[], Style::Bits).unwrap();
        let Err(messages) = verified(case, &program) else {
            panic!("{}: code for {:?} is proved", case.mistake, case.wrong)
        };
        let message = messages.split("error: lowering differs at coordinate ").nth(1);
        let message = message.unwrap_or_else(|| panic!("{}: {messages}", case.mistake));
        let (at, values) = message.lines().next().unwrap().split_once(": ").unwrap();
        let at: i64 = at.parse().unwrap();
        assert!((case.bounds.0..=case.bounds.1).contains(&at), "{}: {at}", case.mistake);
        let (expected, found) = (layout.apply(&[at], &[]).unwrap(), program.evaluate(&[at]));
        assert_ne!(expected, found, "{}", case.mistake);
        assert_eq!(values, format!("{} and {}", expected[0], found[0]), "{}", case.mistake);
    }
}
