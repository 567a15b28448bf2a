//! Verdicts on random code, compared with evaluation at all inputs.

use fastrand::Rng;
use layout_math::algebra::{Budget, Verdict};
use layout_math::validate::{
    CmpPredicate, Code, Flags, Node, Operation, Operator, Refinement, refines,
};

const BITS: u32 = 5;

const OPERATORS: [Operator; 14] = [
    Operator::Add,
    Operator::Add,
    Operator::Subtract,
    Operator::Multiply,
    Operator::Multiply,
    Operator::DivideSigned,
    Operator::DivideUnsigned,
    Operator::RemainderSigned,
    Operator::RemainderUnsigned,
    Operator::FloorDivide,
    Operator::Modulo,
    Operator::ShiftRightUnsigned,
    Operator::And,
    Operator::Xor,
];

fn value(code: &mut Code, random: &mut Rng, known: &mut Vec<Node>) {
    let pick = |random: &mut Rng| known[random.usize(..known.len())];
    let (left, right) = (pick(random), pick(random));
    let operation = if random.usize(..8) == 0 {
        let condition = Operation::Compare { relation: CmpPredicate::Less, left, right };
        let condition = code.push(1, condition);
        Operation::Select(condition, pick(random), pick(random))
    } else {
        let operator = OPERATORS[random.usize(..OPERATORS.len())];
        let flags = Flags { nsw: random.u8(..4) == 0, nuw: random.u8(..4) == 0 };
        Operation::Binary { operator, left, right, flags }
    };
    known.push(code.push(BITS, operation));
}

/// All points within the bounds.
fn points(bounds: &[(i64, i64)]) -> Vec<Vec<i64>> {
    bounds.iter().fold(vec![vec![]], |points, &(low, high)| {
        let with = |point: &Vec<i64>| {
            let point = point.clone();
            (low..=high).map(move |value| [point.clone(), vec![value]].concat()).collect::<Vec<_>>()
        };
        points.iter().flat_map(with).collect()
    })
}

/// Whether the claim fails at a point; `None` if nothing is claimed there.
fn fails(claim: &Refinement<'_>, point: &[i64]) -> Option<bool> {
    let values = claim.code.evaluate(point);
    let at = |node: &Node| values[node.position()];
    if claim.premises.iter().any(|premise| at(premise).is_err() || at(premise) == Ok(0)) {
        return None;
    }
    let before = at(&claim.before[0]).ok()?;
    match at(&claim.after[0]) {
        Err(poison) if claim.fits && poison.reason.ends_with("nsw") => None,
        after => Some(after != Ok(before)),
    }
}

#[test]
fn verdicts_are_true() {
    let mut counts = [0; 3];
    for seed in 0..1500 {
        let mut random = Rng::with_seed(seed);
        let mut code = Code::default();
        let mut known = vec![code.input(BITS), code.input(BITS)];
        for constant in [1, 2, 3, 4] {
            known.push(code.push(BITS, Operation::Constant(constant)));
        }
        let inputs = known[..2].to_vec();
        let bounds = match seed % 3 {
            0 => vec![(0, 15), (1, 15)],
            1 => vec![(-16, 15), (-16, 15)],
            _ => vec![(1, 6), (2, 15)],
        };
        let (left, right) = (inputs[0], inputs[1]);
        let below = Operation::Compare { relation: CmpPredicate::Less, left, right };
        let below = code.push(1, below);
        let premises = if seed % 2 == 0 { vec![below] } else { vec![] };
        for _ in 0..5 {
            value(&mut code, &mut random, &mut known);
        }
        let start = known.len() - 5;
        // Two values, often of the same parts.
        let before = known[start + random.usize(..5)];
        let after = known[start + random.usize(..5)];
        let fits = random.u8(..4) == 0;
        let code = if fits { code.promised() } else { code };
        let claim = Refinement {
            code: &code,
            before: vec![before],
            after: vec![after],
            premises,
            bounds: bounds.clone(),
            fits,
            is_part: false,
        };
        let points = points(&bounds);
        let mut seen = points.iter().filter_map(|point| fails(&claim, point));
        match refines(&claim, &Budget::with_isl_operations(20_000)) {
            Verdict::Proved(method) => {
                counts[0] += 1;
                assert!(!seen.any(|fails| fails), "seed {seed}: {method} of {claim:?}");
            }
            Verdict::Refuted(difference) => {
                counts[1] += 1;
                let seen = fails(&claim, &difference.inputs);
                assert_eq!(seen, Some(true), "seed {seed}: {difference:?} of {claim:?}");
            }
            Verdict::Unknown(_) => counts[2] += 1,
        }
    }
    // Most claims are decided, and both ways.
    assert!(250 < counts[0] && 250 < counts[1] && counts[2] < 150, "{counts:?}");
}
