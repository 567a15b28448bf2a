//! Files that `layout-lint` and `layout-translate` cannot read, or that are made to break them: each
//! gets a located diagnostic within a limit on memory and time, and costs no other file its findings.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const LINT: &str = env!("CARGO_BIN_EXE_layout-lint");
const TRANSLATE: &str = env!("CARGO_BIN_EXE_layout-translate");

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a program in a folder with 1 GiB of address space and 10 seconds of processor time: its status,
/// its standard output and what it said of errors.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = Command::new("sh")
        .args(["-c", "ulimit -v 1048576 && ulimit -t 10 && exec \"$0\" \"$@\"", program])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

/// A kernel with one error, in its third line.
const KERNEL: &str = "\
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
module { tt.func @f() { %c9 = arith.constant 9 : i32
  %x = ttg.memdesc_index %o[%c9] : !ttg.memdesc<3x8x8xf16, #s, #ttg.shared_memory> -> !ttg.memdesc<8x8xf16, #s, #ttg.shared_memory>
} }
";

const PLANTED: &str = "3:8: error: buffer 9 of a memory that has 3 [past-the-buffer]";

const RANK_0: &str = "\
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module { tt.func @k() {
  %m = ttg.local_alloc : () -> !ttg.memdesc<f16, #shared, #ttg.shared_memory, mutable>
} }
";

#[test]
fn a_memory_of_rank_0_is_a_note_at_its_encoding() {
    let folder = folder("bad-files-rank-0");
    fs::write(folder.join("k.ttgir"), RANK_0).unwrap();
    let (status, said, _) = run(&folder, LINT, &["--notes", "k.ttgir"]);
    assert_eq!(
        said,
        "k.ttgir:3:50: note: #shared on shape []: the shape of nvmma_shared has 0 dims but the encoding \
         has 2 [unknown-encoding]\n0 errors, 0 warnings, 1 note in 1 file\n"
    );
    assert_eq!(status, Some(0));
    let (status, _, said) = run(&folder, TRANSLATE, &["--import-triton", "k.ttgir"]);
    assert_eq!(
        said,
        "k.ttgir:3:50: warning: #shared on shape []: the shape of nvmma_shared has 0 dims but the \
         encoding has 2\n"
    );
    assert_eq!(status, Some(0));
}

#[test]
fn a_file_that_cannot_be_linted_costs_the_others_nothing() {
    let folder = folder("bad-files-others");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    write("k.ttgir", KERNEL.as_bytes());
    write("z.ttgir", KERNEL.as_bytes());
    write("bytes.ttgir", b"module {\n  \xff\xfe }");
    write("empty.ttgir", b"");
    write("rank-0.ttgir", RANK_0.as_bytes());
    fs::create_dir(folder.join("folder.ttgir")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.join("link.ttgir")).unwrap();
    let bytes = "bytes.ttgir:2:3: error: byte 0xff is not UTF-8 text; Triton's textual form is expected [unreadable]";
    let empty =
        "empty.ttgir:1:1: error: there is no module, function or operation here [unreadable]";
    let missing =
        "error: the file cannot be read: No such file or directory (os error 2) [unreadable]";

    // All were read, but two of them say nothing.
    let files = ["bytes.ttgir", "k.ttgir", "empty.ttgir", "rank-0.ttgir", "z.ttgir"];
    let (status, said, errors) = run(&folder, LINT, &files);
    let expected = format!(
        "{bytes}\nk.ttgir:{PLANTED}\n{empty}\nz.ttgir:{PLANTED}\n4 errors, 0 warnings in 5 files\n"
    );
    assert_eq!((said, errors.as_str()), (expected, ""));
    assert_eq!(status, Some(1));

    // A file that is not there, and a link that leads nowhere, are findings in their place.
    let arguments = ["--sarif", "report.sarif", "k.ttgir", "none.ttgir", "."];
    let (status, said, errors) = run(&folder, LINT, &arguments);
    let expected = format!(
        "k.ttgir:{PLANTED}\nnone.ttgir:1:1: {missing}\n./{bytes}\n./{empty}\n./k.ttgir:{PLANTED}\n\
         ./link.ttgir:1:1: {missing}\n./z.ttgir:{PLANTED}\n7 errors, 0 warnings in 8 files\n"
    );
    assert_eq!((said, errors.as_str()), (expected, ""));
    assert_eq!(status, Some(2));
    let report = fs::read_to_string(folder.join("report.sarif")).unwrap();
    assert_eq!(report.matches("\"ruleId\": \"unreadable\"").count(), 4);
    assert_eq!(report.matches("\"ruleId\": \"past-the-buffer\"").count(), 3);

    // That the run is not whole is no matter of the level.
    let (status, _, _) = run(&folder, LINT, &["--fail-on", "never", "none.ttgir", "k.ttgir"]);
    assert_eq!(status, Some(2));
    let (status, _, _) = run(&folder, LINT, &["--fail-on", "never", "bytes.ttgir", "k.ttgir"]);
    assert_eq!(status, Some(0));
}

