//! docs/glossary.md names types that there are, and says what tells those of one name apart.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::public::types;
use super::sources::{modules, root};

/// The crates of which a user of the library sees the types.
const SHOWN: [&str; 4] = ["layout_math", "layout_kernels", "layout_lowering", "layout_tools"];

/// The heading of what follows the tables of words.
const SEVERAL: &str = "## A word with several types";

fn shown() -> BTreeSet<String> {
    let modules = modules();
    SHOWN.iter().flat_map(|own| types(&modules, own)).collect()
}

fn glossary() -> String {
    fs::read_to_string(root().join("docs/glossary.md")).expect("it is text")
}

/// What stands between backticks.
fn code(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

#[test]
fn the_glossary_names_types_that_there_are() {
    let (shown, glossary) = (shown(), glossary());
    let rows = glossary.lines().filter(|line| line.starts_with("| "));
    let named: Vec<&str> = rows.flat_map(code).filter(|code| code.contains("::")).collect();
    assert!(50 < named.len(), "{named:?}");
    let missing: Vec<_> = named.iter().filter(|name| !shown.contains(**name)).collect();
    assert!(missing.is_empty(), "there is no {missing:?}");
}

#[test]
fn the_glossary_tells_types_of_one_name_apart() {
    let shown = shown();
    let mut by_name: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for path in &shown {
        let (_, name) = path.split_once("::").expect("a module and a name");
        by_name.entry(name).or_default().insert(path);
    }
    by_name.retain(|_, paths| 1 < paths.len());
    let glossary = glossary();
    let (_, several) = glossary.split_once(SEVERAL).expect("the heading");
    let rows = several.lines().filter(|line| line.starts_with("| `"));
    let told: BTreeSet<BTreeSet<&str>> =
        rows.map(|row| code(row).filter(|code| code.contains("::")).collect()).collect();
    let found: BTreeSet<BTreeSet<&str>> = by_name.into_values().collect();
    let lines = |sets: Vec<&BTreeSet<&str>>| {
        sets.iter().map(|set| format!("{set:?}\n")).collect::<String>()
    };
    let untold = lines(found.difference(&told).collect());
    assert!(untold.is_empty(), "these have one name, and no row:\n{untold}");
    let gone = lines(told.difference(&found).collect());
    assert!(gone.is_empty(), "these are not, or no longer, of one name:\n{gone}");
}
