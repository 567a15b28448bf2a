//! The inputs of `inputs.tsv`: the operation, the rank and the operands of each case. `bench/compare`
//! gives them to other implementations as well.

use layout_math::algebra::{AnyLayout, Kind};
use layout_math::cute::Layout;

/// One line of the inputs.
pub struct Case {
    pub operation: &'static str,
    pub rank: &'static str,
    operands: Vec<&'static str>,
}

pub fn cases() -> impl Iterator<Item = Case> {
    include_str!("inputs.tsv").lines().map(|line| {
        let mut fields = line.split('\t');
        let mut next = || fields.next().expect("a case has an operation and a rank");
        Case { operation: next(), rank: next(), operands: fields.collect() }
    })
}

impl Case {
    pub fn layout(&self, operand: usize) -> Layout {
        self.operands[operand].parse().expect("the inputs are layouts")
    }

    pub fn any_layout(&self, operand: usize) -> AnyLayout {
        AnyLayout::parse(Kind::Cute, self.operands[operand]).expect("the inputs are layouts")
    }

    pub fn number(&self, operand: usize) -> i64 {
        self.operands[operand].parse().expect("the input is a number")
    }
}
