//! Integer code against layouts: what `code` writes is proved, and what is changed is refuted.

use layout::algebra::{AnyLayout, Budget, Kind, Method, Verdict};
use layout::code::{self, Program, Source, Style, lower};
use layout::validate::{Claim, Code, Flags, Mismatch, Node, Operation, Operator, validate};
use serde_json::Value;

const BUDGET: Budget = Budget::DEFAULT;

fn parse(kind: Kind, text: &str) -> AnyLayout {
    AnyLayout::parse(kind, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The operation of a program as one on signed numbers of 64 bits.
fn operator(operator: code::Operator, style: Style) -> Operator {
    match (operator, style) {
        (code::Operator::Add, _) => Operator::Add,
        (code::Operator::Subtract, _) => Operator::Subtract,
        (code::Operator::Multiply, _) => Operator::Multiply,
        (code::Operator::Divide, Style::Bits) => Operator::DivideUnsigned,
        (code::Operator::Divide, _) => Operator::FloorDivide,
        (code::Operator::Remainder, Style::Bits) => Operator::RemainderUnsigned,
        (code::Operator::Remainder, _) => Operator::Modulo,
        (code::Operator::FloorDivide, _) => Operator::FloorDivide,
        (code::Operator::FloorShift, _) => Operator::ShiftRightSigned,
        (code::Operator::ShiftLeft, _) => Operator::ShiftLeft,
        (code::Operator::ShiftRight, _) => Operator::ShiftRightUnsigned,
        (code::Operator::And, _) => Operator::And,
        (code::Operator::Or, _) => Operator::Or,
        (code::Operator::Xor, _) => Operator::Xor,
    }
}

/// A program read as code, with operation `broken` changed: a sum becomes a difference, a mask or a
/// shift has another constant, and so on.
fn read(program: &Program, broken: Option<usize>) -> (Code, Vec<Node>, Vec<Node>) {
    let mut code = Code::default();
    let inputs: Vec<Node> = (0..program.n_inputs()).map(|_| code.input(64)).collect();
    let operations = program.operations();
    let mut found: Vec<(code::Value, Node)> =
        (0..program.n_inputs()).map(|number| (program.input(number), inputs[number])).collect();
    let at = |code: &mut Code, value: code::Value, found: &[(code::Value, Node)], more: i64| {
        match program.source(value) {
            Source::Constant(constant) => code.push(64, Operation::Constant(constant + more)),
            _ => found.iter().find(|known| known.0 == value).unwrap().1,
        }
    };
    for (line, (value, op, left, right)) in operations.into_iter().enumerate() {
        let is_broken = broken == Some(line);
        let mut op = operator(op, program.style());
        let is_constant = matches!(program.source(right), Source::Constant(_));
        if is_broken && !is_constant {
            op = match op {
                Operator::Add | Operator::Xor | Operator::Or => Operator::Subtract,
                _ => Operator::Add,
            };
        }
        let left = at(&mut code, left, &found, 0);
        let right = at(&mut code, right, &found, i64::from(is_broken && is_constant));
        let flags = Flags::default();
        let node = code.push(64, Operation::Binary { operator: op, left, right, flags });
        found.push((value, node));
    }
    let results = program.results().iter();
    let results = results.map(|&result| at(&mut code, result, &found, 0)).collect();
    (code, inputs, results)
}

fn decide(
    layout: &AnyLayout,
    bounds: &[(i64, i64)],
    style: Style,
    broken: Option<usize>,
) -> Verdict<Mismatch> {
    let program = lower(layout, bounds, &[], style).unwrap();
    let (code, coordinates, offsets) = read(&program, broken);
    let claim = Claim {
        layout,
        code: &code,
        coordinates,
        symbols: vec![],
        offsets,
        offset_bits: 64,
        premises: Vec::new(),
        bounds: bounds.to_vec(),
    };
    validate(&claim, &BUDGET)
}

/// How often each method proved something.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    normal_form: usize,
    bits: usize,
    enumeration: usize,
    isl: usize,
    /// Changed programs that are refuted, and those that are proved to compute the same.
    refuted: usize,
    harmless: usize,
    unknown: usize,
}

impl Tally {
    #[track_caller]
    fn check(&mut self, layout: &AnyLayout, bounds: &[(i64, i64)]) {
        for style in [Style::Bits, Style::Affine] {
            match decide(layout, bounds, style, None) {
                Verdict::Proved(Method::CanonicalForm) => self.normal_form += 1,
                Verdict::Proved(Method::F2Matrices) => self.bits += 1,
                Verdict::Proved(Method::Isl) => self.isl += 1,
                Verdict::Proved(_) => self.enumeration += 1,
                verdict => panic!("{layout} in {bounds:?}, {style:?}: {verdict:?}"),
            }
            let program = lower(layout, bounds, &[], style).unwrap();
            for line in 0..program.cost() {
                match decide(layout, bounds, style, Some(line)) {
                    Verdict::Refuted(mismatch) => {
                        let expected = layout.apply(&mismatch.coordinate, &[]).unwrap();
                        assert_eq!(mismatch.expected[..], expected[..]);
                        self.refuted += 1;
                    }
                    Verdict::Proved(_) => {
                        // Nothing that is proved is wrong at the first coordinates.
                        let (code, _, offsets) = read(&program, Some(line));
                        let ends = bounds.iter().map(|bound| bound.1.min(40));
                        let ends: Vec<i64> = ends.collect();
                        for place in 0..ends.iter().map(|end| end + 1).product::<i64>().min(500) {
                            let mut left = place;
                            let mut coordinate = Vec::new();
                            for end in &ends {
                                coordinate.push(left % (end + 1));
                                left /= end + 1;
                            }
                            let Some(expected) = layout.apply(&coordinate, &[]) else { continue };
                            let values = code.evaluate(&coordinate);
                            let found: Vec<i64> = offsets
                                .iter()
                                .map(|node| values[node.position()].unwrap())
                                .collect();
                            assert_eq!(found, expected, "{layout} at {coordinate:?}\n{program}");
                        }
                        self.harmless += 1;
                    }
                    // Not what the lowerings write.
                    Verdict::Unknown(_) => self.unknown += 1,
                }
            }
        }
    }

    /// With bounds that hold the domain, and without any.
    #[track_caller]
    fn check_both(&mut self, layout: &AnyLayout, ends: &[i64]) {
        let known: Vec<(i64, i64)> = ends.iter().map(|&end| (0, end)).collect();
        self.check(layout, &known);
        self.check(layout, &vec![(i64::MIN, i64::MAX); ends.len()]);
    }
}

fn rows(text: &'static str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

#[test]
fn small_layouts() {
    let mut tally = Tally::default();
    for extents in [[1, 2, 3], [2, 2, 2], [3, 1, 4], [2, 4, 4]] {
        for code in (0..8_i64.pow(3)).step_by(37) {
            let strides = [0, 1, 2].map(|place| code / 8_i64.pow(place) % 8 - 2);
            let text = format!(
                "({},{},{}):({},{},{})",
                extents[0], extents[1], extents[2], strides[0], strides[1], strides[2]
            );
            let layout = parse(Kind::Cute, &text);
            tally.check_both(&layout, &[extents.iter().product::<i64>() - 1]);
            tally.check_both(&layout, &extents.map(|extent| extent - 1));
        }
    }
    assert!(tally.normal_form != 0 && tally.refuted != 0, "{tally:?}");
}

#[test]
fn layouts_of_the_data() {
    let mut tally = Tally::default();
    for text in [include_str!("../data/cute_ops.jsonl"), include_str!("../data/composed_ops.jsonl")]
    {
        for row in rows(text).filter(|row| row["op"] == "eval").step_by(7) {
            let text = row["args"][0].as_str().unwrap();
            let kind = if text.contains(" o ") { Kind::Composed } else { Kind::Cute };
            let layout = parse(kind, text);
            let size = layout.size().unwrap().as_constant().unwrap();
            tally.check_both(&layout, &[size - 1]);
        }
    }
    assert!(tally.normal_form != 0 && tally.refuted != 0, "{tally:?}");
}

/// Too many coordinates to look at each, and sums that carry into the bits of a swizzle.
#[test]
fn tiles() {
    let mut tally = Tally::default();
    let tiles: [(&str, &[i64]); 5] = [
        ("S<3,4,3> o 0 o (128,64,8):(64,1,8192)", &[128, 64, 8]),
        ("S<2,4,3> o 7 o (96,(8,12),5):(96,(1,8),9216)", &[96, 96, 5]),
        ("S<3,2,-3> o 5 o (100,60,9):(3,300,18000)", &[100, 60, 9]),
        ("S<1,0,3> o 3 o (7,11,13,17):(1,7,77,1001)", &[7, 11, 13, 17]),
        ("(6,(4,10)):(40,(10,1)) o 3 o (15,16):(16,1)", &[15, 16]),
    ];
    for (text, extents) in tiles {
        let layout = parse(Kind::Composed, text);
        let ends: Vec<i64> = extents.iter().map(|extent| extent - 1).collect();
        tally.check_both(&layout, &ends);
        tally.check_both(&layout, &[extents.iter().product::<i64>() - 1]);
    }
    // In two styles with and without bounds, at natural and at integral coordinates.
    assert_eq!(tally.normal_form, 5 * 2 * 2 * 2, "{tally:?}");
    assert!(tally.refuted != 0, "{tally:?}");
}
