//! What holds wherever code is executed, and what follows from it for the inputs.
//!
//! A premise is a truth of the code: a comparison that a loop, a branch or a promise makes true. At
//! a point it is evaluated like everything else. As a function, it bounds the difference of its
//! sides, and with that each input, whatever the code goes on to do.

use rustc_hash::FxHashMap;

use super::claim::Claim;
use super::code::{CmpPredicate, Code, Node, Operation, Operator, operands};
use super::exact::{Exact, ExactTable};
use super::inputs::multiple;
use super::one_of::one_of;
use super::translate::{Condition, Translation};
use crate::affine::Interval;

/// Bounds of inputs by each other are sought so many times.
const ROUNDS: usize = 4;

/// Bounds of values of a code, both included, where its inputs are in bounds, the premises, which are
/// values of one bit, are true, and nothing of all that is poison.
///
/// A value of which nothing is known has those of its width.
///
/// ```
/// use layout_math::validate::{Code, Operation, CmpPredicate, bounds};
///
/// let mut code = Code::default();
/// let x = code.input(64);
/// let eight = code.push(64, Operation::Constant(8));
/// let relation = CmpPredicate::LessUnsigned;
/// let below = code.push(1, Operation::Compare { relation, left: x, right: eight });
/// let any = [(i64::MIN, i64::MAX)];
/// assert_eq!(bounds(&code, &[], &any, &[x]), any);
/// assert_eq!(bounds(&code, &[below], &any, &[x]), [(0, 7)]);
/// ```
pub fn bounds(
    code: &Code,
    premises: &[Node],
    of_inputs: &[(i64, i64)],
    values: &[Node],
) -> Vec<(i64, i64)> {
    let (mut table, inputs) = table(code, premises, &code.ends_of_inputs(of_inputs));
    let of_value = |&value: &Node| {
        let half = 1_i128 << (code.bits(value) - 1);
        let all = Interval::new(-half, half - 1);
        let found = exactly(code, &mut table, &inputs, value).map_or(all, |f| table.range(f));
        found.narrowed(all).clamped()
    };
    values.iter().map(of_value).collect()
}

/// A table with the inputs, in bounds that follow from these, of which those of truths are from 0 to 1, and
/// from the premises.
pub(super) fn table(
    code: &Code,
    premises: &[Node],
    of_inputs: &[(i64, i64)],
) -> (ExactTable, Vec<Exact>) {
    let mut ranges: Vec<Interval> = of_inputs.iter().map(|&ends| Interval::from(ends)).collect();
    let mut rounds = ROUNDS;
    let within = |premises: &[Node], ranges: &[Interval]| {
        let (table, inputs) = assumed(code, premises, ranges);
        let found: Vec<Interval> = inputs.iter().map(|&input| table.range(input)).collect();
        (table, inputs, found)
    };
    loop {
        let (table, inputs, mut found) = within(premises, &ranges);
        one_of(code, premises, &mut found, |part, ranges| within(&[part], ranges).2);
        rounds -= 1;
        // What was made of an input before its bounds were found has those that it had then.
        if found == ranges || rounds == 0 {
            return (table, inputs);
        }
        ranges = found;
    }
}

fn assumed(code: &Code, premises: &[Node], ranges: &[Interval]) -> (ExactTable, Vec<Exact>) {
    let mut table = ExactTable::default();
    let multiples: FxHashMap<_, _> = premises.iter().filter_map(|&it| multiple(code, it)).collect();
    let input = |(number, &range): (usize, &Interval)| match multiples.get(&number) {
        Some(&of) => table.input_multiple(number, range, of.into()),
        None => table.input(number, range),
    };
    let inputs: Vec<Exact> = ranges.iter().enumerate().map(input).collect();
    for &premise in premises {
        assume(code, &mut table, &inputs, premise, true);
    }
    (table, inputs)
}

