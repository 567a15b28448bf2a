//! README.md names everything that `dialect/*.td` declares.

use std::fs;
use std::path::Path;

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// The names that stand between `before` and the next quotation mark.
fn declared(file: &str, before: &str) -> Vec<String> {
    let names = |line: &str| {
        let (_, rest) = line.split_once(before)?;
        Some(rest.split_once('"')?.0.to_owned())
    };
    read(file).lines().filter_map(names).collect()
}

/// Asserts that the README has each name, marked as code.
#[track_caller]
fn check_named(names: &[String], least: usize, prefix: &str) {
    // Were nothing found in the file, nothing would be missing.
    assert!(least <= names.len(), "{names:?}");
    let readme = read("README.md");
    for name in names {
        let marked = format!("`{prefix}{name}`");
        assert!(readme.contains(&marked), "README.md does not name {marked}");
    }
}

#[test]
fn readme_names_every_attribute() {
    let mut names = declared("dialect/LayoutAttrs.td", ": Layout_Attr<\"");
    for name in &mut names {
        *name = name.to_lowercase();
    }
    check_named(&names, 6, "#layout.");
}

/// The names of the operations that the ODS files declare.
fn operations() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("dialect");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap();
        if file.ends_with(".td") && file.contains("Ops") {
            names.extend(declared(&format!("dialect/{file}"), "Op<\""));
        }
    }
    names
}

#[test]
fn readme_names_every_operation() {
    check_named(&operations(), 68, "layout.");
}

#[test]
fn every_operation_of_the_algebra_is_one_of_the_dialect() {
    let declared = operations();
    for operation in layout::algebra::Operation::all() {
        let name = operation.name();
        assert!(declared.iter().any(|declared| declared == name), "no {name} in dialect/*.td");
    }
}

#[test]
fn readme_names_every_pass() {
    check_named(&declared("dialect/LayoutPasses.td", ": Pass<\""), 5, "");
}
