//! The definition of the integers that one operation gives.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use rustc_hash::FxHashSet;

use super::reading::{Defined, Numbers};
use crate::dialect::foreign::{Effects, effects};
use crate::dialect::ir;
use crate::passes::exact::{CodeReader, EXACT, bits};
use crate::validate::{Definition, Node};

/// More operations than this no definition is made of.
const MAX_OPERATIONS: usize = 4096;

/// What an operation of another dialect gives, as a function of the integers that go in.
pub(in crate::passes) struct DefinedBy<'c> {
    pub definition: Definition,
    pub inputs: Vec<Value<'c, 'c>>,
    pub values: Vec<Value<'c, 'c>>,
}

/// The definition of the integers that an operation gives; `None` if it gives none, or is of a dialect
/// whose operations are not known.
///
/// # Errors
///
/// What is not read of the operations that they come from.
pub(in crate::passes) fn defined_by<'c>(
    operation: OperationRef<'c, 'c>,
) -> Option<Result<DefinedBy<'c>, String>> {
    let values: Vec<Value<'c, 'c>> = operation.results().map(Value::from).collect();
    let is_integer = |value: &Value<'c, 'c>| bits(value.r#type()).is_ok();
    if !ir::name(operation).starts_with("cute.") || !values.iter().any(is_integer) {
        return None;
    }
    Some(sources(operation).and_then(|operations| {
        // How wide the inputs are is known when they are.
        let first = read(&operations, 32)?;
        let width =
            first.inputs.iter().filter_map(|value| bits(value.r#type()).ok()).fold(32, u32::max);
        if width == 32 { Ok(first) } else { read(&operations, width) }
    }))
}

/// The operations that the results of one come from, that one last.
fn sources<'c>(of: OperationRef<'c, 'c>) -> Result<Vec<OperationRef<'c, 'c>>, String> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    // An operation is left behind once what it uses is found.
    let mut pending = vec![(of, false)];
    while let Some((operation, is_done)) = pending.pop() {
        if is_done {
            found.push(operation);
            continue;
        }
        if !seen.insert(ir::key(operation)) {
            continue;
        }
        if MAX_OPERATIONS < seen.len() {
            return Err(format!("it comes from more than {MAX_OPERATIONS} operations"));
        }
        pending.push((operation, true));
        let operands: Vec<Value<'c, 'c>> = operation.operands().collect();
        // The first operand is gone through first.
        let before = operands.into_iter().rev().filter_map(ir::defining_op);
        // What reads memory gives an input.
        let is_pure = |operation: &OperationRef<'c, 'c>| {
            ir::name(*operation).starts_with("cute.")
                || operation.region_count() == 0 && effects(*operation) == Effects::None
        };
        pending.extend(before.filter(is_pure).map(|operation| (operation, false)));
    }
    Ok(found)
}

fn read<'c>(operations: &[OperationRef<'c, 'c>], width: u32) -> Result<DefinedBy<'c>, String> {
    let Some(&last) = operations.last() else { return Err("it has no operations".to_owned()) };
    let mut reader = CodeReader::default();
    reader.maps = EXACT;
    let mut defined = Defined::new(Numbers::Fit, [width].into_iter());
    for &operation in operations {
        defined.read(&mut reader, operation)?;
    }
    let values: Vec<Value<'c, 'c>> = last.results().map(Value::from).collect();
    let known =
        |&value| reader.known(value).ok_or_else(|| format!("{} is not read", ir::name(last)));
    let nodes: Vec<Node> = values.iter().map(known).collect::<Result<_, String>>()?;
    let (definition, inputs) = Definition::new(reader.code(), &defined.premises, &nodes);
    let inputs = inputs.into_iter().map(|number| reader.inputs()[number]).collect();
    Ok(DefinedBy { definition, inputs, values })
}
