//! The best swizzle of each shared memory for its readers and writers.

use std::collections::BTreeMap;

use super::finding::Finding;
use super::heat::is_hot;
use super::layouts::Layouts;
use super::rule::{ACCESS_COST, BETTER_SWIZZLE, Level};
use crate::analyze::{Machine, Port, Question, SharedCopies};
use crate::triton::{MemDesc, Module, Movement, Operation, Tensor};
use layout_math::linear::LinearLayout;

/// A shared memory with its readers and writers: the allocation if it is known, else the type.
type Memory = (Option<String>, String, Vec<i64>, String);

struct Use<'o> {
    operation: &'o Operation,
    port: Port,
    value: &'o Tensor,
    memory: &'o MemDesc,
}

/// What is found in the shared memories of one function.
pub(super) fn swizzles(
    operations: &[&Operation],
    layouts: &mut Layouts,
    machine: &Machine,
    module: &Module,
) -> Vec<Finding> {
    let mut memories: BTreeMap<Memory, Vec<Use<'_>>> = BTreeMap::new();
    for operation in operations {
        let (port, value, memory) = match operation.movement() {
            Some(Movement::SharedLoad { memory, value }) => (Port::Load, value, memory),
            Some(Movement::SharedStore { value, memory }) => (Port::Store, value, memory),
            Some(Movement::GlobalToShared { pointers, memory }) => (Port::Copy, pointers, memory),
            _ => continue,
        };
        let Some(encoding) = memory.tensor().encoding_text() else { continue };
        let key = (
            operation.allocation().map(str::to_owned),
            encoding.to_owned(),
            memory.laid_out_shape().to_vec(),
            memory.element().as_str().to_owned(),
        );
        memories.entry(key).or_default().push(Use { operation, port, value, memory });
    }
    if machine.copies == SharedCopies::InOrder {
        // The places that the hardware copies to cannot be swizzled.
        memories.retain(|_, uses| uses.iter().all(|own| own.port != Port::Copy));
    }
    memories.values().filter_map(|uses| finding(uses, layouts, machine, module)).collect()
}

fn finding(
    uses: &[Use<'_>],
    layouts: &mut Layouts,
    machine: &Machine,
    module: &Module,
) -> Option<Finding> {
    let first = uses.first()?;
    let laid = layouts.of_memory(first.memory)?.ok()?;
    let bits = first.memory.element().stored_bits()?;
    let shape = &first.memory.laid_out_shape();
    let shape = &shape[shape.len().saturating_sub(laid.encoding.rank())..];
    let plain = laid.encoding.without_swizzle()?;
    let (plain, _) = plain.without_gaps(shape, bits).ok()?;
    let mut distributed: Vec<(Port, LinearLayout)> = Vec::new();
    for access in uses {
        let registers = layouts.of_tensor(access.value)?.ok()?;
        // The same access in a loop and before it is one.
        let own = (access.port, registers.layout.clone());
        if !distributed.contains(&own) {
            distributed.push(own);
        }
    }
    let accesses: Vec<(Port, &LinearLayout)> =
        distributed.iter().map(|(port, layout)| (*port, layout)).collect();
    let question = Question::Swizzle {
        plain: &plain,
        memory: &laid.layout,
        gaps: &laid.gaps,
        accesses: &accesses,
        element_bits: bits,
    };
    let answer = question.answer(machine).ok()?;
    let rule = if answer.is_costly() { BETTER_SWIZZLE } else { ACCESS_COST };
    let found = Finding::new(rule, first.operation.position(), answer.text().to_owned());
    let is_seldom = uses.iter().all(|own| !is_hot(own.operation, module));
    Some(if is_seldom { found.at_level(Level::Note) } else { found })
}
