//! The instructions of accesses, beside those in the PTX and AMDGCN that Triton 3.9 writes of the kernels.
//!
//! A row of the table is a kernel, the line of an operation, an instruction that its code has and how often.
//! Locations were taken out of the kernels before they were compiled, so that the lines of the code are
//! those of the file. Left out are two kernels whose loops are written twice, and what fills memory with
//! zeros where a copy is masked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use layout_kernels::lint::{Finding, Settings, lint};
use layout_kernels::triton::read_module;

pub fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/data").join(path)
}

/// The text of a kernel.
pub fn text_of(kernel: &str) -> Vec<u8> {
    let folders = ["triton", "triton_more", "triton_shared"];
    let folders = folders.map(|own| data(&format!("{own}/{kernel}.ttgir")));
    folders.iter().find_map(|path| fs::read(path).ok()).unwrap()
}

/// Instructions, and how often each is there.
type Code<'t> = Vec<(&'t str, usize)>;

/// The accesses that an instruction is: one that reads at two addresses is two.
fn accesses(instruction: &str) -> usize {
    let is_pair = ["read2", "write2"].iter().any(|own| instruction.contains(own));
    1 + usize::from(is_pair)
}

/// The bytes that a lane moves in an access, where the name says so; those at one address of `ldmatrix`.
pub fn bytes(instruction: &str) -> Option<usize> {
    if instruction.starts_with("ldmatrix") {
        return Some(16);
    }
    // The size is an operand.
    if instruction.starts_with("cp.async.ca") {
        return None;
    }
    let sizes = [
        ("cp.async.cg", 16),
        (".v4.b32", 16),
        (".v2.b64", 16),
        (".v2.b8", 2),
        ("_tr16_b128", 16),
        ("dwordx4", 16),
        ("dwordx3", 12),
        ("dwordx2", 8),
        ("dword", 4),
        ("b128", 16),
        ("b64_tr_b16", 8),
        ("b64", 8),
        ("b32", 4),
        ("b16", 2),
        ("short", 2),
        ("u16", 2),
        ("u8", 1),
        ("b8", 1),
    ];
    sizes.iter().find(|(part, _)| instruction.contains(part)).map(|(_, size)| *size)
}

/// The number before these words in a message.
fn number_before(message: &str, words: &str) -> Option<usize> {
    message.split(words).next().filter(|own| *own != message)?.rsplit(' ').next()?.parse().ok()
}

/// What a message about an access says: instructions, elements that each of them moves of a lane.
fn said(found: &Finding) -> Option<(usize, usize)> {
    let text = found.message();
    let vector = ["elements a lane", "element a lane", "elements an address"]
        .iter()
        .find_map(|words| number_before(text, &format!(" {words}")))?;
    Some((number_before(text, " instruction")?, vector))
}

#[test]
fn instructions_are_those_of_the_code() {
    let table = fs::read_to_string(data("triton_assembly.tsv")).unwrap();
    let mut rows: BTreeMap<&str, BTreeMap<usize, Code<'_>>> = BTreeMap::new();
    for row in table.lines() {
        let [kernel, line, instruction, count] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let of_line = rows.entry(kernel).or_default().entry(line.parse().unwrap()).or_default();
        of_line.push((instruction, count.parse().unwrap()));
    }
    let mut targets = BTreeSet::new();
    let (mut n_equal, mut differ) = (0, Vec::new());
    for (&kernel, lines) in &rows {
        targets.insert(kernel.split_once('.').unwrap().1);
        let text = text_of(kernel);
        let module = read_module(&text).unwrap();
        let findings = lint(&text, Settings::default());
        for (&line, code) in lines {
            let operation = module.operations().iter().find(|own| own.position().line == line);
            let operation = operation.unwrap_or_else(|| panic!("{kernel}:{line}"));
            // What one thread loads is not an access of a warp.
            let Some(bits) = operation.movement().and_then(|own| own.element_bits()) else {
                continue;
            };
            let count: usize = code.iter().map(|(own, count)| accesses(own) * count).sum();
            let sizes: BTreeSet<usize> = code.iter().filter_map(|(own, _)| bytes(own)).collect();
            let of_line = findings.iter().filter(|own| own.position() == operation.position());
            let all: Vec<(usize, usize)> = of_line.filter_map(said).collect();
            assert!(!all.is_empty(), "{kernel}:{line}");
            for (instructions, vector) in all {
                let is_size = sizes.iter().all(|&size| size == vector * bits as usize / 8);
                match instructions == count && is_size {
                    true => n_equal += 1,
                    false => differ.push(format!("{kernel}:{line}: {instructions} for {count}")),
                }
            }
        }
    }
    assert_eq!((rows.len(), targets.len(), n_equal), (33, 7, 303));
    // LLVM writes two of the 16 stores in three pieces each.
    assert_eq!(differ, ["grouped_gemm.gfx942:181: 16 for 20"]);
}
