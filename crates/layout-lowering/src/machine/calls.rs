//! Calls between functions of the code, for whoever knows what they hand on.

use std::sync::Arc;

use super::stop::{SourceLines, Stop};
use super::tensor_address::{BASE, COLUMN_BYTES};
use super::tensor_state::Handed;
use super::{Machine, Value};
use crate::bits::Mask;
use crate::llvm::Function;

/// A call of a function that has a body.
pub(crate) struct MachineCall<'c> {
    pub function: &'c Function,
    pub arguments: &'c [Value],
    pub mask: &'c Mask,
    pub place: SourceLines,
}

/// Who is told of calls.
pub(crate) trait Calls {
    /// What is handed on must be what it should be. Gives the addresses of the memories.
    fn called(
        &mut self,
        call: &MachineCall<'_>,
        machine: &mut Machine<'_>,
    ) -> Result<Vec<u64>, Stop>;

    /// The functions of which what they are handed was not compared.
    fn skipped(&self) -> Vec<String>;

    /// No more is called.
    fn ended(&self) -> Result<(), Stop>;
}

impl<'m> Machine<'m> {
    /// Executes a function that another one calls.
    pub(super) fn call(
        &mut self,
        function: &'m Function,
        arguments: Vec<Value>,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Option<Value>, Stop> {
        let mut memories = Vec::new();
        if let Some(mut calls) = self.calls.take() {
            let call = MachineCall { function, arguments: &arguments, mask, place };
            let known = calls.called(&call, self);
            self.calls = Some(calls);
            memories = known?;
        }
        let value = self.run(function, arguments, mask)?;
        for address in memories {
            self.handed(address, &function.name, place);
        }
        Ok(value)
    }

    /// All warps may have used a memory until now.
    fn handed(&mut self, address: u64, to: &Arc<str>, place: SourceLines) {
        let Some(column) = address.checked_sub(BASE).map(|offset| offset / COLUMN_BYTES) else {
            return;
        };
        let phase = self.memory.phases.of(address).current;
        let mut held = self.tensor_memory.allocations.iter_mut();
        let is_in = |own: &&mut super::tensor_state::Allocation| {
            own.freed_at.is_none() && (own.column..own.column + own.count).contains(&column)
        };
        if let Some(own) = held.find(is_in) {
            own.handed = Some(Handed { to: Arc::clone(to), line: place.line, phase });
        }
    }
}
