//! The bank conflicts of accesses, beside those of the addresses that the PTX and AMDGCN of Triton 3.9 give.
//!
//! `scripts/shared-addresses` executes the code for the addresses of all lanes and writes the table: a kernel,
//! the line of an operation, an instruction, how many of its accesses are alike, and where their lanes are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use layout_kernels::lint::{Settings, lint};
use layout_kernels::triton::read_module;

use super::banks::conflicts;
use super::instructions::{bytes, data, text_of};
use super::said;

/// The addresses of all lanes: those of lanes 1, 2, 4 and so on, whose XORs the others are, or all of them.
fn addresses(text: &str) -> Vec<i64> {
    let numbers: Vec<i64> = text.split(' ').map(|own| own.parse().unwrap()).collect();
    if 6 < numbers.len() {
        return numbers;
    }
    numbers.iter().fold(vec![0], |lanes, bit| {
        let further: Vec<i64> = lanes.iter().map(|at| at ^ bit).collect();
        [lanes, further].concat()
    })
}

/// The lanes whose addresses an instruction takes.
fn n_addresses(instruction: &str) -> usize {
    if instruction.contains(".x1.") { 8 } else { usize::MAX }
}

/// The size that a copy has as its last part, or that of the name.
fn size(instruction: &str) -> usize {
    let last = instruction.rsplit('.').next().and_then(|own| own.parse().ok());
    last.or_else(|| bytes(instruction)).unwrap_or_else(|| panic!("{instruction}"))
}

#[test]
fn conflicts_are_those_of_the_addresses_in_the_code() {
    let table = fs::read_to_string(data("triton_addresses.tsv")).unwrap();
    let mut findings = BTreeMap::new();
    let (mut kernels, mut targets) = (BTreeSet::new(), BTreeSet::new());
    let (mut counts, mut others, mut differ) = ([0; 2], BTreeSet::new(), Vec::new());
    for row in table.lines() {
        let [kernel, line, instruction, count, lanes] = row.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("{row}")
        };
        let (module, found) = findings.entry(kernel).or_insert_with(|| {
            let text = text_of(kernel);
            (read_module(&text).unwrap(), lint(&text, Settings::default()))
        });
        let line: usize = line.parse().unwrap();
        let operation = module.operations().iter().find(|own| own.position().line == line);
        let mut own = found.iter().filter(|own| own.position().line == line);
        let Some(own) = own.find(|own| own.message().contains("bank conflict")) else {
            others.insert(operation.map_or("", |own| own.name()).to_owned());
            continue;
        };
        let target = kernel.split('.').nth(1).unwrap().replace("cuda", "sm_");
        let is_load = ["ld", "ds_read", "ds_load"].iter().any(|own| instruction.starts_with(own));
        let mut lanes = addresses(lanes);
        lanes.truncate(n_addresses(instruction));
        let counted = conflicts(&target, &lanes, size(instruction), is_load);
        let said = said(own.message()).unwrap().0.conflicts;
        if said != counted {
            differ.push(format!("{kernel}:{line}: {said} for {counted} of {instruction}"));
        }
        counts[usize::from(0 < counted)] += count.parse::<usize>().unwrap();
        kernels.insert(kernel);
        targets.insert(target);
    }
    assert_eq!(differ, [""; 0]);
    // Accesses without conflicts, and with some.
    assert_eq!((kernels.len(), targets.len(), counts), (25, 8, [8840, 544]));
    // What goes through shared memory without naming one: conversions, stores that are made contiguous, zeros
    // in the place of a masked copy whose order the hardware chooses, and the function's own words.
    let expected =
        ["", "amdg.buffer_store", "ttg.async_copy_global_to_local", "ttg.convert_layout"];
    assert_eq!(others.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}
