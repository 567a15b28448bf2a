//! Kernels: what is in memory when they end.

use std::collections::BTreeSet;

use layout_math::validate::FunctionVerdict;
use rustc_hash::FxHashMap;

use super::calls::Handing;
use super::compare;
use super::orders;
use super::pointed::{Compared, Pointed};
use super::results::InMemory;
use super::setup::{self, Case, Ended};
use crate::bits::{Inputs, Mask, Table};
use crate::machine::column_address;
use crate::spec::{Placed, Spec};

pub(super) fn judge(
    case: Case<'_>,
    table: &mut Table,
    inputs: &mut Inputs,
) -> Result<FunctionVerdict, Ended> {
    let Case { programs, program, module, function, target, .. } = case;
    let mut pointed = Vec::new();
    for (number, argument) in program.arguments.iter().enumerate() {
        let own = Pointed::new(number, argument, function.arguments.get(number), inputs)?;
        pointed.push(own.ok_or_else(|| {
            let name = &argument.name;
            Ended::Unsupported(format!(
                "%{name} is not a pointer, and a kernel is executed for all memory alone"
            ))
        })?);
    }
    let mut spec = Spec::new(programs, table);
    let arguments =
        pointed.iter().map(|own| own.in_spec(&mut spec.global, target.contents)).collect();
    spec.run(program, arguments).map_err(Ended::Spec)?;
    let Spec { global: mut left, buffers, in_tensor_memory, calls, lives, orders: asked, .. } =
        spec;

    let mut machine = setup::machine(module, target, table);
    let inputs = &*inputs;
    machine.calls = Some(Box::new(Handing {
        programs,
        module,
        inputs,
        target,
        left: calls.into(),
        lives,
        only: match in_tensor_memory[..] {
            [(buffer, _)] => Some(buffer),
            _ => None,
        },
        begins: FxHashMap::default(),
        cells: FxHashMap::default(),
        skipped: BTreeSet::new(),
    }));
    let mut arguments = Vec::new();
    for own in &pointed {
        arguments.push(own.in_code(&mut machine, target.contents));
    }
    arguments.extend(setup::more_arguments(function, arguments.len(), &mut machine)?);
    let mask = Mask::all(machine.threads);
    machine.run(function, arguments, &mask).map_err(Ended::Code)?;
    machine.end().map_err(Ended::Code)?;
    orders::check(&asked, &machine.orders)?;
    case.n_places.set(machine.n_tensor_places());

    let mut compared = Compared::default();
    // Where several are, the code alone says.
    if let [(buffer, kind)] = &in_tensor_memory[..] {
        let placed = Placed::new(kind).map_err(Ended::Unsupported)?;
        let first = machine.tensor_allocations().first();
        let base = first.map_or(column_address(0), |own| column_address(own.column));
        let elements: Vec<u32> = (0..placed.n_elements() as u32).collect();
        let (name, buffer) = ("what is allocated".to_owned(), &buffers[*buffer]);
        let memory = InMemory { name, base, placed: &placed, buffer, elements: &elements };
        memory.compare(&mut machine, inputs, &mut compared.is_lost)?;
    }
    for own in &pointed {
        own.compare(&mut left, &mut machine, inputs, &mut compared)?;
    }
    if compared.is_lost {
        return Ok(compare::lost(machine.table));
    }
    Ok(match setup::proved(&machine, target) {
        // There is nothing that could differ but where it stores, and what it does on the way there.
        FunctionVerdict::Proved { method } if compared.is_written && !compared.is_defined => {
            FunctionVerdict::Proved { method: method + ", all that it stores being undefined" }
        }
        verdict => verdict,
    })
}
