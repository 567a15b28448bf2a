//! IR that NVIDIA's `cute-opt` accepted and printed (`test/data/cute`), against what enumeration
//! says of each result that it inferred (`expected.json` there).

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

/// What the driver said of one function.
#[derive(Debug, Default)]
struct Said {
    errors: Vec<String>,
    warnings: Vec<String>,
    proved: usize,
    unknown: usize,
}

/// Runs import and verify on a file; what was said, by function, and of the file as a whole.
fn verify(operation: &str) -> (BTreeMap<String, Said>, Vec<String>) {
    let path = format!("{}/test/data/cute/{operation}.mlir", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let functions = functions(&text);
    let output = Command::new(env!("CARGO_BIN_EXE_layout-opt"))
        .args(["--allow-unregistered-dialect", "--layout-import-cute"])
        .args(["--layout-verify=report=true", "-o", "/dev/null", &path])
        .output()
        .unwrap();
    let mut said: BTreeMap<String, Said> =
        functions.iter().map(|(_, name)| (name.clone(), Said::default())).collect();
    let mut of_the_file = Vec::new();
    for line in String::from_utf8(output.stderr).unwrap().lines() {
        let Some(rest) = line.strip_prefix(&format!("{path}:")) else { continue };
        let (place, message) = rest.split_once(": ").unwrap();
        let line: usize = place.split(':').next().unwrap().parse().unwrap();
        let Some((_, name)) = functions.iter().rev().find(|(begin, _)| *begin <= line) else {
            of_the_file.push(message.to_owned());
            continue;
        };
        let function = said.get_mut(name).unwrap();
        let (severity, message) = message.split_once(": ").unwrap();
        match severity {
            "error" => function.errors.push(message.to_owned()),
            "warning" => function.warnings.push(message.to_owned()),
            "remark" if message.contains("unknown") => function.unknown += 1,
            "remark" if message.starts_with("proved by") => function.proved += 1,
            _ => {}
        }
    }
    (said, of_the_file)
}

/// The line at which each function of a file begins, and its name.
fn functions(text: &str) -> Vec<(usize, String)> {
    let name = |line: &str| {
        let rest = line.split_once("sym_name = \"")?.1;
        Some(rest.split_once('"')?.0.to_owned())
    };
    text.lines().enumerate().filter_map(|(at, line)| Some((at + 1, name(line)?))).collect()
}

fn expected() -> serde_json::Map<String, Value> {
    let text = include_str!("../data/cute/expected.json");
    serde_json::from_str::<Value>(text).unwrap().as_object().unwrap().clone()
}

#[test]
fn compositions() {
    let (said, of_the_file) = verify("composition");
    assert_eq!(of_the_file, ["remark: left 151 of 646 cute operations on layouts alone"]);
    assert_eq!(said.len(), 646);
    assert_eq!(said.values().map(|said| said.unknown).sum::<usize>(), 0);
    let is_decided = |said: &&Said| 0 < said.proved + said.errors.len() + said.warnings.len();
    assert_eq!(said.values().filter(is_decided).count(), 495);

    let mut counts = BTreeMap::new();
    for (name, verdict) in expected() {
        if !name.starts_with("composition_") {
            continue;
        }
        let said = &said[&name];
        let is_in_bounds = verdict["in_bounds"].as_bool().unwrap();
        let leaves = "composition leaves the domain of";
        let is_promoted = said.warnings.iter().any(|message| message.starts_with(leaves));
        match (verdict["v"].as_str().unwrap(), is_in_bounds) {
            ("proved", true) => {
                assert!(
                    said.errors.is_empty() && !is_promoted && said.proved == 2,
                    "{name}: {said:?}"
                );
            }
            ("proved", false) => {
                assert!(said.errors.is_empty() && is_promoted, "{name}: {said:?}");
            }
            ("refuted", true) => {
                let message = format!(
                    "layouts differ at coordinate {}: {} and {}",
                    verdict["at"], verdict["true"], verdict["claimed"]
                );
                assert_eq!(said.errors, [message], "{name}");
                assert!(!is_promoted, "{name}: {said:?}");
            }
            ("refuted", false) => {
                assert!(is_promoted || !said.errors.is_empty(), "{name}: {said:?}");
            }
            other => panic!("{name}: {other:?}"),
        }
        *counts.entry((verdict["v"].as_str().unwrap().to_owned(), is_in_bounds)).or_insert(0) += 1;
    }
    let count = |verdict: &str, in_bounds| counts[&(verdict.to_owned(), in_bounds)];
    assert_eq!(count("proved", true), 310);
    assert_eq!(count("proved", false), 146);
    assert_eq!(count("refuted", true), 9);
    assert_eq!(count("refuted", false), 15);
}

#[test]
fn coalesce_and_flatten() {
    for (operation, functions) in [("coalesce", 127), ("flatten", 60)] {
        let (said, of_the_file) = verify(operation);
        assert_eq!(said.len(), functions);
        let skipped = said.values().filter(|said| said.proved == 0).count();
        println!("{operation}: {skipped} left alone, {of_the_file:?}");
        assert!(said.values().all(|said| said.errors.is_empty() && said.unknown == 0));
        for (name, verdict) in expected() {
            if name.starts_with(&format!("{operation}_")) {
                assert_eq!(verdict["v"], "proved");
                assert_eq!(said[&name].proved, 1, "{name}");
            }
        }
    }
}
