//! Whole files, as Triton 3.9 prints them, and files that are broken in every way.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use layout::triton::{Module, Movement, read_module};

fn files() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/data/triton");
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    assert_eq!(files.len(), 21);
    files
}

fn file(name: &str) -> (String, Module) {
    let (_, bytes) = files().into_iter().find(|(own, _)| own == name).unwrap();
    let module = read_module(&bytes).unwrap();
    (String::from_utf8(bytes).unwrap(), module)
}

#[test]
fn every_encoding_of_every_file_is_converted() {
    let mut converted = 0;
    for (name, bytes) in files() {
        let module = read_module(&bytes).unwrap();
        assert_eq!(module.errors(), [], "{name}");
        assert_eq!(module.functions().len(), 1, "{name}");
        for encoded in module.encodings() {
            let bits = encoded.element().bits().unwrap();
            let encoding = encoded.encoding().unwrap();
            let (layout, _) = encoding
                .without_gaps(encoded.shape(), bits)
                .unwrap_or_else(|error| panic!("{name} {}: {error}", encoded.text()));
            let sizes: Vec<i64> = layout.out_dims().iter().map(|dim| dim.size()).collect();
            assert_eq!(sizes, encoded.shape(), "{name} {}", encoded.text());
            converted += 1;
        }
    }
    assert_eq!(converted, 361);
}

/// The numbers are those of `grep -c` on the files.
#[test]
fn every_operation_that_moves_data_is_kept() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (name, bytes) in files() {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for operation in read_module(&bytes).unwrap().operations() {
            *counts.entry(operation.name().to_owned()).or_default() += 1;
            let place = operation.position();
            let here = &lines[place.line - 1][place.column - 1..];
            assert!(here.starts_with(operation.name()), "{name}:{place}");
            assert!(operation.movement().is_some(), "{name}:{place}");
            assert_eq!(operation.function(), Some(0));
        }
    }
    let counts: Vec<(&str, usize)> = counts.iter().map(|(name, n)| (name.as_str(), *n)).collect();
    assert_eq!(
        counts,
        [
            ("amdg.buffer_load", 4),
            ("amdg.buffer_store", 8),
            ("tt.load", 18),
            ("tt.store", 20),
            ("ttg.async_copy_global_to_local", 28),
            ("ttg.convert_layout", 18),
            ("ttg.local_alloc", 15),
            ("ttg.local_load", 26),
            ("ttg.local_store", 8),
            ("ttg.memdesc_index", 45),
            ("ttg.memdesc_subslice", 10),
            ("ttng.tmem_alloc", 1),
            ("ttng.tmem_load", 1),
            ("ttng.tmem_store", 1),
        ]
    );
}

#[test]
fn an_operation_knows_its_types_and_the_module_its_machine() {
    let (_, module) = file("matmul.cuda90.ttgir");
    assert_eq!(module.target(), Some("cuda:90"));
    assert_eq!(
        (module.num_warps(), module.threads_per_warp(), module.num_ctas()),
        (Some(4), Some(32), Some(1))
    );
    assert_eq!(module.functions()[0].name(), "matmul_kernel");
    assert_eq!(module.functions()[0].position().to_string(), "17:3");
    let copy = &module.operations()[3];
    assert_eq!(
        (copy.name(), copy.position().to_string()),
        ("ttg.async_copy_global_to_local", "77:13".to_owned())
    );
    assert_eq!(copy.results(), ["x_39"]);
    assert_eq!(copy.operands(), ["a_21", "x_36", "acc_38", "cst_1"]);
    assert_eq!(copy.attribute("contiguity").and_then(|value| value.as_integer()), Some(8));
    let Some(Movement::GlobalToShared { pointers, memory }) = copy.movement() else { panic!() };
    assert_eq!((pointers.shape(), pointers.element().as_str()), (&[128, 64][..], "!tt.ptr<f16>"));
    assert_eq!(pointers.encoding().unwrap().name(), "blocked");
    assert_eq!((memory.memory(), memory.is_mutable()), (Some("shared_memory"), true));
    assert_eq!(memory.tensor().encoding().unwrap().name(), "nvmma_shared");
    assert_eq!(copy.movement().unwrap().element_bits(), Some(16));
}

#[test]
fn a_part_of_a_memory_is_laid_out_as_the_whole() {
    let (_, module) = file("matmul.cuda80.ttgir");
    let slice = module.operations().iter().find(|op| op.offsets() == [0, 16]).unwrap();
    let Some(Movement::View { from, to }) = slice.movement() else { panic!() };
    assert_eq!((from.shape(), to.shape()), (&[128, 64][..], &[128, 16][..]));
    assert_eq!(to.laid_out_shape(), [128, 64]);
}

