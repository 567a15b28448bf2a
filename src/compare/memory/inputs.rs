//! The numbers that functions are given, and those of them that are tried.

use rustc_hash::FxHashMap;

use super::terms::{Buffer, Term};

/// A number that functions are given, or that is not known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::compare) enum Input {
    /// A lane of an argument.
    Argument(usize, usize),
    Size(Buffer, usize),
    Stride(Buffer, usize),
    Offset(Buffer),
    /// The variable of a loop.
    Variable(usize, usize),
    /// What is in memory, or an operation gives that is not read.
    Value(Term, u32),
    /// The integer that is read as the so many-th one.
    Read(usize, u32),
    /// What is another number in another iteration of a loop.
    Other(usize),
}

/// Numbers that functions are given.
#[derive(Debug, Clone)]
pub(in crate::compare) enum Sample {
    /// One of those that are tried, the first ones of which are the least.
    Tried(u64),
    /// These, also of what is in buffers, and the least ones for others.
    At { inputs: FxHashMap<Input, i64>, elements: FxHashMap<(Buffer, Vec<i64>), i64> },
}

impl Sample {
    /// A number that a function is given; `None` for what it computes or finds in memory.
    pub fn chosen(&self, input: &Input, bits: u32) -> Option<i64> {
        match self {
            Sample::Tried(sample) => tried(*sample, input, bits),
            Sample::At { inputs, .. } => {
                let least = tried(0, input, bits)?;
                Some(inputs.get(input).copied().unwrap_or(least))
            }
        }
    }

    /// The integer that is in an element of a buffer.
    pub fn element(&self, buffer: &Buffer, place: &[i64], bits: u32) -> i64 {
        let number = |sample| {
            let place = place.iter().fold(0_usize, |number, &at| {
                number.wrapping_mul(31).wrapping_add(usize::try_from(at).unwrap_or(0))
            });
            tried_number(sample, place, bits)
        };
        match self {
            Sample::Tried(sample) => number(*sample),
            Sample::At { elements, .. } => {
                let known = elements.get(&(buffer.clone(), place.to_vec()));
                known.copied().unwrap_or_else(|| number(0))
            }
        }
    }
}

fn tried(sample: u64, input: &Input, bits: u32) -> Option<i64> {
    match input {
        Input::Argument(number, lane) => Some(tried_number(sample, 31 * number + lane, bits)),
        Input::Size(_, dimension) => {
            Some(8 * (1 + sample as i64 % 4) + mixed(sample, *dimension, 5))
        }
        Input::Stride(_, dimension) => {
            Some([1009, 97, 11, 5, 3, 2].get(*dimension).copied().unwrap_or(1))
        }
        Input::Offset(_) => Some(7),
        Input::Variable(..) | Input::Value(..) | Input::Read(..) | Input::Other(..) => None,
    }
}

/// One of the integers of a sample.
fn tried_number(sample: u64, number: usize, bits: u32) -> i64 {
    match sample {
        0 | 1 if bits == 1 => -(sample as i64),
        _ if bits == 1 => -mixed(sample, number, 2),
        0 | 1 => sample as i64,
        2 => 2 + mixed(sample, number, 2),
        3 | 4 => mixed(sample, number, 4),
        5 => 8,
        6 => 4 + mixed(sample, number, 12),
        _ => mixed(sample, number, 1 << sample.min(8)),
    }
}

/// A number below an end that belongs to an input: the same in every run.
fn mixed(sample: u64, number: usize, below: u64) -> i64 {
    let seed = sample.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number as u64 + 1);
    let spread = seed.wrapping_mul(0xd129_0d3a_5c8f_4f6d) >> 33;
    i64::try_from(spread % below).unwrap_or(0)
}
