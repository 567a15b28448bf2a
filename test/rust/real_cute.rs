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

/// The files, with how many of their functions there are, are refuted and have a warning: of a
/// composition or a division that leaves its left layout.
const FILES: [(&str, usize, usize, usize); 16] = [
    ("blocked_product", 126, 0, 0),
    ("coalesce", 127, 0, 0),
    ("complement", 128, 0, 0),
    ("composition", 646, 25, 200),
    ("flat_divide", 137, 0, 31),
    ("flat_product", 79, 0, 0),
    ("flatten", 60, 0, 0),
    ("left_inverse", 100, 21, 0),
    ("logical_divide", 211, 6, 39),
    ("logical_product", 190, 2, 0),
    ("raked_product", 117, 0, 0),
    ("right_inverse", 112, 0, 0),
    ("tiled_divide", 129, 0, 27),
    ("tiled_product", 67, 0, 0),
    ("zipped_divide", 138, 0, 32),
    ("zipped_product", 114, 0, 0),
];

#[test]
fn every_function_is_decided() {
    let mut functions = 0;
    for (operation, expected_functions, refuted, warned) in FILES {
        let (said, of_the_file) = verify(operation);
        let all =
            format!("remark: left 0 of {expected_functions} cute operations on layouts alone");
        assert_eq!(of_the_file, [all], "{operation}");
        for (name, said) in &said {
            assert_eq!(said.unknown, 0, "{name}: {said:?}");
            let is_decided = 0 < said.proved + said.errors.len() + said.warnings.len();
            assert!(is_decided, "{name}: {said:?}");
        }
        let count = |is: fn(&&Said) -> bool| said.values().filter(is).count();
        assert_eq!(said.len(), expected_functions, "{operation}");
        assert_eq!(count(|said| !said.errors.is_empty()), refuted, "{operation}");
        assert_eq!(count(|said| !said.warnings.is_empty()), warned, "{operation}");
        functions += said.len();
    }
    assert_eq!(functions, 2481);
}

#[test]
fn verdicts_of_enumeration() {
    let expected = expected();
    let mut rows = 0;
    for (operation, ..) in FILES {
        // Compositions are also told apart by their bounds, below.
        if operation == "composition" {
            continue;
        }
        let (said, _) = verify(operation);
        for (name, said) in said {
            let Some(verdict) = expected.get(&name) else { continue };
            rows += 1;
            match verdict["v"].as_str().unwrap() {
                "proved" => {
                    assert!(said.errors.is_empty() && 0 < said.proved, "{name}: {said:?}");
                }
                "refuted" => {
                    assert_eq!(verdict["why"], "not injective", "{name}");
                    let second = format!(" and {} both give ", verdict["at"]);
                    let collides = |error: &String| {
                        error.starts_with("layout is not injective") && error.contains(&second)
                    };
                    assert!(said.errors.iter().any(collides), "{name}: {said:?}");
                }
                other => panic!("{name}: {other}"),
            }
        }
    }
    // The other 480 are compositions.
    assert_eq!((rows, expected.len()), (506, 986));
}

#[test]
fn refused_divisions_and_products() {
    for (operation, refused) in [("logical_divide", 6), ("logical_product", 2)] {
        let (said, _) = verify(operation);
        let errors: Vec<&String> = said.values().flat_map(|said| &said.errors).collect();
        assert_eq!(errors.len(), refused);
        let prefix = format!("there is no {operation}(");
        assert!(errors.iter().all(|error| error.starts_with(&prefix)), "{errors:?}");
    }
}

#[test]
fn compositions() {
    let (said, _) = verify("composition");
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
                // Inside, equal, and of compatible shape where both have a shape of numbers.
                assert!(
                    said.errors.is_empty() && !is_promoted && (2..=3).contains(&said.proved),
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
