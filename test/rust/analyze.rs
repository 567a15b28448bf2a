//! The cost of accesses: compared with Triton 3.9's count of bank conflicts, and with counts that walk
//! over every lane and register.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use layout_kernels::analyze::{
    Banks, Carrier, ConversionKind, GlobalMemory, bank_conflicts, conversion, copies, find_swizzle,
    global_access,
};
use layout_kernels::triton::{Encoding, Module, Movement, Tensor, read_module};
use layout_math::linear::LinearLayout;
use serde_json::Value;

/// The layout of the only type in the text.
fn layout_of(kind: &str) -> LinearLayout {
    let module = read_module(format!("module {{ {kind} }}").as_bytes()).unwrap();
    let [encoded] = module.encodings() else { panic!("{kind}") };
    encoded.encoding().unwrap().to_linear_layout(encoded.shape()).unwrap()
}

fn layout(text: &str) -> LinearLayout {
    text.parse().unwrap()
}

#[test]
fn conflicts_are_those_that_triton_counts() {
    let text = include_str!("../data/bank_conflicts.jsonl");
    let mut compared = 0;
    let mut differ = Vec::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let [distributed, shared] = [0, 1].map(|at| row["args"][at].as_str().unwrap());
        if row["result"].is_null() {
            // Triton aborts, in both rows for the shape that the memory is too wide for.
            assert!(shared.contains("swizzle_byte_width=128, element_bitwidth=16"), "{shared}");
            let memory: Encoding =
                "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>"
                    .parse()
                    .unwrap();
            assert_eq!(
                memory.to_linear_layout(&[128, 32]).unwrap_err().to_string(),
                "dim 1 has size 32 but nvmma_shared needs at least 64"
            );
        } else {
            let bits = row["args"][3].as_u64().unwrap() as u32;
            let [distributed, shared] = [distributed, shared].map(layout_of);
            let found = bank_conflicts(&distributed, &shared, bits, &Banks::default()).unwrap();
            let id = row["id"].as_str().unwrap();
            assert_eq!(found.triton_conflicts(), row["result"].as_i64().unwrap(), "{id}");
            if found.conflicts() != found.triton_conflicts() {
                // Lane 0 and this lane are in one bank, in different words and at different halves of them.
                let clash = found.clash().unwrap();
                assert_eq!((bits, found.vector(), clash.offset % 64), (16, 1, 1), "{id}");
                assert!(64 < clash.offset, "{id}");
                differ.push(id.to_owned());
            }
            let (conflicts, clash) = walked(&distributed, &shared, bits, found.vector());
            assert_eq!(found.conflicts(), conflicts, "{}", row["id"]);
            assert_eq!(found.clash().is_some(), conflicts != 0, "{}", row["id"]);
            if let Some(found) = found.clash() {
                assert!(clash.contains(&(found.lane, found.offset)), "{}", row["id"]);
            }
        }
        compared += 1;
    }
    assert_eq!(compared, 117);
    assert_eq!(differ, ["b0010", "b0199", "b0222"]);
}

/// The offset of each element of a shared layout.
fn offsets(shared: &LinearLayout) -> BTreeMap<Vec<i64>, i64> {
    let mut offsets = BTreeMap::new();
    for offset in (0..shared.size()).rev() {
        offsets.insert(shared.apply(&[offset]).unwrap(), offset);
    }
    offsets
}

/// The conflicts of the first phase of the first instruction by counting words in banks, and all
/// lanes that clash with lane 0.
fn walked(
    distributed: &LinearLayout,
    shared: &LinearLayout,
    bits: u32,
    vector: i64,
) -> (i64, BTreeSet<(i64, i64)>) {
    let offsets = offsets(shared);
    let bits = i64::from(bits);
    let first = |lane: i64| offsets[&distributed.apply(&[0, lane, 0, 0]).unwrap()];
    let words = |lane: i64| first(lane) * bits / 32..=(first(lane) * bits + vector * bits - 1) / 32;
    let lanes = 32 / (vector * bits / 32).max(1);
    let mut banks: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    for word in (0..lanes).flat_map(words) {
        banks.entry(word % 32).or_default().insert(word);
    }
    let busiest = banks.values().map(BTreeSet::len).max().unwrap();
    let zero = first(0) * bits / 32;
    let clashes = (1..lanes)
        .filter(|&lane| words(lane).any(|word| word != zero && word % 32 == zero % 32))
        .map(|lane| (lane, first(lane)));
    (busiest as i64 - 1, clashes.collect())
}

