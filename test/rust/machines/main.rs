//! Bank conflicts on every machine, against an enumeration of what its instructions do: which lanes
//! the memory serves together, which addresses they give, and which words of which banks those are.

mod addresses;
mod banks;
mod instructions;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use layout_kernels::analyze::{TARGETS, Target};
use layout_kernels::lint::{Settings, lint};
use layout_kernels::triton::{Encoding, MemDesc, Movement, Operation, Tensor, read_module};

use self::banks::conflicts;

/// The place in memory, in elements, of register r of lane l of the first warp.
type Places = Vec<Vec<i64>>;

/// Counted for an access: how often the busiest bank of a group is wanted beyond once, at worst, and
/// the instructions.
#[derive(Debug, PartialEq)]
struct Counted {
    conflicts: usize,
    instructions: usize,
}

fn places(value: &Tensor, memory: &MemDesc, bits: u32) -> Option<Places> {
    let registers = Encoding::read(value.encoding()?).ok()?.to_linear_layout(value.shape()).ok()?;
    let encoding = Encoding::read(memory.tensor().encoding()?).ok()?;
    let shape = memory.laid_out_shape();
    let shape = &shape[shape.len() - encoding.rank()..];
    let (layout, gaps) = encoding.without_gaps(shape, bits).ok()?;
    let [offsets, others @ ..] = layout.in_dims() else { return None };
    assert!(offsets.name() == "offset" && others.iter().all(|dim| dim.size() == 1));
    let mut at = BTreeMap::new();
    for offset in 0..offsets.size() {
        let mut place = vec![0; layout.in_dims().len()];
        place[0] = offset;
        let padded =
            offset + gaps.iter().map(|gap| offset / gap.interval * gap.padding).sum::<i64>();
        at.insert(layout.apply(&place).unwrap(), padded);
    }
    let sizes: Vec<i64> = registers.in_dims().iter().map(|dim| dim.size()).collect();
    // Registers that hold what an earlier one holds are not moved.
    let mut seen = BTreeSet::new();
    let mut list = Vec::new();
    for register in 0..sizes[0] {
        let of = |lane| at[&registers.apply(&[register, lane, 0, 0]).unwrap()];
        let row: Vec<i64> = (0..sizes[1]).map(of).collect();
        if seen.insert(row[0]) {
            list.push(row);
        }
    }
    Some(list)
}

/// Every lane moves `vector` elements at consecutive places by itself.
fn by_lane(target: &str, places: &Places, vector: usize, bits: usize, is_load: bool) -> Counted {
    let mut left: BTreeSet<usize> = (0..places.len()).collect();
    let (mut worst, mut instructions) = (0, 0);
    while let Some(&start) = left.first() {
        // The registers of the vector that this one is in, by where they are for lane 0.
        let base = places[start][0] - places[start][0] % vector as i64;
        let of = |at: i64| {
            *left.iter().find(|&&own| places[own][0] == base + at).expect("a vector that is whole")
        };
        let vector_registers: Vec<usize> = (0..vector as i64).map(of).collect();
        for (at, &register) in vector_registers.iter().enumerate() {
            let first = places[vector_registers[0]].iter().map(|place| place + at as i64);
            assert!(places[register].iter().copied().eq(first));
        }
        let bytes = |place: &i64| place * bits as i64 / 8;
        let addresses: Vec<i64> = places[vector_registers[0]].iter().map(bytes).collect();
        worst = worst.max(conflicts(target, &addresses, (vector * bits / 8).max(1), is_load));
        vector_registers.iter().for_each(|register| assert!(left.remove(register)));
        instructions += 1;
    }
    Counted { conflicts: worst, instructions }
}

