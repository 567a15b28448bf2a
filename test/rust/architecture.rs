//! The invariants of ARCHITECTURE.md that a reader of the sources can check: which module may name
//! which.

use std::fs;
use std::path::{Path, PathBuf};

/// Each module, or file of modules, with the modules of this package that it may name.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("budget", &[]),
    ("cute", &["cute", "text", "budget"]),
    ("linear", &["linear", "text"]),
    ("triton", &["triton", "linear", "text"]),
    ("analyze", &["analyze", "cute", "linear"]),
    ("translate", &["translate", "triton"]),
    ("lint", &["lint", "triton", "analyze", "linear"]),
    ("relation", &["relation", "cute", "text", "ffi::isl"]),
    ("algebra", &["algebra", "budget", "cute", "linear", "relation", "text"]),
    ("code", &["code", "algebra", "cute", "linear", "relation"]),
    ("validate", &["validate", "algebra", "cute", "linear", "relation"]),
    ("draw", &["draw", "analyze", "algebra", "cute", "linear", "relation"]),
    ("calc", &["calc", "draw", "algebra", "cute", "linear", "relation", "text"]),
    ("dialect", &["dialect", "algebra", "cute", "linear", "relation", "text", "ffi::mlir"]),
    (
        "passes",
        &[
            "passes",
            "analyze",
            "draw",
            "dialect",
            "code",
            "validate",
            "algebra",
            "cute",
            "linear",
            "relation",
            "text",
            "ffi::mlir",
        ],
    ),
    ("plugin", &["plugin"]),
    ("driver", &["driver", "ffi::mlir"]),
    ("ffi/isl", &["ffi::isl"]),
    (
        "ffi/mlir",
        &["ffi::mlir", "plugin", "passes", "dialect", "code", "algebra", "relation", "cute"],
    ),
];

/// The modules that may name melior and mlir-sys.
const MAY_NAME_MLIR: &[&str] = &["dialect", "passes", "ffi/mlir"];

/// A source file: its path below `src` and its lines, comments left out.
struct Source {
    path: String,
    lines: Vec<String>,
}

impl Source {
    /// The entry of a table of modules that the file belongs to.
    fn is_in(&self, module: &str) -> bool {
        self.path == format!("{module}.rs") || self.path.starts_with(&format!("{module}/"))
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut pending = vec![root.clone()];
    let mut found = Vec::new();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            found.push(source(&root, &path));
        }
    }
    // Were the folder not read, every test here would pass.
    assert!(50 < found.len());
    found
}

fn source(root: &Path, path: &PathBuf) -> Source {
    let text = fs::read_to_string(path).unwrap();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    Source {
        path: path.strip_prefix(root).unwrap().display().to_string(),
        lines: text.lines().filter(is_code).map(str::to_owned).collect(),
    }
}

/// The text after each `crate::` of a line.
fn named(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("crate::").map(|(at, found)| &line[at + found.len()..])
}

/// True if the path begins with the module, as a whole word.
fn begins_with(path: &str, module: &str) -> bool {
    path.strip_prefix(module)
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

#[test]
fn modules_depend_as_in_the_picture() {
    let mut checked = 0;
    for source in sources() {
        let Some((_, allowed)) = MAY_NAME.iter().find(|(module, _)| source.is_in(module)) else {
            continue;
        };
        for line in &source.lines {
            for path in named(line) {
                let is_allowed = allowed.iter().any(|module| begins_with(path, module));
                assert!(is_allowed, "src/{} names {path}", source.path);
                checked += 1;
            }
        }
    }
    assert!(50 < checked);
}

#[test]
fn every_module_is_in_the_picture() {
    let in_no_module: Vec<_> = sources()
        .into_iter()
        .filter(|source| !MAY_NAME.iter().any(|(module, _)| source.is_in(module)))
        .map(|source| source.path)
        .collect();
    let mut expected = [
        "bin/layout-calc/main.rs",
        "bin/layout-calc/prompt.rs",
        "bin/layout-lsp-server.rs",
        "bin/layout-find-swizzle.rs",
        "bin/layout-lint.rs",
        "bin/layout-opt.rs",
        "bin/layout-translate.rs",
        "ffi.rs",
        "lib.rs",
    ];
    let mut found: Vec<&str> = in_no_module.iter().map(String::as_str).collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn only_the_dialect_and_what_stands_on_it_know_mlir() {
    for source in sources() {
        let may = MAY_NAME_MLIR.iter().any(|module| source.is_in(module));
        for line in &source.lines {
            let names = line.contains("melior::") || line.contains("mlir_sys::");
            assert!(may || !names, "src/{}: {line}", source.path);
        }
    }
}

#[test]
fn only_ffi_is_exempt_from_the_ban_on_unsafe_code() {
    let exempt: Vec<_> = sources()
        .into_iter()
        .filter(|source| source.lines.iter().any(|line| line.contains("allow(unsafe_code)")))
        .map(|source| source.path)
        .collect();
    assert_eq!(exempt, ["ffi.rs"]);
}
