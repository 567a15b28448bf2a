//! Who holds what of every atom, compared with what its own compiler says: CuTe DSL 4.8.1 for NVIDIA's,
//! FlyDSL 0.4.2 for AMD's. Those of tensor-layouts 0.3.2 are compared too, and where they differ is known.

use std::fs;
use std::path::{Path, PathBuf};

use layout_math::cute::{CopyAtom, Layout, MmaAtom, MmaOperand};
use serde_json::Value;

use super::{cute_atoms, fly};

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/data").join(file)
}

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
    for line in fs::read_to_string(data(file)).unwrap().lines() {
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

/// The elements of a copy of 16-bit elements that a layout of bits has.
fn in_elements(bits: &Layout) -> Vec<i64> {
    let [threads, values] = [0, 1].map(|mode| bits.modes().nth(mode).unwrap());
    let of_value =
        |value: i64| (0..threads.size()).map(move |thread| (thread, value)).collect::<Vec<_>>();
    (0..values.size())
        .step_by(16)
        .flat_map(of_value)
        .map(|(thread, value)| {
            (threads.offset(thread).unwrap() + values.offset(value).unwrap()) / 16
        })
        .collect()
}

/// The operands of a product that tensor-layouts 0.3.2 gives to other threads than we do.
///
/// Of AMD's these are all: it numbers the lanes along a row of A by `lane / 4` and repeats them, where the
/// instruction has `lane % 16` or `lane % 32` and a part of K for each group, as FlyDSL says too. Of NVIDIA's it is B
/// of m16n8k32 on 4 bits: a thread holds 8 values along K, as PTX says, and there begins 4 after the one
/// before it, so that two threads hold one value.
#[test]
fn atoms_are_those_of_tensor_layouts_but_for_those_that_differ() {
    let offsets = |layout: &Layout| {
        (0..layout.size()).map(|at| layout.offset(at).unwrap()).collect::<Vec<_>>()
    };
    let (mut same, mut other) = (0, 0);
    for line in fs::read_to_string(data("tensor_layouts_atoms.jsonl")).unwrap().lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = row["type"].as_str().unwrap();
        let layout = |name: &str| row[name].as_str().unwrap().parse::<Layout>().unwrap();
        if row["kind"] == "copy" {
            let atom = cute_atoms::copy_atom(text).unwrap_or_else(|| panic!("{row}"));
            assert_eq!(offsets(atom.source()), in_elements(&layout("src")), "{row}");
            assert_eq!(offsets(atom.destination()), in_elements(&layout("dst")), "{row}");
            same += 1;
            continue;
        }
        let is_amds = text.starts_with("!fly");
        let atom = if is_amds { fly::mma_atom(text) } else { cute_atoms::mma_atom(text) };
        let atom = atom.unwrap_or_else(|| panic!("{row}"));
        let operands = [(MmaOperand::A, "A"), (MmaOperand::B, "B"), (MmaOperand::C, "C")];
        let differs: String = operands
            .into_iter()
            .filter(|(operand, name)| offsets(atom.operand(*operand)) != offsets(&layout(name)))
            .map(|(_, name)| name)
            .collect();
        assert_eq!(differs, row["differs"].as_str().unwrap_or_default(), "{row}");
        if is_amds { other += 1 } else { same += 1 }
    }
    assert_eq!((same, other), (104, 34));
}

#[test]
fn nvidias_atoms_are_those_of_cute_dsl() {
    let file = "nvgpu_atoms.jsonl";
    assert_eq!(compared(file, cute_atoms::mma_atom, cute_atoms::copy_atom), (123, 232));
}

#[test]
fn amds_atoms_are_those_of_flydsl() {
    let file = "fly_atoms.jsonl";
    assert_eq!(compared(file, fly::mma_atom, fly::copy_atom), (26, 54));
}