/// Takes note that a truth holds, or that it does not.
fn assume(code: &Code, table: &mut ExactTable, inputs: &[Exact], truth: Node, holds: bool) {
    let mut pending = vec![(truth, holds)];
    while let Some((truth, holds)) = pending.pop() {
        match code.operations()[truth.position()].1 {
            Operation::Compare { relation, left, right } => {
                let left = exactly(code, table, inputs, left);
                let right = exactly(code, table, inputs, right);
                if let (Some(left), Some(right)) = (left, right) {
                    compare(table, relation, holds, left, right);
                }
            }
            Operation::Binary { operator: Operator::And, left, right, .. } if holds => {
                pending.extend([(right, true), (left, true)]);
            }
            Operation::Binary { operator: Operator::Or, left, right, .. } if !holds => {
                pending.extend([(right, false), (left, false)]);
            }
            Operation::Select(left, right, no) if holds && code.constant(no) == Some(0) => {
                pending.extend([(right, true), (left, true)]);
            }
            Operation::Binary { operator: Operator::Xor, left, right, .. } => {
                for (truth, other) in [(left, right), (right, left)] {
                    if let Operation::Constant(other) = code.operations()[other.position()].1 {
                        pending.push((truth, holds == (other & 1 == 0)));
                        break;
                    }
                }
            }
            _ => {}
        }
    }
}

fn compare(table: &mut ExactTable, relation: CmpPredicate, holds: bool, left: Exact, right: Exact) {
    let (relation, left, right) = match (relation, holds) {
        (CmpPredicate::Less, false) => (CmpPredicate::LessOrEqual, right, left),
        (CmpPredicate::LessOrEqual, false) => (CmpPredicate::Less, right, left),
        (CmpPredicate::LessUnsigned, false) => (CmpPredicate::LessOrEqualUnsigned, right, left),
        (CmpPredicate::LessOrEqualUnsigned, false) => (CmpPredicate::LessUnsigned, right, left),
        (CmpPredicate::NotEqual, false) => (CmpPredicate::Equal, left, right),
        (CmpPredicate::Equal, false) => (CmpPredicate::NotEqual, left, right),
        (relation, true) => (relation, left, right),
    };
    let least = match relation {
        CmpPredicate::NotEqual => return,
        CmpPredicate::Equal | CmpPredicate::LessOrEqual | CmpPredicate::LessOrEqualUnsigned => 0,
        CmpPredicate::Less | CmpPredicate::LessUnsigned => 1,
    };
    if matches!(relation, CmpPredicate::LessUnsigned | CmpPredicate::LessOrEqualUnsigned) {
        // Below a number that is not negative there are only such numbers.
        if !table.range(right).is_natural() {
            return;
        }
        take(table, left, Interval::at_least(0));
    }
    let difference = table.subtract(right, left);
    let greatest = (relation == CmpPredicate::Equal).then_some(0);
    take(table, difference, Interval { low: Some(least), high: greatest });
}

fn take(table: &mut ExactTable, value: Exact, range: Interval) {
    // A constant outside says that the code is not executed at all.
    if table.as_constant(value).is_none() {
        table.assume(value, range);
    }
}

/// The function that a value is where it is not poison, if that is so without conditions.
fn exactly(code: &Code, table: &mut ExactTable, inputs: &[Exact], value: Node) -> Option<Exact> {
    let mut translation = Translation::total(code, inputs.to_vec(), value);
    let read = translation.value(table, value)?;
    let exact = translation.exact(table, read);
    if !translation.conditions.is_empty() {
        return None;
    }
    for Condition { value, range } in translation.promises {
        take(table, value, range);
    }
    Some(exact)
}

/// What of a claim has nothing to do with the rest.
pub(super) struct Apart {
    /// Which inputs the claim depends on.
    pub matters: Vec<bool>,
    /// The premises that are about the other inputs.
    pub premises: Vec<Node>,
}

