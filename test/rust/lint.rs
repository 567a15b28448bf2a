//! `layout-lint`: planted errors, the real kernels, the report that code review tools read, the
//! baseline, and files that are broken in every way.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use layout_kernels::analyze::Machine;
use layout_kernels::lint::{Finding, Level, RULES, Report, Settings, lint, sarif};
use serde_json::Value;

fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/data").join(path)
}

fn findings(path: &str) -> Vec<Finding> {
    lint(&fs::read(data(path)).unwrap(), &Machine::default())
}

/// What is reported of a file beside notes: place, level, rule and message.
fn reported(path: &str) -> Vec<String> {
    findings(path)
        .iter()
        .filter(|found| Level::Note < found.level())
        .map(|found| {
            let rule = found.rule().id();
            format!("{} {} {rule}: {}", found.position(), found.level(), found.message())
        })
        .collect()
}

/// The line of each error is that of the file as it was written, comments and all.
#[test]
fn every_planted_error_is_reported_at_its_line() {
    assert_eq!(
        reported("planted/wrong-conversion.ttgir"),
        [
            "18:10 error wrong-conversion: a conversion from shape [32, 32] to shape [32, 64] loses or \
          invents elements"
        ]
    );
    assert_eq!(
        reported("planted/bank-conflict.ttgir"),
        [
            "9:5 warning better-swizzle: S<3,2,5> (S<3,4,5> in bytes) on plain rows is better for 2 \
             accesses of the memory: it is busy 16 times a warp instead of 72; 16 is the least of all \
             191 swizzles that permute it, and no arrangement takes less than 16",
            "10:10 warning bank-conflicts: 7 bank conflicts in each group of lanes: lane 1 is in the \
             bank of lane 0, 128 elements further on; 1 element a lane, 8 instructions a warp",
        ]
    );
    assert_eq!(
        reported("planted/uncoalesced.ttgir"),
        [
            "17:10 warning uncoalesced-access: not coalesced, dim1 is contiguous: 1 element a lane, 8 \
          instructions a warp, 8 sectors each where 4 would do"
        ]
    );
    assert_eq!(
        reported("planted/offset-overflow.ttgir"),
        [
            "17:10 error offset-overflow: the offset is computed in 32 bits and does not fit: arith.muli \
          gives 4160749568; element (31, 31) would be at offset 4160749599"
        ]
    );
    assert_eq!(
        reported("planted/past-the-buffer.ttgir"),
        [
            "8:10 error past-the-buffer: buffer 3 of a memory that has 3",
            "9:10 error past-the-buffer: a part of shape [128, 16] at (0, 56) reaches element (0, 64), \
             which is not in a memory of shape [128, 64]",
        ]
    );
    assert_eq!(
        reported("planted/before-the-buffer.ttgir"),
        [
            "10:10 error past-the-buffer: element (0) is at offset -1, before %x begins",
            "10:10 warning uncoalesced-access: not coalesced, dim0 is contiguous: 1 element a lane, 8 \
             instructions a warp, 16 sectors each where 4 would do",
        ]
    );
    assert_eq!(
        reported("planted/unmasked-read.ttgir"),
        [
            "18:10 warning unmasked-access: 1024 * program x + [0, 1024) may be past the end: another \
          access masks it below %n, this one does not"
        ]
    );
    let loose = "warning loose-mask: the mask lets 1024 * program x + [0, 1024) through up to %n \
                 itself; if that is the number of elements, it is one past the end";
    assert_eq!(
        reported("planted/loose-mask.ttgir"),
        [format!("15:10 {loose}"), format!("18:10 {loose}"), format!("22:5 {loose}")]
    );
}

#[test]
fn an_overflow_names_the_operation_that_does_not_fit() {
    let found = findings("planted/offset-overflow.ttgir");
    let overflow = found.iter().find(|found| found.rule().id() == "offset-overflow").unwrap();
    let [related] = overflow.related() else { panic!() };
    assert_eq!(related.position().to_string(), "10:11");
    assert_eq!((overflow.function(), overflow.operation()), (Some("far_rows"), Some("tt.load")));
}

