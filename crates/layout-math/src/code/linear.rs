//! Functions whose output bits are exclusive ors of input bits.

use super::fields::{Fields, Order};
use super::program::{Program, Style, Value};
use crate::linear::LinearLayout;

/// An output as `constant ^ columns[i][b]` over the bits `b` that are 1 in the inputs `i`.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    /// For each input, where its bits go, the lowest first.
    pub inputs: Vec<(Value, Vec<u64>)>,
    pub constant: u64,
}

impl Columns {
    pub fn emit(&self, program: &mut Program, order: Order) -> Value {
        match program.style() {
            Style::Bits => self.moved(program, order),
            Style::Affine | Style::SemiAffine => self.summed(program),
        }
    }

    /// The bits of an input that move by the same distance are moved at once.
    fn moved(&self, program: &mut Program, order: Order) -> Value {
        let mut fields = Fields::default();
        for (value, columns) in &self.inputs {
            for (bit, &column) in columns.iter().enumerate() {
                let mut left = column;
                while left != 0 {
                    let target = left.trailing_zeros();
                    fields.add(*value, 1 << bit, target as i32 - bit as i32);
                    left &= left - 1;
                }
            }
        }
        fields.xor(program, self.constant as i64, order)
    }

    /// Each output bit is a sum modulo 2; neighboring bits that each come from one bit, and from
    /// neighbors, are one remainder.
    fn summed(&self, program: &mut Program) -> Value {
        let mut result = program.constant(0);
        let mut target = 0;
        while target < 63 {
            let sources = self.sources(target);
            let is_flipped = self.constant >> target & 1 == 1;
            let mut width = 1;
            let value = match (&sources[..], is_flipped) {
                ([], false) => {
                    target += 1;
                    continue;
                }
                (&[(input, bit)], false) => {
                    let follows = |width: u32| {
                        let target = target + width;
                        target < 63
                            && self.constant >> target & 1 == 0
                            && self.sources(target) == [(input, bit + width)]
                    };
                    while follows(width) {
                        width += 1;
                    }
                    let shifted = program.quotient(self.inputs[input].0, 1 << bit);
                    program.remainder(shifted, 1 << width)
                }
                (sources, is_flipped) => {
                    let mut sum = program.constant(i64::from(is_flipped));
                    for &(input, bit) in sources {
                        let shifted = program.quotient(self.inputs[input].0, 1 << bit);
                        sum = program.sum(sum, shifted);
                    }
                    program.remainder(sum, 2)
                }
            };
            let value = program.scaled(value, 1 << target);
            result = program.sum(result, value);
            target += width;
        }
        result
    }

    /// The inputs and their bits that an output bit is the exclusive or of.
    fn sources(&self, target: u32) -> Vec<(usize, u32)> {
        let bits = self.inputs.iter().enumerate().flat_map(|(input, (_, columns))| {
            (0_u32..).zip(columns).map(move |(bit, column)| (input, bit, column))
        });
        let hits = bits.filter(|(_, _, column)| **column >> target & 1 == 1);
        hits.map(|(input, bit, _)| (input, bit)).collect()
    }
}

/// The out-dims of a linear layout at a value for each of its first in-dims.
pub(super) fn outputs(
    program: &mut Program,
    layout: &LinearLayout,
    coordinates: &[Value],
) -> Vec<Value> {
    let attempts = Order::ALL.map(|order| {
        let mut attempt = program.clone();
        let results = in_order(&mut attempt, layout, coordinates, order);
        attempt.set_results(results.clone());
        (attempt, results)
    });
    let [first, second] = attempts;
    let (attempt, results) = if second.0.cost() < first.0.cost() { second } else { first };
    *program = attempt;
    results
}

fn in_order(
    program: &mut Program,
    layout: &LinearLayout,
    coordinates: &[Value],
    order: Order,
) -> Vec<Value> {
    let (columns, constant) = (layout.map().matrix().columns(), layout.map().constant());
    let mut results = Vec::new();
    let mut low = 0_u32;
    for out in layout.out_dims() {
        let mask = (1_u64 << out.bits()) - 1;
        let mut rest = columns;
        let mut inputs = Vec::new();
        for (place, dim) in layout.in_dims().iter().enumerate() {
            let (own, others) = rest.split_at(dim.bits() as usize);
            rest = others;
            if let Some(&coordinate) = coordinates.get(place) {
                inputs.push((coordinate, own.iter().map(|c| c >> low & mask).collect()));
            }
        }
        let constant = constant >> low & mask;
        results.push(Columns { inputs, constant }.emit(program, order));
        low += out.bits();
    }
    results
}
