//! What a function gives: the registers of tensors, and what is in memories.

use std::ops::Range;

use layout_kernels::triton::{Program, Type};

use super::compare::{self, Comparison, Mismatch};
use super::setup::{Ended, Target};
use crate::bits::{Inputs, Row, coordinate};
use crate::machine::{self, Machine};
use crate::spec::{self, Distribution, Placed};

/// What the TTGIR gives.
pub(super) struct Results<'r> {
    pub program: &'r Program,
    pub values: &'r [spec::Value],
    pub buffers: &'r [spec::Buffer],
    /// Where the memories that are arguments are, with their buffers and names.
    pub held: Vec<(usize, Range<u64>, String)>,
}

/// The types of the results, as `tt.return` has them.
pub(super) fn result_types(program: &Program) -> &[Type] {
    let last = program.body.steps.last().filter(|step| step.operation.name() == "tt.return");
    last.map_or(&[], |step| step.operation.types()[0])
}

pub(super) fn compare(
    results: &Results<'_>,
    value: Option<&machine::Value>,
    target: Target,
    machine: &mut Machine<'_>,
    inputs: &Inputs,
    is_lost: &mut bool,
) -> Result<(), Ended> {
    let kinds = result_types(results.program);
    if let ([spec::Value::Memory(view)], [Type::MemDesc(memory)]) = (results.values, kinds) {
        let placed = Placed::new(memory).map_err(Ended::Unsupported)?;
        let base = address(value, &placed)?;
        let is_other = |(buffer, own, _): &&(usize, Range<u64>, String)| {
            *buffer != view.buffer
                && own.start < base.saturating_add(placed.length)
                && base < own.end
        };
        if let Some((_, _, name)) = results.held.iter().find(is_other) {
            return Err(Ended::Different(Mismatch {
                at: "the result".to_owned(),
                before: "a memory of its own".to_owned(),
                after: format!("one that has bytes of {name}"),
            }));
        }
        let (name, buffer) = ("the result".to_owned(), &results.buffers[view.buffer]);
        let memory = InMemory { name, base, placed: &placed, buffer, elements: &view.elements };
        return memory.compare(machine, inputs, is_lost);
    }
    let rows = value.map(machine::Value::rows).unwrap_or_default();
    let mut distributions = Vec::new();
    for (result, kind) in results.values.iter().zip(kinds) {
        let own = match (result.as_tensor(), kind) {
            (Some(_), Type::Tensor(kind)) => {
                Distribution::new(kind, target.warps, target.lanes).map_err(Ended::Unsupported)?
            }
            // A number, which all threads have.
            (Some(tensor), Type::Other { .. }) if tensor.shape.is_empty() => Distribution::same(),
            _ => return Err(Ended::Unsupported("a result that is not a tensor".to_owned())),
        };
        distributions.extend(result.as_tensor().map(|tensor| (tensor, own)));
    }
    // Either all repeated registers are there, or none.
    let n_kept: usize = distributions.iter().map(|(_, own)| own.n_registers()).sum();
    let n_all: usize = distributions.iter().map(|(_, own)| own.n_all_registers()).sum();
    let n_values = results.values.len();
    if rows.len() != n_kept && rows.len() != n_all || n_values != kinds.len() {
        let reason = format!("the code returns {} registers, the TTGIR {n_kept}", rows.len());
        return Err(Ended::Unsupported(reason));
    }
    let mut first = 0;
    for (number, (tensor, own)) in distributions.into_iter().enumerate() {
        let count = if rows.len() == n_kept { own.n_registers() } else { own.n_all_registers() };
        let other_type =
            || Ended::Unsupported("a result of another type than the TTGIR's".to_owned());
        let own = own.fit(count).ok_or_else(other_type)?;
        let registers = &rows[first..first + count];
        first += count;
        if registers.iter().any(|row| row.width() != tensor.elements.width()) {
            return Err(other_type());
        }
        let name = if n_values == 1 { String::new() } else { format!("result {number}, ") };
        for (register, row) in registers.iter().enumerate() {
            let held = Register { name: &name, register, row };
            held.compare(tensor, &own, target, machine, inputs, is_lost)?;
        }
    }
    Ok(())
}

