//! Operations of another dialect, read one after the other.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};
use rustc_hash::FxHashMap;

use super::cute::Meanings;
use crate::dialect::ir;
use crate::passes::exact::{CodeReader, bits, poison_reason};
use crate::validate::{CmpPredicate, CuteCode, Difference, Node, Operation, Outcome};

/// How wide mathematical numbers are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// As wide as the inputs, and nothing is claimed where one does not fit.
    Fit,
    /// 64 bits, and nothing is said of whether they fit.
    Wide,
}

/// The operations of the dialect that were read, in the order of their execution.
pub(crate) struct Defined {
    meanings: Meanings,
    /// How many bits mathematical numbers have.
    width: u32,
    numbers: Numbers,
    /// Values of one bit that are true where the operations are defined.
    pub premises: Vec<Node>,
    /// True if there was one.
    pub is_met: bool,
}

impl Defined {
    /// Nothing is read yet; some inputs have so many bits.
    pub fn new(numbers: Numbers, inputs: impl Iterator<Item = u32>) -> Self {
        let width = match numbers {
            Numbers::Fit => inputs.fold(32, u32::max),
            Numbers::Wide => 64,
        };
        let (meanings, premises) = (Meanings::default(), Vec::new());
        Defined { meanings, width, numbers, premises, is_met: false }
    }

    /// Reads an operation of the dialect, and says what the integers are that it gives; false for an
    /// operation of another one.
    ///
    /// # Errors
    ///
    /// What is not read.
    pub fn read<'c>(
        &mut self,
        reader: &mut CodeReader<'c>,
        operation: OperationRef<'c, 'c>,
    ) -> Result<bool, String> {
        let Some(mnemonic) = ir::name(operation).strip_prefix("cute.") else { return Ok(false) };
        self.is_met = true;
        let width = self.width;
        let mut integers = FxHashMap::default();
        for operand in operation.operands() {
            if let Ok(own) = bits(operand.r#type()) {
                let node = reader.value(operand).map_err(|error| error.reason().to_owned())?;
                let node = match own == width {
                    true => node,
                    false => reader.push(width, Operation::SignExtend(node)),
                };
                integers.insert(ir::value_key(operand), node);
            }
        }
        let mut cute = CuteCode::new(reader.code_mut(), width);
        let nodes = self.meanings.read(&mut cute, operation, mnemonic, &integers)?;
        self.premises.extend(cute.into_premises());
        for (result, node) in operation.results().zip(nodes) {
            let own = bits(result.r#type()).map_err(|error| error.reason().to_owned())?;
            let node = match own == width {
                true => node,
                false => self.fitted(reader, node, own),
            };
            reader.define(result.into(), node);
        }
        Ok(true)
    }

    /// A number in a type that it fits in wherever something is claimed.
    fn fitted(&mut self, reader: &mut CodeReader<'_>, node: Node, bits: u32) -> Node {
        if self.width < bits || self.numbers == Numbers::Wide {
            return reader.push(bits, Operation::SignExtend(node));
        }
        let half = 1_i64 << (bits - 1);
        let [low, high] = [-half, half - 1].map(|end| reader.constant(self.width, end));
        self.premises.push(reader.compare(CmpPredicate::LessOrEqual, low, node));
        self.premises.push(reader.compare(CmpPredicate::LessOrEqual, node, high));
        reader.push(bits, Operation::SignExtend(node))
    }
}

/// Where code does something else than is defined, in words: the inputs, and what each side gives.
pub(crate) struct Shown {
    pub at: String,
    pub before: String,
    pub after: String,
}

/// The words for a difference in code that a reader read.
pub(crate) fn shown(reader: &CodeReader<'_>, difference: &Difference) -> Shown {
    let comma = |values: Vec<String>| values.join(", ");
    let after = difference.after.iter().map(|outcome| match outcome {
        Outcome::Offset(_) => outcome.to_string(),
        Outcome::Poison(poison) => {
            let origin = reader.origin(poison.node);
            let reason = origin.map_or(poison.reason, |origin| poison_reason(origin, poison));
            format!("poison ({} {reason})", origin.map_or("an operation", ir::name))
        }
    });
    Shown {
        at: comma(difference.inputs.iter().map(i64::to_string).collect()),
        before: comma(difference.before.iter().map(i64::to_string).collect()),
        after: comma(after.collect()),
    }
}
