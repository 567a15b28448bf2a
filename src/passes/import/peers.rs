//! Who holds what of every atom, compared with what its own compiler says: CuTe DSL 4.8.1 for NVIDIA's,
//! FlyDSL 0.4.2 for AMD's.

use std::fs;

use serde_json::Value;

use super::{cute_atoms, fly};
use crate::cute::{CopyAtom, Layout, MmaAtom, MmaOperand};

/// The same function, of threads and values of the same sizes.
#[track_caller]
fn check(ours: &Layout, row: &Value, name: &str) {
    let theirs: Layout = row[name].as_str().unwrap().parse().unwrap();
    let sizes = |of: &Layout| of.modes().map(|mode| mode.size()).collect::<Vec<_>>();
    assert_eq!(sizes(ours), sizes(&theirs), "{ours} and {theirs}: {row}");
    for coordinate in 0..theirs.size() {
        let (own, other) = (ours.offset(coordinate), theirs.offset(coordinate));
        assert_eq!(own, other, "{ours} and {theirs} at {coordinate}: {row}");
    }
}

/// The numbers of products and of copies that were compared.
fn compared(
    file: &str,
    product: fn(&str) -> Option<MmaAtom>,
    copy: fn(&str) -> Option<CopyAtom>,
) -> (usize, usize) {
    let (mut products, mut copies) = (0, 0);
    for line in fs::read_to_string(file).unwrap().lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = row["type"].as_str().unwrap();
        if row["kind"] == "mma" {
            let atom = product(text).unwrap_or_else(|| panic!("{text}"));
            for (operand, name) in
                [(MmaOperand::A, "A"), (MmaOperand::B, "B"), (MmaOperand::C, "C")]
            {
                check(atom.operand(operand), &row, name);
            }
            products += 1;
        } else {
            let atom = copy(text).unwrap_or_else(|| panic!("{text}"));
            check(atom.source(), &row, "src");
            check(atom.destination(), &row, "dst");
            copies += 1;
        }
    }
    (products, copies)
}

#[test]
fn nvidias_atoms_are_those_of_cute_dsl() {
    let file = "test/data/nvgpu_atoms.jsonl";
    assert_eq!(compared(file, cute_atoms::mma_atom, cute_atoms::copy_atom), (123, 232));
}

#[test]
fn amds_atoms_are_those_of_flydsl() {
    let file = "test/data/fly_atoms.jsonl";
    assert_eq!(compared(file, fly::mma_atom, fly::copy_atom), (26, 54));
}