/// The address of a memory that is a result: a structure of it and an offset of 0 for each dim.
fn address(value: Option<&machine::Value>, placed: &Placed) -> Result<u64, Ended> {
    let rows = value.map(machine::Value::rows).unwrap_or_default();
    let number = |row: &&Row| row.as_same();
    match (rows.first().and_then(number), rows.get(1..)) {
        (Some(base), Some(offsets))
            if offsets.len() == placed.shape.len()
                && offsets.iter().all(|own| own.as_same() == Some(0)) =>
        {
            Ok(base)
        }
        _ => Err(Ended::Unsupported("a memory as result that has no known address".to_owned())),
    }
}

/// A register of all threads.
pub(super) struct Register<'r> {
    /// Of which result, if there are several.
    pub name: &'r str,
    pub register: usize,
    pub row: &'r Row,
}

impl Register<'_> {
    pub fn compare(
        &self,
        tensor: &spec::Tensor,
        own: &Distribution,
        target: Target,
        machine: &Machine<'_>,
        inputs: &Inputs,
        is_lost: &mut bool,
    ) -> Result<(), Ended> {
        let Register { name, register, row } = *self;
        let elements = &tensor.elements;
        for thread in 0..machine.threads {
            let (lane, warp) = (thread % target.lanes, thread / target.lanes);
            let element = own.element(register, lane, warp);
            let is_equal = |at| {
                let found = row.byte(thread, at);
                elements.byte(element, at) == found && machine.table.is_followed(found)
            };
            if (0..row.n_bytes()).all(is_equal) {
                continue;
            }
            let bytes = |row: &Row, at| (0..row.n_bytes()).map(|byte| row.byte(at, byte)).collect();
            let expected: Vec<u32> = bytes(elements, element);
            let found: Vec<u32> = bytes(row, thread);
            match compare::compare(&expected, &found, machine.table) {
                Comparison::Equal => {}
                Comparison::Lost => *is_lost = true,
                Comparison::Different => {
                    let element = coordinate(element as u64, &tensor.shape);
                    let at = format!(
                        "{name}register {register}, lane {lane}, warp {warp}, element {element}"
                    );
                    let mismatch = compare::mismatch(at, &expected, &found, inputs, machine.table);
                    return Err(Ended::Different(mismatch));
                }
            }
        }
        Ok(())
    }
}

/// A memory when the function ends.
pub(super) struct InMemory<'r> {
    pub name: String,
    pub base: u64,
    pub placed: &'r Placed,
    pub buffer: &'r spec::Buffer,
    /// Which element of the buffer each element is.
    pub elements: &'r [u32],
}

impl InMemory<'_> {
    pub fn compare(
        &self,
        machine: &mut Machine<'_>,
        inputs: &Inputs,
        is_lost: &mut bool,
    ) -> Result<(), Ended> {
        for &(offset, element) in &self.placed.places {
            let expected = self.buffer.element(self.elements[element as usize] as usize).to_vec();
            let result = |at: u64| machine.memory.result(self.base + offset + at);
            let results: Option<Vec<_>> = (0..expected.len() as u64).map(result).collect();
            let place = || {
                let element = coordinate(element.into(), &self.placed.shape);
                format!("{} of {}, element {element}", self.placed.name(offset), self.name)
            };
            let Some(results) = results else {
                let before = inputs.describe(&expected, machine.table);
                let after = "no memory".to_owned();
                return Err(Ended::Different(Mismatch { at: place(), before, after }));
            };
            let found: Vec<u32> = results.iter().map(|(byte, _)| *byte).collect();
            match compare::compare(&expected, &found, machine.table) {
                Comparison::Equal => {}
                Comparison::Lost => *is_lost = true,
                Comparison::Different => {
                    let line = results.iter().map(|(_, line)| *line).max().unwrap_or(0);
                    let written = compare::written(line);
                    let at = format!("{}, {written}", place());
                    let mismatch = compare::mismatch(at, &expected, &found, inputs, machine.table);
                    return Err(Ended::Different(mismatch));
                }
            }
        }
        Ok(())
    }
}