#[test]
fn a_baseline_accepts_no_file_that_was_not_linted() {
    let folder = folder("bad-files-baseline");
    fs::write(folder.join("k.ttgir"), KERNEL).unwrap();
    let files = ["--baseline", "b.json", "k.ttgir", "none.ttgir"];
    let (status, said, _) = run(&folder, LINT, &[&["--update-baseline"], &files[..]].concat());
    let missing = "none.ttgir:1:1: error: the file cannot be read: No such file or directory (os error 2) [unreadable]";
    assert_eq!(said, format!("b.json accepts 1 finding\n{missing}\n"));
    assert_eq!(status, Some(2));
    let (status, said, _) = run(&folder, LINT, &files);
    assert_eq!(said, format!("{missing}\n1 error, 0 warnings in 2 files; 1 accepted\n"));
    assert_eq!(status, Some(2));
}

#[test]
fn a_report_that_cannot_be_written_costs_no_finding() {
    let folder = folder("bad-files-report");
    fs::write(folder.join("k.ttgir"), KERNEL).unwrap();
    let (status, said, errors) = run(&folder, LINT, &["--sarif", "none/r.sarif", "k.ttgir"]);
    assert_eq!(said, format!("k.ttgir:{PLANTED}\n1 error, 0 warnings in 1 file\n"));
    assert_eq!(errors, "layout-lint: none/r.sarif: No such file or directory (os error 2)\n");
    assert_eq!(status, Some(2));
}

