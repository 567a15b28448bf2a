//! The invariants of ARCHITECTURE.md that a reader of the sources can check: which module may use
//! which, and which files use each other in circles.

mod graph;
mod public;
mod sources;
mod words;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use graph::{circles, graph};
use sources::{CRATES, modules, root};

/// The modules of each crate, each with those that it may use; a crate without modules of its own stands
/// by itself. That a crate uses only the crates that it names is for cargo to check.
const MAY_USE: &[(&str, &[&str])] = &[
    ("layout_math::text", &[]),
    ("layout_math::budget", &[]),
    ("layout_math::samples", &[]),
    ("layout_math::point", &[]),
    ("layout_math::affine", &[]),
    ("layout_math::cute", &["affine", "text", "budget", "samples"]),
    ("layout_math::partial", &["cute", "text", "budget"]),
    ("layout_math::linear", &["text"]),
    ("layout_math::ffi", &[]),
    ("layout_math::relation", &["affine", "cute", "text", "budget", "point", "ffi"]),
    (
        "layout_math::algebra",
        &["affine", "cute", "linear", "relation", "text", "budget", "point", "samples"],
    ),
    ("layout_math::code", &["affine", "algebra", "cute", "linear", "relation", "budget", "point"]),
    (
        "layout_math::validate",
        &["affine", "algebra", "cute", "linear", "relation", "text", "budget", "point"],
    ),
    ("layout_kernels::triton", &[]),
    ("layout_kernels::analyze", &[]),
    ("layout_kernels::sarif", &[]),
    ("layout_kernels::imported", &[]),
    ("layout_kernels::lint", &["triton", "analyze", "sarif"]),
    ("layout_kernels::translate", &["triton"]),
    ("layout_lowering::llvm", &[]),
    ("layout_lowering::bits", &["llvm"]),
    ("layout_lowering::machine", &["llvm", "bits"]),
    ("layout_lowering::spec", &["llvm", "bits", "machine"]),
    ("layout_lowering::judge", &["llvm", "bits", "machine", "spec"]),
    ("layout_tools::draw", &[]),
    ("layout_tools::calc", &["draw"]),
    ("layout_tools::command", &["draw"]),
    ("layout_paper", &[]),
    ("layout_math_c::ffi", &[]),
    ("layout::ffi/bounded", &[]),
    ("layout::ffi/mlir", &[]),
    ("layout::dialect", &["ffi/mlir"]),
    ("layout::passes", &["dialect", "ffi/mlir", "ffi/bounded"]),
    ("layout::plugin", &[]),
    ("layout::compare", &["ffi/mlir", "dialect", "passes"]),
    ("layout::driver", &["ffi/mlir", "dialect", "passes"]),
    ("layout::lsp", &["ffi/mlir", "dialect", "passes", "driver"]),
    ("layout::ffi/entry", &["ffi/mlir", "dialect", "passes", "plugin"]),
];

/// The modules that may name melior and mlir-sys.
const MAY_NAME_MLIR: &[&str] =
    &["src/compare", "src/dialect", "src/passes", "src/ffi/mlir", "src/ffi/entry"];

/// Files of `ffi` whose types are part of `relation`'s interface: the context and the error.
const PASSED_ON: &[&str] = &[
    "crates/layout-math/src/ffi/isl.rs",
    "crates/layout-math/src/ffi/isl/context.rs",
    "crates/layout-math/src/ffi/isl/constraints.rs",
];

/// The groups of files that use each other, a blank line between groups, each after the recursion of the
/// data that makes it a circle. One that is not a recursion is a debt: it leaves the list when it is
/// broken, and none is added.
const CIRCLES: &str = include_str!("circles.txt");

#[test]
fn modules_depend_as_in_the_picture() {
    let mut checked = 0;
    let mut met = BTreeSet::new();
    for (file, uses) in graph(&modules()) {
        let (own, module) = place(&file);
        let module =
            if own == "layout_paper" { own.to_owned() } else { format!("{own}::{module}") };
        let Some((name, allowed)) = MAY_USE.iter().find(|(name, _)| *name == module) else {
            // These two declare modules and have no code.
            let declares = module.ends_with("::lib") || module == "layout::ffi";
            assert!(declares, "{} is not in the picture", file.display());
            continue;
        };
        met.insert(*name);
        for used in uses.iter().filter(|used| place(used).0 == own) {
            let (_, target) = place(used);
            let is_passed_on = PASSED_ON.iter().any(|passed| used == Path::new(passed));
            let may = module == own
                || module == format!("{own}::{target}")
                || allowed.contains(&target.as_str())
                || (is_passed_on && (allowed.contains(&"relation")));
            assert!(may, "{} uses {}", file.display(), used.display());
            checked += 1;
        }
    }
    assert_eq!(met.len(), MAY_USE.len(), "a module of the picture has no file: {met:?}");
    assert!(500 < checked);
}

/// The crate and the module in it that a file is of. The root package's `ffi` is two modules, what MLIR
/// stands below and what stands on everything.
fn place(file: &Path) -> (&'static str, String) {
    let is_in = |(_, folder): &&(&str, &str)| file.starts_with(folder);
    let (name, folder) = CRATES.iter().rev().find(is_in).expect("a file of a crate");
    let inner = file.strip_prefix(folder).expect("a file of the crate").with_extension("");
    let mut names = inner.iter().map(|name| name.to_string_lossy());
    let first = names.next().expect("a name").into_owned();
    match names.next() {
        Some(second) if *name == "layout" && first == "ffi" => (name, format!("{first}/{second}")),
        _ => (name, first),
    }
}