/// What lane l has in the i-th of its registers after an instruction to which each lane gives the
/// address of `piece` elements: the lane whose address it is, and the element of its piece.
fn semantics(name: &str, bits: usize, lane: usize, i: usize) -> (usize, usize) {
    match name {
        // Four bytes of the row that lane / 4 gives.
        "ldmatrix" | "stmatrix" => (lane / 4, lane % 4 * (32 / bits) + i),
        "ldmatrix.trans" | "stmatrix.trans" => (lane % 4 * 2 + i, lane / 4),
        // Sixteen lanes: 4 rows of 4 pieces of 4 elements.
        "ds_read_b64_tr_b16" => (lane / 16 * 16 + i * 4 + lane % 16 / 4, lane % 4),
        // Sixteen lanes: 8 rows of 2 pieces of 8 elements.
        "ds_read_b64_tr_b8" | "ds_load_tr16_b128" | "ds_load_tr8_b64" => {
            (lane / 16 * 16 + i * 2 + lane % 16 / 8, lane % 8)
        }
        _ => panic!("{name}"),
    }
}

/// An access by an instruction for matrices: registers are found that get what it gives.
fn by_matrix(target: &str, name: &str, places: &Places, bits: usize, is_load: bool) -> Counted {
    let is_nvidia = name.contains("matrix");
    let (n_registers, piece) = match name {
        "ldmatrix" | "stmatrix" => (32 / bits, 128 / bits),
        "ldmatrix.trans" | "stmatrix.trans" => (2, 8),
        "ds_read_b64_tr_b16" => (4, 4),
        _ => (8, 8),
    };
    // Registers that make an instruction: a space over F2 of so many, of which the first is free.
    let mut left: BTreeSet<usize> = (0..places.len()).collect();
    let (mut worst, mut matrices) = (0, 0_usize);
    while let Some(&start) = left.first() {
        let fits = |chosen: &[usize]| -> Option<Vec<i64>> {
            let mut addresses: BTreeMap<usize, i64> = BTreeMap::new();
            for (i, &register) in chosen.iter().enumerate() {
                for (lane, place) in places[register].iter().enumerate() {
                    let (giver, element) = semantics(name, bits, lane, i);
                    let address = place - element as i64;
                    if *addresses.entry(giver).or_insert(address) != address
                        || address % piece as i64 != 0
                    {
                        return None;
                    }
                }
            }
            Some(addresses.into_values().collect())
        };
        let log = n_registers.ilog2();
        let n_bits = places.len().ilog2();
        let mut masks = vec![Vec::new()];
        for _ in 0..log {
            masks = masks
                .iter()
                .flat_map(|list: &Vec<usize>| {
                    (0..n_bits).map(move |bit| [&list[..], &[1 << bit]].concat())
                })
                .collect();
        }
        let candidates = masks.iter().filter_map(|masks| {
            let number = |i: usize| {
                let bits = masks.iter().enumerate().filter(|(at, _)| i >> at & 1 == 1);
                bits.fold(start, |all, (_, mask)| all ^ mask)
            };
            let chosen: Vec<usize> = (0..n_registers).map(number).collect();
            let is_left = chosen.iter().all(|own| left.contains(own));
            let are_distinct = chosen.iter().collect::<BTreeSet<_>>().len() == n_registers;
            if is_left && are_distinct { Some((fits(&chosen)?, chosen)) } else { None }
        });
        // Several may fit; a compiler takes the first.
        let (addresses, chosen) = candidates.into_iter().next().expect("the instruction does it");
        let bytes: Vec<i64> = addresses.iter().map(|place| place * bits as i64 / 8).collect();
        worst = worst.max(conflicts(target, &bytes, piece * bits / 8, is_load));
        chosen.iter().for_each(|register| assert!(left.remove(register)));
        matrices += 1;
    }
    let instructions = if is_nvidia { matrices.div_ceil(4) } else { matrices };
    Counted { conflicts: worst, instructions }
}

/// What the linter says of an access: the counts, the elements at one address and the instruction.
fn said(message: &str) -> Option<(Counted, usize, Option<String>)> {
    let number_before = |text: &str| -> Option<usize> {
        message.split(text).next()?.rsplit(' ').next()?.parse().ok()
    };
    let conflicts = match message.starts_with("no bank conflicts") {
        true => 0,
        false => number_before(" bank conflict")?,
    };
    let instructions = number_before(" instruction")?;
    let vector = number_before(" element a").or_else(|| number_before(" elements a"))?;
    let name = message.split("by ").nth(1).and_then(|rest| rest.split(',').next());
    Some((Counted { conflicts, instructions }, vector, name.map(str::to_owned)))
}