fn modules() -> Vec<(String, Module)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/data/triton");
    let mut modules: Vec<(String, Module)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, read_module(&fs::read(path).unwrap()).unwrap())
        })
        .collect();
    modules.sort_by(|a, b| a.0.cmp(&b.0));
    modules
}

fn layout_of_tensor(tensor: &Tensor) -> LinearLayout {
    let encoding = Encoding::read(tensor.encoding().unwrap()).unwrap();
    encoding.to_linear_layout(tensor.shape()).unwrap()
}

/// Each place of a layout, as register, lane, warp and block, with its element.
fn places(layout: &LinearLayout) -> Vec<([i64; 4], Vec<i64>)> {
    let sizes: Vec<i64> = layout.in_dims().iter().map(|dim| dim.size()).collect();
    let names: Vec<&str> = layout.in_dims().iter().map(|dim| dim.name()).collect();
    assert_eq!(names, ["register", "lane", "warp", "block"]);
    (0..layout.size())
        .map(|place| {
            let mut rest = place;
            let place: Vec<i64> = sizes
                .iter()
                .map(|size| {
                    let number = rest % size;
                    rest /= size;
                    number
                })
                .collect();
            let element = layout.apply(&place).unwrap();
            (place.try_into().unwrap(), element)
        })
        .collect()
}

/// The kind of a conversion by looking for each element in its own thread, warp and block.
fn walked_kind(from: &LinearLayout, to: &LinearLayout) -> ConversionKind {
    let (from, to) = (places(from), places(to));
    let holds = |outer: usize| -> BTreeSet<(&[i64], &[i64])> {
        from.iter().map(|(place, element)| (&place[outer..], &element[..])).collect()
    };
    for (outer, kind) in [
        (0, ConversionKind::NoOp),
        (1, ConversionKind::WithinThread),
        (2, ConversionKind::WithinWarp),
        (3, ConversionKind::WithinBlock),
    ] {
        let held = holds(outer);
        if to.iter().all(|(place, element)| held.contains(&(&place[outer..], &element[..]))) {
            return kind;
        }
    }
    ConversionKind::AcrossBlocks
}

#[test]
fn conversions_of_the_real_kernels_go_as_far_as_their_elements() {
    let mut kinds: BTreeMap<ConversionKind, usize> = BTreeMap::new();
    for (name, module) in modules() {
        for operation in module.operations() {
            let Some(Movement::Convert { from, to }) = operation.movement() else { continue };
            let [from, to] = [from, to].map(layout_of_tensor);
            let found = conversion(&from, &to).unwrap();
            assert_eq!(found.kind(), walked_kind(&from, &to), "{name}:{}", operation.position());
            *kinds.entry(found.kind()).or_default() += 1;
            let moved = found.farthest().unwrap();
            assert_eq!(from.apply(&moved.from).unwrap(), moved.element);
            assert_eq!(to.apply(&moved.to).unwrap(), moved.element);
        }
    }
    assert_eq!(kinds.values().sum::<usize>(), 18);
}

#[test]
fn conversions_of_every_kind() {
    use ConversionKind::*;
    let base = "{register = [[1],[2]], lane = [[4],[8]], warp = [[16]], block = [[32]]}";
    for (other, kind) in [
        (base, NoOp),
        ("{register = [[2],[1]], lane = [[4],[8]], warp = [[16]], block = [[32]]}", WithinThread),
        ("{register = [[1],[2]], lane = [[5],[8]], warp = [[18]], block = [[33]]}", WithinThread),
        ("{register = [[1],[2]], lane = [[8],[4]], warp = [[16]], block = [[32]]}", WithinWarp),
        ("{register = [[1],[2]], lane = [[4],[8]], warp = [[20]], block = [[32]]}", WithinWarp),
        ("{register = [[1],[16]], lane = [[4],[8]], warp = [[2]], block = [[32]]}", WithinBlock),
        ("{register = [[1],[2]], lane = [[4],[8]], warp = [[32]], block = [[16]]}", AcrossBlocks),
    ] {
        let [from, to] = [base, other].map(layout);
        assert_eq!(conversion(&from, &to).unwrap().kind(), kind, "{other}");
        assert_eq!(walked_kind(&from, &to), kind, "{other}");
    }
    // With copies: the second lane bit of both makes copies, and every lane still has its element.
    let from = layout("{register = [[1]], lane = [[2],[0]], warp = [[0]], block = []}");
    let to = layout("{register = [[0]], lane = [[2],[1]], warp = [[1]], block = []}");
    assert_eq!(conversion(&from, &to).unwrap().kind(), WithinThread);
    assert_eq!(walked_kind(&from, &to), WithinThread);
}