#[test]
fn files_use_each_other_in_the_circles_that_are_listed_alone() {
    let found: BTreeSet<BTreeSet<String>> = circles(&graph(&modules()));
    let mut listed = BTreeSet::new();
    for group in CIRCLES.trim_end().split("\n\n") {
        let (reasons, files): (Vec<_>, Vec<_>) =
            group.lines().partition(|line| line.starts_with("# "));
        assert!(!reasons.is_empty(), "no reason is given for this circle:\n{group}");
        listed.insert(files.into_iter().map(str::to_owned).collect());
    }
    for new in found.difference(&listed) {
        let files: Vec<_> = new.iter().map(String::as_str).collect();
        eprintln!("files use each other in a circle:\n{}\n", files.join("\n"));
    }
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(gone.is_empty(), "these do not use each other in a circle: {gone:#?}");
    assert_eq!(found, listed);
}

#[test]
fn no_file_of_rust_is_longer_than_500_lines() {
    let mut pending = vec![root().to_owned()];
    let (mut read, mut long) = (0, Vec::new());
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            let inner = fs::read_dir(&path).expect("a folder").map(|inner| inner.expect("a file"));
            // What is built is not ours: `target`, and what begins with a dot.
            pending.extend(inner.map(|inner| inner.path()).filter(|path| {
                let name = path.file_name().expect("a name").to_string_lossy();
                !path.is_symlink() && name != "target" && !name.starts_with('.')
            }));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            read += 1;
            let n_lines = fs::read_to_string(&path).expect("it is text").lines().count();
            if 500 < n_lines {
                long.push((n_lines, path));
            }
        }
    }
    assert!(400 < read, "{read} files");
    assert_eq!(long, []);
}

#[test]
fn public_items_have_users_outside_of_their_crates() {
    let modules = modules();
    let mut without = BTreeSet::new();
    let mut n_items = 0;
    for (own, _) in CRATES {
        let (n, mut unused) = public::unused(&modules, own);
        n_items += n;
        without.append(&mut unused);
    }
    assert!(500 < n_items, "{n_items} items");
    let list: Vec<_> = without.into_iter().collect();
    assert!(list.is_empty(), "nobody outside of their crates uses\n{}", list.join("\n"));
}

/// The sources that hold a text outside of comments, by their paths.
fn files_with(is_wanted: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let files: BTreeSet<_> = modules().into_values().map(|module| module.file).collect();
    let holds = |file: &&std::path::PathBuf| {
        let text = fs::read_to_string(root().join(file)).expect("it was read before");
        text.lines().any(|line| !line.trim_start().starts_with("//") && is_wanted(line))
    };
    files.iter().filter(holds).map(|file| file.display().to_string()).collect()
}

#[test]
fn only_the_dialect_and_what_stands_on_it_know_mlir() {
    let knowing = files_with(|line| line.contains("melior::") || line.contains("mlir_sys::"));
    assert!(10 < knowing.len());
    for file in knowing {
        let may = MAY_NAME_MLIR
            .iter()
            .any(|folder| file == format!("{folder}.rs") || Path::new(&file).starts_with(folder));
        assert!(may, "{file} names MLIR");
    }
}

/// An error of melior's conversions of a value is a text of it, for which MLIR verifies the function; `clippy.toml`
/// cannot name the functions of a trait.
#[test]
fn values_are_converted_in_one_place() {
    let conversions = ["OperationResult::try_from", "BlockArgument::try_from"];
    let converting = files_with(|line| conversions.iter().any(|own| line.contains(own)));
    assert_eq!(converting, ["src/dialect/ir/parts.rs".to_owned()].into());
}

#[test]
fn only_ffi_is_exempt_from_the_ban_on_unsafe_code() {
    let exempt = files_with(|line| line.contains("allow(unsafe_code)"));
    let expected =
        ["crates/layout-math-c/src/ffi.rs", "crates/layout-math/src/ffi.rs", "src/ffi.rs"];
    assert_eq!(exempt, expected.map(str::to_owned).into());
    let strict = files_with(|line| {
        line.contains("deny(unsafe_code)") || line.contains("forbid(unsafe_code)")
    });
    assert_eq!(strict.len(), CRATES.len());
}

/// A change of a lint rule is built in seconds only if each crate that depends on its crate is incremental.
#[test]
fn what_is_compiled_whole_depends_on_layout_math_alone() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let tables = manifest.split("\n[profile.release.package.").skip(1);
    let whole: Vec<&str> = tables
        .filter(|table| table.split("\n[").next().unwrap().contains("\nincremental = false"))
        .map(|table| table.split(']').next().unwrap())
        .collect();
    assert!(whole.contains(&"layout-math"), "{whole:?}");
    for package in whole {
        let path = root().join("crates").join(package).join("Cargo.toml");
        let manifest = fs::read_to_string(path).unwrap();
        let is_other =
            |line: &&str| line.starts_with("layout-") && !line.starts_with("layout-math ");
        assert_eq!(manifest.lines().find(is_other), None, "{package}");
    }
}
