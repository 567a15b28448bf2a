//! What holds of functions and of code, at random ones.

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::code::{Code, Flags, Node, Operation, Operator};
use super::exact::{Exact, ExactTable, Expression};
use super::translate::Translation;
use crate::affine::Interval;

/// An operation and the places of its operands among what there is.
type RandomOperation = (u8, usize, usize, u32);

fn steps(most: usize) -> impl Strategy<Value = Vec<RandomOperation>> {
    proptest::collection::vec((0..10_u8, any::<usize>(), any::<usize>(), 0..5_u32), 1..most)
}

/// The value of a function, if it has one of 127 bits.
fn evaluate(table: &ExactTable, value: Exact, inputs: &[i128]) -> Option<i128> {
    let at = |value| evaluate(table, value, inputs);
    match table.form(value) {
        Expression::Input(number) => Some(inputs[number]),
        Expression::Constant(constant) => Some(constant),
        Expression::Add(a, b) => at(a)?.checked_add(at(b)?),
        Expression::Subtract(a, b) => at(a)?.checked_sub(at(b)?),
        Expression::Multiply(a, b) => at(a)?.checked_mul(at(b)?),
        Expression::Floor(a, b) => Some(at(a)?.div_euclid(at(b)?)),
        Expression::Modulo(a, b) => Some(at(a)?.rem_euclid(at(b)?)),
        Expression::And(a, b) => Some(at(a)? & at(b)?),
        Expression::Or(a, b) => Some(at(a)? | at(b)?),
        Expression::Xor(a, b) => Some(at(a)? ^ at(b)?),
        Expression::Compare(..) | Expression::Select(..) => None,
    }
}

/// Two inputs, all their values, and functions of them with what these are there.
struct Functions {
    table: ExactTable,
    points: Vec<[i128; 2]>,
    /// False at the points that are assumed not to occur.
    occurs: Vec<bool>,
    found: Vec<(Exact, Vec<i128>)>,
}

impl Functions {
    fn new() -> Self {
        let mut table = ExactTable::default();
        let ranges = [Interval::new(0, 23), Interval::new(-5, 18)];
        let inputs = [0, 1].map(|number| table.input(number, ranges[number]));
        let points: Vec<[i128; 2]> =
            (0..=23).flat_map(|x| (-5..=18).map(move |y| [x, y])).collect();
        let values = |number: usize| points.iter().map(|point| point[number]).collect();
        let found = vec![(inputs[0], values(0)), (inputs[1], values(1))];
        let occurs = vec![true; points.len()];
        Functions { table, points, occurs, found }
    }

    fn step(&mut self, (kind, left, right, small): RandomOperation) {
        let (left, right) = (left % self.found.len(), right % self.found.len());
        let ((a, at_a), (b, at_b)) = (self.found[left].clone(), self.found[right].clone());
        let (table, divisor) = (&mut self.table, [2, 3, 4, 6, 8][small as usize]);
        let factor = [-3, 2, 4, 5, 16][small as usize];
        let with = |value: &dyn Fn(i128, i128) -> i128| {
            at_a.iter().zip(&at_b).map(|(&a, &b)| value(a, b)).collect::<Vec<i128>>()
        };
        let (value, at) = match kind {
            0 => (table.add(a, b), with(&|a, b| a + b)),
            1 => (table.subtract(a, b), with(&|a, b| a - b)),
            2 => (table.scale(a, factor), with(&|a, _| a * factor)),
            3 | 4 => (table.floor_by(a, divisor).unwrap(), with(&|a, _| a.div_euclid(divisor))),
            5 => (table.modulo_by(a, divisor).unwrap(), with(&|a, _| a.rem_euclid(divisor))),
            6 => (table.xor(a, b), with(&|a, b| a ^ b)),
            7 => (table.or(a, b), with(&|a, b| a | b)),
            8 => (table.and(a, b), with(&|a, b| a & b)),
            _ => {
                let offset = table.constant(small.into());
                (table.add(a, offset), with(&|a, _| a + i128::from(small)))
            }
        };
        // Numbers of the size that layouts have.
        if at.iter().all(|value| value.abs() < 1 << 40) {
            self.found.push((value, at));
        }
    }

