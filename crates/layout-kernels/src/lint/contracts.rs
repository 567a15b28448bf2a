//! What the hardware asks of the layouts of memories that it reads or writes by itself.

use std::collections::HashMap;

use super::finding::Finding;
use super::memories::tuple;
use super::rule::OPERAND_LAYOUT;
use crate::triton::{MemDesc, Operation, Region, Step, Type, Value};

/// What is found in one function, in the order of the file.
pub(super) fn contracts(body: &Region) -> Vec<Finding> {
    let mut checked = Checked::default();
    checked.region(body);
    checked.found
}

#[derive(Default)]
struct Checked<'p> {
    /// The operations that take a part of a memory, by the name of the part.
    parts: HashMap<&'p str, &'p Operation>,
    found: Vec<Finding>,
}

impl<'p> Checked<'p> {
    fn region(&mut self, region: &'p Region) {
        for step in &region.steps {
            self.step(step);
            step.regions.iter().for_each(|region| self.region(region));
        }
    }

    fn step(&mut self, step: &'p Step) {
        let operation = &step.operation;
        let name = operation.name().split_once('.').map_or("", |(_, name)| name);
        match name {
            "memdesc_subslice" => {
                let result = step.results.first().map_or("", String::as_str);
                self.parts.insert(result, operation);
            }
            "memdesc_trans" | "memdesc_index" => {
                // An index counts buffers, each of which begins at a multiple of the pattern.
                let of = operation.operands().first().and_then(|name| self.parts.get(&**name));
                if let (Some(of), Some(result)) = (of.copied(), step.results.first()) {
                    self.parts.insert(result, of);
                }
            }
            "async_tma_copy_global_to_local"
            | "async_tma_copy_local_to_global"
            | "async_tma_gather"
            | "async_tma_scatter"
            | "async_tma_reduce" => {
                self.descriptor(operation);
                self.operands(operation);
            }
            "warp_group_dot" | "tc_gen5_mma" | "tc_gen5_mma_scaled" => self.operands(operation),
            _ => {}
        }
    }

    /// The encodings of a descriptor's block and of the memory that it fills or empties.
    fn descriptor(&mut self, operation: &Operation) {
        let types = || operation.types().into_iter().flatten();
        let block = types().find_map(|kind| match kind {
            Type::Other { name, nested } if name.contains("tensordesc") => {
                nested.iter().find_map(Type::as_tensor)
            }
            _ => None,
        });
        let is_data =
            |memory: &&MemDesc| memory.element().as_str() != "i64" || memory.shape() != [1];
        let memory = types().filter_map(Type::as_mem_desc).find(is_data);
        let (Some(block), Some(memory)) = (block, memory) else { return };
        let (Some(wants), Some(has)) = (block.encoding(), memory.tensor().encoding()) else {
            return;
        };
        if wants == has {
            return;
        }
        let text = |own: Option<&str>| own.unwrap_or("").to_owned();
        let message = format!(
            "the descriptor copies blocks in {}, and the memory of shape {:?} is in {}: its elements \
             are not where they are looked for",
            text(block.encoding_text()),
            memory.shape(),
            text(memory.tensor().encoding_text())
        );
        let finding = Finding::new(OPERAND_LAYOUT, operation.position(), message);
        self.found.push(finding.of_operation(operation.name()));
    }

    /// Parts of a swizzled memory that do not begin where its pattern does.
    fn operands(&mut self, operation: &Operation) {
        for name in operation.operands() {
            let Some(&part) = self.parts.get(&**name) else { continue };
            let Some(message) = misaligned(part) else { continue };
            let finding = Finding::new(OPERAND_LAYOUT, operation.position(), message);
            let finding = finding.of_operation(operation.name());
            self.found.push(finding.related_to(part.position(), "the part is taken here"));
        }
    }
}

/// Where a part of a swizzled memory begins inside of the pattern, which the hardware computes from
/// the address of the part: 8 rows of as many bytes as the swizzle is wide.
fn misaligned(part: &Operation) -> Option<String> {
    let from = part.types()[0].iter().find_map(Type::as_mem_desc)?;
    let offsets = part.offsets();
    let encoding = from.tensor().encoding()?;
    let bytes = encoding.parameter("swizzlingByteWidth")?.as_integer()?;
    let bits = i64::from(from.element().stored_bits()?);
    let rank = offsets.len().checked_sub(2)?;
    let (row, column) = match encoding.parameter("transposed") {
        Some(Value::Bool(true)) => (rank + 1, rank),
        _ => (rank, rank + 1),
    };
    let width = bytes * 8 / bits;
    let is_off = 0 < bytes && (offsets[row] % 8 != 0 || offsets[column] % width != 0);
    is_off.then(|| {
        format!(
            "an operand begins at {} of a memory whose swizzle of {bytes} bytes repeats every 8 rows \
             and {width} columns: the hardware takes its address for the beginning of the pattern",
            tuple(offsets)
        )
    })
}