/// The table is what the LLVM IR of Triton 3.9 has of 200 conversions: `scripts/conversion-carriers`.
#[test]
fn conversions_are_carried_by_what_triton_takes() {
    let mut counts: BTreeMap<Carrier, usize> = BTreeMap::new();
    for row in include_str!("../data/triton_carriers.tsv").lines() {
        let [said, from, to] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let carrier = conversion(&layout(from), &layout(to)).unwrap().carrier();
        assert_eq!(format!("{carrier:?}").to_lowercase(), said.replace('-', ""), "{row}");
        *counts.entry(carrier).or_default() += 1;
    }
    assert_eq!(counts.into_values().collect::<Vec<usize>>(), [11, 88, 13, 88]);
}

#[test]
fn what_does_not_fit_together_is_refused_with_the_values() {
    let a = layout("{register = [[1]], lane = [[2]]}");
    let message =
        |from: &str, to: &str| conversion(&layout(from), &layout(to)).unwrap_err().to_string();
    assert_eq!(
        message("{register = [[1]], lane = [[2]]}", "{register = [[1]], lane = [[2],[0]]}"),
        "in-dim lane has size 2 before the conversion and 4 after it"
    );
    assert_eq!(
        message("{register = [[1]], lane = [[2]]}", "{register = [[1]], lane = [[4]]}"),
        "out-dim dim0 has size 4 in one layout and 8 in the other"
    );
    assert_eq!(
        message(
            "{register = [[1]], lane = [[1]]} -> [dim0 = 4]",
            "{register = [[1]], lane = [[2]]}"
        ),
        "the first layout sends [0, 1, 0, 0] to [2], where the second sends nothing"
    );
    let banks = Banks::default();
    let shared = layout("{offset = [[1],[2]]}");
    let refusal = |a: &LinearLayout, shared: &LinearLayout, bits, banks: &Banks| {
        bank_conflicts(a, shared, bits, banks).unwrap_err().to_string()
    };
    assert_eq!(
        refusal(&a, &shared, 24, &banks),
        "elements of 24 bits: the size must be a power of two up to 128"
    );
    assert_eq!(
        refusal(&a, &shared, 32, &Banks { banks: 33, ..banks }),
        "the number of banks is 33, which is not a power of two"
    );
    assert_eq!(refusal(&shared, &shared, 32, &banks), "the layout has no in-dim register");
    assert_eq!(refusal(&a, &a, 32, &banks), "the layout has no in-dim offset");
    let memory = GlobalMemory::default();
    assert_eq!(
        global_access(&a, 1, 32, None, &memory).unwrap_err().to_string(),
        "there is no dim 1 in a tensor of rank 1"
    );
}

