//! Kernels of Triton's and the code that it makes of them: all are proved, and what is put wrong by hand
//! is refuted where it is wrong.

mod global;
mod reported;
mod tensor_memory;

use std::path::{Path, PathBuf};

use layout_lowering::validate;

/// TTGIR that Triton compiled for several targets, `.raw.ll` before LLVM optimizes it, `.llir` after.
fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/data/triton_lowering")
}

fn read(name: &str) -> String {
    let path = data().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// The line of the report on a function.
#[track_caller]
fn line(kernel: &str, code: &str, function: &str) -> String {
    let report = validate(kernel, code).expect("files that are read").to_string();
    let begin = format!("@{function}: ");
    let line = report.lines().find_map(|line| line.strip_prefix(&begin));
    line.unwrap_or_else(|| panic!("no @{function} in\n{report}")).to_owned()
}

/// The code with one place changed, the first of those there are.
#[track_caller]
fn changed(name: &str, from: &str, to: &str) -> (String, String) {
    let code = read(name);
    assert!(code.contains(from), "{name} has no {from}");
    let stem = name.trim_end_matches(".raw.ll").trim_end_matches(".llir");
    (read(&format!("{stem}.ttgir")), code.replacen(from, to, 1))
}

/// What is said of `@f` with one place of its code changed.
#[track_caller]
fn said(name: &str, from: &str, to: &str) -> String {
    let (kernel, code) = changed(name, from, to);
    line(&kernel, &code, "f")
}

#[track_caller]
fn check(name: &str, from: &str, to: &str, expected: impl AsRef<str>) {
    assert_eq!(said(name, from, to), expected.as_ref(), "{name}: {from} -> {to}");
}

#[test]
fn all_kernels_are_proved() {
    let mut names: Vec<String> = std::fs::read_dir(data())
        .expect("the data")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .filter(|name| !name.ends_with(".ttgir"))
        .collect();
    names.sort();
    let mut proved = 0;
    for name in &names {
        let stem = name.trim_end_matches(".raw.ll").trim_end_matches(".llir");
        let report = validate(&read(&format!("{stem}.ttgir")), &read(name));
        let report = report.unwrap_or_else(|error| panic!("{name}: {error}")).to_string();
        for line in report.lines().filter(|line| line.starts_with('@')) {
            let is_optimized = name.ends_with(".llir")
                && ["@f: only in the TTGIR", "@f: only in the TTGIR with these arguments"]
                    .contains(&line);
            let is_proved = line.contains(": proved by execution of ");
            assert!(is_optimized || is_proved, "{name}: {line}");
            // Of a view the kernel reads memory that nobody wrote.
            let is_undefined = line.ends_with(", all that it stores being undefined");
            assert_eq!(is_undefined, name.starts_with("view") && line.starts_with("@k"), "{name}");
            proved += usize::from(is_proved);
        }
    }
    assert_eq!((names.len(), proved), (52, 86));
}

#[test]
fn a_wrong_lane_of_a_permutation_is_refuted() {
    // Bit 3 of the lane goes to bit 4 in place of bit 5 of the source.
    let (kernel, code) =
        changed("cvtw10.gfx90a.raw.ll", "%18 = shl i32 %17, 2", "%18 = shl i32 %17, 1");
    let line = line(&kernel, &code, "f");
    assert!(line.starts_with("refuted at (register 0, lane 8, warp 0, element ("), "{line}");
    assert!(line.contains(") of %a0, after gives element ("), "{line}");
}

#[test]
fn a_missing_barrier_is_a_race() {
    let name = "kmask00.cuda80.raw.ll";
    let barrier = "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !22";
    let (kernel, code) = changed(name, barrier, "");
    assert_eq!(
        line(&kernel, &code, "k"),
        "refuted at (lane 1, warp 0, line 126, from line 30 of the TTGIR): race at byte 64 of shared \
         memory: (lane 16, warp 2) writes it at line 95, (lane 1, warp 0) reads it at line 126, and no \
         barrier is between"
    );
}

#[test]
fn a_predicate_that_breaks_a_promise_is_refuted() {
    // The bit that is added is one that some threads have already.
    let name = "kmask00.cuda80.raw.ll";
    let (kernel, code) =
        changed(name, "%31 = or disjoint i32 %30, 0", "%31 = or disjoint i32 %30, 1");
    assert_eq!(
        line(&kernel, &code, "k"),
        "refuted at (lane 4, warp 0, line 50, from line 16 of the TTGIR): a predicate is undefined"
    );
}

#[test]
fn what_is_behind_a_mask_is_not_read() {
    let name = "kmask00.cuda80.raw.ll";
    let (kernel, code) =
        changed(name, "%43 = icmp slt i32 %35, 256", "%43 = icmp slt i32 %35, 257");
    assert!(line(&kernel, &code, "k").starts_with("proved"));
    let wrong = "ld.global.b8 { $0 }, [ $1 + 256 ];";
    let (kernel, code) = changed(name, "ld.global.b8 { $0 }, [ $1 + 0 ];", wrong);
    assert_eq!(
        line(&kernel, &code, "k"),
        "refuted at (byte 256 of %p, line 50): before gives a byte that is not read, after gives one \
         that is read"
    );
}

#[test]
fn registers_that_are_chosen_the_wrong_way_round_are_refuted() {
    let from = "%12 = select i1 %11, float %5, float %6";
    let to = "%12 = select i1 %11, float %6, float %5";
    let (kernel, code) = changed("cvtw06.cuda75.raw.ll", from, to);
    let line = line(&kernel, &code, "f");
    assert!(line.starts_with("refuted at (register "), "{line}");
}

#[test]
fn padding_that_is_forgotten_in_the_offset_of_a_part_is_refuted() {
    // The part begins at row 32 of 128 bytes each, with 8 bytes of padding after 256.
    let (kernel, code) =
        changed("viewsub05.gfx942.raw.ll", "%38 = shl i32 %37, 3", "%38 = shl i32 %37, 2");
    assert!(line(&kernel, &code, "f").starts_with("proved"));
    let (kernel, code) =
        changed("viewsub05.gfx942.raw.ll", "%43 = shl i32 %42, 3", "%43 = shl i32 %42, 2");
    let line = line(&kernel, &code, "f");
    assert!(line.starts_with("refuted at (register 0, lane "), "{line}");
}

#[test]
fn selectors_of_bytes_that_are_confused_are_refuted() {
    // Element 1 is in register 1 of lane 0, and goes to register 0 of lane 1: lane 0 chooses the bytes that
    // it sends, and lane 1 what it takes of those it receives. Lowerings of such conversions had the
    // selectors wrong (triton-lang/triton 9680).
    let name = "permute00.cuda90.raw.ll";
    let refuted = |from: &str, to: &str| {
        let (kernel, code) = changed(name, from, to);
        let line = line(&kernel, &code, "f");
        let begin = "refuted at (register 0, lane 1, warp 0, element (1)): before gives element (1) of %x, \
                     after gives element (";
        let rest = line.strip_prefix(begin).unwrap_or_else(|| panic!("{line}"));
        rest.trim_end_matches(") of %x").to_owned()
    };
    // What lane 0 sends and what lane 1 sends, the wrong way round.
    assert_eq!(refuted("i32 30258, i32 21520", "i32 21520, i32 30258"), "0");
    // Lane 1 takes byte 6 of both registers, its own being the lower one, in the place of byte 4.
    assert_eq!(refuted("i32 21520, i32 12884", "i32 21520, i32 12886"), "3");
    // Lane 1 hears of lane 3.
    assert_eq!(refuted("i32 %22, i32 1, i32 31", "i32 %22, i32 2, i32 31"), "12");
}