/// The generic form, several operations on a line and comments make no difference.
#[test]
fn lines_do_not_matter() {
    let head = "#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>";
    let text = format!(
        "{head} #s = #ttg.slice<{{dim = 0, parent = #c}}> module {{ tt.func @f() {{ // tt.load %x : i32\n\
         %p, %q:2 = \"other.op\"() : () -> (i32, i32) %a = \"ttg.convert_layout\"(%q#1) <{{k = 1 : i32}}> \
         : (tensor<32xf16, #b>) -> tensor<32xf16, #t> %c = tt.load %a {{tt.load = 3}} : tensor<32x!tt.ptr<f16>, #b> \
         loc(\"x\":1:1) ttg.local_store %c, %m\n : tensor<32xf16, #b> -> !ttg.memdesc<32xf16, #n, #ttg.shared_memory> }} }}"
    );
    let module = read_module(text.as_bytes()).unwrap();
    let names: Vec<&str> = module.operations().iter().map(|operation| operation.name()).collect();
    assert_eq!(names, ["tt.load"]);
    let errors: Vec<String> =
        module.errors().iter().map(|error| format!("{}: {error}", error.position())).collect();
    assert_eq!(
        errors,
        [
            "1:132: alias #c is not defined",
            "2:133: alias #t is not defined",
            "3:47: alias #n is not defined",
        ]
    );
}

#[test]
fn truncated_files_are_read_as_far_as_they_go() {
    for name in ["matmul.cuda100.ttgir", "matmul.gfx1250.ttgir", "transpose_reduce.cuda80.ttgir"] {
        let (text, whole) = file(name);
        for length in (0..text.len()).step_by(61) {
            match read_module(&text.as_bytes()[..length]) {
                Ok(module) => {
                    assert!(module.operations().len() <= whole.operations().len());
                    let ends_inside = length < text.rfind('}').unwrap();
                    let in_module = text[..length].contains("module attributes {");
                    if ends_inside && in_module {
                        assert!(!module.errors().is_empty(), "{length}");
                    }
                }
                Err(error) => {
                    assert_eq!(error.to_string(), "there is no module, function or operation here")
                }
            }
        }
    }
    let (text, _) = file("softmax.cuda80.ttgir");
    let end = text.find("tt.return").unwrap();
    let module = read_module(&text.as_bytes()[..end]).unwrap();
    let [error] = module.errors() else { panic!("{:?}", module.errors()) };
    assert_eq!(error.to_string(), "the file ends inside the region that begins at 15:334");
}

#[test]
fn binary_files_are_refused_at_their_first_byte_that_is_no_text() {
    let refusal = |bytes: &[u8]| {
        let error = read_module(bytes).unwrap_err();
        format!("{}: {error}", error.position())
    };
    let message = "byte 0xef is not UTF-8 text; Triton's textual form is expected";
    assert_eq!(refusal(b"ML\xefR\x0dMLIR22\0\x01"), format!("1:3: {message}"));
    assert_eq!(refusal(b"module {\n\xef\n}"), format!("2:1: {message}"));
    assert_eq!(refusal(b""), "1:1: there is no module, function or operation here");
    assert_eq!(refusal(b"\0\x01\x02<<<>>>"), "1:1: there is no module, function or operation here");
    // A byte of every value at every place of a small file.
    let small = b"#b = #ttg.linear<{register = [[1]]}>\nmodule { %a = tt.load %p : tensor<2x!tt.ptr<f16>, #b> }";
    for place in 0..small.len() {
        for byte in 0..=u8::MAX {
            let mut bytes = small.to_vec();
            bytes[place] = byte;
            let _ = read_module(&bytes);
        }
    }
}

#[test]
fn deep_and_long_files_are_read_in_linear_time() {
    let deep = format!("module {{ %a = tt.load %p {{a = {} : i32", "[".repeat(1_000_000));
    let module = read_module(deep.as_bytes()).unwrap();
    assert_eq!(module.errors()[0].to_string(), "nested more than 64 deep");
    // A chain of aliases, each the parent of the next.
    let mut chain = "#a0 = #ttg.linear<{register = [[1]]}>\n".to_owned();
    for number in 1..100_000 {
        let parent = number - 1;
        chain += &format!("#a{number} = #ttg.slice<{{dim = 0, parent = #a{parent}}}>\n");
    }
    chain += "module { }";
    let module = read_module(chain.as_bytes()).unwrap();
    assert_eq!(module.errors()[0].to_string(), "nested more than 64 deep");
    assert_eq!(module.errors().len(), 1000);
    // 100 MB: the body of one kernel again and again.
    let (text, one) = file("matmul.cuda90.ttgir");
    let repeats = 100_000_000 / text.len() + 1;
    let long = text.repeat(repeats);
    let module = read_module(long.as_bytes()).unwrap();
    assert_eq!(module.operations().len(), repeats * one.operations().len());
    assert_eq!(module.encodings(), one.encodings());
    assert_eq!(module.errors(), []);
}