#[test]
fn sectors_of_the_real_kernels_are_those_that_their_lanes_touch() {
    let mut compared = 0;
    for (name, module) in modules() {
        for operation in module.operations() {
            let tensor = match operation.movement() {
                Some(Movement::GlobalLoad { tensor } | Movement::GlobalStore { tensor }) => tensor,
                Some(Movement::GlobalToShared { pointers, .. }) => pointers,
                _ => continue,
            };
            let bits = operation.movement().unwrap().element_bits().unwrap();
            let distributed = layout_of_tensor(tensor);
            for contiguous in 0..tensor.shape().len() {
                let memory = GlobalMemory::default();
                let found = global_access(&distributed, contiguous, bits, None, &memory).unwrap();
                let mut sectors = BTreeSet::new();
                let mut elements = BTreeSet::new();
                let lanes = distributed.in_dims()[1].size();
                for lane in 0..lanes {
                    let mut first = distributed.apply(&[0, lane, 0, 0]).unwrap();
                    for _ in 0..found.vector() {
                        elements.insert(first.clone());
                        let mut sector = first.clone();
                        sector[contiguous] = first[contiguous] * i64::from(bits) / 256;
                        sectors.insert(sector);
                        first[contiguous] += 1;
                    }
                }
                let place = format!("{name}:{} {contiguous}", operation.position());
                assert_eq!(found.sectors(), sectors.len() as i64, "{place}");
                let least = (elements.len() as u32 * bits).div_ceil(256);
                assert_eq!(found.least_sectors(), i64::from(least), "{place}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 135);
}

#[test]
fn a_vector_is_no_wider_than_what_is_known_to_be_together() {
    let rows = layout("{register = [[0,1],[0,2],[0,4]], lane = [[0,8],[1,0],[2,0],[4,0],[8,0]]}");
    let vector = |together| {
        global_access(&rows, 1, 16, together, &GlobalMemory::default()).unwrap().vector()
    };
    assert_eq!([None, Some(8), Some(4), Some(6), Some(1)].map(vector), [8, 8, 4, 4, 1]);
}

/// A tile of 16 rows by rows, read 16 bytes of 8 rows at a time, as `ldmatrix` does, and written row by
/// row: the swizzles of CUTLASS's atoms for rows of 128, 64 and 32 bytes, and no other as simple.
#[test]
fn the_swizzles_of_cutlass_are_found() {
    for (bits, row_bytes, in_elements, in_bytes) in [
        (16, 128, "S<3,3,3>", "S<3,4,3>"),
        (16, 64, "S<2,3,3>", "S<2,4,3>"),
        (16, 32, "S<1,3,3>", "S<1,4,3>"),
        (32, 128, "S<3,2,3>", "S<3,4,3>"),
        (32, 64, "S<2,2,3>", "S<2,4,3>"),
        (32, 32, "S<1,2,3>", "S<1,4,3>"),
        (8, 128, "S<3,4,3>", "S<3,4,3>"),
    ] {
        let columns = row_bytes * 8 / i64::from(bits);
        let vector = 128 / i64::from(bits);
        let along = |from: i64, to: i64| -> Vec<String> {
            let powers = (0..10).map(|bit| 1 << bit).filter(|x| (from..to).contains(x));
            powers.map(|x: i64| format!("[0,{x}]")).collect()
        };
        let down: Vec<String> = [1, 2, 4, 8].map(|x| format!("[{x},0]")).to_vec();
        let text = |list: Vec<String>| list.join(",");
        let outs = format!("[dim0 = 16, dim1 = {columns}]");
        let shared = text([along(1, columns), down.clone()].concat());
        let shared = layout(&format!("{{offset = [{shared}]}} -> {outs}"));
        let registers = text(along(1, vector));
        let lanes = text([down.clone(), along(vector, 2 * vector)].concat());
        let reader = format!("{{register = [{registers}], lane = [{lanes}]}} -> {outs}");
        let lanes = text([along(vector, columns), down].concat().into_iter().take(5).collect());
        let writer = format!("{{register = [{registers}], lane = [{lanes}]}} -> {outs}");
        let (reader, writer) = (layout(&reader), layout(&writer));
        let found =
            find_swizzle(&shared, &[(&reader, None), (&writer, None)], bits, &Banks::default())
                .unwrap();
        assert_eq!(found.swizzle().to_string(), in_elements, "{bits} {row_bytes}");
        assert_eq!(found.in_bytes().unwrap().to_string(), in_bytes, "{bits} {row_bytes}");
        // Nothing of this size can be faster: every wavefront moves 128 bytes.
        assert_eq!((found.wavefronts(), found.least()), (8, 8), "{bits} {row_bytes}");
        assert!(found.wavefronts() < found.unswizzled());
    }
}

/// A transposition: one side reads rows, the other columns. The best is found among all, checked by
/// walking over the lanes for each of them.
#[test]
fn no_swizzle_has_fewer_conflicts_than_the_one_that_is_found() {
    let shared =
        layout("{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0]]}");
    let rows = layout(
        "{register = [], lane = [[0,1],[0,2],[0,4],[0,8],[0,16]]} -> [dim0 = 32, dim1 = 32]",
    );
    let columns = layout(
        "{register = [], lane = [[1,0],[2,0],[4,0],[8,0],[16,0]]} -> [dim0 = 32, dim1 = 32]",
    );
    let found =
        find_swizzle(&shared, &[(&rows, None), (&columns, None)], 32, &Banks::default()).unwrap();
    assert_eq!(found.swizzle().to_string(), "S<5,0,5>");
    assert_eq!((found.unswizzled(), found.wavefronts(), found.least()), (1 + 32, 2, 2));
    let mut fewest = i64::MAX;
    let mut tried = 0;
    for bits in 0..=5_i64 {
        for base in 0..=10 {
            for shift in -10..=10_i64 {
                let fits = bits <= shift.abs() && base + bits + shift.abs() <= 10;
                if !fits || (bits == 0 && (base, shift) != (0, 0)) {
                    continue;
                }
                let swizzle = layout_math::cute::Swizzle::new(bits, base, shift).unwrap();
                tried += 1;
                let conflicts = |lanes: &dyn Fn(i64) -> (i64, i64)| -> i64 {
                    let mut banks: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
                    for (row, column) in (0..32).map(lanes) {
                        let offset = swizzle.apply(row * 32 + column);
                        banks.entry(offset % 32).or_default().insert(offset);
                    }
                    banks.values().map(BTreeSet::len).max().unwrap() as i64
                };
                let cost = conflicts(&|lane| (0, lane)) + conflicts(&|lane| (lane, 0));
                fewest = fewest.min(cost);
            }
        }
    }
    assert_eq!((fewest, tried), (found.wavefronts(), found.tried()));
}

/// The tiles that CUTLASS' atoms are made for, rows of 128, 64 and 32 bytes, and larger ones of the same
/// rows: read by `ldmatrix` and written from global memory, the swizzle is that of the atom, and every
/// cycle moves all banks, so that fewer conflicts are impossible.
#[test]
fn layout_find_swizzle_finds_the_atoms_of_cutlass() {
    for (bytes, layout, in_elements, in_bytes, least) in [
        (2, "(8,64):(64,1)", "S<3,3,3>", "S<3,4,3>", 16),
        (2, "(8,32):(32,1)", "S<2,3,3>", "S<2,4,3>", 8),
        (2, "(16,16):(16,1)", "S<1,3,3>", "S<1,4,3>", 8),
        (4, "(8,32):(32,1)", "S<3,2,3>", "S<3,4,3>", 16),
        (4, "(8,16):(16,1)", "S<2,2,3>", "S<2,4,3>", 8),
        (4, "(16,8):(8,1)", "S<1,2,3>", "S<1,4,3>", 8),
        (2, "(64,64):(64,1)", "S<3,3,3>", "S<3,4,3>", 128),
        (2, "(64,8):(1,64)", "S<3,3,3>", "S<3,4,3>", 16),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_layout-find-swizzle"))
            .args(["--layout", layout, "--element-bytes", &bytes.to_string()])
            .args(["--read", "down/16", "--write", "across/16"])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], format!("{in_elements} on elements, {in_bytes} on bytes"), "{layout}");
        assert!(
            lines[2].ends_with(&format!("no arrangement takes less than {least}")),
            "{layout}: {text}"
        );
        let begin = format!("the memory is busy {least} times a warp, ");
        assert!(lines[1].starts_with(&begin), "{layout}: {text}");
        for line in &lines[3..] {
            assert!(
                line.contains(": 0 bank conflicts in each group of lanes, "),
                "{layout}: {line}"
            );
        }
        assert_eq!(lines.len(), 5, "{layout}");
    }
}

#[test]
fn layout_find_swizzle_says_what_is_wrong() {
    let run = |arguments: &[&str]| {
        let binary = env!("CARGO_BIN_EXE_layout-find-swizzle");
        let output = Command::new(binary).args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let layout = ["--layout", "(8,64):(64,1)", "--element-bytes", "2"];
    for (arguments, message) in [
        (
            vec![],
            "error: the following required arguments were not provided:\n  --layout <LAYOUT>\n  \
             --element-bytes <N>\n  <--read <ACCESS>|--write <ACCESS>>\n",
        ),
        (
            ["--read", "up/16"].to_vec(),
            "layout-find-swizzle: --read up/16: the way is neither down nor across\n",
        ),
        (
            ["--read", "nope"].to_vec(),
            "layout-find-swizzle: --read nope: an access is down/<bytes>, across/<bytes> or a linear layout \
             {register = [...], lane = [...]}\n",
        ),
        (
            ["--read", "down/x"].to_vec(),
            "layout-find-swizzle: --read down/x: the bytes are not a number\n",
        ),
        (
            ["--read", "down/3"].to_vec(),
            "layout-find-swizzle: --read down/3: 3 is no multiple of the 2 bytes of an element\n",
        ),
        (
            ["--read", "down/16", "--bank-bytes", "4294967295"].to_vec(),
            "layout-find-swizzle: --bank-bytes 4294967295 is more than 2^29 - 1\n",
        ),
        (
            ["--read", "down/16", "--lanes", "-1"].to_vec(),
            "error: unexpected argument '-1' found\n",
        ),
        (
            ["--write", "across/12"].to_vec(),
            "layout-find-swizzle: --write across/12: the number of elements of a vector is 6, which is not a \
             power of two\n",
        ),
    ] {
        let all = match arguments.is_empty() {
            true => Vec::new(),
            false => [&layout[..], &arguments].concat(),
        };
        let (status, said) = run(&all);
        assert_eq!(status, Some(2));
        assert!(said.starts_with(message), "{said}");
    }
}

#[test]
fn copies_are_counted_where_they_are_made() {
    let dot = "tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, \
               versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 2}>>";
    let found = copies(&layout_of(dot));
    assert_eq!((found.registers, found.lanes, found.warps, found.blocks), (1, 1, 4, 1));
    assert_eq!(found.total(), 4);
}