/// Compares every access to shared memory of a file; the instructions for matrices that were met.
fn check(text: &str, target: &str, file: &str) -> (usize, Vec<String>) {
    let module = read_module(text.as_bytes()).unwrap();
    let findings = lint(text.as_bytes(), Settings::default());
    let mut compared = 0;
    let mut names = Vec::new();
    for operation in module.operations() {
        let (value, memory, is_load) = match operation.movement() {
            Some(Movement::SharedLoad { value, memory }) => (value, memory, true),
            Some(Movement::SharedStore { value, memory }) => (value, memory, false),
            _ => continue,
        };
        let bits = operation.movement().and_then(|own| own.element_bits()).unwrap();
        let Some(places) = places(value, memory, bits) else { continue };
        let of = |operation: &Operation| {
            let mut own = findings.iter().filter(|own| own.position() == operation.position());
            own.find(|own| own.message().contains("bank conflict"))
        };
        let message = of(operation).unwrap_or_else(|| panic!("{file} {}", operation.position()));
        let (said, vector, name) = said(message.message()).unwrap();
        let bits = bits as usize;
        let counted = match &name {
            Some(name) => by_matrix(target, name, &places, bits, is_load),
            None => by_lane(target, &places, vector, bits, is_load),
        };
        let place = operation.position();
        assert_eq!(said, counted, "{file} {place} {value:?} {memory:?} {}", message.message());
        names.extend(name);
        compared += 1;
    }
    (compared, names)
}

#[test]
fn the_accesses_of_the_real_kernels() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/data/triton");
    let mut compared = 0;
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        let target = file.split('.').nth(1).unwrap().replace("cuda", "sm_");
        let (n, own) = check(&text, &target, &file);
        compared += n;
        names.extend(own);
    }
    assert_eq!(compared, 34);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(names, ["ds_load_tr16_b128", "ds_read_b64_tr_b16", "ldmatrix", "ldmatrix.trans"]);
}

/// Operands of products and blocked tensors in plain, swizzled and padded memories of both orders, on
/// every machine.
#[test]
fn operands_on_every_machine() {
    let mut met: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut compared = 0;
    for target in &TARGETS {
        let is_nvidia = target.name().starts_with("sm_");
        let lanes = target.lanes();
        let parent = match target.name() {
            _ if is_nvidia => {
                "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>"
            }
            "gfx1100" => "#ttg.amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = [1, 1]}>",
            "gfx1201" | "gfx1250" => {
                "#ttg.amd_wmma<{version = 2, isTranspose = false, warpsPerCTA = [1, 1]}>"
            }
            _ => {
                "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = true}>"
            }
        };
        let rows = format!(
            "#ttg.blocked<{{sizePerThread = [1, 4], threadsPerWarp = [{}, 8], warpsPerCTA = [1, 1], order = [1, 0]}}>",
            lanes / 8
        );
        let columns = format!(
            "#ttg.blocked<{{sizePerThread = [8, 1], threadsPerWarp = [4, {}], warpsPerCTA = [1, 1], order = [0, 1]}}>",
            lanes / 4
        );
        for (element, bits) in [("f8E5M2", 8), ("f16", 16), ("f32", 32)] {
            let mut registers = vec![rows.clone(), columns.clone()];
            for operand in [0, 1] {
                for width in [4, 8, 16].map(|width| (width * 8 / bits).max(1)) {
                    if !is_nvidia || width * bits == 32 {
                        registers.push(format!(
                            "#ttg.dot_op<{{opIdx = {operand}, parent = {parent}, kWidth = {width}}}>"
                        ));
                    }
                }
            }
            let mut memories = Vec::new();
            for order in ["[1, 0]", "[0, 1]"] {
                for (vec, per, max) in [(1, 1, 1), (4, 1, 16), (8, 1, 8), (8, 2, 4), (16, 1, 8)] {
                    memories.push(format!(
                        "#ttg.swizzled_shared<{{vec = {vec}, perPhase = {per}, maxPhase = {max}, order = {order}}}>"
                    ));
                }
                for gap in ["128:+4", "256:+16", "64:+8"] {
                    memories.push(format!(
                        "#ttg.padded_shared<[{gap}] {{order = {order}, shape = [64, 32]}}>"
                    ));
                }
            }
            for registers in &registers {
                for memory in &memories {
                    let text = file(target, element, registers, memory);
                    let (n, names) = check(&text, target.name(), &text);
                    compared += n;
                    met.entry(target.name()).or_default().extend(names);
                }
            }
        }
    }
    assert_eq!(compared, 6912);
    let all = ["ldmatrix", "ldmatrix.trans", "stmatrix", "stmatrix.trans"];
    let of = |name: &str| -> Vec<&str> { met[name].iter().map(String::as_str).collect() };
    assert_eq!([of("sm_75"), of("sm_80")], [all[..2].to_vec(), all[..2].to_vec()]);
    assert_eq!(
        [of("sm_90"), of("sm_100"), of("sm_120")],
        [all.to_vec(), all.to_vec(), all.to_vec()]
    );
    for none in ["sm_70", "gfx90a", "gfx942", "gfx1100", "gfx1201"] {
        assert_eq!(of(none), [""; 0], "{none}");
    }
    assert_eq!(of("gfx950"), ["ds_read_b64_tr_b16", "ds_read_b64_tr_b8"]);
    assert_eq!(of("gfx1250"), ["ds_load_tr16_b128", "ds_load_tr8_b64"]);
}

