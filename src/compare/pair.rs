//! A function before and after a pass as code on the same inputs.

use std::collections::HashMap;

use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, Value, ValueLike};

use super::blocks::{
    arguments, check_pure, common_inputs, is_end, only_block, operations, same_types, values,
};
use super::cute::Meanings;
use crate::dialect::ir;
use crate::passes::exact::{EXACT, Reader, bits};
use crate::validate::{Code, CuteCode, Flags, Node, Operation, Refinement, Relation};

/// The claim that a pair of functions makes.
pub(super) struct Pair<'c> {
    pub reader: Reader<'c>,
    code: Code,
    pub before: Vec<Node>,
    pub after: Vec<Node>,
    pub premises: Vec<Node>,
    /// True if the function before is about mathematical numbers.
    pub fits: bool,
}

impl Pair<'_> {
    pub fn claim(&self) -> Refinement<'_> {
        Refinement {
            code: &self.code,
            before: self.before.clone(),
            after: self.after.clone(),
            premises: self.premises.clone(),
            bounds: self.reader.bounds().to_vec(),
            fits: self.fits,
            is_part: false,
        }
    }
}

/// How wide mathematical numbers are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    /// As wide as the inputs, and nothing is claimed where one does not fit.
    Fit,
    /// 64 bits, and nothing is said of whether they fit.
    Wide,
}

/// Both functions as code on the same inputs.
///
/// # Errors
///
/// What is not read.
pub(super) fn read_pair<'c>(
    before: OperationRef<'c, 'c>,
    after: OperationRef<'c, 'c>,
    numbers: Numbers,
) -> Result<Pair<'c>, String> {
    let [before_body, after_body] = [only_block(before, "before")?, only_block(after, "after")?];
    let [inputs, others] = [before_body, after_body].map(arguments);
    same_types("takes", &inputs, &others)?;
    let mut reader = common_inputs(&inputs, &others)?;
    // The maps before the pass are of numbers that fit.
    reader.maps = EXACT;
    let width = match numbers {
        Numbers::Fit => {
            inputs.iter().filter_map(|value| bits(value.r#type()).ok()).fold(32, u32::max)
        }
        Numbers::Wide => 64,
    };
    let (returned, premises, fits) = read_before(&mut reader, before_body, (width, numbers))?;
    let others = read_after(after_body)?;
    same_types("returns", &returned, &others)?;
    let returned: Vec<Node> = values(&mut reader, &returned)?;
    reader.maps = Flags::default();
    if returned.is_empty() {
        return Err("it returns nothing that could be compared".to_owned());
    }
    let after = values(&mut reader, &others)?;
    let strange = reader.inputs()[inputs.len()..].iter().find_map(|&input| ir::defining_op(input));
    if let Some(operation) = strange {
        return Err(format!("it uses {}, which is not read", ir::name(operation)));
    }
    let code = reader.code().clone();
    let code = if fits { code.promised() } else { code };
    Ok(Pair { reader, code, before: returned, after, premises, fits })
}

/// What a function with operations of `cute` returns, what is true where these are defined, and
/// whether there are any.
type Before<'c> = (Vec<Value<'c, 'c>>, Vec<Node>, bool);

fn read_before<'c>(
    reader: &mut Reader<'c>,
    block: BlockRef<'c, 'c>,
    (width, numbers): (u32, Numbers),
) -> Result<Before<'c>, String> {
    let mut meanings = Meanings::default();
    let mut premises = Vec::new();
    let mut has_cute = false;
    for operation in operations(block) {
        let Some(mnemonic) = ir::name(operation).strip_prefix("cute.") else {
            if is_end(operation) {
                return Ok((operation.operands().collect(), premises, has_cute));
            }
            check_pure(operation)?;
            continue;
        };
        has_cute = true;
        let mut integers = HashMap::new();
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
        let nodes = meanings.read(&mut cute, operation, mnemonic, &integers)?;
        premises.extend(cute.into_premises());
        for (result, node) in operation.results().zip(nodes) {
            let own = bits(result.r#type()).map_err(|error| error.reason().to_owned())?;
            let node = match own == width {
                true => node,
                false => fitted(reader, node, (own, width), (numbers, &mut premises)),
            };
            reader.define(result.into(), node);
        }
    }
    Err("it returns nothing that could be compared".to_owned())
}

/// A number in a type that it fits in wherever something is claimed.
fn fitted(
    reader: &mut Reader<'_>,
    node: Node,
    (bits, width): (u32, u32),
    (numbers, premises): (Numbers, &mut Vec<Node>),
) -> Node {
    if width < bits || numbers == Numbers::Wide {
        return reader.push(bits, Operation::SignExtend(node));
    }
    let half = 1_i64 << (bits - 1);
    let [low, high] = [-half, half - 1].map(|end| reader.constant(width, end));
    premises.push(reader.compare(Relation::LessOrEqual, low, node));
    premises.push(reader.compare(Relation::LessOrEqual, node, high));
    reader.push(bits, Operation::SignExtend(node))
}

fn read_after<'c>(block: BlockRef<'c, 'c>) -> Result<Vec<Value<'c, 'c>>, String> {
    for operation in operations(block) {
        if is_end(operation) {
            return Ok(operation.operands().collect());
        }
        check_pure(operation)?;
    }
    Err("it returns nothing that could be compared".to_owned())
}