/// Each is one change of a kernel that is right; the change alone makes the finding.
#[test]
fn a_kernel_without_the_error_has_no_finding() {
    for (file, wrong, right) in [
        ("wrong-conversion", "tensor<32x64xf32", "tensor<32x32xf32"),
        (
            "bank-conflict",
            "vec = 1, perPhase = 1, maxPhase = 1",
            "vec = 4, perPhase = 4, maxPhase = 8",
        ),
        ("offset-overflow", "dense<134217728>", "dense<67108864>"),
        ("past-the-buffer", "[0, 56]", "[0, 48]"),
        ("unmasked-read", "tt.load %yp :", "tt.load %yp, %mask :"),
        ("loose-mask", "cmpi sle", "cmpi slt"),
        ("before-the-buffer", "dense<1>", "dense<0>"),
    ] {
        let text = fs::read_to_string(data(&format!("planted/{file}.ttgir"))).unwrap();
        let rule_of = |text: &str| -> BTreeSet<&str> {
            let found = lint(text.as_bytes(), &Machine::default());
            found
                .iter()
                .filter(|own| Level::Note < own.level())
                .map(|own| own.rule().id())
                .collect()
        };
        let before = rule_of(&text);
        let after =
            rule_of(&text.replace(wrong, right).replace("arith.constant 3", "arith.constant 2"));
        assert_eq!(after, BTreeSet::new(), "{file}");
        assert_ne!(before, after, "{file}");
    }
}

/// The addresses of all 78 accesses to global memory are read, those that loops carry, too; in all
/// of them the last dim is contiguous. The rows of neither operand of the products are masked, only
/// those of the result are.
#[test]
fn the_real_kernels() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut accesses = 0;
    for entry in fs::read_dir(data("triton")).unwrap() {
        let path = entry.unwrap().path();
        let module = layout_kernels::triton::read_module(&fs::read(&path).unwrap()).unwrap();
        for operation in module.operations() {
            let Some(access) = operation.access() else { continue };
            let strides = access.strides().unwrap();
            assert_eq!(strides.last(), Some(&Some(1)), "{path:?}:{}", operation.position());
            if let [rows, _] = strides[..] {
                assert_eq!(rows, None, "{path:?}:{}", operation.position());
            }
            accesses += 1;
        }
        for found in lint(&fs::read(&path).unwrap(), Settings::default()) {
            if Level::Note < found.level() {
                *counts.entry(found.rule().id().to_owned()).or_default() += 1;
            }
        }
    }
    assert_eq!(accesses, 78);
    let counts: Vec<(&str, usize)> = counts.iter().map(|(rule, n)| (rule.as_str(), *n)).collect();
    assert_eq!(counts, [("bank-conflicts", 1), ("unmasked-access", 14),]);
}

/// What a loop changes in another way than it seems is not known.
#[test]
fn a_loop_that_changes_its_strides_is_not_believed() {
    let kernel = |step: &str| {
        format!(
            "#b = #ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}}>
module {{ tt.func @f(%x: !tt.ptr<f32>) {{
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %c1 = arith.constant 1 : i32
  %range = tt.make_range {{end = 32 : i32, start = 0 : i32}} : tensor<32xi32, #b>
  %same = arith.constant dense<32> : tensor<32xi32, #b>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #b>
  %p = tt.addptr %xs, %range : tensor<32x!tt.ptr<f32>, #b>, tensor<32xi32, #b>
  %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%q = %p, %k = %c0) -> (tensor<32x!tt.ptr<f32>, #b>, i32) : i32 {{
    %a = tt.load %q : tensor<32x!tt.ptr<f32>, #b>
    %n = tt.addptr %q, {step} : tensor<32x!tt.ptr<f32>, #b>, tensor<32xi32, #b>
    scf.yield %n, %k : tensor<32x!tt.ptr<f32>, #b>, i32
  }}
  %z = tt.load %r#0 : tensor<32x!tt.ptr<f32>, #b>
}} }}"
        )
    };
    let strides = |step: &str| -> Vec<Option<Vec<Option<i64>>>> {
        let module = layout_kernels::triton::read_module(kernel(step).as_bytes()).unwrap();
        assert_eq!(module.errors(), []);
        module.operations().iter().map(|own| own.access().unwrap().strides()).collect()
    };
    assert_eq!(strides("%same"), [Some(vec![Some(1)]), Some(vec![Some(1)])]);
    assert_eq!(strides("%range"), [None, None]);
    assert_eq!(strides("%unknown"), [None, None]);
}

