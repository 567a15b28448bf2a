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
        assert_eq!(MmaAtom::warp([16, 8, atom.shape()[2]], 16), Some(atom), "{row}");
        n_atoms += 1;
    }
    assert_eq!(n_atoms, 4);
}

#[test]
fn the_instructions_of_warpgroups_and_of_blocks_are_cutes() {
    let (mut of_groups, mut of_blocks) = (0, 0);
    for row in rows("mma_atom") {
        let (atom, name) = (atom(&row), row["name"].as_str().unwrap());
        let [m, n, k] = atom.shape();
        if name.starts_with("warpgroup.") {
            assert_eq!(MmaAtom::warpgroup_64(n, k, name.contains(",RS)")), Some(atom), "{row}");
            assert_eq!(m, 64);
            of_groups += 1;
        } else if name.starts_with("tcgen05.") {
            let blocks = if name.contains("cta_group=2") { 2 } else { 1 };
            assert_eq!(MmaAtom::blocks([m, n, k], blocks), Some(atom), "{row}");
            of_blocks += 1;
        }
    }
    assert_eq!((of_groups, of_blocks), (24, 7));
}

/// The layouts that wgmma and tcgen05 read from shared memory: rows of 16, 32, 64 or 128 bytes, whose
/// units of 16 bytes the swizzle permutes within eight rows.
#[test]
fn the_tiles_of_shared_memory_are_rows_of_bytes() {
    let atoms = rows("smem_atom");
    for row in &atoms {
        let bits = row["elem_bits"].as_i64().unwrap();
        let text = row["layout"].as_str().unwrap();
        let (swizzle, layout) = text.split_once(" o 0 o ").unwrap();
        let swizzle: layout::cute::Swizzle = swizzle.parse().unwrap();
        let layout: Layout = layout.parse().unwrap();
        let extents: Vec<i64> = layout.modes().map(|mode| mode.size()).collect();
        let row_bits = extents.iter().find(|&&extent| extent != 8).unwrap_or(&8) * bits;
        assert_eq!(row_bits, 128 << swizzle.bits(), "{row}");
        for offset in 0..layout.size() * bits / 8 {
            let moved = swizzle.apply(offset);
            assert_eq!((moved % 16, moved / 1024), (offset % 16, offset / 1024), "{row}");
            assert_eq!(moved * 8 / row_bits, offset * 8 / row_bits, "{row}");
        }
    }
    assert_eq!(atoms.len(), 24);
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