impl Claim<'_> {
    /// Which inputs the claim depends on: by its values, or by premises that tie an input to these.
    pub fn inputs_that_matter(&self) -> Vec<bool> {
        self.apart().matters
    }

    pub(super) fn apart(&self) -> Apart {
        let operations = self.code.operations();
        // The inputs that each premise, and the claim itself, is about.
        let inputs_of = |nodes: &[Node]| -> Vec<usize> {
            let mut is_used = vec![false; operations.len()];
            for node in nodes {
                is_used[node.position()] = true;
            }
            let mut inputs = Vec::new();
            for (position, &(_, operation)) in operations.iter().enumerate().rev() {
                if is_used[position] {
                    operands(operation).for_each(|node| is_used[node.position()] = true);
                    if let Operation::Input(number) = operation {
                        inputs.push(number);
                    }
                }
            }
            inputs
        };
        let symbols = self.symbols.iter().map(|&(_, node)| node);
        let values: Vec<Node> =
            self.coordinates.iter().chain(&self.offsets).copied().chain(symbols).collect();
        let mut matters = vec![false; self.code.n_inputs()];
        inputs_of(&values).into_iter().for_each(|number| matters[number] = true);
        let premises = self.premises.iter().map(|&premise| (premise, inputs_of(&[premise])));
        let mut rest: Vec<(Node, Vec<usize>)> = premises.collect();
        // One about no input at all is about everything.
        rest.retain(|(_, inputs)| !inputs.is_empty());
        loop {
            let before = rest.len();
            rest.retain(|(_, inputs)| {
                let is_tied = inputs.iter().any(|&number| matters[number]);
                if is_tied {
                    inputs.iter().for_each(|&number| matters[number] = true);
                }
                !is_tied
            });
            if rest.len() == before {
                let premises = rest.into_iter().map(|(premise, _)| premise).collect();
                return Apart { matters, premises };
            }
        }
    }

    /// Whether the inputs are in their bounds. Ranges that contradict each other have values that are
    /// not.
    pub(super) fn may_occur(&self, point: &[i64]) -> bool {
        let mut places = point.iter().zip(&self.bounds).zip(self.code.inputs());
        // Truths, which have two values in any case, are told as 0 and 1.
        places.all(|((value, (low, high)), &input)| {
            self.code.bits(input) == 1 || (low..=high).contains(&value)
        })
    }

    /// Ranges of the inputs with one value for each that does not matter, if the premises about these
    /// are true there: so they can hold, and say nothing of the claim.
    pub(super) fn without_others(&self, ranges: Vec<Interval>) -> Vec<Interval> {
        let Apart { matters, premises } = self.apart();
        let point: Vec<i64> = ranges.iter().map(|range| range.clamped().0).collect();
        let found = self.code.evaluate(&point);
        let is_true = |premise: &Node| found[premise.position()].is_ok_and(|truth| truth != 0);
        if !self.may_occur(&point) || !premises.iter().all(is_true) {
            return ranges;
        }
        let range = |(range, matters): (Interval, bool)| match matters {
            true => range,
            false => Interval { high: range.low, ..range },
        };
        ranges.into_iter().zip(matters).map(range).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{AnyLayout, Budget, Kind, Verdict};
    use crate::validate::{Flags, validate};

    const ANY: (i64, i64) = (i64::MIN, i64::MAX);

    fn binary(code: &mut Code, operator: Operator, left: Node, right: Node) -> Node {
        let flags = Flags::default();
        code.push(code.bits(left), Operation::Binary { operator, left, right, flags })
    }

    fn below(code: &mut Code, relation: CmpPredicate, left: Node, right: Node) -> Node {
        code.push(1, Operation::Compare { relation, left, right })
    }

    /// The end of a tile depends on where it begins: 32*k <= i < min(32*k + 32, 100) and 0 <= k < 4.
    #[test]
    fn ends_that_are_other_values() {
        let mut code = Code::default();
        let (k, i) = (code.input(64), code.input(64));
        let constant = |code: &mut Code, value| code.push(64, Operation::Constant(value));
        let (zero, four) = (constant(&mut code, 0), constant(&mut code, 4));
        let (size, end) = (constant(&mut code, 32), constant(&mut code, 100));
        let low = binary(&mut code, Operator::Multiply, k, size);
        let high = binary(&mut code, Operator::Add, low, size);
        let is_less = below(&mut code, CmpPredicate::Less, high, end);
        let high = code.push(64, Operation::Select(is_less, high, end));
        let premises = [
            below(&mut code, CmpPredicate::LessOrEqual, zero, k),
            below(&mut code, CmpPredicate::Less, k, four),
            below(&mut code, CmpPredicate::LessOrEqual, low, i),
            below(&mut code, CmpPredicate::Less, i, high),
        ];
        let local = binary(&mut code, Operator::Subtract, i, low);
        let found = bounds(&code, &premises, &[ANY; 2], &[k, i]);
        assert_eq!(found, [(0, 3), (0, 99)]);
        let found = bounds(&code, &premises, &[ANY; 2], &[local]);
        assert_eq!(found, [(0, 99)]);
        assert_eq!(bounds(&code, &premises[..3], &[ANY; 2], &[i]), [(0, i64::MAX)]);
    }

    /// 100 - 32*k as a sum of integers is at most 100 for all k that are not negative; as one that wraps
    /// it may be anything.
    #[test]
    fn promises_of_premises_hold() {
        for (nsw, expected) in [(true, (0, 99)), (false, (0, i64::MAX))] {
            let mut code = Code::default();
            let (k, i) = (code.input(64), code.input(64));
            let constant = |code: &mut Code, value| code.push(64, Operation::Constant(value));
            let (zero, size) = (constant(&mut code, 0), constant(&mut code, -32));
            let end = constant(&mut code, 100);
            let flags = Flags { nsw, nuw: false };
            let (operator, left, right) = (Operator::Multiply, k, size);
            let before = code.push(64, Operation::Binary { operator, left, right, flags });
            let (operator, left, right) = (Operator::Add, end, before);
            let end = code.push(64, Operation::Binary { operator, left, right, flags });
            let premises = [
                below(&mut code, CmpPredicate::LessOrEqual, zero, k),
                below(&mut code, CmpPredicate::LessOrEqual, zero, i),
                below(&mut code, CmpPredicate::Less, i, end),
            ];
            assert_eq!(bounds(&code, &premises, &[ANY; 2], &[i]), [expected]);
        }
    }

    /// What is known of other inputs makes a claim neither true nor false, unless it cannot hold.
    #[test]
    fn premises_about_other_inputs() {
        let layout = AnyLayout::parse(Kind::Cute, "8:2").unwrap();
        let verdict = |least: i64, end: i64| {
            let mut code = Code::default();
            let (x, j, k) = (code.input(64), code.input(64), code.input(64));
            let sum = binary(&mut code, Operator::Add, j, k);
            let least = code.push(64, Operation::Constant(least));
            let end = code.push(64, Operation::Constant(end));
            let premises = vec![
                below(&mut code, CmpPredicate::LessOrEqual, least, sum),
                below(&mut code, CmpPredicate::Less, sum, end),
            ];
            let (coordinates, offsets, symbols) = (vec![x], vec![x], Vec::new());
            let bounds = vec![(0, 1 << 40), (0, 9), (0, 9)];
            let claim = Claim {
                layout: &layout,
                code: &code,
                coordinates,
                symbols,
                offsets,
                offset_bits: 64,
                premises,
                bounds,
            };
            validate(&claim, &Budget::default())
        };
        // The least j and k are not 5 together, nor 0.
        for (least, end) in [(5, 8), (0, 8), (0, 1)] {
            let Verdict::Refuted(mismatch) = verdict(least, end) else { panic!("{least} {end}") };
            assert_eq!(mismatch.to_string(), "lowering differs at coordinate 1: 2 and 1");
        }
        // Nothing is executed where a sum is at least 5 and less than 5, or 30.
        for (least, end) in [(5, 5), (30, 40)] {
            assert!(!matches!(verdict(least, end), Verdict::Refuted(_)), "{least} {end}");
        }
    }

    /// A coordinate that is 9 where a truth holds, and else 1: code for 1 alone is wrong, whatever bounds
    /// of the truth are told.
    #[test]
    fn both_values_of_a_truth_occur() {
        let layout = AnyLayout::parse(Kind::Cute, "(8,2):(2,1)").unwrap();
        let mut code = Code::default();
        let truth = code.input(1);
        let nine = code.push(64, Operation::Constant(9));
        let one = code.push(64, Operation::Constant(1));
        let chosen = code.push(64, Operation::Select(truth, nine, one));
        let double = binary(&mut code, Operator::Add, chosen, chosen);
        let claim = Claim {
            layout: &layout,
            code: &code,
            coordinates: vec![chosen],
            symbols: Vec::new(),
            offsets: vec![double],
            offset_bits: 64,
            premises: Vec::new(),
            bounds: vec![(-1, 0)],
        };
        let Verdict::Refuted(mismatch) = validate(&claim, &Budget::default()) else { panic!() };
        assert_eq!(mismatch.to_string(), "lowering differs at coordinate 9: 3 and 18");
    }

    /// Exhaustive at 8 bits with 8 constants: a value is where its bounds say.
    #[test]
    fn bounds_of_operations_on_any_sign() {
        let mut looked_at = 0;
        let mut told = 0;
        for constant in [1_i64, 3, 4, 12, 100, 127, -1, -128] {
            for operator in [
                Operator::Add,
                Operator::Subtract,
                Operator::Multiply,
                Operator::DivideUnsigned,
                Operator::DivideSigned,
                Operator::RemainderUnsigned,
                Operator::RemainderSigned,
                Operator::FloorDivide,
                Operator::CeilDivide,
                Operator::CeilDivideUnsigned,
                Operator::Modulo,
                Operator::ShiftLeft,
                Operator::ShiftRightUnsigned,
                Operator::ShiftRightSigned,
                Operator::And,
                Operator::Or,
                Operator::Xor,
            ] {
                for is_swapped in [false, true] {
                    let mut code = Code::default();
                    let x = code.input(8);
                    let c = code.push(8, Operation::Constant(constant));
                    let (a, b) = if is_swapped { (c, x) } else { (x, c) };
                    let value = binary(&mut code, operator, a, b);
                    let (low, high) = bounds(&code, &[], &[(-128, 127)], &[value])[0];
                    told += i32::from((low, high) != (-128, 127));
                    for point in -128..128 {
                        if let Ok(found) = code.evaluate(&[point])[value.position()] {
                            looked_at += 1;
                            let name = format!("{operator:?} {point} {constant} {is_swapped}");
                            assert!(low <= found && found <= high, "{name}: {low} {found} {high}");
                        }
                    }
                }
            }
        }
        assert!(58_000 < looked_at && 60 < told, "{looked_at} {told}");
    }

    /// The same for comparisons as premises, for choices between their sides, and for both.
    #[test]
    fn bounds_by_comparisons_of_any_sign() {
        let mut looked_at = 0;
        for constant in [0_i64, 1, 4, 100, 127, -1, -100, -128] {
            for relation in [
                CmpPredicate::Equal,
                CmpPredicate::NotEqual,
                CmpPredicate::Less,
                CmpPredicate::LessOrEqual,
                CmpPredicate::LessUnsigned,
                CmpPredicate::LessOrEqualUnsigned,
            ] {
                for (is_swapped, is_negated) in
                    [(false, false), (true, false), (false, true), (true, true)]
                {
                    let mut code = Code::default();
                    let x = code.input(8);
                    let c = code.push(8, Operation::Constant(constant));
                    let (a, b) = if is_swapped { (c, x) } else { (x, c) };
                    let truth = below(&mut code, relation, a, b);
                    let chosen = code.push(8, Operation::Select(truth, a, b));
                    let other = code.push(8, Operation::Select(truth, b, a));
                    let one = code.push(1, Operation::Constant(-1));
                    let not = binary(&mut code, Operator::Xor, truth, one);
                    let premise = if is_negated { not } else { truth };
                    for premises in [&[][..], &[premise]] {
                        let values = [x, chosen, other];
                        let found = bounds(&code, premises, &[(-128, 127)], &values);
                        for point in -128..128 {
                            let at = code.evaluate(&[point]);
                            if premises.iter().any(|premise| at[premise.position()] == Ok(0)) {
                                continue;
                            }
                            for (value, (low, high)) in values.iter().zip(&found) {
                                let value = at[value.position()].unwrap();
                                looked_at += 1;
                                let case = (relation, point, constant, is_swapped, is_negated);
                                assert!((*low..=*high).contains(&value), "{case:?}");
                            }
                        }
                    }
                }
            }
        }
        assert!(200_000 < looked_at, "{looked_at}");
        // The unsigned minimum of any number and 4 is 4 or less, not 4.
        let mut code = Code::default();
        let x = code.input(8);
        let four = code.push(8, Operation::Constant(4));
        let truth = below(&mut code, CmpPredicate::LessUnsigned, x, four);
        let least = code.push(8, Operation::Select(truth, x, four));
        let truth = below(&mut code, CmpPredicate::LessUnsigned, four, x);
        let same = code.push(8, Operation::Select(truth, four, x));
        assert_eq!(bounds(&code, &[], &[(-128, 127)], &[least, same]), [(0, 4), (0, 4)]);
        let signed = |(a, b)| below(&mut code, CmpPredicate::Less, a, b);
        let [less, more] = [(x, four), (four, x)].map(signed);
        let either = binary(&mut code, Operator::Or, less, more);
        let one = code.push(1, Operation::Constant(-1));
        let neither = binary(&mut code, Operator::Xor, either, one);
        assert_eq!(bounds(&code, &[neither], &[(-128, 127)], &[x]), [(4, 4)]);
    }
}
