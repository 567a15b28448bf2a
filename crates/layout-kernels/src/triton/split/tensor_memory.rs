//! Pieces with tensor memory.
//!
//! Only a kernel can allocate it, so that the piece of an allocation is a kernel: what is stored there is
//! loaded from global memory, and the memory is handed to a function that does nothing, by which it is
//! not left out.

use super::Cutter;
use super::global::Held;
use super::piece::Draft;
use super::statement::{Statement, Written};
use crate::triton::types::{MemDesc, Type};

impl Cutter<'_> {
    /// `ttng.tmem_alloc`, with or without what is stored.
    pub(super) fn tensor_allocation(&self, statement: &Statement, draft: &mut Draft) -> Option<()> {
        let result = statement.result_types.first()?;
        // A token beside it is what others wait for.
        let [name] = &statement.results[..] else { return None };
        match (&statement.operands()[..], &statement.operand_types[..]) {
            ([], []) => {}
            ([value], [kind]) => {
                let held = Held::value(kind.kind.as_tensor()?)?;
                let loaded = held.loaded(draft)?;
                draft.names.insert(value.to_string(), loaded);
            }
            _ => return None,
        }
        let own = draft.line(statement);
        draft.names.insert(name.clone(), own.clone());
        draft.handed = Some((own, result.text.clone()));
        Some(())
    }

    /// `ttng.tmem_store %value, %memory, %predicate`.
    pub(super) fn tensor_store(&self, statement: &Statement, draft: &mut Draft) -> Option<()> {
        let [value, memory, predicate] = statement.operands()[..] else { return None };
        draft.argument(value, statement.operand_types.first()?);
        self.memory(memory, statement.result_types.first()?, draft)?;
        match self.known.get(predicate).filter(|own| own.name == "arith.constant") {
            Some(constant) => {
                let name = draft.line(constant);
                draft.names.insert(predicate.to_owned(), name);
            }
            None => {
                let kind = Type::Other { name: "i1".to_owned(), nested: Vec::new() };
                draft.argument(predicate, &Written { kind, text: "i1".to_owned() });
            }
        }
        draft.line(statement);
        Some(())
    }

    /// The type of a tensor as large as a memory of 128 rows that Triton loads it to: a row in each
    /// lane of four warps, the columns over the others.
    pub(super) fn rows_of_lanes(&self, memory: &MemDesc) -> Option<String> {
        let [128, columns] = memory.shape()[..] else { return None };
        let groups = self.machine.warps / 4;
        if self.machine.warps % 4 != 0 || columns % groups != 0 {
            return None;
        }
        Some(format!(
            "tensor<128x{columns}x{}, #ttg.blocked<{{sizePerThread = [1, {}], threadsPerWarp = [32, 1], \
             warpsPerCTA = [4, {groups}], order = [0, 1]}}>>",
            memory.element().as_str(),
            columns / groups
        ))
    }
}
