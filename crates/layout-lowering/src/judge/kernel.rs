//! Kernels: what is in memory when they end.

use std::collections::BTreeSet;

use layout_kernels::triton::Type;
use layout_math::validate::Finding;

use super::compare::{self, Comparison, Mismatch};
use super::setup::{self, Case, Ended, GLOBAL_LENGTH};
use crate::bits::{Inputs, Mask, Row, Table, UNDEFINED};
use crate::llvm;
use crate::machine::{self, Initial};
use crate::spec::{self, Spec};

/// What an argument points to.
struct Pointed {
    name: String,
    base: u64,
    first: u32,
}

pub(super) fn judge(
    case: Case<'_>,
    table: &mut Table,
    inputs: &mut Inputs,
) -> Result<Finding, Ended> {
    let Case { programs, program, module, function, target } = case;
    let mut pointed = Vec::new();
    for (number, argument) in program.arguments.iter().enumerate() {
        let name = format!("%{}", argument.name);
        let is_pointer =
            matches!(&argument.kind, Type::Other { name, .. } if name.ends_with("ptr"));
        let fits = matches!(function.arguments.get(number), Some(llvm::Type::Pointer(0 | 1)));
        if !is_pointer || !fits {
            let reason =
                format!("{name} is no pointer, and a kernel is executed for all memory alone");
            return Err(Ended::Unsupported(reason));
        }
        let too_many = || Ended::Unsupported("too many pointers".to_owned());
        let first = inputs.memory(&name, GLOBAL_LENGTH).ok_or_else(too_many)?;
        // No more is promised than what the TTGIR says, and nothing of the next bit.
        let divisibility = argument.attribute("tt.divisibility").and_then(|own| own.as_integer());
        let alignment = divisibility.and_then(|own| u64::try_from(own).ok()).unwrap_or(8);
        let alignment = 1 << alignment.max(8).trailing_zeros().min(16);
        pointed.push(Pointed { name, base: ((number as u64 + 1) << 40) + alignment, first });
    }
    let mut spec = Spec::new(programs, table);
    let mut arguments = Vec::new();
    for own in &pointed {
        let initial = Initial::Input(target.contents, own.first);
        spec.global.add(&own.name, own.base, GLOBAL_LENGTH.into(), initial);
        arguments.push(spec::Value::number(64, own.base));
    }
    spec.run(program, arguments).map_err(Ended::Spec)?;
    let (mut expected, read, written) = (spec.global, spec.read, spec.written);

    let mut machine = setup::machine(module, target, table);
    let mut arguments = Vec::new();
    for own in &pointed {
        let initial = Initial::Input(target.contents, own.first);
        machine.memory.add(&own.name, own.base, GLOBAL_LENGTH.into(), initial);
        arguments.push(machine::Value::Row(Row::same(64, own.base)));
    }
    arguments.extend(setup::more_arguments(function, arguments.len(), &mut machine)?);
    let mask = Mask::all(machine.threads);
    machine.run(function, arguments, &mask).map_err(Ended::Code)?;

    let mut is_lost = false;
    let mut is_defined = written.is_empty();
    for own in &pointed {
        let accesses = machine.memory.accessed(&own.name);
        check_accesses(own, &accesses, &read, &written)?;
        let end = own.base + u64::from(GLOBAL_LENGTH);
        let mut addresses: BTreeSet<u64> = written.range(own.base..end).copied().collect();
        addresses.extend(
            accesses.iter().filter(|own| own.is_write).map(|access| own.base + access.offset),
        );
        for address in addresses {
            let before = expected.result(address).unwrap_or_default().0;
            let (after, line) = machine.memory.result(address).unwrap_or_default();
            is_defined |= !machine.table.bits(before).contains(&UNDEFINED);
            match compare::compare(&[before], &[after], machine.table) {
                Comparison::Equal => {}
                Comparison::Lost => is_lost = true,
                Comparison::Different => {
                    let written = if line == 0 {
                        "not written".to_owned()
                    } else {
                        format!("written at line {line}")
                    };
                    let at = format!("byte {} of {}, {written}", address - own.base, own.name);
                    let mismatch =
                        compare::mismatch(at, &[before], &[after], inputs, machine.table);
                    return Err(Ended::Different(mismatch));
                }
            }
        }
    }
    if !is_defined {
        return Err(Ended::Unsupported("all that it stores is undefined".to_owned()));
    }
    Ok(if is_lost { compare::lost(machine.table) } else { setup::proved(&machine, target) })
}

/// The code may touch what the TTGIR touches alone: what is behind a mask need not be there.
fn check_accesses(
    own: &Pointed,
    accesses: &[machine::Access],
    read: &BTreeSet<u64>,
    written: &BTreeSet<u64>,
) -> Result<(), Ended> {
    for access in accesses {
        let address = own.base + access.offset;
        let may = if access.is_write { written } else { read };
        if !may.contains(&address) {
            let what = if access.is_write { "written" } else { "read" };
            return Err(Ended::Different(Mismatch {
                at: format!("byte {} of {}, line {}", access.offset, own.name, access.line),
                before: format!("a byte that is not {what}"),
                after: format!("one that is {what}"),
            }));
        }
    }
    Ok(())
}