#[test]
fn a_name_that_is_no_text_is_a_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = folder("bad-files-names");
    let name = OsStr::from_bytes(b"k\xff.ttgir");
    fs::write(folder.join(name), KERNEL).unwrap();
    for argument in [name, OsStr::new(".")] {
        let output = Command::new(LINT).arg(argument).current_dir(&folder).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(
            said.ends_with(&format!("k\u{fffd}.ttgir:{PLANTED}\n1 error, 0 warnings in 1 file\n"))
        );
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn the_importer_says_where_a_file_is_wrong() {
    let folder = folder("bad-files-importer");
    // What is read and is no kernel is wrong, as it is for the linter; what cannot be read is not looked at.
    let check = |name: &str, bytes: Option<&[u8]>, expected: &str| {
        if let Some(bytes) = bytes {
            fs::write(folder.join(name), bytes).unwrap();
        }
        let (status, _, said) = run(&folder, TRANSLATE, &["--import-triton", name]);
        assert_eq!(said, format!("{name}{expected}\n"));
        assert_eq!(status, Some(if bytes.is_some() { 1 } else { 2 }));
        let (status, _, _) = run(&folder, LINT, &[if name == "." { "./nothing" } else { name }]);
        assert_eq!(status, Some(if bytes.is_some() { 1 } else { 2 }));
    };
    check("none", None, ": error: No such file or directory (os error 2)");
    check(".", None, ": error: Is a directory (os error 21)");
    check("empty", Some(b""), ":1:1: error: there is no module, function or operation here");
    let expected = ":2:3: error: byte 0xff is not UTF-8 text; Triton's textual form is expected";
    check("bytes", Some(b"module {\n  \xff\xfe }"), expected);
}

/// A folder in which nothing is linted is no clean one: its name may be a wrong one.
#[test]
fn a_folder_without_a_kernel_is_not_linted() {
    let folder = folder("bad-files-no-kernel");
    fs::create_dir_all(folder.join("empty/inner")).unwrap();
    fs::write(folder.join("empty/inner/k.ptx"), KERNEL).unwrap();
    let none = "error: the file cannot be read: no file in this folder ends in .ttgir [unreadable]";
    let (status, said, errors) = run(&folder, LINT, &["empty"]);
    let expected = format!("empty:1:1: {none}\n1 error, 0 warnings in 1 file\n");
    assert_eq!((status, said, errors.as_str()), (Some(2), expected, ""));
    // One kernel in a folder inside is enough.
    fs::write(folder.join("empty/inner/k.ttgir"), KERNEL).unwrap();
    let (status, said, _) = run(&folder, LINT, &["empty"]);
    let expected = format!("empty/inner/k.ttgir:{PLANTED}\n1 error, 0 warnings in 1 file\n");
    assert_eq!((status, said), (Some(1), expected));
}

/// A text of so many lines.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// Files of up to 5 MB whose meaning is short, or that nest, double or repeat, with what is said of them
/// in the first line of errors, if anything.
fn hostile() -> Vec<(&'static str, String, &'static str)> {
    let line = "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>";
    let tensor = format!("tensor<128xf16, {line}>");
    let bases = |count: usize| vec!["[0]"; count].join(", ");
    vec![
        (
            "types that double",
            format!("!t0 = {tensor}\n")
                + &lines(60, |n| format!("!t{} = !x<!t{n}, !t{n}>\n", n + 1))
                + "module { %x = tt.load %p : !t60 }",
            "",
        ),
        (
            "a chain of types",
            format!("!t0 = {tensor}\n")
                + &lines(100_000, |n| format!("!t{} = !x<!t{n}>\n", n + 1))
                + "module { %x = tt.load %p : !t100000 }",
            "",
        ),
        (
            "a long type that is used often",
            format!("!t = !x<{}>\n", vec![&*tensor; 10_000].join(", "))
                + &lines(20_000, |_| "%x = tt.load %p : !t\n".to_owned()),
            "",
        ),
        (
            "types of many dims",
            format!("!t = tensor<{}f16, #ttg.x>\n", "1x".repeat(250_000))
                + &lines(20_000, |_| "%x = tt.load %p : !t\n".to_owned()),
            "1:13: error: expected at most 16 extents but found '1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x' [unreadable]",
        ),
        (
            "a long encoding that is used often",
            format!("!t = tensor<4xf16, #ttg.linear<{{register = [{}]}}>>\n", bases(50_000))
                + &lines(5_000, |_| "%x = tt.load %p : !t\n".to_owned()),
            "",
        ),
        (
            "more results than the file has room for",
            "module {\n".to_owned() + &lines(100_000, |_| "%a:999 = \"x\"()\n".to_owned()),
            "190:3: error: expected fewer results than the file has room for but found ':' [unreadable]",
        ),
        (
            "a mask that is and-ed with itself",
            "module { tt.func @f() {\n%x0 = arith.cmpi slt, %a, %b : i32\n".to_owned()
                + &lines(30_000, |n| format!("%x{} = arith.andi %x{n}, %x{n} : i1\n", n + 1))
                + "} }",
            "",
        ),
        (
            "a chain of loops",
            format!(
                "module {{ tt.func @f(%p: !tt.ptr<f16>) {{\n%r0 = tt.splat %p : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>, {line}>\n"
            ) + &lines(20_000, |n| {
                format!(
                    "%r{} = scf.for %i = %a to %b step %c iter_args(%x = %r{n}) -> (tensor<128x!tt.ptr<f16>>) {{\n\
                     scf.yield %x : tensor<128x!tt.ptr<f16>>\n}}\n",
                    n + 1
                )
            }) + "} }",
            "",
        ),
        (
            "accesses of the same rows and addresses",
            format!(
                "module {{ tt.func @f(%n: i32, %p: tensor<128x!tt.ptr<f16>, {line}>) {{\n\
                 %r = tt.make_range {{end = 128 : i32, start = 0 : i32}} : tensor<128xi32, {line}>\n\
                 %s = arith.constant dense<100> : tensor<128xi32, {line}>\n\
                 %m = arith.cmpi slt, %r, %s : tensor<128xi32, {line}>\n\
                 %q = tt.splat %b : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>, {line}>\n\
                 %a = tt.addptr %q, %r : tensor<128x!tt.ptr<f16>, {line}>, tensor<128xi32, {line}>\n"
            ) + &lines(20_000, |_| {
                format!("%x = tt.load %a, %m : tensor<128x!tt.ptr<f16>, {line}>\n")
            }) + "} }",
            "",
        ),
        (
            "loops in loops",
            "module {\n".to_owned()
                + &lines(15_000, |n| {
                    format!(
                        "%r{n} = scf.for %i{n} = %a to %b step %c iter_args(%x{} = %x{n}) -> (i32) {{\n",
                        n + 1
                    )
                }),
            "the file ends inside the region that begins at 15001:84 [unreadable]",
        ),
        ("braces", format!("module {}", "{".repeat(1_000_000)), "1:1000008: error: the file ends"),
        (
            "brackets",
            format!("module {{ %x = tt.load %p : tensor<4xf16, #ttg.x<{}", "[".repeat(1_000_000)),
            "nested more than 64 deep [unreadable]",
        ),
        ("quotes", "\"\\".repeat(500_000), "but found a quote that is never closed [unreadable]"),
        (
            "a number",
            format!("module {{ %x = tt.load %p : tensor<{}xf16> }}", "9".repeat(5_000_000)),
            "1:35: error: number 9999999999999999999999999999999999999999 does not fit in 64 bits [unreadable]",
        ),
        (
            "a padded memory with gaps without end",
            format!(
                "module {{ %x = ttg.local_load %m : !ttg.memdesc<128xf16, #ttg.padded_shared<[{}] {{order = [0], shape = [128]}}>, #ttg.shared_memory> -> {tensor} }}",
                lines(100_000, |n| format!("{}:+1, ", n + 1)) + "1:+1"
            ),
            "",
        ),
    ]
}

#[test]
fn hostile_files_are_read_within_a_limit() {
    let folder = folder("bad-files-hostile");
    let files = hostile();
    assert!(files.iter().all(|(_, text, _)| text.len() < 6_000_000));
    for (name, text, expected) in &files {
        fs::write(folder.join("h.ttgir"), text).unwrap();
        fs::write(folder.join("k.ttgir"), KERNEL).unwrap();
        let (status, said, errors) = run(&folder, LINT, &["h.ttgir", "k.ttgir"]);
        let first: String = said.chars().take(400).collect();
        assert_eq!((status, errors.as_str()), (Some(1), ""), "{name}: {first}");
        assert!(said.contains(&format!("k.ttgir:{PLANTED}\n")), "{name}: {first}");
        match expected.is_empty() {
            true => {
                assert!(said.ends_with("\n1 error, 0 warnings in 2 files\n"), "{name}: {first}")
            }
            false => assert!(said.lines().next().unwrap().contains(expected), "{name}: {first}"),
        }
        let (status, _, said) = run(&folder, TRANSLATE, &["--import-triton", "h.ttgir"]);
        let first: String = said.chars().take(400).collect();
        assert_eq!(status, Some(i32::from(!expected.is_empty())), "{name}: {first}");
        let located = |line: &str| {
            line.strip_prefix("h.ttgir:")
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        assert!(said.lines().all(located), "{name}: {first}");
    }
}
