//! Tiled products of matrices: who holds what, compared with CuTe's answers.

use std::fs;

use layout::cute::{Layout, MmaAtom, MmaOperand, TiledMma};
use serde_json::Value;

const OPERANDS: [(MmaOperand, &str); 3] =
    [(MmaOperand::A, "A"), (MmaOperand::B, "B"), (MmaOperand::C, "C")];

fn rows(kind: &str) -> Vec<Value> {
    let text = fs::read_to_string("test/data/cute_atoms.jsonl").unwrap();
    let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    rows.filter(|row| row["kind"] == kind).collect()
}

fn layout(row: &Value, name: &str) -> Layout {
    row[name].as_str().unwrap().parse().unwrap()
}

fn atom(row: &Value) -> MmaAtom {
    let shape = row["shape_mnk"].as_str().unwrap().trim_matches(['(', ')']);
    let shape: Vec<i64> = shape.split(',').map(|extent| extent.parse().unwrap()).collect();
    let operands = OPERANDS.map(|(_, name)| layout(row, name));
    MmaAtom::new(shape.try_into().unwrap(), layout(row, "thr_id"), operands).unwrap()
}

#[test]
fn the_instructions_of_a_warp_are_cutes() {
    let rows = rows("mma_atom");
    let of_warp = rows.iter().filter(|row| row["name"].as_str().unwrap().starts_with("warp."));
    let mut n_atoms = 0;
    for row in of_warp {
        let atom = atom(row);
        assert_eq!(MmaAtom::warp_16x8(atom.shape()[2]), Some(atom), "{row}");
        n_atoms += 1;
    }
    assert_eq!(n_atoms, 4);
}

/// The short names in the rows of tiled products, beside those of the atoms.
fn is_named(atom: &Value, tiled: &Value) -> bool {
    let short = atom["name"].as_str().unwrap().replace("Float16", "f16");
    short == tiled["name"].as_str().unwrap()
}

#[test]
fn who_holds_what_of_a_tiled_product_is_cutes_answer() {
    let atoms = rows("mma_atom");
    let tiled = rows("tiled_mma");
    for row in &tiled {
        let atom = atom(atoms.iter().find(|atom| is_named(atom, row)).unwrap());
        let shape = row["atom_layout"].as_str().unwrap();
        let arranged: Layout = shape.parse().unwrap();
        let permutation = row["permutation_mnk"].as_str().unwrap();
        let permutation = permutation.trim_matches(['(', ')']).replace("None", "_");
        let permutation = format!("[{}]", permutation.replace(", ", ";")).parse().unwrap();
        let mma = TiledMma::new(atom, arranged, permutation).unwrap();
        for (operand, name) in OPERANDS {
            let expected = layout(row, &format!("tv_{name}"));
            let found = mma.thread_value(operand).unwrap();
            assert_eq!(found.size(), expected.size(), "{row}");
            for c in 0..expected.size() {
                assert_eq!(found.offset(c), expected.offset(c), "{found} of {name} at {c}: {row}");
            }
        }
    }
    assert_eq!(tiled.len(), 8);
}