    /// Assumes half of the values of a function.
    fn assume(&mut self, place: usize) {
        let (value, at) = self.found[place % self.found.len()].clone();
        let mut sorted = at.clone();
        sorted.sort_unstable();
        let (low, high) = (sorted[at.len() / 4], sorted[at.len() * 3 / 4]);
        self.table.assume(value, Interval::new(low, high));
        for (occurs, value) in self.occurs.iter_mut().zip(&at) {
            *occurs &= (low..=high).contains(value);
        }
    }

    /// At all points that occur the values are in their bounds, the forms are the functions, and what
    /// is the same is equal.
    fn check(&self) -> TestCaseResult {
        let points: Vec<usize> = (0..self.points.len()).filter(|&at| self.occurs[at]).collect();
        for (value, at) in &self.found {
            let range = self.table.range(*value);
            for &point in &points {
                prop_assert!(range.contains(at[point]));
                let found = evaluate(&self.table, *value, &self.points[point]);
                prop_assert_eq!(found, Some(at[point]), "{:?}", self.points[point]);
            }
        }
        for (a, at_a) in &self.found {
            for (b, at_b) in &self.found {
                let is_equal = points.iter().all(|&point| at_a[point] == at_b[point]);
                prop_assert!(is_equal || !self.table.are_same(*a, *b));
            }
        }
        Ok(())
    }
}

/// Code on two inputs of 64 bits, with constants.
fn code(steps: &[RandomOperation]) -> (Code, Vec<Node>) {
    let mut code = Code::default();
    let mut found = vec![code.input(64), code.input(64)];
    for &(kind, left, right, small) in steps {
        let (left, right) = (found[left % found.len()], found[right % found.len()]);
        let power = code.push(64, Operation::Constant(1 << small));
        let places = code.push(64, Operation::Constant(small.into()));
        let (operator, right) = match kind {
            0 => (Operator::Add, right),
            1 => (Operator::Subtract, right),
            2 => (Operator::Multiply, places),
            3 => (Operator::FloorDivide, power),
            4 => (Operator::DivideUnsigned, power),
            5 => (Operator::Modulo, power),
            6 => (Operator::Xor, right),
            7 => (Operator::ShiftRightSigned, places),
            8 => (Operator::RemainderUnsigned, power),
            _ => (Operator::ShiftLeft, places),
        };
        let flags = Flags::default();
        found.push(code.push(64, Operation::Binary { operator, left, right, flags }));
    }
    (code, found)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn forms_are_functions(before in steps(6), place in any::<usize>(), after in steps(12)) {
        let mut functions = Functions::new();
        before.into_iter().for_each(|step| functions.step(step));
        functions.assume(place);
        after.into_iter().for_each(|step| functions.step(step));
        functions.check()?;
    }

    /// Where the conditions hold, code has the bits of its function, also where sums wrap.
    #[test]
    fn code_has_the_bits_of_its_function(
        steps in steps(10),
        inputs in proptest::collection::vec((any::<i64>(), any::<i64>(), 0..64_u32), 20),
    ) {
        let (code, found) = code(&steps);
        let last = found[found.len() - 1];
        let mut table = ExactTable::default();
        let range = Interval::new(i64::MIN.into(), i64::MAX.into());
        let values = [0, 1].map(|number| table.input(number, range)).to_vec();
        let mut translation = Translation::new(&code, values, &[], &[last]);
        let Some(read) = translation.value(&mut table, last) else { return Ok(()) };
        for (x, y, shift) in inputs {
            let point = [x >> shift, y >> (63 - shift)];
            let exact = point.map(i128::from);
            let holds = translation.conditions.iter().all(|condition| {
                let value = evaluate(&table, condition.value, &exact);
                value.is_some_and(|value| condition.range.contains(value))
            });
            if let (true, Some(value)) = (holds, evaluate(&table, read.value, &exact)) {
                let run = code.evaluate(&point)[last.position()];
                prop_assert_eq!(run, Ok(value as i64), "{:?}", point);
            }
        }
    }
}
