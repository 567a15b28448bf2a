//! README.md names everything that `dialect/*.td` declares, and every operation has its tests, the
//! example of its reference among them.

use std::fs;
use std::path::{Path, PathBuf};

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// The text of the ODS files whose name contains a word.
fn ods(word: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("dialect");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_meant = |path: &PathBuf| {
        let file = path.file_name().unwrap().to_str().unwrap();
        file.ends_with(".td") && file.contains(word)
    };
    paths.filter(is_meant).map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// The names that stand between `before` and the next quotation mark in ODS files.
fn declared(word: &str, before: &str) -> Vec<String> {
    let names = |line: &str| {
        let (_, rest) = line.split_once(before)?;
        Some(rest.split_once('"')?.0.to_owned())
    };
    ods(word).lines().filter_map(names).collect()
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
    let mut names = declared("Attrs", ": Layout_Attr<\"");
    for name in &mut names {
        *name = name.to_lowercase();
    }
    check_named(&names, 6, "#layout.");
}

/// The names of the operations that the ODS files declare, each with the text from there on.
fn operations() -> Vec<(String, String)> {
    let ods = ods("Ops");
    let operation = |definition: &str| {
        let (_, rest) = definition.split_once("Op<\"")?;
        Some((rest.split_once('"')?.0.to_owned(), rest.to_owned()))
    };
    ods.split("\ndef ").skip(1).filter_map(operation).collect()
}

fn operation_names() -> Vec<String> {
    operations().into_iter().map(|(name, _)| name).collect()
}

#[test]
fn every_operation_has_a_pair_of_tests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/Dialect");
    for name in operation_names() {
        for file in [format!("{name}.mlir"), format!("{name}-invalid.mlir")] {
            assert!(folder.join(&file).exists(), "there is no test/Dialect/{file}");
        }
    }
}

#[test]
fn every_example_is_a_test() {
    for (name, definition) in operations() {
        let example = definition.split_once("```mlir\n").unwrap().1.split_once("```").unwrap().0;
        let test = read(&format!("test/Dialect/{name}.mlir"));
        for line in example.lines() {
            let code = line.split("//").next().unwrap().trim();
            let is_tested = test.lines().any(|tested| tested.trim() == code);
            assert!(code.is_empty() || is_tested, "test/Dialect/{name}.mlir has no line {code}");
        }
    }
}

/// `layoutLayoutsOf` of dialect/LayoutDialect.cpp looks at the properties of no other one.
#[test]
fn a_constant_alone_has_a_layout_among_its_properties() {
    let with_layout: Vec<String> = operations()
        .into_iter()
        .filter(|(_, definition)| definition.contains("Layout_AnyAttr:"))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(with_layout, ["constant"]);
}

/// The numbers n that stand as `(Cn)` in a text, or as `@<name>_cn(`, in their order.
fn labels(text: &str, before: &str, after: char) -> Vec<u32> {
    let number = |rest: &str| {
        let (number, _) = rest.split_once(after)?;
        number.parse().ok()
    };
    text.split(before).skip(1).filter_map(number).collect()
}

#[test]
fn every_condition_has_the_test_that_violates_it() {
    let mut count = 0;
    for (name, definition) in operations() {
        let description = definition.split("}];").next().unwrap();
        let conditions = labels(description, "- (C", ')');
        let n_conditions = conditions.len() as u32;
        assert_eq!(conditions, (1..=n_conditions).collect::<Vec<_>>(), "the conditions of {name}");
        let tests = read(&format!("test/Dialect/{name}-invalid.mlir"));
        let mut tested = labels(&tests, &format!("@{name}_c"), '(');
        tested.sort_unstable();
        assert_eq!(tested, conditions, "the tests of the conditions of {name}");
        for test in tests.split("func.func @").skip(1).filter(|test| test.starts_with(&name)) {
            assert!(test.contains("// expected-"), "nothing is violated: {test}");
        }
        count += n_conditions;
    }
    assert!(200 <= count, "there are {count} conditions");
}

/// The help of the calculator, which is built without LLVM.
#[cfg(feature = "mlir")]
#[test]
fn help_is_fresh() {
    let generated = include_str!(concat!(env!("OUT_DIR"), "/operations.txt"));
    let copy = "crates/layout-tools/src/calc/operations.txt";
    if std::env::var_os("LAYOUT_WRITE_DOCS").is_some() {
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(copy), generated).unwrap();
    }
    assert!(read(copy) == generated, "{copy} is stale: run scripts/docs");
}

#[test]
fn readme_names_every_operation() {
    check_named(&operation_names(), 70, "layout.");
}

#[test]
fn every_operation_of_the_algebra_is_one_of_the_dialect() {
    let declared = operation_names();
    for operation in layout::algebra::Operation::all() {
        let name = operation.name();
        assert!(declared.iter().any(|declared| declared == name), "no {name} in dialect/*.td");
    }
}

#[test]
fn readme_names_every_pass() {
    check_named(&declared("Passes", ": Pass<\""), 12, "");
}