/// The facts of the SARIF 2.1.0 schema on what is written here: which members an object must and may
/// have, and which words some may be.
#[test]
fn the_report_is_sarif() {
    let found = findings("planted/offset-overflow.ttgir");
    let accepted = found.into_iter().map(|found| (found, true)).collect();
    let others = findings("planted/past-the-buffer.ttgir").into_iter().map(|found| (found, false));
    let reports =
        [Report::new("a/b.ttgir", accepted), Report::new("/tmp/c.ttgir", others.collect())];
    let log: Value = serde_json::from_str(&sarif(&reports)).unwrap();
    let check = |value: &Value, must: &[&str], may: &[&str]| {
        let members: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        for name in must {
            assert!(members.contains(name), "{name} in {value}");
        }
        for name in members {
            assert!(must.contains(&name) || may.contains(&name), "{name} in {value}");
        }
    };
    let text = |value: &Value| !value.as_str().unwrap().is_empty();
    check(&log, &["version", "runs"], &["$schema"]);
    assert_eq!(log["version"], "2.1.0");
    let [run] = &log["runs"].as_array().unwrap()[..] else { panic!() };
    check(run, &["tool"], &["results", "columnKind"]);
    assert_eq!(run["columnKind"], "utf16CodeUnits");
    check(&run["tool"], &["driver"], &[]);
    let driver = &run["tool"]["driver"];
    check(driver, &["name"], &["semanticVersion", "rules"]);
    let rules = driver["rules"].as_array().unwrap();
    assert_eq!(rules.len(), RULES.len());
    let ids: BTreeSet<&str> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), RULES.len());
    let levels = ["none", "note", "warning", "error"];
    for rule in rules {
        let may = ["shortDescription", "fullDescription", "help", "defaultConfiguration"];
        check(rule, &["id"], &may);
        check(&rule["shortDescription"], &["text"], &["markdown"]);
        check(&rule["help"], &["text"], &["markdown"]);
        assert!(text(&rule["help"]["text"]) && text(&rule["shortDescription"]["text"]));
        check(&rule["defaultConfiguration"], &["level"], &[]);
        assert!(levels.contains(&rule["defaultConfiguration"]["level"].as_str().unwrap()));
    }
    let results = run["results"].as_array().unwrap();
    let mut uris = BTreeSet::new();
    for result in results {
        let may = [
            "ruleId",
            "ruleIndex",
            "level",
            "locations",
            "relatedLocations",
            "partialFingerprints",
            "suppressions",
        ];
        check(result, &["message"], &may);
        check(&result["message"], &["text"], &[]);
        assert!(text(&result["message"]["text"]));
        assert!(levels.contains(&result["level"].as_str().unwrap()));
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        let related = result["relatedLocations"].as_array().map_or(&[][..], Vec::as_slice);
        for location in result["locations"].as_array().unwrap().iter().chain(related) {
            check(location, &[], &["physicalLocation", "logicalLocations", "message"]);
            let place = &location["physicalLocation"];
            check(place, &["artifactLocation"], &["region"]);
            check(&place["artifactLocation"], &["uri"], &[]);
            uris.insert(place["artifactLocation"]["uri"].as_str().unwrap());
            check(&place["region"], &["startLine"], &["startColumn"]);
            assert!(0 < place["region"]["startLine"].as_u64().unwrap());
            assert!(0 < place["region"]["startColumn"].as_u64().unwrap());
        }
        let fingerprint = result["partialFingerprints"]["layoutLint/v1"].as_str().unwrap();
        assert!(fingerprint.len() == 16 && fingerprint.bytes().all(|b| b.is_ascii_hexdigit()));
        if let Some(suppressions) = result["suppressions"].as_array() {
            suppressions.iter().for_each(|own| check(own, &["kind"], &[]));
            assert_eq!(suppressions[0]["kind"], "external");
        }
    }
    assert_eq!(uris, BTreeSet::from(["a/b.ttgir", "file:///tmp/c.ttgir"]));
    let accepted = results.iter().filter(|result| result.get("suppressions").is_some()).count();
    assert_eq!((accepted, results.len() - accepted), (2, 2));
    let overflow = results.iter().find(|result| result["ruleId"] == "offset-overflow").unwrap();
    assert_eq!(overflow["locations"][0]["physicalLocation"]["region"]["startLine"], 17);
    assert_eq!(overflow["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 10);
    assert_eq!(overflow["locations"][0]["logicalLocations"][0]["name"], "far_rows");
}

/// Every prefix of the planted files, and many of the real ones, is read or has a finding inside it.
#[test]
fn truncated_files_have_a_finding_at_a_place_of_the_file() {
    let mut files: Vec<PathBuf> =
        fs::read_dir(data("planted")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.push(data("triton/matmul.cuda80.ttgir"));
    files.push(data("triton/matmul.gfx950.ttgir"));
    for path in files {
        let bytes = fs::read(&path).unwrap();
        let step = if bytes.len() < 6000 { 7 } else { 997 };
        let end = bytes.iter().rposition(|&b| b == b'}').unwrap();
        for length in (0..end).step_by(step) {
            let prefix = &bytes[..length];
            let found = lint(prefix, &Machine::default());
            let unreadable = found.iter().find(|found| found.rule().id() == "unreadable");
            let unreadable = unreadable.unwrap_or_else(|| panic!("{path:?} cut at {length}"));
            let lines: Vec<&[u8]> = prefix.split(|&b| b == b'\n').collect();
            let place = unreadable.position();
            assert!(place.line <= lines.len(), "{path:?} cut at {length}: {place}");
            assert!(place.column <= lines[place.line - 1].len() + 1, "{path:?} {length}: {place}");
        }
    }
}

#[test]
fn binary_files_have_one_finding() {
    let one = |bytes: &[u8]| {
        let found = lint(bytes, &Machine::default());
        let [found] = &found[..] else { panic!("{found:?}") };
        format!("{} {} {}", found.position(), found.rule().id(), found.message())
    };
    let text = "is not UTF-8 text; Triton's textual form is expected";
    assert_eq!(one(b"ML\xefR\x0dMLIR22\0\x01"), format!("1:3 unreadable byte 0xef {text}"));
    assert_eq!(one(&[0x7f, b'E', b'L', b'F', 0xff]), format!("1:5 unreadable byte 0xff {text}"));
    assert_eq!(one(b""), "1:1 unreadable there is no module, function or operation here");
    // Numbers that look random, from a generator with a fixed seed.
    let mut state = 1_u64;
    for length in [1, 10, 1000, 100_000] {
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as u8
        })
        .take(length)
        .collect();
        assert!(
            lint(&bytes, &Machine::default()).iter().all(|own| own.rule().id() == "unreadable")
        );
    }
}

/// 10 MB: the body of one kernel again and again, each time as another function.
#[test]
fn a_large_file_is_a_small_file_many_times() {
    let text = fs::read_to_string(data("triton/softmax.cuda80.ttgir")).unwrap();
    let one = lint(text.as_bytes(), &Machine::default());
    let repeats = 10_000_000 / text.len() + 1;
    let found = lint(text.repeat(repeats).as_bytes(), &Machine::default());
    assert_eq!(found.len(), repeats * one.len());
    let lines = text.lines().count();
    for (number, found) in found.iter().enumerate() {
        let first = &one[number % one.len()];
        assert_eq!(found.message(), first.message());
        assert_eq!(found.position().line, first.position().line + number / one.len() * lines);
    }
    let fingerprints: BTreeSet<&str> = found.iter().map(Finding::fingerprint).collect();
    assert_eq!(fingerprints.len(), found.len());
}