fn file(target: &Target, element: &str, registers: &str, memory: &str) -> String {
    let name = match target.name().strip_prefix("sm_") {
        Some(capability) => format!("cuda:{capability}"),
        None => format!("hip:{}", target.name()),
    };
    let memory = format!("!ttg.memdesc<64x32x{element}, {memory}, #ttg.shared_memory, mutable>");
    let value = format!("tensor<64x32x{element}, {registers}>");
    format!(
        "module attributes {{\"ttg.num-warps\" = 1 : i32, ttg.target = \"{name}\", \"ttg.threads-per-warp\" = {} : i32}} {{
  tt.func @f(%m: {memory}) {{
    %x = ttg.local_load %m : {memory} -> {value}
    ttg.local_store %x, %m : {value} -> {memory}
    tt.return
  }}
}}
",
        target.lanes()
    )
}

/// Triton 3.2 prints the type of a part of a memory as if it were all of one: rows of 32 elements, of
/// which a part has 16, are 64 bytes apart, and 8 rows by `ldmatrix` take all banks once.
#[test]
fn a_part_of_a_memory_lies_in_the_whole() {
    let file = |whole: &str| {
        format!(
            "#mma = #triton_gpu.nvidia_mma<{{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2], instrShape = [16, 8]}}>
#s = #triton_gpu.shared<{{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0], hasLeadingOffset = false}}>
module attributes {{triton_gpu.target = \"cuda:80\", \"triton_gpu.num-warps\" = 2 : i32, \"triton_gpu.threads-per-warp\" = 32 : i32}} {{
  tt.func @f() {{
    %c0 = arith.constant 0 : i32
    %m = triton_gpu.local_alloc : () -> !tt.memdesc<{whole}xf16, #s, #triton_gpu.shared_memory, mutable>
    %v = triton_gpu.memdesc_subview %m[%c0, %c0] : !tt.memdesc<{whole}xf16, #s, #triton_gpu.shared_memory, mutable> -> !tt.memdesc<32x16xf16, #s, #triton_gpu.shared_memory>
    %x = triton_gpu.local_load %v : !tt.memdesc<32x16xf16, #s, #triton_gpu.shared_memory> -> tensor<32x16xf16, #triton_gpu.dot_op<{{opIdx = 0, parent = #mma, kWidth = 2}}>>
  }}
}}
"
        )
    };
    let of = |whole: &str| {
        let found = lint(file(whole).as_bytes(), Settings::default());
        let found = found.iter().find(|own| own.message().contains("bank conflict")).unwrap();
        found.message().split(':').next().unwrap().to_owned()
    };
    assert_eq!(of("32x32"), "no bank conflicts");
    assert_eq!(of("2x32x32"), "no bank conflicts");
    assert_eq!(of("32x16"), "1 bank conflict in each group of lanes");
}
